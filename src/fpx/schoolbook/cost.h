/* Amounts of plain algorithms on the device, as closed forms of their sizes, and the s that takes
 * least of them. */
#ifndef CLM_FPX_PLAIN_COST_H
#define CLM_FPX_PLAIN_COST_H

#include "cost/amounts.h"
#include "device/context.h"
#include "fpx/schoolbook/shape.h"

/* Of clm_plain_multiply, with n and m coefficients, 1 or more. Launches are exact. */
clm_amounts clm_plain_multiply_cost(const clmodp_context *ctx, size_t n, size_t m,
                                    clm_plain_shape shape);

/* Of clm_plain_divide: n >= m >= 1. Launches are exact. */
clm_amounts clm_plain_divide_cost(const clmodp_context *ctx, size_t n, size_t m,
                                  clm_plain_shape shape);

/* Of clm_plain_gcd, for coprime polynomials: n >= m >= 1. Launches and waits are exact, where the
 * degree sequence is generic. */
clm_amounts clm_plain_gcd_cost(const clmodp_context *ctx, size_t n, size_t m,
                               clm_plain_shape shape);

typedef clm_plain_shape (*clm_plain_shape_of)(const clmodp_context *ctx, size_t size, size_t s);
typedef clm_amounts (*clm_plain_cost)(const clmodp_context *ctx, size_t n, size_t m,
                                      clm_plain_shape shape);

/* Of s = 1, 2, 4, ... up to `most` the one whose cost takes least by the context's rates; `size`
 * is what shapes depend on. */
clm_plain_shape clm_plain_least(const clmodp_context *ctx, clm_plain_shape_of shape_of,
                                clm_plain_cost cost, size_t size, size_t n, size_t m, size_t most);

#endif
