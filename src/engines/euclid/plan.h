/* The default engine's plan: primes and points, chosen on the host while the context's progress
 * callback runs; and the functions that compute by it. */
#ifndef CLM_ENGINES_EUCLID_PLAN_H
#define CLM_ENGINES_EUCLID_PLAN_H

#include "cl/arith/prime_info.h"
#include "engines/engine.h"

/* The known-answer tests of the engine, as required by its plans. */
typedef enum clm_euclid_test {
    CLM_EUCLID_BASIC,      /* only stages common to all resultants, compiled before a first result:
                              plain sums, lockstep and formal-degree remainder sequences, with and
                              without first subresultants, degrees with gaps, several primes and
                              limbs */
    CLM_EUCLID_BUTTERFLY,  /* the two methods for split rows */
    CLM_EUCLID_TRANSFORM,
    CLM_EUCLID_SPARSE,     /* rows with few coefficients */
    CLM_EUCLID_SHARED,     /* primes sharing tiles, for few points */
    CLM_EUCLID_BLOCKS,     /* steps in blocks, for high degrees in y */
    CLM_EUCLID_COSETS,     /* points in several cosets */
    CLM_EUCLID_POWERS,     /* long polynomials of few terms, divided by powers of y */
    CLM_EUCLID_LARGE,      /* primes above EUCLID_PRIME_MAX */
    CLM_EUCLID_GEOMETRIC,  /* points in geometric progression */
    CLM_EUCLID_DETERMINANT, /* matrices */
    CLM_EUCLID_LARGE_DETERMINANT, /* matrices, and primes above EUCLID_PRIME_MAX */
    CLM_EUCLID_TESTS
} clm_euclid_test;

typedef struct clm_euclid_plan {
    clm_plan base;    /* first */
    size_t order;     /* m, points of a coset: a product of 2, 3, 5 and 7; geometric: all points */
    uint32_t roots;   /* order, a power of 2, of all primes' roots of unity for blocks of steps; 0:
                         none required */
    uint32_t *prime;  /* at most EUCLID_PRIME_MAX and 1 mod order, except a given prime */
    prime_info *info; /* the kernels' constants of each prime, at its first coset */
    uint32_t *shift;  /* [prime][coset], Montgomery: their powers s^m differ modulo each prime;
                         NULL: a single coset */
    bool geometric;   /* points are a geometric progression of any length */
    uint64_t lowered; /* power of x divided out before interpolation: with geometric points the
                         valuation of the bounds, else 0 */
} clm_euclid_plan;

static inline const clm_euclid_plan *clm_euclid_plan_of(const clm_plan *plan)
{
    return (const clm_euclid_plan *)plan;
}

/* Returns the constants of a prime of the plan at one of its cosets. */
static inline prime_info clm_euclid_prime(const clm_euclid_plan *plan, size_t prime, size_t coset)
{
    prime_info info = plan->info[prime];

    if (coset > 0) {
        info.shift = plan->shift[prime * plan->base.cosets + coset];
        info.shift_inverse = fp_inv(info.shift, info.field);
    }
    return info;
}

/* Functions of a clm_engine. Primes are the largest possible, except for a probe. */
clmodp_status clm_euclid_plan_complete(clmodp_context *ctx, clm_plan *plan,
                                       const clm_request *request);
void clm_euclid_plan_clear(clm_plan *plan);
clmodp_status clm_euclid_executor_create(clmodp_context *ctx, clm_executor **out,
                                         const clm_plan *plan, size_t most_primes, uint64_t seed);
clmodp_status clm_euclid_executor_run(clm_executor *worker, clm_images *images, size_t first,
                                      size_t count);
void clm_euclid_executor_clear(clm_executor *worker);

/* Makes a plan of equal primes, points and images in more cosets of a lower order: x^m - t is the
 * product of x^(m / parts) - u over the roots u of y^parts - t.
 *
 * Out:    out   requires only self-tests that the plan does not, or not for these orders; is
 *               destroyed like a plan
 * Pre:    parts divides the order; no geometric progression
 * Errors: HOST_MEMORY */
clmodp_status clm_euclid_plan_refine(clmodp_context *ctx, clm_euclid_plan **out,
                                     const clm_euclid_plan *plan, size_t parts);

/* Returns the points of each coset for a proof with `cosets` cosets. Pre: width is below 2^31 */
size_t clm_euclid_plan_order(const clm_row_layout *layout, size_t width, size_t cosets,
                             const clm_costs *costs);

/* Returns the waits for the device in a run of one chunk: for each coset's unlucky lanes, and for
 * coefficients. Tests count them. */
static inline double clm_euclid_run_waits(size_t cosets)
{
    return (double)cosets + 1.0;
}

/* See clm_engine; excludes the search for primes. Layouts without coefficients count as having
 * short ones. Assumes the fewest cosets for which enough primes are expected, or the context's. */
clm_amounts clm_euclid_cost(const clm_row_layout *layout, clm_minors minors, double width,
                            double primes, double batches, const clmodp_context *ctx);

#endif
