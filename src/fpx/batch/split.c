/* Evaluates parts of rows by sums of products; butterflies or transforms combine their values. */
#include "fpx/batch/split.h"

#include <math.h>

#include "cl/fpx/batch/butterfly_shape.h"
#include "cl/fpx/batch/transform_shape.h"
#include "cl/fpx/batch/values_shape.h"
#include "core/size.h"
#include "fpx/batch/sums.h"
#include "opencl/kernel.h"

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

/* Lanes per prime: its share of the points in whole tiles. */
static size_t butterfly_lanes(const clmodp_context *ctx, const clm_point_batch *batch,
                              size_t split)
{
    return clm_round_up(batch->points / split, ctx->tuning.tile);
}

/* Words for `primes` primes: the memory of the sums, and the roots. */
static size_t butterfly_words(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t split, size_t primes)
{
    size_t words = clm_sums_scratch(rows, rows->count, split, primes,
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

double clm_butterfly_launches(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t split, size_t primes)
{
    const size_t most = butterfly_primes(ctx, rows, batch, split, primes);

    return CLM_SUMS_LAUNCHES * (double)clm_div_up(primes, most);
}

clmodp_status clm_butterfly_run(clmodp_context *ctx, const clm_evaluate_call *call, size_t split,
                                size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const clm_rows *rows = call->rows;
    const clm_point_batch *batch = call->batch;
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

        TRY(clm_sums_shape(ctx, &s, rows, batch->large));
        s.roots = s.powers + s.words * s.count;
        TRY(clm_sums_prepare(ctx, call->scratch, call->residues, rows, &batch->info, &s, true));
        s.parts = (u32)(width > 1 ? clm_sums_row_blocks(&s)
                                  : clm_vector_parts(ctx, items, clm_sums_row_blocks(&s)));
        TRY(clm_run(ctx, KERNEL("fpx/batch/butterfly.cl", "butterfly_rows"),
                    BUTTERFLY_ITEMS(items, width, ctx->tuning.tile) * s.parts,
                    clm_independent_group_size(ctx),
                    ARG_OUT(call->values, clm_size_times((done + count) * batch->lanes, words),
                            u32),
                    ARG_IN(call->scratch, clm_sums_words(&s), u32),
                    ARG_IN(&batch->info, first + count, prime_info), ARG_STRUCT(s),
                    ARG_STRUCT(to)));
    }
done:
    return st;
}

clm_amounts clm_butterfly_join_cost(const clmodp_context *ctx, const clm_rows *rows,
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
    const clm_amounts sums = clm_sums_cost(rows, split);
    clm_amounts all = clm_butterfly_join_cost(ctx, rows, batch, split);

    clm_amounts_add(&all, &sums, (double)butterfly_lanes(ctx, batch, split));
    return all;
}

static clm_amounts transform_cost(const clmodp_context *ctx, const clm_rows *rows,
                                  const clm_point_batch *batch, const clm_transform *t)
{
    const double words = (double)t->lanes * (double)(t->split * rows->count);
    const clm_amounts sums = clm_sums_cost(rows, t->split);
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
    size_t sums_words = clm_sums_scratch(rows, portion_rows, t->split, primes, primes * t->lanes);

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

double clm_transform_launches(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t primes)
{
    const clm_transform t = clm_transform_plan(ctx, rows, batch);
    const portion b = choose_portion(ctx, &t, rows, primes);
    const size_t parts = clm_div_up(rows->count, b.rows);
    /* The sums, the passes, and the store. */
    const double part = CLM_SUMS_LAUNCHES + (double)t.ntt.passes + 1.0;

    /* One more fills the table of roots. */
    return (double)clm_div_up(primes, b.primes) * (1.0 + (double)parts * part);
}

/* ---- Launches ---- */

/* The arguments of a call, and its portions. */
typedef struct transform_job {
    const clm_evaluate_call *call;
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
                   ARG_OUT(job->call->values, clm_size_times(lanes, s.to.rows), u32),
                   ARG_IN(job->call->scratch, job->portion.sums_end, u32), ARG_STRUCT(s));
}

/* Evaluates all rows of the primes of a portion, portion.rows at a time. */
static clmodp_status transform_portion(clmodp_context *ctx, const transform_job *job, size_t first,
                                       size_t primes, values_shape to)
{
    clmodp_status st = CLMODP_OK;
    const clm_transform *t = &job->transform;
    const portion *b = &job->portion;
    const clm_rows *rows = job->call->rows;
    const clm_point_batch *batch = job->call->batch;
    const clm_buffer *info = &batch->info, *scratch = job->call->scratch;
    clm_ntt_batch ntt = {.data = scratch, .roots = scratch, .roots_begin = b->roots,
                         .info = info, .first_prime = first, .primes = primes, .lanes = t->lanes};
    clm_root_table roots = {.table = scratch, .begin = b->roots, .info = info,
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
        TRY(clm_sums_shape(ctx, &sums, rows, batch->large));
        /* The number of rows shifts the powers, so a shorter last part needs a new table. */
        TRY(clm_sums_prepare(ctx, scratch, job->call->residues, rows, info, &sums,
                             row == 0 || sums.rows != b->rows));
        TRY(clm_sums_run(ctx, scratch, scratch, info, &sums));
        TRY(clm_ntt_run(ctx, &t->ntt, &ntt, CLM_NTT_FORWARD));
        TRY(store_values(ctx, job, primes, s));
    }
done:
    return st;
}

clmodp_status clm_transform_run(clmodp_context *ctx, const clm_evaluate_call *call,
                                size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const clm_rows *rows = call->rows;
    const clm_point_batch *batch = call->batch;
    transform_job job = {call, clm_transform_plan(ctx, rows, batch), {0}};

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
