/* Sums between the products of Newton's division: words of one polynomial at equal distances, as
 * reduction modulo x^N - 1 takes, plus or minus a word of another. */
#include "newton_shape.h"

/* Returns a + b mod p, from p alone. */
static inline u32 newton_add(u32 a, u32 b, u32 p)
{
    return a >= p - b ? a - (p - b) : a + b;
}

/* Computes the sums of newton_sum_shape; one work-item per word. */
kernel void newton_sum(global u32 *out, global const u32 *a, global const u32 *b,
                       const newton_sum_shape s)
{
    const u32 i = get_global_id(0);

    if (i >= s.count)
        return;

    u32 v = s.negated && b[i] != 0 ? s.p - b[i] : b[i];

    for (u32 k = s.from + i; k < s.end; k += s.step)
        v = newton_add(v, a[k], s.p);
    out[i] = v;
}
