/* Results over F_p of polynomials that may have lost degree in y. */
#ifndef CLM_RESULTANT_FORMAL_DEGREES_H
#define CLM_RESULTANT_FORMAL_DEGREES_H

#include "resultant/modular_call.h"

/* r := the resultant of formal degrees p and q in y of images f~ and g~ modulo the prime:
 *
 *     both lose degree:               0
 *     f~ has degree p - k:            (-1)^{k q} lc(g~)^k res_y(f~, g~)
 *     g~ has degree q - k:            lc(f~)^k res_y(f~, g~)
 *
 * Out:    r  zero before; coefficients in [0, prime), as are those of f~ and g~
 * Pre:    p and q are not both 0
 * Errors: those of clm_modular_results */
clmodp_status clm_formal_resultant(const clm_modular_call *call, clmodp_zx *r, const clmodp_zxy *f,
                                   size_t p, const clmodp_zxy *g, size_t q);

/* results := R, s_10 and s_11 likewise, with p - 1 and q - 1 in the place of p and q in the sign
 * of the latter, down to degrees of 1: then they are products of rows. These are the rules of
 * cl/fpx/euclid_formal.cl with whole polynomials in the place of values.
 *
 * Pre: p and q are at least 1, and not both 1 */
clmodp_status clm_formal_subresultant(const clm_modular_call *call, clmodp_zx *const *results,
                                      const clmodp_zxy *f, size_t p, const clmodp_zxy *g,
                                      size_t q);

#endif
