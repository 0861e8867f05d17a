/* Computes integers from digits, as sums of digits times weights of many words.
 *
 * By the Chinese remainder theorem a value is sum_i y_i (P / p_i) modulo P, with the digits y_i =
 * x_i (P / p_i)^-1 mod p_i. All values share the weights, so this is a product of matrices, values
 * x primes times primes x limbs. A work-item takes W values and a slice of 8 limbs of 28 bits: 31
 * products fit a double word before a carry.
 *
 *   weight of p_i   | slice 0 | slice 1 | slice 2 | ...          limbs, low to high
 *   sum of slice s            | 7 words | 2 more  |              all words: sums of slices
 *   sum of slice s + 1                  | 7 words | 2 more  |    overlap; the reader adds
 *                                                                them
 *
 * Digits lie in tiles of T values (cl/arith/tile.h), so that a work-item reads contiguously; each
 * word of all values' sums is a row. [Eme12, 5.8] leaves this step to the host. */
#include "../arith/halves.h"
#include "positional_shape.h"
#include "../arith/tile.h"

/* Sets digits[value][i] = residues[i][value] * (P / p_i)^-1 mod p_i. One work-item for W values
 * and a prime; any word represents its residue. */
LANES_KERNEL positional_scale(global uint *digits, global const uint *residues,
                              global const positional_prime *primes, positional_shape s)
{
    const lanes_place at = lanes_find(s.columns / W);
    const uint prime = at.part, column = at.lane;

    if (prime >= s.primes)
        return;

    const fp_field f = primes[prime].field;
    const LANES inverse = lanes_splat(primes[prime].inverse);
    LANES x = lanes_load(residues + (ulong)prime * s.columns + column);

    lanes_store(lanes_mul(x, inverse, f),
                digits + TILE_INDEX((ulong)column, s.primes, prime, T));
}

/* Keeps 28 bits of each limb and adds the excess to the next, finally to `top`. */
#define POSITIONAL_CARRY(half)                                          \
    {                                                                   \
        for (uint k = 0; k + 1 < POSITIONAL_LIMBS; k++) {               \
            sum[k + 1].half += sum[k].half >> POSITIONAL_BITS;          \
            sum[k].half &= (1UL << POSITIONAL_BITS) - 1;                \
        }                                                               \
        top.half += sum[POSITIONAL_LIMBS - 1].half >> POSITIONAL_BITS;  \
        sum[POSITIONAL_LIMBS - 1].half &= (1UL << POSITIONAL_BITS) - 1; \
    }

/* A double word whose lower word is word k < 7 of the number of 8 limbs of 28 bits. */
#define POSITIONAL_WORD(half, k) \
    ((sum[k].half >> (4 * (k))) | (sum[(k) + 1].half << (POSITIONAL_BITS - 4 * (k))))

/* Computes sums[slice][word][value]. One work-item for W values and a slice. */
LANES_KERNEL positional_sums(global uint *sums, global const uint *digits,
                             global const uint *weights, global const positional_slice *slices,
                             positional_shape s)
{
    const lanes_place at = lanes_find(s.columns / W);
    const uint slice = at.part, column = at.lane;

    if (slice >= s.slices)
        return;

    const positional_slice own = slices[slice];
    global const uint *weight = weights + (ulong)own.row * POSITIONAL_LIMBS;
    global const uint *digit = digits + TILE_INDEX((ulong)column, s.primes, own.first, T);
    uint left = own.end - own.first;
    halves sum[POSITIONAL_LIMBS], top = halves_splat(0);

#pragma unroll
    for (uint k = 0; k < POSITIONAL_LIMBS; k++)
        sum[k] = halves_splat(0);
    while (left > 0) {
        uint run = min(left, (uint)POSITIONAL_RUN);

        left -= run;

#if W == 1
#pragma unroll 4
#endif
        for (; run > 0; run--, digit += T, weight += POSITIONAL_LIMBS) {
            const halves y = halves_widen(lanes_load(digit));

#pragma unroll
            for (uint k = 0; k < POSITIONAL_LIMBS; k++)
                sum[k] = halves_add_product(sum[k], y, weight[k]);
        }
        HALVES_BOTH(POSITIONAL_CARRY(even), POSITIONAL_CARRY(odd));
    }

    sums += (ulong)slice * POSITIONAL_WORDS * s.columns + column;
#pragma unroll
    for (uint k = 0; k + 1 < POSITIONAL_LIMBS; k++, sums += s.columns) {
        halves word;

        HALVES_BOTH(word.even = POSITIONAL_WORD(even, k), word.odd = POSITIONAL_WORD(odd, k));
        lanes_store(halves_narrow(word), sums);
    }
    lanes_store(halves_narrow(top), sums);
    lanes_store(halves_upper(top), sums + s.columns);
}
