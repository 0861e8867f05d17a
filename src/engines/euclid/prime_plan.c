/* Choose points modulo a given prime. */
#include "engines/euclid/plan.h"

#include <math.h>

#include "arith/field.h"
#include "base/memory.h"
#include "engines/euclid/cost.h"

/* Nanoseconds of a core with AVX-512: a point in clm_vandermonde, which launches a kernel every
 * few, and a pair of points there (bench/vandermonde); a residue to be lifted, as far as that
 * does not depend on the number of primes, and what each prime adds to it (bench/lift; cost.c has
 * one flat figure). */
#define VANDERMONDE_POINT_COST 1000.0
#define VANDERMONDE_COST 0.4
#define LIFT_BASE_COST 20.0
#define LIFT_PRIME_COST 0.4

/* Bits of a prime that is chosen. */
#define PRIME_BITS 30.0

/* One of so many points in progression. */
static double progression_cost(const clm_row_layout *layout, double points, double results)
{
    return clm_cost_pair(layout) + clm_cost_sums(layout) +
           (VANDERMONDE_POINT_COST + VANDERMONDE_COST * points) * results;
}

/* The bits of the 2-norm of f's and g's coefficients, the mean of both; they are below 2^31. */
static double norm_bits(const clm_row_layout *layout)
{
    double sum = 0.0;

    for (size_t k = 0; k < layout->residues; k++) {
        mpz_srcptr c = layout->coefficients[k];

        sum += c != NULL ? mpz_get_d(c) * mpz_get_d(c) : 0.0;
    }
    return 0.5 * log2(fmax(0.5 * sum, 1.0));
}

/* A point modulo all the primes that results over Z ask for, by about Hadamard's bound. */
static double integers_cost(const clm_row_layout *layout, double results)
{
    double primes = (double)(layout->p + layout->q) * norm_bits(layout) / PRIME_BITS + 1.0;

    return primes *
           (clm_cost_coset(layout) + results * (LIFT_BASE_COST + LIFT_PRIME_COST * primes));
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
                              size_t results, clm_point_choice wanted, uint32_t *progression)
{
    const double points = (double)least, count = (double)results;
    uint32_t coset = wanted == CLM_POINTS_PROGRESSION ? 0 : smooth_divisor(p - 1, least);
    double of_coset = INFINITY, of_progression = INFINITY;

    *progression = 0;
    if (coset != 0)
        of_coset = (double)coset * clm_cost_coset(layout);
    if (wanted != CLM_POINTS_COSET && least <= p - 1)
        of_progression = points * progression_cost(layout, points, count);
    if (wanted == CLM_POINTS_AUTO &&
        points * integers_cost(layout, count) < fmin(of_coset, of_progression))
        return 0;
    if (of_coset > of_progression) {
        *progression = (uint32_t)least;
        coset = 0;
    }
    return coset;
}

clmodp_status clm_euclid_plan_modulo(clm_error *error, clm_euclid_plan *plan,
                                     const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;
    const uint32_t p = request->modulus;
    uint32_t coset, progression, shift;

    if (p < 3 || base->width >= p - 1)
        return CLMODP_OK;
    coset = choose_points(base->width + 1, p, request->layout, request->outputs,
                          request->options->points, &progression);
    if (coset == 0 && progression == 0)
        return CLMODP_OK;
    NEW(error, plan->prime, 1);
    NEW(error, plan->info, 1);
    plan->prime[0] = p;
    shift = 1 + (uint32_t)clm_random_below(request->random, p - 1);
    plan->progression = coset == 0;
    base->points = plan->progression ? progression : coset;
    plan->info[0] = clm_prime_info(p, plan->progression ? p - 1 : coset, shift);
    plan->lowered = plan->progression ? base->bounds.valuation : 0;
    base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
    base->primes = 1;
done:
    return st;
}
