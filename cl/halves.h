/* Unsigned double words for the W words of one work-item, in two halves; kernels only.
 *
 *     word        0     1     2     3    ...          a 64-bit lane takes two words;
 *     even      [ 0    (1) ][ 2    (3) ] ...          a product of lanes reads only the
 *     odd       [ 1     0  ][ 3     0  ] ...          lower one, so (.) may be anything
 *
 * Widening so costs one shift for W words and narrowing a shift and an OR, where conversions
 * between vectors of words and of double words cost four shuffles. Signed: cl/lazy.h. */
#ifndef CLM_HALVES_H
#define CLM_HALVES_H

#include "lanes.h"

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

/* The same double word in every lane. */
LANES_FN halves halves_splat(ulong v)
{
    halves h;

    HALVES_BOTH(h.even = (HALF)(v), h.odd = (HALF)(v));
    return h;
}

/* Factors of products. */
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

/* t + a * b, of a's lower words and a word b that is the same for all. To load the word into
 * all words of a vector costs nothing, into every other one a step more. */
LANES_FN halves halves_add_product(halves t, halves a, u32 b)
{
#if W == 1
    t.even += a.even * (ulong)b;
#else
    const HALF factor = lanes_as_half(lanes_splat(b));

    t.even += lanes_half_product(a.even, factor);
    t.odd += lanes_half_product(a.odd, factor);
#endif
    return t;
}

/* The lower words. */
LANES_FN LANES halves_narrow(halves t)
{
#if W == 1
    return (uint)t.even;
#else
    return LANES_JOIN(as_uint, W)(LANES_CUT(t.even) | (t.odd << 32));
#endif
}

/* The upper words. */
LANES_FN LANES halves_upper(halves t)
{
#if W == 1
    return (uint)(t.even >> 32);
#else
    return LANES_JOIN(as_uint, W)((t.even >> 32) | (t.odd & ~0xffffffffUL));
#endif
}

#endif
