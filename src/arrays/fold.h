/* Sums, least and greatest elements on the device. */
#ifndef CLM_PRIMITIVES_FOLD_H
#define CLM_PRIMITIVES_FOLD_H

#include "arrays/scan.h"

typedef enum clm_fold_kind { CLM_FOLD_SUM, CLM_FOLD_MIN, CLM_FOLD_MAX } clm_fold_kind;

/* Definitions of a program: the type of elements, the operator, and what changes nothing. */
#define CLM_FOLD_DEFINITIONS \
    "#define FOLD_TYPE %s\n#define FOLD_OPERATOR %s\n#define FOLD_NONE %s\n"

/* *out := all elements by one operator; of none 0, the greatest number or 0.
 *
 * In:     bytes  of an element: 4 or 8
 * Cost:   count words moved, count operations; l launches for the least l with
 *         (group * run)^l >= count
 * Errors: as clm_scan
 *
 * Asynchronous. */
clmodp_status clm_fold(clmodp_context *ctx, clm_scan_range out, clm_scan_range in, size_t count,
                       size_t bytes, clm_fold_kind reduction, clm_scan_shape shape);

/* That all three are right, of elements of 4 and of 8 bytes (opencl/trust.h). */
extern const struct clm_trust clm_fold_trust_words, clm_fold_trust_longs;

/* The words of CLM_FOLD_DEFINITIONS. */
const char *clm_fold_operator(clm_fold_kind reduction);
const char *clm_fold_none(clm_fold_kind reduction, size_t bytes);

#endif
