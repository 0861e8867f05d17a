/* Choose points modulo a given prime. */
#include "engines/euclid/plan.h"

#include <math.h>

#include "arith/field.h"
#include "arith/prime.h"
#include "base/memory.h"
#include "cl/fpx/euclid_shape.h"
#include "engines/euclid/cost.h"
#include "fpx/vandermonde.h"

/* Bits of a prime that is chosen. */
#define PRIME_BITS 30.0

/* Nanoseconds of one of so many points in geometric progression. */
static double geometric_ns(const clm_row_layout *layout, double points, double results,
                           const clm_rates *rates)
{
    const clm_amounts sums = clm_euclid_sums_cost(layout);
    const clm_amounts output = clm_vandermonde_cost(points);
    clm_amounts all = clm_euclid_pair_cost(layout, rates);

    clm_amounts_add(&all, &sums, 1.0);
    clm_amounts_add(&all, &output, results / points);
    return clm_nanoseconds(&all, rates);
}

static double coset_ns(const clm_row_layout *layout, size_t points, const clm_rates *rates)
{
    const clm_amounts all = clm_euclid_coset_cost(layout, points, rates);

    return clm_nanoseconds(&all, rates);
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

/* Nanoseconds of a point modulo all the primes that results over Z ask for, by about Hadamard's
 * bound. */
static double integers_ns(const clm_row_layout *layout, size_t points, double results,
                          const clm_rates *rates)
{
    double primes = (double)(layout->p + layout->q) * norm_bits(layout) / PRIME_BITS + 1.0;
    clm_amounts all = clm_euclid_coset_cost(layout, points, rates);

    all.of[CLM_OP_LIFTED_SHORT] = results;
    all.of[CLM_OP_LIFTED_PAIR] = results * primes;
    return primes * clm_nanoseconds(&all, rates);
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

/* Points of the coset, or 0; *geometric: those of the geometric progression, or 0. */
static uint32_t choose_points(uint32_t *geometric, uint64_t least, const clm_request *request,
                              const clm_rates *rates)
{
    const clm_row_layout *layout = request->layout;
    const clm_point_choice wanted = request->options->points;
    const double points = (double)least, results = (double)request->outputs;
    const uint32_t p = request->modulus;
    uint32_t coset = wanted == CLM_POINTS_GEOMETRIC ? 0 : smooth_divisor(p - 1, least);
    double of_coset = INFINITY, of_geometric = INFINITY;

    *geometric = 0;
    if (coset != 0)
        of_coset = (double)coset * coset_ns(layout, coset, rates);
    if (wanted != CLM_POINTS_COSET && least <= p - 1)
        of_geometric = points * geometric_ns(layout, points, results, rates);
    if (wanted == CLM_POINTS_AUTO &&
        points * integers_ns(layout, clm_smooth_above((uint32_t)least), results, rates) <
            fmin(of_coset, of_geometric))
        return 0;
    if (of_coset > of_geometric) {
        *geometric = (uint32_t)least;
        coset = 0;
    }
    return coset;
}

/* The roots of unity that blocks of steps would like, as far as the prime has them. */
static uint32_t roots_of(const clm_row_layout *layout, uint32_t p)
{
    const uint32_t wanted = clm_euclid_wanted_roots(layout), twos = (p - 1) & -(p - 1);

    return p > EUCLID_PRIME_MAX ? 0 : twos < wanted ? twos : wanted;
}

clmodp_status clm_euclid_plan_modulo(clmodp_context *ctx, clm_euclid_plan *plan,
                                     const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;
    const uint32_t p = request->modulus;
    uint32_t coset, geometric, shift;

    if (p < 3 || base->width >= p - 1)
        return CLMODP_OK;
    coset = choose_points(&geometric, base->width + 1, request, &ctx->rates);
    if (coset == 0 && geometric == 0)
        return CLMODP_OK;
    NEW(&ctx->error, plan->prime, 1);
    NEW(&ctx->error, plan->info, 1);
    plan->prime[0] = p;
    shift = 1 + (uint32_t)clm_random_below(request->random, p - 1);
    plan->geometric = coset == 0;
    plan->roots = roots_of(base->layout, p);
    base->points = plan->order = plan->geometric ? geometric : coset;
    plan->info[0] = clm_prime_info(p, plan->geometric ? p - 1 : coset, shift);
    plan->lowered = plan->geometric ? base->bounds.valuation : 0;
    base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
    base->primes = 1;
done:
    return st;
}
