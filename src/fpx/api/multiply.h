/* Products of values. */
#ifndef CLM_UNIVARIATE_MULTIPLY_H
#define CLM_UNIVARIATE_MULTIPLY_H

#include "fpx/api/call.h"

/* *product, all zero before := a b, which may be one. Errors: as clmodp_fpx_mul */
clmodp_status clm_value_multiply(clm_fpx_call *call, clm_value *product, clm_value *a,
                                 clm_value *b);

#endif
