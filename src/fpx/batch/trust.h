/* Whether a device transforms and interpolates exactly. */
#ifndef CLM_FPX_BATCH_TRUST_H
#define CLM_FPX_BATCH_TRUST_H

#include "opencl/trust.h"
#include "fpx/batch/ntt.h"

/* Known sequences to their values: a fact for each radix from 2 on. */
CLM_LAB_API extern const clm_trust clm_ntt_trust[CLM_NTT_MOST_RADIX + 1];

/* Known polynomials from their values: a fact for each radix from 2 on. */
extern const clm_trust clm_interpolate_trust[CLM_NTT_MOST_RADIX + 1];

#endif
