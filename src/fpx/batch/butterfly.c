/* Launch cl/fpx/batch/butterfly.cl. */
#include "fpx/batch/butterfly.h"

#include "base/size.h"
#include "cl/fpx/batch/butterfly_shape.h"
#include "device/kernel.h"
#include "fpx/batch/evaluate_sums.h"
#include "fpx/batch/parts.h"
#include "fpx/batch/roots.h"
#include "fpx/batch/values.h"

/* Lanes a prime: its part of the points in whole tiles. */
static size_t sum_lanes(const clmodp_context *ctx, const clm_point_batch *batch, size_t split)
{
    return clm_round_up(batch->points / split, ctx->tuning.tile);
}

/* Words for so many primes: what the sums need, and the roots. */
static size_t part_words(const clmodp_context *ctx, const clm_rows *rows,
                         const clm_point_batch *batch, size_t split, size_t primes)
{
    size_t words = clm_sums_scratch(rows, rows->count, split, primes,
                                    primes * sum_lanes(ctx, batch, split));

    return clm_size_add(&words, words, primes * split) ? words : SIZE_MAX;
}

/* Primes at one time: as many as a stripe holds the powers and coefficients of. */
static size_t most_primes(const clmodp_context *ctx, const clm_rows *rows,
                          const clm_point_batch *batch, size_t split, size_t primes)
{
    size_t words = part_words(ctx, rows, batch, split, 1);
    size_t most = ctx->tuning.stripe_bytes / sizeof(u32) / words;

    return clm_size_min(primes, clm_size_max(most, 1));
}

size_t clm_butterfly_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t split, size_t primes)
{
    return part_words(ctx, rows, batch, split, most_primes(ctx, rows, batch, split, primes));
}

double clm_butterfly_launches(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t split, size_t primes)
{
    const size_t most = most_primes(ctx, rows, batch, split, primes);

    return (3.0 + CLM_PACK_LAUNCHES) * (double)clm_div_up(primes, most);
}

clmodp_status clm_butterfly_run(clmodp_context *ctx, const clm_buffer *values,
                                const clm_buffer *scratch, const clm_buffer *residues,
                                const clm_rows *rows, const clm_point_batch *batch, size_t split,
                                size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const size_t span = sum_lanes(ctx, batch, split), words = rows->count;
    const size_t most = most_primes(ctx, rows, batch, split, primes);
    const clm_kernel *kernel;

    REQUIRE(&ctx->error, batch->points % split == 0);
    TRY(clm_kernel_get(ctx, &kernel, "fpx/batch/butterfly.cl", "butterfly_rows"));
    for (size_t done = 0; done < primes; done += most) {
        size_t count = clm_size_min(most, primes - done), first = first_prime + done;
        size_t vectors = count * span / ctx->tuning.vector_width;
        evaluate_shape s = {.lanes = (u32)span, .first = (u32)(first * span),
                            .count = (u32)(count * span), .rows = (u32)words,
                            .split = (u32)split};
        butterfly_shape b = {.to = clm_values_shape(batch, words, done)};
        clm_root_table roots = {.table = scratch, .info = &batch->info, .first_prime = first,
                                .primes = count, .order = split,
                                .exponent = batch->points / split};

        TRY(clm_sums_shape(ctx, &s, rows, batch->large));
        b.roots = s.powers + s.words * s.count;
        roots.begin = b.roots;
        TRY(clm_root_table_fill(ctx, &roots));
        TRY(clm_sums_powers(ctx, scratch, &batch->info, &s));
        TRY(clm_sums_pack(ctx, scratch, residues, rows, &batch->info, &s));
        s.parts = (u32)clm_vector_parts(ctx, vectors, clm_div_up(words, EVALUATE_BLOCK));
        TRY(clm_launch(ctx, kernel, vectors * s.parts, clm_free_group(ctx),
                       ARG_OUT(values, clm_size_times((done + count) * batch->lanes, words), u32),
                       ARG_IN(scratch, b.roots + count * split, u32),
                       ARG_IN(&batch->info, first + count, prime_info), ARG_STRUCT(s),
                       ARG_STRUCT(b)));
    }
done:
    return st;
}

clm_amounts clm_butterfly_cost(const clmodp_context *ctx, const clm_rows *rows,
                               const clm_point_batch *batch, size_t split)
{
    const double layers = split == 16 ? 4.0 : split == 8 ? 3.0 : 2.0;
    const double roots = split == 16 ? 17.0 / 16 : split == 8 ? 5.0 / 8 : 1.0 / 4;
    const double span = (double)sum_lanes(ctx, batch, split);
    const double values = span * (double)(split * rows->count);
    const clm_amounts sums = clm_sums_cost(rows, split);
    clm_amounts all = {.of = {[CLM_OP_LAYER_SUM] = layers * values,
                              [CLM_OP_ROOT_PRODUCT] = roots * values}};

    clm_amounts_add(&all, &sums, span);
    all.of[clm_values_store(ctx, batch->points / split)] = (double)(batch->points * rows->count);
    return all;
}
