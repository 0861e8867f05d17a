/* Determinants of small matrices of integers. */
#ifndef CLM_MATRIX_BAREISS_H
#define CLM_MATRIX_BAREISS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/parallel.h"
#include "matrix/packing.h"

/* Returns whether all entries are integers, elimination is predicted to be faster than an engine,
 * and the determinant takes at most so many bytes. */
bool clm_bareiss_pays(const clm_view *view, uint64_t most_bytes);

/* Sets r to the determinant of a view. Returns false, with r unchanged, without memory or if
 * stopped.
 *
 * In:   watch  NULL: not cancellable
 * Pre:  clm_bareiss_pays
 * Cost: n^3 / 3 times two products and an exact division of minors */
bool clm_matrix_bareiss(clmodp_mpoly *r, const clm_view *view, const clm_poller *watch);

#endif
