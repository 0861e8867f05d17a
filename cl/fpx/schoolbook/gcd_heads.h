/* Euclid's algorithm on the heads of two polynomials, and the resulting matrix; kernels only.
 *
 * A side is the data of a polynomial, in local memory:
 *
 *     [ head: 2s + 1 words, from x^K down | 0 ] [ row: times a | 0 ] [ row: times b | 0 ]
 *
 * Rows are polynomials of degree s at most, from x^s down. So x^j shifts heads and rows in the
 * same direction, and zeros come in from behind. */
#ifndef CLM_SCHOOLBOOK_GCD_HEADS_H
#define CLM_SCHOOLBOOK_GCD_HEADS_H

#include "gcd_shape.h"
#include "part.h"
#include "../../arith/halves.h"

/* Destination of the trace of the algorithm (gcd_shape.h). */
typedef struct schoolbook_gcd_trace {
    global u32 *words;
    u32 top; /* b has degree top - i if its leading coefficient is head[i] */
    bool kept;
} schoolbook_gcd_trace;

/* Sets up the side of a polynomial: leading coefficient at head[first], and 1 in row `own_row`. */
LANES_FN void schoolbook_gcd_side(local u32 *side, global const u32 *a, u32 count, u32 first,
                                  u32 own_row, u32 s)
{
    const u32 head = SCHOOLBOOK_GCD_HEAD(s, W), row = SCHOOLBOOK_GCD_ROW(s, W);

    for (u32 i = get_local_id(0); i < SCHOOLBOOK_GCD_SIDE(s, W); i += NT)
        side[i] = i >= first && i - first < count && i < 2 * s + 1
                      ? LOADED(a[count - 1 - (i - first)])
                  : i == head + own_row * row + s ? 1
                                                  : 0;
}

/* A range of a head or row: whole vectors from the one of `begin` to that of end - 1 change. */
typedef struct schoolbook_gcd_range {
    u32 begin, end;
} schoolbook_gcd_range;

/* to[i] = (factors[0] to[i] + factors[1] from[i] + factors[2] from[i - 1]) / 2^32: head, rows. */
LANES_INLINE void schoolbook_gcd_combine(local u32 *to, local const u32 *from,
                                         private const schoolbook_gcd_range *ranges,
                                         local const u32 *factors, fp_field f)
{
    const halves c0 = halves_same(factors[0]), c1 = halves_same(factors[1]);
    const halves c2 = halves_same(factors[2]);

#pragma unroll
    for (u32 k = 0; k < 3; k++)
        for (u32 i = (ranges[k].begin / W + get_local_id(0)) * W; i < ranges[k].end;
             i += NT * W) {
            const halves own = halves_product(halves_widen(lanes_load(to + i)), c0);
            const halves upper = halves_product(halves_widen(lanes_load(from + i)), c1);
            const halves lower = halves_product(halves_widen(lanes_load(from + i - 1)), c2);

            lanes_store(halves_redc(halves_fold(halves_add(halves_add(own, upper), lower), f), f),
                        to + i);
        }
}

/* Computes the factors of two steps, or of one if `at` is `next`, and counts these steps. */
LANES_FN void schoolbook_gcd_factors(local u32 *factors, local const u32 *a, local const u32 *b,
                                     u32 at, u32 next, fp_field f)
{
    const u32 lead = b[next], minus = fp_neg(a[at], f);

    factors[0] = lead;
    factors[1] = minus;
    factors[2] = 0;
    if (at < next) {
        factors[0] = fp_mul(lead, lead, f);
        factors[1] = fp_mul(minus, lead, f);
        factors[2] = fp_cross(a[at], b[next + 1], a[at + 1], lead, f);
    }
    if (factors[1] != 0 || factors[2] != 0)
        factors[SCHOOLBOOK_GCD_STEPS] += at < next ? 2 : 1;
}

/* a := lc(b) a - lc(a) x^j b for j = next - at, heads and rows, which eliminates a's coefficient
 * at `at`; and the same for at + 1, unless it is behind `next`. b's leading coefficient is at
 * `next`, and rows will be of degree `next` at most. Both steps at once:
 *
 *     a := lc(b)^2 a - lc(b) a[at] x^j b + (a[at] b[next + 1] - lc(b) a[at + 1]) x^(j - 1) b
 *
 * The factors are passed in local memory, since PoCL may recompute values after a barrier, from
 * changed inputs. */
LANES_INLINE void schoolbook_gcd_step(local u32 *a, local const u32 *b, local u32 *factors, u32 at,
                                      u32 next, schoolbook_gcd_shape s)
{
    const u32 head = SCHOOLBOOK_GCD_HEAD(s.s, W), row = SCHOOLBOOK_GCD_ROW(s.s, W),
              top = s.s - next;

    if (get_local_id(0) == 0)
        schoolbook_gcd_factors(factors, a, b, at, next, s.field);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    if (factors[1] != 0 || factors[2] != 0) {
        const schoolbook_gcd_range ranges[3] = {{at, 2 * s.s + 1 - next},
                                           {head + top, head + s.s + 1},
                                           {head + row + top, head + row + s.s + 1}};

        schoolbook_gcd_combine(a, b + (next - at), ranges, factors, s.field);
    }
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
}

/* Returns the first place from `at` to s with a nonzero word of the head; s + 1: none. */
LANES_FN u32 schoolbook_gcd_lead(local const u32 *head, u32 at, u32 s)
{
    while (at <= s && head[at] == 0)
        at++;
    return at;
}

/* Performs the steps of one quotient, of degree next - lead, to a remainder. One work-item
 * counts. */
LANES_INLINE void schoolbook_gcd_divide(local u32 *a, local const u32 *b, local u32 *factors,
                                        u32 lead, u32 next, schoolbook_gcd_trace trace,
                                        schoolbook_gcd_shape s)
{
    if (get_local_id(0) == 0)
        factors[SCHOOLBOOK_GCD_STEPS] = 0;
    for (u32 at = lead; at <= next; at += 2)
        schoolbook_gcd_step(a, b, factors, at, next, s);
    if (trace.kept && get_local_id(0) == 0) {
        STORED(trace.words[2 * (trace.top - next)]) = b[next];
        OP_COUNTS(READ, 1);
        STORED(trace.words[2 * (trace.top - next) + 1]) += factors[SCHOOLBOOK_GCD_STEPS];
    }
}

/* Performs all steps determined by the heads, with b's leading coefficient first at `next`. The
 * rows then have degree *degree. Returns true if the sides have been exchanged. */
LANES_INLINE bool schoolbook_gcd_euclid(private u32 *degree, local u32 *sides, u32 next,
                                        schoolbook_gcd_trace trace, schoolbook_gcd_shape s)
{
    const u32 side = SCHOOLBOOK_GCD_SIDE(s.s, W);
    u32 from = 0, lead = 0; /* offset of a; offsets are exchanged, not pointers
                               (docs/drivers.md) */

    do {
        local u32 *a = sides + from, *b = sides + (side - from);

        schoolbook_gcd_divide(a, b, sides - SCHOOLBOOK_GCD_STEP, lead, next, trace, s);
        lead = next;
        from = side - from;
        next = schoolbook_gcd_lead(a, lead + 1, s.s);
    } while (next <= s.s);
    *degree = lead;
    return from != 0;
}

#endif
