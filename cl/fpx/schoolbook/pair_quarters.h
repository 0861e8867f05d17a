/* Products of pair_sums.h with fewer multiplications, by Karatsuba's method twice; kernels only.
 *
 * Products of a short polynomial c = c0 + x^h c1, deg c < 2h, and a long polynomial a are computed
 * in blocks of 2h consecutive coefficients: middle products [HanrotQuercia2004]. With s[i] = a[i]
 * + a[i - h], the same for all blocks, and (c * a)[i] the sum of all c[k] a[i - k], three products
 * of h by h words give one of 2h by 2h words:
 *
 *     y[i]     = (c1 * s)[i] + ((c0 - c1) * a)[i]
 *     y[i + h] = (c0 * s)[i + h] - ((c0 - c1) * a)[i]            0 <= i < h
 *
 * Applied again, this gives nine products of a quarter of the words each: `leaf` 3 i + j is
 * product j of product i, in the order c0 - c1, c1, c0. With h a quarter now, a part has four
 * versions: unchanged, sums at distance h, sums at distance 2h, and sums of sums. Terms of c
 * beyond a multiple of 4h are added to the four leaves used by one quarter only. */
#ifndef CLM_SCHOOLBOOK_PAIR_QUARTERS_H
#define CLM_SCHOOLBOOK_PAIR_QUARTERS_H

#include "pair_sums.h"

#ifdef SCHOOLBOOK_PAIR_REAL
#define SCHOOLBOOK_PAIR_UNIT (SCHOOLBOOK_PAIR_BLOCK * W)

/* How `terms` coefficients are split, and the layout of the parts. */
typedef struct schoolbook_quarters {
    u32 quarter; /* h, a quarter of the coefficients, a multiple of SCHOOLBOOK_PAIR_UNIT; 0: too
                    few */
    u32 rest;    /* coefficients beyond the quarters */
    u32 before;  /* words of a part before the place of the first sum */
    u32 part;    /* words from a's part to b's; versions are twice as far apart */
} schoolbook_quarters;

/* Returns the coefficients of one of the three products, from those of both halves. */
LANES_FN LANES schoolbook_quarters_of(u32 which, LANES c0, LANES c1, fp_field f)
{
    return which == 2 ? c0 : which == 1 ? c1 : lanes_sub(c0, c1, f);
}

/* Stores the factors of all leaves and of the rest, of the element in row n and column m, with
 * coefficients from *c downwards. */
LANES_FN void schoolbook_quarters_factors(local double *factors, u32 n, u32 m, local const u32 *c,
                                          schoolbook_quarters q, fp_field f)
{
    const u32 h = q.quarter;

    for (u32 k = get_local_id(0) * W; k < h; k += NT * W) {
        local const u32 *from = c - k - (W - 1);
        const LANES c0 = lanes_load(from), c1 = lanes_load(from - h);
        const LANES c2 = lanes_load(from - 2 * h), c3 = lanes_load(from - 3 * h);

        for (u32 i = 0; i < 3; i++) {
            const LANES lower = schoolbook_quarters_of(i, c0, c2, f);
            const LANES upper = schoolbook_quarters_of(i, c1, c3, f);

            for (u32 j = 0; j < 3; j++)
                schoolbook_pair_factors(factors, n, m, (3 * i + j) * h + k,
                                        schoolbook_quarters_of(j, lower, upper, f), f.p);
        }
    }
    for (u32 k = get_local_id(0); k < q.rest; k += NT)
        schoolbook_pair_factor(factors, n, m, 9 * h + k, 0, *(c - 4 * h - k), f);
}

/* to[i] = from[i] + from[i - apart], for whole vectors that contain `begin` to end - 1. */
LANES_FN void schoolbook_quarters_sum(local double *to, local const double *from, u32 apart,
                                      u32 begin, u32 end, schoolbook_real_prime prime)
{
    for (u32 i = begin + get_local_id(0) * W; i < end; i += NT * W) {
        OP_COUNTS(ADDITIONS, W);
        *(local SCHOOLBOOK_REAL_WORDS *)(to + i) = schoolbook_real_reduce(
            schoolbook_real_load(from + i) + schoolbook_real_load(from + i - apart), prime);
    }
}

/* Computes the other versions of both parts, `count` words each. */
LANES_FN void schoolbook_quarters_parts(local double *parts, u32 count, schoolbook_quarters q,
                                        schoolbook_real_prime prime)
{
    const u32 h = q.quarter, next = 2 * q.part;

    for (u32 n = 0; n < 2; n++, parts += q.part) {
        schoolbook_quarters_sum(parts + next, parts, h, h, count, prime);
        schoolbook_quarters_sum(parts + 2 * next, parts, 2 * h, 2 * h, count, prime);
        LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
        schoolbook_quarters_sum(parts + 3 * next, parts + next, 2 * h, 3 * h, count, prime);
    }
}

/* Joins three products to both halves: y[0] + y[1] and y[2] - y[0]. */
LANES_FN void schoolbook_quarters_join(private LANES *first, private LANES *second,
                                       private const LANES *y, u32 count, fp_field f)
{
#pragma unroll
    for (u32 v = 0; v < count; v++) {
        first[v] = lanes_add(y[v], y[count + v], f);
        second[v] = lanes_sub(y[2 * count + v], y[v], f);
    }
}

/* sums[e][n][v]: row n of the sums for SCHOOLBOOK_PAIR_UNIT words from i on in quarter e. */
LANES_FN void schoolbook_quarters_sums(private LANES (*sums)[2][SCHOOLBOOK_PAIR_BLOCK],
                                       local const double *parts, u32 i,
                                       local const double *factors, schoolbook_quarters q,
                                       fp_field f)
{
    LANES twice[3][2][2][SCHOOLBOOK_PAIR_BLOCK], leaf[3][2][SCHOOLBOOK_PAIR_BLOCK];
    local const double *at = parts + q.before + i;

    for (u32 k = 0; k < 9; k++) {
        const u32 version = 2 * (k / 3 > 0) + (k % 3 > 0);
        const u32 moved = (2 * (k / 3 == 2) + (k % 3 == 2)) * q.quarter;
        local const double *a = at + 2 * version * q.part + moved;
        local const double *low = at + moved - 4 * q.quarter;
        const schoolbook_pair_run runs[2] = {
            {a, a + q.part, factors + 8 * k * q.quarter, q.quarter},
            {low, low + q.part, factors + 72 * q.quarter, q.rest}};

        schoolbook_pair_sums(leaf[k % 3], runs, version == 3 ? 2 : 1, W, f);
        if (k % 3 == 2)
            schoolbook_quarters_join(twice[k / 3][0][0], twice[k / 3][1][0], leaf[0][0],
                                     2 * SCHOOLBOOK_PAIR_BLOCK, f);
    }
    schoolbook_quarters_join(sums[0][0], sums[2][0], twice[0][0][0], 4 * SCHOOLBOOK_PAIR_BLOCK, f);
}
#endif

#endif
