/* Butterflies of a transform, in registers, W primes side by side; kernels only.
 *
 * The table `roots` has the powers z^0 ... z^(points - 1) of a root of unity of order
 * `points`, a vector each. Radices are constants where the functions are called, so that
 * loops unroll and arrays become registers. */
#ifndef CLM_DFT_H
#define CLM_DFT_H

#include "../arith/fields.h"

/* Compilers would share one general copy of so long a function. */
#define DFT_FN __attribute__((always_inline)) static inline

/* For i from `first` to below `end`, which is at most `most`, a number: so loops unroll before
 * compilers see what `end` is in each call, after which arrays no longer become registers. */
#define DFT_EACH(i, first, end, most) \
    for (u32 i = (first); i < (most); i++) if (i < (end))

/* The root of order n. */
LANES_FN LANES dft_root(global const u32 *roots, u32 points, u32 n)
{
    return lanes_load(roots + (size_t)(points / n) * W);
}

LANES_FN void dft_2(LANES *x, u32 stride, fields f)
{
    LANES a = x[0], b = x[stride];

    x[0] = fields_add(a, b, f);
    x[stride] = fields_sub(a, b, f);
}

/* With z^2 = -1 - z a single multiplication: a + z b + z^2 c = (a - c) + z (b - c). */
LANES_FN void dft_3(LANES *x, u32 stride, LANES z, fields f)
{
    LANES a = x[0], b = x[stride], c = x[2 * stride];
    LANES d = fields_mul(fields_sub(b, c, f), z, f);

    x[0] = fields_add(fields_add(a, b, f), c, f);
    x[stride] = fields_add(fields_sub(a, c, f), d, f);
    x[2 * stride] = fields_sub(fields_sub(a, b, f), d, f);
}

LANES_FN void dft_4(LANES *x, u32 stride, LANES z, fields f)
{
    LANES a = fields_add(x[0], x[2 * stride], f), b = fields_sub(x[0], x[2 * stride], f);
    LANES c = fields_add(x[stride], x[3 * stride], f);
    LANES d = fields_mul(fields_sub(x[stride], x[3 * stride], f), z, f);

    x[0] = fields_add(a, c, f);
    x[stride] = fields_add(b, d, f);
    x[2 * stride] = fields_sub(a, c, f);
    x[3 * stride] = fields_sub(b, d, f);
}

/* n = 5 or 7: sums of products, each reduced once. */
DFT_FN void dft_sums(LANES *x, u32 n, u32 stride, global const u32 *roots, u32 points,
                             fields f)
{
    halves in[7], root[7];
    LANES first = x[0];

#pragma unroll
    DFT_EACH(i, 1, n, 7) {
        in[i] = halves_widen(x[i * stride]);
        root[i] = halves_widen(lanes_load(roots + (size_t)(i * (points / n)) * W));
        x[0] = fields_add(x[0], x[i * stride], f);
    }
#pragma unroll
    DFT_EACH(j, 1, n, 7) {
        halves sum = halves_product(in[1], root[j]);

#pragma unroll
        DFT_EACH(i, 2, n, 7) {
            sum = halves_add(sum, halves_product(in[i], root[i * j % n]));
            if (i == 4 || i == 6) /* two products are below p * 2^32, four below twice that */
                sum = fields_fold(sum, f);
        }
        x[j * stride] = fields_add(first, fields_redc(sum, f), f);
    }
}

/* x[j * stride] = sum over i < n of x[i * stride] * z^(i * j), z of order n. */
DFT_FN void dft_small(LANES *x, u32 n, u32 stride, global const u32 *roots, u32 points,
                              fields f)
{
    if (n == 2)
        dft_2(x, stride, f);
    else if (n == 3)
        dft_3(x, stride, dft_root(roots, points, 3), f);
    else if (n == 4)
        dft_4(x, stride, dft_root(roots, points, 4), f);
    else if (n > 4)
        dft_sums(x, n, stride, roots, points, f);
}

/* One butterfly of radix n = a * b of a Stockham pass: words u + i * points / n of `in`, i < n,
 * to every stride-th word of `out`. Input i = i1 * b + i2 and output j = j1 + a * j2 are word
 * i and word j1 * b + j2 of x, between two rounds of smaller transforms. */
DFT_FN void dft_pass(global u32 *out, global const u32 *in, global const u32 *roots,
                             u32 u, u32 a, u32 b, u32 stride, u32 points, fields f)
{
    u32 n = a * b, step = points / n, e = u - u % stride;
    LANES x[9];

#pragma unroll
    DFT_EACH(i, 0, n, 9)
        x[i] = lanes_load(in + (size_t)(u + i * step) * W);
#pragma unroll
    DFT_EACH(i, 0, b, 3) {
        dft_small(x + i, a, b, roots, points, f);
#pragma unroll
        DFT_EACH(j, 1, i > 0 ? a : 0, 7)
            x[j * b + i] = fields_mul(x[j * b + i],
                                      lanes_load(roots + (size_t)(i * j * step) * W), f);
    }
#pragma unroll
    DFT_EACH(j, 0, a, 7)
        dft_small(x + j * b, b, 1, roots, points, f);
    if (e != 0) {
#pragma unroll
        DFT_EACH(j, 1, n, 9)
            x[j % a * b + j / a] = fields_mul(x[j % a * b + j / a],
                                              lanes_load(roots + (size_t)(e * j) * W), f);
    }
#pragma unroll
    DFT_EACH(j, 0, n, 9)
        lanes_store(x[j % a * b + j / a], out + (size_t)(u + e * (n - 1) + stride * j) * W);
}

#endif
