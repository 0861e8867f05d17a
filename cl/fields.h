/* Residue arithmetic on W lanes with a prime each; kernels only.
 *
 * Where lanes.h has one prime for all lanes, here lane d computes modulo prime d of a tile.
 * Ranges are those of cl/fp.h. Products come in two halves, of the even and of the odd words:
 *
 *     word        0     1     2     3    ...          a 64-bit lane takes two words;
 *     even      [ 0    (1) ][ 2    (3) ] ...          a product of lanes reads only the
 *     odd       [ 1     0  ][ 3     0  ] ...          lower one, so (.) may be anything  */
#ifndef CLM_FIELDS_H
#define CLM_FIELDS_H

#include "lanes.h"

/* A prime a lane. */
typedef struct fields {
    LANES p, pinv;
} fields;

#if W == 1
typedef ulong FIELDS_HALF;
#define fields_even(v) ((ulong)(v))
#define fields_words(v) ((uint)(v))
#define FIELDS_BOTH(statement_even, statement_odd) statement_even
#else
typedef LANES_HALF FIELDS_HALF;
#define fields_even(v) lanes_as_half(v)
#define fields_words(v) LANES_JOIN(as_uint, W)(v)
#define FIELDS_BOTH(statement_even, statement_odd) statement_even; statement_odd
#endif

/* Double words, one a lane: factors, products, sums of products. */
typedef struct fields_pair {
    FIELDS_HALF even;
#if W > 1
    FIELDS_HALF odd;
#endif
} fields_pair;

LANES_FN fields_pair fields_widen(LANES v)
{
    fields_pair pair;

    FIELDS_BOTH(pair.even = fields_even(v), pair.odd = fields_even(v) >> 32);
    return pair;
}

LANES_FN fields_pair fields_product(fields_pair a, fields_pair b)
{
    FIELDS_BOTH(a.even = LANES_CUT(a.even) * LANES_CUT(b.even),
                a.odd = LANES_CUT(a.odd) * LANES_CUT(b.odd));
    return a;
}

LANES_FN fields_pair fields_sum(fields_pair a, fields_pair b)
{
    FIELDS_BOTH(a.even += b.even, a.odd += b.odd);
    return a;
}

/* t mod p * 2^32, for t < 2 * p * 2^32. */
LANES_FN fields_pair fields_fold(fields_pair t, fields f)
{
    fields_pair p = fields_widen(f.p);

    FIELDS_BOTH(t.even = min(t.even, t.even - (p.even << 32)),
                t.odd = min(t.odd, t.odd - (p.odd << 32)));
    return t;
}

/* The upper word is t * 2^-32 mod p, or that less p; the lower word is 0. */
LANES_FN FIELDS_HALF fields_half_redc(FIELDS_HALF t, FIELDS_HALF p, FIELDS_HALF pinv)
{
    FIELDS_HALF quotient = LANES_CUT(t) * LANES_CUT(pinv);

    LANES_HIDE(quotient);
    return t - LANES_CUT(quotient) * LANES_CUT(p);
}

/* t * 2^-32 mod p, for t < p * 2^32. */
LANES_FN LANES fields_redc(fields_pair t, fields f)
{
    fields_pair p = fields_widen(f.p), pinv = fields_widen(f.pinv);
    LANES difference;

    t.even = fields_half_redc(t.even, p.even, pinv.even);
#if W == 1
    difference = (uint)(t.even >> 32);
#else
    t.odd = fields_half_redc(t.odd, p.odd, pinv.odd);
    difference = fields_words((t.even >> 32) | t.odd);
#endif
    return min(difference, difference + f.p);
}

/* a * b * 2^-32 mod p. */
LANES_FN LANES fields_mul(LANES a, LANES b, fields f)
{
    return fields_redc(fields_product(fields_widen(a), fields_widen(b)), f);
}

LANES_FN LANES fields_add(LANES a, LANES b, fields f)
{
    LANES sum = a + b;

    return min(sum, sum - f.p);
}

LANES_FN LANES fields_sub(LANES a, LANES b, fields f)
{
    LANES difference = a - b;

    return min(difference, difference + f.p);
}

/* factor * base^e, the same exponent in every lane. */
LANES_FN LANES fields_mul_pow(LANES factor, LANES base, u32 e, fields f)
{
    for (; e != 0; e >>= 1) {
        if (e & 1)
            factor = fields_mul(factor, base, f);
        base = fields_mul(base, base, f);
    }
    return factor;
}

#endif
