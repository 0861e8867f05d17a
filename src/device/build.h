/* Source text to an executable OpenCL program. */
#ifndef CLM_DEVICE_BUILD_H
#define CLM_DEVICE_BUILD_H

#include "device/context.h"

/* Build `source` with the options of this context, or load the binary that an earlier build
 * left in the cache.
 * Errors: BUILD (message: device, options, the compiler's log), HOST_MEMORY, DEVICE */
clmodp_status clm_build(clmodp_context *ctx, cl_program *out, const char *source);

#endif
