/* Products, quotients and remainders of values. */
#ifndef CLM_FPX_API_ARITHMETIC_H
#define CLM_FPX_API_ARITHMETIC_H

#include "fpx/api/call.h"

/* *product, all zero before := a b, which may be one. Errors: as clmodp_fpx_mul */
clmodp_status clm_value_multiply(clm_fpx_call *call, clm_value *product, clm_value *a,
                                 clm_value *b);

/* *quotient, *remainder, all zero before := those of a by b. Errors: as clmodp_fpx_divrem */
clmodp_status clm_value_divide(clm_fpx_call *call, clm_value *quotient, clm_value *remainder,
                               clm_value *a, clm_value *b);

#endif
