/* Prefix sums in one launch, which reads and writes each element once, by decoupled look-back
 * (lookback.h).
 *
 *     load    a tile, by coalesced reads, to local memory; each work-item adds a run of it
 *     scan    the sums of runs, in the group; announce the tile's total
 *     look    at the totals of as many earlier tiles as the group has work-items, at once, until
 *             one includes all before it; announce the total of all tiles so far
 *     store   prefixes of runs, through local memory
 *
 * Runs of odd length have no conflicts of memory banks. Runs are indexed in the tile, without
 * pointers to them: PoCL 6.0, asked not to optimise, compiles such pointers to code that crashes.
 *
 * Definitions: SCAN_TYPE, the type of elements; SCAN_RUN, the length of a run; those of
 * lookback.h. */
#include "group.h"
#include "lookback.h"
#include "scan_shape.h"

GROUP_REDUCE(scan_lookback_sum, SCAN_TYPE, uint, group_plus)
GROUP_SCAN(scan_lookback_sums, SCAN_TYPE, uint, group_plus)

/* Local words of a group: its tile; the tiles before which all others are still to be added; and
 * the nearest tile whose total includes all before it, counted from there. */
enum { SCAN_TILE, SCAN_END, SCAN_NEAREST };

/* Returns the sum of an earlier tile, announced or not. The tile's group may be about to replace
 * the elements by prefixes; it has announced the total before that. */
static inline SCAN_TYPE scan_lookback_total(u32 *state, global u32 *head, u32 tile,
                                            global const SCAN_TYPE *values, u32 length, u32 polls)
{
    global u32 *total = head + LOOKBACK_HEAD + (size_t)tile * LOOKBACK_PIECES;
    SCAN_TYPE value = 0, own = 0;

    *state = lookback_wait(&value, total, 1, polls);
    if (*state != LOOKBACK_NONE)
        return value;
    values += (ulong)tile * length;
    for (u32 k = 0; k < length; k++)
        own += LOADED(values[k]);
    lookback_missed(head);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    *state = lookback_read(&value, total, 1);
    if (*state != LOOKBACK_NONE)
        return value;
    *state = tile > 0 ? LOOKBACK_OWN : LOOKBACK_ALL;
    return own;
}

/* Adds the totals of all tiles before the group's to totals[n]. totals: n + 1 elements. */
static inline void scan_lookback_before(local SCAN_TYPE *totals, local u32 *words,
                                        global u32 *head, global const SCAN_TYPE *values,
                                        u32 polls)
{
    const u32 t = get_local_id(0), n = get_local_size(0);

    while (words[SCAN_END] > 0) {
        const u32 end = words[SCAN_END];
        SCAN_TYPE value = 0;
        u32 state = LOOKBACK_NONE;

        if (t < end)
            value = scan_lookback_total(&state, head, end - 1 - t, values, n * SCAN_RUN, polls);
        if (t == 0)
            words[SCAN_NEAREST] = n;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (state == LOOKBACK_ALL)
            atomic_min(words + SCAN_NEAREST, t);
        barrier(CLK_LOCAL_MEM_FENCE);
        totals[t] = t <= words[SCAN_NEAREST] ? value : 0;
        scan_lookback_sum(totals, t, n, 0);
        if (t == 0) {
            totals[n] += totals[0];
            words[SCAN_END] = words[SCAN_NEAREST] < n ? 0 : words[SCAN_END] - n;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* Computes the prefixes of a tile. Elements and prefixes may share memory.
 *
 * head: LOOKBACK_HEAD words, then LOOKBACK_PIECES for each tile. tile: SCAN_RUN elements per
 * work-item; shared: three elements per work-item, and one; words: three. */
kernel void scan_lookback(global SCAN_TYPE *prefixes, global const SCAN_TYPE *values,
                          global u32 *head, scan_shape s, local SCAN_TYPE *tile,
                          local SCAN_TYPE *shared, local u32 *words COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 t = get_local_id(0), n = get_local_size(0);

    if (t == 0) {
        words[SCAN_END] = words[SCAN_TILE] = lookback_take(head);
        shared[3 * n] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const u32 number = words[SCAN_TILE];
    const ulong begin = (ulong)number * (n * SCAN_RUN);
    const u32 count = (u32)min(s.count - begin, (ulong)(n * SCAN_RUN));
    global u32 *own = head + LOOKBACK_HEAD + (size_t)number * LOOKBACK_PIECES;
    local SCAN_TYPE *before = shared + 2 * n;
    SCAN_TYPE x[SCAN_RUN], sum = 0;

    values += s.from;
#pragma unroll
    for (u32 j = 0; j < SCAN_RUN; j++)
        x[j] = j * n + t < count ? LOADED(values[begin + j * n + t]) : 0;
#pragma unroll
    for (u32 j = 0; j < SCAN_RUN; j++)
        tile[j * n + t] = x[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    OP_COUNTS(ADDITIONS, 2 * SCAN_RUN); /* of an element to the run's sum, and to a prefix */
    for (u32 j = 0; j < SCAN_RUN; j++)
        sum += tile[t * SCAN_RUN + j];
    shared[t] = sum;

    local const SCAN_TYPE *sums = scan_lookback_sums(shared, t, n, 0);

    if (t == 0) {
        lookback_announce(own, 1, number == 0 ? LOOKBACK_ALL : LOOKBACK_OWN, sums[n - 1]);
        mem_fence(CLK_GLOBAL_MEM_FENCE);
    }
    scan_lookback_before(before, words, head, values, s.polls);
    if (t == 0 && number > 0)
        lookback_announce(own, 1, LOOKBACK_ALL, before[n] + sums[n - 1]);
    sum = before[n] + (t > 0 ? sums[t - 1] : 0);
    for (u32 j = 0; j < SCAN_RUN; j++) {
        const SCAN_TYPE value = tile[t * SCAN_RUN + j];

        tile[t * SCAN_RUN + j] = s.exclusive ? sum : sum + value;
        sum += value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    prefixes += s.to;
#pragma unroll
    for (u32 j = 0; j < SCAN_RUN; j++)
        if (j * n + t < count)
            STORED(prefixes[begin + j * n + t]) = tile[j * n + t];
}
