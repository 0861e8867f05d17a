/* Loads a work-group's part of a long factor into local memory; kernels only. */
#ifndef CLM_SCHOOLBOOK_PART_H
#define CLM_SCHOOLBOOK_PART_H

#include "sums.h"

/* part[i] = a[from + i], balanced, for all i < count; 0 outside a. */
LANES_FN void schoolbook_part(local u32 *part, global const u32 *a, long from, u32 count,
                              u32 a_count, u32 p)
{
    for (u32 i = get_local_id(0); i < count; i += NT) {
        const long k = from + i;

        part[i] = k >= 0 && k < a_count ? schoolbook_balanced(LOADED(a[k]), p) : 0;
    }
}

#endif
