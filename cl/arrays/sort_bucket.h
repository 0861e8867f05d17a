/* Sorting a bucket by one work-item, in the cache; kernels only.
 *
 *     few digits    of keys without values are counted, and written as runs
 *     short buckets by their leading bits, about as many as the number of keys has, and then by
 *                   odd-even transposition [Knuth 1998, 5.3.4], as many turns as keys agree in
 *                   these bits; on CPUs, by vectors
 *     long buckets  are divided by leading bits into pieces, and these sorted as above
 *     others        by all digits, the lowest first */
#ifndef CLM_SORT_BUCKET_H
#define CLM_SORT_BUCKET_H

#include "sort_buckets_shape.h"
#include "sort_keys.h"

/* Returns a mask of bits `begin` ... end - 1. */
static inline SORT_KEY sort_mask(u32 begin, u32 end)
{
    const SORT_KEY up = ~(SORT_KEY)0;

    return begin >= end ? 0 : up << begin & up >> (8 * SORT_KEY_BYTES - end);
}

/* Returns the number of bits of a number. */
static inline u32 sort_width(SORT_KEY x)
{
    return 8 * SORT_KEY_BYTES - (u32)clz(x);
}

/* Returns whether equal elements are the same: keys by all bits, without values. */
static inline bool sort_keys_alone(sort_buckets_shape s)
{
    return SORT_VALUE_BYTES == 0 && s.begin == 0 && s.end == 8 * SORT_KEY_BYTES;
}

/* Keys and values in the caller's memory, and in the sort's own, from one place on. */
typedef struct sort_memory {
    global SORT_KEY *keys, *own;
    global SORT_VALUE *values, *own_values;
} sort_memory;

/* Returns the same memory from a place on. */
static inline sort_memory sort_memory_at(sort_memory m, ulong place)
{
    m.keys += place;
    m.own += place;
    SORT_MOVE_VALUE(m.values += place);
    SORT_MOVE_VALUE(m.own_values += place);
    return m;
}

static inline global SORT_KEY *sort_keys_on(sort_memory m, u32 side)
{
    return side == 0 ? m.keys : m.own;
}

static inline global SORT_VALUE *sort_values_on(sort_memory m, u32 side)
{
    return side == 0 ? m.values : m.own_values;
}

#define SORT_ON(m, side) sort_keys_on(m, side), sort_values_on(m, side)

/* Bits of a mask that are 1 in some keys, and in all. falls: not 0 if a key is followed by a
 * lower one. */
typedef struct sort_extent {
    SORT_KEY some, all, falls;
} sort_extent;

/* Pairs of adjacent keys compared between two tests of `falls`. */
#define SORT_LOOK 256

/* Returns whether one of the first `pairs` keys is followed by a lower one. */
static inline bool sort_falls(global const SORT_KEY *keys, u32 pairs, SORT_KEY flip, SORT_KEY mask)
{
    SORT_KEY falls = 0;

    for (u32 k = 0, end; k < pairs && falls == 0; k = end)
        for (end = min(k + SORT_LOOK, pairs); k < end; k++)
            falls |= (sort_rank(LOADED(keys[k]), flip) & mask) >
                     (sort_rank(LOADED(keys[k + 1]), flip) & mask);
    return falls != 0;
}

/* Returns the extent of keys, without `falls`. */
static inline sort_extent sort_extent_of(global const SORT_KEY *keys, u32 count, SORT_KEY flip,
                                         SORT_KEY mask)
{
    sort_extent e = {0, mask, 0};

    for (u32 k = 0; k < count; k++) {
        const SORT_KEY rank = sort_rank(LOADED(keys[k]), flip) & mask;

        e.some |= rank;
        e.all &= rank;
    }
    return e;
}

/* Moves sorted elements to the caller's memory, unless they are there. */
static inline void sort_settle(sort_memory m, u32 side, u32 count)
{
    if (side == 0)
        return;
    sort_copy_over(m.keys, m.own, count * (SORT_KEY_BYTES / 4));
    SORT_MOVE_VALUE(sort_copy_over(m.values, m.own_values, count * (SORT_VALUE_BYTES / 4)));
}

/* Groups of digits; GPUs would need more registers for several. */
#define SORT_PARTS (W > 1 ? SORT_GROUPS : 1u)

/* Defines a pass of a work-item by a digit, from memory in one space to memory in another, which
 * returns the most keys of a digit; if they are more than `limit`, no elements move. gap: elements
 * left free behind each of SORT_PARTS groups of digits; if it is not 0, the lengths of groups are
 * stored. grouped: a constant, whether elements come from groups with gaps, of stored lengths.
 * ends: a word per digit. */
#define SORT_PASS(name, to, from, STORE, LOAD, grouped)                                         \
    SORT_APART u32 name(to SORT_KEY *out, to SORT_VALUE *value_out, from const SORT_KEY *in,    \
                        from const SORT_VALUE *value_in, u32 count, sort_rule rule, u32 limit,  \
                        u32 gap, local u32 *lengths, local u32 *ends)                           \
    {                                                                                           \
        const u32 digits = rule.mask + 1, groups = (grouped) ? SORT_PARTS : 1;                  \
        const u32 each = max(digits / SORT_PARTS, 1u);                                          \
        u32 most = 0;                                                                           \
                                                                                                \
        for (u32 d = 0; d < digits; d++)                                                        \
            ends[d] = 0;                                                                        \
        for (u32 g = 0, begin = 0; g < groups; g++) {                                           \
            from const SORT_KEY *keys = in + begin;                                             \
            const u32 length = groups > 1 ? lengths[g] : count;                                 \
                                                                                                \
            _Pragma("unroll 16") for (u32 k = 0; k < length; k++)                               \
            {                                                                                   \
                SORT_FETCH(keys, k);                                                            \
                ends[sort_digit(LOAD(keys[k]), rule)]++;                                        \
            }                                                                                   \
            begin += length + SORT_GROUP_GAP;                                                   \
        }                                                                                       \
        for (u32 d = 0; d < digits; d++)                                                        \
            most = max(most, ends[d]);                                                          \
        if (most > limit)                                                                       \
            return most;                                                                        \
        for (u32 g = 0, d = 0, place = 0; g < SORT_PARTS; g++, place += gap) {                  \
            const u32 end = min(d + each, digits), begin = place;                               \
                                                                                                \
            for (; d < end; d++) {                                                              \
                const u32 length = ends[d];                                                     \
                                                                                                \
                ends[d] = place;                                                                \
                place += length;                                                                \
            }                                                                                   \
            if (gap > 0)                                                                        \
                lengths[g] = place - begin;                                                     \
        }                                                                                       \
        OP_COUNTS(ADDITIONS, 2 * count + digits);                                               \
        for (u32 g = 0, begin = 0; g < groups; g++) {                                           \
            from const SORT_KEY *keys = in + begin;                                             \
            from const SORT_VALUE *values = value_in + begin;                                   \
            const u32 length = groups > 1 ? lengths[g] : count;                                 \
                                                                                                \
            _Pragma("unroll 8") for (u32 k = 0; k < length; k++)                                \
            {                                                                                   \
                const SORT_KEY key = LOAD(keys[k]);                                             \
                const u32 at = ends[sort_digit(key, rule)]++;                                   \
                                                                                                \
                STORE(out[at]) = key;                                                           \
                SORT_MOVE_VALUE(STORE(value_out[at]) = LOAD(values[k]));                        \
            }                                                                                   \
            begin += length + SORT_GROUP_GAP;                                                   \
        }                                                                                       \
        return most;                                                                            \
    }

SORT_PASS(sort_pass_in, local, global, SORT_PLAIN, LOADED, false)
SORT_PASS(sort_pass_out, global, local, STORED, SORT_PLAIN, true)
SORT_PASS(sort_pass_over, global, global, STORED, LOADED, false)

/* Stores sorted elements in the caller's memory; those of long arrays past the caches. */
static inline void sort_store(sort_memory m, u32 count, local const SORT_KEY *tile,
                              local const SORT_VALUE *value_tile, sort_buckets_shape s)
{
    if (s.count > s.run) {
        sort_copy(m.keys, tile, count * (SORT_KEY_BYTES / 4));
        SORT_MOVE_VALUE(sort_copy(m.values, value_tile, count * (SORT_VALUE_BYTES / 4)));
        return;
    }
    for (u32 k = 0; k < count; k++) {
        STORED(m.keys[k]) = tile[k];
        SORT_MOVE_VALUE(STORED(m.values[k]) = value_tile[k]);
    }
}

/* Sorts elements that are at most `turns` - 1 places away by odd-even transposition. */
static inline void sort_transpose(u32 count, u32 turns, SORT_KEY flip, SORT_KEY mask,
                                  local SORT_KEY *tile, local SORT_VALUE *value_tile)
{
    for (u32 turn = 0; turn < turns; turn++) {
        const size_t odd = turn % 2, pairs = (count - odd) / 2;
        local SORT_KEY *keys = tile + odd;
        local SORT_VALUE *values = value_tile + odd;

        for (size_t i = 0; i < pairs; i++) {
            const SORT_KEY a = keys[2 * i], b = keys[2 * i + 1];
            const bool swap = (sort_rank(a, flip) & mask) > (sort_rank(b, flip) & mask);

            keys[2 * i] = swap ? b : a;
            keys[2 * i + 1] = swap ? a : b;
#if SORT_VALUE_BYTES > 0
            const SORT_VALUE x = values[2 * i], y = values[2 * i + 1];

            values[2 * i] = swap ? y : x;
            values[2 * i + 1] = swap ? x : y;
#endif
        }
    }
}

/* Returns the number of passes of least cost. A pass costs as much for three keys as for the
 * counters of two digits. */
static inline u32 sort_passes(u32 count, u32 bits)
{
    u32 passes = (bits + SORT_WIDE_BITS - 1) / SORT_WIDE_BITS;
    ulong cost = ~(ulong)0;

    for (;; passes++) {
        const ulong next = passes * (3 * (ulong)count + (2u << (bits + passes - 1) / passes));

        if (next >= cost)
            return passes - 1;
        cost = next;
    }
}

/* Sorts keys without values that differ in bits `low` ... high - 1 only, by counting. */
static inline void sort_by_counting(sort_memory m, u32 side, u32 count, u32 low, u32 high,
                                    SORT_KEY flip, local u32 *ends)
{
    const u32 digits = 1u << (high - low);
    const sort_rule rule = {flip, low, digits - 1};
    const SORT_KEY first = sort_rank(LOADED(sort_keys_on(m, side)[0]), flip);
    const SORT_KEY other = first & ~sort_mask(low, high);
    u32 at = 0;

    for (u32 d = 0; d < digits; d++)
        ends[d] = 0;
#pragma unroll 8
    for (u32 k = 0; k < count; k++)
        ends[sort_digit(LOADED(sort_keys_on(m, side)[k]), rule)]++;
    OP_COUNTS(ADDITIONS, count + digits);
    for (u32 d = 0; d < digits; d++) {
        const SORT_KEY key = sort_unrank(other | (SORT_KEY)d << low, flip);

        for (const u32 end = at + ends[d]; at < end; at++)
            STORED(m.keys[at]) = key;
    }
}

/* Sorts by bits `low` ... high - 1. */
static inline void sort_by_digits(sort_memory m, u32 side, u32 count, u32 low, u32 high,
                                  sort_buckets_shape s, local SORT_KEY *tile,
                                  local SORT_VALUE *value_tile, local u32 *ends)
{
    const u32 passes = sort_passes(count, high - low);
    local u32 *lengths = ends;

    ends += SORT_GROUPS;
    for (u32 pass = 0; pass < passes; pass++) {
        const u32 begin = low + (high - low) * pass / passes;
        const u32 bits = low + (high - low) * (pass + 1) / passes - begin;
        const sort_rule rule = {(SORT_KEY)s.flip, begin, (1u << bits) - 1};

        if (pass % 2 == 0)
            sort_pass_in(tile, value_tile, SORT_ON(m, side), count, rule, count,
                         W > 1 && pass + 1 < passes ? SORT_GROUP_GAP : 0, lengths, ends);
        else
            sort_pass_out(SORT_ON(m, side), tile, value_tile, count, rule, count, 0, lengths,
                          ends);
    }
    if (passes % 2 == 0)
        sort_settle(m, side, count);
    else
        sort_store(m, count, tile, value_tile, s);
}

/* Sorts by bits `low` ... high - 1 by counting, or by leading bits first. Returns false, and
 * elements are as before, if neither would be fast. */
SORT_APART bool sort_by_few(sort_memory m, u32 side, u32 count, u32 low, u32 high,
                            sort_buckets_shape s, local SORT_KEY *tile,
                            local SORT_VALUE *value_tile, local u32 *ends)
{
    const SORT_KEY flip = (SORT_KEY)s.flip;
    const u32 most = SORT_LONE_BITS(s.run), width = 32 - (u32)clz(count);
    const u32 bits = clamp(width, 2u, most + 1) - 1;
    const u32 mean = high - low > width + 1 ? SORT_MEAN_KEYS : SORT_MEAN_DENSE;
    const bool narrow = high - low <= most;
    u32 turns;

    if (narrow && sort_keys_alone(s) && count >> (high - low) >= SORT_MEAN_RUN) {
        sort_by_counting(m, side, count, low, high, flip, ends);
        return true;
    }
    if (narrow || count > mean << bits)
        return false;
    turns = sort_pass_in(tile, value_tile, SORT_ON(m, side), count,
                         (sort_rule){flip, high - bits, (1u << bits) - 1}, SORT_TURNS, 0, ends,
                         ends);
    if (turns > SORT_TURNS)
        return false;
    sort_transpose(count, turns, flip, sort_mask(low, high), tile, value_tile);
    sort_store(m, count, tile, value_tile, s);
    return true;
}

/* Sorts a bucket, or a piece of one, into the caller's memory, by bits below `end`. tile,
 * value_tile: `count` elements, and gaps; ends: SORT_GROUPS words, and one per digit. */
SORT_APART void sort_piece(sort_memory m, u32 side, u32 count, u32 end, sort_buckets_shape s,
                           local SORT_KEY *tile, local SORT_VALUE *value_tile, local u32 *ends)
{
    const SORT_KEY flip = (SORT_KEY)s.flip, mask = sort_mask(s.begin, end);
    u32 low = s.begin, high = end;

    if (!sort_falls(sort_keys_on(m, side), count - 1, flip, mask)) {
        sort_settle(m, side, count);
        return;
    }
    if (W > 1 && sort_by_few(m, side, count, low, high, s, tile, value_tile, ends))
        return;

    const sort_extent e = sort_extent_of(sort_keys_on(m, side), count, flip, mask);
    const SORT_KEY differing = e.some & ~e.all;

    high = sort_width(differing);
    low = sort_width(differing & (0 - differing)) - 1;
    if (W == 1 || high - low == end - s.begin ||
        !sort_by_few(m, side, count, low, high, s, tile, value_tile, ends))
        sort_by_digits(m, side, count, low, high, s, tile, value_tile, ends);
}

/* Returns the number of leading bits by which to divide a bucket into pieces; 0 if it is short, or
 * sorted, or has few digits, or if neighbours often agree in these bits, as in nearly sorted keys:
 * each would wait for the other's counter. In: end; out: the keys differ in bits below *high. */
static inline u32 sort_piece_bits(global const SORT_KEY *keys, u32 count, u32 end, u32 *high,
                                  sort_buckets_shape s)
{
    const SORT_KEY flip = (SORT_KEY)s.flip, mask = sort_mask(s.begin, end);
    const u32 bits = min(1 + clz(s.run / SORT_GROUPS) - clz(count), SORT_GROUP_BITS);
    u32 same = 0;

    if (count <= SORT_UNDIVIDED(s.run) || !sort_falls(keys, count - 1, flip, mask))
        return 0;

    const sort_extent e = sort_extent_of(keys, count, flip, mask);
    const SORT_KEY differing = e.some & ~e.all;

    *high = sort_width(differing);
    if (*high - sort_width(differing & (0 - differing)) < SORT_LONE_BITS(s.run))
        return 0;
    for (u32 k = 0; k + 1 < count; k += max(count / SORT_PAIRS, 1u))
        same += (sort_rank(LOADED(keys[k]), flip) ^ sort_rank(LOADED(keys[k + 1]), flip)) >>
                    (*high - bits) ==
                0;
    return same > SORT_PAIRS / 4 ? 0 : bits;
}

/* Sorts a bucket likewise. A long one is first divided by its leading bits into pieces, whose
 * elements and counters fit the first cache. ends: SORT_GROUPS words more. */
static inline void sort_bucket(sort_memory m, u32 side, u32 count, u32 end, sort_buckets_shape s,
                               local SORT_KEY *tile, local SORT_VALUE *value_tile, local u32 *ends)
{
    u32 high = end;
    const u32 bits = W > 1 ? sort_piece_bits(sort_keys_on(m, side), count, end, &high, s) : 0;

    if (bits == 0) {
        sort_piece(m, side, count, end, s, tile, value_tile, ends);
        return;
    }
    sort_pass_over(SORT_ON(m, 1 - side), SORT_ON(m, side), count,
                   (sort_rule){(SORT_KEY)s.flip, high - bits, (1u << bits) - 1}, count, 0, ends,
                   ends);
    for (u32 d = 0, begin = 0; d >> bits == 0; begin = ends[d++])
        if (ends[d] > begin)
            sort_piece(sort_memory_at(m, begin), 1 - side, ends[d] - begin, high - bits, s, tile,
                       value_tile, ends + SORT_GROUPS);
}

/* Sorts a long bucket likewise, whose elements move from one memory to the other in each pass. */
static inline void sort_long_bucket(sort_memory m, u32 side, u32 count, u32 end,
                                    sort_buckets_shape s, local u32 *ends)
{
    const SORT_KEY flip = (SORT_KEY)s.flip, mask = sort_mask(s.begin, end);
    const sort_extent e = sort_extent_of(sort_keys_on(m, side), count, flip, mask);
    const u32 high = sort_width(e.some & ~e.all);

    for (u32 low = s.begin; low < high; low += SORT_BITS, side = 1 - side) {
        const sort_rule rule = {flip, low, (1u << min(high - low, (u32)SORT_BITS)) - 1};

        sort_pass_over(SORT_ON(m, 1 - side), SORT_ON(m, side), count, rule, count, 0, ends, ends);
    }
    sort_settle(m, side, count);
}

#endif
