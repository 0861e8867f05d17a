/* Launch the inverse transforms of cl/interpolate.cl. */
#include "fpx/interpolate.h"

#include "base/size.h"
#include "cl/interpolate_shape.h"
#include "device/kernel.h"
#include "fpx/transform.h"

size_t clm_interpolate_scratch(const clm_lanes *lanes)
{
    return lanes->primes * lanes->points;
}

/* The passes, from values to coefficients and back; *result: where they end. */
static clmodp_status run_passes(clmodp_context *ctx, const clm_buffer **result,
                                const clm_buffer *coefficients, const clm_buffer *values,
                                const clm_buffer *roots, const clm_lanes *lanes)
{
    clmodp_status st = CLMODP_OK;
    interpolate_shape s = {.primes = (u32)lanes->primes, .points = (u32)lanes->points,
                           .stride = 1, .in_words = (u32)lanes->lanes,
                           .out_words = (u32)lanes->points};
    const clm_buffer *in = values, *out = coefficients;
    u32 radix[CLM_MAX_PASSES];
    const clm_kernel *kernel;
    double cost;
    size_t passes = clm_transform_radices(radix, &cost, lanes->points);

    if (passes == 0 && lanes->points > 1)
        FAIL(&ctx->error, CLMODP_INVALID, "%zu points have a prime factor too large",
             lanes->points);
    TRY(clm_kernel_get(ctx, &kernel, "interpolate.cl", "interpolate_pass"));
    for (size_t pass = 0; pass < passes; pass++) {
        const clm_buffer *swap = in;
        u32 words = s.in_words;

        s.radix = radix[pass];
        TRY(clm_launch(ctx, kernel, lanes->primes * (lanes->points / s.radix), 0,
                       ARG_BUFFER(out), ARG_BUFFER(in), ARG_BUFFER(roots),
                       ARG_BUFFER(&lanes->info), ARG_STRUCT(s)));
        s.stride *= s.radix;
        in = out;
        out = swap;
        s.in_words = s.out_words;
        s.out_words = words;
    }
    *result = in;
done:
    return st;
}

clmodp_status clm_interpolate(clmodp_context *ctx, clm_buffer *coefficients, clm_buffer *values,
                              clm_buffer *scratch, const clm_lanes *lanes)
{
    clmodp_status st = CLMODP_OK;
    const clm_buffer *in = values;
    interpolate_shape s;
    const clm_kernel *kernel;
    size_t words, runs = clm_div_up(lanes->points, INTERPOLATE_RUN);

    REQUIRE(&ctx->error, lanes->points > 0 && lanes->points <= lanes->lanes);
    if (!clm_size_mul(&words, lanes->primes, lanes->lanes) || words > UINT32_MAX / 2)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu primes of %zu points do not fit one chunk",
             lanes->primes, lanes->points);
    REQUIRE(&ctx->error, clm_buffer_holds(values, words, sizeof(u32)));
    words = clm_interpolate_scratch(lanes);
    REQUIRE(&ctx->error, clm_buffer_holds(coefficients, words, sizeof(u32)) &&
                             clm_buffer_holds(scratch, words, sizeof(u32)));

    /* w^-1 = w^(m-1) */
    TRY(clm_transform_roots(ctx, scratch, 0, &lanes->info, 0, lanes->primes, lanes->points,
                            lanes->points - 1));
    TRY(run_passes(ctx, &in, coefficients, values, scratch, lanes));
    s = (interpolate_shape){.primes = (u32)lanes->primes, .points = (u32)lanes->points,
                            .in_words = (u32)(in == values ? lanes->lanes : lanes->points),
                            .out_words = (u32)lanes->points};
    TRY(clm_kernel_get(ctx, &kernel, "interpolate.cl", "interpolate_scale"));
    TRY(clm_launch(ctx, kernel, lanes->primes * runs, 0, ARG_BUFFER(coefficients),
                   ARG_BUFFER(in), ARG_BUFFER(&lanes->info), ARG_STRUCT(s)));
done:
    return st;
}
