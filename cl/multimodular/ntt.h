/* In-place transforms of length n = 2^k, of W sequences side by side; kernels only.
 *
 * Word k of a sequence lies at x[k * T]. Forward from natural to bit-reversed order, backward
 * the other way: two layers of radix 2 are one pass of radix 4,
 *
 *     x0 + x2 = a    x1 + x3 = b               y0 = a + b           y1 = (a - b) w^2j
 *     x0 - x2 = c    (x1 - x3) w^(len/4) = d   y2 = (c + d) w^j     y3 = (c - d) w^3j
 *
 * with x0 ... x3 a quarter of len apart and w of order len, so half as much memory is touched
 * [Gentleman, Sande 1966; Cooley, Tukey 1965]. roots: z^0 ... z^(n - 1) in Montgomery form, z
 * of order n. Backward gives n times the input.
 *
 * fpx/batch/ntt.h has all radices and a launch for each pass; here a work-item computes a whole
 * transform, in its caches, within the kernel that also cuts sums and computes the first layer.
 * With clm_ntt_run, reconstruction took 30 % more processor time for 1011 values modulo 2064
 * primes (bench/crt 3 1011 2064, PoCL 3.1), and as much for 2916 values modulo 903. */
#ifndef CLM_MULTIMODULAR_NTT_H
#define CLM_MULTIMODULAR_NTT_H

#include "../arith/lanes.h"

#define NTT_AT(x, k) ((x) + (size_t)(k) * T)

/* Powers of a root for one j. */
typedef struct ntt_twiddles {
    LANES one, two, three; /* w^j, w^2j, w^3j */
} ntt_twiddles;

/* Returns powers of w^j = z^e; mask: n - 1; sign: 1, or -1 for inverse powers. */
LANES_FN ntt_twiddles ntt_powers(global const u32 *roots, u32 e, u32 sign, u32 mask)
{
    ntt_twiddles w;

    w.one = lanes_splat(roots[sign * e & mask]);
    w.two = lanes_splat(roots[sign * 2 * e & mask]);
    w.three = lanes_splat(roots[sign * 3 * e & mask]);
    return w;
}

/* Returns a - b as a factor: below 2 p. */
LANES_FN LANES ntt_difference(LANES a, LANES b, fp_field f)
{
    return a - b + lanes_splat(f.p);
}

/* Multiplies y1, y2 and y3 by the powers of w. */
LANES_FN void ntt_twist(LANES *y, ntt_twiddles w, fp_field f)
{
    y[1] = lanes_mul(y[1], w.two, f);
    y[2] = lanes_mul(y[2], w.one, f);
    y[3] = lanes_mul(y[3], w.three, f);
}

/* Computes y0 ... y3 without the powers of w. i: of order 4. */
LANES_FN void ntt_four(LANES *y, global const u32 *x, u32 quarter, LANES i, fp_field f)
{
    LANES x0 = lanes_load(NTT_AT(x, 0)), x1 = lanes_load(NTT_AT(x, quarter));
    LANES x2 = lanes_load(NTT_AT(x, 2 * quarter)), x3 = lanes_load(NTT_AT(x, 3 * quarter));
    LANES a = lanes_add(x0, x2, f), b = lanes_add(x1, x3, f);
    LANES c = lanes_sub(x0, x2, f), d = lanes_mul(ntt_difference(x1, x3, f), i, f);

    y[0] = lanes_add(a, b, f);
    y[1] = ntt_difference(a, b, f);
    y[2] = c + d; /* below 2 p */
    y[3] = ntt_difference(c, d, f);
}

LANES_FN void ntt_put(global u32 *x, const LANES *y, u32 quarter)
{
#pragma unroll
    for (u32 k = 0; k < 4; k++)
        lanes_store(y[k], NTT_AT(x, k * quarter));
}

/* Computes one layer of radix 2 over blocks of `len` words. */
static inline void ntt_layer(global u32 *x, u32 n, u32 len, global const u32 *roots, fp_field f)
{
    const u32 middle = len / 2;

    for (u32 at = 0; at < n; at += len)
        for (u32 j = at; j < at + middle; j++) {
            LANES a = lanes_load(NTT_AT(x, j)), b = lanes_load(NTT_AT(x, j + middle));
            LANES w = lanes_splat(roots[(j - at) * (n / len)]);

            lanes_store(lanes_add(a, b, f), NTT_AT(x, j));
            lanes_store(lanes_mul(ntt_difference(a, b, f), w, f), NTT_AT(x, j + middle));
        }
}

/* Transforms from blocks of `len` <= n words on, after the preceding layers. */
static inline void ntt_forward(global u32 *x, u32 n, u32 len, global const u32 *roots, fp_field f)
{
    const LANES i = lanes_splat(roots[n / 4]);
    LANES y[4];

    if ((len & 0x55555555) == 0) { /* an odd number of layers */
        ntt_layer(x, n, len, roots, f);
        len /= 2;
    }
    for (; len > 1; len /= 4) {
        const u32 quarter = len / 4;

        for (u32 at = 0; at < n; at += len) { /* j = 0 */
            ntt_four(y, NTT_AT(x, at), quarter, i, f);
#pragma unroll
            for (u32 k = 1; k < 4; k++)
                y[k] = min(y[k], y[k] - lanes_splat(f.p));
            ntt_put(NTT_AT(x, at), y, quarter);
        }
        for (u32 j = 1; j < quarter; j++) {
            const ntt_twiddles w = ntt_powers(roots, j * (n / len), 1, n - 1);

            for (u32 at = j; at < n; at += len) {
                ntt_four(y, NTT_AT(x, at), quarter, i, f);
                ntt_twist(y, w, f);
                ntt_put(NTT_AT(x, at), y, quarter);
            }
        }
    }
}

/* Computes x0 ... x3 from y0 and the others without the powers of w; i: of order 4, inverted. */
LANES_FN void ntt_four_back(global u32 *x, const LANES *y, u32 quarter, LANES i, fp_field f)
{
    LANES a = lanes_add(y[0], y[1], f), b = lanes_sub(y[0], y[1], f);
    LANES c = lanes_add(y[2], y[3], f), d = lanes_mul(ntt_difference(y[2], y[3], f), i, f);

    lanes_store(lanes_add(a, c, f), NTT_AT(x, 0));
    lanes_store(lanes_add(b, d, f), NTT_AT(x, quarter));
    lanes_store(lanes_sub(a, c, f), NTT_AT(x, 2 * quarter));
    lanes_store(lanes_sub(b, d, f), NTT_AT(x, 3 * quarter));
}

LANES_FN void ntt_get(LANES *y, global const u32 *x, u32 quarter)
{
#pragma unroll
    for (u32 k = 0; k < 4; k++)
        y[k] = lanes_load(NTT_AT(x, k * quarter));
}

/* Computes all layers, back to natural order. */
static inline void ntt_backward(global u32 *x, u32 n, global const u32 *roots, fp_field f)
{
    const LANES i = lanes_splat(roots[n / 4 * 3]);
    u32 len = 4;
    LANES y[4];

    for (; len <= n; len *= 4) {
        const u32 quarter = len / 4;

        for (u32 at = 0; at < n; at += len) { /* j = 0 */
            ntt_get(y, NTT_AT(x, at), quarter);
            ntt_four_back(NTT_AT(x, at), y, quarter, i, f);
        }
        for (u32 j = 1; j < quarter; j++) {
            const ntt_twiddles w = ntt_powers(roots, j * (n / len), -1, n - 1);

            for (u32 at = j; at < n; at += len) {
                ntt_get(y, NTT_AT(x, at), quarter);
                ntt_twist(y, w, f);
                ntt_four_back(NTT_AT(x, at), y, quarter, i, f);
            }
        }
    }
    if (len / 2 == n)
        for (u32 j = 0; j < n / 2; j++) {
            LANES a = lanes_load(NTT_AT(x, j)), b = lanes_load(NTT_AT(x, j + n / 2));

            b = lanes_mul(b, lanes_splat(roots[n - j & n - 1]), f);
            lanes_store(lanes_add(a, b, f), NTT_AT(x, j));
            lanes_store(lanes_sub(a, b, f), NTT_AT(x, j + n / 2));
        }
}

#endif
