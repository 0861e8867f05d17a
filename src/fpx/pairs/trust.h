/* What a device must be shown to compute rightly before many short pairs are left to it. */
#ifndef CLM_FPX_MANY_TRUST_H
#define CLM_FPX_MANY_TRUST_H

#include "opencl/trust.h"

/* What there is for pairs. */
typedef enum clm_many_operation {
    CLM_MANY_MULTIPLY,
    CLM_MANY_DIVIDE,
    CLM_MANY_EUCLID,
    CLM_MANY_COFACTORS
} clm_many_operation;

/* The fact that an operation rests on; large: for primes above EUCLID_PRIME_MAX, too. */
const clm_trust *clm_many_trust(clm_many_operation operation, bool large);

#endif
