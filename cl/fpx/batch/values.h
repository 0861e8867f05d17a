/* Stores a block of rows' values at consecutive points, from any place of a tile on, and in
 * padding lanes that repeat points; kernels only. */
#ifndef CLM_VALUES_H
#define CLM_VALUES_H

#include "evaluate_shape.h"
#include "values_shape.h"
#include "../../arith/lanes.h"
#include "../../arith/tile.h"

/* If a work-item is one lane, as on GPUs, a block's values stay in registers: loops are unrolled,
 * with constant bounds. Vectors are on the stack. */
#if W == 1
#define VALUES_UNROLL(turns) turns
#else
#define VALUES_UNROLL(turns) 1
#endif

#define VALUES_FN __attribute__((always_inline)) static inline

/* Loops over the rows r of a block; a pragma may precede it. */
#define VALUES_ROWS(r, rows) for (u32 r = 0; r < EVALUATE_BLOCK; r++) if (r < (rows))

#if W > 1
/* Stores the lanes begin ... end - 1 of the values of `rows` rows in consecutive words of a tile,
 * from lane to[0] on. x, run: as for values_put. */
VALUES_FN void values_piece(private const LANES *x, u32 run, u32 rows, global u32 *to, u32 begin,
                            u32 end)
{
    for (; rows > 0; rows--, x += run, to += T) {
        private const u32 *from = (private const u32 *)x;
        u32 j = begin;

        for (; j + 4 <= end; j += 4)
            vstore4(vload4(0, from + j), 0, to + (j - begin));
        for (; j < end; j++)
            to[j - begin] = from[j];
    }
}
#endif

/* Returns the lanes skew ... W - 1 of from[0] and the first ones of from[1]. skew: a constant, 0
 * or a multiple of 4. A load of both would wait until they have left the processor's queue of
 * stores. */
VALUES_FN LANES values_from(private const LANES *from, u32 skew)
{
#if W > 4
    const LANES a = from[0], b = skew > 0 ? from[1] : a;
#endif

#if W == 8
    return skew == 0 ? a : (LANES)(a.hi, b.lo);
#elif W == 16
    return skew == 0   ? a
           : skew == 4 ? (LANES)(a.lo.hi, a.hi, b.lo.lo)
           : skew == 8 ? (LANES)(a.hi, b.lo)
                       : (LANES)(a.hi.hi, b.lo, b.hi.lo);
#else
    return from[0];
#endif
}

/* Stores a vector of each of `rows` rows, at to[0], to[T], ... x, run: as for values_put. */
VALUES_FN void values_vectors(private const LANES *x, u32 run, u32 rows, global u32 *to, u32 skew)
{
#if W > 1
    if (rows == EVALUATE_BLOCK) {
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            *(global LANES *)(to + r * T) = values_from(x + r * run, skew);
        return;
    }
#endif
#pragma unroll VALUES_UNROLL(EVALUATE_BLOCK)
    VALUES_ROWS(r, rows)
        *(global LANES *)(to + r * T) = values_from(x + r * run, skew);
}

/* Stores the first `count` lanes of the values of `rows` rows in lanes `lane` ..., and in padding
 * lanes repeating them: whole vectors of tiles where possible. x: `run` vectors of each row. out:
 * word of the first row in lane 0 of the prime. */
VALUES_FN void values_put(private const LANES *x, u32 run, u32 rows, global u32 *out, u32 lane,
                          u32 count, values_shape s)
{
    for (; lane < s.lanes; lane += s.points) {
        u32 all = min(count, s.lanes - lane);

        for (u32 begin = 0, end; begin < all; begin = end) {
            private const LANES *from = x + begin / W;
            global u32 *to = out + TILE_INDEX((size_t)lane + begin, s.rows, 0, T);

            end = min(begin + W - (lane + begin) % W, all);
            switch (end - begin == W ? begin % W : 1) {
            case 0: values_vectors(from, run, rows, to, 0); break;
#if W > 4
            case 4: values_vectors(from, run, rows, to, 4); break;
#endif
#if W > 8
            case 8: values_vectors(from, run, rows, to, 8); break;
            case 12: values_vectors(from, run, rows, to, 12); break;
#endif
#if W > 1
            default: values_piece(x, run, rows, to, begin, end);
#endif
            }
        }
    }
}

#endif
