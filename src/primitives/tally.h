/* What scans and sorts on the device do, as closed forms of their sizes: exact. The test
 * primitives_tally compares them with what kernels count. */
#ifndef CLM_PRIMITIVES_TALLY_H
#define CLM_PRIMITIVES_TALLY_H

#include "cost/amounts.h"
#include "device/context.h"
#include "primitives/sort.h"

/* Of clm_scan. Additions are of elements, as many as kernels make: with vectors more than elements
 * need, since prefixes within a vector are made by four sums of whole ones. */
clm_tally clm_scan_tally(size_t count, size_t bytes, bool exclusive, clm_scan_shape shape,
                         const clm_tuning *tuning);

/* Of clm_sort, whatever the keys are. Digits are counted as often as one is taken from a key;
 * additions are those of counters and places. */
clm_tally clm_sort_tally(const clmodp_context *ctx, size_t count, const clm_sort_order *order,
                         clm_sort_shape shape);

#endif
