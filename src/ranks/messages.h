/* The messages between ranks. Each word of rank 0 has one reply, but not STOP, FORGET and
 * DISMISS. */
#ifndef CLM_RANKS_MESSAGES_H
#define CLM_RANKS_MESSAGES_H

#include <clmodp/distributed.h>

#include "core/error.h"
#include "distributed/bytes.h"

typedef enum clm_word {
    /* sent by rank 0 */
    CLM_SAYS_PLAN,    /* prepare for units of the plan in these bytes */
    CLM_SAYS_UNIT,    /* compute the unit of this number */
    CLM_SAYS_SHARE,   /* owners of units, and windows of all: allocate buffers */
    CLM_SAYS_LIFT,    /* exchange the images, and reconstruct coefficients */
    CLM_SAYS_TASK,    /* compute the caller's task in these bytes */
    CLM_SAYS_STOP,    /* stop the current request; the reply is FAILED, or was sent before */
    CLM_SAYS_FORGET,  /* release the plan and all its data */
    CLM_SAYS_DISMISS, /* return */
    /* sent by other ranks */
    CLM_SAYS_DONE,    /* done; numbers as below */
    CLM_SAYS_FAILED,  /* a status and a message: this rank does nothing more for the plan, unless a
                       * unit was stopped */
    CLM_SAYS_WORDS
} clm_word;

/* Numbers in a DONE message about a unit. */
enum { CLM_DONE_NANOSECONDS, CLM_DONE_CHUNKS, CLM_DONE_EVALUATIONS, CLM_DONE_UNLUCKY,
       CLM_DONE_FALLBACK, CLM_DONE_NUMBERS };

typedef struct clm_message {
    uint32_t from;
    clm_word word;
    clm_reader rest; /* after the word */
    void *bytes;     /* owned */
} clm_message;

/* Sends a word, numbers of 8 bytes each, and bytes. Errors: HOST_MEMORY, or as the transport */
clmodp_status clm_say(clm_error *error, const clmodp_transport *transport, uint32_t to,
                      clm_word word, const uint64_t *numbers, size_t count, const void *bytes,
                      size_t size);

/* Sends a word alone to all others. */
clmodp_status clm_say_all(clm_error *error, const clmodp_transport *transport, clm_word word);

/* Receives the next message, waiting for it. Release with clm_message_clear, which accepts zeroed
 * ones. Errors: CORRUPT (invalid message), or as the transport */
clmodp_status clm_hear(clm_error *error, const clmodp_transport *transport, clm_message *message);
void clm_message_clear(clm_message *message);

/* Returns whether a message waits; true also if this is unknown: clm_hear then tells why. */
bool clm_is_spoken_to(const clmodp_transport *transport);

/* Reads a caller's tasks into this version's structure. Errors: INVALID */
clmodp_status clm_tasks_read(clm_error *error, clmodp_tasks *known, const clmodp_tasks *given);

/* Reads a transport in the same way. */
clmodp_status clm_transport_read(clm_error *error, clmodp_transport *known,
                                 const clmodp_transport *given);

#endif
