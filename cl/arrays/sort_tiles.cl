/* A pass of a radix sort for CPUs: a tile is the share of a core, and of one work-item.
 *
 *     keys    | tile 0  | tile 1  | tile 2  |
 *     count   the number of keys of each digit, tile by tile
 *     (scan)  the first place of each digit, tile by tile
 *     scatter a tile's keys in order, each behind the previous key with its digit
 *
 * Keys go to places far apart. Each digit has a buffer of one cache line, next to the counters,
 * stored when full, so that memory is written by whole lines [Satish, Kim, Chhugani 2010]. Counts
 * are in four tables, so that equal keys do not wait for each other. */
#include "sort_keys.h"

#define SORT_TABLES 4

/* A line of keys, and the corresponding values. */
#if SORT_KEY_BYTES == 4
#define SORT_LINE 16u
typedef uint16 sort_line;
#if SORT_VALUE_BYTES == 8
typedef ulong16 sort_value_line;
#else
typedef uint16 sort_value_line;
#endif
#else
#define SORT_LINE 8u
typedef ulong8 sort_line;
#if SORT_VALUE_BYTES == 8
typedef ulong8 sort_value_line;
#else
typedef uint8 sort_value_line;
#endif
#endif

/* The same types at any address of an element. */
typedef sort_line sort_loose_line __attribute__((aligned(SORT_KEY_BYTES)));
typedef sort_value_line sort_loose_value_line __attribute__((aligned(4)));

/* Stored lines are not read again in this pass. Bypassing the caches avoids fetching them first,
 * which saves a third of the time (bench/sort). */
#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#define SORT_PAST_CACHES
#endif
#endif

#ifdef SORT_PAST_CACHES
#define SORT_STORE_LINE(type, loose, out, line)                                              \
    do {                                                                                     \
        OP_COUNTS(WRITTEN, sizeof(type) / 4);                                                    \
        if ((size_t)(out) % sizeof(type) == 0)                                               \
            __builtin_nontemporal_store((type)*(local const loose *)(line),                  \
                                        (global type *)(out));                               \
        else                                                                                 \
            *(global loose *)(out) = *(local const loose *)(line);                           \
    } while (0)
#else
#define SORT_STORE_LINE(type, loose, out, line) \
    (STORED(*(global loose *)(out)) = *(local const loose *)(line))
#endif

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
    const sort_rule rule = sort_rule_of(s);

    keys += s.from + sort_tile_begin(s);
    for (u32 k = 0; k < SORT_TABLES * SORT_DIGITS; k++)
        tables[k] = 0;
    for (u32 k = 0; k < even; k += SORT_TABLES) {
        tables[sort_digit(LOADED(keys[k]), rule)]++;
        tables[SORT_DIGITS + sort_digit(LOADED(keys[k + 1]), rule)]++;
        tables[2 * SORT_DIGITS + sort_digit(LOADED(keys[k + 2]), rule)]++;
        tables[3 * SORT_DIGITS + sort_digit(LOADED(keys[k + 3]), rule)]++;
    }
    for (u32 k = even; k < count; k++)
        tables[sort_digit(LOADED(keys[k]), rule)]++;
    OP_COUNTS(ADDITIONS, count + (SORT_TABLES - 1) * SORT_DIGITS);
    for (u32 d = 0; d < SORT_DIGITS; d++)
        STORED(counts[(size_t)d * s.tiles + get_global_id(0)]) =
            tables[d] + tables[SORT_DIGITS + d] + tables[2 * SORT_DIGITS + d] +
            tables[3 * SORT_DIGITS + d];
}

/* Stores the elements of a line for the places `begin` ... end - 1 of the output. */
static inline void sort_store(global SORT_KEY *out, global SORT_VALUE *value_out,
                              local const SORT_KEY *line, local const SORT_VALUE *value_line,
                              SORT_INDEX begin, SORT_INDEX end)
{
    for (SORT_INDEX i = begin; i < end; i++) {
        STORED(out[i]) = line[i % SORT_LINE];
        SORT_MOVE_VALUE(STORED(value_out[i]) = value_line[i % SORT_LINE]);
    }
}

/* places[d tiles + t]: first place of the keys of tile t with digit d. lines, value_lines:
 * SORT_LINE elements per digit; first, next: one place per digit. */
kernel void sort_tiles_scatter(global SORT_KEY *out, global SORT_VALUE *value_out,
                               global const SORT_KEY *keys, global const SORT_VALUE *values,
                               global const SORT_INDEX *places, sort_shape s,
                               local SORT_KEY *lines, local SORT_VALUE *value_lines,
                               local SORT_INDEX *first, local SORT_INDEX *next COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 count = sort_tile_count(s);
    const sort_rule rule = sort_rule_of(s);

    keys += s.from + sort_tile_begin(s);
    values += s.value_from + sort_tile_begin(s);
    out += s.to;
    value_out += s.value_to;
    for (u32 d = 0; d < SORT_DIGITS; d++)
        first[d] = next[d] = LOADED(places[(size_t)d * s.tiles + get_global_id(0)]);
    for (u32 k = 0; k < count; k++) {
        const SORT_KEY key = LOADED(keys[k]);
        const u32 d = sort_digit(key, rule);
        const SORT_INDEX place = next[d];
        const u32 at = (u32)(place % SORT_LINE);
        local SORT_KEY *line = lines + SORT_LINE * d;
        local SORT_VALUE *value_line = value_lines + SORT_LINE * d;

        OP_COUNTS(ADDITIONS, 1);
        next[d] = place + 1;
        line[at] = key;
        SORT_MOVE_VALUE(value_line[at] = LOADED(values[k]));
        if (at + 1 < SORT_LINE)
            continue;
        if (place - at >= first[d]) {
            SORT_STORE_LINE(sort_line, sort_loose_line, out + (place - at), line);
#if SORT_VALUE_BYTES > 0
            SORT_STORE_LINE(sort_value_line, sort_loose_value_line, value_out + (place - at),
                            value_line);
#endif
        } else { /* the line begins with places of other digits or tiles */
            sort_store(out, value_out, line, value_line, first[d], place + 1);
        }
    }
    for (u32 d = 0; d < SORT_DIGITS; d++)
        sort_store(out, value_out, lines + SORT_LINE * d, value_lines + SORT_LINE * d,
                   max(first[d], next[d] - next[d] % SORT_LINE), next[d]);
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
