/* How fast the device multiplies residues: the local operation of the many-core machine model. */
#include "../arith/lanes.h"

#define PRODUCT_CHAINS 8 /* independent ones, as many as hide the latency */

/* out = the sum of chains c = 0, 1, ..., of (c + 1) factor^rounds, in each lane: rounds *
 * PRODUCT_CHAINS * W products a work-item. */
LANES_KERNEL product_chains(global u32 *out, const fp_field f, const u32 factor, const u32 rounds)
{
    LANES chain[PRODUCT_CHAINS], sum = lanes_splat(0);

    for (int c = 0; c < PRODUCT_CHAINS; c++)
        chain[c] = lanes_splat((u32)c + 1);
    /* No compiler must know that all have as many rounds: PoCL 7.1 would exchange the loops over
     * rounds and work-items, and so keep the chains in memory. */
    const u32 end = rounds + (u32)(get_global_id(0) >> 31);

    for (u32 round = 0; round < end; round++) {
#pragma unroll
        for (int c = 0; c < PRODUCT_CHAINS; c++)
            chain[c] = lanes_mul(chain[c], lanes_splat(factor), f);
    }
    for (int c = 0; c < PRODUCT_CHAINS; c++)
        sum = lanes_add(sum, chain[c], f);
    lanes_store(sum, out + get_global_id(0) * W);
}
