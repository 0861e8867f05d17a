/* Prefix sums of any number of elements, in three phases.
 *
 *     elements     | tile 0      | tile 1      | tile 2      |      a work-group each
 *     scan_reduce  | sum         | sum         | sum         |
 *     the same again, exclusive: the sums before each tile
 *     scan_tiles   | prefixes    | prefixes    | prefixes    |
 *
 * A work-item first adds a run, and the group scans its runs' sums by doubling: of n elements in
 * runs of r, only n/r values take log n steps. The last phase adds runs again, from the cache. A
 * run is a core's share of a tile on a CPU, where a group has one work-item, and a few words on a
 * GPU. [Blelloch 1990, 1.3; Brent 1974]
 *
 * Definition: SCAN_TYPE, the type of elements, uint or ulong. */
#include "group.h"
#include "scan_shape.h"

GROUP_REDUCE(scan_reduce_sums, SCAN_TYPE, uint, group_plus)
GROUP_SCAN(scan_sums, SCAN_TYPE, uint, group_plus)

/* Return the first index of this work-item's run and the index behind its last element, both at
 * most s.count. */
static inline ulong scan_begin(scan_shape s)
{
    return min(s.count, (ulong)get_global_id(0) * s.run);
}

static inline ulong scan_end(scan_shape s, ulong begin)
{
    return begin + min(s.count - begin, (ulong)s.run);
}

/* Returns the sum of the elements from `begin` to end - 1. */
static inline SCAN_TYPE scan_run(global const SCAN_TYPE *values, ulong begin, ulong end)
{
    SCAN_TYPE sum = 0;

    OP_COUNTS(ADDITIONS, end - begin);
    for (ulong k = begin; k < end; k++)
        sum += LOADED(values[k]);
    return sum;
}

#if W > 1
/* CPUs compute sixteen prefixes at a time: four additions of vectors shifted by 1, 2, 4 and 8
 * elements, and one of the sum before. */
#define SCAN_JOIN_(type, lanes) type##lanes
#define SCAN_JOIN(type, lanes) SCAN_JOIN_(type, lanes)
#define SCAN_LANES 16
typedef SCAN_JOIN(SCAN_TYPE, 16) scan_vector;
typedef scan_vector scan_loose_vector __attribute__((aligned(4)));

static inline scan_vector scan_vector_sums(scan_vector x)
{
    const SCAN_JOIN(SCAN_TYPE, 4) none4 = 0;
    const SCAN_JOIN(SCAN_TYPE, 8) none8 = 0;

    x += (scan_vector)(none4.s0, x.s0, x.s12, x.s3456, x.s789abcde);
    x += (scan_vector)(none4.s01, x.s01, x.s2345, x.s6789abcd);
    x += (scan_vector)(none4, x.s0123, x.s456789ab);
    return x + (scan_vector)(none8, x.s01234567);
}

/* Computes whole vectors of prefixes from `begin` to end - 1 at most, and adds their elements to
 * *sum. Returns the index behind them. */
static inline ulong scan_vectors(global SCAN_TYPE *prefixes, global const SCAN_TYPE *values,
                                 SCAN_TYPE *sum, ulong begin, ulong end, uint exclusive)
{
    SCAN_TYPE before = *sum;

    for (; end - begin >= SCAN_LANES; begin += SCAN_LANES) {
        const scan_vector x = LOADED(*(global const scan_loose_vector *)(values + begin));
        const scan_vector sums = scan_vector_sums(x) + before;

        OP_COUNTS(ADDITIONS, (exclusive ? 6 : 5) * SCAN_LANES);
        STORED(*(global scan_loose_vector *)(prefixes + begin)) = exclusive ? sums - x : sums;
        before = sums.sf;
    }
    *sum = before;
    return begin;
}
#else
#define scan_vectors(prefixes, values, sum, begin, end, exclusive) (begin)
#endif

/* sums[g]: the sum of tile g. shared: one element per work-item of the group. */
kernel void scan_reduce(global SCAN_TYPE *sums, global const SCAN_TYPE *values, scan_shape s,
                        local SCAN_TYPE *shared COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const uint t = get_local_id(0);
    const ulong begin = scan_begin(s);

    shared[t] = scan_run(values + s.from, begin, scan_end(s, begin));
    scan_reduce_sums(shared, t, get_local_size(0), 0);
    if (t == 0)
        STORED(sums[get_group_id(0)]) = shared[0];
}

/* Computes the prefixes within each tile, plus before[g]. Elements and prefixes may share memory.
 * shared: two elements per work-item of the group. */
kernel void scan_tiles(global SCAN_TYPE *prefixes, global const SCAN_TYPE *values,
                       global const SCAN_TYPE *before, scan_shape s, local SCAN_TYPE *shared
                       COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const uint t = get_local_id(0);

    if (get_local_size(0) > 1) /* a single work-item needs no sum of another one's run */
        shared[t] = scan_run(values + s.from, scan_begin(s), scan_end(s, scan_begin(s)));

    local const SCAN_TYPE *sums = scan_sums(shared, t, get_local_size(0), 0);
    const ulong begin = scan_begin(s), end = scan_end(s, begin);
    SCAN_TYPE sum = s.carried ? LOADED(before[get_group_id(0)]) : 0;
    ulong k;

    OP_COUNTS(ADDITIONS, t > 0);
    if (t > 0)
        sum += sums[t - 1];
    k = scan_vectors(prefixes + s.to, values + s.from, &sum, begin, end, s.exclusive);
    OP_COUNTS(ADDITIONS, end - k); /* of a prefix and an element, which gives the next sum */
    for (; k < end; k++) {
        const SCAN_TYPE value = LOADED(values[s.from + k]);

        STORED(prefixes[s.to + k]) = s.exclusive ? sum : sum + value;
        sum += value;
    }
}
