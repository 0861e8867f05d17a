/* Chooses points and primes of the engine on the host by predicted cost. */
#include "engines/host/plan.h"

#include <math.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"

#define PRIME_BITS 62

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

/* Returns the cost of a point: the remainder sequence, and the rows' values, by a Horner step for
 * each coefficient or, in a coset of `coset` points, by transforms if cheaper. */
static clm_amounts point_cost(const clm_row_layout *layout, double coset, const clm_costs *costs)
{
    const double p = (double)layout->p, q = (double)layout->q, least = fmin(p, q);
    clm_amounts all = values_cost(layout, coset, costs);

    all.of[CLM_OP_HOST_LU] = layout->matrix.products;
    all.of[CLM_OP_HOST_UPDATE] = least * least / 2.0 + layout->division;
    all.of[CLM_OP_HOST_DIVISION] = least;
    all.of[CLM_OP_HOST_POINT] = 1.0;
    return all;
}

/* Returns the cost of an output's coefficients from its values at `points` points. */
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
    const clm_amounts point = point_cost(layout, coset ? points : 0.0, costs);
    clm_amounts all = {.of = {0.0}};

    clm_amounts_add(&all, &output, outputs);
    clm_amounts_add(&all, &point, points);
    return all;
}

bool clm_host_transforms_pay(const clm_row_layout *layout, double coset, const clm_costs *costs)
{
    return values_cost(layout, coset, costs).of[CLM_OP_HOST_BUTTERFLY] > 0.0;
}

clm_amounts clm_host_cost(const clm_row_layout *layout, clm_minors minors, double width,
                          double primes, double batches, const clmodp_context *ctx)
{
    const clm_costs *costs = &ctx->costs;
    const double outputs = (double)clm_minors_outputs(minors);
    const double least = width + (width > 1.0 || layout->longest > 1 ? 1.0 : 0.0);
    const double points = exp2(ceil(log2(least)));
    clm_amounts all = {.of = {[CLM_OP_HOST_PRIME] = primes}}, one, consecutive, coset;

    (void)batches;
    if (primes > 1.0 && /* one prime: perhaps a given one */
        clm_host_pack_orders((uint64_t)width, PRIME_BITS * primes) > 0) {
        one = clm_host_packs_cost(layout, outputs, width, primes, costs);
        clm_amounts_add(&all, &one, 1.0);
        return all;
    }
    consecutive = clm_host_points_cost(layout, width, false, outputs, costs);
    coset = clm_host_points_cost(layout, points, true, outputs, costs);
    one = clm_cheaper(&consecutive, &coset, costs);
    clm_amounts_add(&all, &one, primes);
    return all;
}

clm_amounts clm_host_reduction_cost(double limbs, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_HOST_LIMB] = limbs * primes}};
}

clm_amounts clm_host_reconstruct_cost(double width, double primes)
{
    double products = primes * fmin(primes, 16.0); /* of limbs, for a value: blocks, and a tree */

    for (double half = primes / 2.0, nodes = 1.0; half >= 8.0; half /= 2.0, nodes *= 2.0)
        products += 2.0 * nodes * clm_limb_products(half);
    return (clm_amounts){.of = {[CLM_OP_HOST_RESIDUE] = width * primes,
                                [CLM_OP_LIMB_PRODUCT] = width * products,
                                [CLM_OP_HOST_PRIMES] = primes * primes}};
}

/* ---- primes with roots of unity of any order 2^k, k <= CLM_HOST_ORDER ---- */

/* The first primes (2^30 - k) 2^32 + 1, by k: finding one takes as long as a small resultant. */
static const uint16_t known_primes[] = {
    18,   76,   96,   163,  183,  186,  208,  216,  228,  232,  298,  309,  313,  328,  333,  406,
    447,  519,  552,  553,  568,  573,  601,  637,  666,  723,  736,  772,  777,  798,  823,  897,
    916,  946,  1033, 1054, 1089, 1098, 1134, 1183, 1191, 1197, 1231, 1266, 1299, 1314, 1383, 1384,
    1402, 1422, 1426, 1446, 1447, 1488, 1506, 1516, 1563, 1573, 1576, 1596, 1647, 1674, 1689, 1696,
    1726, 1752, 1789, 1798, 1828, 1834, 1836, 1842, 1843, 1846, 1866, 1894, 1932, 1944, 1947, 2007,
    2011, 2013, 2014, 2023, 2049, 2074, 2104, 2113, 2137, 2151, 2154, 2157, 2172, 2188, 2197, 2218,
    2233, 2253, 2256, 2283, 2338, 2353, 2359, 2367, 2379, 2386, 2388, 2389, 2409, 2434, 2451, 2461,
    2503, 2517, 2526, 2527, 2559, 2566, 2643, 2646, 2781, 2827, 2847, 2889, 2916, 2959, 2977, 2988,
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

#define MOST_POINTS ((uint64_t)1 << CLM_HOST_ORDER)
#define STARTS ((uint64_t)1 << 30) /* number of possible first integers; far below the primes */

/* Returns the nanoseconds of a prime with `points` points, consecutive or in a coset. */
static double prime_ns(const clm_plan *base, double points, bool coset, const clm_costs *costs)
{
    const clm_amounts all =
        clm_host_points_cost(base->layout, points, coset, (double)base->outputs, costs);

    return clm_nanoseconds(&all, costs);
}

/* Returns the number of consecutive integers: M + 1, or one if f and g are free of x. */
static uint64_t count_consecutive(const clm_plan *base)
{
    return (uint64_t)base->width + (base->width > 1 || base->layout->longest > 1);
}

/* Chooses consecutive integers or a coset of 2^k points, by the lower cost. */
static void choose_points(clm_host_plan *plan, const clm_costs *costs)
{
    clm_plan *base = &plan->base;
    const uint64_t consecutive = count_consecutive(base);
    const uint64_t coset = clm_host_power_above(consecutive);

    plan->coset = (base->modulus == 0 || (base->modulus - 1) % coset == 0) &&
                  consecutive > 1 && coset <= MOST_POINTS &&
                  prime_ns(base, (double)coset, true, costs) <
                      prime_ns(base, (double)consecutive, false, costs);
    base->points = (size_t)(plan->coset ? coset : consecutive);
}

static clmodp_status take_points(clm_error *error, clm_host_plan *plan, size_t points)
{
    clm_plan *base = &plan->base;

    plan->coset = points != count_consecutive(base);
    if (plan->coset && (points <= base->width || points > MOST_POINTS ||
                        clm_host_power_above(points) != points))
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
    for (size_t n = 0; n < wanted; n += CLM_HOST_PRIMES_STEP) {
        TRY(clm_progress(ctx, 0.0));
        clm_host_primes(plan->prime + n, n, clm_size_min(wanted - n, CLM_HOST_PRIMES_STEP),
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

/* Returns whether results over Z should cost less than points modulo p. */
static bool integers_pay(const clm_host_plan *plan, const clm_costs *costs)
{
    const clm_plan *base = &plan->base;
    const double rows = (double)(base->layout->p + base->layout->q);
    const double primes = rows * log2((double)base->modulus) / PRIME_BITS + 1.0;

    return primes * prime_ns(base, (double)clm_host_power_above(base->points), true, costs) <
           prime_ns(base, (double)base->points, plan->coset, costs);
}

static clmodp_status take_prime(clmodp_context *ctx, clm_host_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;

    if (base->modulus % 2 == 0 || base->points > base->modulus - 1 ||
        integers_pay(plan, &ctx->costs))
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

        if (n % CLM_HOST_PRIMES_STEP == 0)
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
    if (clm_host_packs_suffice(base))
        return clm_host_packs_complete(ctx, plan, request);
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
    free(plan->field);
    free(plan->lane);
}
