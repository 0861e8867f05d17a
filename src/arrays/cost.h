/* Closed-form costs of primitives: predicted times, parameters of least predicted time, and exact
 * operation counts. */
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

/* The operation count of clm_scan. Additions are counted by elements, as kernels make them: with
 * vectors too many, as prefixes within a vector take four sums of whole vectors. */
clm_op_counts clm_scan_counts(size_t count, size_t bytes, bool exclusive, clm_scan_shape shape,
                              const clm_tuning *tuning);

/* The operation count of clm_sort, unless by BUCKETS, for any keys: digits when extracted from a
 * key, additions of counters and indices. By SWEEP without accesses to totals. */
clm_op_counts clm_sort_counts(const clmodp_context *ctx, size_t count, const clm_sort_order *order,
                              clm_sort_shape shape);

#endif
