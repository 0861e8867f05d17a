/* The residue types of residue.h on the W lanes of one work-item, all modulo the same prime;
 * kernels only.
 *
 * An rlanes has W residues. Its functions mirror residue.h, which defines types and ranges; the
 * proofs in the types' headers hold for every lane. With W = 1 they are the same functions. An
 * rlanes_mask has an integer for each lane: a number to be compared, or the result of a
 * comparison, for rlanes_select. */
#ifndef CLM_RESIDUE_LANES_H
#define CLM_RESIDUE_LANES_H

#include "halves.h"
#include "residue.h"

#if W == 1 || RESIDUE != RESIDUE_DOUBLE50
#define rlanes_load lanes_load
#define rlanes_store lanes_store
#endif

#if W == 1
typedef residue rlanes;
typedef int rlanes_mask, rlanes_count;
#define rlanes_mul residue_mul
#define rlanes_cross residue_cross
#define rlanes_add residue_add
#define rlanes_sub residue_sub
#define rlanes_neg residue_neg
#define rlanes_pow residue_pow

#elif RESIDUE == RESIDUE_DOUBLE50
typedef LANES_JOIN(double, W) rlanes;
typedef rlanes rlanes_loose __attribute__((aligned(8)));
typedef LANES_JOIN(long, W) rlanes_mask;
typedef long rlanes_count;

/* Like lanes_load and lanes_store (LANES_WORDS). */
#define RLANES_MEMORY(space)                                                                  \
    LANES_FN __attribute__((overloadable)) rlanes rlanes_load(space const residue *p)         \
    {                                                                                         \
        return *(space const rlanes_loose *)p;                                                \
    }                                                                                         \
    LANES_FN __attribute__((overloadable)) void rlanes_store(rlanes v, space residue *p)      \
    {                                                                                         \
        *(space rlanes_loose *)p = v;                                                         \
    }
RLANES_MEMORY(global)
RLANES_MEMORY(local)
RLANES_MEMORY(private)

/* Returns a * b modulo p, in (-p, p). */
LANES_FN rlanes rlanes_signed_product(rlanes a, rlanes b, residue_field f)
{
    const rlanes shift = (rlanes)(DOUBLE50_ROUND);
    rlanes high = a * b, low = fma(a, b, -high);
    rlanes quotient = fma(high, (rlanes)(f.inverse), shift) - shift;

    return fma(-quotient, (rlanes)(f.p), high) + low;
}

LANES_FN rlanes rlanes_mul(rlanes a, rlanes b, residue_field f)
{
    rlanes r = rlanes_signed_product(a, b, f);

    return r < 0 ? r + f.p : r;
}

LANES_FN rlanes rlanes_cross(rlanes a, rlanes b, rlanes c, rlanes d, residue_field f)
{
    rlanes r = rlanes_signed_product(a, b, f) - rlanes_signed_product(c, d, f);

    r = r < 0 ? r + (f.p + f.p) : r;
    return r >= f.p ? r - f.p : r;
}

LANES_FN rlanes rlanes_add(rlanes a, rlanes b, residue_field f)
{
    rlanes sum = a + b;

    return sum >= f.p ? sum - f.p : sum;
}

LANES_FN rlanes rlanes_sub(rlanes a, rlanes b, residue_field f)
{
    rlanes difference = a - b;

    return difference < 0 ? difference + f.p : difference;
}

#else
typedef LANES rlanes;
typedef LANES_JOIN(int, W) rlanes_mask;
typedef int rlanes_count;

#if RESIDUE == RESIDUE_MONTGOMERY31
#define rlanes_mul lanes_mul

LANES_FN LANES rlanes_cross(LANES a, LANES b, LANES c, LANES d, residue_field f)
{
    const halves ab = halves_product(halves_widen(a), halves_widen(b));
    const halves minus_cd = halves_product(halves_widen(lanes_splat(f.p) - c), halves_widen(d));

    return halves_redc(halves_add(ab, minus_cd), f);
}

#elif RESIDUE == RESIDUE_FLOAT24
#define rlanes_real LANES_JOIN(convert_float, W)

LANES_FN LANES rlanes_mul(LANES a, LANES b, residue_field f)
{
    LANES q = LANES_JOIN(convert_uint, W)(rlanes_real(a) * rlanes_real(b) * f.inverse);
    LANES r = a * b - q * f.p;

    r = min(r, r + 2 * f.p);
    return min(r, r - f.p);
}

LANES_FN LANES rlanes_cross(LANES a, LANES b, LANES c, LANES d, residue_field f)
{
    LANES_JOIN(float, W) difference = rlanes_real(a) * rlanes_real(b) -
                                      rlanes_real(c) * rlanes_real(d);
    LANES q = LANES_JOIN(as_uint, W)(LANES_JOIN(convert_int, W)(difference * f.inverse));
    LANES r = a * b - c * d - q * f.p;

    r = min(r, r + 4 * f.p);
    r = min(r, r - 2 * f.p);
    return min(r, r - f.p);
}

#elif RESIDUE == RESIDUE_DOUBLE31
/* Returns in the lower word t, signed, minus a multiple of p; the upper word is undefined. */
LANES_FN LANES_HALF rlanes_half_signed(LANES_HALF t, residue_field f)
{
    LANES_JOIN(double, LANES_HALF_WIDTH) real =
        LANES_JOIN(convert_double, LANES_HALF_WIDTH)(LANES_JOIN(as_long, LANES_HALF_WIDTH)(t));
    LANES_HALF q = LANES_JOIN(as_ulong, LANES_HALF_WIDTH)(real * f.inverse + DOUBLE31_ROUND);

    return t - lanes_half_product(q, lanes_half_splat(f.p));
}

LANES_FN LANES rlanes_reduce(halves t, residue_field f)
{
    LANES r;

    t.even = rlanes_half_signed(t.even, f);
    t.odd = rlanes_half_signed(t.odd, f);
    r = halves_narrow(t);
    return min(r, r + f.p);
}

LANES_FN LANES rlanes_mul(LANES a, LANES b, residue_field f)
{
    return rlanes_reduce(halves_product(halves_widen(a), halves_widen(b)), f);
}

LANES_FN LANES rlanes_cross(LANES a, LANES b, LANES c, LANES d, residue_field f)
{
    const halves ab = halves_product(halves_widen(a), halves_widen(b));
    const halves cd = halves_product(halves_widen(c), halves_widen(d));

    return rlanes_reduce(halves_sub(ab, cd), f);
}
#endif

LANES_FN LANES rlanes_add(LANES a, LANES b, residue_field f)
{
    return lanes_lower(a + b, lanes_splat(f.p));
}

LANES_FN LANES rlanes_sub(LANES a, LANES b, residue_field f)
{
    return lanes_raise(a - b, lanes_splat(f.p));
}
#endif

/* Returns the same residue in every lane. */
LANES_FN rlanes rlanes_splat(residue a)
{
    return (rlanes)(a);
}

/* Returns first + lane * step in every lane. */
LANES_FN rlanes_mask rlanes_range(u32 first, u32 step)
{
#if W == 1
    return first;
#else
    rlanes_count part[W];

    for (u32 lane = 0; lane < W; lane++)
        part[lane] = first + lane * step;
    return LANES_JOIN(vload, W)(0, part);
#endif
}

/* Returns a in the lanes of the mask, b in the others. */
LANES_FN rlanes rlanes_select(rlanes_mask mask, rlanes a, rlanes b)
{
    return mask ? a : b;
}

#if W > 1
LANES_FN rlanes rlanes_neg(rlanes a, residue_field f)
{
    return rlanes_sub(rlanes_splat(0), a, f);
}

/* Returns a^e, with the same exponent in every lane. */
LANES_FN rlanes rlanes_pow(rlanes a, residue_word e, residue_field f)
{
    rlanes result = rlanes_splat(residue_one(f));

    for (; e != 0; e >>= 1) {
        if (e & 1)
            result = rlanes_mul(result, a, f);
        a = rlanes_mul(a, a, f);
    }
    return result;
}
#endif

#endif
