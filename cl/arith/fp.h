/* Arithmetic modulo an odd prime p < 2^31 on 32-bit words, in the common subset of C11 and
 * OpenCL C, so that host tests can check the kernels' code exhaustively.
 *
 * Residues are in [0, p), as are arguments a, b, c, d. In Montgomery form the residue of v is v *
 * R mod p, R = 2^32. */
#ifndef CLM_FP_H
#define CLM_FP_H

#include "op_counts.h"
#include "verify.h"

#ifdef __OPENCL_VERSION__
/* Clang warns of vectors passed by value on CPUs without such registers, since callers compiled
 * for other CPUs pass them differently. Here all callers are compiled with the functions. */
#if defined(__clang__) && defined(__has_warning)
#if __has_warning("-Wpsabi")
#pragma clang diagnostic ignored "-Wpsabi"
#endif
#endif
typedef int i32;
typedef uint u32;
typedef long i64;
typedef ulong u64;
#else
#include <stdint.h>
typedef int32_t i32;
typedef uint32_t u32;
typedef int64_t i64;
typedef uint64_t u64;
#endif

#define FP_FN static inline

/* Of two words that differ by p, the smaller is in [0, p), since the other has wrapped. A minimum
 * takes one or two GPU instructions, comparison and selection three or four. On a CPU the
 * comparison is free, so host code compares, except in tests of kernel code. */
#ifdef __OPENCL_VERSION__
#define FP_LESSER(a, b) min(a, b)
#elif defined(FP_AS_KERNELS)
#define FP_LESSER(a, b) ((a) < (b) ? (a) : (b))
#endif

/* Constants modulo one prime: four words. Same layout on host and device. */
typedef struct fp_field {
    u32 p;
    u32 pinv; /* p^-1 mod 2^32 */
    u32 one;  /* R mod p: 1 in Montgomery form */
    u32 r2;   /* R^2 mod p: redc(v * r2) enters Montgomery form */
} fp_field;

/* In: a, b in [0, p). Out: (a - b) mod p. */
FP_FN u32 fp_difference(u32 a, u32 b, u32 p)
{
#ifdef FP_LESSER
    return FP_LESSER(a - b, a - b + p);
#else
    return a >= b ? a - b : a - b + p;
#endif
}

/* In: t < p * 2^32. Out: t * 2^-32 mod p, in [0, p). [Montgomery 1985, REDC]
 * The low words of t and of m * p agree, so only the high words are subtracted. */
FP_FN u32 fp_redc(u64 t, fp_field f)
{
    u32 m = (u32)t * f.pinv;
    u32 high = (u32)(t >> 32);
    u32 multiple = (u32)(((u64)m * f.p) >> 32);

    VERIFY(high < f.p);
    return fp_difference(high, multiple, f.p);
}

/* In: t < 2 * p * 2^32, such as a sum of four products of residues. Out: t mod (p * 2^32). */
FP_FN u64 fp_fold(u64 t, fp_field f)
{
#ifdef FP_LESSER
    u32 high = (u32)(t >> 32); /* the lower word is unchanged */

    VERIFY(t >> 33 < f.p);
    return (u64)FP_LESSER(high, high - f.p) << 32 | (u32)t;
#else
    u64 bound = (u64)f.p << 32;

    VERIFY(t >> 33 < f.p);
    return t >= bound ? t - bound : t;
#endif
}

/* Returns a * b * 2^-32 mod p: the product in Montgomery form or, if only one factor is in it, of
 * the integers. */
FP_FN u32 fp_mul(u32 a, u32 b, fp_field f)
{
    OP_COUNTS(PRODUCTS, 1);
    return fp_redc((u64)a * b, f);
}

FP_FN u32 fp_add(u32 a, u32 b, fp_field f)
{
    u32 sum = a + b; /* < 2^32 since p < 2^31 */

    OP_COUNTS(ADDITIONS, 1);
    VERIFY(a < f.p && b < f.p);
#ifdef FP_LESSER
    return FP_LESSER(sum, sum - f.p);
#else
    return sum >= f.p ? sum - f.p : sum;
#endif
}

/* In: a, b in [0, p). Out: (a - b) mod p. */
FP_FN u32 fp_sub(u32 a, u32 b, fp_field f)
{
    OP_COUNTS(ADDITIONS, 1);
    VERIFY(a < f.p && b < f.p);
    return fp_difference(a, b, f.p);
}

FP_FN u32 fp_neg(u32 a, fp_field f)
{
    OP_COUNTS(ADDITIONS, 1);
    VERIFY(a < f.p);
    return a == 0 ? 0 : f.p - a;
}

/* Returns (a * b - c * d) * 2^-32 mod p, from one reduction. */
FP_FN u32 fp_cross(u32 a, u32 b, u32 c, u32 d, fp_field f)
{
    OP_COUNTS(PRODUCTS, 2);
    OP_COUNTS(ADDITIONS, 1);
    VERIFY(a < f.p && b < f.p && c < f.p && d < f.p);
    return fp_redc((u64)a * b + (u64)(f.p - c) * d, f); /* < 2 p^2 < p * 2^32 */
}

/* Converts any word to Montgomery form. */
FP_FN u32 fp_to(u32 v, fp_field f)
{
    OP_COUNTS(PRODUCTS, 1);
    return fp_redc((u64)v * f.r2, f);
}

/* Converts from Montgomery form to the integer. */
FP_FN u32 fp_from(u32 a, fp_field f)
{
    return fp_redc((u64)a, f);
}

/* Returns a^e, in Montgomery form like a; 0^0 = 1. */
FP_FN u32 fp_pow(u32 a, u32 e, fp_field f)
{
    u32 result = f.one;

    for (; e != 0; e >>= 1) {
        if (e & 1)
            result = fp_mul(result, a, f);
        a = fp_mul(a, a, f);
    }
    return result;
}

/* Returns 1 / a in Montgomery form, by Fermat's theorem; 0 for 0. */
FP_FN u32 fp_inv(u32 a, fp_field f)
{
    return fp_pow(a, f.p - 2, f);
}

#endif
