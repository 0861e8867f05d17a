/* Quotients and remainders of batches of short pairs, one pair per lane (quotient.h). */
#include "quotient.h"

/* One work-item for W lanes of a tile. Quotients are stored at `first`, remainders at `second`. */
LANES_KERNEL divide_pairs(global u32 *all_quotients, global u32 *all_remainders, global LAZY *rows,
                          global const u32 *a_words, global const u32 *b_words,
                          global const pair_lane *all_lanes, global const pair_tile *tiles,
                          global const fp_field *fields, u32 count)
{
    const u32 item = (u32)get_global_id(0);

    if (item / TILES_STRIDE >= count)
        return;

    const pair_tile tile = tiles[item / TILES_STRIDE];
    global const pair_lane *lanes = all_lanes + item * W;
    global LAZY *a = rows + (size_t)tile.first * TILES_STRIDE + item % TILES_STRIDE;
    global LAZY *b = a + (size_t)(tile.n + 1) * TILES_STRIDE;
    tiles_lanes own;

    if (tile.m == 0)
        return;
    tiles_begin(&own, lanes, fields);
    tiles_load_pairs(a, b, (tiles_operands){a_words, b_words}, lanes, tile);

    const LAZY inverse = quotient_divide(a, (int)tile.n, b, (int)tile.m, own);
    const LAZY factor = lazy_mul(inverse, (LAZY)(1), own.prime);

    for (u32 i = 0; i < tile.m; i++)
        a[i * TILES_STRIDE] = lazy_canonical(a[i * TILES_STRIDE], own.prime);
    for (u32 i = tile.m; i <= tile.n; i++)
        a[i * TILES_STRIDE] =
            lazy_canonical(lazy_mul(a[i * TILES_STRIDE], factor, own.prime), own.prime);

    tiles_polys quotients, remainders;

    for (u32 i = 0; i < W; i++) {
        const bool has_pair = lanes[i].pair != PAIRS_UNUSED_LANE;

        quotients.at[i] = all_quotients + lanes[i].first;
        remainders.at[i] = all_remainders + lanes[i].second;
        quotients.count[i] = has_pair ? lanes[i].n - lanes[i].m + 1 : 0;
        remainders.count[i] = has_pair ? lanes[i].m : 0;
        quotients.shift[i] = tile.m;
        remainders.shift[i] = tile.m - lanes[i].m;
        tiles_pad(quotients.at[i], quotients.count[i], has_pair ? lanes[i].firsts : 0, tile.step);
        tiles_pad(remainders.at[i], remainders.count[i], has_pair ? lanes[i].seconds : 0,
                  tile.step);
    }
    tiles_bounds(&quotients, tile.n + 1, tile.step);
    tiles_bounds(&remainders, tile.m, tile.step);
    tiles_store(a, &quotients);
    tiles_store(a, &remainders);
}
