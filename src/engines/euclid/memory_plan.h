/* How the work is cut so that it fits the device memory.
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

#include "fpx/batch/euclid.h"
#include "fpx/batch/evaluate.h"
#include "multimodular/rows.h"

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

#endif
