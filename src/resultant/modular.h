/* Resultants and first subresultants over a prime field. */
#ifndef CLM_RESULTANT_MODULAR_H
#define CLM_RESULTANT_MODULAR_H

#include "resultant/modular_call.h"

/* Errors: INVALID (neither 0, which stands for Z, nor a prime below 2^31) */
clmodp_status clm_modular_check(clm_error *error, uint32_t modulus);

/* results[0] := res_y(f, g) mod p, coefficients in [0, p): the image of the resultant over Z,
 * whether leading coefficients vanish modulo p or not (formal_degrees.h). If the options ask for
 * the first subresultant s_11 y + s_10, results[1] and [2] := s_10 and s_11 likewise.
 *
 * Otherwise as clm_resultant_compute; the mode is always CERTIFIED.
 * Pre: p is prime and below 2^31; f and g are not zero, and not both free of y */
clmodp_status clm_modular_compute(clmodp_context *ctx, clmodp_zx *const *results,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_zxy *g, uint32_t p, clm_random *random,
                                  const clm_compute_options *options);

#endif
