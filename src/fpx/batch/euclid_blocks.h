/* Steps of lockstep Euclid in blocks (cl/fpx/batch/euclid_block.h): which, and what they take. */
#ifndef CLM_FPX_EUCLID_BLOCKS_H
#define CLM_FPX_EUCLID_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cl/fpx/batch/euclid_shape.h"
#include "cost/rates.h"

/* Blocks that are chosen have transforms of so many words at most. */
#define CLM_BLOCKS_ORDER 512

/* From this degree of both polynomials on blocks may be worth while, on whatever device. */
#define CLM_BLOCKS_DEGREE 1000

/* How steps are made in blocks; {0}: one by one. */
typedef struct clm_step_blocks {
    uint32_t steps; /* of a block */
    uint32_t order; /* words of its transforms, a power of 2 above `steps` */
    uint32_t least; /* the longer polynomial's degree where a block begins, at least; and at least
                       twice `steps` */
} clm_step_blocks;

/* Words a lane beside its values. */
size_t clm_step_blocks_space(clm_step_blocks blocks);

/* Have the table of a degree sequence, of so many steps, say where blocks begin: wherever so many
 * steps in a row take degrees down by one each. Returns whether there are any. */
bool clm_step_blocks_mark(euclid_step *table, uint32_t steps, clm_step_blocks blocks);

/* One lane of degrees p and q, as degrees fall generically.
 * Source: [Gathen, Gerhard 2013, 11.1]; see the kernel */
clm_amounts clm_step_blocks_cost(double p, double q, clm_step_blocks blocks);

/* The blocks that should take least, or none if that is so. order: of roots of unity that the
 * primes have, a power of 2. */
clm_step_blocks clm_step_blocks_choose(size_t p, size_t q, uint32_t order, const clm_rates *rates);

#endif
