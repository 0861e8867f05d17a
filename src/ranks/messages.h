/* The messages between ranks. Rank 0 gets one reply to each message except STOP, FORGET and
 * DISMISS. */
#ifndef CLM_RANKS_MESSAGES_H
#define CLM_RANKS_MESSAGES_H

#include <clmodp/distributed.h>

#include "core/error.h"
#include "distributed/bytes.h"

typedef enum clm_message_kind {
    /* sent by rank 0 */
    CLM_MESSAGE_PLAN, /* prepare for units of the plan in these bytes */
    CLM_MESSAGE_UNIT, /* compute the unit of this number */
    CLM_MESSAGE_SHARE, /* owners of units, and windows of all: allocate buffers */
    CLM_MESSAGE_RECONSTRUCT, /* exchange the images, and reconstruct coefficients */
    CLM_MESSAGE_TASK, /* compute the caller's task in these bytes */
    CLM_MESSAGE_STOP, /* stop the current request; the reply is FAILED, or was sent before */
    CLM_MESSAGE_FORGET, /* release the plan and all its data */
    CLM_MESSAGE_DISMISS, /* return */
    /* sent by other ranks */
    CLM_MESSAGE_DONE, /* done; numbers as below */
    CLM_MESSAGE_FAILED, /* a status and a message: the rank has left the plan, unless a unit was
                         * stopped */
    CLM_MESSAGE_KINDS
} clm_message_kind;

/* Numbers in a DONE message about a unit. */
enum { CLM_DONE_NANOSECONDS, CLM_DONE_CHUNKS, CLM_DONE_EVALUATIONS, CLM_DONE_UNLUCKY,
       CLM_DONE_FALLBACK, CLM_DONE_NUMBERS };

typedef struct clm_message {
    uint32_t from;
    clm_message_kind kind;
    clm_reader rest; /* after the kind */
    void *bytes;     /* owned */
} clm_message;

/* Sends a kind, numbers of 8 bytes each, and bytes. Errors: HOST_MEMORY, or as the transport */
clmodp_status clm_message_send(clm_error *error, const clmodp_transport *transport, uint32_t to,
                               clm_message_kind kind, const uint64_t *numbers, size_t count,
                               const void *bytes, size_t size);

/* Sends a kind alone to all others. */
clmodp_status clm_message_send_all(clm_error *error, const clmodp_transport *transport,
                                   clm_message_kind kind);

/* Receives the next message, waiting for it. Release with clm_message_clear, which accepts zeroed
 * ones. Errors: CORRUPT (invalid message), or as the transport */
clmodp_status clm_message_receive(clm_error *error, const clmodp_transport *transport,
                                  clm_message *message);
void clm_message_clear(clm_message *message);

/* Returns whether a message waits. True also if the transport fails; clm_message_receive then
 * returns the failure. */
bool clm_message_waits(const clmodp_transport *transport);

/* Reads a caller's tasks into this version's structure. Errors: INVALID */
clmodp_status clm_tasks_read(clm_error *error, clmodp_tasks *known, const clmodp_tasks *given);

/* Reads a caller's transport likewise, and checks it. Errors: INVALID */
clmodp_status clm_transport_read(clm_error *error, clmodp_transport *known,
                                 const clmodp_transport *given);

#endif
