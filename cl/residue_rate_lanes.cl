/* How many residues of the type RESIDUE the device multiplies in a second in explicit vectors of W
 * lanes, as CPUs like them: for benchmarks, beside cl/residue_rate.cl. The products are those of
 * the types' headers, where the proofs stand. */
#include "lanes.h"
#include "residue.h"

#define RESIDUE_RATE_CHAINS 8

#if W == 1
typedef residue RATE_LANES;
#define rate_lanes_splat(a) (a)
#define rate_lanes_mul(a, b, f) residue_mul(a, b, f)

#elif RESIDUE == RESIDUE_MONTGOMERY31
typedef LANES RATE_LANES;
#define rate_lanes_splat lanes_splat
#define rate_lanes_mul lanes_mul

#elif RESIDUE == RESIDUE_FLOAT24
typedef LANES RATE_LANES;
#define rate_lanes_splat lanes_splat
#define rate_lanes_single LANES_JOIN(convert_float, W)

LANES_FN RATE_LANES rate_lanes_mul(RATE_LANES a, RATE_LANES b, residue_field f)
{
    LANES q = LANES_JOIN(convert_uint, W)(rate_lanes_single(a) * rate_lanes_single(b) * f.inverse);
    LANES r = a * b - q * f.p;

    r = min(r, r + 2 * f.p);
    return min(r, r - f.p);
}

#elif RESIDUE == RESIDUE_DOUBLE31
typedef LANES RATE_LANES;
typedef LANES_JOIN(double, LANES_HALF_WIDTH) RATE_LANES_REAL;
#define rate_lanes_splat lanes_splat

/* The lower word is the product, less up to half of p; the upper word is anything. */
LANES_FN LANES_HALF rate_lanes_half_mul(LANES_HALF a, LANES_HALF b, residue_field f)
{
    LANES_HALF t = lanes_half_product(a, b);
    RATE_LANES_REAL real = LANES_JOIN(convert_double, LANES_HALF_WIDTH)(t);
    LANES_HALF q = LANES_JOIN(as_ulong, LANES_HALF_WIDTH)(real * f.inverse + DOUBLE31_ROUND);

    return t - lanes_half_product(q, (LANES_HALF)(f.p));
}

LANES_FN RATE_LANES rate_lanes_mul(RATE_LANES a, RATE_LANES b, residue_field f)
{
    LANES_HALF x = lanes_as_half(a), y = lanes_as_half(b);
    LANES_HALF lower = rate_lanes_half_mul(x, y, f);
    LANES_HALF upper = rate_lanes_half_mul(x >> 32, y >> 32, f);
    LANES r = LANES_JOIN(as_uint, W)(LANES_CUT(lower) | upper << 32);

    return min(r, r + f.p);
}

#elif RESIDUE == RESIDUE_DOUBLE50
typedef LANES_JOIN(double, W) RATE_LANES;
#define rate_lanes_splat(a) ((RATE_LANES)(a))

LANES_FN RATE_LANES rate_lanes_mul(RATE_LANES a, RATE_LANES b, residue_field f)
{
    const RATE_LANES shift = (RATE_LANES)(DOUBLE50_ROUND);
    RATE_LANES high = a * b, low = fma(a, b, -high);
    RATE_LANES q = fma(high, (RATE_LANES)(f.inverse), shift) - shift;
    RATE_LANES r = fma(-q, (RATE_LANES)(f.p), high) + low;

    return r < 0 ? r + f.p : r;
}
#endif

/* In each lane 36 * (i + 2)^rounds: rounds * RESIDUE_RATE_CHAINS * W products a work-item. out[i]
 * is lane i mod W, so that every lane is given by some. */
kernel void residue_rate_lanes(global residue_word *out, const residue_field f, const u32 rounds)
{
    const RATE_LANES factor = rate_lanes_splat(residue_to((residue_word)get_global_id(0) + 2, f));
    RATE_LANES chain[RESIDUE_RATE_CHAINS];
    residue lane[W], sum = 0;

    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
        chain[c] = rate_lanes_splat(residue_to((residue_word)c + 1, f));
    for (u32 round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < RESIDUE_RATE_CHAINS; c++)
            chain[c] = rate_lanes_mul(chain[c], factor, f);
    }
    for (int c = 0; c < RESIDUE_RATE_CHAINS; c++) {
        lanes_store(chain[c], lane);
        sum = residue_add(sum, lane[get_global_id(0) % W], f);
    }
    out[get_global_id(0)] = residue_from(sum, f);
}
