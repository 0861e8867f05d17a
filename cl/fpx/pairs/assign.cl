/* Assigns pairs in an application's memory to lanes and tiles, for the kernels of pairs in tiles.
 * Pairs stay in order, and tiles are allocated before the pairs' degrees are known, with rows for
 * the largest. The lane of a pair without a lockstep algorithm (zeros, constant divisors) repeats
 * another lane, and general.cl computes the pair. */
#include "resident.h"

/* Returns the lane of pair k; its number is PAIRS_UNUSED_LANE if it has no lockstep algorithm.
 * `at` has the indices of the constant terms of a, b and two results. */
static inline pair_lane assign_lane(global const u32 *a, global const u32 *b, u32 k, uint4 at,
                                      resident_part part)
{
    const bool whole = part.operation == RESIDENT_MULTIPLY;
    const u32 n = whole ? part.a.count : resident_count(a + at.x, part.a.count, part.step);
    const u32 m = whole ? part.b.count : resident_count(b + at.y, part.b.count, part.step);
    const bool exchanged = part.operation != RESIDENT_DIVIDE && n < m;
    pair_lane lane;

    lane.field = 0;
    lane.a = exchanged ? at.y : at.x;
    lane.b = exchanged ? at.x : at.y;
    lane.n = max(exchanged ? m : n, 1u) - 1;
    lane.m = max(exchanged ? n : m, 1u) - 1;
    lane.first = at.z;
    lane.firsts = part.results[0].count;
    lane.second = at.w;
    lane.seconds = part.results[1].count;
    lane.exchanged = exchanged;
    lane.negate = !exchanged && (lane.n & lane.m & 1) != 0;
    lane.pair = whole || (lane.m > 0 && lane.n >= lane.m) ? k : PAIRS_UNUSED_LANE;
    return lane;
}

/* Completes a tile whose lanes differ: sets n, and copies lane `some` to lanes without a pair. */
static inline void assign_fill(global pair_lane *lanes, u32 pairs, u32 some,
                               private pair_tile *tile)
{
    for (u32 i = 0; i < T; i++) {
        if (i >= pairs || lanes[i].pair == PAIRS_UNUSED_LANE) {
            lanes[i] = lanes[some];
            lanes[i].pair = PAIRS_UNUSED_LANE;
        }
        tile->n = max(tile->n, lanes[i].n + (tile->m - lanes[i].m));
    }
}

/* One work-item for a tile. state[k] := 0, or PAIRS_ABNORMAL if the lane of pair k repeats another
 * one. */
kernel void assign_lanes(global pair_lane *all_lanes, global pair_tile *tiles, global u32 *state,
                        global const u32 *a, global const u32 *b, const resident_part part)
{
    const u32 item = (u32)get_global_id(0), first = item * T;

    if (item >= part.tiles)
        return;

    global pair_lane *lanes = all_lanes + first;
    const u32 pairs = min((u32)T, part.pairs - first);
    const uint4 counts = (uint4)(part.a.count, part.b.count, part.results[0].count,
                                 part.results[1].count);
    const uint4 apart = part.step == 1 ? counts : (uint4)(1);
    uint4 at = (uint4)(part.a.at, part.b.at, part.results[0].at, part.results[1].at) +
               (part.first + first) * counts;
    pair_tile tile = {item * part.tile_rows, 0, 0, part.step};
    u32 some = T, least = 0xffffffff;

    for (u32 i = 0; i < pairs; i++, at += apart) {
        const pair_lane lane = assign_lane(a, b, first + i, at, part);
        const bool used = lane.pair != PAIRS_UNUSED_LANE;

        lanes[i] = lane;
        state[first + i] = used ? 0 : PAIRS_ABNORMAL;
        some = used ? i : some;
        least = min(least, used ? lane.m : 0);
        tile.m = max(tile.m, used ? lane.m : 0);
        tile.n = max(tile.n, used ? lane.n : 0);
    }
    if (some < T && (pairs < T || least < tile.m))
        assign_fill(lanes, pairs, some, &tile);
    tiles[item] = tile;
}
