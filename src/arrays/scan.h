/* Prefix sums on the device; sums, least and greatest elements; and elements that are chosen:
 * compaction and splits. */
#ifndef CLM_ARRAYS_SCAN_H
#define CLM_ARRAYS_SCAN_H

#include "cl/arith/fp.h"
#include "opencl/buffer.h"

/* Definition of a program: the type of elements, "uint" or "ulong". */
#define CLM_SCAN_DEFINITIONS "#define SCAN_TYPE %s\n"

/* How a scan is cut; results do not depend on it. */
typedef struct clm_scan_shape {
    size_t group; /* work-items of a work-group */
    size_t run;   /* elements that a work-item adds one after the other, below 2^32 */
} clm_scan_shape;

/* What suits the device. */
CLM_LAB_API clm_scan_shape clm_scan_default(const clmodp_context *ctx);

/* A range of a buffer. */
typedef struct clm_scan_range {
    const clm_buffer *buffer;
    size_t first; /* element of the buffer */
} clm_scan_range;

/* out[k] = in[0] + ... + in[k], or only as far as in[k - 1], modulo 2^(8 bytes), k < count.
 *
 * Out:    out     may be `in` itself; else they do not overlap
 * In:     bytes   of an element: 4 or 8
 * Cost:   3 count words moved and 2 count sums with groups of one work-item, 4 and 3 with several,
 *         and what tiles take; 2 l + 1 launches for the least l with
 *         (group * run)^(l + 1) >= count. Exactly: clm_scan_tally
 * Errors: INVALID (buffers too short; elements of other sizes; a shape without work), LIMIT,
 *         DEVICE_MEMORY, and those of building and launching
 * Source: [Blelloch 1990]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_scan(clmodp_context *ctx, clm_scan_range out, clm_scan_range in,
                                   size_t count, size_t bytes, bool exclusive,
                                   clm_scan_shape shape);

/* That a device's prefix sums of elements of 4 and of 8 bytes are right (opencl/context.h). */
CLM_LAB_API extern const struct clm_trust clm_scan_trust_words;
extern const struct clm_trust clm_scan_trust_longs;

typedef enum clm_fold_kind { CLM_FOLD_SUM, CLM_FOLD_MIN, CLM_FOLD_MAX } clm_fold_kind;

/* Definitions of a program: the type of elements, the operator, and what changes nothing. */
#define CLM_FOLD_DEFINITIONS \
    "#define FOLD_TYPE %s\n#define FOLD_OPERATOR %s\n#define FOLD_NONE %s\n"

/* out[0] := the sum, minimum or maximum of `count` elements; of none 0, the greatest number, or 0.
 *
 * In:     bytes  of an element: 4 or 8
 * Cost:   count words moved, count operations; l launches for the least l with
 *         (group * run)^l >= count
 * Errors: as clm_scan
 *
 * Asynchronous. */
clmodp_status clm_fold(clmodp_context *ctx, clm_scan_range out, clm_scan_range in, size_t count,
                       size_t bytes, clm_fold_kind kind, clm_scan_shape shape);

/* That all three are right, of elements of 4 and of 8 bytes (opencl/context.h). */
extern const struct clm_trust clm_fold_trust_words, clm_fold_trust_longs;

/* The words of CLM_FOLD_DEFINITIONS. */
const char *clm_fold_operator(clm_fold_kind kind);
const char *clm_fold_none(clm_fold_kind kind, size_t bytes);

/* Definition of a program: the type of elements, "uint" or "ulong". */
#define CLM_SELECT_DEFINITIONS "#define SELECT_TYPE %s\n"

/* What a selection reads and writes. */
typedef struct clm_selection {
    clm_scan_range out, in; /* they do not overlap */
    clm_scan_range total;   /* a word: how many are chosen */
    clm_scan_range flags;   /* words, 0 for elements that are not; no buffer: chosen by a bit */
    size_t count, bytes;    /* below 2^32 - 1 elements of 4 or of 8 bytes */
    u32 bit;                /* without flags: those in which it is 0 are chosen */
    bool both;              /* the others go behind them */
} clm_selection;

/* Move elements; either kind stays in its order.
 *
 * Cost:   8 words moved for an element
 * Errors: INVALID (buffers too short), LIMIT (2^32 - 1 elements or more), DEVICE_MEMORY, and those
 *         of building and launching
 * Source: [Blelloch 1990, 1.5]
 *
 * Asynchronous. */
clmodp_status clm_select(clmodp_context *ctx, const clm_selection *selection);

/* That elements of 4 and of 8 bytes go where they should (opencl/context.h). */
extern const struct clm_trust clm_select_trust_words, clm_select_trust_longs;

#endif
