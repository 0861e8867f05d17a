/* Whether a caller's arrays share bytes. */
#ifndef CLM_PRIMITIVES_OVERLAP_H
#define CLM_PRIMITIVES_OVERLAP_H

#include <stdbool.h>

#include <clmodp/opencl.h>

/* Arrays of elements of so many bytes. Pre: both fit their memory. Of different memories, which
 * may be parts of one, nothing is known. */
static inline bool clm_arrays_overlap(const clmodp_cl_array *a, size_t a_bytes,
                                      const clmodp_cl_array *b, size_t b_bytes)
{
    return a->memory == b->memory && a->count > 0 && b->count > 0 &&
           a->offset * a_bytes < (b->offset + b->count) * b_bytes &&
           b->offset * b_bytes < (a->offset + a->count) * a_bytes;
}

#endif
