/* Like residue_rate.cl, in explicit vectors of W lanes, as suits CPUs. */
#include "../arith/residue_lanes.h"

#define RESIDUE_RATE_CHAINS 8

/* Sets the first values of the chains in all lanes: 1, 2, 3, ..., with sum 36. */
static inline void residue_rate_lanes_begin(rlanes *chain, residue_field f)
{
    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
        chain[c] = rlanes_splat(residue_to((residue_word)c + 1, f));
}

/* Returns the sum of the chains in lane i mod W of work-item i, so that every lane is checked. */
static inline residue_word residue_rate_lanes_end(const rlanes *chain, residue_field f)
{
    residue lane[W], sum = 0;

    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++) {
        rlanes_store(chain[c], lane);
        sum = residue_add(sum, lane[get_global_id(0) % W], f);
    }
    return residue_from(sum, f);
}

/* In each lane 36 * (i + 2)^rounds: rounds * RESIDUE_RATE_CHAINS * W products a work-item. */
kernel void residue_rate_lanes_mul(global residue_word *out, const residue_field f,
                                   const u32 rounds)
{
    const rlanes factor = rlanes_splat(residue_to((residue_word)get_global_id(0) + 2, f));
    rlanes chain[RESIDUE_RATE_CHAINS];

    residue_rate_lanes_begin(chain, f);
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
            chain[c] = rlanes_mul(chain[c], factor, f);
    }
    out[get_global_id(0)] = residue_rate_lanes_end(chain, f);
}

/* In each lane 36 * (i + 1)^rounds, computed as in residue_rate_cross: each work-item makes rounds
 * * RESIDUE_RATE_CHAINS * W differences of two products. */
kernel void residue_rate_lanes_cross(global residue_word *out, const residue_field f,
                                     const u32 rounds)
{
    const rlanes a = rlanes_splat(residue_to((residue_word)get_global_id(0) + 2, f));
    const rlanes b = rlanes_splat(residue_to(rounds == 0 ? 0 : 1, f));
    rlanes chain[RESIDUE_RATE_CHAINS];

    residue_rate_lanes_begin(chain, f);
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < RESIDUE_RATE_CHAINS; c += 2) {
            const rlanes x = chain[c], y = chain[c + 1];

            chain[c] = rlanes_cross(x, a, y, b, f);
            chain[c + 1] = rlanes_cross(y, a, x, b, f);
        }
    }
    out[get_global_id(0)] = residue_rate_lanes_end(chain, f);
}
