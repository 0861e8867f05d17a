/* Tiles of values for cl/fpx/batch/values.h. */
#include "fpx/batch/values.h"

values_shape clm_values_shape(const clm_point_batch *batch, size_t rows, size_t done)
{
    return (values_shape){.points = (u32)batch->points, .lanes = (u32)batch->lanes,
                          .rows = (u32)rows, .target = (u32)(done * batch->lanes)};
}

clm_operation clm_values_store(const clmodp_context *ctx, size_t points)
{
    return points % ctx->tuning.vector_width == 0 ? CLM_OP_STORE_VECTOR
           : points % 4 == 0               ? CLM_OP_STORE_FOUR
                                           : CLM_OP_STORE_WORD;
}
