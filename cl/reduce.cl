/* Multi-word integers modulo many primes. [Eme12, 5.3]
 *
 * The integers lie in tiles of T, all of a tile as long as its longest:
 *
 *   row 0        signs: all bits set where the integer is negative
 *   row 1 ... n  32-bit limbs, least significant first, zeros above the integer's own
 *
 * so that a work-item takes W integers modulo one prime with contiguous loads and stores.
 * Going up the limbs, acc <- (acc + limb) / R needs one reduction a limb and no product; it
 * leaves c / R^n, and one product with R^(n+2) makes the Montgomery form c * R of it. */
#include "lanes.h"
#include "prime_info.h"
#include "tile.h"

/* In:     tiles  (first row, limbs n) of each tile; rows are T words
 *         count  integers; residues has `stride` >= count words a prime, and vectors past
 *                the last integer are cut off lane by lane */
kernel void reduce_tiles(global uint *residues, global const uint *rows,
                         global const uint2 *tiles, global const prime_info *info,
                         uint primes, uint count)
{
    const uint vectors = (count + W - 1) / W;
    const uint id = get_global_id(0);
    const uint prime = id / vectors;
    const uint first = id % vectors * W; /* integer in lane 0 */

    if (prime >= primes)
        return;

    const fp_field f = info[prime].field;
    const uint2 tile = tiles[first / T];
    global const uint *row = rows + (ulong)tile.x * T + first % T;
    const LANES negative = lanes_load(row);
    LANES acc = lanes_splat(0);

    for (uint k = 0; k < tile.y; k++) {
        row += T;
        acc = lanes_redc(lanes_widen(acc) + lanes_widen(lanes_load(row)), f);
    }
    acc = lanes_mul(acc, lanes_splat(fp_pow(f.r2, tile.y + 1, f)), f);
    acc = select(acc, lanes_neg(acc, f), negative != lanes_splat(0));

    global uint *out = residues + (ulong)prime * count + first;

    if (first + W <= count) {
        lanes_store(acc, out);
    } else {
        uint lane[W];

        lanes_store(acc, lane);
        for (uint i = 0; first + i < count; i++)
            out[i] = lane[i];
    }
}
