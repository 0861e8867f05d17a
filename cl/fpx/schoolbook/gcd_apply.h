/* Multiplies a work-group's parts of both polynomials by the matrix of a sweep; kernels only. */
#ifndef CLM_SCHOOLBOOK_GCD_APPLY_H
#define CLM_SCHOOLBOOK_GCD_APPLY_H

#include "gcd_shape.h"
#include "pair_quarters.h"

/* Inputs and outputs of a work-group. */
typedef struct schoolbook_gcd_work {
    global u32 *to[2];
    u32 count[2]; /* words to be stored in to[]; 0: none */
    u32 begin, span;
    local schoolbook_word *parts, *factors;
    local const u32 *last[2]; /* constant coefficients of the rows' first elements, with the others
                                 before them; second elements are `row` words further */
    u32 row, degree;
} schoolbook_gcd_work;

/* Stores W words of each row, at offset `at` in the span. */
static inline void schoolbook_gcd_put(private const schoolbook_gcd_work *work, u32 at, LANES first,
                                      LANES second)
{
    const u32 i = work->begin + at;

#pragma unroll
    for (u32 n = 0; n < 2; n++) {
        const u32 end = min(work->count[n], work->begin + work->span);

        if (at < work->span && i < end)
            lanes_store_some(n == 0 ? first : second, work->to[n] + i, end - i);
    }
}

/* Stores all coefficients of the matrix, padded with 0 to an even number. */
static inline void schoolbook_gcd_factors_of(private const schoolbook_gcd_work *work, fp_field f)
{
    const u32 terms = SCHOOLBOOK_EVEN(work->degree + 1);

    for (u32 i = get_local_id(0); i < 4 * terms; i += NT) {
        const u32 k = i / 4, n = i % 4 / 2, m = i % 2;
        local const u32 *last = (n == 0 ? work->last[0] : work->last[1]) + m * work->row;

        schoolbook_pair_factor(work->factors, n, m, k, terms, k <= work->degree ? *(last - k) : 0,
                               f);
    }
}

static inline void schoolbook_gcd_apply_direct(private const schoolbook_gcd_work *work, u32 part,
                                               fp_field f)
{
    const u32 stride =
        (work->span + SCHOOLBOOK_PAIR_BLOCK * W - 1) / (SCHOOLBOOK_PAIR_BLOCK * W) * W;
    const u32 terms = SCHOOLBOOK_EVEN(work->degree + 1);
    local const schoolbook_word *a = work->parts + terms, *b = a + part;

    schoolbook_gcd_factors_of(work, f);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    for (u32 i = get_local_id(0) * W; i < stride; i += NT * W) {
        const schoolbook_pair_run run = {a + i, b + i, work->factors, terms};
        LANES sums[2][SCHOOLBOOK_PAIR_BLOCK];

        schoolbook_pair_sums(sums, &run, 1, stride, f);
#pragma unroll
        for (u32 v = 0; v < SCHOOLBOOK_PAIR_BLOCK; v++)
            schoolbook_gcd_put(work, v * stride + i, sums[0][v], sums[1][v]);
    }
}

#ifdef SCHOOLBOOK_PAIR_UNIT
/* Multiplies in blocks of four quarters; the last block is computed in full as well. */
static inline void schoolbook_gcd_apply_quarters(private const schoolbook_gcd_work *work, u32 part,
                                                 fp_field f)
{
    const u32 h = (work->degree + 1) / (4 * SCHOOLBOOK_PAIR_UNIT) * SCHOOLBOOK_PAIR_UNIT;
    const schoolbook_quarters q = {h, work->degree + 1 - 4 * h, SCHOOLBOOK_EVEN(work->degree + 1),
                                   part};
    const u32 words = (work->span + 4 * h - 1) / (4 * h) * h; /* in a quarter of all blocks */

    for (u32 k = 0; k < 4; k++)
        schoolbook_quarters_factors(work->factors, k / 2, k % 2,
                                    work->last[k / 2] + k % 2 * work->row, q, f);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    schoolbook_quarters_parts(work->parts, 4 * words + q.before, q, schoolbook_real_prime_of(f));
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    for (u32 i = get_local_id(0) * SCHOOLBOOK_PAIR_UNIT; i < words;
         i += NT * SCHOOLBOOK_PAIR_UNIT) {
        const u32 at = i / h * 4 * h + i % h;
        LANES sums[4][2][SCHOOLBOOK_PAIR_BLOCK];

        schoolbook_quarters_sums(sums, work->parts, at, work->factors, q, f);
        for (u32 k = 0; k < 4 * SCHOOLBOOK_PAIR_BLOCK; k++) {
            const u32 e = k / SCHOOLBOOK_PAIR_BLOCK, v = k % SCHOOLBOOK_PAIR_BLOCK;

            schoolbook_gcd_put(work, at + e * h + v * W, sums[e][0][v], sums[e][1][v]);
        }
    }
}
#endif

/* Multiplies all parts by the matrix. part: words from a part to the next one. */
static inline void schoolbook_gcd_apply(private const schoolbook_gcd_work *work, u32 part,
                                        fp_field f)
{
#ifdef SCHOOLBOOK_PAIR_UNIT
    if (work->degree + 1 >= 4 * SCHOOLBOOK_PAIR_UNIT) {
        schoolbook_gcd_apply_quarters(work, part, f);
        return;
    }
#endif
    schoolbook_gcd_apply_direct(work, part, f);
}

#endif
