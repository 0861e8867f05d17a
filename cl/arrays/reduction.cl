/* Reductions of arrays: the sum, minimum or maximum of many elements.
 *
 * Each work-group reduces a tile to one element, in launches until one is left. A work-item first
 * reduces a run, as in scan.cl.
 *
 * Definitions: REDUCTION_TYPE, uint or ulong; REDUCTION_OPERATOR(a, b, context); and
 * REDUCTION_IDENTITY, the operator's. */
#include "group.h"
#include "scan_shape.h"

#define reduction_min(a, b, context) min(a, b)
#define reduction_max(a, b, context) max(a, b)

GROUP_REDUCE(reduction_group, REDUCTION_TYPE, uint, REDUCTION_OPERATOR)

/* out[s.to + g]: the result of tile g. shared: one element per work-item of the group. */
kernel void reduction_tiles(global REDUCTION_TYPE *out, global const REDUCTION_TYPE *values,
                            scan_shape s, local REDUCTION_TYPE *shared)
{
    const uint t = get_local_id(0);
    const ulong begin = min(s.count, (ulong)get_global_id(0) * s.run);
    const ulong end = begin + min(s.count - begin, (ulong)s.run);
    REDUCTION_TYPE all = REDUCTION_IDENTITY;

    values += s.from;
    for (ulong k = begin; k < end; k++)
        all = REDUCTION_OPERATOR(all, values[k], 0);
    shared[t] = all;
    reduction_group(shared, t, get_local_size(0), 0);
    if (t == 0)
        out[s.to + get_group_id(0)] = shared[0];
}
