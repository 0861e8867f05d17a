/* Memory plans of the default engine, which fit the work to the device memory; its predicted cost;
 * and the supply of primes for cosets: 1 modulo a coset's order.
 *
 * Primes are processed in chunks, for which the residues of the inputs exist. Cosets of a chunk
 * follow each other: buffers of a few words per lane exist for one coset, except the polynomials
 * combined from all. If not even one prime fits, its cosets are cut in parts, cosets of a lower
 * order with the same points and images. The tiles of a coset of all primes of a chunk are
 * processed in stripes, small enough to stay in caches between stages. The polynomials of the
 * remainder sequences, a word for each row and lane, the space of blocks of steps and the
 * remainders of a first division by powers exist for one stripe. */
#ifndef CLM_ENGINES_EUCLID_MEMORY_PLAN_H
#define CLM_ENGINES_EUCLID_MEMORY_PLAN_H

#include <stddef.h>

#include "cost/cost.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/evaluate.h"
#include "multimodular/rows.h"
#include "opencl/context.h"

typedef struct clm_memory_plan {
    size_t parts;           /* parts of each coset, which later stages treat as cosets */
    size_t lanes;           /* lanes per prime: points of a coset, rounded up to a multiple of T */
    size_t primes;          /* primes per chunk at most */
    size_t tiles;           /* tiles per stripe; the last stripe may have fewer */
    clm_evaluation method;  /* never AUTO */
    clm_step_blocks blocks; /* blocks of steps of remainder sequences; {0}: none */
    size_t value_words;     /* of the stripe's polynomials and space of blocks; reused later */
    size_t scratch_words;   /* for evaluation */
    size_t divided_words;   /* of the stripe's remainders in a first division by powers */
} clm_memory_plan;

/* The work to be cut. */
typedef struct clm_memory_work {
    const clm_row_layout *layout;
    size_t points, cosets; /* modulo each prime: points of each coset, number of cosets */
    size_t primes;
    uint32_t roots;         /* order of roots of unity modulo all primes, 2^k; 0: no blocks */
    clm_step_blocks blocks; /* {0}: the blocks of least predicted cost */
    size_t results;         /* polynomials in x computed modulo each prime */
    size_t denominators;    /* of their values */
    clm_evaluation method;  /* AUTO, or the method to use */
    bool geometric;         /* points are in geometric progression, and stay together */
} clm_memory_work;

/* Returns the denominators of each pair; determinants have none. */
static inline size_t clm_euclid_denominators(const clm_row_layout *layout, clm_minors minors)
{
    return layout->matrix.order > 0 ? 0 : minors.count;
}

/* Returns whether the primes share tiles, regardless of the memory. */
bool clm_memory_plan_shares_tiles(const clmodp_context *ctx, const clm_memory_work *work);

/* Plans chunks in the context's remaining memory.
 * Errors: DEVICE_MEMORY (not even a prime and a tile fit, in any number of parts; the message has
 *         the least requirement), LIMIT (size overflow) */
clmodp_status clm_memory_plan_create(clmodp_context *ctx, clm_memory_plan *out,
                                     const clm_memory_work *work);

/* Returns the launches from residues to coefficients, with one chunk, the cheapest method and no
 * unlucky lane. Pre: points have no prime factor above 7 */
double clm_memory_plan_launches(const clmodp_context *ctx, const clm_memory_work *work);

/* Returns the order of roots of unity for blocks of steps if, by the degrees, blocks may pay on
 * some device; else 0. */
uint32_t clm_euclid_block_roots(const clm_row_layout *layout);

/* Returns the cost of a (prime, point) in blocks of least predicted cost: remainder sequence,
 * division and overhead, but neither values of the rows nor interpolation. */
clm_amounts clm_euclid_pair_cost(const clm_row_layout *layout, const clm_costs *costs);

/* Returns the blocks of steps of least predicted cost, if they save more than compilation; ignores
 * memory. */
clm_step_blocks clm_euclid_choose_blocks(const clmodp_context *ctx, const clm_memory_work *work);

/* Returns the cost of the rows' values at a point by sums of products, without stores. */
clm_amounts clm_euclid_sums_cost(const clm_row_layout *layout);

/* Returns the cost of the rows' values at a point by sums or, if cheaper, by a method for long
 * rows. */
clm_amounts clm_euclid_values_cost(const clm_row_layout *layout, const clm_costs *costs);

/* Returns the cost of a point in a coset of `points`: remainder sequence in these blocks, values
 * of the rows, and interpolation, but no combination of cosets. */
clm_amounts clm_euclid_point_cost(const clm_row_layout *layout, clm_step_blocks blocks,
                                  size_t points, const clm_costs *costs);

/* Returns the cost of a point for all outputs beyond the first, in a coset of `points`. */
clm_amounts clm_euclid_more_cost(clm_minors minors, size_t points);

/* Returns clm_euclid_point_cost with the blocks of steps of least predicted cost. */
clm_amounts clm_euclid_usual_point_cost(const clm_row_layout *layout, size_t points,
                                        const clm_costs *costs);

/* Returns the seconds of a point with these blocks, if all compute units share the lanes. */
double clm_euclid_point_seconds(const clm_row_layout *layout, size_t points,
                                const clmodp_context *ctx);

/* Returns the cost of reducing all coefficients modulo `primes` primes. */
clm_amounts clm_euclid_reduction_cost(const clm_row_layout *layout, double primes);

/* Estimates how many of the plans' primes are 1 modulo the order, by the prime number theorem.
 * Pre: the order has no prime factor above 7 */
double clm_cosets_primes(size_t order);

/* Returns the least number of points of each coset, without prime factors above 7, for a total of
 * at least `least`. Pre: least is at most 2^31 */
size_t clm_coset_points(size_t least, size_t cosets);

/* Estimates the least number of cosets for which `primes` primes exist; CLM_MOST_COSETS if none
 * suffices. Plans search the primes. */
size_t clm_cosets_for_primes(size_t least, double primes);

#endif
