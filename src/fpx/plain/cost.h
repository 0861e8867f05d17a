/* Amounts of plain algorithms on the device, as closed forms of their sizes; for shapes as callers
 * give them. */
#ifndef CLM_FPX_PLAIN_COST_H
#define CLM_FPX_PLAIN_COST_H

#include "device/context.h"
#include "fpx/plain/shape.h"
#include "model/amounts.h"

/* Of clm_plain_multiply, with n and m coefficients, 1 or more. Exact. */
clm_amounts clm_plain_multiply_cost(const clmodp_context *ctx, size_t n, size_t m,
                                    clm_plain_shape shape);

/* Of clm_plain_divide: n >= m >= 1. Exact. */
clm_amounts clm_plain_divide_cost(size_t n, size_t m, uint32_t p, clm_plain_shape shape,
                                  const clm_tuning *tuning);

/* Of clm_plain_gcd, for coprime polynomials: n >= m >= 1. Launches and waits are exact, where the
 * degree sequence is generic, and products leading terms. */
clm_amounts clm_plain_gcd_cost(size_t n, size_t m, clm_plain_shape shape);

#endif
