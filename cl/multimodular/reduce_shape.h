/* How a batch of reductions is cut; shared by kernels and host. */
#ifndef CLM_REDUCE_SHAPE_H
#define CLM_REDUCE_SHAPE_H

#include "../arith/fp.h"

/* Primes modulo which one work-item reduces its integers: the same for both kernels, so that
 * blocks suit both. */
#define REDUCE_PRIMES 4

/* A launch. The integers come in sets of as many tiles each; one set for each block of primes. */
typedef struct reduce_part {
    u32 first, end; /* primes of the launch; first - start is a multiple of REDUCE_PRIMES */
    u32 start;      /* where the primes of block 0 begin */
    u32 block;      /* primes of a block, a multiple of REDUCE_PRIMES if there are several */
    u32 count;      /* integers of a set */
    u32 place;      /* of a set's first integer, among the residues modulo a prime */
    u32 stride;     /* residues modulo each prime */
} reduce_part;

#endif
