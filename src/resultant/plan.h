/* What will be computed: bounds, evaluation points and primes. On the
 * host; the context is asked for progress. */
#ifndef CLM_RESULTANT_PLAN_H
#define CLM_RESULTANT_PLAN_H

#include <clmodp/resultant.h>

#include "base/random.h"
#include "bounds/bounds.h"
#include "cl/arith/prime_info.h"

/* The images of R modulo each prime are those of window.h. */
typedef struct clm_plan {
    clm_bounds bounds;
    size_t width;       /* M: coefficients that may be non-zero */
    size_t points;      /* m, a product of 2, 3, 5 and 7 */
    size_t primes;      /* N */
    size_t results;     /* polynomials with these bounds: R, or R, s_10 and s_11, where the first
                           subresultant is s_11 y + s_10 */
    uint32_t *prime;    /* decreasing, at most EUCLID_PRIME_MAX, each 1 mod points; but see
                           prime_plan.h */
    prime_info *info;   /* the kernels' constants of each prime */
    bool progression;   /* the points are any geometric progression, of a number of points with
                           any prime factors, and images are those of R / x^lowered, which
                           the bounds are of */
    uint64_t lowered;
} clm_plan;

/* What the images are for. */
typedef enum clm_plan_aim {
    CLM_PLAN_PROOF,    /* m > M, so that at least one coefficient of each image is redundant */
    CLM_PLAN_PROBE,    /* m >= M; primes from a random place downwards: no input misleads it */
    CLM_PLAN_CANDIDATE /* m >= M; what is made of it will be checked */
} clm_plan_aim;

/* Points and primes, the largest but for PROBE. The primes' product exceeds twice the bound on
 * the height.
 *
 * Pre: bounds.zero is false. Release with clm_plan_destroy ({0} is safe).
 * InOut:  random  draws the shifts: the points are random cosets of the roots of unity, so
 *                 that inputs that are special at +-1 are not special at the points
 * Errors: LIMIT (no prime has so many roots of unity, or too few have), HOST_MEMORY,
 *         CANCELLED */
clmodp_status clm_plan_create(clmodp_context *ctx, clm_plan *out, const clm_bounds *bounds,
                              size_t results, clm_plan_aim aim, clm_random *random);
void clm_plan_destroy(clm_plan *plan);

/* M, the number of coefficients that the bounds allow. Pre: bounds.zero is false. Errors: LIMIT
 * (2^30 or more) */
clmodp_status clm_plan_width(clm_error *error, size_t *width, const clm_bounds *bounds);

/* How many of its primes suffice for coefficients below 2^bits in absolute value; bits at most
 * those of the plan's bounds. */
size_t clm_plan_primes(const clm_plan *plan, uint64_t bits);

#endif
