/* Local memory. */
#ifndef CLM_TUNE_LOCAL_H
#define CLM_TUNE_LOCAL_H

#include <clmodp/calibration.h>

#include "device/context.h"

/* Fill local. Errors: those of trials and buffers, CORRUPT */
clmodp_status clm_tune_local(clmodp_context *ctx, clmodp_calibration *out);

#endif
