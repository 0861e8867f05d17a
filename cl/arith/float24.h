/* Arithmetic modulo an odd prime p < 2^24 with quotients in single precision, for devices whose
 * multipliers have 24 bits; written in the common subset of C11 and OpenCL C.
 *
 * Residues are the integers in [0, p): every one is a float, and its product of 24 bits by 24
 * needs no more than its lower word. Source: [Eme12, Listing 1], with three changes: the quotient
 * comes from the product of the floats instead of the upper 32 of the product's 48 bits, which
 * OpenCL has no function for; the reciprocal is 1/p rounded to nearest instead of 2^16/p; and the
 * difference of two products takes one quotient instead of three.
 *
 * Why float24_mul is right. Let t = a * b, h = t rounded, f.inverse = 1/p rounded, x = h *
 * f.inverse rounded, l = x converted: truncated by the standards, but let it go either way. All
 * roundings of products are to nearest, as OpenCL's full profile promises. If |l - t/p| < 2, then
 * |t - l p| < 2p, and one addition of 2p and one subtraction of p reach [0, p). In units of p:
 *
 *   - t < 2^47, so it is always while p <= 2^23.5. Rounding t adds at most 1/2: below 2^23 it is
 *     t/p * 2^-24, above it 2^22/p. The reciprocal adds at most 1/2: t/p * 2^-24, or t * 2^-48
 *     where 2^23 < p. The two steps to l add at most 1 - ulp(x)/2, since x is a multiple of its
 *     ulp; and ulp(x)/2 > x * 2^-25 is more than the errors of second order.
 *   - t >= 2^47, so p > 2^23.5. Then h >= 2^47 and h / p - 1/2 >= 2^23, hence x is at least 2^23,
 *     an integer: the steps to l add 1/2. Rounding t adds 2^23/p, the reciprocal (p - 1)^2 *
 *     2^-48. The sum is convex in p, 1.71 at 2^23.5, and at 2^24 - 1 it is 2 - 7 * 2^-25, which
 *     leaves room for the second order, 2^-26.
 *
 * So every p < 2^24 is right, and none beyond can be: its residues are no floats. (The listing as
 * it is truncates the product and fails for some p above 2^23.5, such as 12000017.)
 *
 * float24_cross has the errors of two products, of at most 2^-1/2 each (2^22/p, or 2^23/p where
 * p > 2^23.5), as much for their difference, and the others as above: |l - t/p| < 3.7, three
 * corrections. A compiler that contracts a product and the difference to one operation leaves
 * out an error and changes no result, as results are reduced whatever the quotient was. */
#ifndef CLM_FLOAT24_H
#define CLM_FLOAT24_H

#include "fp.h"

/* What the arithmetic needs of a prime. Same layout on both sides. */
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

/* In: r in [-2p, 2p), modulo 2^32. Out: r mod p. A negative r is greater than r + 2p, and one
 * below p less than r - p. */
FP_FN u32 float24_correct(u32 r, float24_field f)
{
    u32 raised = r + 2 * f.p, lowered;

    r = r < raised ? r : raised;
    lowered = r - f.p;
    return r < lowered ? r : lowered;
}

/* In: a, b in [0, p). Out: a * b mod p. */
FP_FN u32 float24_mul(u32 a, u32 b, float24_field f)
{
    float product = (float)a * (float)b;
    u32 quotient = (u32)(product * f.inverse); /* < p + 1 <= 2^24 */

    return float24_correct(FLOAT24_PRODUCT(a, b) - FLOAT24_PRODUCT(quotient, f.p), f);
}

/* In: a, b, c, d in [0, p). Out: (a * b - c * d) mod p, from one quotient. */
FP_FN u32 float24_cross(u32 a, u32 b, u32 c, u32 d, float24_field f)
{
    float difference = (float)a * (float)b - (float)c * (float)d;
    i32 quotient = (i32)(difference * f.inverse); /* within 2^24 of 0, but signed */
    u32 r = FLOAT24_PRODUCT(a, b) - FLOAT24_PRODUCT(c, d) - (u32)quotient * f.p;
    u32 raised = r + 4 * f.p, lowered;

    r = r < raised ? r : raised; /* [-4p, 4p) to [0, 4p) */
    lowered = r - 2 * f.p;
    r = r < lowered ? r : lowered;
    lowered = r - f.p;
    return r < lowered ? r : lowered;
}

/* In: any word v. Out: v mod p. The first remainder is within p + 3 * 2^8 of 0, since a quotient
 * of up to 2^32 / p has three roundings and a conversion; the second within p + 1. */
FP_FN u32 float24_to(u32 v, float24_field f)
{
    u32 first = v - (u32)((float)v * f.inverse) * f.p;
    i32 second = (i32)((float)(i32)first * f.inverse);

    return float24_correct(first - (u32)second * f.p, f);
}

#endif
