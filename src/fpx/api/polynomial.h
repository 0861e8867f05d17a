/* Representation of a polynomial over F_p. */
#ifndef CLM_FPX_API_POLYNOMIAL_H
#define CLM_FPX_API_POLYNOMIAL_H

#include <clmodp/fpx.h>

#include "fpx/api/value.h"
#include "opencl/context.h"

struct clmodp_fpx {
    clmodp_context *context; /* for which it was made; the caller's */
    clm_modulus modulus;     /* primes below 2^31; else p = 0 */
    clm_mont64 field;        /* primes from 2^31 on; else p = 0 */
    clm_value *value; /* owned, never NULL. A separate object, since even reading a polynomial may
                         move coefficients */
};

static inline uint64_t clm_fpx_prime(const clmodp_fpx *f)
{
    return f->field.p != 0 ? f->field.p : f->modulus.p;
}

/* Checks the presence of both, and the context and prime of a. Errors: INVALID */
clmodp_status clm_fpx_check(clm_error *error, const clmodp_fpx *f, const clmodp_fpx *a);

/* Checks that residues fit words of 32 bits. Errors: INVALID */
clmodp_status clm_fpx_check_words(clm_error *error, const clm_mont64 *f);

/* Exchanges f's value and *v. */
void clm_fpx_swap(clmodp_fpx *f, clm_value *v);

/* Ends a call without options, with f := *v unless st is a failure. */
clmodp_status clm_fpx_conclude(clmodp_fpx *f, clm_value *v, clmodp_status st);

#endif
