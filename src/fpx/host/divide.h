/* Division of polynomials over F_p on the host. */
#ifndef CLM_FPX_HOST_DIVIDE_H
#define CLM_FPX_HOST_DIVIDE_H

#include "base/parallel.h"
#include "fpx/host/poly.h"

/* quotient, remainder := those of a by b, of n = a.count and m = b.count coefficients.
 *
 * Out:    quotient   n - m + 1 coefficients, none if that is negative
 *         remainder  min(n, m - 1) coefficients; may be a's memory
 * Pre:    the last coefficient of b is not 0
 * Cost:   (n - m + 1) m products
 * Errors: CANCELLED
 * Source: plain */
clmodp_status clm_host_divide(uint32_t *quotient, uint32_t *remainder, clm_host_poly a,
                              clm_host_poly b, const clm_modulus *m, const clm_watch *watch);

#endif
