/* Transposing W words of W rows; kernels only. */
#ifndef CLM_TRANSPOSE_H
#define CLM_TRANSPOSE_H

#include "lanes.h"

/* Row i, column j to row j, column i. A round takes the bits of (i, j), as one number, round
 * by one; after as many rounds as i has bits, i and j have changed places. */
LANES_FN void lanes_transpose(private LANES *row)
{
#if W > 1
    LANES next[W];

    /* Unrolled, compilers see through all rounds and take the vectors to pieces. */
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
