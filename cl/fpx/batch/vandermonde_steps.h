/* Blocks of steps of cl/fpx/batch/vandermonde.cl on rows a, b and t in registers; kernels only. */
#ifndef CLM_VANDERMONDE_STEPS_H
#define CLM_VANDERMONDE_STEPS_H

#include "../../arith/residue_lanes.h"

/* Slots per lane and steps per block: 1, 2, 4 or 8. */
#ifndef ROWS
#define ROWS 4
#endif

/* Sets pivot[0 ... ROWS) to a of the pivots of a block, followed by their b and their x. Inputs
 * are the slots holding them, of which `live` are below n. Returns the product of their a. */
LANES_INLINE residue vandermonde_find(private residue *pivot, private const residue *a,
                                      private const residue *b, private const residue *t, u32 live,
                                      residue_field f)
{
    residue c[ROWS], d[ROWS], product = residue_one(f);

#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        c[r] = a[r];
        d[r] = b[r];
    }
#pragma unroll
    for (u32 s = 0; s < ROWS; s++) {
        pivot[s] = s < live ? c[s] : residue_one(f);
        pivot[ROWS + s] = s < live ? d[s] : 0;
        pivot[2 * ROWS + s] = s < live ? t[s] : 0;
        product = residue_mul(product, pivot[s], f);
#pragma unroll
        for (u32 r = s + 1; r < ROWS; r++) {
            d[r] = residue_cross(d[r], c[s], c[r], d[s], f);
            c[r] = residue_mul(c[r], residue_sub(t[r], t[s], f), f);
        }
    }
    return product;
}

/* Performs a block of steps for ROWS slots per lane. a: the ROWS previous slots, then these. The
 * slots precede the pivots in the lanes of `older`, and are the pivots in those of `same`. */
LANES_INLINE void vandermonde_advance(private rlanes *a, private rlanes *b, private rlanes *t,
                                      private const residue *pivot, rlanes_mask older,
                                      rlanes_mask same, residue_field f)
{
    const rlanes zero = rlanes_splat(0), one = rlanes_splat(residue_one(f));

#pragma unroll
    for (u32 s = 0; s < ROWS; s++) {
        const rlanes aj = rlanes_splat(pivot[s]), bj = rlanes_splat(pivot[ROWS + s]);
        const rlanes xj = rlanes_splat(pivot[2 * ROWS + s]);

        a[ROWS + s] = rlanes_select(same, one, a[ROWS + s]);
        b[s] = rlanes_select(same, zero, b[s]);
        t[s] = rlanes_select(same, zero, t[s]);
#pragma unroll
        for (u32 r = ROWS; r-- > 0;) {
            const rlanes_mask coefficient = r <= s ? older | same : older;
            const rlanes before = rlanes_select(coefficient, a[ROWS + r - 1], zero);
            const rlanes mine = a[ROWS + r];

            b[r] = rlanes_cross(b[r], aj, mine, bj, f);
            a[ROWS + r] = rlanes_sub(before, rlanes_mul(mine, rlanes_sub(xj, t[r], f), f), f);
        }
#pragma unroll
        for (u32 r = ROWS; r-- > s + 1;)
            a[r] = rlanes_sub(a[r - 1], rlanes_mul(a[r], xj, f), f);
    }
}

#endif
