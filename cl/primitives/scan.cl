/* Prefix sums of any number of elements, in three phases.
 *
 *     elements     | tile 0      | tile 1      | tile 2      |      a work-group each
 *     scan_reduce  | sum         | sum         | sum         |
 *     the same again, exclusive: what is before each tile
 *     scan_tiles   | prefixes    | prefixes    | prefixes    |
 *
 * A work-item adds a run of elements first, and the group scans the sums of its runs: with n
 * elements in runs of f this is n(1 + 1/f) work in place of the n log n of a scan by doubling
 * alone. A tile is read twice; the second time from a cache, if it fits one. A run is what a core
 * takes at a time on a CPU, where a group has one work-item, and a few words on a GPU.
 * [Blelloch 1990, 1.3; Brent 1974] */
#include "group.h"
#include "scan_shape.h"

/* Definition: SCAN_TYPE, the type of elements, uint or ulong. */
GROUP_REDUCE(scan_reduce_sums, SCAN_TYPE, uint, group_plus)
GROUP_SCAN(scan_sums, SCAN_TYPE, uint, group_plus)

/* The begin and the end of this work-item's run; both are `count` beyond the last element. */
static inline ulong scan_begin(scan_shape s)
{
    return min(s.count, (ulong)get_global_id(0) * s.run);
}

static inline ulong scan_end(scan_shape s, ulong begin)
{
    return begin + min(s.count - begin, (ulong)s.run);
}

static inline SCAN_TYPE scan_run(global const SCAN_TYPE *values, ulong begin, ulong end)
{
    SCAN_TYPE sum = 0;

    for (ulong k = begin; k < end; k++)
        sum += values[k];
    return sum;
}

/* sums[g]: of the elements of tile g. shared: an element for each work-item of the group. */
kernel void scan_reduce(global SCAN_TYPE *sums, global const SCAN_TYPE *values, scan_shape s,
                        local SCAN_TYPE *shared)
{
    const uint t = get_local_id(0);
    const ulong begin = scan_begin(s);

    shared[t] = scan_run(values + s.from, begin, scan_end(s, begin));
    scan_reduce_sums(shared, t, get_local_size(0), 0);
    if (t == 0)
        sums[get_group_id(0)] = shared[0];
}

/* Prefixes within each tile, on top of before[g]. Elements and prefixes may be the same memory.
 * shared: two elements for each work-item of the group. */
kernel void scan_tiles(global SCAN_TYPE *prefixes, global const SCAN_TYPE *values,
                       global const SCAN_TYPE *before, scan_shape s, local SCAN_TYPE *shared)
{
    const uint t = get_local_id(0);

    shared[t] = scan_run(values + s.from, scan_begin(s), scan_end(s, scan_begin(s)));

    local const SCAN_TYPE *sums = scan_sums(shared, t, get_local_size(0), 0);
    const ulong begin = scan_begin(s), end = scan_end(s, begin);
    SCAN_TYPE sum = s.carried ? before[get_group_id(0)] : 0;

    if (t > 0)
        sum += sums[t - 1];
    for (ulong k = begin; k < end; k++) {
        const SCAN_TYPE value = values[s.from + k];

        prefixes[s.to + k] = s.exclusive ? sum : sum + value;
        sum += value;
    }
}
