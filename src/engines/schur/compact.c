/* Launches of cl/engines/schur/compact.cl. */
#include "engines/schur/compact.h"

#include "base/size.h"
#include "cl/engines/schur/compact_shape.h"
#include "device/kernel.h"

/* Arguments that both kernels have: values that are collected, and those for each point. */
#define ARG_COLLECTED(values, points, b)                                          \
    ARG_INOUT_OF(&(values)->b, clm_size_times((points)->primes, (values)->capacity), \
                 (points)->type->word_bytes)
#define ARG_COUNTS(values, points) ARG_INOUT(&(values)->count, (points)->primes, u32)
#define ARG_EACH(points, b) \
    ARG_IN_OF(b, clm_size_times((points)->primes, (points)->count), (points)->type->word_bytes)
#define ARG_INFO(points) ARG_IN(&(points)->info, (points)->primes, clm_residue_prime)

/* The batch. Errors: LIMIT (sizes beyond 32 bits), INVALID */
static clmodp_status prepare(clmodp_context *ctx, compact_batch *batch, const clm_values *values,
                             size_t room, const clm_points *points, size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    size_t total;

    TRY(clm_points_check(ctx, points, &total));
    if (valuation > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "a division by x^%zu at each point", valuation);
    REQUIRE(&ctx->error, values->capacity <= UINT32_MAX);
    *batch = (compact_batch){
        .first_point = (u32)points->first,
        .points = (u32)points->count,
        .primes = (u32)points->primes,
        .valuation = (u32)valuation,
        .capacity = (u32)values->capacity,
        .room = (u32)room,
    };
done:
    return st;
}

static clmodp_status get_kernel(clmodp_context *ctx, const clm_kernel **out, const char *name,
                                const clm_points *points, size_t group)
{
    return clm_kernel_get_with(ctx, out, "engines/schur/compact.cl", name,
                               CLM_COMPACT_DEFINITIONS, points->type->definitions, group);
}

clmodp_status clm_compact(clmodp_context *ctx, clm_values *values, clm_buffer *unlucky,
                          const clm_buffer *numerator, const clm_buffer *denominator,
                          const clm_points *points, size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t group = clm_size_min(COMPACT_GROUP, ctx->device.max_work_group);
    const size_t words = clm_size_max(unlucky->bytes / sizeof(u32), 1);
    const size_t room = clm_size_min(words - 1, UINT32_MAX - 1);
    compact_batch batch;

    TRY(prepare(ctx, &batch, values, room, points, valuation));
    batch.chunks = (u32)clm_div_up(points->count, group * COMPACT_RUN);
    TRY(get_kernel(ctx, &kernel, "compact_points", points, group));
    TRY(clm_launch(ctx, kernel, points->primes * batch.chunks * group, group,
                   ARG_COLLECTED(values, points, x), ARG_COLLECTED(values, points, y),
                   ARG_COUNTS(values, points), ARG_INOUT(unlucky, 1 + room, u32),
                   ARG_EACH(points, numerator), ARG_EACH(points, denominator), ARG_INFO(points),
                   ARG_STRUCT(batch)));
done:
    return st;
}

clmodp_status clm_compact_listed(clmodp_context *ctx, clm_values *values, const clm_buffer *listed,
                                 size_t count, const clm_buffer *numerator,
                                 const clm_buffer *denominator, const clm_points *points,
                                 size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t group = clm_size_min(COMPACT_GROUP, ctx->device.max_work_group);
    compact_batch batch;

    REQUIRE(&ctx->error, count < UINT32_MAX);
    TRY(prepare(ctx, &batch, values, count, points, valuation));
    TRY(get_kernel(ctx, &kernel, "compact_listed", points, group));
    TRY(clm_launch(ctx, kernel, count, group, ARG_COLLECTED(values, points, x),
                   ARG_COLLECTED(values, points, y), ARG_COUNTS(values, points),
                   ARG_IN(listed, 1 + count, u32), ARG_EACH(points, numerator),
                   ARG_EACH(points, denominator), ARG_INFO(points), ARG_STRUCT(batch)));
done:
    return st;
}
