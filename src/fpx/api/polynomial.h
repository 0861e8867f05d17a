/* The inside of a polynomial over F_p. */
#ifndef CLM_UNIVARIATE_POLYNOMIAL_H
#define CLM_UNIVARIATE_POLYNOMIAL_H

#include <clmodp/fpx.h>

#include "device/context.h"
#include "fpx/api/value.h"

struct clmodp_fpx {
    clmodp_context *context; /* that it was made for; the caller's */
    clm_modulus modulus;
    clm_value *value; /* owned, never NULL. Not part of the structure, because looking at a
                         polynomial may move coefficients */
};

/* INVALID unless a is there, of the context and prime of f. */
clmodp_status clm_fpx_check(clm_error *error, const clmodp_fpx *f, const clmodp_fpx *a);

/* f := *v, which gets what f was. */
void clm_fpx_swap(clmodp_fpx *f, clm_value *v);

#endif
