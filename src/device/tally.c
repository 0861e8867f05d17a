/* Counters of launches. */
#include "device/tally.h"

#include <string.h>

#include "base/memory.h"
#include "cl/arith/tally.h"

/* CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, of OpenCL 2.0: 0 where programs have no variables. */
#define MOST_VARIABLE_BYTES ((cl_device_info)0x104D)

/* OpenCL C 2.0 has them; of devices for OpenCL 3.0 those that say so have them in OpenCL C 3.0,
 * and need not know 2.0. PoCL 3.1 does not say so, and has them in 2.0. */
const char *clm_tally_options(const clmodp_context *ctx)
{
    size_t most = 0;
    const bool told = clGetDeviceInfo(ctx->cl_device, MOST_VARIABLE_BYTES, sizeof most, &most,
                                      NULL) == CL_SUCCESS;

    return told && most > 0 && strncmp(ctx->device.version, "OpenCL 3", 8) == 0
               ? "CL3.0 -DCLM_TALLY"
               : "CL2.0 -DCLM_TALLY";
}

clmodp_status clm_tally_begin(clmodp_context *ctx, clm_buffer *counters, size_t items)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = items * TALLY_KINDS * (sizeof(cl_ulong) / sizeof(cl_uint));

    TRY(clm_buffer_create(ctx, counters, words, sizeof(cl_uint)));
    TRY(clm_buffer_fill(ctx, counters, 0, words));
done:
    return st;
}

clmodp_status clm_tally_end(clmodp_context *ctx, const clm_buffer *counters, size_t items,
                            size_t group)
{
    clmodp_status st = CLMODP_OK;
    cl_ulong *of = NULL;
    double sums[TALLY_KINDS] = {0};

    NEW(&ctx->error, of, items * TALLY_KINDS);
    TRY(clm_buffer_read(ctx, counters, 0, of, items * TALLY_KINDS * sizeof *of));
    for (size_t k = 0; k < items * TALLY_KINDS; k++)
        sums[k % TALLY_KINDS] += (double)of[k];
    clm_tally_add(ctx->overrides.tally,
                  &(clm_tally){.read = sums[TALLY_READ], .written = sums[TALLY_WRITTEN],
                               .products = sums[TALLY_PRODUCTS],
                               .additions = sums[TALLY_ADDITIONS], .digits = sums[TALLY_DIGITS],
                               .launches = 1.0, .groups = (double)(items / group)},
                  1.0);
done:
    free(of);
    return st;
}
