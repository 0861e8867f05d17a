/* Radix sort for CPUs, by the highest digit first until buckets of equal digits fit the cache of a
 * core, where a work-item sorts each (sort_bucket.h).
 *
 *     keys    | tile 0  | tile 1  | tile 2  |
 *     begin   a sample shows which digit splits the keys well, or that few keys are different
 *     count   the number of keys of each digit, tile by tile
 *     plan    the first place of each digit, tile by tile; long buckets are the next segments
 *     move    a tile's keys to their buckets in the other memory
 *     finish  short buckets are sorted into the caller's memory
 *
 * So keys move through main memory twice, however many digits they have, and also if most agree in
 * high bits (sort_sample.h). Few different keys are only counted and written. Counts show whether
 * the sample was right. Otherwise the round moves no keys, and the next one splits them by the
 * highest digit.
 *
 * Rounds are launched for the worst case; those without segments end at once. Short arrays, for
 * which launches take much of the time, have fewer rounds, after which each bucket that is still
 * long is sorted by one work-item. Digits in which all keys of a segment or bucket agree are
 * skipped, and sorted segments and buckets stay as they are. A work-group has one work-item, which
 * takes tiles or buckets until none are left. */
#include "sort_bucket.h"
#include "sort_sample.h"
#include "sort_tile.h"

/* Arguments of kernels, and memory from the caller's first element on. */
#define SORT_MEMORY_ARGUMENTS                                                                \
    global SORT_KEY *keys, global SORT_KEY *own, global SORT_VALUE *values,                  \
        global SORT_VALUE *own_values
#define SORT_MEMORY(s) \
    ((sort_memory){keys + (s).from, own, values + (s).value_from, own_values})

/* Adds a segment, whose keys agree from bit `end` on. added: the numbers of segments and tiles so
 * far; returns the new numbers. Equal keys in the caller's memory need no segment. */
static inline uint2 sort_add_segment(global sort_segment *segments, uint2 added, u64 begin,
                                     u64 count, u32 end, u32 side, sort_buckets_shape s)
{
    const u32 bits = min(end - s.begin, (u32)SORT_BITS);

    if (bits == 0 && side == 0)
        return added;

    const u32 tiles = (u32)((count + s.tile - 1) / s.tile);

    STORED(segments[added.x]) = (sort_segment){
        begin, count, added.y, tiles, end - bits, bits, side, SORT_SETTLE, SORT_BY_BITS, 0};
    return added + (uint2)(1, tiles);
}

static inline sort_round sort_round_of(uint2 added)
{
    return (sort_round){added.x, added.y, 0, 0, 0};
}

/* Makes all keys the segment of the first round. */
kernel void sort_buckets_begin(global sort_segment *segments, global sort_round *rounds,
                               global sort_map *map, global const SORT_KEY *keys,
                               sort_buckets_shape s, local SORT_KEY *sample,
                               local u32 *words COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    STORED(rounds[0]) =
        sort_round_of(sort_add_segment(segments, (uint2)(0, 0), 0, s.count, s.end, 0, s));
    if (W > 1) /* on GPUs the choice would take too many registers */
        STORED(segments[0]) = sort_choose(LOADED(segments[0]), map, keys, s, sample, words);
}

/* Takes the next number of a counter that all work-items share. */
static inline u32 sort_take(global u32 *taken)
{
    OP_COUNTS(READ, 1);
    OP_COUNTS(WRITTEN, 1);
    return atomic_inc(taken);
}

/* A tile: its segment, its number there, its first place, and its number of elements. */
typedef struct sort_tile {
    sort_segment segment;
    ulong begin;
    u32 number, count;
} sort_tile;

/* Returns tile t of a round of `count` segments. */
static inline sort_tile sort_find_tile(global const sort_segment *segments, u32 count, u32 t,
                                       sort_buckets_shape s)
{
    sort_tile tile;
    u32 low = 0, high = count;

    while (high - low > 1) {
        const u32 middle = (low + high) / 2;

        if (LOADED(segments[middle].tile) <= t)
            low = middle;
        else
            high = middle;
    }
    tile.segment = LOADED(segments[low]);
    tile.number = t - tile.segment.tile;
    tile.begin = tile.segment.begin + (ulong)tile.number * s.tile;
    tile.count = (u32)min((ulong)s.tile, tile.segment.begin + tile.segment.count - tile.begin);
    return tile;
}

/* Returns the rule of a segment's digit; unused if the digit is by a path. */
static inline sort_rule sort_rule_of_segment(const sort_segment *segment, sort_buckets_shape s)
{
    return (sort_rule){(SORT_KEY)s.flip, segment->low,
                       (1u << min(segment->bits, (u32)SORT_BITS)) - 1};
}

/* Counts the digits of a tile, and returns its extent. counts[d segment.tiles]: keys with digit
 * d. */
static inline sort_extent sort_count(sort_tile t, global SORT_INDEX *counts, sort_memory all,
                                     global const sort_map *map, global SORT_DIGIT *digits,
                                     sort_buckets_shape s, local SORT_KEY *known,
                                     local u32 *tables)
{
    global const SORT_KEY *in = sort_keys_on(sort_memory_at(all, t.begin), t.segment.side);
    const sort_rule rule = sort_rule_of_segment(&t.segment, s);
    const SORT_KEY mask = sort_mask(s.begin, s.end);
    sort_extent e = {mask, 0, 1};

    if (t.segment.by == SORT_BY_KEYS) {
        e.some = sort_count_known(counts, t.segment.tiles, in, t.count, map, known, tables);
        return e;
    }
    if (!t.segment.differs) { /* compared also with the key behind the tile in the segment */
        e = sort_extent_of(in, t.count, rule.flip, mask);
        e.falls = sort_falls(in, t.count - (t.number + 1 == t.segment.tiles), rule.flip, mask);
    }
    if (t.segment.by == SORT_BY_PATH) {
        digits += t.begin;
        sort_path_digits(digits, in, t.count, map, t.segment.low + t.segment.bits, s);
        sort_tile_count(counts, t.segment.tiles, in, t.count, rule, true, digits, tables);
    } else if ((e.some & ~e.all) >> t.segment.low != 0) {
        sort_tile_count(counts, t.segment.tiles, in, t.count, rule, false, 0, tables);
    } else { /* the same digit in all keys */
        const u32 digit = sort_digit(LOADED(in[0]), rule);

        for (u32 d = 0; d < SORT_DIGITS; d++)
            STORED(counts[(size_t)d * t.segment.tiles]) = d == digit ? t.count : 0;
    }
    return e;
}

/* counts[SORT_DIGITS segment.tile + d segment.tiles + t]: keys with digit d in tile t of a
 * segment. known: SORT_PLACES keys. */
kernel void sort_buckets_count(global SORT_INDEX *counts, global sort_extent *extents,
                               SORT_MEMORY_ARGUMENTS,
                               global const sort_segment *segments, global sort_round *rounds,
                               global const sort_map *map, global SORT_DIGIT *digits,
                               sort_buckets_shape s, local SORT_KEY *known,
                               local u32 *tables COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 count = LOADED(rounds[s.round].segments), tiles = LOADED(rounds[s.round].tiles);
    u32 at;

    segments += (size_t)s.round * s.most;
    while ((at = sort_take(&rounds[s.round].counted)) < tiles) {
        const sort_tile t = sort_find_tile(segments, count, at, s);

        if (t.segment.bits > 0)
            STORED(extents[at]) =
                sort_count(t, counts + (size_t)SORT_DIGITS * t.segment.tile + t.number,
                           SORT_MEMORY(s), map, digits, s, known, tables);
    }
}

/* Returns the bits in which keys of a segment differ, or in which keys that are not known differ
 * from a known key; 0 if the keys are sorted. */
static inline SORT_KEY sort_differing(global const sort_extent *extents,
                                      const sort_segment *segment)
{
    sort_extent sum = {0, ~(SORT_KEY)0, 0};

    for (u32 t = segment->tile; segment->bits > 0 && t < segment->tile + segment->tiles; t++) {
        const sort_extent e = LOADED(extents[t]);

        sum.some |= e.some;
        sum.all &= e.all;
        sum.falls |= e.falls;
    }
    return sum.falls != 0 ? sum.some & ~sum.all : 0;
}

/* Returns the action for a segment. */
static inline u32 sort_action(const sort_segment *segment, SORT_KEY differing)
{
    const bool splits = differing >> segment->low != 0 &&
                        sort_width(differing) <= segment->low + segment->bits;

    if (segment->by == SORT_BY_KEYS)
        return differing == 0 ? SORT_WRITE : SORT_KEEP;
    return differing == 0 ? SORT_SETTLE : splits ? SORT_MOVE : SORT_KEEP;
}

/* Returns the number of low bits in which keys of the same digit can differ. */
static inline u32 sort_digit_end(const sort_segment *segment, global const sort_map *map,
                                 u32 digit)
{
    return W > 1 && segment->by == SORT_BY_PATH ? sort_path_end(map, digit) : segment->low;
}

/* Replaces a segment's counts by places, and adds segments for its long buckets. */
static inline uint2 sort_plan_moves(global SORT_INDEX *counts, const sort_segment *segment,
                                    global const sort_map *map, global sort_segment *next,
                                    uint2 added, sort_buckets_shape s)
{
    const u32 digits = segment->by == SORT_BY_KEYS ? (u32)LOADED(map->few) : SORT_DIGITS;
    SORT_INDEX place = (SORT_INDEX)segment->begin;

    for (u32 d = 0; d < digits; d++) {
        const SORT_INDEX begin = place;

        for (u32 t = 0; t < segment->tiles; t++, counts++) {
            const SORT_INDEX count = LOADED(*counts);

            STORED(*counts) = place;
            place += count;
        }
        OP_COUNTS(ADDITIONS, segment->tiles);
        if (place - begin > s.run && segment->by != SORT_BY_KEYS)
            added = sort_add_segment(next, added, begin, place - begin,
                                     sort_digit_end(segment, map, d), 1 - segment->side, s);
    }
    return added;
}

/* Chooses the action for each segment, replaces counts by places, and lists the next segments; one
 * work-item. */
kernel void sort_buckets_plan(global SORT_INDEX *counts, global const sort_extent *extents,
                              global sort_segment *segments, global sort_round *rounds,
                              global const sort_map *map, sort_buckets_shape s COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 count = LOADED(rounds[s.round].segments);
    global sort_segment *next = segments + (size_t)(s.round + 1) * s.most;
    uint2 added = (uint2)(0, 0);

    segments += (size_t)s.round * s.most;
    for (u32 i = 0; i < count; i++) {
        const sort_segment segment = LOADED(segments[i]);
        const SORT_KEY differing = sort_differing(extents, &segment);
        const u32 end = segment.by == SORT_BY_KEYS ? s.end : sort_width(differing);
        const u32 action = sort_action(&segment, differing);

        if (action == SORT_MOVE || action == SORT_WRITE)
            added = sort_plan_moves(counts + (size_t)SORT_DIGITS * segment.tile, &segment, map,
                                    next, added, s);
        else if (action == SORT_KEEP && segment.count > s.run)
            added = sort_add_segment(next, added, segment.begin, segment.count, end, segment.side,
                                     s);
        STORED(segments[i].action) = action;
    }
    STORED(rounds[s.round + 1]) = sort_round_of(added);
}

/* Moves keys to buckets, and equal keys to the caller's memory. tile, value_tile, ends: as
 * sort_tile_move. */
kernel void sort_buckets_move(SORT_MEMORY_ARGUMENTS, global const SORT_INDEX *places,
                              global const sort_segment *segments, global sort_round *rounds,
                              global const sort_map *map, global const SORT_DIGIT *digits,
                              sort_buckets_shape s, local SORT_KEY *tile,
                              local SORT_VALUE *value_tile, local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 count = LOADED(rounds[s.round].segments), tiles = LOADED(rounds[s.round].tiles);
    const sort_memory all = SORT_MEMORY(s);
    u32 at;

    segments += (size_t)s.round * s.most;
    while ((at = sort_take(&rounds[s.round].moved)) < tiles) {
        const sort_tile t = sort_find_tile(segments, count, at, s);
        const sort_memory m = sort_memory_at(all, t.begin);
        const u32 side = t.segment.side;
        const SORT_INDEX end = (SORT_INDEX)(t.segment.begin + t.segment.count);
        global const SORT_INDEX *to = places + (size_t)SORT_DIGITS * t.segment.tile;

        if (t.segment.action == SORT_SETTLE)
            sort_settle(m, side, t.count);
        else if (t.segment.action == SORT_WRITE)
            sort_write_known(all.keys, map, to, t.number, t.segment.tiles, end);
        else if (t.segment.action == SORT_MOVE)
            sort_tile_move(SORT_ON(all, 1 - side), SORT_ON(m, side), t.count,
                           sort_rule_of_segment(&t.segment, s),
                           t.segment.by == SORT_BY_PATH ? digits + t.begin : 0, to, t.number,
                           t.segment.tiles, end, tile, value_tile, ends);
    }
}

/* Sorts the short buckets of a round. */
kernel void sort_buckets_finish(SORT_MEMORY_ARGUMENTS, global const SORT_INDEX *places,
                                global const sort_segment *segments, global sort_round *rounds,
                                global const sort_map *map, sort_buckets_shape s,
                                local SORT_KEY *tile, local SORT_VALUE *value_tile,
                                local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 buckets = LOADED(rounds[s.round].segments) << SORT_BITS;
    u32 b;

    segments += (size_t)s.round * s.most;
    while ((b = sort_take(&rounds[s.round].finished)) < buckets) {
        const sort_segment segment = LOADED(segments[b >> SORT_BITS]);
        const u32 d = b & (SORT_DIGITS - 1);
        ulong begin = segment.begin, count = d == 0 ? segment.count : 0;
        u32 end = s.end, side = segment.side;

        if (segment.action == SORT_SETTLE || segment.action == SORT_WRITE)
            continue;
        if (segment.action == SORT_MOVE) {
            const size_t p = (size_t)SORT_DIGITS * segment.tile + (size_t)d * segment.tiles;

            begin = LOADED(places[p]);
            count = (d + 1 < SORT_DIGITS ? LOADED(places[p + segment.tiles])
                                         : segment.begin + segment.count) - begin;
            end = sort_digit_end(&segment, map, d);
            side = 1 - side;
        }
        if (count > 0 && count <= s.run)
            sort_bucket(sort_memory_at(SORT_MEMORY(s), begin), side, (u32)count, end, s, tile,
                        value_tile, ends);
    }
}

/* Sorts the long buckets that are left. */
kernel void sort_buckets_rest(SORT_MEMORY_ARGUMENTS, global const sort_segment *segments,
                              global sort_round *rounds, sort_buckets_shape s,
                              local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 count = LOADED(rounds[s.round].segments);
    u32 at;

    segments += (size_t)s.round * s.most;
    while ((at = sort_take(&rounds[s.round].finished)) < count) {
        const sort_segment segment = LOADED(segments[at]);

        sort_long_bucket(sort_memory_at(SORT_MEMORY(s), segment.begin), segment.side,
                         (u32)segment.count, segment.low + segment.bits, s, ends);
    }
}

/* Sorts an array that is short enough for one work-item, without memory of the sort's own. */
kernel void sort_buckets_alone(SORT_MEMORY_ARGUMENTS, sort_buckets_shape s, local SORT_KEY *tile,
                               local SORT_VALUE *value_tile, local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    sort_piece(SORT_MEMORY(s), 0, (u32)s.count, s.end, s, tile, value_tile, ends);
}
