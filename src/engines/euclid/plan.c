/* Choose points and primes for given bounds. */
#include "engines/euclid/plan.h"

#include <math.h>
#include <stdlib.h>

#include "arith/field.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/size.h"
#include "cl/fpx/euclid_shape.h"
#include "engines/euclid/cosets.h"
#include "engines/euclid/cost.h"
#include "engines/euclid/programs.h"
#include "engines/euclid/trust.h"
#include "fpx/cosets.h"
#include "fpx/euclid_blocks.h"

#define PRIMES_BELOW (EUCLID_PRIME_MAX + 1)
#define EVALUATION_SHARE 0.1 /* of the time of a point, from which on its wishes count whole */
#define MOST_TWOS 7 /* powers of 2 that are looked for */
#define PRIMES_STEP 4096 /* found between questions of progress */
#define PRIMES_PIECE 128 /* that one thread prepares for the kernels, in some 100 us */
#define SUPPLY_ERROR 1.2 /* of clm_cosets_primes, and where they are few */
#define SUPPLY_FEW 64.0
#define SUPPLY_OF_ROOTS 4.0 /* primes that there should be for each that is needed */

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

size_t clm_euclid_least_points(const clm_row_layout *layout, size_t width)
{
    return layout->longest <= 1 && width == 1 ? 1 : width + 1;
}

uint32_t clm_euclid_wanted_roots(const clm_row_layout *layout)
{
    return clm_size_min(layout->p, layout->q) >= CLM_BLOCKS_DEGREE ? CLM_BLOCKS_ORDER : 0;
}

size_t clm_euclid_plan_order(const clm_row_layout *layout, size_t width, size_t cosets,
                             const clm_rates *rates)
{
    const size_t least = clm_div_up(clm_euclid_least_points(layout, width), cosets);

    return least == 1 ? 1 : choose_points(least, layout, rates);
}

static void set_points(clm_euclid_plan *plan, size_t order, size_t cosets)
{
    plan->order = order;
    plan->base.points = order * cosets;
    plan->base.cosets = cosets;
}

/* What the aim asks for, in so many cosets. */
static void choose_order(clm_euclid_plan *plan, size_t cosets, const clm_rates *rates)
{
    const clm_plan *base = &plan->base;

    set_points(plan, base->aim == CLM_PLAN_PROOF
                         ? clm_euclid_plan_order(base->layout, base->width, cosets, rates)
                         : clm_cosets_order(base->width, cosets), cosets);
}

/* The points of another plan. */
static clmodp_status take_points(clm_error *error, clm_euclid_plan *plan,
                                 const clm_request *request)
{
    const clm_plan *base = &plan->base;
    const size_t points = request->points, cosets = request->cosets;

    if (points < clm_euclid_least_points(base->layout, base->width) || points > INT32_MAX ||
        cosets == 0 || cosets > CLM_MOST_COSETS || points % cosets != 0 ||
        clm_smooth_above((uint32_t)(points / cosets)) != points / cosets)
        return clm_fail(error, CLMODP_INVALID,
                        "engine EUCLID cannot have %zu points in %zu coset%s for %zu coefficients",
                        points, cosets, CLM_S(cosets), base->width);
    set_points(plan, points / cosets, cosets);
    return CLMODP_OK;
}

/* Primes are to be 1 modulo this: the least common multiple of the order and of `roots`, 2^k. */
static size_t unit_of(const clm_euclid_plan *plan)
{
    size_t unit = plan->order;

    while (plan->roots > 0 && unit % plan->roots != 0)
        unit *= 2;
    return unit;
}

/* The plan's first `wanted` primes, below `below`; *found may be less if there are no more. */
static clmodp_status find_primes(clmodp_context *ctx, clm_euclid_plan *plan, size_t *found,
                                 size_t wanted, uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t order = (uint32_t)unit_of(plan);
    size_t step, more;

    *found = 0;
    do {
        TRY(clm_progress(ctx, 0.0));
        step = clm_size_min(wanted - *found, PRIMES_STEP);
        more = clm_primes_below(plan->prime + *found, step, below, order);
        *found += more;
        if (*found > 0)
            below = plan->prime[*found - 1];
    } while (more == step && *found < wanted);
    while (*found > 0 && plan->prime[*found - 1] <= plan->base.points)
        --*found; /* it has too few cosets */
done:
    return st;
}

/* Primes that were looked for, and that there are. */
typedef struct prime_supply {
    size_t wanted, found;
} prime_supply;

/* Bits of the product of all primes: P > 2 * |coefficient|. */
static double needed_bits(const clm_plan *base)
{
    return (double)(base->aim == CLM_PLAN_PROBE ? 1 : base->bounds.height_bits) + 1.0;
}

/* Have primes with roots for blocks of steps, if there are so many that they are hardly smaller
 * for it. Not a matter of rates: every machine has to find the same primes. */
static void choose_roots(clm_euclid_plan *plan)
{
    const clm_plan *base = &plan->base;

    plan->roots = base->options.blocks.steps > 0 ? base->options.blocks.order
                                                 : clm_euclid_wanted_roots(base->layout);
    if (clm_cosets_primes(unit_of(plan)) <
        SUPPLY_OF_ROOTS * (needed_bits(base) / log2(PRIMES_BELOW) + SUPPLY_FEW))
        plan->roots = 0;
}

/* The primes of the plan, below `below`, if there are enough: N is not known before the primes
 * are, since they shrink. */
static clmodp_status choose_primes(clmodp_context *ctx, clm_euclid_plan *plan,
                                   prime_supply *supply, uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;
    const double bits = needed_bits(base);
    double guess_bits = log2(below) - 0.01;

    for (;;) {
        supply->wanted = (size_t)(bits / guess_bits) + 2;
        free(plan->prime);
        plan->prime = NULL;
        NEW(&ctx->error, plan->prime, supply->wanted);
        base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
        TRY(find_primes(ctx, plan, &supply->found, supply->wanted, below));
        base->primes = clm_primes_for_bits(base->prime, supply->found, bits);
        if (base->primes > 0)
            goto done;
        if (supply->found == supply->wanted)
            guess_bits -= 0.5; /* they reach further down than guessed */
        else if (below < PRIMES_BELOW)
            below = PRIMES_BELOW; /* too few below the random place */
        else
            goto done;
    }
done:
    return st;
}

/* Whether looking for primes would be in vain, and take long where it is far from enough. */
static bool is_hopeless(const clm_euclid_plan *plan, prime_supply *supply)
{
    const double wanted = needed_bits(&plan->base) / log2(PRIMES_BELOW);
    const double expected = clm_cosets_primes(plan->order);

    *supply = (prime_supply){(size_t)wanted, (size_t)expected};
    return wanted > SUPPLY_ERROR * expected + SUPPLY_FEW;
}

/* Enough primes for these points, or for those that the aim asks for in up to `most` cosets. */
static clmodp_status choose_cosets(clmodp_context *ctx, clm_euclid_plan *plan, size_t most,
                                   uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    const clm_plan *base = &plan->base;
    prime_supply supply;

    for (;;) {
        choose_roots(plan);
        if (!is_hopeless(plan, &supply))
            TRY(choose_primes(ctx, plan, &supply, below));
        if (base->primes > 0)
            break;
        if (base->cosets >= most)
            FAIL(&ctx->error, CLMODP_LIMIT,
                 "coefficients of %llu bits at %zu point%s need about %zu primes below %u that "
                 "are 1 modulo %zu, and only some %zu exist; lower the degrees",
                 (unsigned long long)base->bounds.height_bits, base->points,
                 CLM_S(base->points), supply.wanted, PRIMES_BELOW, plan->order, supply.found);
        choose_order(plan, base->cosets + 1, &ctx->rates);
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

static bool is_among(u32 t, const u32 *others, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (others[k] == t)
            return true;
    return false;
}

/* The shifts of all cosets of a prime, from the first one on. */
static void draw_shifts(clm_euclid_plan *plan, size_t prime, clm_random *random)
{
    const size_t cosets = plan->base.cosets;
    const fp_field f = plan->info[prime].field;
    u32 *shift = plan->shift + prime * cosets, t[CLM_MOST_COSETS];

    shift[0] = plan->info[prime].shift;
    t[0] = fp_pow(shift[0], (u32)plan->order, f);
    for (size_t j = 1; j < cosets; j++)
        do {
            shift[j] = 1 + (u32)clm_random_below(random, f.p - 1);
            t[j] = fp_pow(shift[j], (u32)plan->order, f);
        } while (is_among(t[j], t, j));
}

/* The constants of some primes, whose shifts are there. */
static clmodp_status prepare_primes(void *argument, size_t index, size_t thread)
{
    const clm_euclid_plan *plan = argument;
    const size_t first = index * PRIMES_PIECE;
    const size_t end = clm_size_min(first + PRIMES_PIECE, plan->base.primes);

    (void)thread;
    for (size_t n = first; n < end; n++)
        plan->info[n] = clm_prime_info(plan->prime[n], (uint32_t)plan->order, plan->info[n].shift);
    return CLMODP_OK;
}

static clmodp_status ask(void *ctx)
{
    return clm_progress(ctx, 0.0);
}

/* The points are random cosets of the roots of unity, so that inputs that are special at +-1 are
 * not special at the points. */
static clmodp_status fill_info(clmodp_context *ctx, clm_euclid_plan *plan, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const size_t cosets = plan->base.cosets, primes = plan->base.primes;
    clm_watch watch = {.ask = ask, .user = ctx};

    NEW(&ctx->error, plan->info, primes);
    if (cosets > 1)
        NEW(&ctx->error, plan->shift, clm_size_times(primes, cosets));
    for (size_t n = 0; n < primes; n++) {
        if (n % PRIMES_STEP == 0)
            TRY(clm_progress(ctx, 0.0));
        plan->info[n].field = clm_field(plan->prime[n]);
        plan->info[n].shift = 1 + (u32)clm_random_below(random, plan->prime[n] - 1);
        if (cosets > 1)
            draw_shifts(plan, n, random);
    }
    st = clm_parallel_watched(clm_div_up(primes, PRIMES_PIECE), ctx->threads, prepare_primes, plan,
                              primes < PRIMES_STEP ? NULL : &watch);
    if (st == CLMODP_HOST_MEMORY)
        TRY(clm_out_of_memory(&ctx->error, primes, sizeof *plan->info));
done:
    return st;
}

static clmodp_status choose_primes_and_points(clmodp_context *ctx, clm_euclid_plan *plan,
                                              const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    const clm_plan *base = &plan->base;
    const size_t least = clm_euclid_least_points(base->layout, base->width);
    size_t most = clm_size_min(least, CLM_MOST_COSETS);

    if (request->points != 0) {
        TRY(take_points(&ctx->error, plan, request));
        most = base->cosets;
    } else {
        choose_order(plan, clm_size_min(clm_size_max(request->options->cosets, 1), most),
                     &ctx->rates);
    }
    TRY(choose_cosets(ctx, plan, most, first_prime_below(request->aim, request->random)));
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
    free(plan->shift);
    free(plan);
}
