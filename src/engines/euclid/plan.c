/* Chooses points and primes of the default engine for given bounds. */
#include "engines/euclid/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "engines/euclid/memory_plan.h"
#include "fpx/batch/determinant.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/evaluate.h"
#include "fpx/batch/cosets.h"
#include "fpx/batch/interpolate.h"
#include "fpx/batch/ntt.h"
#include "fpx/batch/vandermonde.h"

#define PRIMES_BELOW (EUCLID_PRIME_MAX + 1)
#define EVALUATION_SHARE 0.1 /* share of a point's time from which evaluation counts in full */
#define MOST_TWOS 7 /* greatest power of 2 tried in the number of points */
#define PRIMES_STEP 4096 /* primes found between calls of the progress callback */
#define INTERVAL_MOST 256 /* primes that one thread finds at a time, twice the expected number */
#define PRIMES_PIECE 128 /* primes prepared by one thread at a time, in some 100 us */
#define SUPPLY_ERROR 1.2 /* of clm_cosets_primes; below, its error for few primes */
#define SUPPLY_FEW 64.0
#define SUPPLY_OF_ROOTS 4.0 /* least ratio of existing to required primes */

/* Returns the exclusive upper limit of primes. */
static uint32_t most_below(const clm_row_layout *layout)
{
    const size_t n = layout->matrix.order;

    return n == 0 ? PRIMES_BELOW
                  : (uint32_t)clm_size_min(PRIMES_BELOW, clm_determinant_prime_max(n));
}

/* Returns the weight of evaluation's preferences: lower if remainder sequences take nearly all
 * time, as with high degrees in y. */
static double evaluation_counts(const clm_row_layout *layout, size_t points,
                                const clm_costs *costs)
{
    const clm_amounts values = clm_euclid_values_cost(layout, costs);
    const clm_amounts point = clm_euclid_usual_point_cost(layout, points, costs);

    return fmin(
        clm_nanoseconds(&values, costs) / clm_nanoseconds(&point, costs) / EVALUATION_SHARE, 1.0);
}

/* Returns the points, at least `least` without prime factors above 7, of least predicted cost.
 * Divisibility by powers of 2 is worth up to a sixteenth more points (butterfly.cl), or an eighth
 * for matrices, which have more values. With few points other costs decide. */
static size_t choose_points(size_t least, const clm_row_layout *layout, const clm_costs *costs)
{
    const size_t most = least + least / (layout->matrix.order > 0 ? 8 : 16);
    size_t points = clm_smooth_at_least((uint32_t)least);
    const double counts = evaluation_counts(layout, points, costs);
    double best = INFINITY;

    for (unsigned k = 0; k <= MOST_TWOS && least >= 128; k++) {
        size_t m = (size_t)clm_smooth_at_least((uint32_t)(((least - 1) >> k) + 1)) << k;
        double cost = (double)m * (1.0 + counts * (clm_points_weight(k) - 1.0));

        if (m <= most && cost < best) {
            best = cost;
            points = m;
        }
    }
    return points;
}

/* Returns the points that prove `width` coefficients, at least one redundant; one if f and g are
 * free of x, since all have the same value. */
static size_t euclid_least_points(const clm_row_layout *layout, size_t width)
{
    return layout->longest <= 1 && width == 1 ? 1 : width + 1;
}

size_t clm_euclid_plan_order(const clm_row_layout *layout, size_t width, size_t cosets,
                             const clm_costs *costs)
{
    const size_t least = clm_div_up(euclid_least_points(layout, width), cosets);

    return least == 1 ? 1 : choose_points(least, layout, costs);
}

static void set_points(clm_euclid_plan *plan, size_t order, size_t cosets)
{
    plan->order = order;
    plan->base.points = order * cosets;
    plan->base.cosets = cosets;
}

/* Sets the number of points for the plan's aim, in `cosets` cosets. */
static void choose_order(clm_euclid_plan *plan, size_t cosets, const clm_costs *costs)
{
    const clm_plan *base = &plan->base;

    set_points(plan, base->aim == CLM_PLAN_PROOF
                         ? clm_euclid_plan_order(base->layout, base->width, cosets, costs)
                         : clm_coset_points(base->width, cosets), cosets);
}

/* Takes over the points of another plan. */
static clmodp_status take_points(clm_error *error, clm_euclid_plan *plan,
                                 const clm_request *request)
{
    const clm_plan *base = &plan->base;
    const size_t points = request->points, cosets = request->cosets;

    if (points < euclid_least_points(base->layout, base->width) || points > INT32_MAX ||
        cosets == 0 || cosets > CLM_MOST_COSETS || points % cosets != 0 ||
        clm_smooth_at_least((uint32_t)(points / cosets)) != points / cosets)
        return clm_fail(error, CLMODP_INVALID,
                        "engine EUCLID cannot have %zu points in %zu coset%s for %zu coefficients",
                        points, cosets, CLM_S(cosets), base->width);
    set_points(plan, points / cosets, cosets);
    return CLMODP_OK;
}

/* Returns the least common multiple of the order and `roots`, 2^k; primes are 1 modulo this. */
static size_t unit_of(const clm_euclid_plan *plan)
{
    size_t unit = plan->order;

    while (plan->roots > 0 && unit % plan->roots != 0)
        unit *= 2;
    return unit;
}

/* Primes of an interval, found by one thread in some 50 us; INTERVAL_MOST / 2 are expected. */
typedef struct prime_interval {
    uint32_t below, above, order;
    uint32_t prime[INTERVAL_MOST];
    size_t found;
} prime_interval;

static clmodp_status search_interval(void *argument, size_t index, size_t thread)
{
    prime_interval *i = (prime_interval *)argument + index;

    (void)thread;
    i->found = clm_primes_between(i->prime, INTERVAL_MOST, i->below, i->above, i->order);
    return CLMODP_OK;
}

/* Finds at most `wanted` primes below *below, and about as many, on several threads, and lowers
 * *below to the last one. Finds none if one thread is as fast, or if the primes are too sparse. */
static clmodp_status find_in_parallel(clmodp_context *ctx, clm_euclid_plan *plan, size_t *found,
                                      size_t wanted, uint32_t *below, uint32_t order)
{
    clmodp_status st = CLMODP_OK;
    const double width = 0.5 * INTERVAL_MOST / clm_cosets_primes(order) * PRIMES_BELOW;
    const size_t count = clm_div_up(wanted, INTERVAL_MOST / 2);
    prime_interval *all = NULL;

    if (ctx->threads < 2 || wanted < INTERVAL_MOST || (double)count * width > 0.5 * *below)
        return CLMODP_OK;
    NEW(&ctx->error, all, count);
    for (size_t k = 0; k < count; k++) {
        all[k].below = *below - (uint32_t)((double)k * width);
        all[k].above = *below - (uint32_t)((double)(k + 1) * width) - 1;
        all[k].order = order;
    }
    st = clm_parallel_for(count, ctx->threads, search_interval, all);
    if (st == CLMODP_HOST_MEMORY)
        TRY(clm_out_of_memory(&ctx->error, count, sizeof *all));
    for (size_t k = 0; k < count && *found < wanted; k++) {
        const size_t taken = clm_size_min(all[k].found, wanted - *found);

        memcpy(plan->prime + *found, all[k].prime, taken * sizeof *plan->prime);
        *found += taken;
        if (*found > 0)
            *below = plan->prime[*found - 1];
        if (taken == INTERVAL_MOST) /* the interval may have more */
            break;
    }
done:
    free(all);
    return st;
}

/* Finds the plan's first `wanted` primes below `below`; *found is less if no more exist. */
static clmodp_status find_primes(clmodp_context *ctx, clm_euclid_plan *plan, size_t *found,
                                 size_t wanted, uint32_t below)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t order = (uint32_t)unit_of(plan);
    size_t step, more;

    *found = 0;
    TRY(clm_progress(ctx, 0.0));
    TRY(find_in_parallel(ctx, plan, found, clm_size_min(wanted, PRIMES_STEP), &below, order));
    while (*found < wanted) {
        TRY(clm_progress(ctx, 0.0));
        step = clm_size_min(wanted - *found, PRIMES_STEP);
        more = clm_primes_below(plan->prime + *found, step, below, order);
        *found += more;
        if (*found > 0)
            below = plan->prime[*found - 1];
        if (more < step)
            break;
    }
    while (*found > 0 && plan->prime[*found - 1] <= plan->base.points)
        --*found; /* the prime has too few cosets */
done:
    return st;
}

typedef struct prime_supply {
    size_t wanted, found;
} prime_supply;

/* Returns the bits required of the product P of all primes: P > 2 * |coefficient|. */
static double needed_bits(const clm_plan *base)
{
    return (double)(base->aim == CLM_PLAN_PROBE ? 1 : base->bounds.height_bits) + 1.0;
}

/* Requires roots of unity for blocks of steps, if so many such primes exist that they are hardly
 * smaller. Independent of cost coefficients: all machines must find the same primes. */
static void choose_roots(clm_euclid_plan *plan)
{
    const clm_plan *base = &plan->base;

    plan->roots = base->options.blocks.steps > 0 ? base->options.blocks.order
                                                 : clm_euclid_block_roots(base->layout);
    if (clm_cosets_primes(unit_of(plan)) <
        SUPPLY_OF_ROOTS * (needed_bits(base) / log2(PRIMES_BELOW) + SUPPLY_FEW))
        plan->roots = 0;
}

/* Finds the plan's primes below `below`, if they suffice. Their number N depends on the primes
 * found, as these decrease. */
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
            guess_bits -= 0.5; /* primes reach further down than guessed */
        else if (below < most_below(base->layout))
            below = most_below(base->layout); /* too few below the random place */
        else
            goto done;
    }
done:
    return st;
}

/* Returns whether a search for primes, which could take long, cannot succeed. */
static bool is_hopeless(const clm_euclid_plan *plan, prime_supply *supply)
{
    const double wanted = needed_bits(&plan->base) / log2(PRIMES_BELOW);
    const double expected = clm_cosets_primes(plan->order);

    *supply = (prime_supply){(size_t)wanted, (size_t)expected};
    return wanted > SUPPLY_ERROR * expected + SUPPLY_FEW;
}

/* Finds enough primes for the current points, or for the aim's points in up to `most` cosets. */
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
        choose_order(plan, base->cosets + 1, &ctx->costs);
    }
done:
    return st;
}

/* Returns the upper limit of the primes: the largest, or a random place in the upper quarter. */
static uint32_t first_prime_below(const clm_request *request)
{
    const uint32_t most = most_below(request->layout);

    if (request->aim != CLM_PLAN_PROBE)
        return most;
    return most - (uint32_t)clm_random_below(request->random, most / 4);
}

static bool is_among(u32 t, const u32 *others, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (others[k] == t)
            return true;
    return false;
}

/* Draws the shifts of all cosets of a prime after the first. */
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

/* Computes the constants of some primes with known shifts. */
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

/* Chooses random cosets of the roots of unity, so that inputs special at +-1 are not special
 * there. */
static clmodp_status fill_info(clmodp_context *ctx, clm_euclid_plan *plan, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const size_t cosets = plan->base.cosets, primes = plan->base.primes;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);

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
    const size_t least = euclid_least_points(base->layout, base->width);
    size_t most = clm_size_min(least, CLM_MOST_COSETS);

    if (request->points != 0) {
        TRY(take_points(&ctx->error, plan, request));
        most = base->cosets;
    } else {
        choose_order(plan, clm_size_min(clm_size_max(request->options->cosets, 1), most),
                     &ctx->costs);
    }
    TRY(choose_cosets(ctx, plan, most, first_prime_below(request)));
    TRY(fill_info(ctx, plan, request->random));
done:
    return st;
}

/* Bits of a chosen prime. */
#define PRIME_BITS 30.0

static double geometric_ns(const clm_row_layout *layout, double points, double results,
                           const clm_costs *costs)
{
    const clm_amounts sums = clm_euclid_sums_cost(layout);
    const clm_amounts output = clm_vandermonde_cost(points);
    clm_amounts all = clm_euclid_pair_cost(layout, costs);

    clm_amounts_add(&all, &sums, 1.0);
    clm_amounts_add(&all, &output, results / points);
    return clm_nanoseconds(&all, costs);
}

static double coset_ns(const clm_row_layout *layout, size_t points, const clm_costs *costs)
{
    const clm_amounts all = clm_euclid_usual_point_cost(layout, points, costs);

    return clm_nanoseconds(&all, costs);
}

/* Returns the bits of the mean 2-norm of f's and g's coefficients, or of those of a row of the
 * matrix, all below 2^31. */
static double norm_bits(const clm_row_layout *layout)
{
    double sum = 0.0;

    for (size_t k = 0; k < layout->residues; k++) {
        mpz_srcptr c = layout->coefficients[k];

        sum += c != NULL ? mpz_get_d(c) * mpz_get_d(c) : 0.0;
    }
    return 0.5 * log2(fmax(sum / (double)clm_size_max(layout->matrix.order, 2), 1.0));
}

/* Returns the nanoseconds for a point modulo all primes for Z, by about Hadamard's bound. */
static double integers_ns(const clm_row_layout *layout, size_t points, double results,
                          const clm_costs *costs)
{
    double primes = (double)(layout->p + layout->q) * norm_bits(layout) / PRIME_BITS + 1.0;
    clm_amounts all = clm_euclid_usual_point_cost(layout, points, costs);

    all.of[CLM_OP_CRT_SHORT_RESIDUE] = results;
    all.of[CLM_OP_CRT_SHORT_PAIR] = results * primes;
    return primes * clm_nanoseconds(&all, costs);
}

/* Returns the least divisor of n not below `least` without prime factors above 7; 0 if none. */
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

/* Returns the points of the coset, or 0; *geometric: those of the progression, or 0. */
static uint32_t choose_points_modulo(uint32_t *geometric, uint64_t least,
                                     const clm_request *request, const clm_costs *costs)
{
    const clm_row_layout *layout = request->layout;
    const clm_point_choice wanted = request->options->points;
    const double points = (double)least, results = (double)clm_minors_outputs(request->minors);
    const uint32_t p = (uint32_t)request->modulus;
    uint32_t coset = wanted == CLM_POINTS_GEOMETRIC ? 0 : smooth_divisor(p - 1, least);
    double of_coset = INFINITY, of_geometric = INFINITY;

    *geometric = 0;
    if (coset != 0)
        of_coset = (double)coset * coset_ns(layout, coset, costs);
    if (wanted != CLM_POINTS_COSET && least <= p - 1)
        of_geometric = points * geometric_ns(layout, points, results, costs);
    if (wanted == CLM_POINTS_AUTO &&
        points * integers_ns(layout, clm_smooth_at_least((uint32_t)least), results, costs) <
            fmin(of_coset, of_geometric))
        return 0;
    if (of_coset > of_geometric) {
        *geometric = (uint32_t)least;
        coset = 0;
    }
    return coset;
}

/* Returns the order of roots of unity for blocks of steps, as far as the prime has them. */
static uint32_t roots_of(const clm_row_layout *layout, uint32_t p)
{
    const uint32_t wanted = clm_euclid_block_roots(layout), twos = (p - 1) & -(p - 1);

    return p > EUCLID_PRIME_MAX ? 0 : twos < wanted ? twos : wanted;
}

/* Chooses points modulo the request's only prime p, with at least one redundant coefficient.
 *
 * InOut:  plan  begun; left without primes if p > 2^31, or p - 1 is below the points required by
 *               the bounds; with POINTS_AUTO also if a computation over Z, at cosets, should cost
 *               less, because degrees in y or coefficients are small
 * Pre:    p is prime; for the costs the coefficients of the layout are at most p / 2 in absolute
 *         value
 * Errors: HOST_MEMORY */
static clmodp_status plan_modulo(clmodp_context *ctx, clm_euclid_plan *plan,
                                 const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;
    const uint32_t p = (uint32_t)request->modulus;
    uint32_t coset, geometric, shift;

    if (request->modulus > INT32_MAX || p < 3 || base->width >= p - 1)
        return CLMODP_OK;
    coset = choose_points_modulo(&geometric, base->width + 1, request, &ctx->costs);
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

/* ---- self-tests required by a plan: few, since each has kernels to compile ---- */

static void need_test(clm_euclid_plan *plan, clm_euclid_test test)
{
    clm_plan_require_test(&plan->base, &plan->base.engine->tests[test]);
}

/* Requires the self-test of each distinct radix of a transform; radices decrease. */
static void need_radices(clm_plan *plan, const clm_ntt_plan *ntt, const clm_self_test *tests)
{
    for (size_t k = 0; k < ntt->passes; k++)
        if (k == 0 || ntt->radix[k] != ntt->radix[k - 1])
            clm_plan_require_test(plan, &tests[ntt->radix[k]]);
}

/* Requires the self-test of the evaluation method for these points; plain sums replace the method
 * if memory is short. */
static void need_evaluation(const clmodp_context *ctx, clm_euclid_plan *plan)
{
    const clm_rows rows = clm_row_layout_shape(plan->base.layout);
    const size_t points = plan->order;
    const clm_point_batch batch = {.primes = 1, .points = points,
                                   .lanes = clm_round_up(points, ctx->tuning.tile)};

    const clm_evaluation_plan chosen =
        clm_evaluate_plan(ctx, &rows, &batch, plan->base.options.method);

    switch (chosen.method) {
    case CLM_METHOD_SUMS:
        break;
    case CLM_METHOD_BUTTERFLY:
        need_test(plan, CLM_EUCLID_BUTTERFLY);
        break;
    case CLM_METHOD_SPARSE:
        need_test(plan, CLM_EUCLID_SPARSE);
        break;
    case CLM_METHOD_TRANSFORM:
        need_test(plan, CLM_EUCLID_TRANSFORM);
        need_radices(&plan->base, &chosen.transform.ntt, clm_ntt_self_tests);
        break;
    }
}

/* Lists the requirements beyond CLM_EUCLID_BASIC, except CRT reconstruction's. Pre: the device is
 * open; primes and points are chosen. */
static void list_needs(const clmodp_context *ctx, clm_euclid_plan *plan)
{
    const clm_ntt_plan inverse = clm_ntt_plan_for(plan->order);
    const clm_memory_work work = {.layout = plan->base.layout, .points = plan->order,
                                  .cosets = plan->base.cosets, .results = 1, .denominators = 1,
                                  .primes = plan->base.primes * plan->base.pairs,
                                  .roots = plan->roots, .blocks = plan->base.options.blocks,
                                  .method = plan->base.options.method};

    if (plan->base.layout->matrix.order > 0)
        need_test(plan, plan->prime[0] > EUCLID_PRIME_MAX ? CLM_EUCLID_LARGE_DETERMINANT
                                                          : CLM_EUCLID_DETERMINANT);
    else if (plan->prime[0] > EUCLID_PRIME_MAX)
        need_test(plan, CLM_EUCLID_LARGE);
    if (plan->base.layout->by_powers)
        need_test(plan, CLM_EUCLID_POWERS);
    if (clm_euclid_choose_blocks(ctx, &work).steps > 0)
        need_test(plan, CLM_EUCLID_BLOCKS);
    if (plan->geometric) {
        need_test(plan, CLM_EUCLID_GEOMETRIC);
        return;
    }
    if (plan->base.cosets > 1)
        need_test(plan, CLM_EUCLID_COSETS);
    if (clm_memory_plan_shares_tiles(ctx, &work))
        need_test(plan, CLM_EUCLID_SHARED);
    need_evaluation(ctx, plan); /* also for runs of some primes only, which may not share tiles */
    need_radices(&plan->base, &inverse, clm_interpolate_self_tests);
}

clmodp_status clm_euclid_plan_complete(clmodp_context *ctx, clm_plan *base,
                                       const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_euclid_plan *plan = (clm_euclid_plan *)base;

    base->word_bytes = sizeof(uint32_t);
    if (request->modulus == 0)
        TRY(choose_primes_and_points(ctx, plan, request));
    else
        TRY(plan_modulo(ctx, plan, request));
    if (base->primes > 0)
        list_needs(ctx, plan);
done:
    return st;
}

void clm_euclid_plan_clear(clm_plan *base)
{
    clm_euclid_plan *plan = (clm_euclid_plan *)base;

    free(plan->prime);
    free(plan->info);
    free(plan->shift);
}

/* ---- cosets of points cut in parts ---- */

/* Returns the constants of a prime, for points of the first part of its first coset. */
static prime_info refine_info(const prime_info *info, size_t order, size_t parts)
{
    prime_info finer = *info;

    finer.root = fp_pow(info->root, (u32)parts, info->field);
    finer.points_inverse = fp_inv(fp_to((u32)(order / parts), info->field), info->field);
    return finer;
}

/* Computes the shifts s w^k, k < parts, for each shift s of a prime, w its root of full order. */
static void refine_shifts(u32 *finer, const clm_euclid_plan *plan, size_t prime, size_t parts)
{
    const fp_field f = plan->info[prime].field;

    for (size_t j = 0; j < plan->base.cosets; j++) {
        u32 shift = clm_euclid_prime(plan, prime, j).shift;

        for (size_t k = 0; k < parts; k++) {
            *finer++ = shift;
            shift = fp_mul(shift, plan->info[prime].root, f);
        }
    }
}

clmodp_status clm_euclid_plan_refine(clmodp_context *ctx, clm_euclid_plan **out,
                                     const clm_euclid_plan *plan, size_t parts)
{
    clmodp_status st = CLMODP_OK;
    const size_t primes = plan->base.primes, cosets = plan->base.cosets * parts;
    clm_euclid_plan *finer = NULL;

    *out = NULL;
    REQUIRE(&ctx->error, !plan->geometric && parts > 0 && plan->order % parts == 0);
    NEW(&ctx->error, finer, 1);
    finer->base = plan->base;
    finer->base.cosets = cosets;
    finer->base.need_count = 0; /* the others are verified with the plan */
    finer->order = plan->order / parts;
    finer->roots = plan->roots;
    NEW(&ctx->error, finer->prime, primes);
    NEW(&ctx->error, finer->info, primes);
    NEW(&ctx->error, finer->shift, clm_size_times(primes, cosets));
    finer->base.prime = (clm_prime_words){finer->prime, sizeof *finer->prime};
    memcpy(finer->prime, plan->prime, primes * sizeof *finer->prime);
    for (size_t n = 0; n < primes; n++) {
        finer->info[n] = refine_info(&plan->info[n], plan->order, parts);
        refine_shifts(finer->shift + n * cosets, plan, n, parts);
    }
    list_needs(ctx, finer);
    *out = finer;
    finer = NULL;
done:
    if (finer != NULL)
        clm_plan_destroy(&finer->base);
    return st;
}

/* ---- predicted cost of a plan not yet made ---- */

/* Limits that shapes of launches can represent. */
#define MOST_WIDTH 1e9
#define MOST_PRIMES 1e6

static size_t cosets_of(const clmodp_context *ctx, size_t least, double primes)
{
    if (ctx->overrides.cosets != 0)
        return clm_size_min(ctx->overrides.cosets, clm_size_min(least, CLM_MOST_COSETS));
    return clm_cosets_for_primes(least, primes);
}

clm_amounts clm_euclid_cost(const clm_row_layout *layout, clm_minors minors, double width,
                            double primes, double batches, const clmodp_context *ctx)
{
    const clm_costs *costs = &ctx->costs;
    const size_t coefficients = (size_t)fmin(width, MOST_WIDTH);
    const size_t cosets = cosets_of(ctx, euclid_least_points(layout, coefficients), primes);
    const size_t order = clm_euclid_plan_order(layout, coefficients, cosets, costs);
    const size_t outputs = clm_minors_outputs(minors);
    const clm_memory_work work = {
        .layout = layout, .points = order, .cosets = cosets,
        .primes = (size_t)fmin(fmax(ceil(primes / batches), 1.0), MOST_PRIMES),
        .roots = clm_euclid_block_roots(layout), .results = outputs,
        .denominators = clm_euclid_denominators(layout, minors),
    };
    const double launches = 1.0 + clm_memory_plan_launches(ctx, &work); /* one reduces */
    const clm_amounts joint = clm_cosets_cost(cosets);
    const clm_amounts reduction = clm_euclid_reduction_cost(layout, primes);
    const clm_amounts point =
        clm_euclid_point_cost(layout, clm_euclid_choose_blocks(ctx, &work), order, costs);
    const clm_amounts more = clm_euclid_more_cost(minors, order);
    clm_amounts all = {.of = {
        [CLM_OP_LAUNCH] = batches * launches,
        [CLM_OP_WAIT] = clm_euclid_run_waits(cosets) * batches,
        [CLM_OP_RUN] = batches,
    }};

    clm_amounts_add(&all, &point, primes * width);
    clm_amounts_add(&all, &more, primes * width);
    if (cosets > 1)
        clm_amounts_add(&all, &joint, primes * width * (double)outputs);
    clm_amounts_add(&all, &reduction, 1.0);
    return all;
}
