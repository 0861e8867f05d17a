/* How the work is cut so that it fits the device memory; what work costs, to choose between
 * methods with the same result; and how many primes there are for points in cosets: they have to
 * be 1 modulo the order of a coset, so that there are about as many times more of them as there
 * are cosets.
 *
 * Primes go in chunks: the residues of the inputs exist for a whole chunk. Within a chunk, cosets
 * of points go one after the other: all buffers of a few words a lane exist for one of them, but
 * for the polynomials that are joined from all. Where not even one prime fits, its cosets are cut
 * in parts, which are cosets of a lower order: the same points, and the same images. Within a
 * coset of all primes of a chunk, tiles go in stripes: the remainder sequences' polynomials, a
 * word a row and lane, with what blocks of steps take and the remainders of a first division by
 * powers, exist for one stripe only, and a small one stays in the caches between two stages. */
#ifndef CLM_ENGINES_EUCLID_MEMORY_PLAN_H
#define CLM_ENGINES_EUCLID_MEMORY_PLAN_H

#include <stddef.h>

#include "cost/rates.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/evaluate.h"
#include "multimodular/rows.h"
#include "opencl/context.h"

typedef struct clm_memory_plan {
    size_t parts;         /* of each coset, which are taken for cosets from then on */
    size_t lanes;         /* a prime: the points of a coset rounded up to a multiple of T */
    size_t primes;        /* primes a chunk at most */
    size_t tiles;         /* tiles a stripe, the last may have fewer */
    clm_evaluation method; /* never AUTO */
    clm_step_blocks blocks;    /* of steps of remainder sequences; {0}: none */
    size_t value_words;   /* of the stripe's polynomials, with what blocks take behind them; or
                             what is in their place later */
    size_t scratch_words; /* for evaluation */
    size_t divided_words; /* of the stripe's remainders, if the first division is by powers */
} clm_memory_plan;

/* What is to be cut. */
typedef struct clm_memory_work {
    const clm_row_layout *layout;
    size_t points, cosets; /* modulo each prime: points of each of so many cosets */
    size_t primes;
    uint32_t roots;        /* order of roots of unity modulo all of them, a power of 2; 0: there
                              are no blocks of steps */
    clm_step_blocks blocks;     /* {0}: those that should take least */
    size_t results;        /* polynomials in x that come out modulo each */
    clm_evaluation method; /* AUTO, or the one to use */
    bool geometric;        /* the points are in geometric progression, and stay together */
} clm_memory_work;

/* Whether the primes share tiles; the memory does not count. */
bool clm_memory_plan_share(const clmodp_context *ctx, const clm_memory_work *work);

/* Chunks of all primes at most, in the memory that the context has left.
 * Errors: DEVICE_MEMORY (not even a prime and a tile fit, in however many parts; the message has
 *         the least that is needed), LIMIT (size overflow) */
clmodp_status clm_memory_plan_create(clmodp_context *ctx, clm_memory_plan *out,
                                     const clm_memory_work *work);

/* Launches from residues to coefficients, of all primes in one chunk, if no lane is unlucky, by
 * the method that costs least. Pre: points have no prime factor above 7 */
double clm_memory_plan_launches(const clmodp_context *ctx, const clm_memory_work *work);

/* What blocks of steps want of primes where degrees are so high that they may be worth while, on
 * whatever device; 0 elsewhere. */
uint32_t clm_euclid_wanted_roots(const clm_row_layout *layout);

/* A (prime, point): the remainder sequence, the division, and what else it takes, but for values
 * of the rows and interpolation. With steps in those blocks that should take least. */
clm_amounts clm_euclid_pair_cost(const clm_row_layout *layout, const clm_rates *rates);

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
