/* Whether a device interpolates exactly. */
#ifndef CLM_FPX_INTERPOLATE_TRUST_H
#define CLM_FPX_INTERPOLATE_TRUST_H

#include "device/trust.h"

enum { CLM_INTERPOLATE_MOST_RADIX = 9 };

/* Known polynomials from their values: a fact for each radix from 2 on. */
extern const clm_trust clm_interpolate_trust[CLM_INTERPOLATE_MOST_RADIX + 1];

#endif
