/* Quotients and remainders of values. */
#ifndef CLM_UNIVARIATE_DIVIDE_H
#define CLM_UNIVARIATE_DIVIDE_H

#include "fpx/api/call.h"

/* *quotient, *remainder, all zero before := those of a by b. Errors: as clmodp_fpx_divrem */
clmodp_status clm_value_divide(clm_fpx_call *call, clm_value *quotient, clm_value *remainder,
                               clm_value *a, clm_value *b);

#endif
