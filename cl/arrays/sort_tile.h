/* Counting and moving the keys of a tile by a digit, by one work-item; kernels only.
 *
 * The places of different digits are far apart. A tile is therefore first ordered in local memory,
 * which is in the cache, and runs of equal digits are copied from there, so that memory is written
 * by whole lines [Satish, Kim, Chhugani 2010]. Counts are in four tables, so that equal keys do
 * not wait for each other. Loops are unrolled where PoCL would not (a tenth of the time,
 * bench/sort). */
#ifndef CLM_SORT_TILE_H
#define CLM_SORT_TILE_H

#include "sort_keys.h"

#define SORT_DIGIT_OF(k) (known ? LOADED(kept[k]) : sort_digit(LOADED(keys[k]), rule))

/* Counts digits. known: a constant, whether digits are given, in kept. counts[d tiles]: keys with
 * digit d. tables: SORT_TABLES words per digit. */
__attribute__((always_inline)) static inline void
sort_tile_count(global SORT_INDEX *counts, u32 tiles, global const SORT_KEY *keys, u32 count,
                sort_rule rule, bool known, global const SORT_DIGIT *kept, local u32 *tables)
{
    const u32 even = count - count % SORT_TABLES;
    local u32 *second = tables + SORT_DIGITS, *third = second + SORT_DIGITS;
    local u32 *fourth = third + SORT_DIGITS;

    for (u32 k = 0; k < SORT_TABLES * SORT_DIGITS; k++)
        tables[k] = 0;
#pragma unroll 4
    for (u32 k = 0; k < even; k += SORT_TABLES) {
        if (!known)
            SORT_FETCH(keys, k);
        tables[SORT_DIGIT_OF(k)]++;
        second[SORT_DIGIT_OF(k + 1)]++;
        third[SORT_DIGIT_OF(k + 2)]++;
        fourth[SORT_DIGIT_OF(k + 3)]++;
    }
    for (u32 k = even; k < count; k++)
        tables[SORT_DIGIT_OF(k)]++;
    OP_COUNTS(ADDITIONS, count + (SORT_TABLES - 1) * SORT_DIGITS);
    for (u32 d = 0; d < SORT_DIGITS; d++)
        STORED(counts[(size_t)d * tiles]) = tables[d] + second[d] + third[d] + fourth[d];
}

/* Orders a tile by digits in local memory. ends[d]: the first place of digit d, then its end;
 * SORT_SPARE more words. With `apart`, the end of digit `frequent` is in a register instead,
 * because each of its keys would wait for the store of the last one's; `apart` is a constant. */
__attribute__((always_inline)) static inline void
sort_tile_order(global const SORT_KEY *keys, global const SORT_VALUE *values, u32 count,
                sort_rule rule, local SORT_KEY *tile, local SORT_VALUE *value_tile,
                local u32 *ends, bool known, global const SORT_DIGIT *kept, bool apart,
                u32 frequent)
{
    u32 frequent_end = ends[frequent];

    for (u32 i = 0; i < SORT_SPARE; i++)
        ends[SORT_DIGITS + i] = 0;
#pragma unroll 8
    for (u32 k = 0; k < count; k++) {
        const SORT_KEY key = LOADED(keys[k]);
        const u32 digit = known ? LOADED(kept[k]) : sort_digit(key, rule);
        const bool held = apart && digit == frequent;
        const u32 slot = held ? SORT_DIGITS + k % SORT_SPARE : digit, place = ends[slot]++;
        const u32 at = held ? frequent_end : place;

        SORT_FETCH(keys, k);
        SORT_MOVE_VALUE(SORT_FETCH(values, k));
        OP_COUNTS(ADDITIONS, 1);
        frequent_end += held;
        tile[at] = key;
        SORT_MOVE_VALUE(value_tile[at] = LOADED(values[k]));
    }
    if (apart)
        ends[frequent] = frequent_end;
}

/* The same with `apart`. */
SORT_APART void
sort_tile_order_apart(global const SORT_KEY *keys, global const SORT_VALUE *values, u32 count,
                      sort_rule rule, local SORT_KEY *tile, local SORT_VALUE *value_tile,
                      local u32 *ends, u32 frequent)
{
    sort_tile_order(keys, values, count, rule, tile, value_tile, ends, false, 0, true, frequent);
}

/* Moves the keys of tile t of `tiles`. kept: their digits, or 0. places[d tiles + t]: first place
 * of its keys with digit d, `end` behind the last. tile, value_tile: a tile's elements, and
 * SORT_GAP more per digit; ends: a word per digit, and SORT_SPARE more. */
static inline void sort_tile_move(global SORT_KEY *out, global SORT_VALUE *value_out,
                                  global const SORT_KEY *keys, global const SORT_VALUE *values,
                                  u32 count, sort_rule rule, global const SORT_DIGIT *kept,
                                  global const SORT_INDEX *places, u32 t, u32 tiles,
                                  SORT_INDEX end, local SORT_KEY *tile,
                                  local SORT_VALUE *value_tile, local u32 *ends)
{
    const size_t all = (size_t)SORT_DIGITS * tiles;
    u32 begin = 0, most = 0, frequent = 0;

    for (size_t p = t, d = 0; p < all; p += tiles, d++) {
        const SORT_INDEX place = LOADED(places[p]);
        const u32 length = (u32)((p + 1 < all ? LOADED(places[p + 1]) : end) - place);

        OP_COUNTS(ADDITIONS, 1);
        ends[d] = begin + SORT_GAP * (u32)d; /* so far the first place */
        begin += length;
        frequent = length > most ? (u32)d : frequent;
        most = max(most, length);
    }
    if (kept != 0)
        sort_tile_order(keys, values, count, rule, tile, value_tile, ends, true, kept, false, 0);
    else if (most > count / 4)
        sort_tile_order_apart(keys, values, count, rule, tile, value_tile, ends, frequent);
    else
        sort_tile_order(keys, values, count, rule, tile, value_tile, ends, false, 0, false, 0);
    begin = 0;
    for (size_t p = t, d = 0; p < all; p += tiles, d++) {
        const u32 length = ends[d] - begin;
        const size_t to = LOADED(places[p]);

        sort_copy(out + to, tile + begin, length * (SORT_KEY_BYTES / 4));
        SORT_MOVE_VALUE(
            sort_copy(value_out + to, value_tile + begin, length * (SORT_VALUE_BYTES / 4)));
        begin += length + SORT_GAP;
    }
}

#endif
