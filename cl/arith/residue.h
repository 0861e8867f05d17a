/* One interface to the residue types, chosen by RESIDUE when kernels are compiled.
 *
 * A residue is the device's representation of a class modulo p, a residue_word its integer in [0,
 * p); the residue 0 is zero in every type. Every type's header documents its ranges. Functions
 * take and return residues in the canonical range:
 *
 *     residue_to(v, f)               of any residue_word v, below 2^52 if that has 64 bits
 *     residue_from(a, f)             back to a residue_word
 *     residue_one(f)
 *     residue_add, _sub, _mul        (a, b, f)
 *     residue_neg                    (a, f)
 *     residue_cross(a, b, c, d, f)   a * b - c * d, with one reduction if possible
 *     residue_pow(a, e, f)           e a residue_word; 0^0 = 1
 *     residue_inv(a, f)              1 / a, 0 for 0
 *
 * All fields have a member p, of type residue. */
#ifndef CLM_RESIDUE_H
#define CLM_RESIDUE_H

#include "fp.h"

/* The values of RESIDUE. */
#define RESIDUE_MONTGOMERY31 0
#define RESIDUE_FLOAT24 1
#define RESIDUE_DOUBLE31 2
#define RESIDUE_DOUBLE50 3

#ifndef RESIDUE
#define RESIDUE RESIDUE_MONTGOMERY31
#endif

#if RESIDUE == RESIDUE_MONTGOMERY31
typedef u32 residue;
typedef u32 residue_word;
typedef fp_field residue_field;
#define residue_to fp_to
#define residue_from fp_from
#define residue_one(f) ((f).one)
#define residue_mul fp_mul
#define residue_cross fp_cross

#elif RESIDUE == RESIDUE_FLOAT24
#include "float24.h"
typedef u32 residue;
typedef u32 residue_word;
typedef float24_field residue_field;
#define residue_to float24_to
#define residue_from(a, f) (a)
#define residue_one(f) 1u
#define residue_mul float24_mul
#define residue_cross float24_cross

#elif RESIDUE == RESIDUE_DOUBLE31
#include "double31.h"
typedef u32 residue;
typedef u32 residue_word;
typedef double31_field residue_field;
#define residue_to double31_to
#define residue_from(a, f) (a)
#define residue_one(f) 1u
#define residue_mul double31_mul
#define residue_cross double31_cross

#elif RESIDUE == RESIDUE_DOUBLE50
#include "double50.h"
typedef double residue;
typedef u64 residue_word;
typedef double50_field residue_field;
#define residue_to double50_to
#define residue_from(a, f) ((residue_word)(a))
#define residue_one(f) 1.0
#define residue_mul double50_mul
#define residue_cross double50_cross
#endif

FP_FN residue residue_add(residue a, residue b, residue_field f)
{
    residue sum = a + b;

#if defined(FP_LESSER) && RESIDUE != RESIDUE_DOUBLE50
    return FP_LESSER(sum, sum - f.p);
#else
    return sum >= f.p ? sum - f.p : sum;
#endif
}

FP_FN residue residue_sub(residue a, residue b, residue_field f)
{
#if RESIDUE == RESIDUE_DOUBLE50
    return a >= b ? a - b : a - b + f.p;
#else
    return fp_difference(a, b, f.p);
#endif
}

FP_FN residue residue_neg(residue a, residue_field f)
{
    return a == 0 ? 0 : f.p - a;
}

/* In: a in [0, p). Out: a^e. */
FP_FN residue residue_pow(residue a, residue_word e, residue_field f)
{
    residue result = residue_one(f);

    for (; e != 0; e >>= 1) {
        if (e & 1)
            result = residue_mul(result, a, f);
        a = residue_mul(a, a, f);
    }
    return result;
}

/* Computes the inverse by Fermat's theorem. */
FP_FN residue residue_inv(residue a, residue_field f)
{
    return residue_pow(a, (residue_word)f.p - 2, f);
}

/* A prime and its points start, start + 1, ..., distinct modulo p and all below 2^32. */
typedef struct residue_prime {
    residue_field field; /* 16 bytes in every type */
    u32 start;
    u32 unused[3];
} residue_prime;

#endif
