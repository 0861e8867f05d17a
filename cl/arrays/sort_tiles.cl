/* A pass of a radix sort for CPUs: a tile is the share of a core, and of one work-item.
 *
 *     keys    | tile 0  | tile 1  | tile 2  |
 *     count   the number of keys of each digit, tile by tile
 *     (scan)  the first place of each digit, tile by tile
 *     scatter a tile's keys to their places
 *
 * Places are far apart. A tile is first ordered by the digit in local memory, which is in the
 * cache, and runs of equal digits are copied from there, so that memory is written by whole lines
 * [Satish, Kim, Chhugani 2010]. Counts are in four tables, so that equal keys do not wait for each
 * other. Loops are unrolled where PoCL would not (a tenth of the time, bench/sort). */
#include "sort_keys.h"

#define SORT_TABLES 4

/* Unused elements behind each digit of a tile. Digits of equal length, as of sorted keys, would
 * otherwise begin in few sets of the cache and evict each other. */
#define SORT_GAP 4

/* Return the begin of the work-item's tile, and its number of elements. */
static inline ulong sort_tile_begin(sort_shape s)
{
    return (ulong)get_global_id(0) * s.tile;
}

static inline u32 sort_tile_count(sort_shape s)
{
    return (u32)min(s.tile, s.count - sort_tile_begin(s));
}

/* counts[d tiles + t]: keys of tile t with digit d. tables: SORT_TABLES words per digit. */
kernel void sort_tiles_count(global SORT_INDEX *counts, global const SORT_KEY *keys, sort_shape s,
                             local u32 *tables COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 count = sort_tile_count(s), even = count - count % SORT_TABLES;
    local u32 *second = tables + SORT_DIGITS, *third = second + SORT_DIGITS;
    local u32 *fourth = third + SORT_DIGITS;
    const sort_rule rule = sort_rule_of(s);

    keys += s.from + sort_tile_begin(s);
    for (u32 k = 0; k < SORT_TABLES * SORT_DIGITS; k++)
        tables[k] = 0;
#pragma unroll 2
    for (u32 k = 0; k < even; k += SORT_TABLES) {
        tables[sort_digit(LOADED(keys[k]), rule)]++;
        second[sort_digit(LOADED(keys[k + 1]), rule)]++;
        third[sort_digit(LOADED(keys[k + 2]), rule)]++;
        fourth[sort_digit(LOADED(keys[k + 3]), rule)]++;
    }
    for (u32 k = even; k < count; k++)
        tables[sort_digit(LOADED(keys[k]), rule)]++;
    OP_COUNTS(ADDITIONS, count + (SORT_TABLES - 1) * SORT_DIGITS);
    for (u32 d = 0; d < SORT_DIGITS; d++)
        STORED(counts[(size_t)d * s.tiles + get_global_id(0)]) =
            tables[d] + second[d] + third[d] + fourth[d];
}

/* places[d tiles + t]: first place of the keys of tile t with digit d. tile, value_tile: a tile's
 * elements, and SORT_GAP more per digit; ends: a word per digit. */
kernel void sort_tiles_scatter(global SORT_KEY *out, global SORT_VALUE *value_out,
                               global const SORT_KEY *keys, global const SORT_VALUE *values,
                               global const SORT_INDEX *places, sort_shape s,
                               local SORT_KEY *tile, local SORT_VALUE *value_tile,
                               local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 count = sort_tile_count(s);
    const sort_rule rule = sort_rule_of(s);
    const size_t all = (size_t)SORT_DIGITS * s.tiles;
    u32 begin = 0;

    keys += s.from + sort_tile_begin(s);
    values += s.value_from + sort_tile_begin(s);
    for (size_t p = get_global_id(0), d = 0; p < all; p += s.tiles, d++) {
        const SORT_INDEX place = LOADED(places[p]);

        OP_COUNTS(ADDITIONS, 1);
        ends[d] = begin + SORT_GAP * (u32)d; /* so far the begin */
        begin += (u32)((p + 1 < all ? LOADED(places[p + 1]) : (SORT_INDEX)s.count) - place);
    }
#pragma unroll 8
    for (u32 k = 0; k < count; k++) {
        const SORT_KEY key = LOADED(keys[k]);
        const u32 at = ends[sort_digit(key, rule)]++;

        OP_COUNTS(ADDITIONS, 1);
        tile[at] = key;
        SORT_MOVE_VALUE(value_tile[at] = LOADED(values[k]));
    }
    begin = 0;
    for (size_t p = get_global_id(0), d = 0; p < all; p += s.tiles, d++) {
        const u32 length = ends[d] - begin;
        const size_t to = LOADED(places[p]);

        for (u32 k = 0; k < length; k++)
            STORED(out[s.to + to + k]) = tile[begin + k];
#if SORT_VALUE_BYTES > 0
        for (u32 k = 0; k < length; k++)
            STORED(value_out[s.value_to + to + k]) = value_tile[begin + k];
#endif
        begin += length + SORT_GAP;
    }
}

/* Copies sorted elements back to the original buffers. */
kernel void sort_tiles_return(global SORT_KEY *out, global SORT_VALUE *value_out,
                              global const SORT_KEY *keys, global const SORT_VALUE *values,
                              sort_shape s COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const ulong begin = sort_tile_begin(s);
    const u32 count = sort_tile_count(s);

    for (u32 k = 0; k < count; k++)
        STORED(out[s.to + begin + k]) = LOADED(keys[s.from + begin + k]);
#if SORT_VALUE_BYTES > 0
    for (u32 k = 0; k < count; k++)
        STORED(value_out[s.value_to + begin + k]) = LOADED(values[s.value_from + begin + k]);
#endif
}
