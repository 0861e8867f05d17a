/* Evaluates rows with few coefficients. */
#include "fpx/batch/sparse.h"

#include "cl/fpx/batch/evaluate_shape.h"
#include "cl/fpx/batch/sparse_shape.h"
#include "core/size.h"
#include "fpx/batch/ntt.h"
#include "fpx/batch/sums.h"
#include "opencl/kernel.h"

/* Runs per compute unit. The vectors of a run share the memory of their powers; with many runs,
 * all units end at about the same time. */
enum { UNIT_RUNS = 16 };

/* Launches: roots, columns, coefficients, values. */
enum { LAUNCHES = 4 };

static size_t blocks_of(const clm_rows *rows)
{
    return clm_div_up(rows->count, EVALUATE_BLOCK);
}

static size_t vectors_of(const clmodp_context *ctx, const clm_point_batch *batch, size_t split)
{
    return clm_div_up(batch->points / split, ctx->tuning.vector_width);
}

/* Adds count times `each` words, aligned, to the end of the scratch memory; *begin is their place.
 * False if they cannot be addressed. */
static bool place_words(u32 *begin, size_t *end, size_t count, size_t each)
{
    size_t words;

    *begin = (u32)*end;
    if (!clm_size_mul(&words, count, each) || words > UINT32_MAX / 2 - *end)
        return false;
    *end = clm_round_up(*end + words, 64);
    return *end <= UINT32_MAX / 2;
}

/* Sets the shape for some primes, and returns the words of scratch memory, or SIZE_MAX. */
static size_t shape_of(sparse_shape *s, const clmodp_context *ctx, const clm_rows *rows,
                       const clm_point_batch *batch, size_t split, size_t primes)
{
    const size_t strips = blocks_of(rows) * split, vectors = vectors_of(ctx, batch, split);
    const size_t run = clm_sums_run_length(ctx, vectors, UNIT_RUNS);
    const size_t lanes = clm_size_times(clm_size_times(primes, clm_div_up(vectors, run)),
                                        ctx->tuning.vector_width);
    size_t end = 0;

    *s = (sparse_shape){.vectors = (u32)vectors, .run = (u32)run, .primes = (u32)primes,
                        .residues = (u32)rows->residues, .rows = (u32)rows->count,
                        .split = (u32)split, .powers = (u32)rows->powers,
                        .columns = (u32)rows->columns,
                        .first = batch->large ? SPARSE_FIRST_LARGE : SPARSE_FIRST,
                        .window = batch->large ? SPARSE_WINDOW_LARGE : SPARSE_WINDOW,
                        .unfolded = batch->large ? SPARSE_UNFOLDED_LARGE : SPARSE_UNFOLDED,
                        .fold = batch->large ? SPARSE_FOLD_LARGE : SPARSE_FOLD};
    if (lanes > UINT32_MAX / 2 || rows->residues > UINT32_MAX ||
        !place_words(&s->strips, &end, strips, 2) ||
        !place_words(&s->steps, &end, rows->columns, 2) ||
        !place_words(&s->packed, &end, rows->columns * EVALUATE_BLOCK, primes) ||
        !place_words(&s->roots, &end, split, primes) ||
        !place_words(&s->table, &end, clm_round_up(lanes, ctx->tuning.tile), rows->powers))
        return SIZE_MAX;
    return end;
}

/* Primes at one time, as many as a stripe holds. */
static size_t most_primes(const clmodp_context *ctx, const clm_rows *rows,
                          const clm_point_batch *batch, size_t split, size_t primes)
{
    sparse_shape s;
    const size_t words = shape_of(&s, ctx, rows, batch, split, 1);
    const size_t most = ctx->tuning.stripe_bytes / sizeof(u32) / words;

    return clm_size_min(primes, clm_size_max(most, 1));
}

size_t clm_sparse_scratch(const clmodp_context *ctx, const clm_rows *rows,
                          const clm_point_batch *batch, size_t split, size_t primes)
{
    const size_t most = most_primes(ctx, rows, batch, split, primes);
    sparse_shape s;

    return shape_of(&s, ctx, rows, batch, split, most);
}

double clm_sparse_launches(const clmodp_context *ctx, const clm_rows *rows,
                           const clm_point_batch *batch, size_t split, size_t primes)
{
    return LAUNCHES * (double)clm_div_up(primes, most_primes(ctx, rows, batch, split, primes));
}

clm_amounts clm_sparse_cost(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_point_batch *batch, size_t split)
{
    const double lanes =
        (double)(vectors_of(ctx, batch, split) * ctx->tuning.vector_width);

    return (clm_amounts){.of = {
        [CLM_OP_SUM_PRODUCT] = lanes * (double)EVALUATE_BLOCK * (double)rows->columns,
        [CLM_OP_SUM_STORE] = lanes * (double)rows->count * (double)split,
        [CLM_OP_SUM_POWER] = lanes * (double)rows->powers,
    }};
}

/* Evaluates the rows of a shape's primes. */
static clmodp_status evaluate_primes(clmodp_context *ctx, const clm_evaluate_call *call,
                                     size_t words, sparse_shape s)
{
    clmodp_status st = CLMODP_OK;
    const clm_rows *rows = call->rows;
    const clm_point_batch *batch = call->batch;
    const size_t blocks = blocks_of(rows), end = (size_t)s.first_prime + s.primes;
    const size_t table = SPARSE_COLUMNS(rows->powers, blocks) + 2 * rows->columns;
    const size_t group = ctx->tuning.vector_width > 1 ? 1 : 0; /* a run */

    TRY(clm_root_table_fill(ctx, &(clm_root_table){.table = call->scratch, .begin = s.roots,
                                                   .info = &batch->info,
                                                   .first_prime = s.first_prime,
                                                   .primes = s.primes, .order = s.split,
                                                   .exponent = batch->points / s.split}));
    TRY(clm_run(ctx, KERNEL("fpx/batch/sparse.cl", "sparse_list"), blocks * s.split,
                clm_independent_group_size(ctx), ARG_OUT(call->scratch, s.packed, u32),
                ARG_IN(&rows->sparse, table, u32), ARG_STRUCT(s)));
    TRY(clm_run(ctx, KERNEL("fpx/batch/sparse.cl", "sparse_pack"),
                s.primes * blocks * s.split * EVALUATE_BLOCK, clm_independent_group_size(ctx),
                ARG_OUT(call->scratch, s.roots, u32),
                ARG_IN(call->residues, clm_size_times(end, rows->residues), u32),
                ARG_IN(&rows->table, rows->count, clm_row),
                ARG_IN(&batch->info, end, prime_info), ARG_STRUCT(s)));
    TRY(clm_run(ctx, KERNEL("fpx/batch/sparse.cl", "sparse_rows"),
                (size_t)s.primes * clm_div_up(s.vectors, s.run), group,
                ARG_OUT(call->values, clm_size_times(s.to.target + s.primes * batch->lanes,
                                                     rows->count), u32),
                ARG_OUT(call->scratch, words, u32), ARG_IN(&rows->sparse, table, u32),
                ARG_IN(&batch->info, end, prime_info), ARG_STRUCT(s)));
done:
    return st;
}

clmodp_status clm_sparse_run(clmodp_context *ctx, const clm_evaluate_call *call, size_t split,
                             size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const clm_rows *rows = call->rows;
    const clm_point_batch *batch = call->batch;
    const size_t most = most_primes(ctx, rows, batch, split, primes);

    REQUIRE(&ctx->error, batch->points % split == 0 && rows->powers > 0);
    for (size_t done = 0; done < primes; done += most) {
        const size_t count = clm_size_min(most, primes - done);
        sparse_shape s;
        const size_t words = shape_of(&s, ctx, rows, batch, split, count);

        if (words == SIZE_MAX)
            FAIL(&ctx->error, CLMODP_LIMIT, "%zu columns of %zu rows do not fit", rows->columns,
                 rows->count);
        s.first_prime = (u32)(first_prime + done);
        s.to = (values_shape){.points = (u32)batch->points, .lanes = (u32)batch->lanes,
                              .rows = (u32)rows->count, .target = (u32)(done * batch->lanes)};
        TRY(evaluate_primes(ctx, call, words, s));
    }
done:
    return st;
}
