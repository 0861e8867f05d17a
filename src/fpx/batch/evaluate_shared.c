/* The launch of cl/fpx/batch/evaluate_shared.cl. */
#include "fpx/batch/evaluate_shared.h"

#include "cl/fpx/batch/evaluate_shared_shape.h"
#include "device/kernel.h"
#include "fpx/batch/parts.h"

clm_amounts clm_evaluate_shared_cost(const clm_rows *rows)
{
    return (clm_amounts){.of = {[CLM_OP_SHARED_COEFFICIENT] = (double)rows->residues,
                                [CLM_OP_SHARED_VALUE] = (double)rows->count}};
}

clmodp_status clm_evaluate_shared(clmodp_context *ctx, const clm_buffer *values,
                                  const clm_buffer *residues, const clm_rows *rows,
                                  const clm_point_batch *batch, size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, vectors = tiles * (tile / ctx->tuning.vector_width);
    const size_t parts = clm_vector_parts(ctx, vectors, rows->count);
    const clm_kernel *kernel;
    evaluate_shared_shape shape = {.sequences = (u32)(batch->primes * batch->points),
                                   .points = (u32)batch->points,
                                   .first = (u32)(first_tile * tile),
                                   .vectors = (u32)vectors,
                                   .rows = (u32)rows->count,
                                   .residues = (u32)rows->residues,
                                   .parts = (u32)parts};

    if (rows->residues > UINT32_MAX || rows->count > UINT32_MAX / 4)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu rows of %zu coefficients are too many for one batch",
             rows->count, rows->residues);
    TRY(clm_kernel_get(ctx, &kernel, "fpx/batch/evaluate_shared.cl", "evaluate_shared"));
    TRY(clm_launch(ctx, kernel, vectors * parts, clm_free_group(ctx),
                   ARG_OUT(values, clm_size_times(tiles * tile, rows->count), u32),
                   ARG_IN(residues, clm_size_times(batch->primes, rows->residues), u32),
                   ARG_IN(&rows->table, rows->count, clm_row),
                   ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
done:
    return st;
}
