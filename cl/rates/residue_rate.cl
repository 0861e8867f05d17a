/* For benchmarks: measures the device's products of residues of the type RESIDUE in a second, with
 * enough independent chains to hide the latency. Work-items are scalar; barriers let PoCL
 * vectorise across them. */
#include "../arith/residue.h"

#define RESIDUE_RATE_CHAINS 8

/* Sets the first values of the chains: 1, 2, 3, ..., with sum 36. */
static inline void residue_rate_begin(residue *chain, residue_field f)
{
    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
        chain[c] = residue_to((residue_word)c + 1, f);
}

static inline residue_word residue_rate_end(const residue *chain, residue_field f)
{
    residue sum = 0;

    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
        sum = residue_add(sum, chain[c], f);
    return residue_from(sum, f);
}

/* out[i] = 36 * (i + 2)^rounds: rounds * RESIDUE_RATE_CHAINS products a work-item. */
kernel void residue_rate_mul(global residue_word *out, const residue_field f, const u32 rounds)
{
    const residue factor = residue_to((residue_word)get_global_id(0) + 2, f);
    residue chain[RESIDUE_RATE_CHAINS];

    residue_rate_begin(chain, f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
            chain[c] = residue_mul(chain[c], factor, f);
    }
    out[get_global_id(0)] = residue_rate_end(chain, f);
}

/* out[i] = 36 * (i + 1)^rounds, since every round maps two chains x, y to x a - y b, y a - x b, a
 * = i + 2 and b = 1: rounds * RESIDUE_RATE_CHAINS differences of two products a work-item. */
kernel void residue_rate_cross(global residue_word *out, const residue_field f, const u32 rounds)
{
    const residue a = residue_to((residue_word)get_global_id(0) + 2, f);
    const residue b = residue_to(rounds == 0 ? 0 : 1, f); /* a value unknown to the compiler */
    residue chain[RESIDUE_RATE_CHAINS];

    residue_rate_begin(chain, f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < RESIDUE_RATE_CHAINS; c += 2) {
            const residue x = chain[c], y = chain[c + 1];

            chain[c] = residue_cross(x, a, y, b, f);
            chain[c + 1] = residue_cross(y, a, x, b, f);
        }
    }
    out[get_global_id(0)] = residue_rate_end(chain, f);
}
