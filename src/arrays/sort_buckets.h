/* Radix sort by buckets, a method of clm_sort. */
#ifndef CLM_ARRAYS_SORT_BUCKETS_H
#define CLM_ARRAYS_SORT_BUCKETS_H

#include "arrays/sort.h"

/* Local memory of a work-group. */
size_t clm_sort_buckets_local_bytes(const clm_sort_order *order, const clm_sort_shape *shape);

/* Sorts two keys or more by a bit or more. Otherwise as clm_sort. */
clmodp_status clm_sort_buckets(clmodp_context *ctx, clm_scan_range keys, clm_scan_range values,
                               size_t count, const clm_sort_order *order,
                               const clm_sort_shape *shape, size_t tile);

#endif
