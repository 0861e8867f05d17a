/* Results over F_p of polynomials whose degrees in y are those that they are written with. */
#ifndef CLM_RESULTANT_MODULAR_RESULTS_H
#define CLM_RESULTANT_MODULAR_RESULTS_H

#include "resultant/modular_call.h"

/* results[n] := lead^e times result n of f and g, coefficients in [0, p): R, or with a count of 3,
 * R, s_10 and s_11. Contents come out first; what is left is computed with p as the only prime, at
 * more points than the proven bounds on its exponents allow it coefficients. Where F_p has not so
 * many, or where that should take less time, it is computed over Z from the coefficients in
 * [-(p - 1) / 2, p / 2].
 *
 * Out:    results  zero before
 *         report   the call's: bounds of what is computed, stage times and counts
 * Pre:    coefficients of f and g are in [0, p); degrees in y are at least 1, and with a count of
 *         3 not both 1
 * Errors: those of clm_resultant_compute */
clmodp_status clm_modular_results(const clm_modular_call *call, clmodp_zx *const *results,
                                  size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                                  clmodp_zx *lead, uint64_t e);

#endif
