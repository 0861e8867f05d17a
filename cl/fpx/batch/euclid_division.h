/* One division of lockstep Euclid, on W lanes; kernels only.
 *
 * With deg a = n, deg b = m, u = lc(b) the remainder of u^(n-m+1) * a replaces a. Leading
 * coefficients are eliminated two at a time, in place:
 *
 *     a   [ . . . . | w w w w w w y x ]      window of m coefficients, then the two
 *     b             |   [ v v v v v u ]
 *
 *     w[i] <- u^2 * w[i] - (x*u) * b[i-1] + (x*v - y*u) * b[i]          v = b[m-1]
 *
 * The window then moves down by two. Coefficients to its left are multiplied only when the window
 * reaches them. The last of an odd number takes two products. A normal step, n = m + 1, is one
 * sweep. */
#ifndef CLM_EUCLID_DIVISION_H
#define CLM_EUCLID_DIVISION_H

#include "../../arith/lazy.h"

#define EUCLID_STRIDE (T / W) /* distance between consecutive coefficients, in LAZY words */

/* Coefficients of a sweep between two branches, a power of two. Unrolled here, since compilers do
 * not unroll loops with assembly, and copy values between iterations. */
#if W == 1
#define EUCLID_UNROLLED 8
#else
#define EUCLID_UNROLLED 1
#endif

#ifdef CLM_VERIFY
/* Returns whether all coefficients are in the range of lazy_settle. */
LANES_FN bool euclid_kept(const LAZY *a, int degree, lazy_prime prime)
{
    bool kept = true;

    for (int i = 0; i <= degree; i++)
        kept &= lazy_within(a[i], LAZY_KEPT, prime.p);
    return kept;
}

/* Returns whether a factor is balanced. */
LANES_FN bool euclid_balanced(lazy_pair factor, lazy_prime prime)
{
    return lazy_within((LAZY)factor.even, 4, prime.p);
}
#endif

/* The factors u^2, -x u and x v - y u of a sweep. */
typedef struct euclid_factors {
    lazy_pair alpha, beta, gamma;
} euclid_factors;

/* Computes the factors from x, y, v and u, of which `lead` is the balanced value. Returns u^2. */
LANES_INLINE LAZY euclid_make_factors(euclid_factors *to, LAZY of_x, LAZY of_y, LAZY of_v,
                                      LAZY lead, lazy_prime prime)
{
    lazy_pair u = lazy_widen(lead);
    lazy_pair x = lazy_widen(lazy_balance(of_x, prime));
    lazy_pair y = lazy_widen(of_y);
    lazy_pair upper = lazy_widen(of_v);
    LAZY square = lazy_balance(lazy_redc(lazy_product(u, u), prime), prime);

    to->alpha = lazy_widen(square);
    to->beta = lazy_widen(lazy_balance(-lazy_redc(lazy_product(x, u), prime), prime));
    to->gamma = lazy_widen(lazy_balance(
        lazy_redc(lazy_difference(lazy_product(x, upper), lazy_product(u, y)), prime), prime));
    VERIFY(euclid_balanced(x, prime) && euclid_balanced(to->alpha, prime));
    VERIFY(euclid_balanced(to->beta, prime) && euclid_balanced(to->gamma, prime));
    return square;
}

/* Computes the factors for the polynomials w[0 ... m+1] and b[0 ... m]. m >= 1. */
LANES_INLINE LAZY euclid_load_factors(euclid_factors *to, global const LAZY *w,
                                      global const LAZY *b, int m, LAZY lead, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;

    return euclid_make_factors(to, w[(m + 1) * s], w[m * s], b[(m - 1) * s], lead, prime);
}

/* The place of a sweep and the words loaded there. */
typedef struct euclid_place {
    global LAZY *w;
    global const LAZY *b;
    lazy_pair own, upper; /* *w and *b */
} euclid_place;

/* Computes the next `count` coefficients, without the lowest one of all. count: a constant. */
LANES_INLINE void euclid_combine_some(euclid_place *at, int count, const euclid_factors *by,
                                      lazy_prime prime)
{
    const int s = EUCLID_STRIDE;

#pragma unroll
    for (int i = 0; i < count; i++) {
        at->b -= s;
        lazy_pair lower = lazy_fetch(at->b);
        lazy_pair t = lazy_product(by->beta, lower);

        t = lazy_add_product(t, by->gamma, at->upper);
        t = lazy_add_product(t, by->alpha, at->own);
        at->own = lazy_fetch(at->w - s); /* before the store to the word that it ends with */
        *at->w = lazy_settle(lazy_redc(t, prime), prime);
        at->upper = lower;
        at->w -= s;
    }
}

/* w[i] <- alpha * w[i] + beta * b[i-1] + gamma * b[i] for 0 <= i < m, with b[-1] = 0. m >= 1. */
LANES_INLINE void euclid_combine(global LAZY *w, global const LAZY *b, int m,
                                 const euclid_factors *by, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    euclid_place at = {w + (m - 1) * s, b + (m - 1) * s, lazy_fetch(w + (m - 1) * s),
                       lazy_fetch(b + (m - 1) * s)};

#pragma unroll
    for (int few = 1; few < EUCLID_UNROLLED; few *= 2)
        if (((m - 1) & few) != 0)
            euclid_combine_some(&at, few, by, prime);
    for (int left = (m - 1) / EUCLID_UNROLLED; left > 0; left--)
        euclid_combine_some(&at, EUCLID_UNROLLED, by, prime);

    lazy_pair t = lazy_product(by->gamma, at.upper);

    t = lazy_add_product(t, by->alpha, at.own);
    *at.w = lazy_settle(lazy_redc(t, prime), prime);
}

/* Updates w[0 ... m-1] as above, from w[0 ... m+1] and b[0 ... m]. Returns u^2. m >= 1. */
LANES_INLINE LAZY euclid_sweep(global LAZY *w, global const LAZY *b, int m, LAZY lead,
                               lazy_prime prime)
{
    euclid_factors by;
    const LAZY square = euclid_load_factors(&by, w, b, m, lead, prime);

    euclid_combine(w, b, m, &by, prime);
    return square;
}

/* a[-i] <- u * a[-i] + x * b[-i] for 0 <= i < count. count: a constant. */
LANES_INLINE void euclid_single_some(global LAZY *a, global const LAZY *b, int count, lazy_pair u,
                                     lazy_pair x, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;

#pragma unroll
    for (int i = 0; i < count; i++) {
        lazy_pair t = lazy_add_product(lazy_product(u, lazy_widen(a[-i * s])), x,
                                       lazy_widen(b[-i * s]));

        a[-i * s] = lazy_settle(lazy_redc(t, prime), prime);
    }
}

/* a[0 ... m-1] <- u * a - a[m] * b for deg a = deg b = m. */
LANES_INLINE void euclid_single(global LAZY *a, global const LAZY *b, int m, LAZY lead,
                                lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    lazy_pair u = lazy_widen(lead);
    lazy_pair x = lazy_widen(lazy_balance(-a[m * s], prime));
    int i = m - 1;

    VERIFY(euclid_balanced(u, prime) && euclid_balanced(x, prime));
    for (; i >= EUCLID_UNROLLED - 1; i -= EUCLID_UNROLLED)
        euclid_single_some(a + i * s, b + i * s, EUCLID_UNROLLED, u, x, prime);
    for (; i >= 0; i--)
        euclid_single_some(a + i * s, b + i * s, 1, u, x, prime);
}

/* a[0 ... m-1] <- u^(n-m+1) * a mod b, for deg a = n >= deg b = m >= 1. Returns u^2 if n > m. Pre:
 * u is balanced, other coefficients are in the range of lazy_settle. */
LANES_INLINE LAZY euclid_divide(global LAZY *a, int n, global const LAZY *b, int m, LAZY lead,
                                LAZY one, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    int shift = n - m;
    LAZY scale = one; /* factor still missing below the window */
    LAZY square = lead;

    VERIFY(lazy_within(lead, 4, prime.p));
    VERIFY(euclid_kept(a, n, prime) && euclid_kept(b, m, prime));
    for (; shift > 0; shift -= 2) {
        square = euclid_sweep(a + (shift - 1) * s, b, m, lead, prime);
        if (shift > 1) {
            scale = lazy_mul(scale, square, prime);
            a[(shift - 2) * s] = lazy_mul(a[(shift - 2) * s], scale, prime);
        }
        if (shift > 2)
            a[(shift - 3) * s] = lazy_mul(a[(shift - 3) * s], scale, prime);
    }
    if (shift == 0)
        euclid_single(a, b, m, lead, prime);
    return square;
}

#endif
