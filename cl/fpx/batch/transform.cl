/* Stores the values of split rows after transforms of length r.
 *
 * With m = r * m2 points s * w^(k1 * m2 + k2) a value is
 *
 *     X[k1][k2] = sum over c < r of S[c][k2] * z^(c * k1),   z = w^m2, of order r,
 *
 * where S[c], the sum of the terms with exponent = c mod r, depends on k2 only. So m2 transforms
 * of length r run side by side, one per lane, with the same roots for all lanes and rows of a
 * prime (ntt.cl). They produce rows of lanes in permuted order of k1:
 *
 *     k2 ->                               final tiles: k2 fastest, k1 in natural order, rows of
 *     place 0  [ X[0][0]  X[0][1] ... ]   a point next to each other. m2 need not be a multiple
 *     place 1  [ X[4][0]  X[4][1] ... ]   of W or T, so that a vector can end inside a tile.
 *     place 2  [ X[1][0]  ...         ] */
#include "../../arith/prime_info.h"
#include "../../arith/tile.h"
#include "ntt_shape.h"
#include "transform_shape.h"
#include "values.h"

/* A work-item handles W consecutive k2 of a prime and every parts-th place. */
LANES_KERNEL transform_store(global u32 *values, global const u32 *sums, transform_shape s)
{
    lanes_place at = lanes_find(s.count / W);
    u32 prime = at.tile / (s.lanes / T), k = at.lane - prime * s.lanes;

    if (at.part >= s.parts || k >= s.sum_points)
        return;
    u32 count = min((u32)W, s.sum_points - k);
    global u32 *out = values + (size_t)(s.to.target + prime * s.to.lanes) * s.to.rows +
                      (size_t)s.first_row * T;

    sums += TILE_INDEX((size_t)at.lane, s.rows * s.split, 0, T);
    for (u32 place = at.part; place < s.split; place += s.parts) {
        u32 point = ntt_index(s.radices, place) * s.sum_points + k;

        for (u32 row = 0; row < s.rows; row += EVALUATE_BLOCK) {
            u32 rows = min((u32)EVALUATE_BLOCK, s.rows - row);
            LANES x[EVALUATE_BLOCK];

#pragma unroll VALUES_UNROLL(EVALUATE_BLOCK)
            VALUES_ROWS(r, rows)
                x[r] = lanes_load(sums + ((size_t)(row + r) * s.split + place) * T);
            values_put(x, 1, rows, out + (size_t)row * T, point, count, s.to);
        }
    }
}
