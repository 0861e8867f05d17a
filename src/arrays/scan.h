/* Prefix sums on the device. */
#ifndef CLM_PRIMITIVES_SCAN_H
#define CLM_PRIMITIVES_SCAN_H

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
 * Errors: INVALID (buffers too short), LIMIT, DEVICE_MEMORY, and those of building and launching.
 * Source: [Blelloch 1990]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_scan(clmodp_context *ctx, clm_scan_range out, clm_scan_range in,
                                   size_t count, size_t bytes, bool exclusive,
                                   clm_scan_shape shape);

/* That a device's prefix sums of elements of 4 and of 8 bytes are right (opencl/trust.h). */
CLM_LAB_API extern const struct clm_trust clm_scan_trust_words;
extern const struct clm_trust clm_scan_trust_longs;

#endif
