/* The shape of a batch of Vandermonde systems; shared by kernels and host. */
#ifndef CLM_VANDERMONDE_SHAPE_H
#define CLM_VANDERMONDE_SHAPE_H

#include "../../arith/fp.h"

/* Residues of local memory of a work-group of `items` in vandermonde_window: two places for the
 * column a, behind zeros, and the pivots of a block. */
#define VANDERMONDE_SIDE(items, rows) (((size_t)(items) + 4) * (rows))
#define VANDERMONDE_LOCAL(items, rows) (2 * VANDERMONDE_SIDE(items, rows))

/* Residues of scratch memory: the denominators, then for vandermonde_block the pivots of two
 * blocks of each prime and its VANDERMONDE_KEPT columns. */
#define VANDERMONDE_PIVOTS(primes) ((size_t)(primes))
#define VANDERMONDE_COLUMNS(primes, rows) \
    (VANDERMONDE_PIVOTS(primes) + 2 * 3 * (size_t)(rows) * (primes))
#define VANDERMONDE_KEPT 4

typedef struct vandermonde_shape {
    u32 primes;
    u32 points;
    u32 stride; /* residues from the points or values of one prime to the next */
    u32 block;  /* vandermonde_block: of ROWS steps, those before it done */
    u32 column; /* vectors of a column in global memory, a multiple of ROWS; W times as many slots
                   are at least one for each point */
} vandermonde_shape;

#endif
