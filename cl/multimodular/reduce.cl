/* Reduces multi-word integers modulo many primes. [Eme12, 5.3]
 *
 * Integers lie in tiles of T, all of a tile as long as its longest:
 *
 *   row 0        signs: all bits set if the integer is negative
 *   row 1 ... n  32-bit limbs, least significant first, zeros above the integer's own
 *
 * so that a work-item loads and stores W integers contiguously. Going up the limbs,
 * acc <- (acc + limb) / R needs one reduction per limb and no product; the result is
 * c / R^n, and a product with R^(n+2) converts it to the Montgomery form c * R.
 *
 * The steps of a prime depend on each other, so a work-item processes several primes at once,
 * which share loads. */
#include "../arith/lanes.h"
#include "../arith/prime_info.h"
#include "reduce_shape.h"
#include "../arith/tile.h"

/* In:  acc <= p + 1, limb < 2^32; minus_pinv = -p^-1 mod 2^32.
 * Out: (acc + limb) / R modulo p, at most p + 1 again: the multiple of p that clears the
 *      lower word is less than p * 2^32, and acc + limb less than 2^33. */
LANES_FN LANES2 reduce_limb(LANES2 acc, LANES2 limb, u32 p, u32 minus_pinv)
{
    LANES2 t = acc + limb;
    LANES2 m = LANES_CUT(t) * (LANES2)((u64)minus_pinv);

    return (t + LANES_CUT(m) * (LANES2)((u64)p)) >> 32;
}

/* One work-item for W integers modulo REDUCE_PRIMES primes.
 * In:  tiles  (first row, limbs n) of each tile, one block's set after another's; rows are
 *             T words
 *      part   primes and integers; residues has `stride` words per prime */
LANES_KERNEL reduce_tiles(global uint *residues, global const uint *rows,
                          global const uint2 *tiles, global const prime_info *info,
                          reduce_part part)
{
    const uint vectors = (part.count + W - 1) / W;
    const uint id = get_global_id(0);
    const uint prime = part.first + id / vectors * REDUCE_PRIMES;
    const uint first = id % vectors * W; /* integer in lane 0 */

    if (prime >= part.end)
        return;

    const uint set = (prime - part.start) / part.block * ((part.count + T - 1) / T);
    const uint2 tile = tiles[set + first / T];
    global const uint *row = rows + (ulong)tile.x * T + first % T;
    const LANES negative = lanes_load(row);
    fp_field f[REDUCE_PRIMES];
    LANES2 acc[REDUCE_PRIMES];

#pragma unroll
    for (uint j = 0; j < REDUCE_PRIMES; j++) {
        f[j] = info[min(prime + j, part.end - 1)].field; /* past the last: not stored */
        acc[j] = 0;
    }
    for (uint k = 0; k < tile.y; k++) {
        row += T;

        const LANES2 limb = lanes_widen(lanes_load(row));

#pragma unroll
        for (uint j = 0; j < REDUCE_PRIMES; j++)
            acc[j] = reduce_limb(acc[j], limb, f[j].p, 0u - f[j].pinv);
    }
    residues += (ulong)prime * part.stride + part.place + first;
#pragma unroll
    for (uint j = 0; j < REDUCE_PRIMES; j++) {
        u32 scale = fp_pow(f[j].r2, tile.y + 1, f[j]);
        LANES c = lanes_mul(lanes_narrow(acc[j]), lanes_splat(scale), f[j]);

        c = select(c, lanes_neg(c, f[j]), negative != lanes_splat(0));
        if (prime + j < part.end)
            lanes_store_some(c, residues + (ulong)j * part.stride, part.count - first);
    }
}
