/* Ranks that are threads of one process, for what needs no network. */
#ifndef TESTS_SUPPORT_TRANSPORT_H
#define TESTS_SUPPORT_TRANSPORT_H

#include <clmodp/distributed.h>

typedef struct transports transports;

/* As many ranks. They and their messages end with transports_destroy. */
transports *transports_create(uint32_t ranks);
void transports_destroy(transports *all);

clmodp_transport *transport_of(transports *all, uint32_t rank);

/* From now on sending fails after so many messages of all ranks; 0: never. */
void transports_fail_after(transports *all, unsigned messages);

/* From now on a rank that asks whether a message waits hears nothing until one does, as if its
 * driver was stuck until then; 0: none. */
void transports_hold(transports *all, uint32_t rank);

/* Messages that were sent so far, and bytes that were exchanged. */
unsigned transports_messages(transports *all);
size_t transports_exchanged(transports *all);

#endif
