/* What OpenCL devices this machine has, and which one a specification means. */
#ifndef CLM_DEVICE_DEVICES_H
#define CLM_DEVICE_DEVICES_H

#include <clmodp/opencl.h>

#include "base/error.h"

typedef struct clm_device_entry {
    cl_device_id id;
    clmodp_device info;
} clm_device_entry;

/* All devices, platform by platform. *out is released with free(); NULL when *count is 0.
 * A device that cannot be asked about itself is listed as unusable with the reason; a
 * platform that cannot list its devices has none.
 * Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_devices_all(clm_error *error, clm_device_entry **out, size_t *count);

/* Describe one device. `platform` and `index` are copied. Properties that cannot be had
 * make it unusable.
 * Errors: HOST_MEMORY */
clmodp_status clm_device_describe(clm_error *error, clmodp_device *out, cl_device_id id,
                                  uint32_t platform, uint32_t index);

/* The usable device of `list` that `spec` means (see clmodp_context_create; NULL: the best),
 * or NULL. */
const clm_device_entry *clm_device_choose(const clm_device_entry *list, size_t count,
                                          const char *spec);

/* The device of this machine that `spec` means (see clmodp_context_create; NULL: the
 * environment variable, else the best).
 * Errors: NO_DEVICE (the message lists what there is), HOST_MEMORY, DEVICE */
clmodp_status clm_device_select(clm_error *error, clm_device_entry *out, const char *spec);

#endif
