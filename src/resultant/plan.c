/* Choose points and primes for given bounds. */
#include "resultant/plan.h"

#include <math.h>
#include <stdlib.h>

#include "arith/field.h"
#include "arith/prime.h"
#include "base/memory.h"
#include "base/size.h"
#include "cl/fpx/euclid_shape.h"
#include "device/context.h"

#define PRIMES_BELOW (EUCLID_PRIME_MAX + 1)
#define PRIMES_STEP 4096 /* found, or prepared for the kernels, between questions of progress */
#define MOST_WIDTH ((uint64_t)1 << 30) /* p = 1 mod m needs m < p, and p < 2^31 */

/* The number of points, at least `least` and without prime factors above 7, that is likely to
 * cost least: evaluation joins the values at 16, 8 or 4 points if so many divide it, and stores
 * whole vectors if more of it are a power of 2 (cl/fpx/butterfly.cl). This is worth so many points
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

/* The plan's first `wanted` primes, below `below`; *found may be less if there are no more. */
static clmodp_status find_primes(clmodp_context *ctx, clm_plan *plan, size_t *found,
                                 size_t wanted, uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    size_t step, more;

    *found = 0;
    do {
        TRY(clm_progress(ctx, 0.0));
        step = clm_size_min(wanted - *found, PRIMES_STEP);
        more = clm_primes_below(plan->prime + *found, step, below, (uint32_t)plan->points);
        *found += more;
        if (*found > 0)
            below = plan->prime[*found - 1];
    } while (more == step && *found < wanted);
done:
    return st;
}

/* The primes of the plan, below `below`: N is not known before the primes are, since they
 * shrink. */
static clmodp_status choose_primes(clmodp_context *ctx, clm_plan *plan, uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    double bits = (double)plan->bounds.height_bits + 1.0; /* P > 2 * |coefficient| */
    double guess_bits = log2(below) - 0.01;

    for (;;) {
        size_t wanted = (size_t)(bits / guess_bits) + 2;
        size_t found;

        free(plan->prime);
        plan->prime = NULL;
        NEW(&ctx->error, plan->prime, wanted);
        TRY(find_primes(ctx, plan, &found, wanted, below));
        plan->primes = primes_for_bits(plan->prime, found, bits);
        if (plan->primes > 0)
            goto done;
        if (found < wanted && below < PRIMES_BELOW)
            below = PRIMES_BELOW; /* too few below the random place */
        else if (found < wanted)
            FAIL(&ctx->error, CLMODP_LIMIT,
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

static clmodp_status fill_info(clmodp_context *ctx, clm_plan *plan, clm_random *random)
{
    clmodp_status st = CLMODP_OK;

    NEW(&ctx->error, plan->info, plan->primes);
    for (size_t n = 0; n < plan->primes; n++) {
        uint32_t p = plan->prime[n];
        uint32_t shift = 1 + (uint32_t)clm_random_below(random, p - 1);

        if (n % PRIMES_STEP == 0)
            TRY(clm_progress(ctx, 0.0));
        plan->info[n] = clm_prime_info(p, (uint32_t)plan->points, shift);
    }
done:
    return st;
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

clmodp_status clm_plan_create(clmodp_context *ctx, clm_plan *out, const clm_bounds *bounds,
                              size_t results, clm_plan_aim aim, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_plan plan = {.bounds = *bounds, .results = results};

    TRY(clm_plan_width(&ctx->error, &plan.width, bounds));
    plan.points = aim == CLM_PLAN_PROOF ? choose_points(plan.width + 1)
                                        : clm_smooth_above((uint32_t)plan.width);
    TRY(choose_primes(ctx, &plan, first_prime_below(aim, random)));
    TRY(fill_info(ctx, &plan, random));
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
