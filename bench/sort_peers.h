/* Sorting functions of the host for comparison. */
#ifndef BENCH_SORT_PEERS_H
#define BENCH_SORT_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* On one thread. */
void sort_peer_std(uint32_t *keys, size_t count);
void sort_peer_highway(uint32_t *keys, size_t count); /* only with HAVE_HIGHWAY */

#ifdef __cplusplus
}
#endif
#endif
