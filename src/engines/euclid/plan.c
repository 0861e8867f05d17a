/* Choose points and primes for given bounds. */
#include "engines/euclid/plan.h"

#include <math.h>
#include <stdlib.h>

#include "arith/field.h"
#include "base/memory.h"
#include "base/size.h"
#include "cl/fpx/euclid_shape.h"
#include "engines/euclid/cost.h"
#include "engines/euclid/programs.h"
#include "engines/euclid/trust.h"

#define PRIMES_BELOW (EUCLID_PRIME_MAX + 1)
#define EVALUATION_SHARE 0.1 /* of the time of a point, from which on its wishes count whole */
#define MOST_TWOS 7 /* powers of 2 that are looked for */
#define PRIMES_STEP 4096 /* found, or prepared for the kernels, between questions of progress */

/* How much of it counts what evaluation would like: less where the remainder sequences take nearly
 * all of the time, as with high degrees in y. */
static double evaluation_counts(const clm_row_layout *layout, size_t points,
                                const clm_rates *rates)
{
    const clm_amounts values = clm_euclid_values_cost(layout, rates);
    const clm_amounts point = clm_euclid_coset_cost(layout, points, rates);

    return fmin(clm_nanoseconds(&values, rates) / clm_nanoseconds(&point, rates) /
                    EVALUATION_SHARE, 1.0);
}

/* The number of points, at least `least` and without prime factors above 7, that is likely to
 * cost least: powers of 2 that divide it are worth some points more (cl/fpx/butterfly.cl), but
 * never more than a sixteenth. With few points other costs decide. */
static size_t choose_points(size_t least, const clm_row_layout *layout, const clm_rates *rates)
{
    const size_t most = least + least / 16;
    size_t points = clm_smooth_above((uint32_t)least);
    const double counts = evaluation_counts(layout, points, rates);
    double best = INFINITY;

    for (unsigned k = 0; k <= MOST_TWOS && least >= 128; k++) {
        size_t m = (size_t)clm_smooth_above((uint32_t)(((least - 1) >> k) + 1)) << k;
        double cost = (double)m * (1.0 + counts * (clm_points_weight(k) - 1.0));

        if (m <= most && cost < best) {
            best = cost;
            points = m;
        }
    }
    return points;
}

/* What proves so many coefficients. */
static size_t least_points(const clm_row_layout *layout, size_t width)
{
    return layout->longest <= 1 && width == 1 ? 1 : width + 1;
}

size_t clm_euclid_plan_points(const clm_row_layout *layout, size_t width, const clm_rates *rates)
{
    const size_t least = least_points(layout, width);

    return least == 1 ? 1 : choose_points(least, layout, rates);
}

/* The number of points of another plan. */
static clmodp_status take_points(clm_error *error, clm_plan *base, size_t points)
{
    if (points < least_points(base->layout, base->width) || points > INT32_MAX ||
        clm_smooth_above((uint32_t)points) != points)
        return clm_fail(error, CLMODP_INVALID,
                        "engine EUCLID cannot have %zu points for %zu coefficients", points,
                        base->width);
    base->points = points;
    return CLMODP_OK;
}

/* The plan's first `wanted` primes, below `below`; *found may be less if there are no more. */
static clmodp_status find_primes(clmodp_context *ctx, clm_euclid_plan *plan, size_t *found,
                                 size_t wanted, uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t points = (uint32_t)plan->base.points;
    size_t step, more;

    *found = 0;
    do {
        TRY(clm_progress(ctx, 0.0));
        step = clm_size_min(wanted - *found, PRIMES_STEP);
        more = clm_primes_below(plan->prime + *found, step, below, points);
        *found += more;
        if (*found > 0)
            below = plan->prime[*found - 1];
    } while (more == step && *found < wanted);
done:
    return st;
}

/* The primes of the plan, below `below`: N is not known before the primes are, since they
 * shrink. */
static clmodp_status choose_primes(clmodp_context *ctx, clm_euclid_plan *plan, uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;
    const uint64_t height = base->aim == CLM_PLAN_PROBE ? 1 : base->bounds.height_bits;
    const double bits = (double)height + 1.0; /* P > 2 * |coefficient| */
    double guess_bits = log2(below) - 0.01;

    for (;;) {
        size_t wanted = (size_t)(bits / guess_bits) + 2;
        size_t found;

        free(plan->prime);
        plan->prime = NULL;
        NEW(&ctx->error, plan->prime, wanted);
        base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
        TRY(find_primes(ctx, plan, &found, wanted, below));
        base->primes = clm_primes_for_bits(base->prime, found, bits);
        if (base->primes > 0)
            goto done;
        if (found < wanted && below < PRIMES_BELOW)
            below = PRIMES_BELOW; /* too few below the random place */
        else if (found < wanted)
            FAIL(&ctx->error, CLMODP_LIMIT,
                 "coefficients of %llu bits at %zu point%s need about %zu primes below %u "
                 "that are 1 modulo the number of points, and only %zu exist; lower the degrees",
                 (unsigned long long)height, base->points, CLM_S(base->points), wanted,
                 PRIMES_BELOW, found);
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

/* The points are random cosets of the roots of unity, so that inputs that are special at +-1 are
 * not special at the points. */
static clmodp_status fill_info(clmodp_context *ctx, clm_euclid_plan *plan, clm_random *random)
{
    clmodp_status st = CLMODP_OK;

    NEW(&ctx->error, plan->info, plan->base.primes);
    for (size_t n = 0; n < plan->base.primes; n++) {
        uint32_t p = plan->prime[n];
        uint32_t shift = 1 + (uint32_t)clm_random_below(random, p - 1);

        if (n % PRIMES_STEP == 0)
            TRY(clm_progress(ctx, 0.0));
        plan->info[n] = clm_prime_info(p, (uint32_t)plan->base.points, shift);
    }
done:
    return st;
}

static clmodp_status choose_primes_and_points(clmodp_context *ctx, clm_euclid_plan *plan,
                                              const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;

    if (request->points != 0)
        TRY(take_points(&ctx->error, base, request->points));
    else if (request->aim == CLM_PLAN_PROOF)
        base->points = clm_euclid_plan_points(base->layout, base->width, &ctx->rates);
    else
        base->points = clm_smooth_above((uint32_t)base->width);
    TRY(choose_primes(ctx, plan, first_prime_below(request->aim, request->random)));
    TRY(fill_info(ctx, plan, request->random));
done:
    return st;
}

clmodp_status clm_euclid_plan_create(clmodp_context *ctx, clm_plan **out,
                                     const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_euclid_plan *plan = NULL;

    *out = NULL;
    NEW(&ctx->error, plan, 1);
    TRY(clm_plan_begin(&ctx->error, &plan->base, &clm_euclid_engine, request));
    plan->base.word_bytes = sizeof(uint32_t);
    if (request->modulus == 0)
        TRY(choose_primes_and_points(ctx, plan, request));
    else
        TRY(clm_euclid_plan_modulo(ctx, plan, request));
    if (plan->base.primes > 0) {
        clm_euclid_programs_declare(ctx); /* also what tests of its needs use */
        clm_euclid_plan_needs(ctx, plan);
        *out = &plan->base;
        plan = NULL;
    }
done:
    if (plan != NULL)
        clm_euclid_plan_destroy(&plan->base);
    return st;
}

void clm_euclid_plan_destroy(clm_plan *base)
{
    clm_euclid_plan *plan = (clm_euclid_plan *)base;

    free(plan->prime);
    free(plan->info);
    free(plan);
}
