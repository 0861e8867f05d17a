/* Plain greatest common divisor [HMX, Algorithms 10 and 11]: a launch makes all steps of Euclid's
 * algorithm that the heads of the two polynomials, 2s + 1 coefficients each, decide: remainders
 * until both degrees have fallen by s.
 *
 *     a  [ head | .................................. ]      degree K
 *     b    [ head | ................................ ]      degree K - d
 *                           |
 *     a'            [ .............................. ]      = m00 a + m01 b, and b' likewise,
 *     b'              [ ............................ ]        m of degree s at most
 *
 *     plain_gcd_sweep   a work-group for `span` coefficients of a' and of b'
 *
 * Each work-group computes the matrix m from the heads for itself (gcd_heads.h), and multiplies
 * its parts of a and b by it: s steps together cost four products by polynomials of degree s,
 * reduced once, in the place of s reductions, as in Lehmer's algorithm for integers. The quotients
 * of a and b depend on the first 2s + 1 coefficients only as long as their degrees add up to s at
 * most [Gathen, Gerhard 2013, 11.1]. No step divides: a becomes lc(b) a - lc(a) x^j b, and all is
 * right up to constant factors.
 *
 * Where deg a - deg b > s the sweep makes s + 1 steps of the first division, with x^e b in the
 * place of b, e = deg a - deg b - s; b stays.
 *
 * A coefficient comes from some that other work-groups own, so the sweep reads one pair of buffers
 * and writes another. Bounds on degrees pass from sweep to sweep on the device (plain_gcd_state);
 * sweeps that come when all is done do nothing.
 *
 * Of the printed algorithms differ: the state, which groups change while others read it; what they
 * write back; the inverses; and what is left when one polynomial is a constant. */
#include "gcd_heads.h"

/* What a work-group knows of the polynomials. */
typedef struct plain_gcd_pair {
    global const u32 *a, *b;
    u32 a_count, b_count; /* exactly; a has as many as b, or more */
    u32 shift;            /* e */
    bool swapped;         /* against the state */
} plain_gcd_pair;

/* Coefficients of a, without leading zeros. */
static inline u32 plain_gcd_count(global const u32 *a, u32 count)
{
    while (count > 0 && a[count - 1] == 0)
        count--;
    return count;
}

/* row: PLAIN_EVEN(count) words: the coefficients of 1, x, ..., x^(count - 1), and 0. */
static inline void plain_gcd_turn(local u32 *row, local const u32 *turned, u32 count, u32 s,
                                  u32 p)
{
    for (u32 k = get_local_id(0); k < PLAIN_EVEN(count); k += NT)
        row[k] = k < count ? plain_balanced(turned[s - k], p) : 0;
}

/* The first `count` words, W at most. */
static inline void plain_gcd_store(global u32 *to, LANES value, u32 count)
{
    u32 words[W];

    if (count >= W) {
        lanes_store(value, to);
        return;
    }
    lanes_store(value, words);
    for (u32 k = 0; k < count; k++)
        to[k] = words[k];
}

/* to[i] = the parts times the rows of a side, for the span's words from `from` to `count`. */
static inline void plain_gcd_apply(global u32 *to, u32 from, u32 count, local u32 **part,
                                   local u32 **row, local const u32 *side, u32 degree,
                                   plain_gcd_shape s)
{
    const u32 stride = s.span / PLAIN_BLOCK, terms = PLAIN_EVEN(degree + 1);
    const u32 head = PLAIN_GCD_HEAD(s.s, W);

    PLAIN_BARRIER(); /* the rows before are no longer needed */
    plain_gcd_turn(row[0], side + head, degree + 1, s.s, s.field.p);
    plain_gcd_turn(row[1], side + head + PLAIN_GCD_ROW(s.s, W), degree + 1, s.s, s.field.p);
    PLAIN_BARRIER();
    for (u32 i = get_local_id(0) * W; i < stride; i += NT * W) {
        LANES of_a[PLAIN_BLOCK], of_b[PLAIN_BLOCK];

        plain_sums(of_a, part[0] + terms + i, stride, row[0], terms, s.field);
        plain_sums(of_b, part[1] + terms + i, stride, row[1], terms, s.field);
#pragma unroll
        for (u32 v = 0; v < PLAIN_BLOCK; v++) {
            const u32 at = from + v * stride + i;

            if (at < count)
                plain_gcd_store(to + at, lanes_add(of_a[v], of_b[v], s.field), count - at);
        }
    }
}

/* The polynomials of this turn, the longer one as a. */
static inline void plain_gcd_open(private plain_gcd_pair *p, global const u32 *pairs,
                                  private const plain_gcd_state *state, u32 second, u32 s)
{
    global const u32 *from = pairs + (size_t)state->pair * 2 * second;
    global const u32 *a = from + (state->swapped ? second : 0);
    global const u32 *b = from + (state->swapped ? 0 : second);
    const u32 a_count = plain_gcd_count(a, state->first);
    const u32 b_count = plain_gcd_count(b, state->second);

    p->swapped = a_count < b_count;
    p->a = p->swapped ? b : a;
    p->b = p->swapped ? a : b;
    p->a_count = max(a_count, b_count);
    p->b_count = min(a_count, b_count);
    p->shift = p->a_count - p->b_count > s ? p->a_count - p->b_count - s : 0;
}

/* What is known after a sweep of matrices of this degree. */
static inline void plain_gcd_after(private plain_gcd_state *state,
                                   private const plain_gcd_pair *p, u32 degree, u32 s)
{
    const u32 below = p->a_count > s + 1 ? p->a_count - s - 1 : 0;

    if (p->b_count == 0) {
        state->done = 1;
        state->swapped = state->swapped != p->swapped;
        state->first = p->a_count;
        state->second = 0;
    } else {
        state->swapped = 0;
        state->pair = 1 - state->pair;
        state->first = p->shift > 0 ? below : p->a_count - degree;
        state->second = p->shift > 0 ? p->b_count : below;
    }
}

/* heads: PLAIN_GCD_HEADS; parts: two PLAIN_PART of s + 1; rows: two PLAIN_EVEN of s + 1. */
LANES_KERNEL plain_gcd_sweep(global u32 *pairs, global plain_gcd_state *states, u32 turn,
                             const plain_gcd_shape s, local u32 *heads, local u32 *parts,
                             local u32 *rows)
{
    const u32 begin = get_group_id(0) * s.span, side = PLAIN_GCD_SIDE(s.s, W);
    local u32 *row[2] = {rows, rows + PLAIN_EVEN(s.s + 1)};
    local u32 *part[2] = {parts, parts + PLAIN_PART(s.s + 1, s.span)};
    plain_gcd_state state = states[turn];
    plain_gcd_pair p;
    u32 degree = 0;
    bool other = false;

    if (!state.done) {
        plain_gcd_open(&p, pairs, &state, s.second, s.s);
        if (p.b_count > 0) {
            const u32 next = p.a_count - p.shift - p.b_count;

            plain_gcd_side(heads, p.a, p.a_count, 0, 0, s.s);
            plain_gcd_side(heads + side, p.b, p.b_count, next, 1, s.s);
            PLAIN_BARRIER();
            other = plain_gcd_euclid(&degree, heads, next, p.shift == 0, s);
        }
        plain_gcd_after(&state, &p, degree, s.s);
    }
    if (get_global_id(0) == 0)
        states[1 - turn] = state;
    if (state.done || begin >= max(state.first, state.second))
        return;

    const u32 terms = PLAIN_EVEN(degree + 1);
    global u32 *to = pairs + (size_t)state.pair * 2 * s.second;

    plain_part(part[0], p.a, (long)begin - terms, PLAIN_PART(terms, s.span), p.a_count,
               s.field.p);
    plain_part(part[1], p.b, (long)begin - terms - p.shift, PLAIN_PART(terms, s.span), p.b_count,
               s.field.p);
    /* in one place, so that compilers have no function of its own for it */
    for (u32 n = 0; n < (p.shift > 0 ? 1 : 2); n++)
        plain_gcd_apply(to + n * s.second, begin, n == 0 ? state.first : state.second, part, row,
                        heads + (other != (n == 1) ? side : 0), degree, s);
    if (p.shift > 0)
        for (u32 i = begin + get_local_id(0); i < min(begin + s.span, p.b_count); i += NT)
            to[s.second + i] = p.b[i];
}
