/* Closed-form costs of primitives: predicted times, and parameters of least predicted time. */
#ifndef CLM_ARRAYS_COST_H
#define CLM_ARRAYS_COST_H

#include "arrays/sort.h"
#include "cost/cost.h"
#include "opencl/context.h"

/* The longest run considered. */
CLM_LAB_API size_t clm_scan_most_run(const clmodp_context *ctx);

CLM_LAB_API clm_amounts clm_scan_cost(const clmodp_context *ctx, size_t count, size_t bytes,
                                      clm_scan_shape shape);

/* The default shape of levels, with the run, a power of two, of least predicted time for `count`
 * elements. */
CLM_LAB_API clm_scan_shape clm_scan_choose(const clmodp_context *ctx, size_t count, size_t bytes);

/* Not of BUCKETS. */
CLM_LAB_API clm_amounts clm_sort_cost(const clmodp_context *ctx, size_t count,
                                      const clm_sort_order *order, clm_sort_shape shape);

/* The default group and run, with the bits of a pass of least predicted time for `count` keys; of
 * BUCKETS the default bits, or two more if then, and not before, the mean length of buckets is at
 * most half of the run. */
CLM_LAB_API clm_sort_shape clm_sort_choose(const clmodp_context *ctx, size_t count,
                                           clm_sort_method method, const clm_sort_order *order);

#endif
