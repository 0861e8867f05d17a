/* Arithmetic modulo an odd prime p < 2^31 with quotients in double precision, written in the
 * common subset of C11 and OpenCL C. The device must have cl_khr_fp64.
 *
 * Residues are the integers in [0, p), as are arguments a, b, c, d. Source: [Eme12, Listing 2]
 * with one change. The listing takes the upper 32 bits of 4ab, which drops up to 2^30 of ab.
 * Remainders then reach p/2 + 2^30 > p, and one in 25 needs one more correction than the listing
 * has. Here the whole product, of 62 bits, is converted: this takes one instruction if vectors or
 * GPUs have it, and differences of products cost no more.
 *
 * Correctness. Let t be a * b, a * b - c * d or a word. The conversion of t, rounded either way,
 * errs by a factor of at most 1 + 2^-52; f.inverse and the product each err by 1 + 2^-53. The
 * quotient is below 2^31, so the total error is below 2^-19. Adding 3 * 2^51 rounds to the nearest
 * integer l and leaves l modulo 2^32 in the lower word. So |t - l p| < p (1/2 + 2^-19), the lower
 * word is the exact signed remainder, and adding p once to a negative remainder reaches [0, p).
 * (t/p is never a half since p is odd.) A compiler that contracts product and sum to one operation
 * removes one rounding error and changes no result. Sums set the limit of p: a + b < 2^32. */
#ifndef CLM_DOUBLE31_H
#define CLM_DOUBLE31_H

#include "fp.h"

#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define double31_bits(x) as_ulong(x)
#else
#include <string.h>
FP_FN u64 double31_bits(double x)
{
    u64 bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}
#endif

/* Rounds x, |x| < 2^51, to an integer when added to it. [Eme12, 5.1.2] */
#define DOUBLE31_ROUND 6755399441055744.0 /* 3 * 2^51 */

/* Constants of the arithmetic modulo one prime. Same layout on host and device. */
typedef struct double31_field {
    double inverse; /* 1 / p, rounded to nearest */
    u32 p;
    u32 unused;
} double31_field;

/* In: |t| < p^2, or t < 2^32. Out: t mod p. */
FP_FN u32 double31_reduce(i64 t, double31_field f)
{
    u32 quotient = (u32)double31_bits((double)t * f.inverse + DOUBLE31_ROUND);
    u32 r = (u32)t - quotient * f.p;
    u32 raised = r + f.p; /* less than r if r is negative */

    return r < raised ? r : raised;
}

FP_FN u32 double31_mul(u32 a, u32 b, double31_field f)
{
    return double31_reduce((i64)((u64)a * b), f);
}

/* Returns (a * b - c * d) mod p, from one reduction. */
FP_FN u32 double31_cross(u32 a, u32 b, u32 c, u32 d, double31_field f)
{
    return double31_reduce((i64)((u64)a * b - (u64)c * d), f);
}

/* In: any word v. Out: v mod p. */
FP_FN u32 double31_to(u32 v, double31_field f)
{
    return double31_reduce((i64)v, f);
}

#endif
