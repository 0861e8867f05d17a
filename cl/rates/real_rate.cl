/* For benchmarks: measures how many multiply-adds in the type REAL (float or double) the device
 * computes per second, with independent chains of W lanes. */
#include "../arith/lanes.h"

#if W == 1
#define REAL_RATE_LANES REAL
#else
#define REAL_RATE_LANES LANES_JOIN(REAL, W)
#endif
#define REAL_RATE_CHAINS 8

/* out[i] = 28 + 8 * (i mod 256) * rounds in each of W lanes, if one = 1. Each work-item computes
 * rounds * REAL_RATE_CHAINS * W multiply-adds. */
kernel void real_rate(global REAL_RATE_LANES *out, const u32 one, const u32 rounds)
{
    const REAL_RATE_LANES unit = (REAL_RATE_LANES)((REAL)one);
    const REAL_RATE_LANES addend = (REAL_RATE_LANES)((REAL)(get_global_id(0) & 255));
    REAL_RATE_LANES chain[REAL_RATE_CHAINS];

    for (int c = 0; c < REAL_RATE_CHAINS; c++)
        chain[c] = (REAL_RATE_LANES)((REAL)c);
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < REAL_RATE_CHAINS; c++)
            chain[c] = chain[c] * unit + addend;
    }
    for (int c = 1; c < REAL_RATE_CHAINS; c++)
        chain[0] += chain[c];
    out[get_global_id(0)] = chain[0];
}
