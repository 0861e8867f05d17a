/* Arithmetic modulo an odd prime p < 2^31 with quotients in double precision; written in the
 * common subset of C11 and OpenCL C. The device must have cl_khr_fp64.
 *
 * Residues are the integers in [0, p). Source: [Eme12, Listing 2] with one change. The listing
 * takes the upper 32 bits of 4ab for the product, which drops up to 2^30 of ab: remainders reach
 * p/2 + 2^30 > p, and one in 25 needs a correction more than the listing has. Here the whole
 * product, of 62 bits, is converted: one instruction where vectors or GPUs have it, and
 * differences of products come at no cost.
 *
 * Why it is right. Let t be a * b, a * b - c * d or a word. Its conversion, whichever way it is
 * rounded, errs by a factor of at most 1 + 2^-52, f.inverse and the product by 1 + 2^-53 each: by
 * less than 2^-19 in all, as the quotient is below 2^31. Adding 3 * 2^51 rounds to the nearest
 * integer and leaves it modulo 2^32 in the lower word. So |t - l p| < p (1/2 + 2^-19), whose
 * lower word is exact as a signed number, and one addition of p to what is negative reaches [0,
 * p). (p is odd, so that t/p is no half.) A compiler that contracts product and sum to one
 * operation leaves out an error and changes no result. The limit is that of sums, a + b < 2^32. */
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

/* Added to x, |x| < 2^51, it leaves no bits behind the point. [Eme12, 5.1.2] */
#define DOUBLE31_ROUND 6755399441055744.0 /* 3 * 2^51 */

/* What the arithmetic needs of a prime. Same layout on both sides. */
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

/* In: a, b in [0, p). Out: a * b mod p. */
FP_FN u32 double31_mul(u32 a, u32 b, double31_field f)
{
    return double31_reduce((i64)((u64)a * b), f);
}

/* In: a, b, c, d in [0, p). Out: (a * b - c * d) mod p, from one reduction. */
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
