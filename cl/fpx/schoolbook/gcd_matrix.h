/* Computes the matrix of a sweep (gcd.cl); kernels only.
 *
 * Euclid's steps on whole heads cost s^2 products with a reduction each. Instead, the first 2 base
 * + 1 words of the remaining heads give a matrix of degree `base` at most, by which heads and rows
 * are multiplied, as the polynomials are by the whole matrix: half of a half-GCD, without its
 * recursion [Gathen, Gerhard 2013, 11.1].
 *
 *     a   [ lead: zeros now | small head ............. | ............ ]     head and rows
 *     b   [                    | .......... small head | ............ ] */
#ifndef CLM_SCHOOLBOOK_GCD_MATRIX_H
#define CLM_SCHOOLBOOK_GCD_MATRIX_H

#include "gcd_heads.h"
#include "gcd_scalar.h"
#include "pair_sums.h"

#if W > 1 && NT == 1
#define SCHOOLBOOK_GCD_MATRICES
#endif

/* Local memory of a work-group. */
typedef struct schoolbook_gcd_space {
    local u32 *sides, *small; /* of degree s and `base`, each after the factors of a step */
    local schoolbook_word *parts, *factors;
    u32 part; /* words from a's part to b's */
} schoolbook_gcd_space;

#ifdef SCHOOLBOOK_GCD_MATRICES
/* Sets up a side from the words of a head from `lead` on. */
LANES_FN void schoolbook_gcd_small(local u32 *side, local const u32 *a, u32 own_row, u32 s)
{
    const u32 head = SCHOOLBOOK_GCD_HEAD(s, W), row = SCHOOLBOOK_GCD_ROW(s, W);

    for (u32 i = get_local_id(0); i < SCHOOLBOOK_GCD_SIDE(s, W); i += NT)
        side[i] = i < 2 * s + 1 ? a[i] : i == head + own_row * row + s ? 1 : 0;
}

/* Stores the matrix's coefficients, highest degree first, since heads and rows run downwards. */
LANES_FN void schoolbook_gcd_small_factors(schoolbook_gcd_space space, u32 degree, bool other,
                                           schoolbook_gcd_shape small)
{
    const u32 side = SCHOOLBOOK_GCD_SIDE(small.s, W), row = SCHOOLBOOK_GCD_ROW(small.s, W);
    const u32 terms = SCHOOLBOOK_EVEN(degree + 1);
    local const u32 *first = space.small + SCHOOLBOOK_GCD_HEAD(small.s, W) + small.s - degree;

    for (u32 i = get_local_id(0); i < 4 * terms; i += NT) {
        const u32 k = i / 4, n = i % 4 / 2, m = i % 2;

        schoolbook_pair_factor(
            space.factors, n, m, k, terms,
            k <= degree ? first[((n == 1) != other ? side : 0) + m * row + k] : 0, small.field);
    }
}

/* Multiplies words `begin` to end - 1 of both sides, and up to W - 1 words behind them, by the
 * matrix. Zeros behind rows remain 0. */
LANES_FN void schoolbook_gcd_multiply(schoolbook_gcd_space space, local u32 *a, local u32 *b,
                                      u32 begin, u32 end, u32 degree, fp_field f)
{
    const u32 terms = SCHOOLBOOK_EVEN(degree + 1), pad = terms - degree - 1;
    const u32 words = end - begin, whole = (words + W - 1) / W * W;

    LANES_BARRIER(CLK_LOCAL_MEM_FENCE); /* previous stores are done */
    for (u32 i = get_local_id(0) * W; i < whole + terms; i += NT * W) {
        schoolbook_pair_store(space.parts + i, lanes_load(a + begin + i - pad), f.p);
        schoolbook_pair_store(space.parts + space.part + i, lanes_load(b + begin + i - pad), f.p);
    }
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    for (u32 i = get_local_id(0) * SCHOOLBOOK_PAIR_BLOCK * W; i < words;
         i += NT * SCHOOLBOOK_PAIR_BLOCK * W) {
        local const schoolbook_word *at = space.parts + terms - 1 + i;
        const schoolbook_pair_run run = {at, at + space.part, space.factors, terms};
        LANES sums[2][SCHOOLBOOK_PAIR_BLOCK];

        schoolbook_pair_sums(sums, &run, 1, W, f);
#pragma unroll
        for (u32 v = 0; v < SCHOOLBOOK_PAIR_BLOCK; v++)
            if (i + v * W < words) {
                lanes_store(sums[0][v], a + begin + i + v * W);
                lanes_store(sums[1][v], b + begin + i + v * W);
            }
    }
}

/* Multiplies a and b by the matrix of their small heads, the longer one first. Returns the degree
 * of the matrix. Pre: next - lead is `base` at most. */
LANES_FN u32 schoolbook_gcd_advance(schoolbook_gcd_space space, local u32 *a, local u32 *b,
                                    u32 lead, u32 next, schoolbook_gcd_trace trace,
                                    schoolbook_gcd_shape s)
{
    const u32 head = SCHOOLBOOK_GCD_HEAD(s.s, W), row = SCHOOLBOOK_GCD_ROW(s.s, W);
    schoolbook_gcd_shape small = s;
    u32 degree;
    bool other;

    small.s = min(s.base, s.s - lead);
    schoolbook_gcd_small(space.small, a + lead, 0, small.s);
    schoolbook_gcd_small(space.small + SCHOOLBOOK_GCD_SIDE(small.s, W), b + lead, 1, small.s);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    trace.top -= lead;
    other = schoolbook_gcd_euclid(&degree, space.small, next - lead, trace, small);
    schoolbook_gcd_small_factors(space, degree, other, small);
    lead += degree;
    for (u32 k = 0; k < 3; k++) {
        const u32 begin = k == 0 ? lead : head + (k - 1) * row + s.s - lead;
        const u32 end = k == 0 ? 2 * s.s + 1 - lead : begin + lead + 1;

        if (k > 0 || lead < s.s)
            schoolbook_gcd_multiply(space, a, b, begin, end, degree, s.field);
    }
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    return degree;
}
#endif

/* Performs all steps determined by the heads or, unless `divides`, those of one quotient. Results
 * are as of schoolbook_gcd_euclid. */
LANES_INLINE bool schoolbook_gcd_matrix(private u32 *degree, schoolbook_gcd_space space, u32 next,
                                        bool divides, schoolbook_gcd_trace trace,
                                        schoolbook_gcd_shape s)
{
#if W == 1
    return schoolbook_gcd_scalar(degree, space.sides, next, divides, trace, s);
#else
    const u32 side = SCHOOLBOOK_GCD_SIDE(s.s, W);
    u32 from = 0, lead = 0; /* offset of a; offsets are exchanged, not pointers
                               (docs/drivers.md) */

    do {
        local u32 *a = space.sides + from, *b = space.sides + (side - from);

#ifdef SCHOOLBOOK_GCD_MATRICES
        if (divides && s.base < s.s && next - lead <= s.base && next < s.s) {
            lead += schoolbook_gcd_advance(space, a, b, lead, next, trace, s);
            next = schoolbook_gcd_lead(b, lead + 1, s.s);
            continue;
        }
#endif
        schoolbook_gcd_divide(a, b, space.sides - SCHOOLBOOK_GCD_STEP, lead, next, trace, s);
        lead = next;
        if (!divides)
            break;
        from = side - from;
        next = schoolbook_gcd_lead(a, lead + 1, s.s);
    } while (next <= s.s);
    *degree = lead;
    return from != 0;
#endif
}

#endif
