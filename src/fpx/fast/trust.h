/* What a device must be shown to compute rightly before products by transforms rest on it. */
#ifndef CLM_FPX_FAST_TRUST_H
#define CLM_FPX_FAST_TRUST_H

#include "device/trust.h"
#include "fpx/ntt_plan.h"

enum { CLM_FAST_MOST_NEEDS = CLM_NTT_MOST_PASSES + 1 };

/* needs[] := the facts that clm_fast_multiply of n and m coefficients modulo p rests on. Returns
 * how many; 0 where the product is too long. */
size_t clm_fast_multiply_needs(const clmodp_context *ctx, const clm_trust **needs, size_t n,
                               size_t m, u32 p);

#endif
