/* Passes of transforms in place; kernels only.
 *
 * Word k of a sequence lies at x[k * T], W sequences side by side. Forward, a pass of radix r
 * takes each block of `len` words, natural order in it, to r blocks of len / r:
 *
 *     y[k][j] = w^(j * k) * sum over i < r of x[j + i * len/r] * z^(i * k)      w of order len,
 *                                                                               z of order r
 *     [ x ......................... ]      so that block k has what makes up the values whose
 *     [ y0 ... ][ y1 ... ][ y2 ... ]       index is k modulo r, and after all passes index
 *     [  |  |  ][  |  |  ][  |  |  ]       k1 + r1 * (k2 + r2 * k3) is at place
 *                                          (k1 * r2 + k2) * r3 + k3: ntt_index.
 *
 * Backward does the reverse, pass by pass and in the reverse order: from there to natural order,
 * length times the words. So products need no permutation [Gentleman, Sande 1966; Cooley, Tukey
 * 1965]. Roots: the powers of one of order `length`. */
#ifndef CLM_NTT_H
#define CLM_NTT_H

#include "dft.h"

/* One butterfly: words x[i * step], i < a * b. e: w^j is root e of the table. */
DFT_FN void ntt_butterfly(global u32 *x, size_t step, u32 a, u32 b, u32 e, dft_roots roots,
                          fields f)
{
    const bool back = roots.inverse;
    LANES y[DFT_MOST];

#pragma unroll
    DFT_EACH(i, 0, a * b, DFT_MOST)
        y[i] = lanes_load(x + i * step);
    if (back)
        dft_twist(y, a, b, e, false, roots, f);
    dft_rounds(y, a, b, roots, f);
    dft_twist(y, a, b, back ? 0 : e, true, roots, f);
#pragma unroll
    DFT_EACH(i, 0, a * b, DFT_MOST)
        lanes_store(y[DFT_PLACE(i, a, b)], x + i * step);
}

/* The butterflies `begin` ... end - 1 of a pass over sequences that lie behind each other, counted
 * along blocks. roots.inverse: backward. */
DFT_FN void ntt_butterflies(global u32 *x, u32 begin, u32 end, u32 len, u32 a, u32 b,
                            dft_roots roots, fields f)
{
    const u32 part = len / (a * b), apart = roots.order / len;
    u32 j = begin % part;

    x += ((size_t)(begin / part) * len + j) * T;
    for (u32 unit = begin; unit < end; unit++, x += T) {
        ntt_butterfly(x, (size_t)part * T, a, b, j * apart, roots, f);
        if (++j == part) {
            j = 0;
            x += (size_t)(len - part) * T;
        }
    }
}

#endif
