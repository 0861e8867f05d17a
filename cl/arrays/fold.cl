/* Reductions of arrays: the sum, minimum or maximum of many elements.
 *
 * Each work-group reduces a tile to one element, in launches until one is left. A work-item first
 * reduces a run, as in scan.cl.
 *
 * Definitions: FOLD_TYPE, uint or ulong; FOLD_OPERATOR(a, b, context); FOLD_NONE, its identity. */
#include "group.h"
#include "scan_shape.h"

#define fold_min(a, b, context) min(a, b)
#define fold_max(a, b, context) max(a, b)

GROUP_REDUCE(fold_group, FOLD_TYPE, uint, FOLD_OPERATOR)

/* out[s.to + g]: the result of tile g. shared: one element per work-item of the group. */
kernel void fold_tiles(global FOLD_TYPE *out, global const FOLD_TYPE *values, scan_shape s,
                       local FOLD_TYPE *shared)
{
    const uint t = get_local_id(0);
    const ulong begin = min(s.count, (ulong)get_global_id(0) * s.run);
    const ulong end = begin + min(s.count - begin, (ulong)s.run);
    FOLD_TYPE all = FOLD_NONE;

    values += s.from;
    for (ulong k = begin; k < end; k++)
        all = FOLD_OPERATOR(all, values[k], 0);
    shared[t] = all;
    fold_group(shared, t, get_local_size(0), 0);
    if (t == 0)
        out[s.to + get_group_id(0)] = shared[0];
}
