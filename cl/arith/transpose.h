/* Transposes a matrix of W rows of W words held in vectors; kernels only. */
#ifndef CLM_TRANSPOSE_H
#define CLM_TRANSPOSE_H

#include "lanes.h"

/* Moves row i, column j to row j, column i. Each round rotates the bits of (i, j), as one number,
 * by one; after as many rounds as i has bits, i and j are exchanged. */
LANES_FN void lanes_transpose(private LANES *row)
{
#if W > 1
    LANES next[W];

    /* Not unrolled: compilers would see through all rounds and split the vectors. */
#pragma unroll 1
    for (u32 round = 1; round < W; round *= 2) {
#pragma unroll
        for (u32 i = 0; i < W / 2; i++) {
            next[2 * i].even = row[i].lo;
            next[2 * i].odd = row[i + W / 2].lo;
            next[2 * i + 1].even = row[i].hi;
            next[2 * i + 1].odd = row[i + W / 2].hi;
        }
#pragma unroll
        for (u32 i = 0; i < W; i++)
            row[i] = next[i];
    }
#endif
}

#endif
