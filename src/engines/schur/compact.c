/* Launches of cl/engines/schur/compact.cl. */
#include "engines/schur/compact.h"

#include "base/size.h"
#include "cl/engines/schur/compact_shape.h"
#include "device/kernel.h"

/* True if the buffers have room for these primes. */
static bool values_fit(const clm_values *values, const clm_points *points)
{
    const size_t word = points->type->word_bytes;
    size_t total;

    return clm_size_mul(&total, points->primes, values->capacity) &&
           values->capacity <= UINT32_MAX && clm_buffer_holds(&values->x, total, word) &&
           clm_buffer_holds(&values->y, total, word) &&
           clm_buffer_holds(&values->count, points->primes, sizeof(u32));
}

/* LIMIT or INVALID unless sizes fit 32 bits and the buffers the sizes; then the batch. */
static clmodp_status prepare(clmodp_context *ctx, compact_batch *batch, const clm_values *values,
                             const clm_buffer *list, size_t room, const clm_buffer *numerator,
                             const clm_buffer *denominator, const clm_points *points,
                             size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const size_t word = points->type->word_bytes;
    size_t total;

    TRY(clm_points_check(ctx, points, &total));
    if (valuation > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "a division by x^%zu at each point", valuation);
    REQUIRE(&ctx->error, clm_buffer_holds(numerator, total, word) &&
                             clm_buffer_holds(denominator, total, word) &&
                             clm_buffer_holds(list, room + 1, sizeof(u32)));
    REQUIRE(&ctx->error, values_fit(values, points));
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
    return clm_kernel_get_with(ctx, out, "engines/schur/compact.cl", name, "%s" CLM_DEFINE_NT,
                               points->type->definitions, group);
}

clmodp_status clm_compact(clmodp_context *ctx, clm_values *values, clm_buffer *failed,
                          const clm_buffer *numerator, const clm_buffer *denominator,
                          const clm_points *points, size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t group = clm_size_min(COMPACT_GROUP, ctx->device.max_work_group);
    const size_t words = clm_size_max(failed->bytes / sizeof(u32), 1);
    compact_batch batch;

    TRY(prepare(ctx, &batch, values, failed, clm_size_min(words - 1, UINT32_MAX - 1), numerator,
                denominator, points, valuation));
    batch.chunks = (u32)clm_div_up(points->count, group * COMPACT_RUN);
    TRY(get_kernel(ctx, &kernel, "compact_points", points, group));
    TRY(clm_launch(ctx, kernel, points->primes * batch.chunks * group, group,
                   ARG_BUFFER(&values->x), ARG_BUFFER(&values->y), ARG_BUFFER(&values->count),
                   ARG_BUFFER(failed), ARG_BUFFER(numerator), ARG_BUFFER(denominator),
                   ARG_BUFFER(&points->info), ARG_STRUCT(batch)));
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
    TRY(prepare(ctx, &batch, values, listed, count, numerator, denominator, points, valuation));
    TRY(get_kernel(ctx, &kernel, "compact_listed", points, group));
    TRY(clm_launch(ctx, kernel, count, group, ARG_BUFFER(&values->x), ARG_BUFFER(&values->y),
                   ARG_BUFFER(&values->count), ARG_BUFFER(listed), ARG_BUFFER(numerator),
                   ARG_BUFFER(denominator), ARG_BUFFER(&points->info), ARG_STRUCT(batch)));
done:
    return st;
}
