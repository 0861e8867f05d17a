/* Tuning parameters and cost coefficients of a device: defaults, and cached measurements. */
#ifndef CLM_OPENCL_TUNING_H
#define CLM_OPENCL_TUNING_H

#include <clmodp/calibration.h>

#include "opencl/context.h"

/* Returns the inline assembly known to work, and to be faster, with the device's driver. */
clm_assembly clm_tuning_assembly(const clmodp_device *device);

/* Returns defaults for a device's kind and family; a missing property counts as unknown. */
CLM_LAB_API clm_tuning clm_tuning_default(const clmodp_device *device, cl_device_id id);

/* Returns defaults for a device that need not be present, with its preferred vector width. */
clm_tuning clm_tuning_of_model(const clmodp_device *device);

/* Returns the defaults of a CPU, used until a device is initialised. */
clm_tuning clm_tuning_before_init(void);

/* Tells whether kernels support these parameters, with groups of at most `most` work-items. */
CLM_LAB_API bool clm_tuning_is_valid(const clm_tuning *tuning, size_t most);

/* Loads the cached parameters for the device and driver. Returns false if none are valid. Pre: the
 * context's tuning is the default */
CLM_LAB_API bool clm_tuning_load(clmodp_context *ctx);

/* Stores parameters for later contexts on the device. Returns false on failure. */
CLM_LAB_API bool clm_tuning_store(const clmodp_context *ctx, const clm_tuning *tuning);

/* Switches to these parameters. Programs compiled for other lanes, tiles or groups are released
 * and their self-tests forgotten; cost coefficients are those measured with the new parameters, or
 * the defaults. Waits for the device. Pre: clm_tuning_is_valid */
CLM_LAB_API void clm_tuning_apply(clmodp_context *ctx, const clm_tuning *tuning);

/* Tells whether the device has dedicated local memory, faster than global; CPUs have none.
 * Errors: DEVICE */
CLM_LAB_API clmodp_status clm_device_has_local_memory(clmodp_context *ctx, bool *apart);

/* Loads the calibration of this device and driver; returns false if none is valid. */
bool clm_calibration_load(const clmodp_context *ctx, clmodp_calibration *out);

/* Sets cost coefficients without measurements: those of the table for the kind of device, adapted
 * to the vector length of a CPU. */
void clm_costs_guess(clm_costs *costs, clm_machine machine);

/* Sets the context's cost coefficients: the table's for the kind of device, corrected by the
 * measurements (NULL: a guess). Pre: the device is known */
CLM_LAB_API void clm_calibration_apply(clmodp_context *ctx, const clmodp_calibration *calibration);

/* Stores a calibration. Returns false on failure. */
CLM_LAB_API bool clm_calibration_store(const clmodp_context *ctx,
                                       const clmodp_calibration *calibration);

#endif
