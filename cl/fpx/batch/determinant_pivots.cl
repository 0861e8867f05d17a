/* Computes determinants of the few matrices unlucky in lockstep (determinant.cl), by elimination
 * with pivots, one work-item per lane. */
#include "determinant_shape.h"
#include "horner.h"
#include "../../arith/prime_info.h"

/* Subtracts `factor` times a row from another one. Entries are `apart` words apart. */
static inline void determinant_eliminate(global u32 *to, global const u32 *from, u32 count,
                                         u32 factor, u32 apart, fp_field f)
{
    for (; count > 0; count--, to += apart, from += apart)
        *to = fp_sub(*to, fp_mul(factor, *from, f), f);
}

static inline void determinant_exchange(global u32 *a, global u32 *b, u32 count, u32 apart)
{
    for (; count > 0; count--, a += apart, b += apart) {
        const u32 kept = *a;

        *a = *b;
        *b = kept;
    }
}

/* Returns the determinant of a matrix, which is destroyed. */
static inline u32 determinant_pivoted(global u32 *top, u32 n, u32 apart, fp_field f)
{
    const size_t row = (size_t)n * apart;
    u32 determinant = f.one;

    for (u32 left = n; left > 0; left--, top += row + apart) {
        global u32 *a = top;
        u32 below = left; /* rows from a on */

        while (below > 0 && *a == 0) {
            below--;
            a += row;
        }
        if (below == 0)
            return 0;
        if (a != top) {
            determinant_exchange(top, a, left, apart);
            determinant = fp_neg(determinant, f);
        }
        determinant = fp_mul(determinant, *top, f);

        const u32 inverse = fp_inv(*top, f);

        for (below--, a += row; below > 0; below--, a += row)
            if (*a != 0)
                determinant_eliminate(a, top, left, fp_mul(*a, inverse, f), apart, f);
    }
    return determinant;
}

/* Computes lanes unlucky[first ... first + items - 1]. rows: (offset, length) of the entries as
 * polynomials in x. table: of the envelope. scratch: n^2 words per item, interleaved. */
kernel void determinant_pivots_lanes(global u32 *result, global u32 *scratch,
                                     global const u32 *unlucky, global const u32 *residues,
                                     global const uint2 *rows, global const u32 *table,
                                     global const prime_info *info,
                                     const determinant_pivots batch)
{
    const u32 item = (u32)get_global_id(0), n = batch.n;

    if (item >= batch.items)
        return;

    const u32 lane = unlucky[batch.first + item], prime = lane / batch.lanes;

    if (prime >= batch.primes) /* a misread count leads to words that are not lanes */
        return;

    const fp_field f = info[prime].field;
    const u32 x = fp_mul(info[prime].shift, fp_pow(info[prime].root, lane % batch.lanes, f), f);
    global u32 *a = scratch + item;

    for (u32 e = 0; e < n * n; e++)
        a[(size_t)e * batch.items] = 0;
    for (u32 r = 0; r < batch.entries; r++)
        a[(size_t)table[batch.list + r] * batch.items] =
            horner_row(residues + (size_t)prime * batch.residues, rows, r, x, f);
    result[lane] = determinant_pivoted(a, n, batch.items, f);
}
