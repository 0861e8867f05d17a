/* How many residues of the type RESIDUE the device multiplies in a second in explicit vectors of W
 * lanes, as CPUs like them: for benchmarks, beside cl/residue_rate.cl. */
#include "residue_lanes.h"

#define RESIDUE_RATE_CHAINS 8

/* In each lane 36 * (i + 2)^rounds: rounds * RESIDUE_RATE_CHAINS * W products a work-item. out[i]
 * is lane i mod W, so that every lane is given by some. */
kernel void residue_rate_lanes(global residue_word *out, const residue_field f, const u32 rounds)
{
    const rlanes factor = rlanes_splat(residue_to((residue_word)get_global_id(0) + 2, f));
    rlanes chain[RESIDUE_RATE_CHAINS];
    residue lane[W], sum = 0;

    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
        chain[c] = rlanes_splat(residue_to((residue_word)c + 1, f));
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
            chain[c] = rlanes_mul(chain[c], factor, f);
    }
    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++) {
        rlanes_store(chain[c], lane);
        sum = residue_add(sum, lane[get_global_id(0) % W], f);
    }
    out[get_global_id(0)] = residue_from(sum, f);
}
