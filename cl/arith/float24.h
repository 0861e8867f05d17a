/* Arithmetic modulo an odd prime p < 2^24 with quotients in single precision, for devices with
 * 24-bit multipliers, in the common subset of C11 and OpenCL C.
 *
 * Residues are the integers in [0, p), as are arguments a, b, c, d: each is exact as a float, and
 * the product of two 24-bit numbers only needs its lower word. Source: [Eme12, Listing 1], with
 * three changes. The quotient comes from the floats' product instead of the upper 32 of its 48
 * bits, for which OpenCL has no function. The reciprocal is 1/p rounded to nearest instead of
 * 2^16/p. The difference of two products takes one quotient instead of three.
 *
 * Correctness of float24_mul. Let t = a * b, h = t rounded, f.inverse = 1/p rounded, x = h *
 * f.inverse rounded, l = x converted: truncated by the standards, but the proof allows either
 * direction. Products are rounded to nearest, as OpenCL's full profile promises. If |l - t/p| < 2,
 * then |t - l p| < 2p, and one addition of 2p and one subtraction of p reach [0, p). In units of
 * p:
 *
 *   - t < 2^47, which always holds while p <= 2^23.5. Rounding t adds at most 1/2: below 2^23 it
 *     is t/p * 2^-24, above it 2^22/p. The reciprocal adds at most 1/2: t/p * 2^-24, or t * 2^-48
 *     if 2^23 < p. The two steps to l add at most 1 - ulp(x)/2, since x is a multiple of its
 *     ulp; and ulp(x)/2 > x * 2^-25 is more than the errors of second order.
 *   - t >= 2^47, so p > 2^23.5. Then h >= 2^47 and h / p - 1/2 >= 2^23, hence x is an integer of
 *     at least 2^23: the steps to l add 1/2. Rounding t adds 2^23/p, the reciprocal (p - 1)^2 *
 *     2^-48. The sum is convex in p, 1.71 at 2^23.5, and at 2^24 - 1 it is 2 - 7 * 2^-25, which
 *     leaves room for the second order, 2^-26.
 *
 * So every p < 2^24 is correct. Residues of larger p are not exact as floats. (The original
 * listing truncates the product and fails for some p > 2^23.5, such as 12000017.)
 *
 * float24_cross has the errors of two products, at most 2^-1/2 each (2^22/p, or 2^23/p if p >
 * 2^23.5), the same for their difference, and the other errors as above: |l - t/p| < 3.7, hence
 * three corrections. A compiler that contracts a product and the difference to one operation
 * removes one rounding error and changes no result, since results are reduced for any quotient. */
#ifndef CLM_FLOAT24_H
#define CLM_FLOAT24_H

#include "fp.h"

/* Constants of the arithmetic modulo one prime. Same layout on host and device. */
typedef struct float24_field {
    u32 p;
    float inverse; /* 1 / p, rounded to nearest */
    u32 unused[2];
} float24_field;

/* The lower word of a product of two words below 2^24. */
#ifdef __OPENCL_VERSION__
#define FLOAT24_PRODUCT(a, b) mul24(a, b)
#else
#define FLOAT24_PRODUCT(a, b) ((a) * (b))
#endif

/* In: r in [-2p, 2p), modulo 2^32. Out: r mod p. As unsigned words, a negative r is greater than r
 * + 2p, and an r below p is less than r - p. */
FP_FN u32 float24_correct(u32 r, float24_field f)
{
    u32 raised = r + 2 * f.p, lowered;

    r = r < raised ? r : raised;
    lowered = r - f.p;
    return r < lowered ? r : lowered;
}

FP_FN u32 float24_mul(u32 a, u32 b, float24_field f)
{
    float product = (float)a * (float)b;
    u32 quotient = (u32)(product * f.inverse); /* < p + 1 <= 2^24 */

    return float24_correct(FLOAT24_PRODUCT(a, b) - FLOAT24_PRODUCT(quotient, f.p), f);
}

/* Returns (a * b - c * d) mod p, from one quotient. */
FP_FN u32 float24_cross(u32 a, u32 b, u32 c, u32 d, float24_field f)
{
    float difference = (float)a * (float)b - (float)c * (float)d;
    i32 quotient = (i32)(difference * f.inverse); /* signed, of absolute value at most 2^24 */
    u32 r = FLOAT24_PRODUCT(a, b) - FLOAT24_PRODUCT(c, d) - (u32)quotient * f.p;
    u32 raised = r + 4 * f.p, lowered;

    r = r < raised ? r : raised; /* [-4p, 4p) to [0, 4p) */
    lowered = r - 2 * f.p;
    r = r < lowered ? r : lowered;
    lowered = r - f.p;
    return r < lowered ? r : lowered;
}

/* In: any word v. Out: v mod p. The first remainder is within p + 3 * 2^8 of 0, since a quotient
 * of up to 2^32 / p has three roundings and a conversion; the second is within p + 1. */
FP_FN u32 float24_to(u32 v, float24_field f)
{
    u32 first = v - (u32)((float)v * f.inverse) * f.p;
    i32 second = (i32)((float)(i32)first * f.inverse);

    return float24_correct(first - (u32)second * f.p, f);
}

#endif
