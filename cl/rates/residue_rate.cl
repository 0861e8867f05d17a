/* For benchmarks: measures how many products of residues of the type RESIDUE the device computes
 * per second, in vectors of W lanes. Enough independent chains hide the latency. With W = 1 a
 * barrier lets PoCL vectorise across work-items. */
#include "../arith/residue_lanes.h"

#define RESIDUE_RATE_CHAINS 8
#if W == 1
#define RESIDUE_RATE_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#else
#define RESIDUE_RATE_BARRIER()
#endif

/* Sets the first values of the chains in all lanes: 1, 2, 3, ..., with sum 36. */
static inline void residue_rate_begin(rlanes *chain, residue_field f)
{
    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
        chain[c] = rlanes_splat(residue_to((residue_word)c + 1, f));
}

/* Returns the sum of the chains in lane i mod W of work-item i, so that every lane is checked. */
static inline residue_word residue_rate_end(const rlanes *chain, residue_field f)
{
    residue lane[W], sum = 0;

    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++) {
        rlanes_store(chain[c], lane);
        sum = residue_add(sum, lane[get_global_id(0) % W], f);
    }
    return residue_from(sum, f);
}

/* out[i] = 36 * (i + 2)^rounds. Each work-item computes rounds * RESIDUE_RATE_CHAINS * W
 * products. */
kernel void residue_rate_mul(global residue_word *out, const residue_field f, const u32 rounds)
{
    const rlanes factor = rlanes_splat(residue_to((residue_word)get_global_id(0) + 2, f));
    rlanes chain[RESIDUE_RATE_CHAINS];

    residue_rate_begin(chain, f);
    RESIDUE_RATE_BARRIER();
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
            chain[c] = rlanes_mul(chain[c], factor, f);
    }
    out[get_global_id(0)] = residue_rate_end(chain, f);
}

/* out[i] = 36 * (i + 1)^rounds, since each round maps two chains x, y to x a - y b, y a - x b
 * with a = i + 2 and b = 1. Each work-item computes rounds * RESIDUE_RATE_CHAINS * W such
 * differences. */
kernel void residue_rate_cross(global residue_word *out, const residue_field f, const u32 rounds)
{
    const rlanes a = rlanes_splat(residue_to((residue_word)get_global_id(0) + 2, f));
    const rlanes b = rlanes_splat(residue_to(rounds == 0 ? 0 : 1, f)); /* compilers don't know b */
    rlanes chain[RESIDUE_RATE_CHAINS];

    residue_rate_begin(chain, f);
    RESIDUE_RATE_BARRIER();
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < RESIDUE_RATE_CHAINS; c += 2) {
            const rlanes x = chain[c], y = chain[c + 1];

            chain[c] = rlanes_cross(x, a, y, b, f);
            chain[c + 1] = rlanes_cross(y, a, x, b, f);
        }
    }
    out[get_global_id(0)] = residue_rate_end(chain, f);
}
