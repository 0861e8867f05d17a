/* Amounts of plain algorithms on the device, as closed forms of their sizes. */
#ifndef CLM_FPX_PLAIN_COST_H
#define CLM_FPX_PLAIN_COST_H

#include "fpx/plain/shape.h"
#include "model/amounts.h"

/* Of clm_plain_multiply, with n and m coefficients, 1 or more. */
clm_amounts clm_plain_multiply_cost(double n, double m, clm_plain_shape shape);

/* Of clm_plain_divide: n >= m >= 1. */
clm_amounts clm_plain_divide_cost(double n, double m, clm_plain_shape shape);

/* Of clm_plain_gcd, for coprime polynomials: n >= m >= 1. */
clm_amounts clm_plain_gcd_cost(double n, double m, clm_plain_shape shape);

#endif
