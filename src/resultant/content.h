/* Factors of the arguments that need no computing: integer contents and powers of x.
 *
 * With f = c x^a f1 and g = d x^b g1, every one of the q = deg_y g rows of f in the Sylvester
 * matrix has the factor c x^a, every one of the p = deg_y f rows of g the factor d x^b, and
 *
 *     res_y(f, g) = c^q d^p x^{a q + b p} res_y(f1, g1).
 *
 * If moreover all exponents of x in f1 and g1 are multiples of s, the entries of the matrix
 * are polynomials in x^s, and so is the determinant: x^s is renamed x.
 *
 * Powers of y stay in. They would come out as res_y(y^k f, g) = g_0^k res_y(f, g) with
 * g_0 = g(x, 0), and res_y(f, y^k g) = ((-1)^p f_0)^k res_y(f, g): polynomials in x, to be
 * multiplied onto the answer on the host, where they cost more than the k rows they save. */
#ifndef CLM_RESULTANT_CONTENT_H
#define CLM_RESULTANT_CONTENT_H

#include <stdint.h>

#include <gmp.h>

#include <clmodp/zx.h>
#include <clmodp/zxy.h>

#include "base/error.h"

/* res_y(f, g) = integer * x^shift * r1(x^stretch) with r1 = res_y(f1, g1) */
typedef struct clm_content {
    mpz_t integer; /* positive */
    uint64_t shift;
    uint64_t stretch; /* at least 1 */
} clm_content;

void clm_content_init(clm_content *content);
void clm_content_clear(clm_content *content);

/* f1, g1 := f, g without contents and powers of x, in terms of the highest power of x that
 * both are polynomials in; signs stay.
 *
 * Pre:    f, g not zero; f1, g1 created by the caller; content initialised
 * Cost:   gcds of the coefficients, until they become 1; c^q d^p
 * Errors: INVALID, LIMIT (the integer exceeds 2^36 bits), HOST_MEMORY */
clmodp_status clm_content_remove(clm_error *error, clm_content *content, clmodp_zxy *f1,
                                 clmodp_zxy *g1, const clmodp_zxy *f, const clmodp_zxy *g);

/* r := integer * x^shift * r(x^stretch). r is unchanged after an error.
 * Errors: LIMIT (the degree reaches CLMODP_ZX_MOST_TERMS), HOST_MEMORY */
clmodp_status clm_content_restore(clm_error *error, clmodp_zx *r, const clm_content *content);

#endif
