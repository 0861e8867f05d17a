/* Elements that are chosen, on the device: compaction and splits. */
#ifndef CLM_PRIMITIVES_SELECT_H
#define CLM_PRIMITIVES_SELECT_H

#include "cl/arith/fp.h"
#include "arrays/scan.h"

/* Definition of a program: the type of elements, "uint" or "ulong". */
#define CLM_SELECT_DEFINITIONS "#define SELECT_TYPE %s\n"

/* What a selection reads and writes. */
typedef struct clm_selection {
    clm_scan_range out, in; /* they do not overlap */
    clm_scan_range total;   /* a word: how many are chosen */
    clm_scan_range flags;   /* words, 0 for elements that are not; NULL: chosen by a bit */
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

/* That elements of 4 and of 8 bytes go where they should (opencl/trust.h). */
extern const struct clm_trust clm_select_trust_words, clm_select_trust_longs;

#endif
