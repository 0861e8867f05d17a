/* Selects a method of evaluation; evaluates by sums of products, butterflies or transforms. */
#include "fpx/batch/evaluate.h"

#include <math.h>

#include "core/size.h"
#include "cl/fpx/batch/butterfly_shape.h"
#include "cl/fpx/batch/evaluate_shape.h"
#include "cl/fpx/batch/evaluate_shared_shape.h"
#include "cl/fpx/batch/transform_shape.h"
#include "cl/fpx/batch/values_shape.h"
#include "opencl/kernel.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/ntt.h"
#include "fpx/batch/sparse.h"

/* Launches of sums_prepare, and of the kernel that uses its tables. */
enum { LAUNCHES = 2 };

/* The longest run of vectors with points obtained from the previous ones by one multiplication. */
#define MOST_RUN 16

/* Steps between two Horner steps for these rows, if there are any. */
static size_t sums_window(size_t longest, size_t split, bool large)
{
    size_t steps = clm_size_max(clm_div_up(longest, split), 1);

    if (large)
        return steps <= SUMS_MOST_LARGE ? steps : SUMS_WINDOW_LARGE;
    return steps <= SUMS_MOST ? steps : SUMS_WINDOW;
}

/* Powers kept a lane; fewer for large primes. */
static size_t sums_kept_powers(size_t longest, size_t split, bool large)
{
    size_t window = sums_window(longest, split, large);

    return window * split + (clm_div_up(longest, split) > window);
}

size_t clm_sums_block_entries(size_t rows)
{
    return clm_div_up(rows, EVALUATE_BLOCK) + 1;
}

uint32_t clm_sums_blocks(uint32_t *blocks, const clm_row *row, size_t rows)
{
    uint32_t sum = 0;

    for (size_t first = 0; first < rows; first += EVALUATE_BLOCK) {
        uint32_t longest = 0;

        for (size_t r = first; r < clm_size_min(first + EVALUATE_BLOCK, rows); r++)
            longest = row[r].length > longest ? row[r].length : longest;
        *blocks++ = sum;
        sum += longest;
    }
    *blocks = sum;
    return sum;
}

/* An upper bound on units of `unit` coefficients in the blocks of a batch; units cut off by ends
 * of blocks count (evaluate_first_unit). Only a batch of all rows surely begins with one. */
static size_t pack_units(const clm_rows *rows, size_t batch_rows, size_t unit)
{
    size_t blocks = clm_div_up(batch_rows, EVALUATE_BLOCK), most;

    if (batch_rows == rows->count)
        return rows->padded / unit + blocks;
    if (!clm_size_mul(&most, blocks, rows->longest))
        most = SIZE_MAX;
    return clm_size_min(most, rows->padded) / unit + blocks + 1;
}

/* Words of the packed coefficients, rounded up for alignment. */
static bool packed_words(size_t *words, const clm_rows *rows, size_t batch_rows, size_t split,
                         size_t primes)
{
    size_t n;

    if (!clm_size_mul(&n, primes, pack_units(rows, batch_rows, split)) ||
        !clm_size_mul(&n, n, split * EVALUATE_BLOCK) || n > UINT32_MAX / 2)
        return false;
    *words = clm_round_up(n, 64);
    return true;
}

/* Words of the table of strips: a pair for each sum of each block of rows. */
static size_t strips_words(size_t batch_rows, size_t split)
{
    return clm_round_up(2 * clm_div_up(batch_rows, EVALUATE_BLOCK) * split, 64);
}

/* Words of scratch memory for `batch_rows` of the rows, split `split` ways, in `lanes` lanes of
 * `primes` primes; SIZE_MAX if they cannot be addressed. */
static size_t sums_scratch(const clm_rows *rows, size_t batch_rows, size_t split, size_t primes,
                           size_t lanes)
{
    size_t packed, powers;

    if (!packed_words(&packed, rows, batch_rows, split, primes) ||
        !clm_size_mul(&powers, sums_kept_powers(rows->longest, split, false), lanes) ||
        !clm_size_add(&packed, packed, strips_words(batch_rows, split)) ||
        !clm_size_add(&packed, packed, powers))
        return SIZE_MAX;
    return packed;
}

/* Primes of the chunk up to the last prime of the launch. */
static size_t launch_end(const evaluate_shape *shape)
{
    return ((size_t)shape->first + shape->count - 1) / shape->lanes + 1;
}

static size_t launch_primes(const evaluate_shape *shape)
{
    return launch_end(shape) - shape->first_prime;
}

/* Words of the scratch buffer, with the powers, and tables of roots if any, at its end. */
static size_t launch_words(const evaluate_shape *shape)
{
    const size_t primes = shape->exponent > 0 ? shape->count / shape->lanes : 0;

    return shape->powers + (size_t)shape->words * shape->count + primes * shape->split;
}

static size_t row_blocks(const evaluate_shape *shape)
{
    return clm_div_up(shape->rows, EVALUATE_BLOCK);
}

/* Vectors of a run, which is a work-group: two runs a compute unit, if vectors suffice, since each
 * begins with a power. */
static size_t run_length(const clmodp_context *ctx, size_t vectors)
{
    const size_t runs = 2 * clm_size_max(ctx->device.compute_units, 1);

    if (ctx->tuning.vector_width == 1)
        return 1;
    return clm_size_max(clm_size_min(vectors / runs, MOST_RUN), 1);
}

/* Completes the shape of a batch. Set before: lanes (lanes, first, count, target), rows
 * (first_row, rows), split, and packed, a multiple of 64: the first of sums_scratch() free words
 * of the scratch memory. large: as in clm_point_batch.
 * Errors: LIMIT (an index would not fit 32 bits) */
static clmodp_status sums_shape(clmodp_context *ctx, evaluate_shape *shape, const clm_rows *rows,
                                bool large)
{
    clmodp_status st = CLMODP_OK;
    size_t split = shape->split, words = 0, strips = 0;

    REQUIRE(&ctx->error, shape->count > 0 && shape->count % ctx->tuning.tile == 0);
    shape->first_prime = shape->first / shape->lanes;
    if (rows->longest > UINT32_MAX / 4 || rows->residues > UINT32_MAX ||
        rows->count > UINT32_MAX / 4 || split > UINT32_MAX / clm_size_max(rows->count, 1) / 2 ||
        !packed_words(&words, rows, shape->rows, split, launch_primes(shape)) ||
        (strips = strips_words(shape->rows, split)) > UINT32_MAX / 2 ||
        words > UINT32_MAX / 2 - shape->packed)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%u row%s of up to %zu coefficient%s do not fit one batch of %u lane%s", shape->rows,
             CLM_S(shape->rows), rows->longest, CLM_S(rows->longest), shape->count,
             CLM_S(shape->count));
    shape->steps = (u32)pack_units(rows, shape->rows, split);
    shape->window = (u32)sums_window(rows->longest, split, large);
    shape->words = (u32)sums_kept_powers(rows->longest, split, large);
    shape->residues = (u32)rows->residues;
    shape->strips = shape->packed + (u32)words;
    shape->powers = shape->strips + (u32)strips;
    shape->run = (u32)run_length(ctx, shape->count / ctx->tuning.vector_width);
    shape->parts = (u32)clm_vector_parts(ctx, shape->count / ctx->tuning.vector_width,
                                       split * row_blocks(shape));
done:
    return st;
}

/* Packs the coefficients of the rows of the shape; with `powers` also fills the table of powers of
 * the lanes' points, and the tables of roots. */
static clmodp_status sums_prepare(clmodp_context *ctx, const clm_buffer *scratch,
                                  const clm_buffer *residues, const clm_rows *rows,
                                  const clm_buffer *info, const evaluate_shape *shape, bool powers)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = ctx->tuning.vector_width;
    const size_t items = powers ? clm_div_up(shape->count / width, shape->run) : 0;
    const size_t runs = pack_units(rows, shape->rows, EVALUATE_PACK_RUN);
    const size_t primes = launch_primes(shape);
    const size_t packs = primes * runs * (EVALUATE_BLOCK / EVALUATE_PACK_ROWS(width));

    TRY(clm_run(ctx, KERNEL("fpx/batch/evaluate.cl", "evaluate_prepare"), items + packs,
                width > 1 ? 1 : clm_independent_group_size(ctx),
                ARG_OUT(scratch, launch_words(shape), u32),
                ARG_IN(residues, clm_size_times(launch_end(shape), rows->residues), u32),
                ARG_IN(&rows->table, rows->count, clm_row),
                ARG_IN(&rows->blocks, clm_sums_block_entries(rows->count), u32),
                ARG_IN(info, launch_end(shape), prime_info), ARG_STRUCT(*shape), ARG_U32(items),
                ARG_U32(primes), ARG_U32(runs)));
done:
    return st;
}

/* Evaluates: sum c of row first_row + i of lane `first + u` goes to word i * split + c of lane
 * `target + u`, in tiles with rows * split words a lane. Pre: sums_prepare for this shape. */
static clmodp_status sums_run(clmodp_context *ctx, const clm_buffer *values,
                              const clm_buffer *scratch, const clm_buffer *info,
                              const evaluate_shape *shape)
{
    size_t vectors = shape->count / ctx->tuning.vector_width;

    return clm_run(ctx, KERNEL("fpx/batch/evaluate.cl", "evaluate_rows"), vectors * shape->parts,
                   clm_independent_group_size(ctx),
                   ARG_OUT(values,
                           clm_size_times((size_t)shape->target + shape->count,
                                          (size_t)shape->rows * shape->split),
                           u32),
                   ARG_IN(scratch, launch_words(shape), u32),
                   ARG_IN(info, launch_end(shape), prime_info), ARG_STRUCT(*shape));
}

/* The cost of all rows in one lane, without packing, which all lanes of a prime share. */
static clm_amounts sums_cost(const clm_rows *rows, size_t split)
{
    return (clm_amounts){.of = {
        [CLM_OP_SUM_PRODUCT] = (double)EVALUATE_BLOCK * (double)rows->padded,
        [CLM_OP_SUM_STORE] = (double)rows->count * (double)split,
        [CLM_OP_SUM_POWER] = (double)sums_kept_powers(rows->longest, split, false),
    }};
}

/* ---- Storing values ---- */

/* The final tiles of the primes from index `done` of a call on. */
static values_shape values_target(const clm_point_batch *batch, size_t rows, size_t done)
{
    return (values_shape){.points = (u32)batch->points, .lanes = (u32)batch->lanes,
                          .rows = (u32)rows, .target = (u32)(done * batch->lanes)};
}

/* Adds the stores (values_put) of `values` values, in runs of `run` vectors that begin at
 * multiples of `points`. A run that begins within a vector has one vector stored in two pieces. */
static void add_stores(clm_amounts *all, const clmodp_context *ctx, size_t points, size_t run,
                       double values)
{
    const double pieces = points % ctx->tuning.vector_width == 0 ? 0.0 : values / (double)run;

    all->of[CLM_OP_STORE_VECTOR] += values - pieces;
    all->of[CLM_OP_STORE_PIECE] += pieces;
}

/* ---- Evaluation at 4, 8 or 16 points at once ---- */

/* Lanes a prime: its share of the points in whole tiles. */
static size_t butterfly_lanes(const clmodp_context *ctx, const clm_point_batch *batch,
                              size_t split)
{
    return clm_round_up(batch->points / split, ctx->tuning.tile);
}

/* Words for `primes` primes: the memory of the sums, and the roots. */
static size_t butterfly_words(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t split, size_t primes)
{
    size_t words = sums_scratch(rows, rows->count, split, primes,
                                primes * butterfly_lanes(ctx, batch, split));

    return clm_size_add(&words, words, primes * split) ? words : SIZE_MAX;
}

/* Primes at one time: as many as fit, with their powers and coefficients, into a stripe. */
static size_t butterfly_primes(const clmodp_context *ctx, const clm_rows *rows,
                               const clm_point_batch *batch, size_t split, size_t primes)
{
    size_t words = butterfly_words(ctx, rows, batch, split, 1);
    size_t most = ctx->tuning.stripe_bytes / sizeof(u32) / words;

    return clm_size_min(primes, clm_size_max(most, 1));
}

size_t clm_butterfly_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t split, size_t primes)
{
    return butterfly_words(ctx, rows, batch, split,
                           butterfly_primes(ctx, rows, batch, split, primes));
}

clmodp_status clm_butterfly_run(clmodp_context *ctx, const clm_buffer *values,
                                const clm_buffer *scratch, const clm_buffer *residues,
                                const clm_rows *rows, const clm_point_batch *batch, size_t split,
                                size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const size_t span = butterfly_lanes(ctx, batch, split), words = rows->count;
    const size_t most = butterfly_primes(ctx, rows, batch, split, primes);
    const size_t width = ctx->tuning.vector_width, run = BUTTERFLY_RUN(width, split) * width;

    REQUIRE(&ctx->error, batch->points % split == 0);
    for (size_t done = 0; done < primes; done += most) {
        size_t count = clm_size_min(most, primes - done), first = first_prime + done;
        size_t items = count * clm_div_up(batch->points / split, run);
        evaluate_shape s = {.lanes = (u32)span, .first = (u32)(first * span),
                            .count = (u32)(count * span), .rows = (u32)words,
                            .split = (u32)split, .exponent = (u32)(batch->points / split)};
        const values_shape to = values_target(batch, words, done);

        TRY(sums_shape(ctx, &s, rows, batch->large));
        s.roots = s.powers + s.words * s.count;
        TRY(sums_prepare(ctx, scratch, residues, rows, &batch->info, &s, true));
        s.parts = (u32)(width > 1 ? row_blocks(&s) : clm_vector_parts(ctx, items, row_blocks(&s)));
        TRY(clm_run(ctx, KERNEL("fpx/batch/butterfly.cl", "butterfly_rows"),
                    BUTTERFLY_ITEMS(items, width, ctx->tuning.tile) * s.parts,
                    clm_independent_group_size(ctx),
                    ARG_OUT(values, clm_size_times((done + count) * batch->lanes, words), u32),
                    ARG_IN(scratch, launch_words(&s), u32),
                    ARG_IN(&batch->info, first + count, prime_info), ARG_STRUCT(s),
                    ARG_STRUCT(to)));
    }
done:
    return st;
}

/* The cost of a prime's butterflies and stores. */
static clm_amounts join_cost(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t split)
{
    const double layers = split == 16 ? 4.0 : split == 8 ? 3.0 : 2.0;
    const double roots = split == 16 ? 17.0 / 16 : split == 8 ? 5.0 / 8 : 1.0 / 4;
    const double span = (double)butterfly_lanes(ctx, batch, split);
    const double values = span * (double)(split * rows->count);
    clm_amounts all = {.of = {[CLM_OP_LAYER_SUM] = layers * values,
                              [CLM_OP_ROOT_PRODUCT] = roots * values}};

    add_stores(&all, ctx, batch->points / split, BUTTERFLY_RUN(ctx->tuning.vector_width, split),
               (double)(batch->points * rows->count));
    return all;
}

clm_amounts clm_butterfly_cost(const clmodp_context *ctx, const clm_rows *rows,
                               const clm_point_batch *batch, size_t split)
{
    const clm_amounts sums = sums_cost(rows, split);
    clm_amounts all = join_cost(ctx, rows, batch, split);

    clm_amounts_add(&all, &sums, (double)butterfly_lanes(ctx, batch, split));
    return all;
}

static clm_amounts transform_cost(const clmodp_context *ctx, const clm_rows *rows,
                                  const clm_point_batch *batch, const clm_transform *t)
{
    const double words = (double)t->lanes * (double)(t->split * rows->count);
    const clm_amounts sums = sums_cost(rows, t->split);
    clm_amounts all = clm_ntt_cost(&t->ntt, words);

    clm_amounts_add(&all, &sums, (double)t->lanes);
    all.of[CLM_OP_SPILT_PASS] += words * (double)t->ntt.passes;
    all.of[CLM_OP_FETCH_WORD] += words;
    add_stores(&all, ctx, t->sum_points, 1, (double)batch->lanes * (double)rows->count);
    return all;
}

/* Takes this split if it is cheaper, or as cheap and smaller. */
static void try_split(clm_transform *best, const clmodp_context *ctx, const clm_rows *rows,
                      const clm_point_batch *batch, size_t split)
{
    clm_transform t = {.split = split, .sum_points = batch->points / split};
    clm_amounts all;

    if (split < 2 || split > rows->longest)
        return;
    t.lanes = clm_round_up(t.sum_points, ctx->tuning.tile);
    t.ntt = clm_ntt_plan_for(split);
    all = transform_cost(ctx, rows, batch, &t);
    t.ns = isfinite(t.ntt.ns) ? clm_nanoseconds(&all, &ctx->costs) : INFINITY;
    if (t.ns < best->ns || (t.ns == best->ns && split < best->split))
        *best = t;
}

clm_transform clm_transform_plan(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_point_batch *batch)
{
    clm_transform best = {.split = 1, .sum_points = batch->points, .lanes = batch->lanes,
                          .ns = INFINITY};

    for (size_t split = 1; split <= batch->points / split; split++)
        if (batch->points % split == 0) {
            try_split(&best, ctx, rows, batch, split);
            try_split(&best, ctx, rows, batch, batch->points / split);
        }
    return best;
}

/* ---- Memory ---- */

/* Some primes, and some of their rows. Word indices of scratch memory: the end of the sums (at 0,
 * replaced by values), roots of unity, memory of the sums, the end. */
typedef struct portion {
    size_t primes, rows;
    size_t sums_end, roots, packed, total; /* total SIZE_MAX: beyond the address range */
} portion;

static portion portion_of(const clm_transform *t, const clm_rows *rows, size_t primes,
                          size_t portion_rows)
{
    portion b = {.primes = primes, .rows = portion_rows, .total = SIZE_MAX};
    size_t sums_words = sums_scratch(rows, portion_rows, t->split, primes, primes * t->lanes);

    if (!clm_size_mul(&b.sums_end, primes * t->lanes, portion_rows * t->split) ||
        b.sums_end > UINT32_MAX / 2 || sums_words > UINT32_MAX)
        return b;
    b.roots = clm_round_up(b.sums_end, 64);
    b.packed = clm_round_up(b.roots + primes * t->split, 64);
    if (b.packed + sums_words <= UINT32_MAX)
        b.total = b.packed + sums_words;
    return b;
}

/* Selects as many primes or, if not even one fits, rows as a stripe holds. */
static portion choose_portion(const clmodp_context *ctx, const clm_transform *t,
                              const clm_rows *rows, size_t primes)
{
    size_t budget = ctx->tuning.stripe_bytes / sizeof(u32), one;
    size_t portion_rows = rows->count;

    for (;;) {
        one = portion_of(t, rows, 1, portion_rows).total;
        if (one <= budget || portion_rows <= EVALUATE_BLOCK)
            break;
        portion_rows = clm_round_up(clm_div_up(portion_rows, 2), EVALUATE_BLOCK);
    }
    return portion_of(t, rows, clm_size_min(primes, clm_size_max(budget / one, 1)), portion_rows);
}

size_t clm_transform_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t primes)
{
    clm_transform t = clm_transform_plan(ctx, rows, batch);

    return t.split == 1 ? 0 : choose_portion(ctx, &t, rows, primes).total;
}

/* Launches for `primes` primes. Pre: a transform is possible */
static double transform_launches(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_point_batch *batch, size_t primes)
{
    const clm_transform t = clm_transform_plan(ctx, rows, batch);
    const portion b = choose_portion(ctx, &t, rows, primes);
    const size_t parts = clm_div_up(rows->count, b.rows);
    /* The sums, the passes, and the store. */
    const double part = LAUNCHES + (double)t.ntt.passes + 1.0;

    /* One more fills the table of roots. */
    return (double)clm_div_up(primes, b.primes) * (1.0 + (double)parts * part);
}

/* ---- Launches ---- */

/* The arguments of a call, and its portions. */
typedef struct transform_job {
    const clm_buffer *values, *scratch, *residues;
    const clm_rows *rows;
    const clm_point_batch *batch;
    clm_transform transform;
    portion portion;
} transform_job;

static clmodp_status store_values(clmodp_context *ctx, const transform_job *job, size_t primes,
                                  transform_shape s)
{
    size_t vectors = s.count / ctx->tuning.vector_width;
    size_t lanes = s.to.target + primes * s.to.lanes; /* of the values, to the portion's end */

    s.parts = (u32)clm_vector_parts(ctx, vectors, s.split);
    return clm_run(ctx, KERNEL("fpx/batch/transform.cl", "transform_store"), vectors * s.parts,
                   clm_independent_group_size(ctx),
                   ARG_OUT(job->values, clm_size_times(lanes, s.to.rows), u32),
                   ARG_IN(job->scratch, job->portion.sums_end, u32), ARG_STRUCT(s));
}

/* Evaluates all rows of the primes of a portion, portion.rows at a time. */
static clmodp_status transform_portion(clmodp_context *ctx, const transform_job *job, size_t first,
                                       size_t primes, values_shape to)
{
    clmodp_status st = CLMODP_OK;
    const clm_transform *t = &job->transform;
    const portion *b = &job->portion;
    const clm_rows *rows = job->rows;
    const clm_buffer *info = &job->batch->info;
    clm_ntt_batch ntt = {.data = job->scratch, .roots = job->scratch, .roots_begin = b->roots,
                         .info = info, .first_prime = first, .primes = primes, .lanes = t->lanes};
    clm_root_table roots = {.table = job->scratch, .begin = b->roots, .info = info,
                            .first_prime = first, .primes = primes, .order = t->split,
                            .exponent = t->sum_points};
    evaluate_shape sums = {.lanes = (u32)t->lanes, .first = (u32)(first * t->lanes),
                           .count = (u32)(primes * t->lanes), .split = (u32)t->split,
                           .packed = (u32)b->packed};
    transform_shape s = {.radices = clm_ntt_packed_radices(&t->ntt), .to = to,
                         .lanes = (u32)t->lanes, .sum_points = (u32)t->sum_points,
                         .count = (u32)(primes * t->lanes), .split = (u32)t->split};

    TRY(clm_root_table_fill(ctx, &roots));
    for (size_t row = 0; row < rows->count; row += b->rows) {
        ntt.rows = clm_size_min(b->rows, rows->count - row);
        sums.first_row = s.first_row = (u32)row;
        sums.rows = s.rows = (u32)ntt.rows;
        TRY(sums_shape(ctx, &sums, rows, job->batch->large));
        /* The number of rows shifts the powers, so a shorter last part needs a new table. */
        TRY(sums_prepare(ctx, job->scratch, job->residues, rows, info, &sums,
                         row == 0 || sums.rows != b->rows));
        TRY(sums_run(ctx, job->scratch, job->scratch, info, &sums));
        TRY(clm_ntt_run(ctx, &t->ntt, &ntt, CLM_NTT_FORWARD));
        TRY(store_values(ctx, job, primes, s));
    }
done:
    return st;
}

clmodp_status clm_transform_run(clmodp_context *ctx, const clm_buffer *values,
                                const clm_buffer *scratch, const clm_buffer *residues,
                                const clm_rows *rows, const clm_point_batch *batch,
                                size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    transform_job job = {
        values, scratch, residues, rows, batch, clm_transform_plan(ctx, rows, batch), {0}};

    REQUIRE(&ctx->error, job.transform.split > 1);
    job.portion = choose_portion(ctx, &job.transform, rows, primes);
    if (job.portion.total == SIZE_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "transforms of %zu row%s at %zu point%s do not fit",
             rows->count, CLM_S(rows->count), batch->points, CLM_S(batch->points));
    for (size_t done = 0; done < primes; done += job.portion.primes)
        TRY(transform_portion(ctx, &job, first_prime + done,
                              clm_size_min(job.portion.primes, primes - done),
                              values_target(batch, rows->count, done)));
done:
    return st;
}

clm_amounts clm_evaluate_shared_cost(const clm_rows *rows)
{
    return (clm_amounts){.of = {[CLM_OP_SHARED_COEFFICIENT] = (double)rows->residues,
                                [CLM_OP_SHARED_VALUE] = (double)rows->count}};
}

/* Evaluates as clm_evaluate does, for batch->shared, without scratch memory.
 *
 * Pre:    the tiles are within the chunk, which has less than 2^31 lanes
 * Cost:   a product and a reduction for each coefficient of a row but the last, at each point
 * Errors: LIMIT (an index would not fit 32 bits)
 * Asynchronous. */
static clmodp_status evaluate_shared_tiles(clmodp_context *ctx, const clm_buffer *values,
                                           const clm_buffer *residues, const clm_rows *rows,
                                           const clm_point_batch *batch, size_t first_tile,
                                           size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, vectors = tiles * (tile / ctx->tuning.vector_width);
    const size_t parts = clm_vector_parts(ctx, vectors, rows->count);
    evaluate_shared_shape shape = {.sequences = (u32)(batch->primes * batch->points),
                                   .points = (u32)batch->points,
                                   .first = (u32)(first_tile * tile),
                                   .vectors = (u32)vectors,
                                   .rows = (u32)rows->count,
                                   .residues = (u32)rows->residues,
                                   .parts = (u32)parts};

    if (rows->residues > UINT32_MAX || rows->count > UINT32_MAX / 4)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu rows of %zu coefficients are too many for one batch",
             rows->count, rows->residues);
    TRY(clm_run(ctx, KERNEL("fpx/batch/evaluate_shared.cl", "evaluate_shared"), vectors * parts,
                clm_independent_group_size(ctx),
                ARG_OUT(values, clm_size_times(tiles * tile, rows->count), u32),
                ARG_IN(residues, clm_size_times(batch->primes, rows->residues), u32),
                ARG_IN(&rows->table, rows->count, clm_row),
                ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
done:
    return st;
}

/* Tiles at one time: their powers take a quarter of a stripe. */
static size_t most_schoolbook_tiles(const clmodp_context *ctx, const clm_rows *rows, size_t tiles)
{
    size_t bytes = sums_scratch(rows, 0, 1, 0, ctx->tuning.tile) * sizeof(u32);

    return clm_size_min(tiles, clm_size_max(ctx->tuning.stripe_bytes / 4 / bytes, 1));
}

/* Scratch memory of tiles beginning anywhere in a prime. */
static size_t schoolbook_scratch(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_point_batch *batch, size_t tiles)
{
    size_t most = most_schoolbook_tiles(ctx, rows, tiles), count = most * ctx->tuning.tile;
    size_t primes = clm_div_up(count - clm_size_min(count, 1), batch->lanes) + 1;

    return sums_scratch(rows, rows->count, 1, clm_size_min(primes, batch->primes), count);
}

static clmodp_status evaluate_plain(clmodp_context *ctx, const clm_buffer *values,
                                    const clm_buffer *scratch, const clm_buffer *residues,
                                    const clm_rows *rows, const clm_point_batch *batch,
                                    size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, most = most_schoolbook_tiles(ctx, rows, tiles);

    for (size_t done = 0; done < tiles; done += most) {
        evaluate_shape shape = {.lanes = (u32)batch->lanes,
                                .first = (u32)((first_tile + done) * tile),
                                .count = (u32)(clm_size_min(most, tiles - done) * tile),
                                .target = (u32)(done * tile),
                                .rows = (u32)rows->count, .split = 1};

        TRY(sums_shape(ctx, &shape, rows, batch->large));
        TRY(sums_prepare(ctx, scratch, residues, rows, &batch->info, &shape, true));
        TRY(sums_run(ctx, values, scratch, &batch->info, &shape));
    }
done:
    return st;
}

/* Takes butterflies of `split` sums if they are cheaper. */
static void try_method(clm_evaluation_plan *best, int method, size_t split, const clm_amounts *all,
                       const clm_costs *costs)
{
    const double ns = clm_nanoseconds(all, costs);

    if (ns < best->ns)
        *best = (clm_evaluation_plan){.method = method, .split = split, .ns = ns};
}

static void try_sparse(clm_evaluation_plan *best, const clmodp_context *ctx, const clm_rows *rows,
                       const clm_point_batch *batch)
{
    for (size_t split = 4; split <= BUTTERFLY_MOST && batch->points % split == 0; split *= 2) {
        const clm_amounts sums = clm_sparse_cost(ctx, rows, batch, split);
        clm_amounts all = join_cost(ctx, rows, batch, split);

        clm_amounts_add(&all, &sums, 1.0);
        try_method(best, CLM_METHOD_SPARSE, split, &all, &ctx->costs);
    }
}

clm_evaluation_plan clm_evaluate_plan(const clmodp_context *ctx, const clm_rows *rows,
                                      const clm_point_batch *batch, clm_evaluation method)
{
    const clm_costs *costs = &ctx->costs;
    const clm_amounts lane = sums_cost(rows, 1);
    clm_evaluation_plan sums = {.method = CLM_METHOD_SUMS,
                                .ns = (double)batch->lanes * clm_nanoseconds(&lane, costs)};
    clm_evaluation_plan best = {.method = CLM_METHOD_TRANSFORM};

    if (method == CLM_EVALUATE_SUMS)
        return sums;
    best.transform = clm_transform_plan(ctx, rows, batch);
    best.ns = best.transform.ns;
    for (size_t split = 4; split <= BUTTERFLY_MOST && batch->points % split == 0; split *= 2) {
        const clm_amounts all = clm_butterfly_cost(ctx, rows, batch, split);

        try_method(&best, CLM_METHOD_BUTTERFLY, split, &all, costs);
    }
    if (method == CLM_EVALUATE_SPARSE && rows->powers > 0 && batch->points % 4 == 0)
        best.ns = INFINITY;
    if (rows->powers > 0)
        try_sparse(&best, ctx, rows, batch);
    if (isinf(best.ns) || (method == CLM_EVALUATE_AUTO && sums.ns <= best.ns))
        best = sums;
    return best;
}

/* The plan for tiles, which need not be whole primes. */
static clm_evaluation_plan plan_tiles(const clmodp_context *ctx, const clm_rows *rows,
                                      const clm_point_batch *batch, clm_evaluation method,
                                      bool whole)
{
    return clm_evaluate_plan(ctx, rows, batch,
                             method == CLM_EVALUATE_AUTO && !whole ? CLM_EVALUATE_SUMS : method);
}

size_t clm_evaluate_scratch(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_point_batch *batch, size_t tiles, clm_evaluation method)
{
    size_t prime_tiles = batch->lanes / ctx->tuning.tile, primes = tiles / prime_tiles;
    size_t plain, whole;
    clm_evaluation_plan plan;

    if (method == CLM_EVALUATE_SHARED)
        return 0;
    plain = schoolbook_scratch(ctx, rows, batch, tiles);
    plan = plan_tiles(ctx, rows, batch, method, tiles % prime_tiles == 0);
    if (plan.method == CLM_METHOD_SUMS)
        return plain;
    whole = plan.method == CLM_METHOD_BUTTERFLY
                ? clm_butterfly_scratch(ctx, rows, batch, plan.split, primes)
            : plan.method == CLM_METHOD_SPARSE
                ? clm_sparse_scratch(ctx, rows, batch, plan.split, primes)
                : clm_transform_scratch(ctx, rows, batch, primes);
    /* AUTO falls back to schoolbook sums if the tiles begin within a prime. */
    return method == CLM_EVALUATE_AUTO ? clm_size_max(plain, whole) : whole;
}

double clm_evaluate_launches(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t tiles, clm_evaluation method)
{
    const size_t prime_tiles = batch->lanes / ctx->tuning.tile, primes = tiles / prime_tiles;
    clm_evaluation_plan plan;
    size_t most;

    if (method == CLM_EVALUATE_SHARED)
        return 1.0;
    plan = plan_tiles(ctx, rows, batch, method, tiles % prime_tiles == 0);
    switch (plan.method) {
    case CLM_METHOD_BUTTERFLY:
        most = butterfly_primes(ctx, rows, batch, plan.split, primes);
        return LAUNCHES * (double)clm_div_up(primes, most);
    case CLM_METHOD_TRANSFORM:
        return transform_launches(ctx, rows, batch, primes);
    case CLM_METHOD_SPARSE:
        return clm_sparse_launches(ctx, rows, batch, plan.split, primes);
    case CLM_METHOD_SUMS:
        break;
    }
    return LAUNCHES * (double)clm_div_up(tiles, most_schoolbook_tiles(ctx, rows, tiles));
}

clmodp_status clm_evaluate(clmodp_context *ctx, clm_buffer *values, clm_buffer *scratch,
                           const clm_buffer *residues, const clm_rows *rows,
                           const clm_point_batch *batch, size_t first_tile, size_t tiles,
                           clm_evaluation method)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, all = clm_point_batch_tiles(batch, tile);
    size_t prime_tiles = batch->lanes / tile, first_prime, primes, words;
    clm_evaluation_plan plan;
    bool whole;

    REQUIRE(&ctx->error, batch->points > 0 && batch->lanes % tile == 0 &&
                             batch->lanes >= batch->points);
    REQUIRE(&ctx->error, first_tile <= all && tiles <= all - first_tile);
    REQUIRE(&ctx->error, batch->shared == (method == CLM_EVALUATE_SHARED));
    if (!clm_size_mul(&words, batch->primes, batch->lanes) || words > UINT32_MAX / 2)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu prime%s of %zu lane%s do not fit one chunk",
             batch->primes, CLM_S(batch->primes), batch->lanes, CLM_S(batch->lanes));
    if (tiles == 0 || rows->count == 0)
        return CLMODP_OK;
    if (batch->shared)
        return evaluate_shared_tiles(ctx, values, residues, rows, batch, first_tile, tiles);
    whole = first_tile % prime_tiles == 0 && tiles % prime_tiles == 0;
    plan = plan_tiles(ctx, rows, batch, method, whole);
    REQUIRE(&ctx->error, whole || plan.method == CLM_METHOD_SUMS);
    first_prime = first_tile / prime_tiles;
    primes = tiles / prime_tiles;
    switch (plan.method) {
    case CLM_METHOD_SUMS:
        TRY(evaluate_plain(ctx, values, scratch, residues, rows, batch, first_tile, tiles));
        break;
    case CLM_METHOD_BUTTERFLY:
        TRY(clm_butterfly_run(ctx, values, scratch, residues, rows, batch, plan.split,
                              first_prime, primes));
        break;
    case CLM_METHOD_TRANSFORM:
        TRY(clm_transform_run(ctx, values, scratch, residues, rows, batch, first_prime, primes));
        break;
    case CLM_METHOD_SPARSE:
        TRY(clm_sparse_run(ctx, values, scratch, residues, rows, batch, plan.split, first_prime,
                           primes));
        break;
    }
done:
    return st;
}
