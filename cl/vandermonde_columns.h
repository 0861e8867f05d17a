/* The window of cl/vandermonde.cl in global memory, where vectors are explicit and wherever
 * work-groups are too small; kernels only.
 *
 * Columns of s.column vectors of W lanes, ROWS times as many as work-items, with
 *
 *     slot k in lane k / s.column of vector k % s.column.
 *
 * So neighbours in a lane are neighbours in memory; only before a lane's first slot comes the last
 * one of the lane before. */
#ifndef CLM_VANDERMONDE_COLUMNS_H
#define CLM_VANDERMONDE_COLUMNS_H

#include "residue_lanes.h"
#include "vandermonde_shape.h"
#include "vandermonde_steps.h"

#define VANDERMONDE_COLUMN(scratch, which, prime, s)                                      \
    ((scratch) + VANDERMONDE_COLUMNS((s).primes, ROWS) +                                  \
     ((size_t)(which) * (s).primes + (prime)) * (s).column * W)

/* Which columns there are: a before and after a block, in turns, b and x. */
#define VANDERMONDE_A(s, next) (((s).first / ROWS + (next)) % 2)
#define VANDERMONDE_B 2
#define VANDERMONDE_X 3

/* ROWS vectors of a column from vector `first` on. */
static inline void vandermonde_get(private rlanes *out, global const residue *column, u32 first)
{
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        out[r] = rlanes_load(column + (size_t)(first + r) * W);
}

/* Those before vector 0: the column's last ones, from the lane before; lane 0 has none. */
static inline void vandermonde_wrap(private rlanes *out, global const residue *column,
                                    vandermonde_shape s)
{
    for (u32 r = 0; r < ROWS; r++) {
        residue part[W];

        part[0] = 0;
        for (u32 lane = 1; lane < W; lane++)
            part[lane] = column[(size_t)(s.column - ROWS + r) * W + lane - 1];
        out[r] = rlanes_load(part);
    }
}

#endif
