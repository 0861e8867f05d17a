/* Points and primes of the default engine, found on the host while the context is asked for
 * progress; and what computes by them. */
#ifndef CLM_ENGINES_EUCLID_PLAN_H
#define CLM_ENGINES_EUCLID_PLAN_H

#include "cl/arith/prime_info.h"
#include "engines/engine.h"

/* The known answers that plans rest on: the engine's tests. */
typedef enum clm_euclid_test {
    CLM_EUCLID_BASIC,      /* what every resultant goes through, and no more, since it is compiled
                              before a first answer: plain sums, lockstep and formal-degree
                              remainder sequences, with first subresultants and without, degrees
                              with gaps, several primes and limbs */
    CLM_EUCLID_BUTTERFLY,  /* the two methods for rows that are split */
    CLM_EUCLID_TRANSFORM,
    CLM_EUCLID_SHARED,     /* primes that share tiles where points are few */
    CLM_EUCLID_BLOCKS,     /* steps in blocks where degrees in y are high */
    CLM_EUCLID_COSETS,     /* points in several cosets */
    CLM_EUCLID_POWERS,     /* long polynomials of few terms, divided by powers of y */
    CLM_EUCLID_LARGE,      /* primes above EUCLID_PRIME_MAX */
    CLM_EUCLID_GEOMETRIC,  /* points in geometric progression */
    CLM_EUCLID_TESTS
} clm_euclid_test;

typedef struct clm_euclid_plan {
    clm_plan base;    /* first */
    size_t order;     /* m, points of a coset: a product of 2, 3, 5 and 7; geometric: all points */
    uint32_t roots;   /* order of roots of unity for blocks of steps, that all primes have, a power
                         of 2; 0: none were looked for */
    uint32_t *prime;  /* at most EUCLID_PRIME_MAX, each 1 mod order, unless it was given */
    prime_info *info; /* the kernels' constants of each prime, at its first coset */
    uint32_t *shift;  /* [prime][coset], Montgomery: their powers s^m differ modulo each prime;
                         NULL: there is but one coset */
    bool geometric;   /* the points are any geometric progression, of a number of points with any
                         prime factors */
    uint64_t lowered; /* power of x that is divided out before interpolation: with points in
                         geometric progression the valuation of the bounds, else 0 */
} clm_euclid_plan;

static inline const clm_euclid_plan *clm_euclid_plan_of(const clm_plan *plan)
{
    return (const clm_euclid_plan *)plan;
}

/* The constants of a prime of the plan at one of its cosets. */
static inline prime_info clm_euclid_prime(const clm_euclid_plan *plan, size_t prime, size_t coset)
{
    prime_info info = plan->info[prime];

    if (coset > 0) {
        info.shift = plan->shift[prime * plan->base.cosets + coset];
        info.shift_inverse = fp_inv(info.shift, info.field);
    }
    return info;
}

/* Functions of a clm_engine. Primes are the largest but for a probe. */
clmodp_status clm_euclid_plan_complete(clmodp_context *ctx, clm_plan *plan,
                                       const clm_request *request);
void clm_euclid_plan_clear(clm_plan *plan);
clmodp_status clm_euclid_worker_create(clmodp_context *ctx, clm_worker **out,
                                       const clm_plan *plan, size_t most_primes, uint64_t seed);
clmodp_status clm_euclid_worker_run(clm_worker *worker, clm_images *images, size_t first,
                                    size_t count);
void clm_euclid_worker_clear(clm_worker *worker);

/* The same primes and points in more cosets, of a lower order: x^m - t is the product of the
 * x^(m / parts) - u over the roots u of y^parts - t. Images are those of the plan.
 *
 * Out:    out   needs what the plan does not, or not for these orders; to be destroyed like a plan
 * Pre:    parts divides the order; no geometric progression
 * Errors: HOST_MEMORY */
clmodp_status clm_euclid_plan_refine(clmodp_context *ctx, clm_euclid_plan **out,
                                     const clm_euclid_plan *plan, size_t parts);

/* Points of each coset of a proof, if they lie in so many. Pre: width is below 2^31 */
size_t clm_euclid_plan_order(const clm_row_layout *layout, size_t width, size_t cosets,
                             const clm_rates *rates);

/* What a run of one chunk waits for: unlucky lanes of each coset, and coefficients; tests count
 * it. */
static inline double clm_euclid_run_waits(size_t cosets)
{
    return (double)cosets + 1.0;
}

/* See clm_engine; primes are found beforehand. A layout without coefficients is taken for one
 * of short ones. Points lie in as few cosets as so many primes can be expected for, or in as many
 * as the context wants. */
clm_amounts clm_euclid_cost(const clm_row_layout *layout, double width, double primes,
                            double batches, const clmodp_context *ctx);

#endif
