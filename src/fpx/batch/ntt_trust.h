/* Whether a device transforms exactly. */
#ifndef CLM_FPX_NTT_TRUST_H
#define CLM_FPX_NTT_TRUST_H

#include "device/trust.h"
#include "fpx/batch/ntt_plan.h"

/* Known sequences to their values: a fact for each radix from 2 on. */
extern const clm_trust clm_ntt_trust[CLM_NTT_MOST_RADIX + 1];

#endif
