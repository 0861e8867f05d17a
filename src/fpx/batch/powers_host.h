/* Long polynomials of few terms modulo short ones by powers of y, on the host. */
#ifndef CLM_FPX_POWERS_HOST_H
#define CLM_FPX_POWERS_HOST_H

#include "arith/mont64.h"
#include "fpx/batch/powers.h"

/* The remainder of the polynomial with these terms modulo g, which is made monic. All in
 * Montgomery form.
 *
 * Out:  remainder  m coefficients
 * In:   powers     the steps for the exponents of the terms
 *       term       by increasing exponents
 *       g          m + 1 coefficients, m >= 1, the last not 0
 *       work       4 m words, not the remainder's
 * Cost: powers->products */
void clm_powers_divide_host(uint64_t *remainder, const clm_powers *powers, const uint64_t *term,
                            size_t terms, const uint64_t *g, size_t m, uint64_t *work,
                            const clm_mont64 *field);

#endif
