/* Converts residues to mixed radix digits. [Eme12, 5.8]
 *
 * The digits a_j < p_j of a value X = a_0 + a_1 p_0 + a_2 p_0 p_1 + ... solve a triangular
 * system: with M(i,j) = p_0 ... p_(i-1) mod p_j
 *
 *     a_j = (X - sum over i < j of a_i M(i,j)) / M(j,j)   modulo p_j
 *
 * A work-item computes digits of W values, a chunk of 8 at a time. A chunk's sums stay in
 * registers: first the digits of preceding chunks are added (the block), then its own in order
 * (the triangular part):
 *
 *     a_0  ...         a_j ...       of the matrix M
 *     [triangle]
 *     [ block  ][triangle]
 *     [ block  ][ block  ][triangle]
 *
 * The paper updates every later digit by each new one; here a digit is written once, with one
 * subtraction for two products.
 *
 * The digits are those of X + (P - 1) / 2, so that 0 <= X < P stands for all of -P/2 < X < P/2. */
#include "../arith/halves.h"
#include "mixed_radix_shape.h"
#include "../arith/tile.h"

/* One work-item for W values. residues[prime][value] may be any words of their classes;
 * digits lie in tiles of T values. table: for each chunk the rows i = 0, 1, ... up to the
 * chunk's end, M(i,j) in Montgomery form for the chunk's j, 0 if i >= j. */
LANES_KERNEL mixed_radix_digits(global uint *digits, global const uint *residues,
                                global const uint *table, global const mixed_radix_prime *primes,
                                uint count, uint columns)
{
    const uint column = get_global_id(0) * W;
    halves sum[MIXED_RADIX_CHUNK];

    if (column >= columns)
        return;
    digits += TILE_INDEX((ulong)column, count, 0, T);
    residues += column;
    for (uint first = 0; first < count; first += MIXED_RADIX_CHUNK, primes += MIXED_RADIX_CHUNK) {
#pragma unroll
        for (uint k = 0; k < MIXED_RADIX_CHUNK; k++)
            sum[k] = halves_splat(0);
        for (uint i = 0; i < first; i += 2, table += 2 * MIXED_RADIX_CHUNK) {
            const halves a = halves_widen(lanes_load(digits + (ulong)i * T));
            const halves b = halves_widen(lanes_load(digits + (ulong)i * T + T));

#pragma unroll
            for (uint k = 0; k < MIXED_RADIX_CHUNK; k++) {
                halves t = halves_add_product(sum[k], a, table[k]);

                t = halves_add_product(t, b, table[MIXED_RADIX_CHUNK + k]);
                sum[k] = halves_fold(t, primes[k].field);
            }
        }
#pragma unroll
        for (uint j = 0; j < MIXED_RADIX_CHUNK; j++, table += MIXED_RADIX_CHUNK) {
            const uint row = min(first + j, count - 1); /* past the last: not stored */
            const fp_field f = primes[j].field;
            const LANES inverse = lanes_splat(primes[j].inverse);
            LANES x = lanes_load(residues + (ulong)row * columns);
            LANES rest = lanes_sub(lanes_splat(f.p >> 1), halves_redc(sum[j], f), f);

            x = lanes_add(lanes_mul(x, inverse, f), lanes_mul(rest, inverse, f), f);
            if (first + j < count)
                lanes_store(x, digits + (ulong)(first + j) * T);

            const halves a = halves_widen(x);

#pragma unroll
            for (uint k = j + 1; k < MIXED_RADIX_CHUNK; k++)
                sum[k] = halves_fold(halves_add_product(sum[k], a, table[k]), primes[k].field);
        }
    }
}
