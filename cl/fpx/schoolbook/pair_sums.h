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
 * A product then takes two instructions, no word changes its place, and each loaded vector serves
 * four products, for both rows, high and low. Words are multiplied instead (sums.h) on GPUs, whose
 * doubles may be slow, and for vectors in groups with barriers, where PoCL's compiler takes a
 * minute for such a long kernel. */
#ifndef CLM_PLAIN_PAIR_SUMS_H
#define CLM_PLAIN_PAIR_SUMS_H

#include "part.h"

#if W > 1 && NT == 1 && defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define PLAIN_PAIR_REAL
typedef double plain_word;
#else
typedef u32 plain_word;
#endif

/* Products by `terms` coefficients of each element. a and b point to the place of the first sum;
 * products also use the `terms` - 1 words before it. */
typedef struct plain_pair_run {
    local const plain_word *a, *b, *factors;
    u32 terms;
} plain_pair_run;

#ifdef PLAIN_PAIR_REAL

/* Vectors of sums computed at a time by a work-item, as many as fit into registers. */
#define PLAIN_PAIR_BLOCK (W == 16 ? 2 : 1)
#define PLAIN_PAIR_TERMS 180 /* coefficients of m summed before a reduction */
#define PLAIN_RADIX 46341.0  /* R */

/* 3 * 2^51: adding it to x, |x| < 2^51, and subtracting it rounds x to the nearest integer. */
#define PLAIN_ROUND 6755399441055744.0

typedef LANES_JOIN(double, W) PLAIN_REAL;
typedef PLAIN_REAL __attribute__((aligned(8))) PLAIN_REAL_WORDS;

/* Constants of a prime. */
typedef struct plain_real_prime {
    PLAIN_REAL p, inverse;
} plain_real_prime;

LANES_FN plain_real_prime plain_real_prime_of(fp_field f)
{
    const plain_real_prime prime = {(PLAIN_REAL)((double)f.p), (PLAIN_REAL)(1.0 / f.p)};

    return prime;
}

LANES_FN PLAIN_REAL plain_real_load(local const double *x)
{
    return *(local const PLAIN_REAL_WORDS *)x;
}

/* Returns the residue of x nearest to 0, at most p/2 + 8 in size, for |x| < 2^53 and x / p < 2^24.
 * It is exact: the quotient is the nearest integer or, in a tie up to 2^-28, the next one. */
LANES_FN PLAIN_REAL plain_real_reduce(PLAIN_REAL x, plain_real_prime prime)
{
    const PLAIN_REAL round = (PLAIN_REAL)(PLAIN_ROUND);

    return fma(-(fma(x, prime.inverse, round) - round), prime.p, x);
}

/* Converts residues to balanced doubles. */
LANES_FN PLAIN_REAL plain_real_balanced(LANES v, u32 p)
{
    const LANES words = v - (v > lanes_splat(p >> 1) ? lanes_splat(p) : lanes_splat(0));

    return LANES_JOIN(convert_double, W)(LANES_JOIN(as_int, W)(words));
}

/* Stores W words of a part. */
LANES_FN void plain_pair_store(local double *part, LANES v, u32 p)
{
    *(local PLAIN_REAL_WORDS *)part = plain_real_balanced(v, p);
}

LANES_FN double plain_pair_word(u32 v, u32 p)
{
    return (int)plain_balanced(v, p);
}

/* Stores the coefficients of x^(k + W - 1) to x^k of the element in row n and column m. */
LANES_FN void plain_pair_factors(local double *factors, u32 n, u32 m, u32 k, LANES v, u32 p)
{
    const PLAIN_REAL radix = (PLAIN_REAL)(PLAIN_RADIX), round = (PLAIN_REAL)(PLAIN_ROUND);
    const PLAIN_REAL c = plain_real_balanced(v, p);
    const PLAIN_REAL q = fma(c, (PLAIN_REAL)(1 / PLAIN_RADIX), round) - round;
    double high[W], low[W];

    *(private PLAIN_REAL_WORDS *)high = q;
    *(private PLAIN_REAL_WORDS *)low = fma(-q, radix, c);
    factors += 8 * k + 4 * m + 2 * n;
#pragma unroll
    for (u32 lane = 0; lane < W; lane++) {
        factors[8 * (W - 1 - lane)] = high[lane];
        factors[8 * (W - 1 - lane) + 1] = low[lane];
    }
}

/* Stores the coefficient of x^k of the element in row n and column m. */
LANES_FN void plain_pair_factor(local double *factors, u32 n, u32 m, u32 k, u32 terms, u32 v,
                                fp_field f)
{
    const double c = (int)plain_balanced(v, f.p);
    const double high = fma(c, 1 / PLAIN_RADIX, PLAIN_ROUND) - PLAIN_ROUND;

    factors[8 * k + 4 * m + 2 * n] = high;
    factors[8 * k + 4 * m + 2 * n + 1] = fma(-high, PLAIN_RADIX, c);
}

/* Returns R high + low mod p, in [0, p). */
LANES_FN LANES plain_real_join(PLAIN_REAL high, PLAIN_REAL low, plain_real_prime prime, u32 p)
{
    const PLAIN_REAL radix = (PLAIN_REAL)(PLAIN_RADIX);
    const PLAIN_REAL sum = fma(plain_real_reduce(high, prime), radix, low);
    const PLAIN_REAL v = plain_real_reduce(sum, prime);
    const LANES words = LANES_JOIN(as_uint, W)(LANES_JOIN(convert_int, W)(v));

    return min(words, words + lanes_splat(p));
}

/* words[n][v]: sums of the products of all runs, row n, for the W words from i = v * stride on.
 * One loop keeps all sums in registers, which no compiler does across function calls. */
LANES_FN void plain_pair_sums(private LANES (*words)[PLAIN_PAIR_BLOCK],
                              private const plain_pair_run *runs, u32 count, u32 stride,
                              fp_field f)
{
    const plain_real_prime prime = plain_real_prime_of(f);
    PLAIN_REAL high[2 * PLAIN_PAIR_BLOCK], low[2 * PLAIN_PAIR_BLOCK];
    u32 left = PLAIN_PAIR_TERMS;

#pragma unroll
    for (u32 v = 0; v < 2 * PLAIN_PAIR_BLOCK; v++)
        high[v] = low[v] = (PLAIN_REAL)(0);
    for (u32 r = 0; r < count; r++) {
        local const double *a = runs[r].a, *b = runs[r].b, *factors = runs[r].factors;

        for (u32 todo = runs[r].terms; todo > 0;) {
            const u32 now = min(todo, left);

            for (u32 k = 0; k < now; k++, a--, b--, factors += 8) {
                TALLY(PRODUCTS, 4 * PLAIN_PAIR_BLOCK * W);
                TALLY(ADDITIONS, 4 * PLAIN_PAIR_BLOCK * W);
#pragma unroll
                for (u32 v = 0; v < PLAIN_PAIR_BLOCK; v++) {
                    const PLAIN_REAL x = plain_real_load(a + v * stride);
                    const PLAIN_REAL y = plain_real_load(b + v * stride);

#pragma unroll
                    for (u32 n = 0; n < 2; n++) {
                        const u32 i = n * PLAIN_PAIR_BLOCK + v;

                        high[i] = fma(x, (PLAIN_REAL)(factors[2 * n]), high[i]);
                        low[i] = fma(x, (PLAIN_REAL)(factors[2 * n + 1]), low[i]);
                        high[i] = fma(y, (PLAIN_REAL)(factors[4 + 2 * n]), high[i]);
                        low[i] = fma(y, (PLAIN_REAL)(factors[5 + 2 * n]), low[i]);
                    }
                }
            }
            todo -= now;
            left -= now;
            if (left == 0) {
                left = PLAIN_PAIR_TERMS;
#pragma unroll
                for (u32 v = 0; v < 2 * PLAIN_PAIR_BLOCK; v++) {
                    high[v] = plain_real_reduce(high[v], prime);
                    low[v] = plain_real_reduce(low[v], prime);
                }
            }
        }
    }
#pragma unroll
    for (u32 v = 0; v < 2 * PLAIN_PAIR_BLOCK; v++)
        words[v / PLAIN_PAIR_BLOCK][v % PLAIN_PAIR_BLOCK] =
            plain_real_join(high[v], low[v], prime, f.p);
}

#else
#define PLAIN_PAIR_BLOCK PLAIN_BLOCK

LANES_FN void plain_pair_store(local u32 *part, LANES v, u32 p)
{
    lanes_store(v - (v > lanes_splat(p >> 1) ? lanes_splat(p) : lanes_splat(0)), part);
}

LANES_FN u32 plain_pair_word(u32 v, u32 p)
{
    return plain_balanced(v, p);
}

/* Stores a factor in Montgomery form, because sums are divided by 2^32. */
LANES_FN void plain_pair_factor(local u32 *factors, u32 n, u32 m, u32 k, u32 terms, u32 v,
                                fp_field f)
{
    factors[(2 * n + m) * terms + k] = plain_balanced(fp_to(v, f), f.p);
}

/* The same for one run. */
PLAIN_SUMS_FN void plain_pair_sums(private LANES (*words)[PLAIN_PAIR_BLOCK],
                                   private const plain_pair_run *runs, u32 count, u32 stride,
                                   fp_field f)
{
    local const u32 *factors = runs->factors;

#pragma unroll
    for (u32 n = 0; n < 2; n++, factors += 2 * runs->terms) {
        LANES other[PLAIN_PAIR_BLOCK];

        plain_sums(words[n], runs->a, stride, factors, runs->terms, f);
        plain_sums(other, runs->b, stride, factors + runs->terms, runs->terms, f);
#pragma unroll
        for (u32 v = 0; v < PLAIN_PAIR_BLOCK; v++)
            words[n][v] = lanes_add(words[n][v], other[v], f);
    }
}
#endif

/* part[i] = a[from + i], balanced, for all i < count and at most W - 1 further i; 0 outside a. */
LANES_FN void plain_pair_part(local plain_word *part, global const u32 *a, long from, u32 count,
                              u32 a_count, u32 p)
{
    for (u32 i = get_local_id(0) * W; i < count; i += NT * W) {
        const long k = from + i;

        if (k >= 0 && k + W <= a_count) {
            plain_pair_store(part + i, lanes_load(a + k), p);
            continue;
        }
        for (u32 j = 0; j < W; j++)
            part[i + j] = k + j >= 0 && k + j < a_count ? plain_pair_word(LOADED(a[k + j]), p) : 0;
    }
}

#endif
