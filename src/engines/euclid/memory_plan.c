/* Memory plans of the default engine, formulas for its cost, and estimates of the supply of
 * primes. */
#include "engines/euclid/memory_plan.h"

#include <math.h>

#include "arith/prime.h"
#include "cl/fpx/batch/cosets_shape.h"
#include "core/size.h"
#include "fpx/batch/determinant.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/evaluate.h"
#include "fpx/batch/cosets.h"
#include "fpx/batch/interpolate.h"
#include "fpx/batch/vandermonde.h"

#define ALL_PRIMES 8.5e7 /* below EUCLID_PRIME_MAX: x / (log x - 1 - 1 / log x) */

double clm_cosets_primes(size_t order)
{
    static const size_t factors[] = {2, 3, 5, 7};
    double units = (double)order; /* residues coprime to it; primes are spread evenly over them */

    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++)
        if (order % factors[k] == 0)
            units -= units / (double)factors[k];
    return ALL_PRIMES / units;
}

size_t clm_coset_points(size_t least, size_t cosets)
{
    return clm_smooth_at_least((uint32_t)clm_div_up(least, cosets));
}

size_t clm_cosets_for_primes(size_t least, double primes)
{
    size_t cosets = 1;

    while (cosets < CLM_MOST_COSETS &&
           clm_cosets_primes(clm_coset_points(least, cosets)) < primes)
        cosets++;
    return cosets;
}

/* Returns the words of the blocks of a matrix, or 0 for pairs. */
static size_t blocks_of(const clm_row_layout *layout)
{
    const size_t n = layout->matrix.order;

    return n > 0 ? clm_blocks_space(layout->matrix.first, n) : 0;
}

/* Returns the cost of a determinant, or of a pair with steps in these blocks; {0}: one by one. */
static clm_amounts pair_cost_in_blocks(const clm_row_layout *layout, clm_step_blocks blocks)
{
    const clm_amounts quotient = clm_divide_cost(1.0, 1.0);
    const double least = (double)clm_size_min(layout->p, layout->q);
    clm_amounts all;

    if (layout->matrix.order > 0) {
        all = clm_determinant_cost((double)layout->matrix.order, (double)blocks_of(layout),
                                   layout->matrix.products);
        all.of[CLM_OP_POINT] = 1.0;
        return all;
    }
    if (layout->by_powers) {
        const clm_amounts division = clm_powers_cost(layout->division);

        all = clm_step_blocks_cost(least, least, (clm_step_blocks){0});
        clm_amounts_add(&all, &division, 1.0);
    } else {
        all = clm_step_blocks_cost((double)layout->p, (double)layout->q, blocks);
    }
    clm_amounts_add(&all, &quotient, 1.0);
    all.of[CLM_OP_POINT] = 1.0;
    return all;
}

uint32_t clm_euclid_block_roots(const clm_row_layout *layout)
{
    return clm_size_min(layout->p, layout->q) >= CLM_BLOCKS_DEGREE ? CLM_BLOCKS_ORDER : 0;
}

/* Returns the blocks of steps of least predicted cost, if primes have the roots. */
static clm_step_blocks usual_blocks(const clm_row_layout *layout, const clm_costs *costs)
{
    return clm_step_blocks_choose(layout->p, layout->q, clm_euclid_block_roots(layout), costs);
}

clm_amounts clm_euclid_pair_cost(const clm_row_layout *layout, const clm_costs *costs)
{
    return pair_cost_in_blocks(layout, usual_blocks(layout, costs));
}

clm_step_blocks clm_euclid_choose_blocks(const clmodp_context *ctx, const clm_memory_work *work)
{
    const size_t p = work->layout->p, q = work->layout->q;
    const double lanes = (double)work->primes * (double)work->points * (double)work->cosets;
    const double units = fmax((double)ctx->device.compute_units, 1.0);
    clm_amounts single, together;
    clm_step_blocks blocks;

    if (work->layout->by_powers || work->layout->matrix.order > 0) /* remainders are short */
        return (clm_step_blocks){0};
    if (work->blocks.steps > 0 && work->blocks.order <= work->roots)
        return work->blocks;
    blocks = clm_step_blocks_choose(p, q, work->roots, &ctx->costs);
    single = clm_step_blocks_cost((double)p, (double)q, (clm_step_blocks){0});
    together = clm_step_blocks_cost((double)p, (double)q, blocks);
    if (lanes / units *
            (clm_nanoseconds(&single, &ctx->costs) - clm_nanoseconds(&together, &ctx->costs)) <
        clm_limit_ns(CLM_LIMIT_BLOCKS))
        return (clm_step_blocks){0};
    return blocks;
}

clm_amounts clm_euclid_sums_cost(const clm_row_layout *layout)
{
    return (clm_amounts){.of = {[CLM_OP_SUM_PRODUCT] = (double)layout->residues}};
}

clm_amounts clm_euclid_values_cost(const clm_row_layout *layout, const clm_costs *costs)
{
    const clm_amounts sums = clm_euclid_sums_cost(layout);
    const double rows = (double)layout->count, terms = (double)layout->terms;
    const clm_amounts best = {.of = {[CLM_OP_ROW_VALUE] = rows * log2(1.0 + terms / rows)}};

    return clm_cheaper(&sums, &best, costs);
}

clm_amounts clm_euclid_point_cost(const clm_row_layout *layout, clm_step_blocks blocks,
                                  size_t points, const clm_costs *costs)
{
    const clm_amounts values = clm_euclid_values_cost(layout, costs);
    const clm_amounts output = clm_interpolate_cost(1.0, points);
    clm_amounts all = pair_cost_in_blocks(layout, blocks);

    clm_amounts_add(&all, &values, 1.0);
    clm_amounts_add(&all, &output, 1.0 / (double)points);
    return all;
}

clm_amounts clm_euclid_more_cost(clm_minors minors, size_t points)
{
    const double outputs = (double)clm_minors_outputs(minors) - 1.0;
    const clm_amounts output = clm_interpolate_cost(1.0, points);
    clm_amounts all = clm_divide_cost((double)minors.count - 1.0, outputs);

    clm_amounts_add(&all, &output, outputs / (double)points);
    return all;
}

clm_amounts clm_euclid_usual_point_cost(const clm_row_layout *layout, size_t points,
                                        const clm_costs *costs)
{
    return clm_euclid_point_cost(layout, usual_blocks(layout, costs), points, costs);
}

static double limbs_of(const clm_row_layout *layout)
{
    double limbs = 0.0;

    if (layout->coefficients == NULL) /* a shape alone */
        return (double)layout->residues;
    for (size_t k = 0; k < layout->residues; k++)
        if (layout->coefficients[k] != NULL)
            limbs += (double)mpz_size(layout->coefficients[k]);
    return limbs;
}

double clm_euclid_point_seconds(const clm_row_layout *layout, size_t points,
                                const clmodp_context *ctx)
{
    const clm_amounts lane = clm_euclid_usual_point_cost(layout, points, &ctx->costs);
    const double units = fmax((double)ctx->device.compute_units, 1.0);

    return 1e-9 * clm_elapsed(&lane, &ctx->costs, units, 1.0);
}

clm_amounts clm_euclid_reduction_cost(const clm_row_layout *layout, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_REDUCE_INTEGER] = primes * (double)layout->residues,
                                [CLM_OP_REDUCE_LIMB] = primes * limbs_of(layout)}};
}

#define WORD sizeof(uint32_t)

/* Stripes from which on the last one is a small part of the work. */
#define MANY_STRIPES 16

/* Tuned stripes of matrices, which lanes load block by block, that take no more time. */
#define MATRIX_STRIPES 4

/* Stripes of fewer primes may be twice as large as tuned: primes with many points have long
 * sequences, which take no longer from the next cache, and launches are fewer. */
#define FEW_PRIMES 4

/* Sizes on which all decisions rest. */
typedef struct sizes {
    uint64_t prime_bytes;    /* bytes of a chunk for each prime */
    uint64_t largest_row;    /* bytes per prime of the chunk's largest buffer */
    size_t least_words;      /* least words of the stripe's polynomials, for two later stages */
    size_t primes;           /* in total */
    size_t results, cosets;
    size_t tile, tiles_per_prime;
    size_t tile_words;       /* words of a tile, including the space of blocks */
    clm_step_blocks blocks;
    size_t space;            /* words of the blocks of a matrix */
    size_t busy_tiles;       /* tiles with two work-groups of remainder sequences a compute unit */
    size_t divided_tile;     /* words of a tile of remainders; 0: none */
    double pair_ns;          /* of a remainder sequence; and of its values in shared tiles */
    double shared_ns;
    double spilt_ns;         /* of a value of a polynomial in y outside the caches: mostly for the
                                first access to memory */
    uint64_t cached;         /* bytes of a stripe from which on values are outside the caches */
    clm_rows rows;           /* shape only, no buffer */
    clm_point_batch batch;   /* shape only, no buffer */
} sizes;

static size_t group_of(const clmodp_context *ctx, const clm_row_layout *layout)
{
    return layout->matrix.order > 0 ? clm_determinant_group(ctx)
                                    : clm_lockstep_group(ctx, layout->p, layout->q);
}

/* Returns the words of scratch memory for a lane of the fallback. */
static size_t fallback_of(const clm_row_layout *layout)
{
    return layout->matrix.order > 0 ? layout->matrix.order * layout->matrix.order
                                    : clm_fallback_scratch(layout->p, layout->q);
}

/* Returns the words per prime for combining cosets: remainders; weights and combined polynomials,
 * both also on the host. */
static uint64_t coset_words(const clm_memory_work *work)
{
    const uint64_t weights = work->cosets * (uint64_t)COSETS_WEIGHTS(work->cosets);
    const uint64_t remainders = work->results * (uint64_t)work->points;

    return work->cosets > 1 ? remainders * (1 + 2 * work->cosets) + 2 * weights : 2 * remainders;
}

static void measure_work(sizes *s, const clmodp_context *ctx, const clm_memory_work *work)
{
    const clm_row_layout *layout = work->layout;
    const size_t points = work->points, results = work->results;
    const clm_rows rows = clm_row_layout_shape(layout);
    const clm_step_blocks blocks = clm_euclid_choose_blocks(ctx, work);
    const clm_amounts pair = pair_cost_in_blocks(layout, blocks);
    const clm_amounts shared = clm_evaluate_shared_cost(&rows);
    size_t tile = ctx->tuning.tile;
    uint64_t lanes = clm_round_up(points, tile), numerators = results * lanes;
    const bool merged = layout->pairs > 1;
    /* on the device, in staging memory if there are several, and once for each prime */
    const uint64_t infos =
        results * (results > 1 || merged || work->cosets > 1 ? 2 : 1) + (merged ? 1 : 0);
    const uint64_t joined = work->cosets > 1 ? (uint64_t)work->cosets * results * points : 0;

    s->rows = rows;
    s->batch = (clm_point_batch){.points = points, .lanes = (size_t)lanes};
    s->primes = work->primes;
    s->results = results;
    s->cosets = work->cosets;
    s->tile = tile;
    s->tiles_per_prime = (size_t)lanes / tile;
    s->busy_tiles = clm_div_up(2 * clm_size_max(ctx->device.compute_units, 1) *
                                   group_of(ctx, layout),
                               tile / ctx->tuning.vector_width);
    s->pair_ns = clm_nanoseconds(&pair, &ctx->costs);
    s->shared_ns = clm_nanoseconds(&shared, &ctx->costs);
    s->spilt_ns = ctx->costs.ns[CLM_OP_SPILT_WORD];
    s->cached = ctx->tuning.stripe_bytes * (layout->matrix.order > 0 ? MATRIX_STRIPES : 1);
    s->blocks = blocks;
    s->tile_words = (layout->count + clm_step_blocks_space(blocks)) * tile;
    s->space = blocks_of(layout);
    s->divided_tile = layout->by_powers
                          ? clm_powers_words(ctx, clm_size_min(layout->p, layout->q), 1)
                          : 0;
    s->largest_row = clm_size_max(joined, clm_size_max(numerators, layout->residues)) * WORD;
    s->least_words = clm_size_max(fallback_of(layout),
                                  work->geometric ? clm_vandermonde_scratch(ctx, results, points)
                                                  : clm_interpolate_scratch(ctx, points));
    s->batch.primes = 1;
    /* residues; numerators, denominators, flag of each lane; coefficients, on device and host */
    s->prime_bytes = infos * sizeof(prime_info) +
                     WORD * (layout->residues + numerators + (work->denominators + 1) * lanes +
                             coset_words(work));
}

/* Returns the shape of a batch of `primes` primes, without buffers. */
static clm_point_batch batch_of(const sizes *s, size_t primes, clm_evaluation method)
{
    clm_point_batch batch = s->batch;

    batch.primes = primes;
    batch.shared = method == CLM_EVALUATE_SHARED;
    return batch;
}

/* Returns the bytes of a stripe, and sets the words of its two buffers; UINT64_MAX on overflow. */
static uint64_t stripe_bytes(const clmodp_context *ctx, const sizes *s, clm_memory_plan *plan)
{
    const clm_point_batch batch = batch_of(s, s->primes, plan->method);
    const size_t blocks =
        s->space > 0 ? clm_determinant_spaces(ctx, s->space, plan->tiles) : 0;

    plan->value_words = clm_size_max(plan->tiles * s->tile_words + blocks, s->least_words);
    plan->divided_words = plan->tiles * s->divided_tile;
    plan->scratch_words =
        clm_evaluate_scratch(ctx, &s->rows, &batch, plan->tiles, plan->method);
    if (plan->scratch_words == SIZE_MAX)
        return UINT64_MAX;
    /* and the counter of unlucky lanes */
    return WORD * ((uint64_t)plan->value_words + plan->scratch_words + plan->divided_words + 1);
}

/* Returns the nanoseconds for values and remainder sequences in shared tiles. */
static double shared_ns(const sizes *s)
{
    const clm_point_batch batch = batch_of(s, s->primes, CLM_EVALUATE_SHARED);

    return (double)clm_point_batch_tiles(&batch, s->tile) * (double)s->tile *
           (s->pair_ns + s->shared_ns);
}

/* Returns the cheaper method. Whole primes may need stripes much larger than the tuned ones, which
 * does not pay if most rows are zero and sums are short. */
static clm_evaluation cheaper_method(const clmodp_context *ctx, const sizes *s)
{
    const double words = (double)s->tiles_per_prime * (double)s->tile_words;
    const double spilt = words * WORD > (double)s->cached ? s->spilt_ns * words : 0;
    clm_evaluation_plan plan = clm_evaluate_plan(ctx, &s->rows, &s->batch, CLM_EVALUATE_AUTO);
    clm_evaluation_plan sums = clm_evaluate_plan(ctx, &s->rows, &s->batch, CLM_EVALUATE_SUMS);

    const double own = fmin(sums.ns, plan.ns + spilt) + (double)s->batch.lanes * s->pair_ns;

    if (shared_ns(s) < (double)s->primes * own)
        return CLM_EVALUATE_SHARED;
    return sums.ns <= plan.ns + spilt ? CLM_EVALUATE_SUMS : CLM_EVALUATE_SPLIT;
}

bool clm_memory_plan_shares_tiles(const clmodp_context *ctx, const clm_memory_work *work)
{
    sizes s;

    if (work->method != CLM_EVALUATE_AUTO)
        return work->method == CLM_EVALUATE_SHARED;
    measure_work(&s, ctx, work);
    return cheaper_method(ctx, &s) == CLM_EVALUATE_SHARED;
}

/* Enlarges stripes if a last one would be too small for all compute units; among many stripes it
 * does not matter. */
static size_t avoid_small_rest(const sizes *s, size_t total, size_t tiles)
{
    const size_t stripes = total / tiles, rest = total % tiles;

    return stripes > 0 && stripes < MANY_STRIPES && rest < s->busy_tiles
               ? clm_div_up(total, stripes)
               : clm_size_min(tiles, total);
}

/* Returns whether the method evaluates whole primes. */
static bool needs_primes(clm_evaluation method)
{
    return method == CLM_EVALUATE_SPLIT || method == CLM_EVALUATE_SPARSE;
}

/* Returns a stripe's initial tiles: those of the tuned stripe, at least enough to keep all compute
 * units busy, and whole primes if the method needs them. */
static size_t first_stripe(const clmodp_context *ctx, const sizes *s, clm_evaluation method)
{
    const size_t words = s->tile_words + s->divided_tile;
    size_t tiles = clm_size_max(ctx->tuning.stripe_bytes / (words * WORD), s->busy_tiles);

    const clm_point_batch all = batch_of(s, s->primes, method);
    const bool whole = needs_primes(method) ||
                       (method == CLM_EVALUATE_SUMS && tiles > s->tiles_per_prime);

    if (whole)
        tiles = s->tiles_per_prime *
                clm_size_max(clm_size_max(tiles / s->tiles_per_prime, 1),
                             clm_size_min(2 * tiles / s->tiles_per_prime, FEW_PRIMES));
    tiles = avoid_small_rest(s, clm_point_batch_tiles(&all, s->tile), tiles);
    return whole ? clm_round_up(tiles, s->tiles_per_prime) : tiles;
}

/* Returns the next smaller stripe, or 0: half the primes, or half the tiles of a prime or if
 * shared. */
static size_t smaller_stripe(const sizes *s, size_t tiles, clm_evaluation method)
{
    if (method != CLM_EVALUATE_SHARED && tiles > s->tiles_per_prime)
        return tiles / s->tiles_per_prime / 2 * s->tiles_per_prime;
    return needs_primes(method) ? 0 : tiles / 2;
}

/* Returns the bytes of the largest buffer of a chunk of one prime. */
static uint64_t largest_buffer(const sizes *s, const clm_memory_plan *plan)
{
    const size_t of_stripe = clm_size_max(plan->value_words, plan->scratch_words);

    return clm_size_max(s->largest_row, WORD * clm_size_max(of_stripe, plan->divided_words));
}

/* The least requirement of a prime over all stripes and parts. */
typedef struct shortage {
    uint64_t bytes;  /* in total, if no buffer is too large */
    uint64_t buffer; /* of the largest buffer */
} shortage;

/* Fails because memory is too small for one prime, in any number of parts. */
static clmodp_status refuse_work(clmodp_context *ctx, const clm_memory_work *work,
                                 const shortage *least)
{
    const uint64_t left = clm_memory_left(ctx);
    const size_t points = work->points * work->cosets;

    if (least->bytes != UINT64_MAX)
        return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                        "one prime with its %zu point%s needs %llu bytes of device memory at "
                        "least, and the cap leaves %llu: raise the cap by %llu or lower the "
                        "degrees",
                        points, CLM_S(points), (unsigned long long)least->bytes,
                        (unsigned long long)left, (unsigned long long)(least->bytes - left));
    if (least->buffer != UINT64_MAX)
        return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                        "one prime with its %zu point%s needs a buffer of %llu bytes at least, "
                        "and the device allocates %llu at once: lower the degrees",
                        points, CLM_S(points), (unsigned long long)least->buffer,
                        (unsigned long long)ctx->device.max_allocation);
    return clm_fail(&ctx->error, CLMODP_LIMIT,
                    "%zu coefficients, written densely in x, are too many to evaluate: lower "
                    "the degrees",
                    work->layout->residues);
}

/* Returns whether one prime fits beside `fixed` bytes of other data, with no buffer too large;
 * updates the least requirement. */
static bool has_room(const clmodp_context *ctx, const sizes *s, const clm_memory_plan *plan,
                     uint64_t fixed, shortage *least)
{
    const uint64_t buffer = largest_buffer(s, plan), bytes = fixed + s->prime_bytes;

    if (fixed == UINT64_MAX)
        return false;
    least->buffer = clm_size_min(least->buffer, buffer);
    if (buffer > ctx->device.max_allocation)
        return false;
    least->bytes = clm_size_min(least->bytes, bytes);
    return bytes <= clm_memory_left(ctx);
}

/* Finds the method and the largest stripe that leave memory for a prime; *fixed: bytes whatever
 * the number of primes. False if none fits. */
static bool fit_stripe(const clmodp_context *ctx, clm_memory_plan *plan, uint64_t *fixed,
                       const sizes *s, clm_evaluation method, shortage *least)
{
    plan->method = method == CLM_EVALUATE_AUTO ? cheaper_method(ctx, s) : method;
    plan->tiles = first_stripe(ctx, s, plan->method);
    for (;;) {
        size_t smaller;

        *fixed = stripe_bytes(ctx, s, plan);
        if (has_room(ctx, s, plan, *fixed, least))
            return true;
        smaller = smaller_stripe(s, plan->tiles, plan->method);
        if (smaller > 0) {
            plan->tiles = smaller;
        } else if (plan->method == CLM_EVALUATE_SPLIT && method == CLM_EVALUATE_AUTO) {
            plan->method = CLM_EVALUATE_SUMS; /* this method can process parts of a prime */
            plan->tiles = first_stripe(ctx, s, plan->method);
        } else {
            return false;
        }
    }
}

/* fit_stripe for a given size of cosets, if necessary with single steps, which take less memory
 * than blocks of steps. */
static bool fit_cosets(const clmodp_context *ctx, clm_memory_plan *plan, uint64_t *fixed,
                       sizes *s, const clm_memory_work *work, shortage *least)
{
    clm_memory_work single = *work;

    measure_work(s, ctx, work);
    if (fit_stripe(ctx, plan, fixed, s, work->method, least))
        return true;
    if (s->blocks.steps == 0)
        return false;
    single.roots = 0;
    measure_work(s, ctx, &single);
    return fit_stripe(ctx, plan, fixed, s, work->method, least);
}

/* Returns the next larger number of parts of each coset, or 0. */
static size_t more_parts(const clm_memory_work *work, size_t parts)
{
    if (work->geometric)
        return 0;
    do
        parts++;
    while (parts * work->cosets <= CLM_MOST_COSETS && work->points % parts != 0);
    return parts * work->cosets <= CLM_MOST_COSETS && parts <= work->points ? parts : 0;
}

/* Finds the least number of parts that leaves memory for one prime. */
static clmodp_status fit_parts(clmodp_context *ctx, clm_memory_plan *plan, uint64_t *fixed,
                               sizes *s, const clm_memory_work *work)
{
    clmodp_status st = CLMODP_OK;
    shortage least = {UINT64_MAX, UINT64_MAX};

    for (plan->parts = 1;;) {
        clm_memory_work cut = *work;
        size_t more;

        cut.points /= plan->parts;
        cut.cosets *= plan->parts;
        if (fit_cosets(ctx, plan, fixed, s, &cut, &least))
            break;
        more = more_parts(work, plan->parts);
        if (more == 0)
            TRY(refuse_work(ctx, work, &least));
        plan->parts = more;
    }
    plan->lanes = s->batch.lanes;
done:
    return st;
}

/* Returns the most primes of a chunk beside `fixed` bytes of other data; 0 if even the indices of
 * one prime overflow. */
static uint64_t most_primes(const clmodp_context *ctx, const sizes *s, uint64_t fixed)
{
    const uint64_t most = clm_size_min((clm_memory_left(ctx) - fixed) / s->prime_bytes,
                                       ctx->device.max_allocation / s->largest_row);

    /* lane indices have 32 bits, over all results together */
    return clm_size_min(clm_size_min(most, UINT32_MAX / 2 / s->results / s->batch.lanes),
                        s->primes);
}

clmodp_status clm_memory_plan_create(clmodp_context *ctx, clm_memory_plan *out,
                                     const clm_memory_work *work)
{
    clmodp_status st = CLMODP_OK;
    clm_memory_plan plan = {0};
    uint64_t fixed, most;
    clm_point_batch all;
    sizes s;

    TRY(fit_parts(ctx, &plan, &fixed, &s, work));
    most = most_primes(ctx, &s, fixed);
    if (most == 0)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu points per prime are too many", work->points);
    plan.blocks = s.blocks;
    /* Chunks of even sizes. */
    plan.primes = clm_div_up(work->primes, clm_div_up(work->primes, (size_t)most));
    all = batch_of(&s, plan.primes, plan.method);
    plan.tiles = clm_size_min(plan.tiles, clm_point_batch_tiles(&all, s.tile));
    *out = plan;
done:
    return st;
}

double clm_memory_plan_launches(const clmodp_context *ctx, const clm_memory_work *work)
{
    const double rows = (double)(work->primes * work->results);
    clm_evaluation method;
    clm_point_batch all;
    size_t total, tiles, words, last;
    const double sequences = work->layout->by_powers ? 2.0 : 1.0; /* launches of a stripe */
    double coset;
    sizes s;

    measure_work(&s, ctx, work);
    method = cheaper_method(ctx, &s);
    all = batch_of(&s, work->primes, method);
    total = clm_point_batch_tiles(&all, s.tile);
    tiles = first_stripe(ctx, &s, method);
    words = clm_size_max(clm_size_times(tiles, s.tile_words),
                         clm_interpolate_scratch(ctx, work->points));
    last = total % tiles;
    coset = (double)(total / tiles) *
            (sequences + clm_evaluate_launches(ctx, &s.rows, &all, tiles, method));
    if (last > 0)
        coset += sequences + clm_evaluate_launches(ctx, &s.rows, &all, last, method);
    coset += (double)work->denominators; /* divisions */
    coset += clm_interpolate_launches(ctx, rows, work->points, words);
    return work->cosets > 1 ? (double)work->cosets * (coset + 1.0) : coset;
}
