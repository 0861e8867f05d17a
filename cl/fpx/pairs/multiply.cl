/* Schoolbook products of batches of short pairs, one pair per lane.
 *
 *     c[k] = a[0] b[k] + a[1] b[k - 1] + ... + a[k] b[0],        MULTIPLY_BLOCK at a time,
 *
 * with rows of zeros before and behind b, so that all sums begin and end together. Words are
 * balanced, |v| <= p/2, so that MULTIPLY_TERMS = 7 products are below 2^63. Then the upper words
 * are added to separate sums. */
#define LAZY_LARGE
#include "multiply_shape.h"
#include "tiles.h"

#define MULTIPLY_TERMS 7

/* A sum of products: high 2^32 + low. */
typedef struct multiply_sum {
    lazy_pair high, low;
} multiply_sum;

/* Returns a sum in [0, p), as (high / R * R^3 + low / R * R^2) / R with R = 2^32; cube: R^3. */
static inline LAZY multiply_join(multiply_sum sum, LAZY cube, tiles_lanes own)
{
    const lazy_pair high = lazy_widen(lazy_balance(lazy_redc(sum.high, own.prime), own.prime));
    const lazy_pair low = lazy_widen(lazy_balance(lazy_redc(sum.low, own.prime), own.prime));
    const lazy_pair both = lazy_add_product(lazy_product(high, lazy_widen(cube)), low,
                                            lazy_widen(own.square));

    return lazy_canonical(lazy_redc(both, own.prime), own.prime);
}

/* Computes c[k] ... c[k + MULTIPLY_BLOCK - 1] from a[0 ... n] and b[0 ... m]. a[i] is multiplied
 * by b[k - i] and the next words, all but the first of which are already loaded for a[i - 1]. */
static inline void multiply_block(global LAZY *c, global const LAZY *a, global const LAZY *b,
                                  pair_tile tile, u32 k, LAZY cube, tiles_lanes own)
{
    const u32 first = k > tile.m ? k - tile.m : 0;
    u32 left = min(k + MULTIPLY_BLOCK - 1, tile.n) + 1 - first;
    const lazy_pair none = lazy_widen((LAZY)(0));
    multiply_sum sum[MULTIPLY_BLOCK];
    lazy_pair upper[MULTIPLY_BLOCK];

    a += first * TILES_STRIDE;
    b += ((int)k - (int)first) * TILES_STRIDE;
#pragma unroll
    for (u32 v = 0; v < MULTIPLY_BLOCK; v++) {
        sum[v].high = sum[v].low = none;
        upper[v] = v == 0 ? none : lazy_widen(b[v * TILES_STRIDE]);
    }
    while (left > 0) {
        u32 terms = min(left, (u32)MULTIPLY_TERMS);

        left -= terms;
        for (; terms > 0; terms--) {
            const lazy_pair factor = lazy_fetch(a);

            upper[0] = lazy_fetch(b);
#pragma unroll
            for (u32 u = 0; u < MULTIPLY_BLOCK; u++) {
                const u32 v = MULTIPLY_BLOCK - 1 - u;

                sum[v].low = lazy_add_product(sum[v].low, factor, upper[v]);
                if (v > 0)
                    upper[v] = upper[v - 1];
            }
            a += TILES_STRIDE;
            b -= TILES_STRIDE;
        }
#pragma unroll
        for (u32 v = 0; v < MULTIPLY_BLOCK; v++)
            lazy_carry(&sum[v].high, &sum[v].low);
    }
#pragma unroll
    for (u32 v = 0; v < MULTIPLY_BLOCK; v++)
        c[(k + v) * TILES_STRIDE] = multiply_join(sum[v], cube, own);
}

/* One work-item for W lanes of a tile: a in n + 1 rows, b in m + 1 rows between rows of zeros, and
 * the product, in whole blocks. */
LANES_KERNEL multiply_pairs(global u32 *products, global LAZY *rows, global const u32 *a_words,
                            global const u32 *b_words, global const pair_lane *all_lanes,
                            global const pair_tile *tiles, global const fp_field *fields,
                            u32 count)
{
    const u32 item = (u32)get_global_id(0);

    if (item / TILES_STRIDE >= count)
        return;

    const pair_tile tile = tiles[item / TILES_STRIDE];
    global const pair_lane *lanes = all_lanes + item * W;
    global LAZY *a = rows + (size_t)tile.first * TILES_STRIDE + item % TILES_STRIDE;
    global LAZY *b = a + (size_t)(tile.n + MULTIPLY_BLOCK) * TILES_STRIDE;
    global LAZY *c = b + (size_t)(tile.m + MULTIPLY_BLOCK) * TILES_STRIDE;
    const LAZY none = (LAZY)(0);
    tiles_lanes own;

    tiles_begin(&own, lanes, fields);
    tiles_load_pairs(a, b, (tiles_operands){a_words, b_words}, lanes, tile);
    for (u32 i = 0; i <= tile.n; i++)
        a[i * TILES_STRIDE] = lazy_balance(a[i * TILES_STRIDE], own.prime);
    for (u32 i = 0; i <= tile.m; i++)
        b[i * TILES_STRIDE] = lazy_balance(b[i * TILES_STRIDE], own.prime);
    for (u32 i = 1; i < MULTIPLY_BLOCK; i++) {
        *(b - i * TILES_STRIDE) = none;
        b[(tile.m + i) * TILES_STRIDE] = none;
    }

    const LAZY cube = lazy_mul(own.square, own.square, own.prime);

    for (u32 k = 0; k <= tile.n + tile.m; k += MULTIPLY_BLOCK)
        multiply_block(c, a, b, tile, k, cube, own);

    tiles_polys out;

    for (u32 i = 0; i < W; i++) {
        const bool has_pair = lanes[i].pair != PAIRS_UNUSED_LANE;

        out.at[i] = products + lanes[i].first;
        out.count[i] = has_pair ? lanes[i].n + lanes[i].m + 1 : 0;
        out.shift[i] = 2 * (tile.m - lanes[i].m);
        tiles_pad(out.at[i], out.count[i], has_pair ? lanes[i].firsts : 0, tile.step);
    }
    tiles_bounds(&out, tile.n + tile.m + 1, tile.step);
    tiles_store(c, &out);
}
