/* Prefix sums on the device. */
#ifndef CLM_ARRAYS_SCAN_H
#define CLM_ARRAYS_SCAN_H

#include "cl/arith/fp.h"
#include "core/size.h"
#include "opencl/buffer.h"

/* Definition for the program: the type of elements (clm_scan_type). */
#define CLM_SCAN_DEFINITIONS "#define SCAN_TYPE %s\n"

/* Returns the kernels' type of elements of 4 or of 8 bytes. */
static inline const char *clm_scan_type(size_t bytes)
{
    return bytes == sizeof(u64) ? "ulong" : "uint";
}

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

/* Returns whether the end of a range of `count` elements does not overflow. */
static inline bool clm_range_fits(clm_scan_range range, size_t count)
{
    size_t end;

    return clm_size_add(&end, range.first, count);
}

/* out[k] = in[0] + ... + in[k] or, if exclusive, in[0] + ... + in[k - 1], modulo 2^(8 bytes), k <
 * count.
 *
 * Out:    out     may be `in` itself; else they must not overlap
 * In:     bytes   of an element: 4 or 8
 * Cost:   by look-back 2 count words moved, 2 count sums and one launch; else 3 and 2 with groups
 *         of one work-item, 4 and 3 with several, and work on tiles; 2 l + 1 launches for the
 *         least l with (group * run)^(l + 1) >= count. Exactly: tests/support/array_counts.c
 * Errors: INVALID (buffers too short; elements of other sizes; a shape without work), LIMIT,
 *         DEVICE_MEMORY, and those of building and launching
 * Source: [Blelloch 1990]; [Merrill, Garland 2016]. Asynchronous. */
CLM_LAB_API clmodp_status clm_scan(clmodp_context *ctx, clm_scan_range out, clm_scan_range in,
                                   size_t count, size_t bytes, bool exclusive,
                                   clm_scan_shape shape);

/* Checks a shape, and the bytes of an element. Errors: INVALID (as above) */
clmodp_status clm_scan_check(clm_error *error, clm_scan_shape shape, size_t bytes);

/* Self-tests of prefix sums of elements of 4 and of 8 bytes (opencl/context.h). */
CLM_LAB_API extern const clm_self_test clm_scan_self_tests[2];

#endif
