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

/* Stores the first `count` lanes of the values x[r] of `rows` rows in lanes `lane` ..., and in
 * padding lanes repeating them. out: word of the first row in lane 0 of the prime. */
VALUES_FN void values_put(private const LANES *x, u32 rows, global u32 *out, u32 lane, u32 count,
                          values_shape s)
{
    size_t jump = (size_t)(s.rows - 1) * T; /* additional distance to the next tile */

    for (; lane < s.lanes; lane += s.points) {
        u32 room = T - lane % T, end = min(count, s.lanes - lane);
        global u32 *to = out + TILE_INDEX((size_t)lane, s.rows, 0, T);

        if (lane % W == 0 && end == W) {
#pragma unroll VALUES_UNROLL(EVALUATE_BLOCK)
            VALUES_ROWS(r, rows)
                *(global LANES *)(to + r * T) = x[r];
#if W > 4
        } else if ((lane | end) % 4 == 0) {
            for (u32 j = 0; j < end; j += 4)
                for (u32 r = 0; r < rows; r++)
                    vstore4(vload4(0, (private const u32 *)(x + r) + j), 0,
                            to + j + (j < room ? 0 : jump) + r * T);
#endif
        } else {
#pragma unroll VALUES_UNROLL(EVALUATE_BLOCK)
            VALUES_ROWS(r, rows)
                for (u32 j = 0; j < end; j++)
                    to[j + (j < room ? 0 : jump) + r * T] = ((private const u32 *)(x + r))[j];
        }
    }
}

#endif
