/* Sums of products of balanced residues, |v| < p/2, without corrections in between; kernels only.
 *
 * A product is below p^2 / 4 in size, and seven are below 7/4 * 2/5 * p * 2^32. This is less than
 * 3/4 * p * 2^32, the limit for a reduction to 5/4 * p <= 2^31 (cl/arith/lazy.h). Longer sums are
 * cut into windows of SUMS_WINDOW = 5 products with a Horner step in between. There the sum so
 * far, times a balanced power, is at most 5/4 * 1/2 * 2/5 = 1/4 of p * 2^32:
 *
 *     ((a10 y^0 + ... + a14 y^4) * y^5 + a5 y^0 + ... + a9 y^4) * y^5 + a0 y^0 + ... + a4 y^4
 *
 * with y = x^split. After only five products |v| < p, and one minimum makes the value canonical.
 * Longer sums hardly ever exceed p, since most products cancel each other. If one does, the
 * minimum is v itself as a word, p or more, which one comparison for all sums finds.
 *
 * Larger primes, p < 2^31, allow sums of at most SUMS_MOST_LARGE = 4 products: below p^2, and
 * reduced to |v| < p. In windows of SUMS_WINDOW_LARGE = 2 the Horner step adds p * p/2. */
#ifndef CLM_SUMS_H
#define CLM_SUMS_H

#include "evaluate_shape.h"
#include "../../arith/lazy.h"

#define SUMS_STRIDE (T / W) /* distance between consecutive powers, in vectors */

/* Sets sum[r] to the product of row r's coefficient and the power; adds the product to sum[r] if
 * `more`. packed: EVALUATE_BLOCK coefficients of one step. */
LANES_FN void sums_step(lazy_pair *sum, bool more, global const LAZY *power,
                        global const int *packed)
{
    lazy_pair x = lazy_widen(*power);

#pragma unroll
    for (u32 r = 0; r < EVALUATE_BLOCK; r++) {
        const lazy_pair coefficient = lazy_widen((LAZY)(packed[r]));

        sum[r] = more ? lazy_add_product(sum[r], x, coefficient) : lazy_product(x, coefficient);
    }
}

/* Sets value[r * run], for each row r of a block, to its sum of `steps` products: in [0, p), or
 * seldom any v with |v| <= 5/4 p. Raises the lanes of *greatest to the values: to p or more in the
 * latter case. powers: s.words powers per lane, the last one for Horner steps; `first`: index of
 * the split sum. */
LANES_FN void sums_block(private LANES *value, u32 run, private LANES *greatest,
                         global const LAZY *powers, u32 first, global const int *packed, u32 steps,
                         fp_field f, evaluate_shape s)
{
    lazy_prime prime = lazy_prime_of(f);
    u32 from = steps > s.window ? (steps - 1) / s.window * s.window : 0;
    global const LAZY *power = powers + first * SUMS_STRIDE;
    lazy_pair sum[EVALUATE_BLOCK];
    LAZY word[EVALUATE_BLOCK];

    if (steps == 0) {
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            value[r * run] = lanes_splat(0);
        return;
    }
    sums_step(sum, false, power, packed + (size_t)from * EVALUATE_BLOCK);
    for (u32 step = 1;; step = 0) {
        const size_t stride = (size_t)s.split * SUMS_STRIDE;
        global const LAZY *x = power + step * stride;
        global const int *row = packed + (size_t)(from + step) * EVALUATE_BLOCK;

        for (u32 end = min(steps - from, s.window); step < end; step++) {
            sums_step(sum, true, x, row);
            x += stride;
            row += EVALUATE_BLOCK;
        }
        if (from == 0)
            break;
        from -= s.window;

        lazy_pair last = lazy_widen(powers[(size_t)(s.words - 1) * SUMS_STRIDE]);
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            sum[r] = lazy_product(lazy_widen(lazy_redc(sum[r], prime)), last);
    }
#pragma unroll
    for (u32 r = 0; r < EVALUATE_BLOCK; r++)
        word[r] = lazy_redc(sum[r], prime);
#if W == 1
    if (steps > SUMS_WINDOW)
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            word[r] = lazy_balance(word[r], prime);
#endif
#pragma unroll
    for (u32 r = 0; r < EVALUATE_BLOCK; r++) {
        value[r * run] = lanes_raise(lazy_as_lanes(word[r]), lanes_splat(f.p));
        *greatest = max(*greatest, value[r * run]);
    }
}

/* Returns whether one of the values is p or more: never for work-items of one lane, as on GPUs,
 * which correct all long sums, since unrolled code for a few would be as long as the rest. */
LANES_FN bool sums_exceed(LANES greatest, fp_field f)
{
    return W > 1 && lanes_greatest(greatest) >= f.p;
}

/* Brings a block's values into [0, p). */
LANES_FN void sums_settle(private LANES *value, u32 run, fp_field f)
{
    lazy_prime prime = lazy_prime_of(f);

#pragma unroll
    for (u32 r = 0; r < EVALUATE_BLOCK; r++)
        value[r * run] = lazy_as_lanes(lazy_canonical(lazy_as_words(value[r * run]), prime));
}

#endif
