/* Parts of a vector's work. */
#include "fpx/batch/parts.h"

#include "base/size.h"
#include "device/kernel.h"

size_t clm_vector_parts(const clmodp_context *ctx, size_t vectors, size_t most)
{
    /* Wide vectors mean few, strong cores; otherwise many items hide the memory. */
    const size_t each = ctx->tuning.vector_width > 1 ? 8 : 16;
    const size_t wanted = each * ctx->device.compute_units * clm_free_group(ctx);

    return clm_size_max(1, clm_size_min(most, clm_div_up(wanted, clm_size_max(vectors, 1))));
}
