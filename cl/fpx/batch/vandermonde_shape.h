/* Parameters of vandermonde.cl; kernels and host. */
#ifndef CLM_VANDERMONDE_SHAPE_H
#define CLM_VANDERMONDE_SHAPE_H

#include "../../arith/fp.h"

/* Residues of local memory for a work-group of `items` in vandermonde_window: two buffers for the
 * column a, behind zeros, and the pivots of a block. */
#define VANDERMONDE_SIDE(items, rows) (((size_t)(items) + 4) * (rows))
#define VANDERMONDE_LOCAL(items, rows) (2 * VANDERMONDE_SIDE(items, rows))

/* Residues of scratch memory: the denominators, and for vandermonde_block the pivots of two blocks
 * and VANDERMONDE_KEPT columns of each prime. */
#define VANDERMONDE_PIVOTS(primes) ((size_t)(primes))
#define VANDERMONDE_COLUMNS(primes, rows) \
    (VANDERMONDE_PIVOTS(primes) + 2 * 3 * (size_t)(rows) * (primes))
#define VANDERMONDE_KEPT 4

typedef struct vandermonde_shape {
    u32 primes;
    u32 points;
    u32 stride; /* residues from the points, or values, of one prime to those of the next */
    u32 block;  /* vandermonde_block: the current block of ROWS steps; previous ones are done */
    u32 column; /* vectors of a column in global memory, a multiple of ROWS. There are W times as
                   many slots, at least one per point */
} vandermonde_shape;

#endif
