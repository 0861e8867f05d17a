/* The parameters and rates of a device: defaults, and what the cache has of measurements. */
#ifndef CLM_OPENCL_TUNING_H
#define CLM_OPENCL_TUNING_H

#include <clmodp/calibration.h>

#include "opencl/context.h"

/* The assembly in kernels that is known to work, and to pay, with the device's driver. */
clm_assembly clm_tuning_assembly(const clmodp_device *device);

/* Defaults for a device's kind and family; a property that cannot be had counts as unknown. */
CLM_LAB_API clm_tuning clm_tuning_default(const clmodp_device *device, cl_device_id id);

/* Those of a device that need not be here: vectors as wide as it prefers them. */
clm_tuning clm_tuning_described(const clmodp_device *device);

/* Those of a CPU, as long as no device is open. */
clm_tuning clm_tuning_presumed(void);

/* Whether kernels and launches can have these: lanes that kernels know, tiles of them, groups of
 * no more than `most` work-items, some memory. */
CLM_LAB_API bool clm_tuned_sane(const clm_tuning *tuning, size_t most);

/* Take what the cache has for the device and driver. False if it has nothing that makes sense.
 * Pre: the context's tuning is the table's */
CLM_LAB_API bool clm_tuned_recall(clmodp_context *ctx);

/* Keep parameters for contexts that open the device later. False if they cannot be kept. */
CLM_LAB_API bool clm_tuned_remember(const clmodp_context *ctx, const clm_tuning *tuning);

/* Work with these from now on: what was compiled for other lanes, tiles or groups, and shown of
 * it, is let go, and rates are those that were measured with these, or none. Waits for the device.
 * Pre: tuning is sane */
CLM_LAB_API void clm_tuned_switch(clmodp_context *ctx, const clm_tuning *tuning);

/* *out := what was kept for this device and driver; false: nothing that makes sense. */
bool clm_calibration_recall(const clmodp_context *ctx, clmodp_calibration *out);

/* The context's rates: those of the table for the kind of its device, changed to what was measured
 * (NULL: nothing was). Pre: the device is known */
CLM_LAB_API void clm_calibration_apply(clmodp_context *ctx, const clmodp_calibration *calibration);

/* Keep it. False if it cannot be kept. */
CLM_LAB_API bool clm_calibration_remember(const clmodp_context *ctx,
                                          const clmodp_calibration *calibration);

#endif
