/* Shapes of schoolbook algorithms: limits, the choice of s, and command batches. */
#include "fpx/schoolbook/schoolbook.h"

#include <math.h>

#include "cl/fpx/schoolbook/part_shape.h"
#include "core/size.h"
#include "opencl/context.h"
#include "opencl/queue.h"

/* Blocks that justify another group. */
#define LEAST_BLOCKS 4

size_t clm_schoolbook_span(const clm_tuning *tuning, clm_schoolbook_shape shape)
{
    return clm_round_up(clm_size_min(shape.span, CLM_POLY_MOST),
                        SCHOOLBOOK_BLOCK * (size_t)tuning->vector_width);
}

size_t clm_schoolbook_local(const clmodp_context *ctx, clm_schoolbook_shape shape, size_t fixed,
                            size_t each)
{
    const size_t span = clm_schoolbook_span(&ctx->tuning, shape);

    return SCHOOLBOOK_PART(shape.s, span) + SCHOOLBOOK_EVEN(shape.s) + each * shape.s + fixed;
}

size_t clm_schoolbook_share(const clmodp_context *ctx, size_t count, size_t most)
{
    const size_t units = ctx->device.compute_units, words = clm_size_max(count, 1);

    return clm_div_up(words, units * clm_div_up(words, units * most));
}

clmodp_status clm_schoolbook_check_shape(clmodp_context *ctx, clm_schoolbook_shape *shape,
                                         size_t fixed, size_t each)
{
    clmodp_status st = CLMODP_OK;
    size_t words;

    REQUIRE(&ctx->error, shape->s > 0 && shape->group > 0 && shape->span > 0);
    if (shape->s > CLM_POLY_MOST || shape->span > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT, "s = %zu and %zu coefficients per work-group are too many",
             shape->s, shape->span);
    shape->span = clm_schoolbook_span(&ctx->tuning, *shape);
    words = clm_schoolbook_local(ctx, *shape, fixed, each);
    if (words > ctx->device.local_memory / sizeof(cl_uint))
        FAIL(&ctx->error, CLMODP_LIMIT,
             "s = %zu and %zu coefficients per work-group need %zu bytes of local memory, but the "
             "device has %llu: use a smaller s or a smaller span",
             shape->s, shape->span, words * sizeof(cl_uint),
             (unsigned long long)ctx->device.local_memory);
done:
    return st;
}

double clm_schoolbook_with_idle(const clmodp_context *ctx, size_t groups)
{
    const double units = clm_device_units(ctx);

    return units * ceil((double)groups / units);
}

clm_schoolbook_shape clm_schoolbook_cheapest(const clmodp_context *ctx,
                                             clm_schoolbook_shape_of shape_of,
                                             clm_schoolbook_cost cost, size_t size, size_t n,
                                             size_t m, size_t most)
{
    clm_schoolbook_shape best = shape_of(ctx, size, 1);
    double least = INFINITY;
    size_t s = 1;

    while (2 * s <= most)
        s *= 2;
    for (; s > 0; s /= 2) {
        const clm_schoolbook_shape shape = shape_of(ctx, size, s);
        const clm_amounts all = cost(ctx, n, m, shape);
        const double ns = clm_device_elapsed(ctx, &all);

        if (ns < least) {
            least = ns;
            best = shape;
        }
    }
    return best;
}

size_t clm_gcd_groups(size_t count, size_t span, size_t group, size_t lanes, size_t units)
{
    const size_t least = LEAST_BLOCKS * SCHOOLBOOK_BLOCK * lanes * group;

    return clm_size_max(clm_div_up(count, span), clm_size_min(units, clm_div_up(count, least)));
}

double clm_schoolbook_seconds(const clmodp_context *ctx, clm_operation operation, double count)
{
    return 1e-9 * count * ctx->costs.ns[operation] / (double)ctx->device.compute_units;
}

clmodp_status clm_schoolbook_announce(clmodp_context *ctx, clm_launch_throttle *throttle,
                                      clm_operation operation, double count)
{
    clmodp_status st = CLMODP_OK;

    throttle->seconds += clm_schoolbook_seconds(ctx, operation, count);
    if (throttle->seconds >= CLM_SCHOOLBOOK_UNIT_SECONDS) {
        TRY(clm_throttle_begin_batch(ctx, throttle->seconds, ctx->call->fraction));
        throttle->seconds = 0;
    }
done:
    return st;
}
