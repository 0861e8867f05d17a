/* Schoolbook product of two polynomials in two phases [HMX, Algorithms 5 to 7], with rows of sums
 * for s coefficients of b each:
 *
 *     row 0    a * (b[0] ... b[s-1])        ------------|
 *     row 1    a * (b[s] ... b[2s-1])           ------------|       s words further each
 *     row 2    ...                                  ------------|
 *
 *     schoolbook_multiply_rows   all rows, one work-group per `span` sums of a row
 *     schoolbook_multiply_add    adds rows in pairs, level by level, floor(log2 rows) + 1 times
 *
 * Of the first row of a pair, the first s 2^level words, which the second row lacks, are added to
 * the product, the others to the second row. A row without a second one is added to the product as
 * a whole. Words added to the product at one level come from rows that are as far apart as these
 * words are long, so no two work-items add to one word.
 *
 * Differences from the printed algorithms: the number of levels is log2 of the rows, not of s;
 * rows need not be a power of two; words below a[0] are 0; and a row begins at its index times its
 * length. */
#include "multiply_shape.h"
#include "part.h"

/* Loads the row's coefficients of b, balanced and in Montgomery form, with 0 beyond b and behind
 * an odd s. */
static inline void schoolbook_multiply_row(local u32 *row, global const u32 *b, u32 index,
                                           schoolbook_multiply_shape s)
{
    for (u32 i = get_local_id(0); i < SCHOOLBOOK_EVEN(s.s); i += NT) {
        const ulong k = (ulong)index * s.s + i;
        const u32 c = i < s.s && k < s.b_count ? fp_to(LOADED(b[k]), s.field) : 0;

        row[i] = schoolbook_balanced(c, s.field.p);
    }
}

/* Clears this work-item's share of the product. */
static inline void schoolbook_multiply_clear(global u32 *product, u32 count)
{
    const u32 share = count / get_global_size(0) + 1;
    const u32 from = min(count, (u32)min((ulong)count, (ulong)get_global_id(0) * share));

    for (u32 k = from; k < min(count, from + share); k++)
        STORED(product[k]) = 0;
}

/* sums: rows of s.blocks * s.span words. part: SCHOOLBOOK_PART words; row: SCHOOLBOOK_EVEN. */
LANES_KERNEL schoolbook_multiply_rows(global u32 *sums, global u32 *product, global const u32 *a,
                                      global const u32 *b, const schoolbook_multiply_shape s,
                                      local u32 *part, local u32 *row COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 index = get_group_id(0) / s.blocks, block = get_group_id(0) % s.blocks;
    const u32 before = SCHOOLBOOK_EVEN(s.s), stride = s.span / SCHOOLBOOK_BLOCK;
    global u32 *out = sums + ((size_t)index * s.blocks + block) * s.span;

    if (s.clear)
        schoolbook_multiply_clear(product, s.product_count);
    schoolbook_part(part, a, (long)block * s.span - before, SCHOOLBOOK_PART(s.s, s.span),
                    s.a_count, s.field.p);
    schoolbook_multiply_row(row, b, s.first + index, s);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    for (u32 i = get_local_id(0) * W; i < stride; i += NT * W) {
        LANES values[SCHOOLBOOK_BLOCK];

        schoolbook_sums(values, part + before + i, stride, row, before, s.field);
#pragma unroll
        for (u32 v = 0; v < SCHOOLBOOK_BLOCK; v++)
            lanes_store(values[v], out + v * stride + i);
    }
}

/* to[i] += from[i], i < W. */
static inline void schoolbook_multiply_lanes(global u32 *to, global const u32 *from, fp_field f)
{
    lanes_store(lanes_add(lanes_load(to), lanes_load(from), f), to);
}

/* Adds words `at` ... at + W - 1 of a row to the product if below `split`, else to `other`. */
static inline void schoolbook_multiply_words(global u32 *product, global u32 *other,
                                             global const u32 *row, ulong at, ulong split,
                                             ulong count, fp_field f)
{
    for (ulong i = at; i < at + W; i++) {
        if (i >= split)
            STORED(other[i - split]) = fp_add(LOADED(other[i - split]), LOADED(row[i]), f);
        else if (i < count)
            STORED(product[i]) = fp_add(LOADED(product[i]), LOADED(row[i]), f);
    }
}

/* One work-item per W words of the first row of a pair. */
LANES_KERNEL schoolbook_multiply_add(global u32 *product, global u32 *sums,
                                     const schoolbook_multiply_shape s, u32 level COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 item = get_global_id(0), length = s.blocks * s.span, vectors = length / W;
    const ulong pair = item / vectors, at = item % vectors * W;
    const ulong k = (pair << (level + 1)) + (1u << level) - 1, next = k + (1u << level);
    const ulong split = next < s.rows ? (ulong)s.s << level : length;
    const ulong begin = (s.first + k) * s.s;

    if (k >= s.rows)
        return;

    const ulong count = begin < s.product_count ? s.product_count - begin : 0;
    global const u32 *row = sums + k * length;
    global u32 *other = sums + next * length;

    product += begin;
    if (at >= split)
        schoolbook_multiply_lanes(other + (at - split), row + at, s.field);
    else if (at + W <= split && at + W <= count)
        schoolbook_multiply_lanes(product + at, row + at, s.field);
    else
        schoolbook_multiply_words(product, other, row, at, split, count, s.field);
}
