/* Launch cl/quarters.cl. */
#include "fpx/quarters.h"

#include <math.h>

#include "base/size.h"
#include "cl/quarters_shape.h"
#include "device/kernel.h"
#include "fpx/evaluate_sums.h"

/* Cost of the butterfly and of storing a value, on the scale of clm_sums_cost. */
#define BUTTERFLY_COST 0.3

/* Lanes a prime: a quarter of the points in whole tiles. */
static size_t quarter_lanes(const clmodp_context *ctx, const clm_lanes *lanes)
{
    return clm_round_up(lanes->points / 4, ctx->tuning.tile);
}

/* Primes of one batch: as many as a stripe holds the powers and coefficients of. */
static size_t batch_primes(const clmodp_context *ctx, const clm_rows *rows,
                           const clm_lanes *lanes, size_t primes)
{
    size_t words = clm_sums_scratch(rows, rows->count, 4, 1, quarter_lanes(ctx, lanes));
    size_t most = ctx->tuning.stripe_bytes / sizeof(u32) / words;

    return clm_size_min(primes, clm_size_max(most, 1));
}

size_t clm_quarters_scratch(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_lanes *lanes, size_t primes)
{
    size_t batch = batch_primes(ctx, rows, lanes, primes);

    return clm_sums_scratch(rows, rows->count, 4, batch, batch * quarter_lanes(ctx, lanes));
}

clmodp_status clm_quarters_run(clmodp_context *ctx, const clm_buffer *values,
                               const clm_buffer *scratch, const clm_buffer *residues,
                               const clm_rows *rows, const clm_lanes *lanes,
                               size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const size_t span = quarter_lanes(ctx, lanes), words = rows->count;
    const size_t batch = batch_primes(ctx, rows, lanes, primes);
    const size_t line = QUARTERS_LINE(ctx->tuning.lanes);
    const clm_kernel *kernel;

    REQUIRE(&ctx->error, lanes->points % 4 == 0);
    REQUIRE(&ctx->error, clm_buffer_holds(scratch, clm_quarters_scratch(ctx, rows, lanes, primes),
                                          sizeof(u32)));
    TRY(clm_kernel_get(ctx, &kernel, "quarters.cl", "quarters_rows"));
    for (size_t done = 0; done < primes; done += batch) {
        size_t count = clm_size_min(batch, primes - done);
        size_t runs = count * clm_div_up(lanes->points / 4, line);
        evaluate_shape s = {.lanes = (u32)span, .first = (u32)((first_prime + done) * span),
                            .count = (u32)(count * span), .rows = (u32)words, .split = 4};
        quarters_shape q = {.points = (u32)lanes->points, .out_lanes = (u32)lanes->lanes,
                            .out_rows = (u32)words, .target = (u32)(done * lanes->lanes)};

        TRY(clm_sums_shape(ctx, &s, rows));
        TRY(clm_sums_powers(ctx, scratch, &lanes->info, &s));
        TRY(clm_sums_pack(ctx, scratch, residues, rows, &s));
        s.parts = (u32)clm_sums_parts(ctx, runs, clm_div_up(words, QUARTERS_ROWS));
        TRY(clm_launch(ctx, kernel, runs * s.parts, 0, ARG_BUFFER(values),
                       ARG_BUFFER(scratch), ARG_BUFFER(scratch), ARG_BUFFER(&lanes->info),
                       ARG_STRUCT(s), ARG_STRUCT(q)));
    }
done:
    return st;
}

double clm_quarters_cost(const clmodp_context *ctx, const clm_rows *rows,
                         const clm_lanes *lanes)
{
    if (lanes->points % 4 != 0)
        return INFINITY;
    return (double)quarter_lanes(ctx, lanes) *
           (clm_sums_cost(rows, 4) + BUTTERFLY_COST * 4.0 * (double)rows->count);
}
