/* A pass of a radix sort by splits: each work-group sorts its tile bit by bit [Satish, Harris,
 * Garland 2009; HMX, 4].
 *
 *     tiles   a tile in local memory, split s times: zeros of a bit first, then ones, both in
 *             order; stored sorted, with the number of keys of each digit
 *     (scan)  the first place of each digit, tile by tile
 *     spread  equal digits of a tile, now adjacent, move to adjacent places
 *
 * A work-item has a run, and the group scans the numbers of zeros in its runs. A lone work-item
 * splits without barriers. */
#include "group.h"
#include "sort_keys.h"

GROUP_SCAN(sort_zeros, u32, u32, group_plus)

/* The number of elements of the group's tile, and the run of this work-item, from `begin` to
 * end - 1. */
typedef struct sort_run {
    u32 count, begin, end;
} sort_run;

static inline sort_run sort_run_of(sort_shape s)
{
    const u32 run = (u32)(s.tile / get_local_size(0));
    sort_run r;

    r.count = (u32)min(s.tile, s.count - get_group_id(0) * s.tile);
    r.begin = min(r.count, (u32)get_local_id(0) * run);
    r.end = min(r.count, r.begin + run);
    return r;
}

/* Sets digits[d] to the index of the tile's first element with digit d or more, or to r.count if
 * there is none. The work-item of that element, or of the last one, writes it. */
static inline void sort_begins(local u32 *digits, local const SORT_KEY *keys, sort_run r,
                               sort_rule rule)
{
    for (u32 k = r.begin; k < r.end; k++) {
        const u32 d = sort_digit(keys[k], rule);

        for (u32 i = k == 0 ? 0 : sort_digit(keys[k - 1], rule) + 1; i <= d; i++)
            digits[i] = k;
    }
    if (r.end == r.count && r.begin < r.end)
        for (u32 i = sort_digit(keys[r.count - 1], rule) + 1; i <= rule.mask; i++)
            digits[i] = r.count;
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* counts[d tiles + t]: number of keys of tile t with digit d. shared: two tiles of keys; with
 * values, two tiles of them; scanned: two words per work-item; digits: one word per digit. */
kernel void sort_splits_tiles(global SORT_KEY *out, global SORT_VALUE *value_out,
                              global SORT_INDEX *counts, global const SORT_KEY *keys,
                              global const SORT_VALUE *values, sort_shape s,
                              local SORT_KEY *shared, local SORT_VALUE *shared_values,
                              local u32 *scanned, local u32 *digits COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 t = get_local_id(0), n = get_local_size(0), tile = (u32)s.tile;
    const ulong begin = (ulong)get_group_id(0) * s.tile;
    const sort_run r = sort_run_of(s);
    const sort_rule rule = sort_rule_of(s);
    u32 from = 0;

    for (u32 k = t; k < r.count; k += n) {
        shared[k] = LOADED(keys[s.from + begin + k]);
        SORT_MOVE_VALUE(shared_values[k] = LOADED(values[s.value_from + begin + k]));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (u32 bit = 0; bit < s.bits; bit++) {
        const u32 to = tile - from;
        const sort_rule one_bit = {rule.flip, rule.begin + bit, 1};
        u32 zeros = 0;

        /* a key's zero, and both next places; the first place of ones */
        OP_COUNTS(ADDITIONS, 3 * (r.end - r.begin) + 2);
        for (u32 k = r.begin; k < r.end; k++)
            zeros += 1 - sort_digit(shared[from + k], one_bit);
        scanned[t] = zeros;

        local const u32 *sums = sort_zeros(scanned, t, n, 0);
        u32 zero = t > 0 ? sums[t - 1] : 0, one = sums[n - 1] + r.begin - zero;

        for (u32 k = r.begin; k < r.end; k++) {
            const SORT_KEY key = shared[from + k];
            const u32 is_one = sort_digit(key, one_bit);
            const u32 at = is_one ? one : zero;

            shared[to + at] = key;
            SORT_MOVE_VALUE(shared_values[to + at] = shared_values[from + k]);
            one += is_one;
            zero += 1 - is_one;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        from = to;
    }
    sort_begins(digits, shared + from, r, rule);
    for (u32 d = t; d <= rule.mask; d += n) {
        OP_COUNTS(ADDITIONS, 1);
        STORED(counts[(size_t)d * s.tiles + get_group_id(0)]) =
            (d < rule.mask ? digits[d + 1] : r.count) - digits[d];
    }
    for (u32 k = t; k < r.count; k += n) {
        STORED(out[s.to + begin + k]) = shared[from + k];
        SORT_MOVE_VALUE(STORED(value_out[s.value_to + begin + k]) = shared_values[from + k]);
    }
}

/* places[d tiles + t]: first place of the keys of tile t with digit d. shared: a tile of keys;
 * digits: one word per digit. */
kernel void sort_splits_spread(global SORT_KEY *out, global SORT_VALUE *value_out,
                               global const SORT_KEY *keys, global const SORT_VALUE *values,
                               global const SORT_INDEX *places, sort_shape s,
                               local SORT_KEY *shared, local u32 *digits COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 t = get_local_id(0), n = get_local_size(0);
    const ulong begin = (ulong)get_group_id(0) * s.tile;
    const sort_run r = sort_run_of(s);
    const sort_rule rule = sort_rule_of(s);

    for (u32 k = t; k < r.count; k += n)
        shared[k] = LOADED(keys[s.from + begin + k]);
    barrier(CLK_LOCAL_MEM_FENCE);
    sort_begins(digits, shared, r, rule);
    for (u32 k = t; k < r.count; k += n) {
        const u32 d = sort_digit(shared[k], rule);
        const SORT_INDEX place =
            LOADED(places[(size_t)d * s.tiles + get_group_id(0)]) + (k - digits[d]);

        OP_COUNTS(ADDITIONS, 2);
        STORED(out[s.to + place]) = shared[k];
        SORT_MOVE_VALUE(STORED(value_out[s.value_to + place]) =
                            LOADED(values[s.value_from + begin + k]));
    }
}
