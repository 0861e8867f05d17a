/* Parts of a calibration: repeated measurements, and those of a device's memory. */
#ifndef CLM_TUNING_CALIBRATE_H
#define CLM_TUNING_CALIBRATE_H

#include <clmodp/calibration.h>

#include "opencl/buffer.h"

/* Enqueues what is to be measured, once. */
typedef clmodp_status (*clm_trial_run)(clmodp_context *ctx, void *user);

/* *out := nanoseconds of one of the `operations` that a repetition makes, by the host's clock and
 * so that a launch and a wait count for nothing beside them.
 *
 * Errors: CANCELLED (asked for at the fraction of the call that was last told), and those of `run`
 */
clmodp_status clm_trial_measure(clmodp_context *ctx, clmodp_figure *out, clm_trial_run run,
                                void *user, double operations);

/* Fills what is said of memory: stream, scatter, C, chase, random and Z. *whole: caches do not
 * hold the memory that was measured, or the device has no more in a buffer.
 *
 * Errors: those of trials and buffers, CORRUPT */
clmodp_status clm_calibrate_memory(clmodp_context *ctx, clmodp_calibration *out, bool *whole);

/* Fills U, L, P and X, the machines of the models, from the times. */
void clm_calibration_derive(clmodp_calibration *calibration);

#endif
