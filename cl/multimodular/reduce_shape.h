/* Parameters of reduce.cl and reduce_words.cl; kernels and host. */
#ifndef CLM_REDUCE_SHAPE_H
#define CLM_REDUCE_SHAPE_H

#include "../arith/fp.h"

/* Primes of one work-item in both kernels, so that blocks suit both. */
#define REDUCE_PRIMES 4

/* One launch. The integers form sets of equally many tiles, one set for each block of primes. */
typedef struct reduce_part {
    u32 first, end; /* primes of the launch; first - start is a multiple of REDUCE_PRIMES */
    u32 start;      /* first prime of block 0 */
    u32 block;      /* primes of a block, a multiple of REDUCE_PRIMES if there are several */
    u32 count;      /* integers of a set */
    u32 place;      /* index of a set's first integer among the residues modulo a prime */
    u32 stride;     /* residues modulo each prime */
} reduce_part;

#endif
