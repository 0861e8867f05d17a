/* Shortest paths between all pairs of nodes, by squaring the matrix of distances with min and plus
 * [MCA14, VII]: out[i][j] = min over k of in[i][k] + in[k][j].
 *
 *              j                       A work-group computes tiles of out, TILE x TILE, and keeps
 *           +-----+                    three tiles in local memory, Z = 3 TILE^2 words: its own
 *           |  b  | k                  and, for each k, one of either factor.
 *     +-----+-----+
 *   i |  a  | out |
 *     +-----+-----+                      all_pairs_square
 *        k
 *
 * A step of a chain loads PAIRS_CHUNK distances. The order of steps is one that no hardware
 * predicts, because a prefetcher is not a thread of the model. */
#include "chains.h"
#include "all_pairs_shape.h"

#ifndef TILE
#define TILE 16
#define GROUP 1
#endif

#define PAIRS_ROW (TILE / PAIRS_CHUNK) /* chunks */
#define PAIRS_FACTOR (TILE * PAIRS_ROW)
#define PAIRS_TILES (2 * PAIRS_FACTOR) /* a power of two */

/* Permutes the chunks of the tiles of both factors. */
static u32 all_pairs_place(const u32 step)
{
    const u32 spread = step * 0x9e3779b1u % PAIRS_TILES;

    return (spread ^ spread / (TILE / 4)) * 0x9e3779b1u % PAIRS_TILES;
}

/* Loads the tile of the first factor at `a`, and behind it the second factor's tile at `b`. */
static void all_pairs_load(local uint16 *tiles, global const u32 *a, global const u32 *b,
                           const u32 pitch, const u32 zero)
{
    const u32 share = (PAIRS_TILES + GROUP - 1) / GROUP, part = CHAINS_PART(share);
    const u32 begin = (u32)get_local_id(0) * share, end = min(begin + share, (u32)PAIRS_TILES);
    u32 at[CHAINS];

    if (begin >= end)
        return;
    chains_begin(at, begin, end, part);
    for (u32 k = 0; k < part; k++) {
#pragma unroll
        for (u32 c = 0; c < CHAINS; c++) {
            const u32 chunk = all_pairs_place(at[c]), inside = chunk % PAIRS_FACTOR;
            global const u32 *from = (chunk < PAIRS_FACTOR ? a : b) +
                                     (size_t)(inside / PAIRS_ROW) * pitch +
                                     inside % PAIRS_ROW * PAIRS_CHUNK;
            const uint16 distances = *(global const uint16 *)from;

            tiles[chunk] = distances;
            at[c] = chains_next(at[c], distances.s0, zero, end);
        }
    }
}

/* Updates the group's own tile with the min-plus product of the factors' tiles. */
static void all_pairs_update(local uint16 *own, local const u32 *a, local const uint16 *b)
{
    for (u32 row = (u32)get_local_id(0); row < TILE; row += GROUP)
        for (u32 chunk = 0; chunk < PAIRS_ROW; chunk++) {
            uint16 least = own[row * PAIRS_ROW + chunk];

            for (u32 k = 0; k < TILE; k++)
                least = min(least, a[row * TILE + k] + b[k * PAIRS_ROW + chunk]);
            own[row * PAIRS_ROW + chunk] = least;
        }
}

/* Squares a matrix of `side` by `side` tiles, whose rows are `pitch` words apart. Each group
 * computes `share` tiles. */
kernel void all_pairs_square(global u32 *out, global const u32 *in, const u32 side,
                             const u32 pitch, const u32 share, const u32 zero,
                             local uint16 *tiles)
{
    const u32 first = (u32)get_group_id(0) * share;
    local uint16 *own = tiles + PAIRS_TILES;

    for (u32 tile = first; tile < min(first + share, side * side); tile++) {
        const size_t rows = (size_t)(tile / side) * TILE * pitch, columns = tile % side * TILE;

        for (u32 k = (u32)get_local_id(0); k < PAIRS_FACTOR; k += GROUP)
            own[k] = (uint16)PAIRS_INFINITY;
        for (u32 k = 0; k < side * TILE; k += TILE) {
            all_pairs_load(tiles, in + rows + k, in + (size_t)k * pitch + columns, pitch, zero);
            barrier(CLK_LOCAL_MEM_FENCE);
            all_pairs_update(own, (local const u32 *)tiles, tiles + PAIRS_FACTOR);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        for (u32 k = (u32)get_local_id(0); k < PAIRS_FACTOR; k += GROUP)
            *(global uint16 *)(out + rows + columns + (size_t)(k / PAIRS_ROW) * pitch +
                               k % PAIRS_ROW * PAIRS_CHUNK) = own[k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
