/* Determinants of small matrices of integers. */
#ifndef CLM_MATRIX_BAREISS_H
#define CLM_MATRIX_BAREISS_H

#include <stdbool.h>

#include "matrix/packing.h"

/* Sets r to the determinant of a view, if all entries are integers and that is predicted to be
 * faster than an engine. Returns false, with r unchanged, if not, or without memory.
 *
 * Cost: n^3 / 3 times two products and an exact division of minors */
bool clm_matrix_bareiss(clmodp_mpoly *r, const clm_view *view);

#endif
