/* In-place transforms of batches of sequences: a pass of one radix and direction
 * (src/fpx/batch/ntt.h).
 *
 * Tiles of T lanes have `rows` consecutive sequences per lane; a prime has whole tiles.
 *
 *     lanes ->      0 ... W-1 | ...          A work-item takes W lanes and a range of the
 *     row 0  word 0 [::::::::]               butterflies of their rows (ntt.h). Roots of unity are
 *            word 1 [::::::::]               single words, the same for all lanes of a prime.
 *     row 1  word 0 [::::::::]
 *
 * Each radix and direction is a separate program: only the needed ones are compiled, and small
 * radices use fewer registers. */
#include "ntt.h"
#include "ntt_shape.h"
#include "../../arith/prime_info.h"
#include "../../arith/tile.h"

/* The radix is A * B, from 2 to DFT_MOST, with two rounds of smaller transforms, unless B is 1. */
#ifndef NTT_A
#define NTT_A 4
#define NTT_B 2
#endif
#ifndef NTT_BACKWARD
#define NTT_BACKWARD 0 /* 0 or 1 */
#endif

LANES_KERNEL ntt_pass(global u32 *data, global const u32 *roots,
                      global const prime_info *info, ntt_shape s)
{
    const lanes_place at = lanes_find(s.count / W);
    const u32 prime = at.tile / (s.lanes / T);
    const u32 units = s.rows * (s.length / (NTT_A * NTT_B)), run = (units + s.parts - 1) / s.parts;

    if (at.part >= s.parts)
        return;
    dft_roots table = {roots + s.table + (size_t)prime * s.length, s.length,
                       true, NTT_BACKWARD};

    data += s.data + TILE_INDEX((size_t)at.lane, s.rows * s.length, 0, T);
    ntt_butterflies(data, min(at.part * run, units), min(at.part * run + run, units), s.block,
                    NTT_A, NTT_B, table, fields_same(info[s.first_prime + prime].field));
}
