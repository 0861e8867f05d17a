/* What is known of versions of PoCL (docs/drivers.md). */
#ifndef CLM_DEVICE_POCL_H
#define CLM_DEVICE_POCL_H

#include <stdbool.h>

#include <clmodp/context.h>

/* Whether the device is of PoCL; with `version`, as "5.0", of that one. */
bool clm_pocl(const clmodp_device *device, const char *version);

/* Whether it takes kernels of several queues for one another: then the process ends now and then,
 * if threads launch one kernel in several sizes at the same time. */
bool clm_pocl_confuses_queues(const clmodp_device *device);

#endif
