/* Operation counters, for tests: contexts with overrides.op_counts build their programs with
 * CLM_COUNT_OPERATIONS, give each launch counters for its work-items, wait for it, and add them
 * up. All kernels launched must accept counters. */
#ifndef CLM_OPENCL_OP_COUNTERS_H
#define CLM_OPENCL_OP_COUNTERS_H

#include "opencl/buffer.h"

/* Returns the OpenCL C, with program-scope variables, and the definition for counting programs. */
const char *clm_counters_options(const clmodp_context *ctx);

/* Creates counters for `items` work-items, all 0. Errors: as clm_buffer_create */
clmodp_status clm_counters_begin(clmodp_context *ctx, clm_buffer *counters, size_t items);

/* Adds the counters of a launch to the operation counts. Synchronous.
 * Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_counters_end(clmodp_context *ctx, const clm_buffer *counters, size_t items,
                               size_t group);

#endif
