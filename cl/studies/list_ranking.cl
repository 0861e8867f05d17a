/* List ranking: the distance of each node of a linked list to its end [MCA14, VI], by two methods.
 *
 * Pointer jumping (Wyllie) visits n scattered nodes in each of lg n rounds:
 *
 *     list_ranking_begin   every node starts with its successor, at distance 1,
 *     list_ranking_jump    and replaces it by the successor's successor, lg n times,
 *     list_ranking_store   until all distances are distances to the end
 *
 *        o->o->o->o->o        o--->o--->o
 *                        =>      o--->o--->  distances are added up
 *
 * Sampling visits them once:
 *
 *     list_ranking_load    stores the nodes' successors
 *     list_ranking_mark    chooses nodes that begin parts of the list
 *     list_ranking_walk    work-items walk CHAINS parts at a time, each to the next beginning
 *     list_ranking_join    one work-item goes from part to part
 *     list_ranking_place   nodes look up the distance of their part
 *
 * A node's data are contiguous, so that reading them is one access. A chain finds its next node in
 * the last one read. */
#include "chains.h"

#define LIST_RANKING_NONE 0xffffffffu
#define LIST_RANKING_CHUNK 8 /* nodes in a cache line */

/* Stores the successor of each node and its distance. */
kernel void list_ranking_begin(global uint2 *out, global const u32 *next, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count)
        out[k] = (uint2)(next[k], next[k] != k);
}

/* Performs a round: each work-item has `share` nodes, in CHAINS parts side by side, of odd numbers
 * of chunks as in cl/studies/fft.cl. */
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

/* Stores the distances to the end. */
kernel void list_ranking_store(global u32 *rank, global const uint2 *in, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count)
        rank[k] = in[k].y;
}

/* Stores, for node k, at 2k its successor and the number of the part that begins there, from 1 on,
 * or 0. At 2k + 1, written while 2k is read, are its part and its index in the part. */
kernel void list_ranking_load(global uint2 *nodes, global const u32 *next, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count)
        nodes[2 * (size_t)k] = (uint2)(next[k], 0);
}

/* Begins part k at the k-th of `parts` nodes at equal distances, part 0 at the head of the list.
 * If the head is one of these nodes, the other part is left out. */
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

/* Walks the `share` parts of a work-item. Stores for each its number of nodes and the next part,
 * from 1 on, or 0 at the end of the list. */
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

/* Sets lengths[k].x to the number of nodes from the start of part k to the end of the list; one
 * work-item. */
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

/* Stores the distance of each node to the end, from those of its part and its index there. */
kernel void list_ranking_place(global u32 *rank, global const uint2 *nodes,
                               global const uint2 *lengths, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count) {
        const uint2 own = nodes[2 * (size_t)k + 1];

        rank[k] = lengths[own.x].x - 1 - own.y;
    }
}
