/* How fast work-groups read their local memory. */
#include "../arith/lanes.h"

/* Each work-item adds `rounds` vectors of `count` words of local memory, a power of two that is a
 * multiple of what the group reads at a time; out has the sums. */
kernel void local_words(global u32 *out, local u32 *words, const u32 count, const u32 rounds)
{
    const u32 step = (u32)get_local_size(0) * W;
    u32 at = (u32)get_local_id(0) * W;
    LANES sum = lanes_splat(0);

    for (u32 k = at; k < count; k += step)
        lanes_store(lanes_splat(k), words + k);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (u32 k = 0; k < rounds; k++) {
        sum += lanes_load(words + at);
        at = (at + step) & (count - 1);
    }
    lanes_store(sum, out + get_global_id(0) * W);
}
