/* In-place transform passes on W interleaved sequences; kernels only.
 *
 * Word k of a sequence is x[k * T]. A forward pass of radix r splits each block of `len` words, in
 * natural order, into r blocks of len / r words:
 *
 *     y[k][j] = w^(j * k) * sum over i < r of x[j + i * len/r] * z^(i * k)      w of order len,
 *                                                                               z of order r
 *     [ x ......................... ]      so that block k determines the values whose index
 *     [ y0 ... ][ y1 ... ][ y2 ... ]       is k modulo r. After all passes, index
 *     [  |  |  ][  |  |  ][  |  |  ]       k1 + r1 * (k2 + r2 * k3) is at place
 *                                          (k1 * r2 + k2) * r3 + k3: ntt_index.
 *
 * A backward transform reverses these passes from the last on: it leads back to the natural order
 * and multiplies by the length. Products of transforms thus need no permutation [Gentleman, Sande
 * 1966; Cooley, Tukey 1965]. Roots are powers of a root of order `length`. */
#ifndef CLM_NTT_H
#define CLM_NTT_H

#include "dft.h"

/* One butterfly on the words x[i * step], i < a * b. w^j is entry e of the table of roots. */
LANES_INLINE void ntt_butterfly(global u32 *x, size_t step, u32 a, u32 b, u32 e, dft_roots roots,
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

/* Butterflies `begin` ... end - 1 of a pass over consecutive sequences, numbered along blocks.
 * roots.inverse: a backward pass. */
LANES_INLINE void ntt_butterflies(global u32 *x, u32 begin, u32 end, u32 len, u32 a, u32 b,
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
