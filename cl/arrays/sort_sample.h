/* Digits for the first round of a sort by buckets, chosen by a sample of the keys; kernels only.
 *
 * Buckets of equal high bits are a poor choice if one of them has most keys. Digits are then by a
 * path to where keys are dense: from the highest bit on, it takes the bit that most keys of the
 * sample have, among those that agree with the path so far. The digit of a key consists of its
 * level, which is the first bit in which the key leaves the path, and of the next bits. So the
 * ranges of buckets halve from level to level, as those of floating-point numbers do towards 0,
 * and keys from a power law fill the buckets evenly. Buckets of keys below the path come first:
 *
 *     path 0110...     level 1  level 2  the others  level 3  level 0
 *     keys             00..     010.     0110        0111     1...
 *
 * If the sample has few different keys, these are counted and written as runs, without moves,
 * unless the array has others. They are looked up by multiplicative hashing [Knuth 1998, 6.4],
 * with a factor, found by trials, that maps them to different places. Frequent keys are found by
 * samples also in [Axtmann, Witt, Ferizovic, Sanders 2022]. */
#ifndef CLM_SORT_SAMPLE_H
#define CLM_SORT_SAMPLE_H

#include "sort_bucket.h"

/* Returns the place of a key in a table. */
static inline u32 sort_hash(SORT_KEY key, SORT_KEY factor)
{
    return (u32)((SORT_KEY)(key * factor) >> (8 * SORT_KEY_BYTES - SORT_HASH_BITS));
}

/* Reads a key from each of SORT_SAMPLE equal parts, in order, and returns the number of keys. */
static inline u32 sort_take_sample(local SORT_KEY *sample, global const SORT_KEY *keys,
                                   sort_buckets_shape s)
{
    const u32 size = (u32)min(s.count, (u64)SORT_SAMPLE);
    const u64 step = s.count / size;

    for (u32 k = 0; k < size; k++) {
        const u64 shift = (u64)(k * 0x9e3779b9u) * (step & 0xffffffffu) >> 32;

        sample[k] = LOADED(keys[s.from + k * step + shift]);
    }
    return size;
}

/* Stores the different keys of a sample in the map, in order, and the factor for their places.
 * Returns false if these keys are too many. used: a word for each place. */
static inline bool sort_find_known(global sort_map *map, local const SORT_KEY *sample, u32 size,
                                   SORT_KEY flip, local u32 *used)
{
    const u32 most = min(min((u32)SORT_FEW_KEYS, (u32)SORT_DIGITS), size / SORT_FREQUENT);
    u32 found = 0;

    for (u32 k = 0; k < size; k++) {
        const SORT_KEY key = sample[k], rank = sort_rank(key, flip);
        u32 at = found;

        while (at > 0 && sort_rank((SORT_KEY)LOADED(map->keys[at - 1]), flip) > rank)
            at--;
        if (at > 0 && LOADED(map->keys[at - 1]) == key)
            continue;
        if (found == most)
            return false;
        for (u32 i = found++; i > at; i--)
            STORED(map->keys[i]) = LOADED(map->keys[i - 1]);
        STORED(map->keys[at]) = key;
    }
    for (u32 i = 0; i < SORT_PLACES; i++)
        used[i] = 0;
    for (u32 turn = 1; turn < SORT_FACTORS; turn++) {
        const SORT_KEY factor = (SORT_KEY)(0x9e3779b97f4a7c15ul * (2 * turn + 1) >> 7 | 1);
        bool apart = true;

        for (u32 i = 0; i < found; i++) {
            const u32 place = sort_hash((SORT_KEY)LOADED(map->keys[i]), factor);

            apart = apart && used[place] != turn;
            used[place] = turn;
        }
        if (apart) {
            STORED(map->factor) = factor;
            STORED(map->few) = found;
            return true;
        }
    }
    return false;
}

/* Counts the keys of the map, and returns bits in which other keys differ from these: 0 if there
 * are no others. Counts are in two tables, so that equal keys do not wait for each other. */
static inline SORT_KEY sort_count_known(global SORT_INDEX *counts, u32 tiles,
                                        global const SORT_KEY *keys, u32 count,
                                        global const sort_map *map, local SORT_KEY *known,
                                        local u32 *tables)
{
    const SORT_KEY factor = (SORT_KEY)LOADED(map->factor);
    const u32 few = (u32)LOADED(map->few);
    SORT_KEY other = 0;

    for (u32 k = 0; k < SORT_PLACES; k++) {
        tables[k] = tables[SORT_PLACES + k] = 0;
        known[k] = (SORT_KEY)LOADED(map->keys[0]); /* which is looked up in its own place only */
    }
    for (u32 i = 0; i < few; i++) {
        const SORT_KEY key = (SORT_KEY)LOADED(map->keys[i]);

        known[sort_hash(key, factor)] = key;
    }
#pragma unroll 16
    for (u32 k = 0; k < count; k++) {
        const SORT_KEY key = LOADED(keys[k]);
        const u32 p = sort_hash(key, factor);

        SORT_FETCH(keys, k);
        other |= key ^ known[p];
        tables[k % 2 * SORT_PLACES + p]++;
    }
    OP_COUNTS(ADDITIONS, count);
    for (u32 d = 0; d < few; d++) {
        const u32 p = sort_hash((SORT_KEY)LOADED(map->keys[d]), factor);

        STORED(counts[(size_t)d * tiles]) = tables[p] + tables[SORT_PLACES + p];
    }
    return other;
}

/* Writes the known keys of a tile to their places in the caller's memory. */
static inline void sort_write_known(global SORT_KEY *out, global const sort_map *map,
                                    global const SORT_INDEX *places, u32 t, u32 tiles,
                                    SORT_INDEX end)
{
    const u32 few = (u32)LOADED(map->few);

    for (u32 d = 0; d < few; d++) {
        const size_t p = (size_t)d * tiles + t, last = (size_t)few * tiles - 1;
        const size_t from = LOADED(places[p]), to = p == last ? end : LOADED(places[p + 1]);

        sort_fill(out + from, to - from, (SORT_KEY)LOADED(map->keys[d]));
    }
}

/* Returns the path by the bits below `high` of the ranks of a sample. */
static inline SORT_KEY sort_find_path(local const SORT_KEY *ranks, u32 size, u32 begin, u32 high)
{
    SORT_KEY path = ranks[0] & ~sort_mask(begin, high), on = 0;

    for (u32 bit = high; bit-- > begin; on |= (SORT_KEY)1 << bit) {
        u32 all = 0, ones = 0;

        for (u32 k = 0; k < size; k++) {
            const bool follows = ((ranks[k] ^ path) & on) == 0;

            all += follows;
            ones += follows && (ranks[k] >> bit & 1) != 0;
        }
        if (2 * ones > all)
            path |= (SORT_KEY)1 << bit;
    }
    return path;
}

/* The first digit of a level of a path, and the lowest bit of its keys' digits. */
typedef struct sort_level {
    u32 digit, shift;
} sort_level;

/* Returns level l of a path, or the last one. The level's keys are below the path if the path's
 * bit at this level is 1. */
static inline sort_level sort_level_of(SORT_KEY path, u32 l, u32 begin, u32 high)
{
    const SORT_KEY top = path << (8 * SORT_KEY_BYTES - high), up = ~(SORT_KEY)0;
    const u32 last = min(SORT_LEVELS - 1, high - begin - 1), level = min(l, last);
    const u32 below = high - min(l + 1, last), ones = (u32)popcount(top & ~(up >> level));
    const bool first = level == last || (top << level) >> (8 * SORT_KEY_BYTES - 1) != 0;

    return (sort_level){first ? ones << SORT_SUB_BITS
                              : SORT_DIGITS - ((level + 1 - ones) << SORT_SUB_BITS),
                        max(below, begin + SORT_SUB_BITS) - SORT_SUB_BITS};
}

/* Fills the table of the levels of a path. */
static inline void sort_fill_levels(global u32 *levels, SORT_KEY path, u32 begin, u32 high)
{
    for (u32 k = 0, zeros = 8 * SORT_KEY_BYTES - high; k < 8 * SORT_KEY_BYTES; k++) {
        const sort_level level = sort_level_of(path, max(k, zeros) - zeros, begin, high);

        STORED(levels[k]) = level.digit | level.shift << 16;
    }
}

/* Returns the number of low bits in which keys of a digit can differ. */
static inline u32 sort_path_end(global const sort_map *map, u32 digit)
{
    u32 k = 8 * SORT_KEY_BYTES - 1;

    while (k > 0 && digit - (LOADED(map->levels[k]) & 0xffff) >= 1u << SORT_SUB_BITS)
        k--;
    return LOADED(map->levels[k]) >> 16;
}

/* Computes the digits of keys by a path among the bits below `high`. zero: a constant, whether the
 * path is 0, as for keys from a power law; levels are computed then, which is faster than
 * gathering them from the table. With `restrict` compilers vectorise the loop. */
static inline void sort_digits_by(global SORT_DIGIT *restrict digits,
                                  global const SORT_KEY *restrict keys, u32 count,
                                  global const sort_map *map, u32 high, sort_buckets_shape s,
                                  bool zero)
{
    const SORT_KEY flip = (SORT_KEY)s.flip, path = zero ? 0 : (SORT_KEY)LOADED(map->path);
    const SORT_KEY bits = sort_mask(s.begin, s.end), lowest = (SORT_KEY)1 << s.begin;
    const u32 zeros = 8 * SORT_KEY_BYTES - high;

    OP_COUNTS(DIGITS, count);
    for (u32 begin = 0, end; begin < count; begin = end) {
        end = min(begin + SORT_AHEAD, count);
        for (u32 k = begin; k < end; k += 16)
            SORT_FETCH(keys, k);
        for (u32 k = begin; k < end; k++) {
            const SORT_KEY rank = sort_rank(LOADED(keys[k]), flip) & bits;
            const u32 lead = (u32)clz((rank ^ path) | lowest);
            sort_level level;

            if (zero) {
                level = sort_level_of(0, max(lead, zeros) - zeros, s.begin, high);
            } else {
                level.digit = LOADED(map->levels[(int)lead]);
                level.shift = level.digit >> 16;
            }
            STORED(digits[k]) = (SORT_DIGIT)(
                level.digit + ((u32)(rank >> level.shift) & ((1u << SORT_SUB_BITS) - 1)));
        }
    }
}

static inline void sort_path_digits(global SORT_DIGIT *digits, global const SORT_KEY *keys,
                                    u32 count, global const sort_map *map, u32 high,
                                    sort_buckets_shape s)
{
    if (LOADED(map->path) == 0)
        sort_digits_by(digits, keys, count, map, high, s, true);
    else
        sort_digits_by(digits, keys, count, map, high, s, false);
}

/* Chooses the digit of the first segment, and returns the segment with this digit. */
static inline sort_segment sort_choose(sort_segment segment, global sort_map *map,
                                       global const SORT_KEY *keys, sort_buckets_shape s,
                                       local SORT_KEY *sample, local u32 *words)
{
    const SORT_KEY flip = (SORT_KEY)s.flip, mask = sort_mask(s.begin, s.end);
    const u32 size = sort_take_sample(sample, keys, s);
    SORT_KEY differing = 0;
    bool falls = false;
    u32 most = 0;

    for (u32 k = 1; k < size; k++)
        falls |= (sort_rank(sample[k], flip) & mask) < (sort_rank(sample[k - 1], flip) & mask);
    if (!falls) /* perhaps all keys are sorted */
        return segment;
    if (sort_keys_alone(s) && sort_find_known(map, sample, size, flip, words)) {
        segment.by = SORT_BY_KEYS;
        return segment;
    }
    for (u32 k = 0; k < size; k++) {
        sample[k] = sort_rank(sample[k], flip) & mask;
        differing |= sample[k] ^ sample[0];
    }

    const u32 high = sort_width(differing);
    const u32 bits = min(high - s.begin, (u32)SORT_BITS);

    segment.low = high - bits;
    segment.bits = bits;
    segment.differs = high == s.end;
    for (u32 d = 0; d < SORT_DIGITS; d++)
        words[d] = 0;
    for (u32 k = 0; k < size; k++)
        most = max(most, ++words[sample[k] >> segment.low & (SORT_DIGITS - 1)]);
    if (SORT_SUB_BITS > 0 && most > size / SORT_CROWD) {
        segment.by = SORT_BY_PATH;
        segment.low = s.begin;
        segment.bits = high - s.begin;
        STORED(map->path) = sort_find_path(sample, size, s.begin, high);
        sort_fill_levels(map->levels, (SORT_KEY)LOADED(map->path), s.begin, high);
    }
    return segment;
}

#endif
