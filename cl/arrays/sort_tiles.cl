/* A pass of a radix sort for CPUs: a tile is the share of a core, and of one work-item.
 *
 *     keys    | tile 0  | tile 1  | tile 2  |
 *     count   the number of keys of each digit, tile by tile
 *     (scan)  the first place of each digit, tile by tile
 *     scatter a tile's keys to their places
 *
 * A tile is ordered in the cache first (sort_tile.h). */
#include "sort_tile.h"

/* Return the index of the first element of the work-item's tile, and the number of elements. */
static inline ulong sort_tile_begin(sort_shape s)
{
    return (ulong)get_global_id(0) * s.tile;
}

static inline u32 sort_tile_length(sort_shape s)
{
    return (u32)min(s.tile, s.count - sort_tile_begin(s));
}

/* counts[d tiles + t]: keys of tile t with digit d. tables: SORT_TABLES words per digit. */
kernel void sort_tiles_count(global SORT_INDEX *counts, global const SORT_KEY *keys, sort_shape s,
                             local u32 *tables COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    sort_tile_count(counts + get_global_id(0), s.tiles, keys + s.from + sort_tile_begin(s),
                    sort_tile_length(s), sort_rule_of(s), false, 0, tables);
}

/* places[d tiles + t]: first place of the keys of tile t with digit d. tile, value_tile: a tile's
 * elements, and SORT_GAP more per digit; ends: a word per digit, and SORT_SPARE more. */
kernel void sort_tiles_scatter(global SORT_KEY *out, global SORT_VALUE *value_out,
                               global const SORT_KEY *keys, global const SORT_VALUE *values,
                               global const SORT_INDEX *places, sort_shape s,
                               local SORT_KEY *tile, local SORT_VALUE *value_tile,
                               local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const ulong begin = sort_tile_begin(s);

    sort_tile_move(out + s.to, value_out + s.value_to, keys + s.from + begin,
                   values + s.value_from + begin, sort_tile_length(s), sort_rule_of(s), 0, places,
                   get_global_id(0), s.tiles, (SORT_INDEX)s.count, tile, value_tile, ends);
}

/* Copies sorted elements back to the original buffers. */
kernel void sort_tiles_return(global SORT_KEY *out, global SORT_VALUE *value_out,
                              global const SORT_KEY *keys, global const SORT_VALUE *values,
                              sort_shape s COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const ulong begin = sort_tile_begin(s);
    const u32 count = sort_tile_length(s);

    for (u32 k = 0; k < count; k++) {
        STORED(out[s.to + begin + k]) = LOADED(keys[s.from + begin + k]);
        SORT_MOVE_VALUE(STORED(value_out[s.value_to + begin + k]) =
                            LOADED(values[s.value_from + begin + k]));
    }
}
