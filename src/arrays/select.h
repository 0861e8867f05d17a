/* Selection of elements on the device: compaction and splits. */
#ifndef CLM_ARRAYS_SELECT_H
#define CLM_ARRAYS_SELECT_H

#include "arrays/scan.h"

/* Definition for the program: the type of elements (clm_scan_type). */
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
extern const clm_self_test clm_select_self_tests[2];

#endif
