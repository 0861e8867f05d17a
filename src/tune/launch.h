/* What lies between host and device. */
#ifndef CLM_TUNE_LAUNCH_H
#define CLM_TUNE_LAUNCH_H

#include <clmodp/calibration.h>

#include "device/context.h"

/* Fill launch, wait, send and receive. Errors: those of trials and of buffers */
clmodp_status clm_tune_launches(clmodp_context *ctx, clmodp_calibration *out);

#endif
