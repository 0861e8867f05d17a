/* Copies pieces of polynomials, possibly reversed, negated or reduced; one work-item per word. */
#include "move_shape.h"

kernel void move_words(global u32 *out, global const u32 *in, const move_piece s
                       COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 i = get_global_id(0);

    if (i >= s.count)
        return;

    u32 v = LOADED(in[s.reversed ? s.from - i : s.from + i]);

    if (s.reduced)
        v %= s.p;
    STORED(out[s.to + i]) = s.negated && v != 0 ? s.p - v : v;
}
