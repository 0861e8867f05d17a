/* Products of many short pairs, plain, one a lane.
 *
 *     c[k] = a[0] b[k] + a[1] b[k - 1] + ... + a[k] b[0],        two at a time,
 *
 * with a row of zeros before and behind b, so that both begin and end together. Words are
 * balanced, |v| <= p/2, so that MULTIPLY_TERMS = 7 products are less than 2^63; then the upper
 * words go to sums of their own. */
#define LAZY_LARGE
#include "tiles.h"

#define MULTIPLY_TERMS 7

/* A sum of products: high 2^32 + low. */
typedef struct multiply_sum {
    lazy_pair high, low;
} multiply_sum;

static inline void multiply_carry(private multiply_sum *sum)
{
    LAZY_BOTH(sum->high.even += sum->low.even >> 32, sum->high.odd += sum->low.odd >> 32);
    LAZY_BOTH(sum->low.even &= 0xffffffffL, sum->low.odd &= 0xffffffffL);
}

/* A sum in [0, p), by high 2^32 + low = (high / R R^3 + low / R R^2) / R. */
static inline LAZY multiply_join(multiply_sum sum, LAZY cube, tiles_lanes own)
{
    const lazy_pair high = lazy_widen(lazy_balance(lazy_redc(sum.high, own.prime), own.prime));
    const lazy_pair low = lazy_widen(lazy_balance(lazy_redc(sum.low, own.prime), own.prime));
    const lazy_pair both = lazy_sum(lazy_product(high, lazy_widen(cube)),
                                    lazy_product(low, lazy_widen(own.square)));

    return lazy_canonical(lazy_redc(both, own.prime), own.prime);
}

/* c[k] and c[k + 1], of a[0 ... n] and b[0 ... m]. */
static inline void multiply_two(global LAZY *c, global const LAZY *a, global const LAZY *b,
                                many_tile tile, u32 k, LAZY cube, tiles_lanes own)
{
    const u32 end = min(k + 1, tile.n) + 1;
    u32 i = k > tile.m ? k - tile.m : 0;
    const lazy_pair none = lazy_widen((LAZY)(0));
    multiply_sum sum[2] = {{none, none}, {none, none}};
    lazy_pair upper;

    a += i * TILES_STRIDE;
    b += ((int)(k + 1) - (int)i) * TILES_STRIDE;
    upper = lazy_widen(*b);
    while (i < end) {
        for (const u32 stop = min(end, i + MULTIPLY_TERMS); i < stop; i++) {
            const lazy_pair factor = lazy_fetch(a);
            lazy_pair lower;

            b -= TILES_STRIDE;
            lower = lazy_fetch(b);
            sum[0].low = lazy_sum(sum[0].low, lazy_product(factor, lower));
            sum[1].low = lazy_sum(sum[1].low, lazy_product(factor, upper));
            upper = lower;
            a += TILES_STRIDE;
        }
        multiply_carry(&sum[0]);
        multiply_carry(&sum[1]);
    }
    c[k * TILES_STRIDE] = multiply_join(sum[0], cube, own);
    c[(k + 1) * TILES_STRIDE] = multiply_join(sum[1], cube, own);
}

/* One work-item for W lanes of a tile: a in n + 1 rows, a row of zeros, b in m + 1, another one,
 * and n + m + 2 rows for the product. */
LANES_KERNEL multiply_pairs(global u32 *products, global LAZY *rows, global const u32 *words,
                            global const many_lane *all_lanes, global const many_tile *tiles,
                            global const fp_field *fields, u32 count)
{
    const u32 item = (u32)get_global_id(0);

    if (item / TILES_STRIDE >= count)
        return;

    const many_tile tile = tiles[item / TILES_STRIDE];
    global const many_lane *lanes = all_lanes + item * W;
    global LAZY *a = rows + (size_t)tile.first * TILES_STRIDE + item % TILES_STRIDE;
    global LAZY *b = a + (size_t)(tile.n + 2) * TILES_STRIDE;
    global LAZY *c = b + (size_t)(tile.m + 2) * TILES_STRIDE;
    const LAZY none = (LAZY)(0);
    tiles_lanes own;

    tiles_begin(&own, lanes, fields);
    tiles_load_pairs(a, b, words, lanes, tile);
    for (u32 i = 0; i <= tile.n; i++)
        a[i * TILES_STRIDE] = lazy_balance(a[i * TILES_STRIDE], own.prime);
    for (u32 i = 0; i <= tile.m; i++)
        b[i * TILES_STRIDE] = lazy_balance(b[i * TILES_STRIDE], own.prime);
    *(b - TILES_STRIDE) = none;
    b[(tile.m + 1) * TILES_STRIDE] = none;

    const LAZY cube = lazy_mul(own.square, own.square, own.prime);

    for (u32 k = 0; k <= tile.n + tile.m; k += 2)
        multiply_two(c, a, b, tile, k, cube, own);

    tiles_polys out;

    for (u32 i = 0; i < W; i++) {
        const bool somebody = lanes[i].pair != MANY_NOBODY;

        out.at[i] = lanes[i].first;
        out.count[i] = somebody ? lanes[i].n + lanes[i].m + 1 : 0;
        out.shift[i] = 2 * (tile.m - lanes[i].m);
        tiles_pad(products, out.at[i], out.count[i], somebody ? lanes[i].firsts : 0);
    }
    tiles_bounds(&out, tile.n + tile.m + 1);
    tiles_store(products, c, &out);
}
