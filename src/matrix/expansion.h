/* Determinants of tiny matrices over Z, expanded by minors. */
#ifndef CLM_MATRIX_EXPANSION_H
#define CLM_MATRIX_EXPANSION_H

#include <stdbool.h>

#include "matrix/packing.h"

/* Sets r to the determinant of a view, if that is tiny and has entries over Z: sums over sets of
 * columns of products of minors and entries, modulo powers of 2^64 that exceed all coefficients.
 * Returns false, with r unchanged, if it is not tiny, or without memory. */
bool clm_matrix_expand(clmodp_mpoly *r, const clm_view *view);

#endif
