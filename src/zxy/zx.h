/* Z[x] without copies, for rooms behind this one: results have hundreds of megabytes. */
#ifndef CLM_ZXY_ZX_H
#define CLM_ZXY_ZX_H

#include <clmodp/zx.h>

/* Exchange f and g. Cannot fail. */
void clm_zx_swap(clmodp_zx *f, clmodp_zx *g);

/* As clmodp_zx_from_text, with what clmodp_zxy_from_text_asking asks. */
clmodp_status clm_zx_from_text(clmodp_zx *f, mpz_ptr denominator, const char *text, size_t length,
                               const char *x, clmodp_text_error *error, clmodp_progress progress,
                               void *user);

/* f := c. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zx_set_constant(clmodp_zx *f, unsigned long c);

/* As clmodp_zx_set_coeff, but c is used up: its value is unspecified afterwards. */
clmodp_status clm_zx_move_coeff(clmodp_zx *f, mpz_t c, size_t i);

/* c := the coefficient of x^i, i at most the degree. From then on f is good for more of that and
 * for its release only. */
void clm_zx_take_coeff(mpz_t c, clmodp_zx *f, size_t i);

/* Integers modulo 2^128; those from 2^127 on stand for negative ones. */
__extension__ typedef unsigned __int128 clm_word128;

/* f := c[0] + c[1] x + ..., `length` coefficients. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zx_set_wide(clmodp_zx *f, const clm_word128 *c, size_t length);

#endif
