/* Measures launches, reads of local memory, and products of residues, which are the local
 * operation of the many-core machine model. */
#include "../arith/lanes.h"

/* Does nothing, to measure a launch; only a work-item beyond it would write. */
kernel void calibrate_nothing(global u32 *out)
{
    if (get_global_id(0) > 0)
        out[0] = 1;
}

/* Adds `rounds` vectors of `count` words of local memory in each work-item; out: the sums. count
 * is a power of two and a multiple of the words that the group reads at a time. */
kernel void calibrate_local(global u32 *out, local u32 *words, const u32 count, const u32 rounds)
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

#define CALIBRATE_CHAINS 8 /* independent chains, enough to hide the latency */

/* out = the sum over chains c = 0, 1, ... of (c + 1) factor^rounds, in each lane; each
 * work-item computes rounds * CALIBRATE_CHAINS * W products. */
LANES_KERNEL calibrate_products(global u32 *out, const fp_field f, const u32 factor,
                                const u32 rounds)
{
    LANES chain[CALIBRATE_CHAINS], sum = lanes_splat(0);

    for (int c = 0; c < CALIBRATE_CHAINS; c++)
        chain[c] = lanes_splat((u32)c + 1);
    /* Hides from PoCL 7.1 that work-items have equal rounds, as in cl/rates/multiply_rate.cl. */
    const u32 end = rounds + (u32)(get_global_id(0) >> 31);

    for (u32 round = 0; round < end; round++) {
#pragma unroll
        for (int c = 0; c < CALIBRATE_CHAINS; c++)
            chain[c] = lanes_mul(chain[c], lanes_splat(factor), f);
    }
    for (int c = 0; c < CALIBRATE_CHAINS; c++)
        sum = lanes_add(sum, chain[c], f);
    lanes_store(sum, out + get_global_id(0) * W);
}
