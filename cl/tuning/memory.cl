/* Measures copies of consecutive words, strided reads, and pointer chasing, in which each word
 * read is the index of the next. */
#include "../arith/lanes.h"

/* out[k] = in[k] for the W words of each work-item. */
kernel void memory_copy(global u32 *out, global const u32 *in)
{
    const size_t at = get_global_id(0) * W;

    lanes_store(lanes_load(in + at), out + at);
}

/* Copies `vectors` vectors of W words, MEMORY_RUN in each work-item. On an H200 the rate of
 * memory_copy is that at which groups start, a fifth of the memory's. */
#define MEMORY_RUN 16

kernel void memory_copy_runs(global u32 *out, global const u32 *in, const ulong vectors)
{
    const size_t n = get_local_size(0);
    const size_t first = get_group_id(0) * (n * MEMORY_RUN) + get_local_id(0);
    LANES words[MEMORY_RUN];

#pragma unroll
    for (int k = 0; k < MEMORY_RUN; k++)
        if (first + k * n < vectors)
            words[k] = lanes_load(in + (first + k * n) * W);
#pragma unroll
    for (int k = 0; k < MEMORY_RUN; k++)
        if (first + k * n < vectors)
            lanes_store(words[k], out + (first + k * n) * W);
}

/* Sums `run` words in each work-item, `step` words apart; the first words of consecutive
 * work-items are `begin` words apart. */
kernel void memory_strided(global u32 *out, global const u32 *in, const u32 run,
                           const u32 begin, const u32 step)
{
    size_t at = get_global_id(0) * (size_t)begin;
    u32 sum = 0;

    for (u32 k = 0; k < run; k++, at += step)
        sum += in[at];
    out[get_global_id(0)] = sum;
}

#ifndef MEMORY_CHAINS
#define MEMORY_CHAINS 1
#endif

/* Links a cycle through words in memory: order[k] is followed by order[k + 1]. */
kernel void memory_link(global u32 *next, global const u32 *order, const u32 count)
{
    const u32 k = (u32)get_global_id(0);

    if (k < count)
        next[order[k]] = order[k + 1 < count ? k + 1 : 0];
}

/* Follows MEMORY_CHAINS chains in each work-item for `steps` steps, in turn, from the indices in
 * `ends`. Stores the last indices there: the next launch goes on with words not yet cached. */
kernel void memory_chase(global u32 *ends, global const u32 *next, const u32 steps)
{
    global u32 *own = ends + get_global_id(0) * MEMORY_CHAINS;
    u32 at[MEMORY_CHAINS];

    for (int c = 0; c < MEMORY_CHAINS; c++)
        at[c] = own[c];
    for (u32 k = 0; k < steps; k++) {
#pragma unroll
        for (int c = 0; c < MEMORY_CHAINS; c++)
            at[c] = next[at[c]];
    }
    for (int c = 0; c < MEMORY_CHAINS; c++)
        own[c] = at[c];
}
