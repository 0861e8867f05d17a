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

#if W > 4
/* Returns the last `lanes` lanes of a, a multiple of 4, followed by the first ones of b. A load
 * that overlaps both would wait until they have left the processor's queue of stores. */
VALUES_FN LANES values_join(LANES a, LANES b, u32 lanes)
{
#if W == 8
    return (LANES)(a.hi, b.lo);
#else
    return lanes == 4   ? (LANES)(a.hi.hi, b.lo, b.hi.lo)
           : lanes == 8 ? (LANES)(a.hi, b.lo)
                        : (LANES)(a.lo.hi, a.hi, b.lo.lo);
#endif
}
#endif

/* Stores the first `count` lanes of the values of `rows` rows in lanes `lane` ..., and in padding
 * lanes repeating them: whole vectors of tiles where possible. x: `run` vectors of each row. out:
 * word of the first row in lane 0 of the prime. */
VALUES_FN void values_put(private const LANES *x, u32 run, u32 rows, global u32 *out, u32 lane,
                          u32 count, values_shape s)
{
    for (; lane < s.lanes; lane += s.points) {
        u32 all = min(count, s.lanes - lane);

        for (u32 begin = 0, end; begin < all; begin = end) {
            global u32 *to = out + TILE_INDEX((size_t)lane + begin, s.rows, 0, T);

            end = min(begin + W - (lane + begin) % W, all);
            if (end - begin == W && begin % W == 0) {
                private const LANES *from = x + begin / W;

#pragma unroll VALUES_UNROLL(EVALUATE_BLOCK)
                for (u32 r = 0; r < EVALUATE_BLOCK; r++)
                    if (r < rows)
                        ((global LANES *)to)[r * (T / W)] = from[r * run];
#if W > 4
            } else if (end - begin == W && begin % 4 == 0) {
                private const LANES *from = x + begin / W;

                for (u32 r = 0; r < rows; r++, from += run, to += T)
                    *(global LANES *)to = values_join(from[0], from[1], W - begin % W);
#endif
            } else {
                values_piece(x, run, rows, to, begin, end);
            }
        }
    }
}

#endif
