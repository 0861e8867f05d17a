/* Lists, selects and describes the OpenCL devices of this machine; known properties of drivers,
 * and residue types that a device supports. */
#ifndef CLM_OPENCL_DEVICES_H
#define CLM_OPENCL_DEVICES_H

#include <stdbool.h>

#include <CL/cl.h>

#include <clmodp/core.h>
#include <clmodp/opencl.h>

#include "arith/residue.h"
#include "core/error.h"
#include "opencl/context.h"

typedef struct clm_device_entry {
    cl_device_id id;
    clmodp_device info;
} clm_device_entry;

/* Lists all devices, platform by platform. *out is released with free(); NULL if *count is 0. A
 * device that fails to report its properties is listed as unusable with the reason; a platform
 * that fails to list its devices has none. Unless the process has `loaded` drivers already,
 * clm_drivers_try checks that it can.
 * Errors: those of clm_drivers_try, DEVICE */
clmodp_status clm_devices_all(clm_error *error, clm_device_entry **out, size_t *count,
                              const char *cache_dir, bool loaded);

/* Describes one device. `platform` and `index` are copied. Missing properties make it unusable.
 * Errors: HOST_MEMORY */
clmodp_status clm_device_describe(clm_error *error, clmodp_device *out, cl_device_id id,
                                  uint32_t platform, uint32_t index);

/* Returns the usable device of `list` selected by `spec` (see clmodp_context_create; NULL: the
 * best), or NULL. */
const clm_device_entry *clm_device_choose(const clm_device_entry *list, size_t count,
                                          const char *spec);

/* Selects the device of this machine given by `spec`, as above.
 * Errors: NO_DEVICE (the message lists the devices), and those of clm_devices_all */
clmodp_status clm_device_select(clm_error *error, clm_device_entry *out, const char *spec,
                                const char *cache_dir);

/* Set device->family from the values reported by each vendor's driver. */
void clm_family_of_nvidia(clmodp_device *device, cl_uint major, cl_uint minor);
void clm_family_of_amd(clmodp_device *device);
void clm_family_of_intel(clmodp_device *device, cl_uint version);

/* Tells whether the device belongs to PoCL; with `version`, such as "5.0", to this version. */
bool clm_is_pocl(const clmodp_device *device, const char *version);

/* Tells whether the driver confuses kernels of several queues: threads that launch one kernel in
 * several sizes at the same time may then crash. */
bool clm_driver_mixes_queues(const clmodp_device *device);

/* Checks that kernels of this residue type run on the context's device. Types that need doubles
 * require cl_khr_fp64 with fused multiply-add and rounding to nearest.
 * Errors: NO_DEVICE (unsupported; the message names supported types), DEVICE */
clmodp_status clm_residue_require(clmodp_context *ctx, clm_residue_kind kind);

#endif
