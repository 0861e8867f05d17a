/* Products of a 2 x 2 matrix of short polynomials and two long polynomials: coefficients of the
 * sums of both rows; kernels only.
 *
 *     sums of row 0    = m00 a + m01 b         parts of a and b: those of a work-group
 *     sums of row 1    = m10 a + m11 b         factors: the coefficients of all four m
 *
 * Vectors have doubles if available. Each m[k] is split into R high + low, with R near the root of
 * 2^31, so that the products by the parts' words and their sums are exact:
 *
 *     |high|, |low| <= 23171,  |word| < 2^30:  2 * 181 products and a word are less than 2^53
 *
 * A product then takes two instructions, without moves, and each loaded vector serves four
 * products, for both rows, high and low. Words are multiplied instead (sums.h) on GPUs, whose
 * doubles may be slow, and for vectors in groups with barriers, where PoCL takes a minute to
 * compile such a long kernel. */
#ifndef CLM_SCHOOLBOOK_PAIR_SUMS_H
#define CLM_SCHOOLBOOK_PAIR_SUMS_H

#include "part.h"

#if W > 1 && NT == 1 && defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SCHOOLBOOK_PAIR_REAL
typedef double schoolbook_word;
#else
typedef u32 schoolbook_word;
#endif

/* Products by `terms` coefficients of each element. a and b point to the place of the first sum;
 * the `terms` - 1 words before it are used as well. */
typedef struct schoolbook_pair_run {
    local const schoolbook_word *a, *b, *factors;
    u32 terms;
} schoolbook_pair_run;

#ifdef SCHOOLBOOK_PAIR_REAL

/* Vectors of sums at a time that fit into registers. */
#define SCHOOLBOOK_PAIR_BLOCK (W == 16 ? 2 : 1)
#define SCHOOLBOOK_PAIR_TERMS 180 /* coefficients of m summed before a reduction */
#define SCHOOLBOOK_RADIX 46341.0  /* R */

/* 3 * 2^51: adding it to x, |x| < 2^51, and subtracting it rounds x to the nearest integer. */
#define SCHOOLBOOK_ROUND 6755399441055744.0

typedef LANES_JOIN(double, W) SCHOOLBOOK_REAL;
typedef SCHOOLBOOK_REAL __attribute__((aligned(8))) SCHOOLBOOK_REAL_WORDS;

/* Constants of a prime. */
typedef struct schoolbook_real_prime {
    SCHOOLBOOK_REAL p, inverse;
} schoolbook_real_prime;

LANES_FN schoolbook_real_prime schoolbook_real_prime_of(fp_field f)
{
    const schoolbook_real_prime prime = {(SCHOOLBOOK_REAL)((double)f.p),
                                         (SCHOOLBOOK_REAL)(1.0 / f.p)};

    return prime;
}

LANES_FN SCHOOLBOOK_REAL schoolbook_real_load(local const double *x)
{
    return *(local const SCHOOLBOOK_REAL_WORDS *)x;
}

/* Returns the residue of x nearest to 0, at most p/2 + 8 in size, for |x| < 2^53 and x / p < 2^24.
 * It is exact: the quotient is the nearest integer or, in a tie up to 2^-28, the next one. */
LANES_FN SCHOOLBOOK_REAL schoolbook_real_reduce(SCHOOLBOOK_REAL x, schoolbook_real_prime prime)
{
    const SCHOOLBOOK_REAL round = (SCHOOLBOOK_REAL)(SCHOOLBOOK_ROUND);

    return fma(-(fma(x, prime.inverse, round) - round), prime.p, x);
}

/* Converts residues to balanced doubles. */
LANES_FN SCHOOLBOOK_REAL schoolbook_real_balanced(LANES v, u32 p)
{
    const LANES words = v - (v > lanes_splat(p >> 1) ? lanes_splat(p) : lanes_splat(0));

    return LANES_JOIN(convert_double, W)(LANES_JOIN(as_int, W)(words));
}

/* Stores W words of a part. */
LANES_FN void schoolbook_pair_store(local double *part, LANES v, u32 p)
{
    *(local SCHOOLBOOK_REAL_WORDS *)part = schoolbook_real_balanced(v, p);
}

LANES_FN double schoolbook_pair_word(u32 v, u32 p)
{
    return (int)schoolbook_balanced(v, p);
}

/* Stores the coefficients of x^(k + W - 1) to x^k of the element in row n and column m. */
LANES_FN void schoolbook_pair_factors(local double *factors, u32 n, u32 m, u32 k, LANES v, u32 p)
{
    const SCHOOLBOOK_REAL radix = (SCHOOLBOOK_REAL)(SCHOOLBOOK_RADIX),
                          round = (SCHOOLBOOK_REAL)(SCHOOLBOOK_ROUND);
    const SCHOOLBOOK_REAL c = schoolbook_real_balanced(v, p);
    const SCHOOLBOOK_REAL q = fma(c, (SCHOOLBOOK_REAL)(1 / SCHOOLBOOK_RADIX), round) - round;
    double high[W], low[W];

    *(private SCHOOLBOOK_REAL_WORDS *)high = q;
    *(private SCHOOLBOOK_REAL_WORDS *)low = fma(-q, radix, c);
    factors += 8 * k + 4 * m + 2 * n;
#pragma unroll
    for (u32 lane = 0; lane < W; lane++) {
        factors[8 * (W - 1 - lane)] = high[lane];
        factors[8 * (W - 1 - lane) + 1] = low[lane];
    }
}

/* Stores the coefficient of x^k of the element in row n and column m. */
LANES_FN void schoolbook_pair_factor(local double *factors, u32 n, u32 m, u32 k, u32 terms, u32 v,
                                     fp_field f)
{
    const double c = (int)schoolbook_balanced(v, f.p);
    const double high = fma(c, 1 / SCHOOLBOOK_RADIX, SCHOOLBOOK_ROUND) - SCHOOLBOOK_ROUND;

    factors[8 * k + 4 * m + 2 * n] = high;
    factors[8 * k + 4 * m + 2 * n + 1] = fma(-high, SCHOOLBOOK_RADIX, c);
}

/* Returns R high + low mod p, in [0, p). */
LANES_FN LANES schoolbook_real_join(SCHOOLBOOK_REAL high, SCHOOLBOOK_REAL low,
                                    schoolbook_real_prime prime, u32 p)
{
    const SCHOOLBOOK_REAL radix = (SCHOOLBOOK_REAL)(SCHOOLBOOK_RADIX);
    const SCHOOLBOOK_REAL sum = fma(schoolbook_real_reduce(high, prime), radix, low);
    const SCHOOLBOOK_REAL v = schoolbook_real_reduce(sum, prime);
    const LANES words = LANES_JOIN(as_uint, W)(LANES_JOIN(convert_int, W)(v));

    return min(words, words + lanes_splat(p));
}

/* words[n][v]: sums of all runs' products, row n, for the W words from i = v * stride on. One loop
 * keeps all sums in registers; function calls would not. */
LANES_FN void schoolbook_pair_sums(private LANES (*words)[SCHOOLBOOK_PAIR_BLOCK],
                                   private const schoolbook_pair_run *runs, u32 count, u32 stride,
                                   fp_field f)
{
    const schoolbook_real_prime prime = schoolbook_real_prime_of(f);
    SCHOOLBOOK_REAL high[2 * SCHOOLBOOK_PAIR_BLOCK], low[2 * SCHOOLBOOK_PAIR_BLOCK];
    u32 left = SCHOOLBOOK_PAIR_TERMS;

#pragma unroll
    for (u32 v = 0; v < 2 * SCHOOLBOOK_PAIR_BLOCK; v++)
        high[v] = low[v] = (SCHOOLBOOK_REAL)(0);
    for (u32 r = 0; r < count; r++) {
        local const double *a = runs[r].a, *b = runs[r].b, *factors = runs[r].factors;

        for (u32 todo = runs[r].terms; todo > 0;) {
            const u32 now = min(todo, left);

            for (u32 k = 0; k < now; k++, a--, b--, factors += 8) {
                OP_COUNTS(PRODUCTS, 4 * SCHOOLBOOK_PAIR_BLOCK * W);
                OP_COUNTS(ADDITIONS, 4 * SCHOOLBOOK_PAIR_BLOCK * W);
#pragma unroll
                for (u32 v = 0; v < SCHOOLBOOK_PAIR_BLOCK; v++) {
                    const SCHOOLBOOK_REAL x = schoolbook_real_load(a + v * stride);
                    const SCHOOLBOOK_REAL y = schoolbook_real_load(b + v * stride);

#pragma unroll
                    for (u32 n = 0; n < 2; n++) {
                        const u32 i = n * SCHOOLBOOK_PAIR_BLOCK + v;

                        high[i] = fma(x, (SCHOOLBOOK_REAL)(factors[2 * n]), high[i]);
                        low[i] = fma(x, (SCHOOLBOOK_REAL)(factors[2 * n + 1]), low[i]);
                        high[i] = fma(y, (SCHOOLBOOK_REAL)(factors[4 + 2 * n]), high[i]);
                        low[i] = fma(y, (SCHOOLBOOK_REAL)(factors[5 + 2 * n]), low[i]);
                    }
                }
            }
            todo -= now;
            left -= now;
            if (left == 0) {
                left = SCHOOLBOOK_PAIR_TERMS;
#pragma unroll
                for (u32 v = 0; v < 2 * SCHOOLBOOK_PAIR_BLOCK; v++) {
                    high[v] = schoolbook_real_reduce(high[v], prime);
                    low[v] = schoolbook_real_reduce(low[v], prime);
                }
            }
        }
    }
#pragma unroll
    for (u32 v = 0; v < 2 * SCHOOLBOOK_PAIR_BLOCK; v++)
        words[v / SCHOOLBOOK_PAIR_BLOCK][v % SCHOOLBOOK_PAIR_BLOCK] =
            schoolbook_real_join(high[v], low[v], prime, f.p);
}

#else
#define SCHOOLBOOK_PAIR_BLOCK SCHOOLBOOK_BLOCK

LANES_FN void schoolbook_pair_store(local u32 *part, LANES v, u32 p)
{
    lanes_store(v - (v > lanes_splat(p >> 1) ? lanes_splat(p) : lanes_splat(0)), part);
}

LANES_FN u32 schoolbook_pair_word(u32 v, u32 p)
{
    return schoolbook_balanced(v, p);
}

/* Stores a factor in Montgomery form, because sums are divided by 2^32. */
LANES_FN void schoolbook_pair_factor(local u32 *factors, u32 n, u32 m, u32 k, u32 terms, u32 v,
                                     fp_field f)
{
    factors[(2 * n + m) * terms + k] = schoolbook_balanced(fp_to(v, f), f.p);
}

/* Computes the same for one run; `count` is 1. */
LANES_INLINE void schoolbook_pair_sums(private LANES (*words)[SCHOOLBOOK_PAIR_BLOCK],
                                       private const schoolbook_pair_run *runs, u32 count,
                                       u32 stride, fp_field f)
{
    local const u32 *factors = runs->factors;

#pragma unroll
    for (u32 n = 0; n < 2; n++, factors += 2 * runs->terms) {
        LANES other[SCHOOLBOOK_PAIR_BLOCK];

        schoolbook_sums(words[n], runs->a, stride, factors, runs->terms, f);
        schoolbook_sums(other, runs->b, stride, factors + runs->terms, runs->terms, f);
#pragma unroll
        for (u32 v = 0; v < SCHOOLBOOK_PAIR_BLOCK; v++)
            words[n][v] = lanes_add(words[n][v], other[v], f);
    }
}
#endif

/* part[i] = a[from + i], balanced, for all i < count and at most W - 1 further i; 0 outside a. */
LANES_FN void schoolbook_pair_part(local schoolbook_word *part, global const u32 *a, long from,
                                   u32 count, u32 a_count, u32 p)
{
    for (u32 i = get_local_id(0) * W; i < count; i += NT * W) {
        const long k = from + i;

        if (k >= 0 && k + W <= a_count) {
            schoolbook_pair_store(part + i, lanes_load(a + k), p);
            continue;
        }
        for (u32 j = 0; j < W; j++)
            part[i + j] =
                k + j >= 0 && k + j < a_count ? schoolbook_pair_word(LOADED(a[k + j]), p) : 0;
    }
}

#endif
