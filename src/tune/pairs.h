/* Remainder sequences of many pairs of polynomials at once. */
#ifndef CLM_TUNE_PAIRS_H
#define CLM_TUNE_PAIRS_H

#include <clmodp/calibration.h>

#include "device/context.h"

/* Fill pair. Errors: those of trials, buffers and kernels, CORRUPT */
clmodp_status clm_tune_pairs(clmodp_context *ctx, clmodp_calibration *out);

#endif
