/* Values at r = 4, 8 or 16 points at once: x, z*x, z^2*x, ..., z of order r.
 *
 * The points are w^(k1 * m/r + k2), k1 < r, k2 < m/r, so that r sums by exponent mod r at w^k2
 * give r values: X[k1] = sum over c of S[c] * z^(c * k1). The butterfly's layers, of radix 2 down
 * to groups of four, and then of radix 4, stay in registers:
 *
 *     S0 = a0 + a8 x^8 + ...          + . . . s0 \               + . +  X0 = t0 + t2 + (t1 + t3)
 *     S1 = a1 x + a9 x^9 + ...        . + . . s1  | radix 4      ...    X2 = t0 - t2 + i (t1 - t3)
 *     ...                             radix 2                           X4 = t0 + t2 - (t1 + t3)
 *     S4 ...                          - . . . z^0 \                     X6 = t0 - t2 - i (t1 - t3)
 *     S5 ...                          . - . . z^1  | radix 4            X1, X3, X5, X7
 *
 * It takes an r-th of the products of unsplit sums, all in registers [Cooley, Tukey 1965;
 * Gentleman, Sande 1966]. Powers and packed coefficients are those of evaluate.cl with
 * split = r. */
#include "butterfly.h"
#include "evaluate_shape.h"
#include "../../arith/lanes.h"
#include "../../arith/prime_info.h"
#include "sums.h"
#include "../../arith/tile.h"
#include "values.h"

/* values: tiles of T lanes with b.to.rows words per lane, for whole primes. A work-item handles W
 * consecutive k2 of a prime and every parts-th block of rows. */
LANES_KERNEL butterfly_rows(global u32 *values, global const u32 *scratch,
                            global const prime_info *info, evaluate_shape s, butterfly_shape b)
{
    u32 vectors = s.count / W, lane = get_global_id(0) % vectors * W;
    u32 prime = lane / s.lanes, k = lane % s.lanes, sum_points = b.to.points / s.split;
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    LANES value[BUTTERFLY_MOST * EVALUATE_BLOCK];

    if (get_global_id(0) / vectors >= s.parts || k >= sum_points)
        return;
    fp_field f = info[s.first_prime + prime].field;
    global const LAZY *powers =
        (global const LAZY *)(scratch + s.powers + TILE_INDEX((size_t)lane, s.words, 0, T));
    global const int *packed = (global const int *)scratch + s.packed +
                               (size_t)prime * s.split * s.steps * EVALUATE_BLOCK;
    global const uint2 *strips = (global const uint2 *)(scratch + s.strips);
    global const u32 *roots = scratch + b.roots + (size_t)prime * s.split;
    u32 count = min((u32)W, sum_points - k);

    values += (size_t)(b.to.target + prime * b.to.lanes) * b.to.rows;
    for (u32 block = get_global_id(0) / vectors; block < blocks; block += s.parts) {
        u32 row = block * EVALUATE_BLOCK, rows = min((u32)EVALUATE_BLOCK, s.rows - row);

#pragma unroll VALUES_UNROLL(BUTTERFLY_MOST)
        for (u32 c = 0; c < BUTTERFLY_MOST; c++)
            if (c < s.split) {
                uint2 strip = strips[c * blocks + block];

                sums_block(value + c * EVALUATE_BLOCK, powers, c,
                           packed + (size_t)strip.x * EVALUATE_BLOCK, strip.y, f, s);
            }
#pragma unroll VALUES_UNROLL(EVALUATE_BLOCK)
        VALUES_ROWS(r, strips[block].y > 0 ? rows : 0)
            butterfly_join(value + r, s.split, roots, f);
#pragma unroll VALUES_UNROLL(BUTTERFLY_MOST)
        for (u32 c = 0; c < BUTTERFLY_MOST; c++)
            if (c < s.split)
                values_put(value + c * EVALUATE_BLOCK, rows, values + (size_t)row * T,
                              butterfly_index(c, s.split) * sum_points + k, count,
                           b.to);
    }
}
