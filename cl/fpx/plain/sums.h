/* Coefficients of a product by a short polynomial, as in [HMX, Algorithm 6]; kernels only.
 *
 * A work-item has PLAIN_BLOCK vectors of sums at a time, so that a word of b serves for all. With
 * b[k] goes the vector that begins k words before the sum's place; its odd words are the even ones
 * of the vector for b[k - 1]. So every step loads one vector for two halves of products, and
 * moves no word within it:
 *
 *     b[0] * [ x0 x1 x2 x3 ... ]       even: x0 x2 ...      odd: x1 x3 ...
 *     b[1] * [ y  x0 x1 x2 ... ]       even: y  x1 ...      odd: x0 x2 ...  = even for b[0]
 *
 * Two products of residues are less than p * 2^32 in all, what a reduction may begin with; after
 * two more one minimum makes it so again. */
#ifndef CLM_PLAIN_SUMS_H
#define CLM_PLAIN_SUMS_H

#include "part_shape.h"
#include "../../arith/lanes.h"

/* The sum, less than 2 * bound, modulo bound = p * 2^32. */
#define PLAIN_FOLD(sum, bound) min(sum, (sum) - (bound))

/* sums[v] = (b[0] x[i] + b[1] x[i - 1] + ... + b[s - 1] x[i - s + 1]) / 2^32 for the W words from
 * i = v * stride on, v < PLAIN_BLOCK.
 *
 * In: b  s residues, s even
 *    x  residues from -s + 1 on, to the W words' end and one more */
#if W == 1
LANES_FN void plain_sums(private LANES *sums, local const u32 *x, u32 stride, local const u32 *b,
                         u32 s, fp_field f)
{
    const ulong bound = (ulong)f.p << 32;
    ulong sum[PLAIN_BLOCK];

#pragma unroll
    for (u32 v = 0; v < PLAIN_BLOCK; v++)
        sum[v] = 0;
    for (u32 k = 0; k < s; k += 2, x -= 2) {
#pragma unroll
        for (u32 v = 0; v < PLAIN_BLOCK; v++) {
            local const u32 *at = x + v * stride;

            sum[v] += (ulong)at[0] * b[k] + (ulong)at[-1] * b[k + 1];
            sum[v] = PLAIN_FOLD(sum[v], bound);
        }
    }
#pragma unroll
    for (u32 v = 0; v < PLAIN_BLOCK; v++)
        sums[v] = fp_redc(sum[v], f);
}

#else
LANES_FN void plain_sums(private LANES *sums, local const u32 *x, u32 stride, local const u32 *b,
                         u32 s, fp_field f)
{
    const LANES_HALF bound = (LANES_HALF)((ulong)f.p << 32);
    const LANES_HALF p = lanes_half_splat(f.p), pinv = lanes_half_splat(f.pinv);
    LANES_HALF even[PLAIN_BLOCK], odd[PLAIN_BLOCK], last[PLAIN_BLOCK];

#pragma unroll
    for (u32 v = 0; v < PLAIN_BLOCK; v++) {
        even[v] = odd[v] = (LANES_HALF)(0);
        last[v] = lanes_as_half(lanes_load(x + v * stride + 1));
    }
    for (u32 k = 0; k < s; k += 2, x -= 2) {
        const LANES_HALF b0 = lanes_half_splat(b[k]), b1 = lanes_half_splat(b[k + 1]);

#pragma unroll
        for (u32 v = 0; v < PLAIN_BLOCK; v++) {
            const LANES_HALF x0 = lanes_as_half(lanes_load(x + v * stride));
            const LANES_HALF x1 = lanes_as_half(lanes_load(x + v * stride - 1));

            even[v] += lanes_half_product(x0, b0) + lanes_half_product(x1, b1);
            odd[v] += lanes_half_product(last[v], b0) + lanes_half_product(x0, b1);
            even[v] = PLAIN_FOLD(even[v], bound);
            odd[v] = PLAIN_FOLD(odd[v], bound);
            last[v] = x1;
        }
    }
#pragma unroll
    for (u32 v = 0; v < PLAIN_BLOCK; v++)
        sums[v] = lanes_half_join(lanes_half_redc(even[v], p, pinv),
                                  lanes_half_redc(odd[v], p, pinv), lanes_splat(f.p));
}
#endif

#endif
