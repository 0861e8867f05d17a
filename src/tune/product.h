/* Products of residues. */
#ifndef CLM_TUNE_PRODUCT_H
#define CLM_TUNE_PRODUCT_H

#include <clmodp/calibration.h>

#include "device/context.h"

/* Fill product, alone and groups. Errors: those of trials and buffers, CORRUPT */
clmodp_status clm_tune_products(clmodp_context *ctx, clmodp_calibration *out);

#endif
