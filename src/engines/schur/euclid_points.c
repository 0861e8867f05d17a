/* Launches of cl/engines/schur/euclid_points.cl. */
#include "engines/schur/euclid_points.h"

#include "base/size.h"
#include "cl/engines/schur/euclid_points_shape.h"
#include "device/kernel.h"

size_t clm_point_fallback_scratch(size_t p, size_t q)
{
    return p + q + 2;
}

clmodp_status clm_point_fallback(clmodp_context *ctx, clm_buffer *numerator,
                                 clm_buffer *denominator, clm_buffer *scratch,
                                 const clm_buffer *listed, size_t count,
                                 const clm_buffer *residues, const clm_rows *rows, size_t p,
                                 size_t q, const clm_points *points)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t word = points->type->word_bytes;
    const size_t room = scratch->bytes / word / clm_point_fallback_scratch(p, q);
    euclid_points_batch batch = {
        .p = (u32)p,
        .q = (u32)q,
        .points = (u32)points->count,
        .first_point = (u32)points->first,
        .primes = (u32)points->primes,
        .residues = (u32)rows->residues,
    };
    size_t total;

    TRY(clm_points_check(ctx, points, &total));
    REQUIRE(&ctx->error, room > 0 || count == 0);
    REQUIRE(&ctx->error, rows->count == p + q + 2 && count < UINT32_MAX);
    TRY(clm_kernel_get_with(ctx, &kernel, "engines/schur/euclid_points.cl", "euclid_points", "%s",
                            points->type->definitions));
    for (size_t done = 0; done < count; done += batch.items) {
        batch.first = (u32)(done + 1);
        batch.items = (u32)clm_size_min(count - done, room);
        TRY(clm_launch(ctx, kernel, batch.items, 0, ARG_OUT_OF(numerator, total, word),
                       ARG_OUT_OF(denominator, total, word),
                       ARG_INOUT_OF(scratch, batch.items * clm_point_fallback_scratch(p, q), word),
                       ARG_IN(listed, 1 + count, u32),
                       ARG_IN_OF(residues, clm_size_times(points->primes, rows->residues), word),
                       ARG_IN(&rows->table, rows->count, clm_row),
                       ARG_IN(&points->info, points->primes, clm_residue_prime),
                       ARG_STRUCT(batch)));
    }
done:
    return st;
}
