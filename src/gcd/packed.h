/* Operands of a search for a gcd in several variables: polynomials in y, the first variable, and
 * the others, which dense images pack into x. */
#ifndef CLM_GCD_PACKED_H
#define CLM_GCD_PACKED_H

#include "gcd/search.h"
#include "polynomials/mpoly.h"

/* Sets the operands to f, g and c, which outlive them; release with clm_gcd_operands_clear.
 *
 * In:     lead    c, as in image.h
 *         bounds  on degrees of the gcd
 * Errors: HOST_MEMORY, LIMIT (exponents) */
clmodp_status clm_gcd_pack(clm_error *error, clm_gcd_operands *out, const clmodp_mpoly *f,
                           const clmodp_mpoly *g, const clmodp_mpoly *lead, const size_t *bounds);
void clm_gcd_operands_clear(clm_gcd_operands *of);

/* Sets h to a candidate. Consumes its coefficients. Errors: HOST_MEMORY */
clmodp_status clm_gcd_unpack(clmodp_mpoly *h, const clm_gcd_candidate *found);

#endif
