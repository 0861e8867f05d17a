/* Arithmetic on polynomials by the host, with coefficients of 32 or 64 bits.
 *
 * Results are all zero before a call. In: ns  the predicted time in nanoseconds.
 * Errors: HOST_MEMORY, CANCELLED; those of copies from the device */
#ifndef CLM_FPX_API_HOST_H
#define CLM_FPX_API_HOST_H

#include "fpx/api/call.h"

/* *product := `count` coefficients of a b, from x^low on. Pre: a and b are not 0 */
clmodp_status clm_value_multiply_on_host(clm_fpx_call *call, clm_value *product, clm_value *a,
                                         clm_value *b, size_t low, size_t count, double ns);

/* *quotient, *remainder := results of a / b; a remainder of NULL is not computed.
 * Pre: a has at least as many coefficients as b, which is not 0 */
clmodp_status clm_value_divide_on_host(clm_fpx_call *call, clm_value *quotient,
                                       clm_value *remainder, clm_value *a, clm_value *b,
                                       double ns);

/* *g := gcd(a, b), monic; *u := its cofactor of a, unless u is NULL; or, with a bound k, not
 * SIZE_MAX, a remainder and its monic cofactor, as clm_host_euclid. Pre: a or b is not 0 */
clmodp_status clm_value_gcd_on_host(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *a,
                                    clm_value *b, size_t k, double ns);

/* *r, 0 before := the resultant of a and b. */
clmodp_status clm_value_resultant_on_host(clm_fpx_call *call, uint64_t *r, clm_value *a,
                                          clm_value *b, double ns);

#endif
