/* In-register transforms of up to nine words, on W interleaved sequences; kernels only.
 *
 * The sequences, and their roots of unity, have a prime each or one in common (cl/arith/fields.h).
 * Radices and other parameters are constants at each call, so that loops unroll and arrays become
 * registers.
 *
 * Inputs are in [0, p). A *loose* word is in [0, 2 p): it is a valid factor, and a product by a
 * root of unity makes it canonical, as does lanes_lower. All outputs but the first are loose. */
#ifndef CLM_DFT_H
#define CLM_DFT_H

#include "../../arith/fields.h"

/* Loops over i from `first` to below `end`, at most the constant `most`, and so unrolls before
 * compilers know `end`; later unrolling would not turn arrays into registers. */
#define DFT_EACH(i, first, end, most) \
    for (u32 i = (first); i < (most); i++) if (i < (end))

/* The largest radix. */
#define DFT_MOST 9

/* The powers of a root of unity z. */
typedef struct dft_roots {
    global const u32 *table; /* z^0 ... z^(order - 1) in Montgomery form */
    u32 order;               /* of z */
    bool shared;             /* one word per power for all lanes; otherwise one vector per power */
    bool inverse;            /* selects powers of 1/z */
} dft_roots;

/* Returns z^e as a factor. Pre: 0 < e < order. */
LANES_FN halves dft_power(dft_roots roots, u32 e)
{
    if (roots.inverse)
        e = roots.order - e;
    return roots.shared ? halves_same(roots.table[e])
                        : halves_widen(lanes_load(roots.table + (size_t)e * W));
}

LANES_FN void dft_2(LANES *x, u32 stride, fields f)
{
    LANES a = x[0], b = x[stride];

    x[0] = fields_add(a, b, f);
    x[stride] = fields_difference(a, b, f);
}

/* With z^2 = -1 - z one multiplication is enough: a + z b + z^2 c = (a - c) + z (b - c). */
LANES_FN void dft_3(LANES *x, u32 stride, halves z, fields f)
{
    LANES a = x[0], b = x[stride], c = x[2 * stride];
    LANES d = fields_times(fields_difference(b, c, f), z, f);

    x[0] = fields_add(fields_add(a, b, f), c, f);
    x[stride] = fields_sub(a, c, f) + d;
    x[2 * stride] = fields_difference(fields_sub(a, b, f), d, f);
}

LANES_FN void dft_4(LANES *x, u32 stride, halves z, fields f)
{
    LANES a = fields_add(x[0], x[2 * stride], f), b = fields_sub(x[0], x[2 * stride], f);
    LANES c = fields_add(x[stride], x[3 * stride], f);
    LANES d = fields_times(fields_difference(x[stride], x[3 * stride], f), z, f);

    x[0] = fields_add(a, c, f);
    x[stride] = b + d;
    x[2 * stride] = fields_difference(a, c, f);
    x[3 * stride] = fields_difference(b, d, f);
}

/* Radix n = 5 or 7: sums of products, each reduced once. */
LANES_INLINE void dft_sums(LANES *x, u32 n, u32 stride, dft_roots roots, fields f)
{
    halves in[7], root[7];
    LANES first = x[0];

#pragma unroll
    DFT_EACH(i, 1, n, 7) {
        in[i] = halves_widen(x[i * stride]);
        root[i] = dft_power(roots, i * (roots.order / n));
        x[0] = fields_add(x[0], x[i * stride], f);
    }
#pragma unroll
    DFT_EACH(j, 1, n, 7) {
        halves sum = halves_product(in[1], root[j]);

#pragma unroll
        DFT_EACH(i, 2, n, 7) {
            sum = halves_add(sum, halves_product(in[i], root[i * j % n]));
            if (i == 4 || i == 6) /* two products are below p * 2^32, four below twice as much */
                sum = fields_fold(sum, f);
        }
        x[j * stride] = first + fields_redc(sum, f);
    }
}

/* x[j * stride] = sum over i < n of x[i * stride] * z^(i * j), z of order n. */
LANES_INLINE void dft_small(LANES *x, u32 n, u32 stride, dft_roots roots, fields f)
{
    if (n == 2)
        dft_2(x, stride, f);
    else if (n == 3)
        dft_3(x, stride, dft_power(roots, roots.order / 3), f);
    else if (n == 4)
        dft_4(x, stride, dft_power(roots, roots.order / 4), f);
    else if (n > 4)
        dft_sums(x, n, stride, roots, f);
}

/* Place of output j after dft_rounds. */
#define DFT_PLACE(j, a, b) ((j) % (a) * (b) + (j) / (a))

/* A transform of length a * b, b < a, by two rounds. Input i = i1 * b + i2 is word i, output j =
 * j1 + a * j2 is word j1 * b + j2. */
LANES_INLINE void dft_rounds(LANES *x, u32 a, u32 b, dft_roots roots, fields f)
{
    u32 step = roots.order / (a * b);

#pragma unroll
    DFT_EACH(i, 0, b, 3) {
        dft_small(x + i, a, b, roots, f);
#pragma unroll
        DFT_EACH(j, 1, b > 1 ? a : 0, 7)
            x[j * b + i] = i > 0 ? fields_times(x[j * b + i], dft_power(roots, i * j * step), f)
                                 : lanes_lower(x[j * b + i], f.p);
    }
#pragma unroll
    DFT_EACH(j, 0, b > 1 ? a : 0, 7)
        dft_small(x + j * b, b, 1, roots, f);
}

/* Multiplies input i of the n = a * b words x by z^(e * i), or with `outputs` output i of
 * dft_rounds. The words become canonical in either case. Pre: e * (n - 1) < order. */
LANES_INLINE void dft_twist(LANES *x, u32 a, u32 b, u32 e, bool outputs, dft_roots roots, fields f)
{
    if (e != 0) {
#pragma unroll
        DFT_EACH(i, 1, a * b, DFT_MOST) {
            u32 at = outputs ? DFT_PLACE(i, a, b) : i;

            x[at] = fields_times(x[at], dft_power(roots, e * i), f);
        }
    } else if (outputs) {
#pragma unroll
        DFT_EACH(i, 1, a * b, DFT_MOST)
            x[i] = lanes_lower(x[i], f.p);
    }
}

#endif
