/* Exact operation counts of scans and sorts as closed forms, for comparison with the numbers that
 * kernels count. Predictions use the simpler forms of arrays/cost.h. */
#ifndef TESTS_SUPPORT_ARRAY_COUNTS_H
#define TESTS_SUPPORT_ARRAY_COUNTS_H

#include "arrays/sort.h"
#include "cost/cost.h"
#include "opencl/context.h"

/* The operation count of clm_scan. Additions are counted by elements, as kernels make them: with
 * vectors too many, as prefixes within a vector take four sums of whole vectors. */
clm_op_counts scan_counts(size_t count, size_t bytes, bool exclusive, clm_scan_shape shape,
                          const clm_tuning *tuning);

/* The operation count of clm_sort, unless by BUCKETS, for any keys: digits when extracted from a
 * key, additions of counters and indices. By SWEEP without accesses to totals. */
clm_op_counts sort_counts(const clmodp_context *ctx, size_t count, const clm_sort_order *order,
                          clm_sort_shape shape);

#endif
