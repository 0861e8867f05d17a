/* The defaults of the tuned parameters. */
#ifndef CLM_DEVICE_TUNING_H
#define CLM_DEVICE_TUNING_H

#include "device/context.h"

/* The assembly in kernels that is known to work, and to pay, with the device's driver. */
clm_assembly clm_tuning_assembly(const clmodp_device *device);

/* Defaults for a device's kind and family; a property that cannot be had counts as unknown. */
CLM_LAB_API clm_tuning clm_tuning_default(const clmodp_device *device, cl_device_id id);

/* Those of a device that need not be here: vectors as wide as it prefers them. */
clm_tuning clm_tuning_described(const clmodp_device *device);

/* Those of a CPU, as long as no device is open. */
clm_tuning clm_tuning_presumed(void);

#endif
