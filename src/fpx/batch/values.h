/* Where values go that are computed at r points at a time, and what storing them costs. */
#ifndef CLM_FPX_VALUES_H
#define CLM_FPX_VALUES_H

#include "cl/fpx/batch/values_shape.h"
#include "fpx/batch/batch.h"

/* The final tiles of the primes from number `done` of a call on. */
values_shape clm_values_shape(const clm_point_batch *batch, size_t rows, size_t done);

/* How a value is stored (values_put) of vectors that begin at multiples of `points`: as part of a
 * vector, of four words, or alone. */
clm_operation clm_values_store(const clmodp_context *ctx, size_t points);

#endif
