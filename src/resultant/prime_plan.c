/* Choose points modulo a given prime. */
#include "resultant/prime_plan.h"

#include "arith/field.h"
#include "base/memory.h"

/* Nanoseconds of a core with AVX-512: a pair of coefficients in y at a point (bench/euclid), a
 * coefficient at a point and what else a point takes (bench/evaluate), a pair of points in
 * clm_vandermonde (bench/vandermonde). */
#define PAIR_COST 0.11
#define COEFFICIENT_COST 0.06
#define POINT_COST 5.0
#define VANDERMONDE_COST 3.0

static double point_cost(const clm_row_layout *layout)
{
    return PAIR_COST * (double)layout->p * (double)layout->q +
           COEFFICIENT_COST * (double)layout->residues + POINT_COST;
}

/* The least divisor of n that is at least `least` and has no prime factor above 7; 0 if there is
 * none. */
static uint32_t smooth_divisor(uint32_t n, uint64_t least)
{
    uint64_t best = 0;

    for (uint64_t a = 1; n % a == 0; a *= 7)
        for (uint64_t b = a; n % b == 0; b *= 5)
            for (uint64_t c = b; n % c == 0; c *= 3)
                for (uint64_t d = c; n % d == 0; d *= 2)
                    if (d >= least && (best == 0 || d < best))
                        best = d;
    return (uint32_t)best;
}

/* Points of the coset, or 0; *progression: those of the progression, or 0. */
static uint32_t choose_points(uint64_t least, uint32_t p, const clm_row_layout *layout,
                              clm_point_choice wanted, uint32_t *progression)
{
    uint32_t coset = wanted == CLM_POINTS_PROGRESSION ? 0 : smooth_divisor(p - 1, least);
    double each = point_cost(layout);

    *progression = wanted == CLM_POINTS_COSET || least > p - 1 ? 0 : (uint32_t)least;
    if (coset == 0 || *progression == 0)
        return coset;
    if ((double)coset * each <= (double)least * (each + VANDERMONDE_COST * (double)least))
        *progression = 0;
    else
        coset = 0;
    return coset;
}

clmodp_status clm_prime_plan_create(clm_error *error, clm_plan *out, const clm_bounds *bounds,
                                    uint32_t p, const clm_row_layout *layout,
                                    clm_point_choice wanted, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_plan plan = {.bounds = *bounds, .primes = 1};
    uint64_t width = bounds->degree - bounds->valuation + 1;
    uint32_t coset, progression, shift;

    *out = (clm_plan){0};
    if (p < 3 || width >= p - 1)
        return CLMODP_OK;
    plan.width = (size_t)width;
    coset = choose_points(width + 1, p, layout, wanted, &progression);
    if (coset == 0 && progression == 0)
        return CLMODP_OK;
    NEW(error, plan.prime, 1);
    NEW(error, plan.info, 1);
    plan.prime[0] = p;
    shift = 1 + (uint32_t)clm_random_below(random, p - 1);
    if (coset != 0) {
        plan.points = coset;
        plan.info[0] = clm_prime_info(p, coset, shift);
    } else {
        plan.points = progression;
        plan.info[0] = clm_prime_info(p, p - 1, shift);
        plan.progression = true;
        plan.lowered = bounds->valuation;
        plan.bounds.degree -= bounds->valuation;
        plan.bounds.valuation = 0;
    }
    *out = plan;
    plan = (clm_plan){0};
done:
    clm_plan_destroy(&plan);
    return st;
}
