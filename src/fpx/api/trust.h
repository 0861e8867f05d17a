/* What a device must be shown to compute rightly before operations on polynomials rest on it. */
#ifndef CLM_UNIVARIATE_TRUST_H
#define CLM_UNIVARIATE_TRUST_H

#include "device/trust.h"

/* By clm_fpx_operation. */
extern const clm_trust *const clm_fpx_trusts[];

#endif
