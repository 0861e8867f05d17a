/* Euclid's algorithm on the heads of two polynomials, and the matrix that it amounts to; kernels
 * only.
 *
 * A side is what belongs to one of the two, in local memory:
 *
 *     [ head: 2s + 1 words, from x^K down | 0 ] [ row: times a | 0 ] [ row: times b | 0 ]
 *
 * Rows are polynomials of degree s at most, the coefficient of x^s first, so that x^j moves heads
 * and rows in the same direction, and zeros come in behind. */
#ifndef CLM_PLAIN_GCD_HEADS_H
#define CLM_PLAIN_GCD_HEADS_H

#include "gcd_shape.h"
#include "part.h"

/* A side of a polynomial, its leading coefficient at head[first], whose own row is 1. */
LANES_FN void plain_gcd_side(local u32 *side, global const u32 *a, u32 count, u32 first,
                             u32 own_row, u32 s)
{
    const u32 head = PLAIN_GCD_HEAD(s, W), row = PLAIN_GCD_ROW(s, W);

    for (u32 i = get_local_id(0); i < PLAIN_GCD_SIDE(s, W); i += NT)
        side[i] = i >= first && i - first < count && i < 2 * s + 1   ? a[count - 1 - (i - first)]
                  : i == head + own_row * row + s                    ? 1
                                                                     : 0;
}

/* to[i] = (factors[0] to[i] + factors[1] from[i]) / 2^32 for whole vectors from that of `begin` to
 * that of end - 1. */
LANES_FN void plain_gcd_combine(local u32 *to, local const u32 *from, u32 begin, u32 end,
                                local const u32 *factors, fp_field f)
{
    const u32 c = factors[0], d = factors[1];

    for (u32 i = (begin / W + get_local_id(0)) * W; i < end; i += NT * W) {
#if W == 1
        to[i] = fp_redc((ulong)to[i] * c + (ulong)from[i] * d, f);
#else
        const LANES_HALF p = lanes_half_splat(f.p), pinv = lanes_half_splat(f.pinv);
        const LANES_HALF cs = lanes_half_splat(c), ds = lanes_half_splat(d);
        const LANES_HALF x = lanes_as_half(lanes_load(to + i));
        const LANES_HALF y = lanes_as_half(lanes_load(from + i));
        const LANES_HALF even = lanes_half_product(x, cs) + lanes_half_product(y, ds);
        const LANES_HALF odd =
            lanes_half_product(x >> 32, cs) + lanes_half_product(y >> 32, ds);

        lanes_store(lanes_half_join(lanes_half_redc(even, p, pinv), lanes_half_redc(odd, p, pinv),
                                    lanes_splat(f.p)),
                    to + i);
#endif
    }
}

/* a := lc(b) a - lc(a) x^j b for j = next - at, heads and rows, which takes a's coefficient at
 * `at` away; b's leading coefficient is at `next`, and rows will be of degree `next` at most.
 *
 * The factors go by local memory: a value that all work-items compute before a barrier PoCL may
 * compute again behind it, when what it comes from has changed. */
LANES_FN void plain_gcd_step(local u32 *a, local const u32 *b, local u32 *factors, u32 at,
                             u32 next, plain_gcd_shape s)
{
    const u32 head = PLAIN_GCD_HEAD(s.s, W), row = PLAIN_GCD_ROW(s.s, W), top = s.s - next;
    local const u32 *moved = b + (next - at);

    if (get_local_id(0) == 0) {
        factors[0] = b[next];
        factors[1] = fp_neg(a[at], s.field);
    }
    PLAIN_BARRIER();
    if (factors[1] != 0) {
        plain_gcd_combine(a, moved, at, 2 * s.s + 1 - next, factors, s.field);
        plain_gcd_combine(a + head, moved + head, top, s.s + 1, factors, s.field);
        plain_gcd_combine(a + head + row, moved + head + row, top, s.s + 1, factors, s.field);
    }
    PLAIN_BARRIER();
}

/* The first place from `at` to s where the head is not 0; s + 1: none. */
LANES_FN u32 plain_gcd_lead(local const u32 *head, u32 at, u32 s)
{
    while (at <= s && head[at] == 0)
        at++;
    return at;
}

/* All steps that the heads decide, from that with b's leading coefficient at `next` on. Rows are
 * of degree *degree then. True: the sides have changed their places. */
LANES_FN bool plain_gcd_euclid(private u32 *degree, local u32 *heads, u32 next, bool divides,
                               plain_gcd_shape s)
{
    local u32 *a = heads, *b = heads + PLAIN_GCD_SIDE(s.s, W), *factors = a + (b - a) * 2;
    u32 lead = 0;

    do {
        local u32 *other = a;

        for (u32 at = lead; at <= next; at++)
            plain_gcd_step(a, b, factors, at, next, s);
        lead = next;
        if (!divides)
            break;
        a = b;
        b = other;
        next = plain_gcd_lead(b, lead + 1, s.s);
    } while (next <= s.s);
    *degree = lead;
    return a != heads;
}

#endif
