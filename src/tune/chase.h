/* Memory whose next place was read just before. */
#ifndef CLM_TUNE_CHASE_H
#define CLM_TUNE_CHASE_H

#include <clmodp/calibration.h>

#include "device/buffer.h"

/* Fill chase, random and Z; `memory` has `words` words, a power of two. Errors: those of trials,
 * CORRUPT */
clmodp_status clm_tune_chases(clmodp_context *ctx, clmodp_calibration *out,
                              const clm_buffer *memory, size_t words);

#endif
