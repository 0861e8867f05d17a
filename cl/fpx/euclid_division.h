/* One division of lockstep Euclid, on W lanes; kernels only.
 *
 * With deg a = n, deg b = m, u = lc(b) the remainder of u^(n-m+1) * a takes the place of a.
 * Leading coefficients go away two at a time, in place:
 *
 *     a   [ . . . . | w w w w w w y x ]      window of m coefficients, then the two
 *     b             |   [ v v v v v u ]
 *
 *     w[i] <- u^2 * w[i] - (x*u) * b[i-1] + (x*v - y*u) * b[i]          v = b[m-1]
 *
 * and the window moves down by two. What is left of the window was not multiplied yet and is
 * so when the window gets there. If an odd number of coefficients goes away, the last one
 * takes two products only. The normal step, n = m + 1, is one such sweep. */
#ifndef CLM_EUCLID_DIVISION_H
#define CLM_EUCLID_DIVISION_H

#include "../arith/lazy.h"

#define EUCLID_STRIDE (T / W) /* from a coefficient to the next, in LAZY words */

#ifdef CLM_VERIFY
/* Whether all coefficients are such as lazy_settle leaves. */
LANES_FN bool euclid_kept(const LAZY *a, int degree, lazy_prime prime)
{
    bool kept = true;

    for (int i = 0; i <= degree; i++)
        kept &= lazy_within(a[i], LAZY_KEPT, prime.p);
    return kept;
}

/* Whether a factor is balanced. */
LANES_FN bool euclid_balanced(lazy_pair factor, lazy_prime prime)
{
    return lazy_within((LAZY)factor.even, 4, prime.p);
}
#endif

/* What a sweep multiplies by: u^2, -x u and x v - y u in the picture. */
typedef struct euclid_factors {
    lazy_pair alpha, beta, gamma;
} euclid_factors;

/* The factors for w[0 ... m+1] and b[0 ... m]; returns u^2. m >= 1. */
static inline LAZY euclid_meet(euclid_factors *to, global const LAZY *w,
                               global const LAZY *b, int m, LAZY lead, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    lazy_pair u = lazy_widen(lead);
    lazy_pair x = lazy_widen(lazy_balance(w[(m + 1) * s], prime));
    lazy_pair y = lazy_widen(w[m * s]);
    lazy_pair upper = lazy_widen(b[(m - 1) * s]);
    LAZY square = lazy_balance(lazy_redc(lazy_product(u, u), prime), prime);

    to->alpha = lazy_widen(square);
    to->beta = lazy_widen(lazy_balance(-lazy_redc(lazy_product(x, u), prime), prime));
    to->gamma = lazy_widen(lazy_balance(
        lazy_redc(lazy_difference(lazy_product(x, upper), lazy_product(u, y)), prime), prime));
    VERIFY(euclid_balanced(x, prime) && euclid_balanced(to->alpha, prime));
    VERIFY(euclid_balanced(to->beta, prime) && euclid_balanced(to->gamma, prime));
    return square;
}

/* w[i] <- alpha * w[i] + beta * b[i-1] + gamma * b[i] for 0 <= i < m, of b[-1] = 0. m >= 1. */
static inline void euclid_combine(global LAZY *w, global const LAZY *b, int m,
                                  const euclid_factors *by, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    const lazy_pair alpha = by->alpha, beta = by->beta, gamma = by->gamma;

    w += (m - 1) * s;
    b += (m - 1) * s;
    lazy_pair own = lazy_fetch(w), upper = lazy_fetch(b);

    for (int i = m - 1; i > 0; i--) {
        b -= s;
        lazy_pair lower = lazy_fetch(b);
        lazy_pair t = lazy_sum(lazy_product(beta, lower), lazy_product(gamma, upper));

        t = lazy_sum(t, lazy_product(alpha, own));
        own = lazy_fetch(w - s); /* before the store to what it ends with */
        *w = lazy_settle(lazy_redc(t, prime), prime);
        upper = lower;
        w -= s;
    }
    lazy_pair t = lazy_product(gamma, upper);

    t = lazy_sum(t, lazy_product(alpha, own));
    *w = lazy_settle(lazy_redc(t, prime), prime);
}

/* w[0 ... m-1] as in the picture, from w[0 ... m+1] and b[0 ... m]; returns u^2. m >= 1. */
static inline LAZY euclid_sweep(global LAZY *w, global const LAZY *b, int m, LAZY lead,
                                lazy_prime prime)
{
    euclid_factors by;
    const LAZY square = euclid_meet(&by, w, b, m, lead, prime);

    euclid_combine(w, b, m, &by, prime);
    return square;
}

/* a[0 ... m-1] <- u * a - a[m] * b, deg a = deg b = m. */
static inline void euclid_single(global LAZY *a, global const LAZY *b, int m, LAZY lead,
                                 lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    lazy_pair u = lazy_widen(lead);
    lazy_pair x = lazy_widen(lazy_balance(-a[m * s], prime));

    VERIFY(euclid_balanced(u, prime) && euclid_balanced(x, prime));
    for (int i = m - 1; i >= 0; i--) {
        lazy_pair t = lazy_sum(lazy_product(u, lazy_widen(a[i * s])),
                               lazy_product(x, lazy_widen(b[i * s])));

        a[i * s] = lazy_settle(lazy_redc(t, prime), prime);
    }
}

/* a[0 ... m-1] <- u^(n-m+1) * a mod b, for deg a = n >= deg b = m >= 1. Pre: u is balanced, other
 * coefficients are kept as lazy_settle leaves them. */
static inline void euclid_divide(global LAZY *a, int n, global const LAZY *b, int m, LAZY lead,
                                 LAZY one, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    int shift = n - m;
    LAZY scale = one; /* what the coefficients below the window lack */

    VERIFY(lazy_within(lead, 4, prime.p));
    VERIFY(euclid_kept(a, n, prime) && euclid_kept(b, m, prime));
    for (; shift > 0; shift -= 2) {
        LAZY square = euclid_sweep(a + (shift - 1) * s, b, m, lead, prime);

        if (shift > 1) {
            scale = lazy_mul(scale, square, prime);
            a[(shift - 2) * s] = lazy_mul(a[(shift - 2) * s], scale, prime);
        }
        if (shift > 2)
            a[(shift - 3) * s] = lazy_mul(a[(shift - 3) * s], scale, prime);
    }
    if (shift == 0)
        euclid_single(a, b, m, lead, prime);
}

#endif
