/* Explains failed builds of programs. */
#ifndef CLM_OPENCL_BUILD_FAILURE_H
#define CLM_OPENCL_BUILD_FAILURE_H

#include <stdbool.h>

#include "opencl/context.h"

/* Returns BUILD, with device, options, likely causes and the compiler's log of the program in the
 * context's message. *silent tells whether the compiler gave no reason.
 * Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_build_fail(clmodp_context *ctx, bool *silent, cl_program program,
                             const char *source, const char *options);

#endif
