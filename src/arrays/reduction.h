/* Sums, minima and maxima of arrays on the device. */
#ifndef CLM_ARRAYS_REDUCTION_H
#define CLM_ARRAYS_REDUCTION_H

#include <clmodp/arrays.h>

#include "arrays/scan.h"

/* Definitions for the program: the type of elements, the operator, and its identity. */
#define CLM_REDUCTION_DEFINITIONS \
    "#define REDUCTION_TYPE %s\n#define REDUCTION_OPERATOR %s\n#define REDUCTION_IDENTITY %s\n"

/* out[0] := the sum, minimum or maximum of `count` elements; of none 0, the greatest number, or 0.
 *
 * In:     bytes  of an element: 4 or 8
 * Cost:   count words moved, count operations; l launches for the least l with
 *         (group * run)^l >= count
 * Errors: as clm_scan
 *
 * Asynchronous. */
clmodp_status clm_array_reduce(clmodp_context *ctx, clm_scan_range out, clm_scan_range in,
                               size_t count, size_t bytes, clmodp_reduction kind,
                               clm_scan_shape shape);

/* Self-tests of all three, for elements of 4 and of 8 bytes (opencl/context.h). */
extern const clm_self_test clm_array_reduction_self_tests[2];

/* Arguments of CLM_REDUCTION_DEFINITIONS. */
const char *clm_array_reduction_operator(clmodp_reduction kind);
const char *clm_array_reduction_identity(clmodp_reduction kind, size_t bytes);

#endif
