/* The list of unlucky evaluations, where all are to be. */
#ifndef CLM_FPX_UNLUCKY_H
#define CLM_FPX_UNLUCKY_H

#include "device/buffer.h"

/* list[0] := primes * points, list[1 ...] := prime * stride + point for all of them, as if all
 * evaluations were unlucky. u32 words. Blocking.
 * Errors: INVALID (list too small), DEVICE */
clmodp_status clm_unlucky_all(clmodp_context *ctx, const clm_buffer *list, size_t primes,
                              size_t points, size_t stride);

#endif
