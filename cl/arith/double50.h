/* Arithmetic modulo an odd prime p < 2^51 in double precision, with products by fused
 * multiply-add, in the common subset of C11 and OpenCL C. The device must have cl_khr_fp64, and
 * fast double precision to be fast.
 *
 * Residues are the integers in [0, p) as doubles, as are arguments a, b, c, d; 0 is +0. All
 * roundings are to nearest, as cl_khr_fp64 promises.
 *
 * Correctness. Let t = a * b. Then high is t rounded, and low = t - high is exact, being an
 * integer of at most half an ulp of high. The quotient q is the integer nearest to high *
 * f.inverse. Its two roundings (the sum with 3 * 2^51 shares one with the product) err by less
 * than t/p * 2^-52 (1 + 2^-54) < 1/2, because t/p <= p - 2 + 1/p and p < 2^51. So |q - t/p| < 1,
 * and the remainder t - q p lies in (-p, p). The computed remainder is exact: high - q p = t - q p
 * - low is an integer of at most p + 2^48 < 2^53, so neither the fused operation nor the last sum
 * rounds. From 2^51 on the sum has no bit for an odd q, and the proof's last inequality fails;
 * modulo 2392537302040579, 6 % above, some products are wrong.
 *
 * Products stand beside sums only in fma(), so a compiler finds nothing to contract. */
#ifndef CLM_DOUBLE50_H
#define CLM_DOUBLE50_H

#include "fp.h"

#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#else
#include <math.h>
#endif

/* Leaves the integer nearest to x, |x| < 2^51, when added and subtracted again. */
#define DOUBLE50_ROUND 6755399441055744.0 /* 3 * 2^51 */

/* Constants of the arithmetic modulo one prime. Same layout on host and device. */
typedef struct double50_field {
    double p;
    double inverse; /* 1 / p, rounded to nearest */
} double50_field;

/* Returns a * b modulo p, in (-p, p). */
FP_FN double double50_product(double a, double b, double50_field f)
{
    double high = a * b;
    double low = fma(a, b, -high);
    double quotient = fma(high, f.inverse, DOUBLE50_ROUND) - DOUBLE50_ROUND;

    return fma(-quotient, f.p, high) + low;
}

FP_FN double double50_mul(double a, double b, double50_field f)
{
    double r = double50_product(a, b, f);

    return r < 0 ? r + f.p : r;
}

/* Returns (a * b - c * d) mod p, from two quotients: one quotient would need the rounding error of
 * high - high', which takes longer. */
FP_FN double double50_cross(double a, double b, double c, double d, double50_field f)
{
    double r = double50_product(a, b, f) - double50_product(c, d, f); /* in (-2p, 2p) */

    r = r < 0 ? r + (f.p + f.p) : r;
    return r >= f.p ? r - f.p : r;
}

/* In: v < 2^52. Out: v mod p. The quotient, at most 2^52 / 3, errs by 1/2 + v/p * 2^-53, so the
 * remainder is off by at most p/2 + 1/2 < p. */
FP_FN double double50_to(u64 v, double50_field f)
{
    double a = (double)v;
    double quotient = fma(a, f.inverse, DOUBLE50_ROUND) - DOUBLE50_ROUND;
    double r = fma(-quotient, f.p, a);

    return r < 0 ? r + f.p : r;
}

#endif
