/* What work of the default engine costs, to choose between methods with the same result; and how
 * many primes there are for points in cosets: they have to be 1 modulo the order of one, so that
 * there are about as many times more of them as there are cosets. */
#ifndef CLM_ENGINES_EUCLID_COST_H
#define CLM_ENGINES_EUCLID_COST_H

#include <stddef.h>

#include "cost/rates.h"
#include "opencl/context.h"
#include "engines/euclid/memory_plan.h"
#include "fpx/batch/euclid.h"
#include "multimodular/rows.h"

/* What blocks of steps want of primes where degrees are so high that they may be worth while, on
 * whatever device; 0 elsewhere. */
uint32_t clm_euclid_wanted_roots(const clm_row_layout *layout);

/* A (prime, point): the remainder sequence, the division, and what else it takes, but for values
 * of the rows and interpolation. With steps in those blocks that should take least. */
clm_amounts clm_euclid_pair_cost(const clm_row_layout *layout, const clm_rates *rates);

/* The same with steps in these blocks; {0}: one by one. */
clm_amounts clm_euclid_blocks_cost(const clm_row_layout *layout, clm_step_blocks blocks);

/* Blocks of steps that should take least, if they save more than it takes to have their kernels;
 * the memory does not count. */
clm_step_blocks clm_euclid_choose_blocks(const clmodp_context *ctx,
                                         const clm_memory_work *work);

/* The values of the rows at a point by sums of products, but for their stores. */
clm_amounts clm_euclid_sums_cost(const clm_row_layout *layout);

/* The same, or by a method that is cheaper for long rows. */
clm_amounts clm_euclid_values_cost(const clm_row_layout *layout, const clm_rates *rates);

/* A point of a coset of so many, without joining several: its remainder sequence with steps in
 * these blocks, values of the rows, and interpolation. */
clm_amounts clm_euclid_point_cost(const clm_row_layout *layout, clm_step_blocks blocks,
                                  size_t points, const clm_rates *rates);

/* The same with steps in those blocks that should take least. */
clm_amounts clm_euclid_coset_cost(const clm_row_layout *layout, size_t points,
                                  const clm_rates *rates);

/* The seconds of it where the context's compute units share the lanes. */
double clm_euclid_lane_seconds(const clm_row_layout *layout, size_t points,
                               const clmodp_context *ctx);

/* Residues of all coefficients modulo so many primes. */
clm_amounts clm_euclid_reduction_cost(const clm_row_layout *layout, double primes);

/* About how many of the primes that plans choose from are 1 modulo the order, by the prime number
 * theorem. Pre: the order has no prime factor above 7 */
double clm_cosets_primes(size_t order);

/* The least points, without prime factors above 7, of each of so many cosets that together have
 * at least `least`. Pre: least is at most 2^31 */
size_t clm_cosets_order(size_t least, size_t cosets);

/* As few cosets as so many primes can be expected for; CLM_MOST_COSETS if they never can. A
 * prediction: plans look. */
size_t clm_cosets_expected(size_t least, double primes);

#endif
