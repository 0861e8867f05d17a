/* Radix sort by passes that read and write each key once (cl/arrays/sort_sweep.cl), for devices on
 * which work-groups can wait for each other. */
#ifndef CLM_ARRAYS_SORT_SWEEP_H
#define CLM_ARRAYS_SORT_SWEEP_H

#include "arrays/sort.h"

/* Definitions after CLM_SORT_DEFINITIONS: the run, the words of a total, lost totals. */
#define CLM_SORT_SWEEP_DEFINITIONS                                                             \
    CLM_SORT_DEFINITIONS "#define SORT_RUN %zu\n#define LOOKBACK_TYPE uint\n"                   \
                         "#define LOOKBACK_PIECES %zu\n#define LOOKBACK_LOSES %d\n"

/* Bytes of local memory; SIZE_MAX for groups and tiles that the kernel does not support: from 32
 * work-items on, groups are multiples of 32, and ranks in a tile have 15 bits. */
size_t clm_sort_sweep_local_bytes(const clm_sort_order *order, const clm_sort_shape *shape);

/* The number of passes, which is even: keys move to other memory and back. */
u32 clm_sort_sweep_passes(const clm_sort_order *order, const clm_sort_shape *shape);

/* Words of a total: one has 30 bits. */
size_t clm_sort_sweep_pieces(size_t count, const clm_sort_shape *shape);

/* The groups that count digits. */
size_t clm_sort_sweep_counting_groups(const clmodp_context *ctx, size_t tiles);

/* Sorts by method SWEEP, for clm_sort: more than one key, by at least one bit.
 * Errors: as clm_sort, and LIMIT (2^32 keys or more) */
clmodp_status clm_sort_sweep(clmodp_context *ctx, clm_scan_range keys, clm_scan_range values,
                             size_t count, const clm_sort_order *order,
                             const clm_sort_shape *shape);

#endif
