/* How far each node of a linked list is from its end [MCA14, VI].
 *
 *     list_ranking_begin   Wyllie: every node knows its successor, at distance 1, and
 *     list_ranking_jump    goes on behind it, lg n times
 *     list_ranking_take    until all distances are those to the end
 *
 *        o->o->o->o->o        o--->o--->o
 *                        =>      o--->o--->  distances are added on the way
 *
 *     list_ranking_load    a sample: some nodes
 *     list_ranking_mark    begin parts,
 *     list_ranking_walk    of which work-items walk CHAINS at a time, to the next one's beginning;
 *     list_ranking_join    one work-item goes from part to part,
 *     list_ranking_place   and nodes look up where theirs begins
 *
 * The first form goes to n nodes that lie anywhere in each of lg n rounds, the other one once in
 * all. What is known of a node lies together, so that it is one access. A chain knows its next
 * node when it has read the last one. */
#include "chains.h"

#define LIST_RANKING_NONE 0xffffffffu
#define LIST_RANKING_CHUNK 8 /* nodes of a line of a cache */

/* A node's successor, and how far that is. */
kernel void list_ranking_begin(global uint2 *out, global const u32 *next, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count)
        out[k] = (uint2)(next[k], next[k] != k);
}

/* A round: each work-item has `share` nodes, in CHAINS parts side by side, an odd number of chunks
 * each: at distances of powers of two they would want the same places of caches. Chains that are
 * at their end make its last node again. */
kernel void list_ranking_jump(global uint2 *out, global const uint2 *in, const u32 count,
                              const u32 share, const u32 zero)
{
    const u32 chunks = (share + LIST_RANKING_CHUNK - 1) / LIST_RANKING_CHUNK;
    const u32 part = (CHAINS_PART(chunks) | 1) * LIST_RANKING_CHUNK;
    const u32 begin = (u32)get_global_id(0) * share;
    const u32 end = min(begin + share, count);
    u32 at[CHAINS];

    if (begin >= end)
        return;
    chains_begin(at, begin, end, part);
    for (u32 k = 0; k < part; k++) {
#pragma unroll
        for (u32 c = 0; c < CHAINS; c++) {
            const uint2 node = in[at[c]], behind = in[node.x];

            out[at[c]] = (uint2)(behind.x, node.y + behind.y);
            at[c] = chains_next(at[c], behind.x, zero, end);
        }
    }
}

kernel void list_ranking_take(global u32 *rank, global const uint2 *in, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count)
        rank[k] = in[k].y;
}

/* Of node k, at 2k: the next one, and the part that begins there, from 1 on, or 0; at 2k + 1,
 * where others write while that is read: its own part, and its place in it. */
kernel void list_ranking_load(global uint2 *nodes, global const u32 *next, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count)
        nodes[2 * (size_t)k] = (uint2)(next[k], 0);
}

/* Part k begins at the k-th of `parts` nodes at equal distances, part 0 at the list's head; where
 * that is one of them it begins no other. */
kernel void list_ranking_mark(global uint2 *nodes, global u32 *heads, const u32 count,
                              const u32 parts, const u32 head)
{
    const u32 k = (u32)get_global_id(0);

    if (k < parts) {
        const u32 place = (u32)((ulong)k * count / parts), node = k == 0 ? head : place;
        const bool twice = k > 0 && place == head;

        heads[k] = twice ? LIST_RANKING_NONE : node;
        if (!twice)
            nodes[2 * (size_t)node].y = k + 1;
    }
}

/* A work-item has `share` parts. Of each: how many nodes there are, and the part behind it, from 1
 * on; 0: there is none. */
kernel void list_ranking_walk(global uint2 *lengths, global uint2 *nodes, global const u32 *heads,
                              const u32 parts, const u32 share)
{
    const u32 first = (u32)get_global_id(0) * share, end = min(first + share, parts);
    u32 todo = first, active;
    u32 part[CHAINS], at[CHAINS], place[CHAINS];

    for (u32 c = 0; c < CHAINS; c++)
        at[c] = LIST_RANKING_NONE;
    do {
        active = todo < end;
#pragma unroll
        for (u32 c = 0; c < CHAINS; c++) {
            if (at[c] == LIST_RANKING_NONE && todo < end) {
                part[c] = todo;
                at[c] = heads[todo++];
                place[c] = 0;
            }
            if (at[c] != LIST_RANKING_NONE) {
                const size_t here = 2 * (size_t)at[c];
                const uint2 node = nodes[here];
                const bool over = place[c] > 0 && node.y != 0;

                if (!over)
                    nodes[here + 1] = (uint2)(part[c], place[c]++);
                if (over || node.x == at[c]) {
                    lengths[part[c]] = (uint2)(place[c], over ? node.y : 0);
                    at[c] = LIST_RANKING_NONE;
                } else {
                    at[c] = node.x;
                    active = 1;
                }
            }
        }
    } while (active != 0);
}

/* lengths[k].x := nodes from the first one of part k to the list's end. */
kernel void list_ranking_join(global uint2 *lengths, const u32 count)
{
    u32 before = 0;

    if (get_global_id(0) > 0)
        return;
    for (u32 part = 0;;) {
        const uint2 here = lengths[part];

        lengths[part].x = count - before;
        before += here.x;
        if (here.y == 0)
            return;
        part = here.y - 1;
    }
}

kernel void list_ranking_place(global u32 *rank, global const uint2 *nodes,
                               global const uint2 *lengths, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count) {
        const uint2 own = nodes[2 * (size_t)k + 1];

        rank[k] = lengths[own.x].x - 1 - own.y;
    }
}
