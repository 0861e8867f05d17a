/* Resultants over Z of polynomials free of x, of low degrees and with coefficients of a word. */
#ifndef CLM_RESULTANT_WORD_DETERMINANT_H
#define CLM_RESULTANT_WORD_DETERMINANT_H

#include <stdbool.h>

#include <clmodp/polynomials.h>

/* Sets *done and r := res_y(f, g), if f and g are such polynomials, of degrees up to 6.
 * Cost:   at most 3300 products of words
 * Errors: HOST_MEMORY (r unchanged) */
clmodp_status clm_word_resultant(clmodp_zx *r, bool *done, const clmodp_zxy *f,
                                 const clmodp_zxy *g);

#endif
