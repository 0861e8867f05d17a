/* Residue arithmetic on the W lanes that one work-item carries; kernels only.
 *
 * A CPU gets its speed from explicit vectors (W = 8 or 16), a GPU from many work-items
 * (W = 1): kernels are written once in terms of LANES (W words) and LANES2 (W double words).
 * The functions mirror cl/fp.h; ranges are those of their namesakes there. */
#ifndef CLM_LANES_H
#define CLM_LANES_H

#include "fp.h"

#ifndef W
#define W 1 /* lanes a work-item: 1, 2, 4, 8 or 16 */
#endif
#ifndef T
#define T W /* polynomials a tile, a multiple of W */
#endif
#ifndef NT
#define NT 64 /* work-items a group */
#endif

#define LANES_JOIN_(a, b) a##b
#define LANES_JOIN(a, b) LANES_JOIN_(a, b)

#if W == 1
typedef uint LANES;
typedef ulong LANES2;
#define lanes_load(p) (*(p))
#define lanes_store(v, p) (*(p) = (v))
#define lanes_widen(v) ((ulong)(v))
#define lanes_narrow(v) ((uint)(v))

#else
typedef LANES_JOIN(uint, W) LANES;
typedef LANES_JOIN(ulong, W) LANES2;
#define lanes_load(p) LANES_JOIN(vload, W)(0, p)
#define lanes_store(v, p) LANES_JOIN(vstore, W)(v, 0, p)
#define lanes_widen(v) LANES_JOIN(convert_ulong, W)(v)
#define lanes_narrow(v) LANES_JOIN(convert_uint, W)(v)

#endif

#define LANES_FN static inline

/* The same word in every lane. */
LANES_FN LANES lanes_splat(u32 v)
{
    return (LANES)(v);
}

/* Double words: products of words, kept apart from their reduction so that two of them can
 * be summed first. */
LANES_FN LANES2 lanes_product(LANES a, LANES b)
{
    return lanes_widen(a) * lanes_widen(b);
}

/* t mod p * 2^32, for t < 2 * p * 2^32. An unsigned minimum instead of a comparison: where
 * t is already small, t - bound wraps to something greater. */
LANES_FN LANES2 lanes_fold(LANES2 t, fp_field f)
{
    return min(t, t - (LANES2)((u64)f.p << 32));
}

/* t * 2^-32 mod p, for t < p * 2^32. */
LANES_FN LANES lanes_redc(LANES2 t, fp_field f)
{
    LANES2 m = lanes_widen(lanes_narrow(t) * lanes_splat(f.pinv));
    LANES2 multiple = m * (LANES2)((u64)f.p);
    LANES difference = lanes_narrow(t >> 32) - lanes_narrow(multiple >> 32);

    return min(difference, difference + lanes_splat(f.p));
}

LANES_FN LANES lanes_mul(LANES a, LANES b, fp_field f)
{
    return lanes_redc(lanes_product(a, b), f);
}

LANES_FN LANES lanes_add(LANES a, LANES b, fp_field f)
{
    LANES sum = a + b;

    return min(sum, sum - lanes_splat(f.p));
}

LANES_FN LANES lanes_sub(LANES a, LANES b, fp_field f)
{
    LANES difference = a - b;

    return min(difference, difference + lanes_splat(f.p));
}

LANES_FN LANES lanes_neg(LANES a, fp_field f)
{
    return lanes_sub(lanes_splat(0), a, f);
}

/* a^e, the same exponent in every lane. */
LANES_FN LANES lanes_pow(LANES a, u32 e, fp_field f)
{
    LANES result = lanes_splat(f.one);

    for (; e != 0; e >>= 1) {
        if (e & 1)
            result = lanes_mul(result, a, f);
        a = lanes_mul(a, a, f);
    }
    return result;
}

/* 1 / a, 0 for 0. [Fermat] */
LANES_FN LANES lanes_inv(LANES a, fp_field f)
{
    return lanes_pow(a, f.p - 2, f);
}

#endif
