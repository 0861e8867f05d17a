/* Loads the registered drivers in another process, clmodp-load-drivers, since drivers may crash
 * while they are loaded. */
#ifndef CLM_OPENCL_DRIVER_PROCESS_H
#define CLM_OPENCL_DRIVER_PROCESS_H

#include "opencl/registered_drivers.h"

/* Returns whether /sys is mounted. Without it hwloc, which PoCL uses, aborts. */
bool clm_has_sys(void);

/* Loads all drivers in another process.
 *
 * Out:    failure  the message that names the crashing drivers; "": none crashes
 *         known    false if that process could not run to its end
 * Errors: HOST_MEMORY */
clmodp_status clm_drivers_load(clm_error *error, char failure[CLM_MESSAGE_SIZE], bool *known,
                               clm_driver_set *set);

#endif
