/* How fast the device copies words: the floor under kernels that move them, for benchmarks. */
#include "../arith/lanes.h"

/* out[k] = in[k] for the W words of each work-item. */
kernel void copy_rate(global u32 *out, global const u32 *in)
{
    const size_t at = get_global_id(0) * W;

    lanes_store(lanes_load(in + at), out + at);
}
