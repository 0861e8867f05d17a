/* Ranks as threads of one process, for tests that need no network. */
#ifndef TESTS_SUPPORT_TRANSPORT_H
#define TESTS_SUPPORT_TRANSPORT_H

#include <clmodp/distributed.h>

typedef struct transports transports;

/* Creates a transport for so many ranks. transports_destroy frees it and its messages. */
transports *transports_create(uint32_t ranks);
void transports_destroy(transports *all);

clmodp_transport *transport_of(transports *all, uint32_t rank);

/* Makes sending fail from now on after so many messages of all ranks; 0: never. */
void transports_fail_after(transports *all, unsigned messages);

/* Makes a rank that checks for messages wait until one arrives, like a stuck driver; 0: none. */
void transports_hold(transports *all, uint32_t rank);

/* Return the number of messages sent so far, and of bytes exchanged. */
unsigned transports_messages(transports *all);
size_t transports_exchanged(transports *all);

#endif
