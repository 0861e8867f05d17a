/* What Newton's iteration does between products: pieces of polynomials, moved, reversed and
 * negated, and differences. A work-item a word. */
#include "newton_shape.h"

kernel void newton_move(global u32 *out, global const u32 *in, const newton_piece s)
{
    const u32 i = get_global_id(0);

    if (i >= s.count)
        return;

    const u32 v = in[s.reversed ? s.from - i : s.from + i];

    out[s.to + i] = s.negated && v != 0 ? s.p - v : v;
}

/* out[i] = a[i] - b[i], i < count. */
kernel void newton_subtract(global u32 *out, global const u32 *a, global const u32 *b, u32 count,
                            u32 p)
{
    const u32 i = get_global_id(0);

    if (i < count)
        out[i] = a[i] >= b[i] ? a[i] - b[i] : a[i] + (p - b[i]);
}
