/** @file
 * Measure a device: what it takes to launch, to move words and to multiply, and so what machine it
 * is to the models of clmodp/model.h. Nothing is measured but by these calls. */
#ifndef CLMODP_TUNE_H
#define CLMODP_TUNE_H

#include <clmodp/calibration.h>
#include <clmodp/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Measure the context's device, which is opened if it was not yet.
 *
 * What was measured is kept in the cache directory of the context, by device, driver and version
 * of the library. There contexts that open the device later find it, and choose by it among ways
 * to the same results: where the library's own rates are predictions for kinds of device, or more
 * than half as far off again, measured ones take their place; so they do in this context, too. No
 * result depends on that.
 *
 * Out:    calibration  set up with clmodp_calibration_init; unchanged on failure
 * Cost:   a few seconds. Other work on the device at the same time is measured with it: see the
 *         spreads
 * Memory: up to a quarter of what the context may use, and 512 MiB at most
 * Errors: INVALID, NO_DEVICE, CANCELLED, CORRUPT (a kernel computes wrongly), DEVICE_MEMORY,
 *         HOST_MEMORY, DEVICE, and those of building */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_calibrate(clmodp_context *context,
                                                           clmodp_calibration *calibration);

/** What the cache directory has of the context's device, which is opened if it was not yet.
 *
 * Out:    calibration  set up with clmodp_calibration_init; seconds is 0 if the device was never
 *                      calibrated with this driver and version of the library
 * Errors: INVALID, NO_DEVICE, HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_calibration_get(clmodp_context *context,
                                                                 clmodp_calibration *calibration);

#ifdef __cplusplus
}
#endif
#endif
