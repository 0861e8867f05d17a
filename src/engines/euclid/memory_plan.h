/* How the work is cut so that it fits the device memory.
 *
 * Primes go in chunks: all buffers of a few words a lane exist for a whole chunk. Within a
 * chunk, tiles go in stripes: the remainder sequences' polynomials, p + q + 2 words a lane,
 * exist for one stripe only, and a small one stays in the caches between two stages. */
#ifndef CLM_ENGINES_EUCLID_MEMORY_PLAN_H
#define CLM_ENGINES_EUCLID_MEMORY_PLAN_H

#include "fpx/evaluate.h"
#include "multimodular/rows.h"

typedef struct clm_memory_plan {
    size_t lanes;         /* a prime: the points rounded up to a multiple of T */
    size_t primes;        /* primes a chunk at most */
    size_t tiles;         /* tiles a stripe, the last may have fewer */
    clm_evaluation method; /* never AUTO */
    size_t value_words;   /* of the stripe's polynomials, or what is in their place later */
    size_t scratch_words; /* for evaluation */
} clm_memory_plan;

/* Whether so many primes share tiles. In: as below; the memory does not count */
bool clm_memory_plan_share(const clmodp_context *ctx, size_t points, size_t primes,
                           const clm_row_layout *layout, clm_evaluation method);

/* Chunks for up to `primes` primes with so many points each, in the memory that the context
 * has left.
 *
 * In:     results  polynomials in x that come out
 *         method   AUTO, or the one to use
 *         interpolation_words  of scratch memory, in the place of the stripe's polynomials
 * Errors: DEVICE_MEMORY (not even one prime and one tile fit), LIMIT (size overflow) */
clmodp_status clm_memory_plan_create(clmodp_context *ctx, clm_memory_plan *out, size_t points,
                                     size_t primes, size_t results, const clm_row_layout *layout,
                                     clm_evaluation method, size_t interpolation_words);

/* Launches from residues to coefficients, of so many primes in one chunk, if no lane is unlucky.
 * Pre: points have no prime factor above 7 */
double clm_memory_plan_launches(const clmodp_context *ctx, size_t points, size_t primes,
                                size_t results, const clm_row_layout *layout);

#endif
