/* Unsigned double words, one for each of a work-item's W words: factors, products and sums of
 * products, in two halves, of the even and of the odd words; kernels only.
 *
 *     word        0     1     2     3    ...          a 64-bit lane takes two words;
 *     even      [ 0    (1) ][ 2    (3) ] ...          a product of lanes reads only the
 *     odd       [ 1     0  ][ 3     0  ] ...          lower one, so (.) may be anything
 *
 * Widening then costs one shift for W words and narrowing a shift and an OR. cl/arith/lazy.h, the
 * signed version, compares this with conversions of vectors. */
#ifndef CLM_HALVES_H
#define CLM_HALVES_H

#include "lanes.h"

/* HALVES_BOTH executes a statement for each half; with W = 1 there is only one. */
#if W == 1
typedef ulong HALF;
#define HALVES_BOTH(statement_even, statement_odd) statement_even
#else
typedef LANES_HALF HALF;
#define HALVES_BOTH(statement_even, statement_odd) statement_even; statement_odd
#endif

typedef struct halves {
    HALF even;
#if W > 1
    HALF odd;
#endif
} halves;

/* Returns the same double word in every lane. */
LANES_FN halves halves_splat(ulong v)
{
    halves h;

    HALVES_BOTH(h.even = (HALF)(v), h.odd = (HALF)(v));
    return h;
}

/* Widens words to factors of products. */
LANES_FN halves halves_widen(LANES v)
{
    halves h;

#if W == 1
    h.even = v;
#else
    h.even = lanes_as_half(v);
    h.odd = h.even >> 32;
#endif
    return h;
}

/* Returns a factor with the same value in every lane. */
LANES_FN halves halves_same(u32 v)
{
    halves h;

#if W == 1
    h.even = v;
#else
    h.even = lanes_half_splat(v);
    h.odd = h.even;
#endif
    return h;
}

/* Builds double words from lower and upper words; with upper 0 they are zero-extended words. */
LANES_FN halves halves_join(LANES lower, LANES upper)
{
    halves h;

#if W == 1
    h.even = lower | (ulong)upper << 32;
#else
    const HALF low = lanes_as_half(lower), high = lanes_as_half(upper);

    h.even = LANES_CUT(low) | (high << 32);
    h.odd = (low >> 32) | (high & ~0xffffffffUL);
#endif
    return h;
}

LANES_FN halves halves_add(halves a, halves b)
{
    OP_COUNTS(ADDITIONS, W);
    HALVES_BOTH(a.even += b.even, a.odd += b.odd);
    return a;
}

LANES_FN halves halves_sub(halves a, halves b)
{
    OP_COUNTS(ADDITIONS, W);
    HALVES_BOTH(a.even -= b.even, a.odd -= b.odd);
    return a;
}

LANES_FN halves halves_left(halves t, u32 bits)
{
    HALVES_BOTH(t.even <<= bits, t.odd <<= bits);
    return t;
}

LANES_FN halves halves_right(halves t, u32 bits)
{
    HALVES_BOTH(t.even >>= bits, t.odd >>= bits);
    return t;
}

/* Returns a * b, the products of the lower words. */
LANES_FN halves halves_product(halves a, halves b)
{
    OP_COUNTS(PRODUCTS, W);
    HALVES_BOTH(a.even = LANES_CUT(a.even) * LANES_CUT(b.even),
                a.odd = LANES_CUT(a.odd) * LANES_CUT(b.odd));
    return a;
}

/* Returns t + a * b, from the lower words of a and one word b for all lanes. */
LANES_FN halves halves_add_product(halves t, halves a, u32 b)
{
#if W == 1
    OP_COUNTS(PRODUCTS, 1);
    OP_COUNTS(ADDITIONS, 1);
    t.even += a.even * (ulong)b;
#else
    OP_COUNTS(PRODUCTS, W);
    OP_COUNTS(ADDITIONS, W);
    const HALF factor = lanes_half_splat(b);

    t.even += lanes_half_product(a.even, factor);
    t.odd += lanes_half_product(a.odd, factor);
#endif
    return t;
}

/* Returns t mod `bound`, for t < 2 * bound, by a minimum as in lanes_fold. */
LANES_FN halves halves_reduce(halves t, halves bound)
{
    HALVES_BOTH(t.even = min(t.even, t.even - bound.even), t.odd = min(t.odd, t.odd - bound.odd));
    return t;
}

/* Returns t mod p * 2^32, for t < 2 * p * 2^32. */
LANES_FN halves halves_fold(halves t, fp_field f)
{
#if W == 1
    t.even = fp_fold(t.even, f);
    return t;
#else
    return halves_reduce(t, halves_splat((u64)f.p << 32));
#endif
}

/* Returns the lower words. */
LANES_FN LANES halves_narrow(halves t)
{
#if W == 1
    return (uint)t.even;
#else
    return lanes_as_words(LANES_CUT(t.even) | (t.odd << 32));
#endif
}

/* Returns the upper words. */
LANES_FN LANES halves_upper(halves t)
{
#if W == 1
    return (uint)(t.even >> 32);
#else
    return lanes_as_words((t.even >> 32) | (t.odd & ~0xffffffffUL));
#endif
}

/* Returns t * 2^-32 mod p, for t < p * 2^32. */
LANES_FN LANES halves_redc(halves t, fp_field f)
{
#if W == 1
    return fp_redc(t.even, f);
#else
    const HALF p = lanes_half_splat(f.p), pinv = lanes_half_splat(f.pinv);

    return lanes_half_join(lanes_half_redc(t.even, p, pinv), lanes_half_redc(t.odd, p, pinv),
                           lanes_splat(f.p));
#endif
}

#endif
