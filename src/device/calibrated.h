/* What the cache knows of a device's speed. */
#ifndef CLM_DEVICE_CALIBRATED_H
#define CLM_DEVICE_CALIBRATED_H

#include <clmodp/calibration.h>

#include "device/context.h"

/* *out := what was kept for this device and driver; false: nothing that makes sense. */
bool clm_calibration_recall(const clmodp_context *ctx, clmodp_calibration *out);

/* The context's rates: those of the table for the kind of its device, changed to what was measured
 * (NULL: nothing was). Pre: the device is known */
CLM_LAB_API void clm_calibration_apply(clmodp_context *ctx, const clmodp_calibration *calibration);

/* Keep it. False if it cannot be kept. */
CLM_LAB_API bool clm_calibration_remember(const clmodp_context *ctx,
                                          const clmodp_calibration *calibration);

#endif
