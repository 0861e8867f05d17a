/* Residue arithmetic on W lanes with a prime for each lane; kernels only.
 *
 * Lane d computes modulo prime d of a tile, whereas lanes.h has one prime for all lanes. Ranges
 * are as in cl/arith/fp.h. With one prime in all lanes (fields_same) the same functions take as
 * many instructions as those of lanes.h. */
#ifndef CLM_FIELDS_H
#define CLM_FIELDS_H

#include "halves.h"

/* One prime for each lane, with derived constants. */
typedef struct fields {
    LANES p;
    halves factor, inverse; /* p and p^-1 mod 2^32 */
} fields;

/* Returns the constants of the primes p. pinv: p^-1 mod 2^32 */
LANES_FN fields fields_of(LANES p, LANES pinv)
{
    fields f = {p, halves_widen(p), halves_widen(pinv)};

    return f;
}

/* Returns the constants of one prime in every lane. */
LANES_FN fields fields_same(fp_field field)
{
    fields f = {lanes_splat(field.p), halves_same(field.p), halves_same(field.pinv)};

    return f;
}

/* Returns t mod p * 2^32, for t < 2 * p * 2^32. */
LANES_FN halves fields_fold(halves t, fields f)
{
#if W == 1
    const fp_field field = {.p = f.p};

    return halves_fold(t, field);
#else
    return halves_reduce(t, halves_left(f.factor, 32));
#endif
}

/* Returns t * 2^-32 mod p, for t < p * 2^32. */
LANES_FN LANES fields_redc(halves t, fields f)
{
#if W == 1
    const fp_field field = {.p = f.p, .pinv = (u32)f.inverse.even};

    return fp_redc(t.even, field);
#else
    return lanes_half_join(lanes_half_redc(t.even, f.factor.even, f.inverse.even),
                           lanes_half_redc(t.odd, f.factor.odd, f.inverse.odd), f.p);
#endif
}

/* Returns a * b * 2^-32 mod p. */
LANES_FN LANES fields_mul(LANES a, LANES b, fields f)
{
    return fields_redc(halves_product(halves_widen(a), halves_widen(b)), f);
}

/* Returns the same product for a factor b that is already widened; a < 2 p is enough. */
LANES_FN LANES fields_times(LANES a, halves b, fields f)
{
    return fields_redc(halves_product(halves_widen(a), b), f);
}

LANES_FN LANES fields_add(LANES a, LANES b, fields f)
{
    return lanes_lower(a + b, f.p);
}

LANES_FN LANES fields_sub(LANES a, LANES b, fields f)
{
    return lanes_raise(a - b, f.p);
}

/* Returns a - b + p, in (0, 2 p), as a factor for fields_times. */
LANES_FN LANES fields_difference(LANES a, LANES b, fields f)
{
    return a - b + f.p;
}

/* Returns factor * base^e, with the same exponent in every lane. */
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
