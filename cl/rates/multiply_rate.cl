/* For benchmarks: measures how many products of two words to a double word the device computes per
 * second, from which lower bounds on times of kernels follow. Enough independent chains hide the
 * latency. */
#include "../arith/lazy.h"

#define MULTIPLY_RATE_CHAINS 8

/* Each work-item computes rounds * MULTIPLY_RATE_CHAINS * W products. */
kernel void multiply_rate(global LAZY *out, const u32 rounds)
{
    lazy_pair chain[MULTIPLY_RATE_CHAINS];
    const lazy_pair factor = lazy_widen((LAZY)((int)get_global_id(0) | 1));

    for (int c = 0; c < MULTIPLY_RATE_CHAINS; c++)
        chain[c] = lazy_widen((LAZY)(2 * c + 3));
    /* Hides from the compiler that work-items have equal rounds: PoCL 7.1 would exchange the loops
     * over rounds and work-items and so keep the chains in memory. */
    const u32 end = rounds + (u32)(get_global_id(0) >> 31);

    for (u32 round = 0; round < end; round++) {
#pragma unroll
        for (int c = 0; c < MULTIPLY_RATE_CHAINS; c++)
            chain[c] = lazy_product(chain[c], factor);
    }
    for (int c = 1; c < MULTIPLY_RATE_CHAINS; c++)
        chain[0] = lazy_sum(chain[0], chain[c]);
    out[get_global_id(0)] = lazy_redc(chain[0], lazy_prime_of((fp_field){3, 0xaaaaaaab, 1, 1}));
}
