/* Determinants of the few matrices unlucky in lockstep (determinant.cl), by elimination with
 * pivots, one work-item per lane. */
#include "determinant_shape.h"
#include "horner.h"
#include "../../arith/prime_info.h"

/* Returns the first row from k on whose entry in column k is not 0; n if there is none. a: entries
 * are `apart` words apart. */
static inline u32 determinant_pivot(global const u32 *a, u32 n, u32 k, size_t apart)
{
    u32 i = k;

    while (i < n && a[((size_t)i * n + k) * apart] == 0)
        i++;
    return i;
}

/* Subtracts `factor` times row k from row i, in the columns behind k. */
static inline void determinant_eliminate(global u32 *a, u32 n, u32 k, u32 i, u32 factor,
                                         size_t apart, fp_field f)
{
    global u32 *to = a + (size_t)i * n * apart;
    global const u32 *from = a + (size_t)k * n * apart;

    for (u32 j = k + 1; j < n; j++)
        to[j * apart] = fp_sub(to[j * apart], fp_mul(factor, from[j * apart], f), f);
}

/* Exchanges rows k and i, from column k on. */
static inline void determinant_exchange(global u32 *a, u32 n, u32 k, u32 i, size_t apart)
{
    for (u32 j = k; j < n; j++) {
        global u32 *x = a + ((size_t)k * n + j) * apart, *y = a + ((size_t)i * n + j) * apart;
        const u32 kept = *x;

        *x = *y;
        *y = kept;
    }
}

/* Computes lanes unlucky[first ... first + items - 1]. rows: (offset, length) of the entries as
 * polynomials in x. scratch: n^2 words per item, interleaved. */
kernel void determinant_pivots_lanes(global u32 *result, global u32 *scratch,
                                     global const u32 *unlucky, global const u32 *residues,
                                     global const uint2 *rows, global const prime_info *info,
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
    const size_t apart = batch.items;
    global u32 *a = scratch + item;
    u32 determinant = f.one;

    for (u32 r = 0; r < n * n; r++)
        a[r * apart] = horner_row(residues + (size_t)prime * batch.residues, rows, r, x, f);
    for (u32 k = 0; k < n && determinant != 0; k++) {
        const u32 i = determinant_pivot(a, n, k, apart);

        if (i == n) {
            determinant = 0;
            break;
        }
        if (i != k) {
            determinant_exchange(a, n, k, i, apart);
            determinant = fp_neg(determinant, f);
        }

        const u32 pivot = a[((size_t)k * n + k) * apart], inverse = fp_inv(pivot, f);

        determinant = fp_mul(determinant, pivot, f);
        for (u32 below = k + 1; below < n; below++) {
            const u32 entry = a[((size_t)below * n + k) * apart];

            if (entry != 0)
                determinant_eliminate(a, n, k, below, fp_mul(entry, inverse, f), apart, f);
        }
    }
    result[lane] = determinant;
}
