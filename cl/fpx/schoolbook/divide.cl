/* Schoolbook division with remainder [HMX, Algorithms 3 and 4]. A launch performs `steps`
 * division steps, which eliminate as many coefficients of the dividend.
 *
 *     dividend   [ head: steps words | ............ changes ............ | not yet reached ]
 *     divisor    [ head               | ........ times the quotient .. ]
 *
 *     schoolbook_divide_sweep   a work-group for `span` coefficients; scale.cl computes 1 / the
 *                               divisor's leading coefficient before
 *
 * The quotient's next coefficients depend on the heads alone. So every work-group computes all
 * from the heads, which no work-group writes, and then subtracts the divisor times these from its
 * coefficients at once.
 *
 * Differences from the printed algorithm: the factor of the inverse in each step; the overlaps,
 * not needed as coefficients change once per launch; and the boundaries. */
#include "divide_shape.h"
#include "part.h"

/* Loads the heads, leading coefficients first, with W zeros before the divisor's. */
static inline void schoolbook_divide_load(local u32 *head, local u32 *zeros,
                                          global const u32 *dividend, global const u32 *divisor,
                                          schoolbook_divide_shape s)
{
    const u32 words = SCHOOLBOOK_DIVIDE_HEAD(s.steps, W);
    const u32 top = s.at + s.divisor_count + s.steps - 2;

    for (u32 i = get_local_id(0); i < words; i += NT)
        head[i] = i < s.steps ? LOADED(dividend[top - i]) : 0;
    for (u32 i = get_local_id(0); i < words + W; i += NT) {
        const u32 k = i - W;

        zeros[i] = i >= W && k < min(s.steps, s.divisor_count)
                       ? LOADED(divisor[s.divisor_count - 1 - k])
                       : 0;
    }
}

/* Computes the negatives of the quotient's coefficients in `row`, the last one first, in
 * Montgomery form. They are passed in local memory, since PoCL may recompute values after a
 * barrier, from changed inputs. */
static inline void schoolbook_divide_heads(local u32 *row, local u32 *head, local const u32 *zeros,
                                           u32 inverse, u32 steps, fp_field f)
{
    for (u32 k = 0; k < steps; k++) {
        if (get_local_id(0) == 0)
            row[steps - 1 - k] = fp_neg(fp_to(fp_mul(head[k], inverse, f), f), f);
        LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
        for (u32 i = (k / W + get_local_id(0)) * W; i < steps; i += NT * W) {
            const LANES c = lanes_splat(row[steps - 1 - k]), b = lanes_load(zeros + W + i - k);

            lanes_store(lanes_add(lanes_load(head + i), lanes_mul(b, c, f), f), head + i);
        }
        LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    }
}

/* dividend[i] += sum, for i < count. */
static inline void schoolbook_divide_add(global u32 *dividend, LANES sum, u32 count, fp_field f)
{
    if (count >= W) {
        lanes_store(lanes_add(lanes_load(dividend), sum, f), dividend);
    } else {
        u32 words[W];

        lanes_store(sum, words);
        for (u32 i = 0; i < count; i++)
            STORED(dividend[i]) = fp_add(LOADED(dividend[i]), words[i], f);
    }
}

/* quotient: from s.at on. heads: SCHOOLBOOK_DIVIDE_HEADS words; part: SCHOOLBOOK_PART; row:
 * SCHOOLBOOK_EVEN. */
LANES_KERNEL schoolbook_divide_sweep(global u32 *quotient, global u32 *dividend,
                                     global const u32 *divisor, global const u32 *inverse,
                                     const schoolbook_divide_shape s, local u32 *heads,
                                     local u32 *part, local u32 *row COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    local u32 *zeros = heads + SCHOOLBOOK_DIVIDE_HEAD(s.steps, W);
    const u32 before = SCHOOLBOOK_EVEN(s.steps), stride = s.span / SCHOOLBOOK_BLOCK;
    const u32 from = get_group_id(0) * s.span, count = s.divisor_count - 1;

    schoolbook_divide_load(heads, zeros, dividend, divisor, s);
    schoolbook_part(part, divisor, (long)from - before, SCHOOLBOOK_PART(s.steps, s.span), count,
                    s.field.p);
    for (u32 i = get_local_id(0); i < before; i += NT)
        row[i] = 0;
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    schoolbook_divide_heads(row, heads, zeros, LOADED(inverse[0]), s.steps, s.field);
    if (get_group_id(0) == 0)
        for (u32 k = get_local_id(0); k < s.steps; k += NT)
            STORED(quotient[s.at + k]) = fp_from(fp_neg(row[k], s.field), s.field);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    for (u32 i = get_local_id(0); i < before; i += NT)
        row[i] = schoolbook_balanced(row[i], s.field.p);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    for (u32 i = get_local_id(0) * W; i < stride; i += NT * W) {
        LANES sums[SCHOOLBOOK_BLOCK];

        schoolbook_sums(sums, part + before + i, stride, row, before, s.field);
#pragma unroll
        for (u32 v = 0; v < SCHOOLBOOK_BLOCK; v++) {
            const u32 at = from + v * stride + i;

            if (at < count)
                schoolbook_divide_add(dividend + s.at + at, sums[v], count - at, s.field);
        }
    }
}
