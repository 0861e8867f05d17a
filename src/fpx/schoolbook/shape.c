/* Shapes of plain algorithms: what vectors and local memory take. */
#include "fpx/schoolbook/shape.h"

#include "base/size.h"
#include "cl/fpx/schoolbook/part_shape.h"

size_t clm_plain_span(const clm_tuning *tuning, clm_plain_shape shape)
{
    return clm_round_up(clm_size_min(shape.span, CLM_POLY_MOST),
                        PLAIN_BLOCK * (size_t)tuning->vector_width);
}

size_t clm_plain_local(const clmodp_context *ctx, clm_plain_shape shape, size_t fixed, size_t each)
{
    const size_t span = clm_plain_span(&ctx->tuning, shape);

    return PLAIN_PART(shape.s, span) + PLAIN_EVEN(shape.s) + each * shape.s + fixed;
}

size_t clm_plain_share(const clmodp_context *ctx, size_t count, size_t most)
{
    const size_t units = ctx->device.compute_units, words = clm_size_max(count, 1);

    return clm_div_up(words, units * clm_div_up(words, units * most));
}

clmodp_status clm_plain_settle(clmodp_context *ctx, clm_plain_shape *shape, size_t fixed,
                               size_t each)
{
    clmodp_status st = CLMODP_OK;
    size_t words;

    REQUIRE(&ctx->error, shape->s > 0 && shape->group > 0 && shape->span > 0);
    if (shape->s > CLM_POLY_MOST || shape->span > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT, "s = %zu and %zu coefficients a work-group are too many",
             shape->s, shape->span);
    shape->span = clm_plain_span(&ctx->tuning, *shape);
    words = clm_plain_local(ctx, *shape, fixed, each);
    if (words > ctx->device.local_memory / sizeof(cl_uint))
        FAIL(&ctx->error, CLMODP_LIMIT,
             "s = %zu and %zu coefficients a work-group need %zu bytes of local memory, of which "
             "the device has %llu: take a smaller s, or fewer of them",
             shape->s, shape->span, words * sizeof(cl_uint),
             (unsigned long long)ctx->device.local_memory);
done:
    return st;
}
