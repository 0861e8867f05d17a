/* Launches of cl/compact.cl. */
#include "fpx/compact.h"

#include <stdio.h>

#include "base/size.h"
#include "cl/compact_shape.h"
#include "device/kernel.h"

bool clm_values_fit(const clm_values *values, const clm_points *points)
{
    const size_t word = points->type->word_bytes;
    size_t total;

    return clm_size_mul(&total, points->primes, values->capacity) &&
           values->capacity <= UINT32_MAX && clm_buffer_holds(&values->x, total, word) &&
           clm_buffer_holds(&values->y, total, word) &&
           clm_buffer_holds(&values->count, points->primes, sizeof(u32));
}

clmodp_status clm_compact(clmodp_context *ctx, clm_values *values, clm_buffer *failed,
                          const clm_buffer *numerator, const clm_buffer *denominator,
                          const clm_points *points, size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t word = points->type->word_bytes;
    const size_t group = clm_size_min(COMPACT_GROUP, ctx->device.max_work_group);
    const size_t chunks = clm_div_up(points->count, group * COMPACT_RUN);
    const compact_batch batch = {
        .first_point = (u32)points->first,
        .points = (u32)points->count,
        .chunks = (u32)chunks,
        .valuation = (u32)valuation,
        .capacity = (u32)values->capacity,
        .room = (u32)clm_size_min(failed->bytes / sizeof(u32), UINT32_MAX) - 1,
    };
    char definitions[256];
    size_t total;

    if (!clm_size_mul(&total, points->primes, points->count) || total > UINT32_MAX ||
        points->first + points->count > UINT32_MAX || valuation > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu points for each of %zu primes; use smaller chunks",
             points->count, points->primes);
    REQUIRE(&ctx->error, clm_buffer_holds(numerator, total, word) &&
                             clm_buffer_holds(denominator, total, word) &&
                             clm_buffer_holds(failed, 1, sizeof(u32)) &&
                             clm_buffer_holds(&points->info, points->primes,
                                              sizeof(clm_residue_prime)));
    REQUIRE(&ctx->error, clm_values_fit(values, points));
    (void)snprintf(definitions, sizeof definitions, "%s#undef NT\n#define NT %zu\n",
                   points->type->definitions, group);
    TRY(clm_kernel_get_with(ctx, &kernel, "compact.cl", "compact_points", definitions));
    TRY(clm_launch(ctx, kernel, points->primes * chunks * group, group, ARG_BUFFER(&values->x),
                   ARG_BUFFER(&values->y), ARG_BUFFER(&values->count), ARG_BUFFER(failed),
                   ARG_BUFFER(numerator), ARG_BUFFER(denominator), ARG_BUFFER(&points->info),
                   ARG_STRUCT(batch)));
done:
    return st;
}
