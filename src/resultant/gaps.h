/* Skips large gaps in the remainder sequences of sparse polynomials, before an engine begins. */
#ifndef CLM_RESULTANT_GAPS_H
#define CLM_RESULTANT_GAPS_H

#include "resultant/factors.h"

/* Replaces the longer of f and g by its remainder modulo the other one, exactly in Z[x, y], as
 * long as a few eliminations of its leading coefficient leave less than half of the degree, the
 * other leading coefficient is c x^e, and the result grows little. Multiplies integer, divisor and
 * x^shift of the factors accordingly, which no others may precede.
 *
 * Pre:    f and g not zero; so are the polynomials left
 * Cost:   a few products of leading coefficients and polynomials; none unless degrees are at least
 *         32 in y and powers of y few
 * Errors: HOST_MEMORY (f and g are unspecified then)
 *
 * Let p >= q be the degrees of a and b, and lc(b)^k a = r modulo b after k eliminations, r of
 * degree d. As for all formal degrees,
 *
 *     lc(b)^(q k) res(a, b) = (-1)^(q (p - d)) lc(b)^(p - d) res(r, b),
 *
 * without the sign if the arguments are exchanged. Engines then divide the other polynomial by the
 * short remainder with powers of y (fpx/batch/powers.h). */
clmodp_status clm_gaps_cross(clm_error *error, clm_factors *factors, clmodp_zxy *f, clmodp_zxy *g);

#endif
