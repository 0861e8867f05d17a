/* Quotients and remainders of many short pairs, one a lane: sweeps of lockstep Euclid
 * (../euclid_division.h), with b made monic before, so that nothing is scaled.
 *
 * b is in Montgomery form then, and a is not: products of both are plain. A sweep takes two
 * leading coefficients away, and the quotient's stand in their place. */
#include "tiles.h"
#include "../euclid_division.h"

/* a := the remainder in its first m rows, and the quotient by a monic b above. m >= 1 */
static inline void divide_sweeps(global LAZY *a, int n, global const LAZY *b, int m,
                                 tiles_lanes own)
{
    const int s = TILES_STRIDE;
    int shift = n - m;

    for (; shift > 0; shift -= 2) {
        global LAZY *w = a + (shift - 1) * s;
        const LAZY x = lazy_balance(w[(m + 1) * s], own.prime);
        const LAZY y = lazy_balance(w[m * s], own.prime) -
                       lazy_balance(lazy_mul(x, b[(m - 1) * s], own.prime), own.prime);

        (void)euclid_sweep(w, b, m, own.one, own.prime);
        w[(m + 1) * s] = x;
        w[m * s] = lazy_balance(y, own.prime);
    }
    if (shift == 0)
        euclid_single(a, b, m, own.one, own.prime);
}

/* One work-item for W lanes of a tile: quotients at `first`, remainders at `second`. */
LANES_KERNEL divide_pairs(global u32 *results, global LAZY *rows, global const u32 *words,
                          global const many_lane *all_lanes, global const many_tile *tiles,
                          global const fp_field *fields, u32 count)
{
    const u32 item = (u32)get_global_id(0);

    if (item / TILES_STRIDE >= count)
        return;

    const many_tile tile = tiles[item / TILES_STRIDE];
    global const many_lane *lanes = all_lanes + item * W;
    global LAZY *a = rows + (size_t)tile.first * TILES_STRIDE + item % TILES_STRIDE;
    global LAZY *b = a + (size_t)(tile.n + 1) * TILES_STRIDE;
    tiles_lanes own;

    tiles_begin(&own, lanes, fields);
    tiles_load_pairs(a, b, words, lanes, tile);

    const LAZY inverse = tiles_inverse(lazy_balance(b[tile.m * TILES_STRIDE], own.prime), own.one,
                                       own.prime);
    const LAZY factor = lazy_mul(inverse, (LAZY)(1), own.prime);

    for (u32 i = 0; i <= tile.n; i++)
        a[i * TILES_STRIDE] = lazy_settle(a[i * TILES_STRIDE], own.prime);
    for (u32 i = 0; i <= tile.m; i++)
        b[i * TILES_STRIDE] = lazy_mul(lazy_balance(b[i * TILES_STRIDE], own.prime), inverse,
                                       own.prime);
    divide_sweeps(a, (int)tile.n, b, (int)tile.m, own);
    for (u32 i = 0; i < tile.m; i++)
        a[i * TILES_STRIDE] = lazy_canonical(a[i * TILES_STRIDE], own.prime);
    for (u32 i = tile.m; i <= tile.n; i++)
        a[i * TILES_STRIDE] =
            lazy_canonical(lazy_mul(a[i * TILES_STRIDE], factor, own.prime), own.prime);

    tiles_polys quotients, rests;

    for (u32 i = 0; i < W; i++) {
        const bool somebody = lanes[i].pair != MANY_NOBODY;

        quotients.at[i] = lanes[i].first;
        rests.at[i] = lanes[i].second;
        quotients.count[i] = somebody ? lanes[i].n - lanes[i].m + 1 : 0;
        rests.count[i] = somebody ? lanes[i].m : 0;
        quotients.shift[i] = tile.m;
        rests.shift[i] = tile.m - lanes[i].m;
        tiles_pad(results, quotients.at[i], quotients.count[i], somebody ? lanes[i].firsts : 0);
        tiles_pad(results, rests.at[i], rests.count[i], somebody ? lanes[i].seconds : 0);
    }
    tiles_bounds(&quotients, tile.n + 1);
    tiles_bounds(&rests, tile.m);
    tiles_store(results, a, &quotients);
    tiles_store(results, a, &rests);
}
