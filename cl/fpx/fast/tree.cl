/* Subproduct trees [Gathen, Gerhard 2013, 10.1]: a node's polynomial is the product of all x - z
 * for its points z. Leaves have some dozens of points, for which schoolbook arithmetic is faster.
 *
 *     tree_leaves   the polynomials M of leaves
 *     tree_sums     for each leaf the sum of all c M / (x - z), z its points, c a weight of each
 *     tree_lead     the leading 1, which products modulo x^N - 1, N >= points, leave out
 *     tree_values   values, from the results of the transposed tree for a polynomial */
#include "tree_shape.h"
#include "../../arith/lanes.h"

/* to := from (x - z) + c rest in words below `count`, each after a zero. z, c: Montgomery form. */
LANES_FN void tree_step(local u32 *to, local const u32 *from, u32 z, u32 c, local const u32 *rest,
                        u32 count, fp_field f)
{
    for (u32 i = get_local_id(0) * W; i < count; i += NT * W) {
        const LANES low = lanes_mul(lanes_load(from + i), lanes_splat(z), f);
        const LANES more = lanes_mul(lanes_load(rest + i), lanes_splat(c), f);

        lanes_store(lanes_add(lanes_sub(lanes_load(from + i - 1), low, f), more, f), to + i);
    }
}

/* Sets words[at] to `value` and all others to 0. */
LANES_FN void tree_begin(local u32 *words, u32 count, u32 at, u32 value)
{
    for (u32 i = get_local_id(0); i < count; i += NT)
        words[i] = i == at ? value : 0;
}

/* One work-group per leaf. space: two TREE_LEAF. */
LANES_KERNEL tree_leaves(global u32 *out, global const u32 *points, const tree_shape s,
                         local u32 *space)
{
    const u32 size = TREE_LEAF(s.points, W), leaf = get_group_id(0);
    local u32 *from = space + W, *to = from + size;

    tree_begin(space, 2 * size, W, 1);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    for (u32 k = 0; k < s.points; k++) {
        const u32 z = fp_to(points[leaf * s.points + k], s.field);
        local u32 *next = from;

        tree_step(to, from, z, 0, from, k + 2, s.field);
        LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
        from = to;
        to = next;
    }
    for (u32 i = get_local_id(0); i < TREE_NODE(s.points); i += NT)
        out[(size_t)leaf * TREE_NODE(s.points) + i] = from[i];
}

/* One work-group per leaf; sums are stored in reverse order of leaves. space: four TREE_LEAF. */
LANES_KERNEL tree_sums(global u32 *out, global const u32 *points, global const u32 *weights,
                       const tree_shape s, local u32 *space)
{
    const u32 size = TREE_LEAF(s.points, W), leaf = get_group_id(0);
    local u32 *from = space + W, *to = from + 2 * size; /* sums are `size` words further */

    tree_begin(space, 4 * size, W, 1);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    for (u32 k = 0; k < s.points; k++) {
        const u32 z = fp_to(points[leaf * s.points + k], s.field);
        const u32 c = fp_to(weights[leaf * s.points + k], s.field);
        local u32 *next = from;

        tree_step(to, from, z, 0, from, k + 2, s.field);
        tree_step(to + size, from + size, z, c, from, k + 2, s.field);
        LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
        from = to;
        to = next;
    }
    for (u32 i = get_local_id(0); i < s.points; i += NT)
        out[(size_t)(s.nodes - 1 - leaf) * s.points + i] = from[size + i];
}

/* Sets the leading coefficients of all nodes of a level, one work-item per node. */
kernel void tree_lead(global u32 *words, const tree_shape s)
{
    global u32 *node = words + (size_t)get_global_id(0) * TREE_NODE(s.points);

    if (get_global_id(0) >= s.nodes)
        return;
    node[s.points] = 1;
    if (s.wraps)
        node[0] = fp_sub(node[0], 1, s.field);
}

/* One work-item for W points of a leaf. With M of degree L, its reversal T = x^L M(1 / x), and F
 * the leaf's words of `rest`, the value at z is the sum of all F_k times the coefficient of x^k in
 * T / (1 - z x), k < L. The leaves of `rest` are in reverse order. */
LANES_KERNEL tree_values(global u32 *values, global const u32 *rest, global const u32 *leaves,
                         global const u32 *points, const tree_shape s)
{
    const u32 item = get_global_id(0), vectors = s.points / W, leaf = item / vectors;
    const u32 at = leaf * s.points + item % vectors * W;

    if (leaf >= s.nodes)
        return;

    const LANES z = lanes_mul(lanes_load(points + at), lanes_splat(s.field.r2), s.field);
    global const u32 *top = leaves + (size_t)leaf * TREE_NODE(s.points) + s.points;
    LANES h = lanes_splat(0), sum = lanes_splat(0);

    rest += (size_t)(s.nodes - 1 - leaf) * s.points;
    for (u32 k = 0; k < s.known; k++) {
        h = lanes_add(lanes_mul(h, z, s.field), lanes_splat(*(top - k)), s.field);
        sum = lanes_add(sum, lanes_mul(h, lanes_splat(rest[k]), s.field), s.field);
    }
    lanes_store(lanes_mul(sum, lanes_splat(s.field.r2), s.field), values + at);
}
