/* Choose points and primes for given bounds. */
#include "resultant/plan.h"

#include <math.h>
#include <stdlib.h>

#include "arith/field.h"
#include "arith/prime.h"
#include "base/memory.h"
#include "cl/euclid_shape.h"

#define PRIMES_BELOW (EUCLID_PRIME_MAX + 1)
#define MOST_WIDTH ((uint64_t)1 << 30) /* p = 1 mod m needs m < p, and p < 2^31 */

/* The number of points, at least `least` and without prime factors above 7, that is likely to
 * cost least: evaluation joins the values at 16, 8 or 4 points if so many divide it, and stores
 * whole vectors if more of it are a power of 2 (cl/butterfly.cl). This is worth so many points
 * more as weight[] says, in percent (AVX-512, the rows of bench/resultant_table1.tsv), but never
 * more than a sixteenth. With few points other costs decide. */
static size_t choose_points(size_t least)
{
    static const uint64_t weight[] = {120, 120, 108, 104, 100, 98, 97, 96};
    const size_t most = least + least / 16;
    size_t points = clm_smooth_above((uint32_t)least);
    uint64_t cost = UINT64_MAX;

    for (unsigned k = 0; k < sizeof weight / sizeof *weight && least >= 128; k++) {
        size_t m = (size_t)clm_smooth_above((uint32_t)(((least - 1) >> k) + 1)) << k;

        if (m <= most && m * weight[k] < cost) {
            cost = m * weight[k];
            points = m;
        }
    }
    return points;
}

/* How many of the primes make their product exceed 2^bits; 0 if all do not. */
static size_t primes_for_bits(const uint32_t *prime, size_t found, double bits)
{
    double sum = 0.0;

    for (size_t n = 0; n < found; n++)
        if (clm_primes_exceed(&sum, prime[n], bits))
            return n + 1;
    return 0;
}

size_t clm_plan_primes(const clm_plan *plan, uint64_t bits)
{
    return primes_for_bits(plan->prime, plan->primes, (double)bits + 1.0);
}

/* The primes of the plan, below `below`: N is not known before the primes are, since they
 * shrink. */
static clmodp_status choose_primes(clm_error *error, clm_plan *plan, uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    double bits = (double)plan->bounds.height_bits + 1.0; /* P > 2 * |coefficient| */
    double guess_bits = log2(below) - 0.01;

    for (;;) {
        size_t wanted = (size_t)(bits / guess_bits) + 2;
        size_t found;

        free(plan->prime);
        plan->prime = NULL;
        NEW(error, plan->prime, wanted);
        found = clm_primes_below(plan->prime, wanted, below, (uint32_t)plan->points);
        plan->primes = primes_for_bits(plan->prime, found, bits);
        if (plan->primes > 0)
            goto done;
        if (found < wanted && below < PRIMES_BELOW)
            below = PRIMES_BELOW; /* too few below the random place */
        else if (found < wanted)
            FAIL(error, CLMODP_LIMIT,
                 "coefficients of %llu bits at %zu point%s need about %zu primes below %u "
                 "that are 1 modulo the number of points, and only %zu exist; lower the degrees",
                 (unsigned long long)plan->bounds.height_bits, plan->points,
                 CLM_S(plan->points), wanted, PRIMES_BELOW, found);
        else
            guess_bits -= 0.5; /* they reach further down than guessed */
    }
done:
    return st;
}

/* The largest primes, or ones from a random place in the upper quarter. */
static uint32_t first_prime_below(clm_plan_aim aim, clm_random *random)
{
    if (aim != CLM_PLAN_PROBE)
        return PRIMES_BELOW;
    return PRIMES_BELOW - (uint32_t)clm_random_below(random, PRIMES_BELOW / 4);
}

static void fill_info(clm_plan *plan, clm_random *random)
{
    for (size_t n = 0; n < plan->primes; n++) {
        uint32_t p = plan->prime[n];
        uint32_t shift = 1 + (uint32_t)clm_random_below(random, p - 1);

        plan->info[n] = clm_prime_info(p, (uint32_t)plan->points, shift);
    }
}

clmodp_status clm_plan_width(clm_error *error, size_t *width, const clm_bounds *bounds)
{
    const uint64_t wanted = bounds->degree - bounds->valuation + 1;

    if (wanted >= MOST_WIDTH)
        return clm_fail(error, CLMODP_LIMIT,
                        "the resultant may have %llu coefficients, but fewer than 2^30 can be "
                        "computed; lower the degrees",
                        (unsigned long long)wanted);
    *width = (size_t)wanted;
    return CLMODP_OK;
}

clmodp_status clm_plan_create(clm_error *error, clm_plan *out, const clm_bounds *bounds,
                              size_t results, clm_plan_aim aim, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_plan plan = {.bounds = *bounds, .results = results};

    TRY(clm_plan_width(error, &plan.width, bounds));
    plan.points = aim == CLM_PLAN_PROOF ? choose_points(plan.width + 1)
                                        : clm_smooth_above((uint32_t)plan.width);
    TRY(choose_primes(error, &plan, first_prime_below(aim, random)));
    NEW(error, plan.info, plan.primes);
    fill_info(&plan, random);
    *out = plan;
    plan = (clm_plan){0};
done:
    clm_plan_destroy(&plan);
    return st;
}

void clm_plan_destroy(clm_plan *plan)
{
    free(plan->prime);
    free(plan->info);
    *plan = (clm_plan){0};
}
