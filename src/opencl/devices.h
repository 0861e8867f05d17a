/* The OpenCL devices of this machine, which one a specification means, what is known of their
 * makers' drivers, and which residue types a device can compute with. */
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

/* The same from what drivers tell. */
void clm_family_of_nvidia(clmodp_device *device, cl_uint major, cl_uint minor);
void clm_family_of_amd(clmodp_device *device);
void clm_family_of_intel(clmodp_device *device, cl_uint version);

/* Whether the device is of PoCL; with `version`, as "5.0", of that one. */
bool clm_is_pocl(const clmodp_device *device, const char *version);

/* Whether it takes kernels of several queues for one another: then the process ends now and then,
 * if threads launch one kernel in several sizes at the same time. */
bool clm_pocl_confuses_queues(const clmodp_device *device);

/* OK if kernels of this type run on the context's device: those that need doubles want
 * cl_khr_fp64 with fused multiply-add and rounding to nearest.
 * Errors: NO_DEVICE (it cannot; the message says which types it can), DEVICE */
clmodp_status clm_residue_require(clmodp_context *ctx, clm_residue_kind kind);

#endif
