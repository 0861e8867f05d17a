/* Reduces multi-word integers modulo many primes in any residue type, limb by limb. [Eme12, 5.3]
 *
 * The integers lie in the tiles of reduce.cl: T side by side, a row of signs before the rows
 * of their limbs. A work-group streams one tile, from the most significant limbs down,
 *
 *     acc <- acc * 2^32 + limb
 *
 * for a few primes at once, which share the loads. The paper's work-group streams an integer
 * through local memory, with a prime per work-item; in tiles loads are contiguous anyway, each for
 * one work-item.
 *
 * The barrier in the loop helps compilers vectorise over work-items. */
#include "reduce_shape.h"
#include "../arith/residue.h"

/* One work-group of T for a tile and REDUCE_PRIMES primes.
 * In:  tiles  (first row, limbs) of each tile, one block's set after another's
 *      part   primes and integers; there are `stride` residues per prime */
kernel void reduce_words_tiles(global residue *residues, global const uint *rows,
                               global const uint2 *tiles, global const residue_prime *info,
                               reduce_part part)
{
    const uint all = (part.count + T - 1) / T;
    const uint prime = part.first + get_group_id(0) / all * REDUCE_PRIMES;
    const uint set = (prime - part.start) / part.block * all;
    const uint2 tile = tiles[set + get_group_id(0) % all];
    const uint integer = get_group_id(0) % all * T + get_local_id(0);
    global const uint *row = rows + (ulong)tile.x * T + get_local_id(0);
    residue_field f[REDUCE_PRIMES];
    residue acc[REDUCE_PRIMES], base[REDUCE_PRIMES];

#pragma unroll
    for (uint j = 0; j < REDUCE_PRIMES; j++) {
        f[j] = info[min(prime + j, part.end - 1)].field; /* past the last: not stored */
        acc[j] = residue_to(1u << 16, f[j]);
        base[j] = residue_mul(acc[j], acc[j], f[j]);
        acc[j] = 0;
    }
    for (uint k = tile.y; k > 0; k--) {
        const uint limb = row[(ulong)k * T];

#pragma unroll
        for (uint j = 0; j < REDUCE_PRIMES; j++)
            acc[j] = residue_add(residue_mul(acc[j], base[j], f[j]), residue_to(limb, f[j]), f[j]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    residues += (ulong)prime * part.stride + part.place + integer;
#pragma unroll
    for (uint j = 0; j < REDUCE_PRIMES; j++)
        if (prime + j < part.end && integer < part.count)
            residues[(ulong)j * part.stride] = row[0] != 0 ? residue_neg(acc[j], f[j]) : acc[j];
}
