/* Tests whether the registered OpenCL drivers can be loaded without ending the process. */
#ifndef CLM_OPENCL_DRIVERS_H
#define CLM_OPENCL_DRIVERS_H

#include "core/error.h"

/* Checks that loading the registered drivers does not end the process: by the cache (NULL: none),
 * or else in another process. Also succeeds if that process cannot run. One thread may call this
 * at a time, and loads the drivers next.
 * Errors: NO_DEVICE (the message names the crashing drivers), HOST_MEMORY */
clmodp_status clm_drivers_try(clm_error *error, const char *cache_dir);

#endif
