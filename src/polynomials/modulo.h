/* Polynomials over F_p, as polynomials over Z with coefficients in [0, p). */
#ifndef CLM_POLYNOMIALS_MODULO_H
#define CLM_POLYNOMIALS_MODULO_H

#include <stdint.h>

#include <clmodp/polynomials.h>

#include "core/error.h"

/* Sets out := f mod p, coefficient by coefficient; out may be f and is unchanged after an error.
 * Pre: p > 0. Errors: HOST_MEMORY */
clmodp_status clm_zxy_modulo(clm_error *error, clmodp_zxy *out, const clmodp_zxy *f, uint64_t p);
clmodp_status clm_zx_modulo(clm_error *error, clmodp_zx *out, const clmodp_zx *f, uint64_t p);

/* Replaces f by a polynomial of least height with the same image; modulo 2, when 1 and -1 are
 * equal, with signs that keep values on the unit circle small. Pre: coefficients in [0, p).
 * Source: [Rudin 1959], for the signs */
void clm_zxy_balance(clmodp_zxy *f, uint64_t p);

/* Sets out to the coefficient of y^j in f; out is unspecified after an error.
 * Errors: LIMIT (a degree of CLMODP_ZX_MOST_TERMS or more), HOST_MEMORY */
clmodp_status clm_zxy_row(clm_error *error, clmodp_zx *out, const clmodp_zxy *f, size_t j);

/* Sets out := a^e b^k mod p. out may be a or b and is unchanged after an error.
 * Pre:    1 < p < 2^62; coefficients of a and b in [0, p)
 * Cost:   for each exponent about two multiplications of integers with 128 bits per coefficient
 *         of the result (192 bits for p > 2^31); of every step-th coefficient if a and b are
 *         powers of x times polynomials in x^step
 * Errors: LIMIT (a degree of CLMODP_ZX_MOST_TERMS or more), HOST_MEMORY
 * Source: repeated squaring, Kronecker's substitution [Gathen, Gerhard 2013, section 8.4] */
clmodp_status clm_zx_multiply_powers_modulo(clm_error *error, clmodp_zx *out, const clmodp_zx *a,
                                            uint64_t e, const clmodp_zx *b, uint64_t k,
                                            uint64_t p);

/* Sets f := -f mod p. Pre: coefficients in [0, p). Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zx_negate_modulo(clm_error *error, clmodp_zx *f, uint64_t p);

/* Sets f := f / g mod p. Pre: p is prime; coefficients in [0, p); g is not zero and divides f.
 * Cost:   (deg f - deg g + 1) * (deg g + 1) products
 * Errors: HOST_MEMORY; CORRUPT if g does not divide f; f is unchanged then */
clmodp_status clm_zx_divide_modulo(clm_error *error, clmodp_zx *f, const clmodp_zx *g,
                                   uint64_t p);

#endif
