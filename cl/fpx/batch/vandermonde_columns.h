/* The window of vandermonde.cl in global memory, for explicit vectors or too small work-groups;
 * kernels only.
 *
 * Columns have s.column vectors of W lanes, ROWS per work-item, with
 *
 *     slot k in lane k / s.column of vector k % s.column.
 *
 * So neighbours in a lane are neighbours in memory. The slot before a lane's first is the previous
 * lane's last. */
#ifndef CLM_VANDERMONDE_COLUMNS_H
#define CLM_VANDERMONDE_COLUMNS_H

#include "../../arith/residue_lanes.h"
#include "vandermonde_shape.h"
#include "vandermonde_steps.h"

/* The columns of one prime: a before and after this block, alternating, b and x. */
typedef struct vandermonde_columns {
    global residue *a, *next_a, *b, *x;
} vandermonde_columns;

static inline vandermonde_columns vandermonde_columns_of(global residue *scratch, u32 prime,
                                                         vandermonde_shape s)
{
    const size_t length = (size_t)s.column * W, apart = s.primes * length;
    global residue *first = scratch + VANDERMONDE_COLUMNS(s.primes, ROWS) + prime * length;
    const vandermonde_columns at = {.a = first + s.block % 2 * apart,
                                    .next_a = first + (s.block + 1) % 2 * apart,
                                    .b = first + 2 * apart,
                                    .x = first + 3 * apart};

    return at;
}

/* Returns the place of a block's pivots. The next block's are found while these are in use. */
static inline global residue *vandermonde_pivots_of(global residue *scratch, u32 block, u32 prime,
                                                    vandermonde_shape s)
{
    return scratch + VANDERMONDE_PIVOTS(s.primes) +
           ((size_t)(block % 2) * s.primes + prime) * 3 * ROWS;
}

/* Computes the pivots from the slots holding them. Returns the product of their a. */
static inline residue vandermonde_put_pivots(global residue *scratch, private const residue *a,
                                             private const residue *b, private const residue *t,
                                             u32 block, u32 prime, vandermonde_shape s,
                                             residue_field f)
{
    global residue *out = vandermonde_pivots_of(scratch, block, prime, s);
    residue pivot[3 * ROWS];
    residue product = vandermonde_find(pivot, a, b, t, s.points - block * ROWS, f);

    for (u32 r = 0; r < 3 * ROWS; r++)
        out[r] = pivot[r];
    return product;
}

/* Loads ROWS vectors of a column from vector `first` on. */
static inline void vandermonde_get(private rlanes *out, global const residue *column, u32 first)
{
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        out[r] = rlanes_load(column + (size_t)(first + r) * W);
}

/* Loads the slots before vector 0: the last ones of the previous lane, or zeros in lane 0. */
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

/* Computes the pivots of the next block from the slots holding them. */
static inline void vandermonde_next(global residue *scratch, private const rlanes *a,
                                    private const rlanes *b, private const rlanes *t, u32 prime,
                                    vandermonde_shape s, residue_field f)
{
    const u32 block = s.block + 1, lane = block / (s.column / ROWS);
    residue of_a[ROWS], of_b[ROWS], of_t[ROWS], part[W], product;

    for (u32 r = 0; r < ROWS; r++) {
        rlanes_store(a[r], part);
        of_a[r] = part[lane];
        rlanes_store(b[r], part);
        of_b[r] = part[lane];
        rlanes_store(t[r], part);
        of_t[r] = part[lane];
    }
    product = vandermonde_put_pivots(scratch, of_a, of_b, of_t, block, prime, s, f);
    scratch[prime] = residue_mul(scratch[prime], product, f);
}

#endif
