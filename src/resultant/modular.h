/* Resultants and first subresultants over a prime field. */
#ifndef CLM_RESULTANT_MODULAR_H
#define CLM_RESULTANT_MODULAR_H

#include "resultant/job.h"
#include "resultant/prime_plan.h"

/* How to compute them; results never depend on it. */
typedef struct clm_modular_options {
    clm_point_choice points;
    bool lift;         /* compute over Z, as where there are not enough points */
    uint64_t test_cap; /* of the memory for known-answer tests of what the device must do besides
                          the default; 0: no such tests */
    clm_compute_options compute;
} clm_modular_options;

/* Errors: INVALID (neither 0, which stands for Z, nor a prime below 2^31) */
clmodp_status clm_modular_check(clm_error *error, uint32_t modulus);

/* results[0] := res_y(f, g) mod p, coefficients in [0, p): the image of the resultant over Z,
 * whether leading coefficients vanish modulo p or not. With f~, g~ the images,
 *
 *     both lose degree:               0
 *     f~ has degree deg_y f - k:      (-1)^{k deg_y g} lc(g~)^k res_y(f~, g~)
 *     g~ has degree deg_y g - k:      lc(f~)^k res_y(f~, g~)
 *
 * and res_y(f~, g~), of polynomials with the degrees that they are written with, is computed with
 * p as the only prime, at more points than the proven bounds on its exponents allow it
 * coefficients. Where F_p has not so many, or where that takes less time, it is computed over Z
 * from the coefficients in [0, p).
 * If the options ask for the first subresultant s_11 y + s_10, results[1] and [2] := s_10 and s_11
 * likewise, with deg - 1 in the place of deg in the sign, down to degrees of 1: then they are
 * products of rows.
 *
 * Otherwise as clm_resultant_compute; the mode is always CERTIFIED.
 * Pre: p is prime and below 2^31; f and g are not zero, and not both free of y */
clmodp_status clm_modular_compute(clmodp_context *ctx, clmodp_zx *const *results,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_zxy *g, uint32_t p, clm_random *random,
                                  const clm_modular_options *options);

#endif
