/* How long the device takes for a word whose place was read just before. */
#include "../arith/fp.h"

#ifndef CHASE_CHAINS
#define CHASE_CHAINS 1
#endif

/* A circle through places in memory: order[k] is followed by order[k + 1]. */
kernel void chase_link(global u32 *next, global const u32 *order, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count)
        next[order[k]] = order[k + 1 < count ? k + 1 : 0];
}

/* Each work-item follows CHASE_CHAINS chains for so many steps, all of them in turn, from the
 * places in `ends`; there the next launch goes on, where no cache has been yet. */
kernel void chase_follow(global u32 *ends, global const u32 *next, const u32 steps)
{
    global u32 *own = ends + get_global_id(0) * CHASE_CHAINS;
    u32 at[CHASE_CHAINS];

    for (int c = 0; c < CHASE_CHAINS; c++)
        at[c] = own[c];
    for (u32 k = 0; k < steps; k++) {
#pragma unroll
        for (int c = 0; c < CHASE_CHAINS; c++)
            at[c] = next[at[c]];
    }
    for (int c = 0; c < CHASE_CHAINS; c++)
        own[c] = at[c];
}
