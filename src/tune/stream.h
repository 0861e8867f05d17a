/* Memory read in order, and at distances. */
#ifndef CLM_TUNE_STREAM_H
#define CLM_TUNE_STREAM_H

#include <clmodp/calibration.h>

#include "device/buffer.h"

/* Words of each of two buffers that caches do not hold, as far as memory allows: a power of two.
 */
size_t clm_tune_words(const clmodp_context *ctx);

/* Whether those are as many as are wanted, or as the device takes in a buffer: fewer, because of a
 * cap on memory, may lie in caches. */
bool clm_tune_words_suffice(const clmodp_context *ctx);

/* Fill stream, scatter and C; from and to have `words` words each. Errors: those of trials */
clmodp_status clm_tune_streams(clmodp_context *ctx, clmodp_calibration *out, const clm_buffer *to,
                               const clm_buffer *from, size_t words);

#endif
