/* Implements a message transport between threads of one process. */
#include "support/transport.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 8 };

typedef struct message {
    struct message *next;
    uint32_t from;
    void *bytes;
    size_t size;
} message;

typedef struct place {
    clmodp_transport transport;
    transports *all;
    message *first, **last;
    const void *out; /* of the current exchange */
    const size_t *out_sizes;
} place;

struct transports {
    place places[MOST_PLACES];
    uint32_t ranks;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_barrier_t together;
    unsigned sent, most;
    size_t exchanged;
    uint32_t held; /* the rank that gets no reply; 0: none */
};

/* Aborts unless the condition holds. Ranks are threads, which cmocka's assertions cannot leave. */
static void must(bool condition)
{
    if (!condition)
        abort();
}

static clmodp_status send_message(void *user, uint32_t to, const void *bytes, size_t size)
{
    const place *from = user;
    place *at = &from->all->places[to];
    message *m = calloc(1, sizeof *m);
    bool fails;

    must(m != NULL && to < from->all->ranks && to != from->transport.rank);
    *m = (message){.from = from->transport.rank, .bytes = malloc(size + 1), .size = size};
    must(m->bytes != NULL);
    memcpy(m->bytes, bytes, size);
    pthread_mutex_lock(&from->all->lock);
    fails = from->all->most != 0 && from->all->sent >= from->all->most;
    if (!fails) {
        from->all->sent++;
        *at->last = m;
        at->last = &m->next;
        pthread_cond_broadcast(&from->all->changed);
    }
    pthread_mutex_unlock(&from->all->lock);
    if (fails) {
        free(m->bytes);
        free(m);
    }
    return fails ? CLMODP_FILE : CLMODP_OK;
}

static clmodp_status message_waits(void *user, int *yes)
{
    place *at = user;

    pthread_mutex_lock(&at->all->lock);
    while (at->first == NULL && at->all->held != 0 && at->all->held == at->transport.rank)
        pthread_cond_wait(&at->all->changed, &at->all->lock);
    *yes = at->first != NULL;
    pthread_mutex_unlock(&at->all->lock);
    return CLMODP_OK;
}

static clmodp_status receive_message(void *user, uint32_t *from, void **bytes, size_t *size)
{
    place *at = user;
    message *m;

    pthread_mutex_lock(&at->all->lock);
    while (at->first == NULL)
        pthread_cond_wait(&at->all->changed, &at->all->lock);
    m = at->first;
    at->first = m->next;
    if (at->first == NULL)
        at->last = &at->first;
    pthread_mutex_unlock(&at->all->lock);
    *from = m->from;
    *bytes = m->bytes;
    *size = m->size;
    free(m);
    return CLMODP_OK;
}

static clmodp_status exchange(void *user, const void *out, const size_t *out_sizes, void *in,
                              const size_t *in_sizes)
{
    place *own = user;
    transports *all = own->all;
    char *to = in;

    own->out = out;
    own->out_sizes = out_sizes;
    pthread_barrier_wait(&all->together);
    for (uint32_t k = 0; k < all->ranks; k++) {
        const place *other = &all->places[k];
        const char *from = other->out;

        for (uint32_t n = 0; n < own->transport.rank; n++)
            from += other->out_sizes[n];
        must(other->out_sizes[own->transport.rank] == in_sizes[k]);
        memcpy(to, from, in_sizes[k]);
        to += in_sizes[k];
    }
    pthread_mutex_lock(&all->lock);
    all->exchanged += (size_t)(to - (char *)in);
    pthread_mutex_unlock(&all->lock);
    pthread_barrier_wait(&all->together);
    return CLMODP_OK;
}

transports *transports_create(uint32_t ranks)
{
    transports *all = calloc(1, sizeof *all);

    must(all != NULL && ranks >= 1 && ranks <= MOST_PLACES);
    all->ranks = ranks;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->changed, NULL);
    pthread_barrier_init(&all->together, NULL, ranks);
    for (uint32_t k = 0; k < ranks; k++) {
        place *p = &all->places[k];

        *p = (place){.all = all};
        p->last = &p->first;
        p->transport = (clmodp_transport){.size = sizeof p->transport, .user = p, .rank = k,
                                          .ranks = ranks, .send = send_message,
                                          .waits = message_waits, .receive = receive_message,
                                          .exchange = exchange};
    }
    return all;
}

void transports_destroy(transports *all)
{
    for (uint32_t k = 0; k < all->ranks; k++) {
        int waits;

        while (message_waits(&all->places[k], &waits) == CLMODP_OK && waits) {
            uint32_t from;
            void *bytes;
            size_t size;

            (void)receive_message(&all->places[k], &from, &bytes, &size);
            free(bytes);
        }
    }
    pthread_barrier_destroy(&all->together);
    pthread_cond_destroy(&all->changed);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

clmodp_transport *transport_of(transports *all, uint32_t rank)
{
    return &all->places[rank].transport;
}

void transports_fail_after(transports *all, unsigned messages)
{
    pthread_mutex_lock(&all->lock);
    all->most = messages;
    pthread_mutex_unlock(&all->lock);
}

void transports_hold(transports *all, uint32_t rank)
{
    pthread_mutex_lock(&all->lock);
    all->held = rank;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
}

unsigned transports_messages(transports *all)
{
    unsigned sent;

    pthread_mutex_lock(&all->lock);
    sent = all->sent;
    pthread_mutex_unlock(&all->lock);
    return sent;
}

size_t transports_exchanged(transports *all)
{
    size_t exchanged;

    pthread_mutex_lock(&all->lock);
    exchanged = all->exchanged;
    pthread_mutex_unlock(&all->lock);
    return exchanged;
}
