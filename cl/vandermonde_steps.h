/* Blocks of steps of cl/vandermonde.cl on rows in registers: a, b and t of each. */
#ifndef CLM_VANDERMONDE_STEPS_H
#define CLM_VANDERMONDE_STEPS_H

#include "residue.h"

/* Slots of a work-item and steps of a block: 1, 2, 4 or 8. */
#ifndef ROWS
#define ROWS 4
#endif

/* pivot[0 ... ROWS): a of the pivots of a block; then their b, then their x; from the slots that
 * hold them, `live` of them below n. Returns the product of their a. */
static inline residue vandermonde_find(private residue *pivot, private const residue *a,
                                       private const residue *b, private const residue *t,
                                       u32 live, residue_field f)
{
    residue c[ROWS], d[ROWS], product = residue_one(f);

#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        c[r] = a[r], d[r] = b[r];
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

/* A block of steps for the slots of one work-item. a: ROWS slots of the neighbour before, then
 * its own; born: its slots are older (-1) or younger than the pivots (1), or they are they (0). */
static inline void vandermonde_advance(private residue *a, private residue *b, private residue *t,
                                       private const residue *pivot, int born, residue_field f)
{
#pragma unroll
    for (u32 s = 0; s < ROWS; s++) {
        const residue aj = pivot[s], bj = pivot[ROWS + s], xj = pivot[2 * ROWS + s];

        a[ROWS + s] = born == 0 ? residue_one(f) : a[ROWS + s];
        b[s] = born == 0 ? 0 : b[s];
        t[s] = born == 0 ? 0 : t[s];
#pragma unroll
        for (u32 r = ROWS; r-- > 0;) {
            const bool coefficient = born < 0 || (born == 0 && r <= s);
            const residue before = coefficient ? a[ROWS + r - 1] : 0;
            const residue mine = a[ROWS + r];

            b[r] = residue_cross(b[r], aj, mine, bj, f);
            a[ROWS + r] = residue_sub(before, residue_mul(mine, residue_sub(xj, t[r], f), f), f);
        }
#pragma unroll
        for (u32 r = ROWS; r-- > s + 1;)
            a[r] = residue_sub(a[r - 1], residue_mul(a[r], xj, f), f);
    }
}

#endif
