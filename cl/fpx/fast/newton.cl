/* What Newton's division does between products. */
#include "../../arith/fp.h"

/* out[i] = a[i] - b[i], i < count; a work-item a word. */
kernel void newton_subtract(global u32 *out, global const u32 *a, global const u32 *b, u32 count,
                            u32 p)
{
    const u32 i = get_global_id(0);

    if (i < count)
        out[i] = a[i] >= b[i] ? a[i] - b[i] : a[i] + (p - b[i]);
}
