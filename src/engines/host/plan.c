/* Chooses points and primes of the engine on the host by predicted cost. */
#include "engines/host/plan.h"

#include <math.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"

/* ---- costs: closed forms of the layout of the inputs ---- */

static double count_butterflies(double points)
{
    return points * log2(points) / 2.0;
}

/* Returns the cost of the values of all rows at a point. */
static clm_amounts values_cost(const clm_row_layout *layout, double coset, const clm_costs *costs)
{
    const clm_amounts steps = {.of = {[CLM_OP_HOST_HORNER] = (double)layout->residues}};
    clm_amounts transforms = {.of = {0.0}};

    if (!(coset > 1.0))
        return steps;
    transforms.of[CLM_OP_HOST_BUTTERFLY] =
        count_butterflies(coset) / coset * (double)layout->count;
    return clm_cheaper(&steps, &transforms, costs);
}

clm_amounts clm_host_point_cost(const clm_row_layout *layout, double coset,
                                const clm_costs *costs)
{
    const double p = (double)layout->p, q = (double)layout->q, least = fmin(p, q);
    clm_amounts all = values_cost(layout, coset, costs);

    all.of[CLM_OP_HOST_UPDATE] = least * least / 2.0 + layout->division;
    all.of[CLM_OP_HOST_DIVISION] = least;
    all.of[CLM_OP_HOST_POINT] = 1.0;
    return all;
}

/* Returns the cost of an output's coefficients from its values at so many points. */
static clm_amounts host_interpolation_cost(double points, bool coset)
{
    clm_amounts all = {.of = {0.0}};

    if (coset)
        all.of[CLM_OP_HOST_BUTTERFLY] = count_butterflies(points);
    else
        all.of[CLM_OP_HOST_NEWTON] = points * points / 2.0;
    return all;
}

clm_amounts clm_host_points_cost(const clm_row_layout *layout, double points, bool coset,
                                 double outputs, const clm_costs *costs)
{
    const clm_amounts output = host_interpolation_cost(points, coset);
    const clm_amounts point = clm_host_point_cost(layout, coset ? points : 0.0, costs);
    clm_amounts all = {.of = {0.0}};

    clm_amounts_add(&all, &output, outputs);
    clm_amounts_add(&all, &point, points);
    return all;
}

bool clm_host_transforms_pay(const clm_row_layout *layout, double coset, const clm_costs *costs)
{
    return values_cost(layout, coset, costs).of[CLM_OP_HOST_BUTTERFLY] > 0.0;
}

clm_amounts clm_host_cost(const clm_row_layout *layout, double width, double primes,
                          double batches, const clmodp_context *ctx)
{
    const clm_costs *costs = &ctx->costs;
    const double points = exp2(ceil(log2(width + 1.0)));
    const clm_amounts consecutive = clm_host_points_cost(layout, width, false, 1.0, costs);
    const clm_amounts coset = clm_host_points_cost(layout, points, true, 1.0, costs);
    const clm_amounts one = clm_cheaper(&consecutive, &coset, costs);
    clm_amounts all = {.of = {[CLM_OP_HOST_PRIME] = primes}};

    (void)batches;
    clm_amounts_add(&all, &one, primes);
    return all;
}

clm_amounts clm_host_reduction_cost(double limbs, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_HOST_LIMB] = limbs * primes}};
}

clm_amounts clm_host_reconstruct_cost(double width, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_HOST_RESIDUE] = width * primes,
                                [CLM_OP_HOST_PRIMES] = primes * primes}};
}

/* ---- primes with roots of unity of any order 2^k, k <= CLM_HOST_ORDER ---- */

/* The first primes are (2^30 - k) 2^32 + 1 for these k: finding one takes as long as a small
 * resultant. */
static const uint16_t known_primes[] = {
    18,  76,  96,  163, 183, 186, 208, 216, 228, 232, 298, 309, 313, 328, 333, 406,
    447, 519, 552, 553, 568, 573, 601, 637, 666, 723, 736, 772, 777, 798, 823, 897,
};
#define KNOWN_PRIMES (sizeof known_primes / sizeof *known_primes)

void clm_host_primes(uint64_t *prime, size_t first, size_t count, uint64_t before)
{
    const uint64_t step = (uint64_t)1 << CLM_HOST_ORDER;

    for (size_t n = 0; n < count; n++) {
        if (first + n < KNOWN_PRIMES) {
            before = (((uint64_t)1 << 30) - known_primes[first + n]) * step + 1;
        } else {
            do
                before -= step;
            while (!clm_is_prime_u64(before));
        }
        prime[n] = before;
    }
}

/* ---- plans ---- */

#define PRIME_BITS 62
#define PRIMES_STEP 4096 /* primes found or prepared between calls of the progress callback */
#define MOST_POINTS ((uint64_t)1 << CLM_HOST_ORDER)
#define STARTS ((uint64_t)1 << 30) /* number of possible first integers; far below the primes */

/* Returns the least power of 2 not below n. */
static uint64_t power_above(uint64_t n)
{
    uint64_t power = 1;

    while (power < n)
        power *= 2;
    return power;
}

/* Returns the nanoseconds of a prime with so many points, consecutive or in a coset. */
static double prime_ns(const clm_plan *base, double points, bool coset, const clm_costs *costs)
{
    const clm_amounts all =
        clm_host_points_cost(base->layout, points, coset, (double)base->outputs, costs);

    return clm_nanoseconds(&all, costs);
}

/* Chooses M + 1 consecutive integers or a coset of 2^k points, by the lower cost. */
static void choose_points(clm_host_plan *plan, const clm_costs *costs)
{
    clm_plan *base = &plan->base;
    const uint64_t consecutive = (uint64_t)base->width + 1, coset = power_above(consecutive);

    plan->coset = base->modulus == 0 && coset <= MOST_POINTS &&
                  prime_ns(base, (double)coset, true, costs) <
                      prime_ns(base, (double)consecutive, false, costs);
    base->points = (size_t)(plan->coset ? coset : consecutive);
}

/* Takes over the number of points of another plan. */
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

/* Finds as many primes as the height requires. */
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

/* Returns whether reconstructed results over Z should cost less than points modulo p. */
static bool integers_pay(const clm_plan *base, const clm_costs *costs)
{
    const double primes = (double)(base->layout->p + base->layout->q) / 2.0 + 1.0;

    return primes * prime_ns(base, (double)power_above(base->points), true, costs) <
           prime_ns(base, (double)base->points, false, costs);
}

static clmodp_status take_prime(clmodp_context *ctx, clm_host_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;

    if (base->modulus % 2 == 0 || base->points > base->modulus - 1 ||
        integers_pay(base, &ctx->costs))
        return CLMODP_OK;
    NEW(&ctx->error, plan->prime, 1);
    plan->prime[0] = base->modulus;
    base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
    base->primes = 1;
done:
    return st;
}

/* Returns an element of the given order: c^((p - 1) / order) for the first non-square c. */
static uint64_t find_root(const clm_mont64 *field, size_t order)
{
    const uint64_t minus_one = field->p - field->one;
    uint64_t candidate = field->one;

    do
        candidate = clm_mont64_add(candidate, field->one, field);
    while (clm_mont64_pow(candidate, (field->p - 1) / 2, field) != minus_one);
    return clm_mont64_pow(candidate, (field->p - 1) / order, field);
}

/* Chooses random first points, not 0: inputs special at small integers are not special there. */
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

clmodp_status clm_host_plan_complete(clmodp_context *ctx, clm_plan *base,
                                     const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_host_plan *plan = (clm_host_plan *)base;

    base->word_bytes = sizeof(uint64_t);
    if (request->points != 0)
        TRY(take_points(&ctx->error, plan, request->points));
    else
        choose_points(plan, &ctx->costs);
    if (request->modulus == 0)
        TRY(choose_primes(ctx, plan));
    else
        TRY(take_prime(ctx, plan));
    if (base->primes > 0)
        TRY(fill_info(ctx, plan, request->random));
done:
    return st;
}

void clm_host_plan_clear(clm_plan *base)
{
    clm_host_plan *plan = (clm_host_plan *)base;

    free(plan->prime);
    free(plan->info);
}
