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

/* Returns which of `items` runs of vectors, as `lane`, and which part of its blocks a work-item
 * has. A CPU's core runs one item of a group after another: parts of a run, which share powers and
 * tiles. A GPU runs them together: those of consecutive lanes, which share loads and stores. */
static inline lanes_place butterfly_place(u32 items, u32 parts)
{
#if W == 1
    return lanes_find(BUTTERFLY_ITEMS(items, W, T));
#else
    const u32 id = get_global_id(0);
    const lanes_place place = {id % parts, 0, id / parts};

    return place;
#endif
}

/* values: tiles of T lanes with to.rows words per lane, for whole primes. A work-item handles a
 * run of vectors of consecutive k2 of a prime, and a part of the blocks of rows. */
LANES_KERNEL butterfly_rows(global u32 *values, global const u32 *scratch,
                            global const prime_info *info, evaluate_shape s, values_shape to)
{
    const u32 run = BUTTERFLY_RUN(W, s.split), sum_points = to.points / s.split;
    u32 runs = (sum_points + run * W - 1) / (run * W), items = s.count / s.lanes * runs;
    lanes_place at = butterfly_place(items, s.parts);
    u32 prime = at.lane / runs, k = at.lane % runs * run * W;
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 each = (blocks + s.parts - 1) / s.parts, end = min((at.part + 1) * each, blocks);
    LANES value[BUTTERFLY_MOST * EVALUATE_BLOCK];

    if (at.lane >= items || at.part >= s.parts)
        return;
    fp_field f = info[s.first_prime + prime].field;
    global const u32 *powers = scratch + s.powers;
    global const int *packed = (global const int *)scratch + s.packed +
                               (size_t)prime * s.split * s.steps * EVALUATE_BLOCK;
    global const uint2 *strips = (global const uint2 *)(scratch + s.strips);
    global const u32 *roots = scratch + s.roots + (size_t)prime * s.split;
    u32 count = min(run * W, sum_points - k);

    values += (size_t)(to.target + prime * to.lanes) * to.rows;
    for (u32 block = at.part * each; block < end; block++) {
        u32 row = block * EVALUATE_BLOCK, rows = min((u32)EVALUATE_BLOCK, s.rows - row);

        for (u32 v = 0; v * W < count; v++) {
            global const LAZY *x = (global const LAZY *)(
                powers + TILE_INDEX((size_t)prime * s.lanes + k + v * W, s.words, 0, T));
            LANES greatest = lanes_splat(0);

#pragma unroll VALUES_UNROLL(BUTTERFLY_MOST)
            for (u32 c = 0; c < BUTTERFLY_MOST; c++)
                if (c < s.split) {
                    uint2 strip = strips[c * blocks + block];

                    sums_block(value + c * EVALUATE_BLOCK * run + v, run, &greatest, x, c,
                               packed + (size_t)strip.x * EVALUATE_BLOCK, strip.y, f, s);
                }
            if (sums_exceed(greatest, f))
#pragma unroll VALUES_UNROLL(BUTTERFLY_MOST)
                for (u32 c = 0; c < BUTTERFLY_MOST; c++)
                    if (c < s.split)
                        sums_settle(value + c * EVALUATE_BLOCK * run + v, run, f);
            butterfly_block(value + v, run, strips[block].y > 0 ? rows : 0, s.split, roots, f);
        }
#pragma unroll VALUES_UNROLL(BUTTERFLY_MOST)
        for (u32 c = 0; c < BUTTERFLY_MOST; c++)
            if (c < s.split)
                values_put(value + c * EVALUATE_BLOCK * run, run, rows, values + (size_t)row * T,
                           butterfly_index(c, s.split) * sum_points + k, count, to);
    }
}
