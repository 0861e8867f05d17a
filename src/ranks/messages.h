/* What ranks say to each other. Each word of rank 0 has one answer, but STOP, FORGET and DISMISS
 * have none. */
#ifndef CLM_RANKS_MESSAGES_H
#define CLM_RANKS_MESSAGES_H

#include <clmodp/distributed.h>

#include "core/error.h"
#include "distributed/bytes.h"

typedef enum clm_word {
    /* by rank 0 */
    CLM_SAYS_PLAN,    /* the bytes of a plan: get ready for units of it */
    CLM_SAYS_UNIT,    /* its number: compute it */
    CLM_SAYS_SHARE,   /* who has which unit, and windows of all: make room for yours */
    CLM_SAYS_LIFT,    /* exchange the images, and lift */
    CLM_SAYS_TASK,    /* the bytes of a caller's task: do it */
    CLM_SAYS_STOP,    /* stop what you are doing; the answer is FAILED, or was on its way */
    CLM_SAYS_FORGET,  /* the plan, and all that belongs to it */
    CLM_SAYS_DISMISS, /* return */
    /* by the others */
    CLM_SAYS_DONE,    /* it is; numbers as below */
    CLM_SAYS_FAILED,  /* a status, and a message: nothing more will be done for this plan, unless
                         it was a unit that was stopped */
    CLM_SAYS_WORDS
} clm_word;

/* Numbers that DONE has behind a unit. */
enum { CLM_DONE_NANOSECONDS, CLM_DONE_CHUNKS, CLM_DONE_EVALUATIONS, CLM_DONE_UNLUCKY,
       CLM_DONE_FALLBACK, CLM_DONE_NUMBERS };

typedef struct clm_message {
    uint32_t from;
    clm_word word;
    clm_reader rest; /* behind the word */
    void *bytes;     /* owned */
} clm_message;

/* A word, numbers of 8 bytes each, and bytes. Errors: HOST_MEMORY, and those of the transport */
clmodp_status clm_say(clm_error *error, const clmodp_transport *transport, uint32_t to,
                      clm_word word, const uint64_t *numbers, size_t count, const void *bytes,
                      size_t size);

/* A word alone, to all others. */
clmodp_status clm_say_all(clm_error *error, const clmodp_transport *transport, clm_word word);

/* The next message, waiting for it. Release with clm_message_clear, which takes zeroed ones.
 * Errors: CORRUPT (no message of ours), and those of the transport */
clmodp_status clm_hear(clm_error *error, const clmodp_transport *transport, clm_message *message);
void clm_message_clear(clm_message *message);

/* Whether one waits; true also where that cannot be told: then clm_hear tells why. */
bool clm_is_spoken_to(const clmodp_transport *transport);

/* Tasks of a caller's, as this version knows them. Errors: INVALID */
clmodp_status clm_tasks_read(clm_error *error, clmodp_tasks *known, const clmodp_tasks *given);

/* The same of a transport. */
clmodp_status clm_transport_read(clm_error *error, clmodp_transport *known,
                                 const clmodp_transport *given);

#endif
