/* Source text to an executable OpenCL program. */
#ifndef CLM_DEVICE_BUILD_H
#define CLM_DEVICE_BUILD_H

#include "device/cache.h"
#include "device/context.h"

/* An executable program, and whether its binary is still to be cached. */
typedef struct clm_executable {
    cl_program cl;
    clm_cache_key key;
    bool save;
} clm_executable;

/* Build `source` with the options of this context, or load the binary that an earlier
 * context left in the cache; without assembly if it can be built only so (device/spelling.h).
 * Errors: BUILD (message: device, options, the compiler's log), HOST_MEMORY, DEVICE */
clmodp_status clm_build(clmodp_context *ctx, clm_executable *out, const char *source);

/* Cache the binary of a program that was built from source, and release it; allowed on a
 * zero-initialised one. Saving waits until here because it costs most: nobody waits for a
 * result any more, and the binary holds what launches have compiled since. */
void clm_executable_release(const clmodp_context *ctx, clm_executable *executable);

#endif
