/* Coefficients of products by a short polynomial b, as in [HMX, Algorithm 6]; kernels only.
 *
 * A work-item computes SCHOOLBOOK_BLOCK vectors of sums at a time, which share each word of b.
 * b[k] is multiplied by the vector beginning k words before the sum's place, whose odd words are
 * the even words of the vector for b[k - 1]. So every step loads one vector, and moves no word
 * within it:
 *
 *     b[0] * [ x0 x1 x2 x3 ... ]       even: x0 x2 ...      odd: x1 x3 ...
 *     b[1] * [ y  x0 x1 x2 ... ]       even: y  x1 ...      odd: x0 x2 ...  = even for b[0]
 *
 * Residues are balanced, |v| < p/2 < 2^30, so that SCHOOLBOOK_TERMS = 6 products and a word are
 * less than 2^63. Then the upper words are added to separate sums, in three steps per six
 * products. */
#ifndef CLM_SCHOOLBOOK_SUMS_H
#define CLM_SCHOOLBOOK_SUMS_H

#include "part_shape.h"
#include "../../arith/lazy.h"

#define SCHOOLBOOK_TERMS 6

/* Returns the balanced residue v or v - p for v in [0, p). */
LANES_FN u32 schoolbook_balanced(u32 v, u32 p)
{
    return v > p >> 1 ? v - p : v;
}

/* Returns (high * 2^32 + low) / 2^32 mod p, in [0, p).
 *
 * For fewer than 2^30 terms, |high| < 2^59, and its reduction is hardly larger than p/2, so that
 * the product with R^2 reduces to 5/8 p. 0 <= low < 2^32 reduces to p/2 + 1. */
LANES_FN LANES schoolbook_join(lazy_pair high, lazy_pair low, lazy_prime prime, fp_field f)
{
    const LAZY r2 = (LAZY)((int)schoolbook_balanced(f.r2, f.p));
    const LAZY h = lazy_redc(lazy_product(lazy_widen(lazy_redc(high, prime)), lazy_widen(r2)),
                             prime);
    OP_COUNTS(ADDITIONS, W);
    const LANES p = lanes_splat(f.p);
    const LANES sum = lazy_as_lanes(lazy_balance(h, prime) + lazy_redc(low, prime));

    return lanes_lower(min(sum, sum + p), p);
}

/* sums[v] = (b[0] x[i] + b[1] x[i - 1] + ... + b[s - 1] x[i - s + 1]) / 2^32 mod p, in [0, p), for
 * the W words from i = v * stride on, v < SCHOOLBOOK_BLOCK.
 *
 * In: b  s balanced residues, s even
 *     x  balanced residues from -s + 1 to one beyond the end of the W words */
LANES_INLINE void schoolbook_sums(private LANES *sums, local const u32 *x, u32 stride,
                                  local const u32 *b, u32 s, fp_field f)
{
    const lazy_prime prime = lazy_prime_of(f);
    lazy_pair low[SCHOOLBOOK_BLOCK], high[SCHOOLBOOK_BLOCK];
    LAZY_HALF last[SCHOOLBOOK_BLOCK];

#pragma unroll
    for (u32 v = 0; v < SCHOOLBOOK_BLOCK; v++) {
        LAZY_BOTH(low[v].even = (LAZY_HALF)(0), low[v].odd = (LAZY_HALF)(0));
        high[v] = low[v];
        last[v] = lazy_as_half(lanes_load(x + v * stride + 1));
    }
    for (u32 k = 0; k < s;) {
        for (const u32 end = min(s, k + SCHOOLBOOK_TERMS); k < end; k += 2, x -= 2) {
            const LAZY_HALF b0 = lazy_as_half((LAZY)((int)b[k]));
            const LAZY_HALF b1 = lazy_as_half((LAZY)((int)b[k + 1]));

#pragma unroll
            for (u32 v = 0; v < SCHOOLBOOK_BLOCK; v++) {
                local const u32 *at = x + v * stride;
                const LAZY_HALF x0 = lazy_as_half(lanes_load(at));
                const LAZY_HALF x1 = lazy_as_half(lanes_load(at - 1));

                LAZY_BOTH(low[v].even = lazy_half_add_products(low[v].even, x0, b0, x1, b1),
                          low[v].odd = lazy_half_add_products(low[v].odd, last[v], b0, x0, b1));
                last[v] = x1;
            }
            OP_COUNTS(PRODUCTS, 2 * SCHOOLBOOK_BLOCK * W);
            OP_COUNTS(ADDITIONS, 2 * SCHOOLBOOK_BLOCK * W);
        }
#pragma unroll
        for (u32 v = 0; v < SCHOOLBOOK_BLOCK; v++)
            lazy_carry(&high[v], &low[v]);
    }
#pragma unroll
    for (u32 v = 0; v < SCHOOLBOOK_BLOCK; v++)
        sums[v] = schoolbook_join(high[v], low[v], prime, f);
}

#endif
