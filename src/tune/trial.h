/* Measure what is launched, several times. */
#ifndef CLM_TUNE_TRIAL_H
#define CLM_TUNE_TRIAL_H

#include <clmodp/calibration.h>

#include "device/context.h"

/* Enqueue `times` repetitions of what is to be measured. */
typedef clmodp_status (*clm_trial_run)(clmodp_context *ctx, void *user, size_t times);

/* *out := nanoseconds of one of the `operations` that a repetition makes, by the host's clock and
 * so that a launch and a wait count for nothing beside them.
 *
 * Errors: CANCELLED (asked for at the fraction of the call that was last told), and those of `run`
 */
clmodp_status clm_trial_measure(clmodp_context *ctx, clmodp_figure *out, clm_trial_run run,
                                void *user, double operations);

#endif
