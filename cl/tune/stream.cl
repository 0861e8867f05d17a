/* How fast the device moves words in order, and words that are far from each other. */
#include "../arith/lanes.h"

/* out[k] = in[k] for the W words of each work-item. */
kernel void stream_copy(global u32 *out, global const u32 *in)
{
    const size_t at = get_global_id(0) * W;

    lanes_store(lanes_load(in + at), out + at);
}

/* Of each work-item the sum of `run` words, each `step` behind the last one; its first one is
 * `begin` behind that of the work-item before. */
kernel void stream_apart(global u32 *out, global const u32 *in, const u32 run, const u32 begin,
                         const u32 step)
{
    size_t at = get_global_id(0) * (size_t)begin;
    u32 sum = 0;

    for (u32 k = 0; k < run; k++, at += step)
        sum += in[at];
    out[get_global_id(0)] = sum;
}
