/* Evaluates single polynomials over F_p; kernels only. */
#ifndef CLM_HORNER_H
#define CLM_HORNER_H

#include "../../arith/residue_lanes.h"

/* Returns f(x) for f with `length` coefficients, the constant one first. */
static inline residue horner_value(global const residue *f, u32 length, residue x,
                                   residue_field field)
{
    residue value = 0;

    while (length > 0)
        value = residue_add(residue_mul(value, x, field), f[--length], field);
    return value;
}

/* Returns the value at x of row `row` in a table of (offset, length). */
static inline residue horner_row(global const residue *residues, global const uint2 *rows, u32 row,
                                 residue x, residue_field field)
{
    return horner_value(residues + rows[row].x, rows[row].y, x, field);
}

/* Returns the values of such a row at W points. */
static inline rlanes horner_row_lanes(global const residue *residues, global const uint2 *rows,
                                      u32 row, rlanes x, residue_field field)
{
    global const residue *f = residues + rows[row].x;
    rlanes value = rlanes_splat(0);

    for (u32 length = rows[row].y; length > 0;)
        value = rlanes_add(rlanes_mul(value, x, field), rlanes_splat(f[--length]), field);
    return value;
}

#endif
