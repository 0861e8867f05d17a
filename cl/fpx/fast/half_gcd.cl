/* The base case of a half-GCD: a work-group performs all steps of Euclid's algorithm determined by
 * the heads of two polynomials, 2s + 1 coefficients each, and stores the matrix
 *
 *     m [a b] = [a' b'],   deg a' >= deg a - s > deg b',   deg m = deg a - deg a'
 *
 * with elements of at most s + 1 coefficients, constant term first. It is correct up to a constant
 * factor in each row, since steps are division-free (cl/fpx/schoolbook/gcd_matrix.h). If deg a -
 * deg b > s it is the identity, of degree 0. */
#include "../schoolbook/gcd_matrix.h"
#include "half_gcd_shape.h"

/* Returns the number of a's coefficients without leading zeros, but at least `least`. */
static inline u32 half_gcd_count(global const u32 *a, u32 count, u32 least)
{
    while (count > least && a[count - 1] == 0)
        count--;
    return count;
}

/* Copies the rows' coefficients, from x^degree down, to the elements of the matrix. */
static inline void half_gcd_put(global u32 *matrix, local const u32 *sides, u32 degree, bool other,
                                half_gcd_shape shape)
{
    const u32 side = SCHOOLBOOK_GCD_SIDE(shape.s, W), row = SCHOOLBOOK_GCD_ROW(shape.s, W);

    for (u32 e = 0; e < 4; e++) {
        local const u32 *from = sides + (other != (e / 2 == 1) ? side : 0) +
                                SCHOOLBOOK_GCD_HEAD(shape.s, W) + e % 2 * row + shape.s;

        for (u32 k = get_local_id(0); k <= degree; k += NT)
            matrix[e * shape.stride + k] = *(from - k);
    }
}

/* reports[shape.report]: the degree of the matrix.
 *
 * heads: SCHOOLBOOK_GCD_HEADS of s and of the matrix's base; parts: two HALF_GCD_PART; factors:
 * four SCHOOLBOOK_EVEN(base + 1). */
LANES_KERNEL half_gcd_base(global u32 *matrix, global u32 *reports, global u32 *trace,
                           global const u32 *pair, const half_gcd_shape shape, local u32 *heads,
                           local schoolbook_word *parts, local schoolbook_word *factors)
{
    const schoolbook_gcd_shape s = {.field = shape.field, .s = shape.s, .base = shape.base};
    local u32 *sides = heads + SCHOOLBOOK_GCD_STEP;
    const schoolbook_gcd_space space = {sides,
                                        heads + SCHOOLBOOK_GCD_HEADS(s.s, W) + SCHOOLBOOK_GCD_STEP,
                                        parts, factors, HALF_GCD_PART(s.s, s.base, W)};
    global const u32 *a = pair + shape.a, *b = pair + shape.b;
    const u32 least = shape.a_count > s.s + 1 ? shape.a_count - s.s - 1 : 0;
    const u32 b_count = half_gcd_count(b, shape.b_count, least);
    const u32 next = shape.a_count - b_count;
    const schoolbook_gcd_trace whole = {trace, shape.top, shape.traced != 0};
    u32 reached = 0;
    bool other = false;

    schoolbook_gcd_side(sides, a, shape.a_count, 0, 0, s.s);
    schoolbook_gcd_side(sides + SCHOOLBOOK_GCD_SIDE(s.s, W), b, b_count, next, 1, s.s);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    if (b_count > least)
        other = schoolbook_gcd_matrix(&reached, space, next, true, whole, s);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    half_gcd_put(matrix, sides, reached, other, shape);
    if (get_local_id(0) == 0)
        reports[shape.report] = reached;
}

/* reports[at] = number of coefficients without leading zeros, of `most` from word `from` on; one
 * work-item. */
kernel void half_gcd_length(global u32 *reports, u32 at, global const u32 *words, u32 from,
                            u32 most)
{
    if (get_global_id(0) == 0)
        reports[at] = half_gcd_count(words + from, most, 0);
}
