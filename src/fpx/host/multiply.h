/* Products of polynomials over F_p on the host. */
#ifndef CLM_FPX_HOST_MULTIPLY_H
#define CLM_FPX_HOST_MULTIPLY_H

#include "base/parallel.h"
#include "fpx/host/poly.h"

/* product := a b, a.count + b.count - 1 coefficients, in memory of its own; none if a or b has
 * none.
 *
 * Cost:   a.count b.count products
 * Errors: CANCELLED (the watch was stopped; here and below it may be NULL)
 * Source: plain */
clmodp_status clm_host_multiply(uint32_t *product, clm_host_poly a, clm_host_poly b,
                                const clm_modulus *m, const clm_watch *watch);

/* product[k] := coefficient low + k of a b, k < count; 0 where there is none. As above. */
clmodp_status clm_host_multiply_part(uint32_t *product, clm_host_poly a, clm_host_poly b,
                                     size_t low, size_t count, const clm_modulus *m,
                                     const clm_watch *watch);

/* to := to - a b, of at least as many coefficients as the product; in memory of its own. */
void clm_host_subtract_product(uint32_t *to, clm_host_poly a, clm_host_poly b,
                               const clm_modulus *m);

/* inverse := 1 / a mod x^count, of a with a constant term that is not 0. Cost: count^2 / 2
 * products */
void clm_host_series_inverse(uint32_t *inverse, size_t count, clm_host_poly a,
                             const clm_modulus *m);

/* The value of a at x, in [0, p). */
uint32_t clm_host_value(clm_host_poly a, uint32_t x, const clm_modulus *m);

/* to[i] := factor a[i], i < a.count. They may be one. */
void clm_host_scale(uint32_t *to, clm_host_poly a, uint32_t factor, const clm_modulus *m);

#endif
