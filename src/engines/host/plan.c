/* Choose points and primes. */
#include "engines/host/plan.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "engines/host/cost.h"

#define PRIME_BITS 62
#define PRIMES_STEP 4096 /* found, or prepared, between questions of progress */
#define MOST_POINTS ((uint64_t)1 << CLM_HOST_ORDER)
#define STARTS ((uint64_t)1 << 30) /* of consecutive integers; far below the primes */

/* The least power of 2 that is at least n. */
static uint64_t power_above(uint64_t n)
{
    uint64_t power = 1;

    while (power < n)
        power *= 2;
    return power;
}

/* Nanoseconds of a prime with so many points, at consecutive integers or in a coset. */
static double prime_ns(const clm_plan *base, double points, bool coset, const clm_rates *rates)
{
    const clm_amounts all =
        clm_host_points_cost(base->layout, points, coset, (double)base->outputs, rates);

    return clm_nanoseconds(&all, rates);
}

/* M + 1 consecutive integers, or a coset of 2^k points, whichever should cost less. */
static void choose_points(clm_host_plan *plan, const clm_rates *rates)
{
    clm_plan *base = &plan->base;
    const uint64_t consecutive = (uint64_t)base->width + 1, coset = power_above(consecutive);

    plan->coset = base->modulus == 0 && coset <= MOST_POINTS &&
                  prime_ns(base, (double)coset, true, rates) <
                      prime_ns(base, (double)consecutive, false, rates);
    base->points = (size_t)(plan->coset ? coset : consecutive);
}

/* The number of points of another plan. */
static clmodp_status take_points(clm_error *error, clm_host_plan *plan, size_t points)
{
    clm_plan *base = &plan->base;

    plan->coset = points != base->width + 1;
    if (plan->coset && (points <= base->width || points > MOST_POINTS ||
                        power_above(points) != points))
        return clm_fail(error, CLMODP_INVALID,
                        "engine HOST cannot have %zu points for %zu coefficients", points,
                        base->width);
    base->points = points;
    return CLMODP_OK;
}

/* As many primes as the height asks for. */
static clmodp_status choose_primes(clmodp_context *ctx, clm_host_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const double bits = (double)plan->base.bounds.height_bits + 1.0; /* P > 2 * |coefficient| */
    const size_t wanted = (size_t)(bits / (PRIME_BITS - 0.01)) + 1;

    NEW(&ctx->error, plan->prime, wanted);
    for (size_t n = 0; n < wanted; n += PRIMES_STEP) {
        TRY(clm_progress(ctx, 0.0));
        clm_host_primes(plan->prime + n, n, clm_size_min(wanted - n, PRIMES_STEP),
                        n > 0 ? plan->prime[n - 1] : 0);
    }
    plan->base.prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
    plan->base.primes = clm_primes_for_bits(plan->base.prime, wanted, bits);
    if (plan->base.primes == 0)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "coefficients of %llu bits need more primes of 62 bits than there are; lower the "
             "degrees", (unsigned long long)plan->base.bounds.height_bits);
done:
    return st;
}

/* Whether results over Z, lifted, should cost less than points modulo p. */
static bool integers_pay(const clm_plan *base, const clm_rates *rates)
{
    const double primes = (double)(base->layout->p + base->layout->q) / 2.0 + 1.0;

    return primes * prime_ns(base, (double)power_above(base->points), true, rates) <
           prime_ns(base, (double)base->points, false, rates);
}

static clmodp_status take_prime(clmodp_context *ctx, clm_host_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;

    if (base->modulus % 2 == 0 || base->points > base->modulus - 1 ||
        integers_pay(base, &ctx->rates))
        return CLMODP_OK;
    NEW(&ctx->error, plan->prime, 1);
    plan->prime[0] = base->modulus;
    base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
    base->primes = 1;
done:
    return st;
}

/* An element of order 2^CLM_HOST_ORDER, or a divisor: that is generator^((p - 1) / order) of the
 * first number that is no square. */
static uint64_t find_root(const clm_mont64 *field, size_t order)
{
    const uint64_t minus_one = field->p - field->one;
    uint64_t candidate = field->one;

    do
        candidate = clm_mont64_add(candidate, field->one, field);
    while (clm_mont64_pow(candidate, (field->p - 1) / 2, field) != minus_one);
    return clm_mont64_pow(candidate, (field->p - 1) / order, field);
}

/* Points begin at random, so that inputs that are special at small integers are not special
 * there; never with 0. */
static clmodp_status fill_info(clmodp_context *ctx, clm_host_plan *plan, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const clm_plan *base = &plan->base;

    NEW(&ctx->error, plan->info, base->primes);
    for (size_t n = 0; n < base->primes; n++) {
        clm_host_prime *info = &plan->info[n];
        const uint64_t p = plan->prime[n];
        const uint64_t starts = clm_size_min(p - base->points, STARTS);

        if (n % PRIMES_STEP == 0)
            TRY(clm_progress(ctx, 0.0));
        info->field = clm_mont64_of(p);
        info->start = 1 + clm_random_below(random, plan->coset ? p - 1 : starts);
        info->root = plan->coset ? find_root(&info->field, base->points) : 0;
    }
done:
    return st;
}

clmodp_status clm_host_plan_create(clmodp_context *ctx, clm_plan **out,
                                   const clm_engine *engine, const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_host_plan *plan = NULL;

    *out = NULL;
    NEW(&ctx->error, plan, 1);
    TRY(clm_plan_begin(&ctx->error, &plan->base, engine, request));
    plan->base.word_bytes = sizeof(uint64_t);
    if (request->points != 0)
        TRY(take_points(&ctx->error, plan, request->points));
    else
        choose_points(plan, &ctx->rates);
    if (request->modulus == 0)
        TRY(choose_primes(ctx, plan));
    else
        TRY(take_prime(ctx, plan));
    if (plan->base.primes == 0)
        goto done;
    TRY(fill_info(ctx, plan, request->random));
    *out = &plan->base;
    plan = NULL;
done:
    if (plan != NULL)
        clm_host_plan_destroy(&plan->base);
    return st;
}

void clm_host_plan_destroy(clm_plan *base)
{
    clm_host_plan *plan = (clm_host_plan *)base;

    free(plan->prime);
    free(plan->info);
    free(plan);
}
