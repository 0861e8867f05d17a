/* Prefix sums on the device; sums, minima and maxima; and selection of elements: compaction and
 * splits. */
#ifndef CLM_ARRAYS_SCAN_H
#define CLM_ARRAYS_SCAN_H

#include "cl/arith/fp.h"
#include "opencl/buffer.h"
#include <clmodp/arrays.h>

/* Definition for the program: the type of elements, "uint" or "ulong". */
#define CLM_SCAN_DEFINITIONS "#define SCAN_TYPE %s\n"

/* Definitions of its variant by look-back: the types, the run, the words of a total, and whether
 * totals are lost, in tests. */
#define CLM_SCAN_LOOKBACK_DEFINITIONS                                                     \
    "#define SCAN_TYPE %s\n#define SCAN_RUN %zu\n#define LOOKBACK_TYPE SCAN_TYPE\n"        \
    "#define LOOKBACK_PIECES %zu\n#define LOOKBACK_LOSES %d\n"
#define CLM_SCAN_PIECES(bytes) ((bytes) == sizeof(u64) ? (size_t)3 : (size_t)2)

/* The division of a scan among work-items; results do not depend on it. */
typedef struct clm_scan_shape {
    size_t group;  /* work-items of a work-group */
    size_t run;    /* consecutive elements added by a work-item, below 2^32 */
    bool lookback; /* one launch, whose groups wait for each other; else reduce, then scan */
} clm_scan_shape;

/* The default shape of this kind of device, in levels, or by look-back if the device is known to
 * keep running groups that have started. */
CLM_LAB_API clm_scan_shape clm_scan_levels(const clmodp_context *ctx);
clm_scan_shape clm_scan_default(const clmodp_context *ctx);

/* Returns how often a group looks at the total of another, at most, before it computes it. */
u32 clm_lookback_polls(const clmodp_context *ctx);

/* Finds out whether a GPU keeps running such groups, unless the context or the cache knows: scans
 * by look-back in many more groups than run at a time, and counts totals that were not announced
 * in time. Waits.
 * Errors: CORRUPT (a wrong sum), and those of clm_scan */
clmodp_status clm_lookback_probe(clmodp_context *ctx);

typedef struct clm_scan_range {
    const clm_buffer *buffer;
    size_t first; /* element of the buffer */
} clm_scan_range;

/* out[k] = in[0] + ... + in[k] or, if exclusive, in[0] + ... + in[k - 1], modulo 2^(8 bytes), k <
 * count.
 *
 * Out:    out     may be `in` itself; else they must not overlap
 * In:     bytes   of an element: 4 or 8
 * Cost:   by look-back 2 count words moved, 2 count sums and one launch; else 3 and 2 with groups
 *         of one work-item, 4 and 3 with several, and work on tiles; 2 l + 1 launches for the
 *         least l with (group * run)^(l + 1) >= count. Exactly: clm_scan_counts
 * Errors: INVALID (buffers too short; elements of other sizes; a shape without work), LIMIT,
 *         DEVICE_MEMORY, and those of building and launching
 * Source: [Blelloch 1990]; [Merrill, Garland 2016]. Asynchronous. */
CLM_LAB_API clmodp_status clm_scan(clmodp_context *ctx, clm_scan_range out, clm_scan_range in,
                                   size_t count, size_t bytes, bool exclusive,
                                   clm_scan_shape shape);

/* Self-tests of prefix sums of elements of 4 and of 8 bytes (opencl/context.h). */
CLM_LAB_API extern const struct clm_self_test clm_scan_self_test_words;
extern const struct clm_self_test clm_scan_self_test_longs;

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
extern const struct clm_self_test clm_array_reduction_self_test_words;
extern const struct clm_self_test clm_array_reduction_self_test_longs;

/* Arguments of CLM_REDUCTION_DEFINITIONS. */
const char *clm_array_reduction_operator(clmodp_reduction kind);
const char *clm_array_reduction_identity(clmodp_reduction kind, size_t bytes);

/* Definition for the program: the type of elements, "uint" or "ulong". */
#define CLM_SELECT_DEFINITIONS "#define SELECT_TYPE %s\n"

typedef struct clm_selection {
    clm_scan_range out, in; /* must not overlap */
    clm_scan_range total;   /* a word: the number of selected elements */
    clm_scan_range flags;   /* words, 0 for elements not selected; no buffer: selection by a bit */
    size_t count, bytes;    /* below 2^32 - 1 elements of 4 or of 8 bytes */
    u32 bit;                /* without flags: elements in which this bit is 0 are selected */
    bool both;              /* the other elements are stored behind the selected ones */
} clm_selection;

/* Moves the elements; selected and other elements keep their order.
 *
 * Cost:   8 words moved for an element
 * Errors: INVALID (buffers too short), LIMIT (2^32 - 1 elements or more), DEVICE_MEMORY, and those
 *         of building and launching
 * Source: [Blelloch 1990, 1.5]
 *
 * Asynchronous. */
clmodp_status clm_select(clmodp_context *ctx, const clm_selection *selection);

/* Self-tests of selections of elements of 4 and of 8 bytes (opencl/context.h). */
extern const struct clm_self_test clm_select_self_test_words, clm_select_self_test_longs;

#endif
