/* Residue arithmetic on W lanes with a prime each; kernels only.
 *
 * Where lanes.h has one prime for all lanes, here lane d computes modulo prime d of a tile.
 * Ranges are those of cl/arith/fp.h. */
#ifndef CLM_FIELDS_H
#define CLM_FIELDS_H

#include "halves.h"

/* A prime a lane. */
typedef struct fields {
    LANES p, pinv;
} fields;

/* t mod p * 2^32, for t < 2 * p * 2^32. */
LANES_FN halves fields_fold(halves t, fields f)
{
    return halves_reduce(t, halves_left(halves_widen(f.p), 32));
}

/* t * 2^-32 mod p, for t < p * 2^32. */
LANES_FN LANES fields_redc(halves t, fields f)
{
#if W == 1
    const fp_field field = {.p = f.p, .pinv = f.pinv};

    return fp_redc(t.even, field);
#else
    const halves p = halves_widen(f.p), pinv = halves_widen(f.pinv);

    return lanes_half_join(lanes_half_redc(t.even, p.even, pinv.even),
                           lanes_half_redc(t.odd, p.odd, pinv.odd), f.p);
#endif
}

/* a * b * 2^-32 mod p. */
LANES_FN LANES fields_mul(LANES a, LANES b, fields f)
{
    return fields_redc(halves_product(halves_widen(a), halves_widen(b)), f);
}

LANES_FN LANES fields_add(LANES a, LANES b, fields f)
{
    return lanes_lower(a + b, f.p);
}

LANES_FN LANES fields_sub(LANES a, LANES b, fields f)
{
    return lanes_raise(a - b, f.p);
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
