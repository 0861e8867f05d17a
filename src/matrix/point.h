/* Values at points modulo a prime, and minors that are not 0 there. */
#ifndef CLM_MATRIX_POINT_H
#define CLM_MATRIX_POINT_H

#include <clmodp/matrix.h>

#include "arith/mont64.h"
#include "core/random.h"

/* The prime of points over Q. */
#define CLM_POINT_PRIME (((uint64_t)1 << 61) - 1)

/* Returns f at a point; all in Montgomery form. */
uint64_t clm_value_at(const clmodp_mpoly *f, const uint64_t *point, const clm_mont64 *field);

/* Finds rows and columns of a greatest minor that is not 0 at a random point.
 *
 * Out:    order  all rows, then all columns, those of the minor first each
 *         rank   their number
 * In:     a      without denominators
 *         prime  2, which elimination does not support, gives rank 0
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_matrix_find_minor(clmodp_context *context, size_t *order, size_t *rank,
                                    const clmodp_matrix *a, uint64_t prime, clm_random *random);

#endif
