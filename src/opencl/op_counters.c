/* Counters of the operations of each launch, and their sums. */
#include "opencl/op_counters.h"

#include <stdlib.h>
#include <string.h>

#include "cl/arith/op_counts.h"
#include "core/memory.h"
#include "cost/cost.h"

/* CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE of OpenCL 2.0; 0 if programs cannot have variables. */
#define MOST_VARIABLE_BYTES ((cl_device_info)0x104D)

/* OpenCL C 2.0 has program-scope variables. OpenCL 3.0 devices that report them have them in
 * OpenCL C 3.0 and may lack 2.0. PoCL 3.1 does not report them but has them in 2.0. */
const char *clm_counters_options(const clmodp_context *ctx)
{
    size_t most = 0;
    const bool told = clGetDeviceInfo(ctx->cl_device, MOST_VARIABLE_BYTES, sizeof most, &most,
                                      NULL) == CL_SUCCESS;

    return told && most > 0 && strncmp(ctx->device.version, "OpenCL 3", 8) == 0
               ? "CL3.0 -DCLM_COUNT_OPERATIONS"
               : "CL2.0 -DCLM_COUNT_OPERATIONS";
}

clmodp_status clm_counters_begin(clmodp_context *ctx, clm_buffer *counters, size_t items)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = items * COUNT_KINDS * (sizeof(cl_ulong) / sizeof(cl_uint));

    TRY(clm_buffer_create(ctx, counters, words, sizeof(cl_uint)));
    TRY(clm_buffer_fill(ctx, counters, 0, words));
done:
    return st;
}

clmodp_status clm_counters_end(clmodp_context *ctx, const clm_buffer *counters, size_t items,
                               size_t group)
{
    clmodp_status st = CLMODP_OK;
    cl_ulong *of = NULL;
    double sums[COUNT_KINDS] = {0};

    NEW(&ctx->error, of, items * COUNT_KINDS);
    TRY(clm_buffer_read(ctx, counters, 0, of, items * COUNT_KINDS * sizeof *of));
    for (size_t k = 0; k < items * COUNT_KINDS; k++)
        sums[k % COUNT_KINDS] += (double)of[k];
    clm_op_counts_add(ctx->overrides.op_counts,
                      &(clm_op_counts){.read = sums[COUNT_READ], .written = sums[COUNT_WRITTEN],
                                       .products = sums[COUNT_PRODUCTS],
                                       .additions = sums[COUNT_ADDITIONS],
                                       .digits = sums[COUNT_DIGITS], .launches = 1.0,
                                       .groups = (double)(items / group)},
                      1.0);
done:
    free(of);
    return st;
}
