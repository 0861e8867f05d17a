/* The work of primitives on the device as closed forms of their sizes: the time that it should
 * take, with the program parameters that take least, and exact counts. */
#ifndef CLM_ARRAYS_COST_H
#define CLM_ARRAYS_COST_H

#include "arrays/sort.h"
#include "cost/rates.h"
#include "opencl/context.h"

/* The longest run that is tried. */
CLM_LAB_API size_t clm_scan_most_run(const clmodp_context *ctx);

/* Of clm_scan. */
CLM_LAB_API clm_amounts clm_scan_cost(const clmodp_context *ctx, size_t count, size_t bytes,
                                      clm_scan_shape shape);

/* The default group, with the run, a power of two, that should take least for so many elements. */
CLM_LAB_API clm_scan_shape clm_scan_choose(const clmodp_context *ctx, size_t count, size_t bytes);

/* Of clm_sort. */
CLM_LAB_API clm_amounts clm_sort_cost(const clmodp_context *ctx, size_t count,
                                      const clm_sort_order *order, clm_sort_shape shape);

/* The default group and run, with the bits of a pass that should take least for so many keys. */
CLM_LAB_API clm_sort_shape clm_sort_choose(const clmodp_context *ctx, size_t count,
                                           clm_sort_form form, const clm_sort_order *order);

/* Of clm_scan. Additions are of elements, as many as kernels make: with vectors more than elements
 * need, since prefixes within a vector are made by four sums of whole ones. */
clm_tally clm_scan_tally(size_t count, size_t bytes, bool exclusive, clm_scan_shape shape,
                         const clm_tuning *tuning);

/* Of clm_sort, whatever the keys are. Digits are counted as often as one is taken from a key;
 * additions are those of counters and places. */
clm_tally clm_sort_tally(const clmodp_context *ctx, size_t count, const clm_sort_order *order,
                         clm_sort_shape shape);

#endif
