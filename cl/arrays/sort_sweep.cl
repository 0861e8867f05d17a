/* A radix sort that reads keys once to count the digits of all passes, and moves them once in each
 * pass [Adinets, Merrill 2022].
 *
 *     count   the number of keys of each digit, for all passes
 *     places  the first place of each digit, for all passes
 *     pass    a tile: load; rank equal digits; announce how many keys of each digit there are, and
 *             look back for those of earlier tiles (lookback.h); order the tile in local memory by
 *             its digit; store equal digits, now adjacent, at adjacent places
 *
 * Ranks. A group's work-items form rows of 32. A row has consecutive keys of the tile, 32 in each
 * of SORT_RUN steps. In a step each work-item sets its bit in the row's mask of its key's digit.
 * So a key's rank is the number of keys of that digit in earlier steps of the row, and of lower
 * bits in the mask. Two sets of masks alternate, and the first work-item of a mask clears it. */
#include "group.h"
#include "sort_keys.h"
#include "lookback.h"

GROUP_SCAN(sort_sweep_sums, u32, u32, group_plus)

/* Totals of earlier tiles read at a time by a work-item; loads hide each other's latency. */
#define SORT_WINDOW 8

#define SORT_FIRST SORT_MOST_TILE /* of a rank: the first key of a mask */

/* counts[pass][digit] += number of keys. s.bits: of all s.pass passes together. Tiles are dealt to
 * groups in turn. tables: as counts. */
kernel void sort_sweep_count(global u32 *counts, global const SORT_KEY *keys, sort_shape s,
                             local u32 *tables COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 t = get_local_id(0), n = get_local_size(0), words = s.pass * SORT_DIGITS;

    for (u32 k = t; k < words; k += n)
        tables[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (ulong g = get_group_id(0); g < s.tiles; g += get_num_groups(0)) {
        const ulong begin = g * s.tile + t;
        SORT_KEY key[SORT_RUN];

#pragma unroll
        for (u32 j = 0; j < SORT_RUN; j++)
            key[j] = begin + j * n < s.count ? LOADED(keys[s.from + begin + j * n]) : 0;
        for (u32 pass = 0; pass < s.pass; pass++) {
            const sort_rule rule = sort_rule_of_pass(s, pass);
            local u32 *table = tables + pass * SORT_DIGITS;

#pragma unroll
            for (u32 j = 0; j < SORT_RUN; j++)
                if (begin + j * n < s.count) {
                    OP_COUNTS(ADDITIONS, 1);
                    atomic_inc(table + sort_digit(key[j], rule));
                }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (u32 k = t; k < words; k += n)
        if (tables[k] > 0)
            atomic_add(counts + k, tables[k]);
}

/* counts[pass][digit] := the sum of counts of lower digits; a group for each pass. scanned: two
 * words per work-item. */
kernel void sort_sweep_places(global u32 *counts, local u32 *scanned COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 t = get_local_id(0), n = get_local_size(0), share = (SORT_DIGITS + n - 1) / n;
    const u32 begin = min(t * share, SORT_DIGITS), end = min(begin + share, SORT_DIGITS);
    u32 sum = 0;

    counts += get_group_id(0) * SORT_DIGITS;
    for (u32 d = begin; d < end; d++)
        sum += LOADED(counts[d]);
    OP_COUNTS(ADDITIONS, 2 * (end - begin));
    scanned[t] = sum;

    local const u32 *sums = sort_sweep_sums(scanned, t, n, 0);

    sum = t > 0 ? sums[t - 1] : 0;
    for (u32 d = begin; d < end; d++) {
        const u32 keys = LOADED(counts[d]);

        STORED(counts[d]) = sum;
        sum += keys;
    }
}

/* Returns the number of keys of digit d in an earlier tile, announced or not. */
static inline u32 sort_sweep_total(u32 *state, global u32 *head, u32 tile, u32 d,
                                   global const SORT_KEY *keys, u32 length, sort_rule rule,
                                   u32 polls)
{
    global u32 *total = head + LOOKBACK_HEAD + (size_t)tile * (LOOKBACK_PIECES * SORT_DIGITS) + d;
    u32 value = 0;

    *state = lookback_wait(&value, total, SORT_DIGITS, polls);
    if (*state != LOOKBACK_NONE)
        return value;
    keys += (ulong)tile * length;
    value = 0;
    for (u32 k = 0; k < length; k++)
        value += sort_digit(LOADED(keys[k]), rule) == d;
    lookback_missed(head);
    *state = tile > 0 ? LOOKBACK_OWN : LOOKBACK_ALL;
    return value;
}

/* Returns the number of keys of digit d in all tiles before this one. */
static inline u32 sort_sweep_before(global u32 *head, u32 number, u32 d,
                                    global const SORT_KEY *keys, sort_shape s, sort_rule rule)
{
    u32 sum = 0, state = number > 0 ? LOOKBACK_OWN : LOOKBACK_ALL;

    for (u32 end = number; state != LOOKBACK_ALL; end -= min(end, (u32)SORT_WINDOW)) {
        u32 value[SORT_WINDOW], states[SORT_WINDOW];

#pragma unroll
        for (u32 w = 0; w < SORT_WINDOW; w++) {
            const u32 tile = end > w ? end - 1 - w : 0;

            states[w] = lookback_read(&value[w],
                                      head + LOOKBACK_HEAD +
                                          (size_t)tile * (LOOKBACK_PIECES * SORT_DIGITS) + d,
                                      SORT_DIGITS);
        }
#pragma unroll
        for (u32 w = 0; w < SORT_WINDOW; w++)
            if (state != LOOKBACK_ALL) {
                if (states[w] == LOOKBACK_NONE)
                    value[w] = sort_sweep_total(&states[w], head, end - 1 - w, d, keys,
                                                (u32)s.tile, rule, s.polls);
                sum += value[w];
                state = states[w];
            }
    }
    return sum;
}

/* Computes ranks[j n + t]: the rank of the work-item's key j among keys of its digit in its row.
 * counters[row][digit]: numbers of keys. masks: two sets as counters. */
static inline void sort_sweep_rank(local ushort *ranks, local u32 *counters, local u32 *masks,
                                   const SORT_KEY *key, u32 first, u32 count, sort_rule rule)
{
    const u32 t = get_local_id(0), n = get_local_size(0), lanes = min(n, SORT_ROW);
    const u32 row = t / lanes, bit = 1u << t % lanes, words = n / lanes * SORT_DIGITS;

    counters += row * SORT_DIGITS;
    masks += row * SORT_DIGITS;
#pragma unroll
    for (u32 j = 0; j < SORT_RUN; j++) {
        const bool has = first + j * lanes < count;
        const u32 d = sort_digit(key[j], rule);
        local u32 *mask = masks + j % 2 * words + d;

        if (has)
            atomic_or(mask, bit);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (has) {
            const u32 before = popcount(*mask & (bit - 1));

            OP_COUNTS(ADDITIONS, 1);
            ranks[j * n + t] = (counters[d] + before) | (before == 0 ? SORT_FIRST : 0);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (has && (ranks[j * n + t] & SORT_FIRST) != 0) {
            counters[d] += popcount(*mask);
            *mask = 0;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* The work-item's digits, from `begin` to end - 1. */
typedef struct sort_share {
    u32 begin, end;
} sort_share;

/* Announces the tile's numbers of keys. Computes the exclusive sums of counters over rows,
 * starts[d], the first index of digit d in the ordered tile, and bases[d], its number of keys. */
static inline void sort_sweep_starts(local u32 *starts, local u32 *bases, local u32 *counters,
                                     local u32 *scanned, global u32 *own, bool announced,
                                     sort_share mine)
{
    const u32 t = get_local_id(0), n = get_local_size(0), rows = n / min(n, SORT_ROW);
    u32 sum = 0;

    for (u32 d = mine.begin; d < mine.end; d++) {
        u32 all = 0;

        for (u32 row = 0; row < rows; row++) {
            const u32 keys = counters[row * SORT_DIGITS + d];

            counters[row * SORT_DIGITS + d] = all;
            all += keys;
        }
        if (announced)
            lookback_announce(own + d, SORT_DIGITS, LOOKBACK_OWN, all);
        OP_COUNTS(ADDITIONS, rows + 2); /* also to `sum`, and to the next start */
        bases[d] = all;
        sum += all;
    }
    scanned[t] = sum;

    local const u32 *sums = sort_sweep_sums(scanned, t, n, 0);

    sum = t > 0 ? sums[t - 1] : 0;
    for (u32 d = mine.begin; d < mine.end; d++) {
        starts[d] = sum;
        sum += bases[d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Sets bases[d] to the place of the tile's first key with digit d, less starts[d]. places[d]: the
 * first place of digit d. */
static inline void sort_sweep_bases(local u32 *bases, local const u32 *starts,
                                    global const u32 *places, global u32 *head, u32 number,
                                    global const SORT_KEY *keys, sort_shape s, sort_share mine)
{
    const sort_rule rule = sort_rule_of(s);
    global u32 *own =
        head + LOOKBACK_HEAD + (size_t)number * (LOOKBACK_PIECES * SORT_DIGITS);

    for (u32 d = mine.begin; d < mine.end; d++) {
        const u32 before = sort_sweep_before(head, number, d, keys, s, rule);

        OP_COUNTS(ADDITIONS, 3);
        lookback_announce(own + d, SORT_DIGITS, LOOKBACK_ALL, before + bases[d]);
        bases[d] = LOADED(places[d]) + before - starts[d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Sets the totals of this tile for the next pass to 0. */
static inline void sort_sweep_clear(global u32 *next, u32 number)
{
    const u32 t = get_local_id(0), n = get_local_size(0), words = LOOKBACK_PIECES * SORT_DIGITS;
    global u32 *own = next + LOOKBACK_HEAD + (size_t)number * words;

    for (u32 k = t; k < words; k += n)
        STORED(own[k]) = 0;
    if (number == 0 && t == 0)
        STORED(next[LOOKBACK_TILE]) = 0;
}

/* totals: places of all passes, then, at s.head and for the next pass at s.next, LOOKBACK_HEAD
 * words and LOOKBACK_PIECES for each digit of each tile.
 *
 * tile: a tile of keys, and two sets of masks; value_tile: a tile of values; counters: a word for
 * each digit and row; ranks: one per key; words: two per work-item and per digit, and one. */
kernel void sort_sweep_pass(global SORT_KEY *out, global SORT_VALUE *value_out,
                            global u32 *totals, global const SORT_KEY *keys,
                            global const SORT_VALUE *values, sort_shape s, local SORT_KEY *tile,
                            local SORT_VALUE *value_tile, local u32 *counters,
                            local ushort *ranks, local u32 *words COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 t = get_local_id(0), n = get_local_size(0), lanes = min(n, SORT_ROW);
    const u32 share = (SORT_DIGITS + n - 1) / n;
    const sort_share mine = {min(t * share, SORT_DIGITS), min((t + 1) * share, SORT_DIGITS)};
    const sort_rule rule = sort_rule_of(s);
    local u32 *masks = (local u32 *)tile, *scanned = words, *starts = words + 2 * n;
    local u32 *bases = starts + SORT_DIGITS, *taken = bases + SORT_DIGITS;
    global u32 *head = totals + s.head;
    SORT_KEY key[SORT_RUN];

    if (t == 0)
        *taken = lookback_take(head);
    for (u32 k = t; k < n / lanes * SORT_DIGITS; k += n) {
        counters[k] = masks[k] = 0;
        masks[k + n / lanes * SORT_DIGITS] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const u32 number = *taken, count = (u32)min(s.tile, s.count - number * s.tile);
    const u32 first = t / lanes * (lanes * SORT_RUN) + t % lanes;

    keys += s.from;
    values += s.value_from + number * s.tile;
#pragma unroll
    for (u32 j = 0; j < SORT_RUN; j++)
        key[j] = first + j * lanes < count ? LOADED(keys[number * s.tile + first + j * lanes]) : 0;
    sort_sweep_clear(totals + s.next, number);
    sort_sweep_rank(ranks, counters, masks, key, first, count, rule);
    sort_sweep_starts(starts, bases, counters, scanned,
                      head + LOOKBACK_HEAD + (size_t)number * (LOOKBACK_PIECES * SORT_DIGITS),
                      number > 0, mine);
#pragma unroll
    for (u32 j = 0; j < SORT_RUN; j++)
        if (first + j * lanes < count) {
            const u32 d = sort_digit(key[j], rule);
            const u32 at = (ranks[j * n + t] & (SORT_FIRST - 1)) + starts[d] +
                           counters[t / lanes * SORT_DIGITS + d];

            OP_COUNTS(ADDITIONS, 2);
            tile[at] = key[j];
            SORT_MOVE_VALUE(value_tile[at] = LOADED(values[first + j * lanes]));
        }
    sort_sweep_bases(bases, starts, totals + s.pass * SORT_DIGITS, head, number, keys, s, mine);
#pragma unroll 4
    for (u32 j = 0; j < SORT_RUN; j++)
        if (j * n + t < count) {
            const SORT_KEY moved = tile[j * n + t];
            const u32 place = bases[sort_digit(moved, rule)] + j * n + t;

            OP_COUNTS(ADDITIONS, 1);
            STORED(out[s.to + place]) = moved;
            SORT_MOVE_VALUE(STORED(value_out[s.value_to + place]) = value_tile[j * n + t]);
        }
}
