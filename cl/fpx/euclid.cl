/* Resultants and first subresultants of many pairs of polynomials over F_p: remainder
 * sequences in lockstep.
 *
 * Generically all pairs have remainders of the same degrees, so one work-item carries W of
 * them, division-free, through one sequence of degrees that the host found on a sample. With
 * deg a = n (formal), deg b = m, u = lc(b) and deg r = k,
 *
 *     u^(n-m+1) * a = Q * b + r      R(a, b) = (-1)^(mn) * u^-e * R(b, r),
 *                                    e = (m - 1) * (n - m) + k.
 *
 * A division takes the leading coefficients of a away two at a time, in place:
 *
 *     a   [ . . . . | w w w w w w y x ]      window of m coefficients, then the two
 *     b             |   [ v v v v v u ]
 *
 *     w[i] <- u^2 * w[i] - (x*u) * b[i-1] + (x*v - y*u) * b[i]          v = b[m-1]
 *
 * and the window moves down by two. What is left of the window was not multiplied yet and is
 * so when the window gets there. If an odd number of coefficients goes away, the last one
 * takes two products only. The normal step, n = m + 1, is one such sweep.
 *
 * The powers: the product of all u_j^e_j is that of (u_1 ... u_j)^(e_j - e_{j+1}), and the
 * difference is 2 at each normal step, so a running product of running products, squared at
 * the end, does it.
 *
 * The first subresultant S_1 = s_11 * y + s_10 goes along the same sequence,
 *
 *     S_1(a, b) = (-1)^((m-1)(n-1)) * u^(n-m+1-e) * S_1(b, r)      while k >= 1,
 *     S_1(a, b) = u^(n-2) * b                                      for m = 1,
 *     S_1(a, b) = (-1)^(n-1) * r                                   for m = 2 and k <= 0,
 *
 * and is 0 if the degrees jump over 2 and 1: some polynomial of the sequence with a factor,
 * over the same denominator.
 *
 * A lane is off the sequence if a divisor's leading coefficient is 0 or a remainder has a
 * coefficient above its degree. It is computed on with garbage, and flagged in the end. */
#include "../arith/lazy.h"
#include "../arith/prime_info.h"
#include "euclid_shape.h"

#define EUCLID_STRIDE (T / W) /* from a coefficient to the next, in LAZY words */

#ifdef LAZY_WIDE
#define EUCLID_FITS(p) true
#else
#define EUCLID_FITS(p) ((p) <= EUCLID_PRIME_MAX)
#endif

/* A running result; the denominator is denominator * squared^2. */
typedef struct euclid_result {
    LAZY numerator, denominator, squared;
    LAZY product; /* of the divisors' leading coefficients */
    LAZY stray;   /* not 0 where a coefficient was found that should be 0 */
    LAZY factor;  /* S_1's numerator is factor * (upper * y + lower) */
    LAZY upper, lower;
} euclid_result;

/* One more leading coefficient, and the powers of the product: at most steps a square only. */
static inline void euclid_count(euclid_result *r, LAZY lead, global const euclid_step *step,
                                LAZY one, lazy_prime prime)
{
    r->product = lazy_mul(r->product, lead, prime);
    if (step->below == 2)
        r->squared = lazy_mul(r->squared, r->product, prime);
    else if (step->below != 0)
        r->denominator = lazy_mul(r->denominator, lazy_pow(r->product, step->below, one, prime),
                                  prime);
    if (step->above != 0)
        r->numerator = lazy_mul(r->numerator, lazy_pow(r->product, step->above, one, prime),
                                prime);
    if (step->above_s1 != 0)
        r->factor = lazy_mul(r->factor, lazy_pow(r->product, step->above_s1, one, prime),
                             prime);
}

/* w[0 ... m-1] as in the picture, from w[0 ... m+1] and b[0 ... m]; returns u^2. m >= 1. */
static inline LAZY euclid_sweep(global LAZY *w, global const LAZY *b, int m, LAZY lead,
                                lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    lazy_pair u = lazy_widen(lead);
    lazy_pair x = lazy_widen(lazy_balance(w[(m + 1) * s], prime));
    lazy_pair y = lazy_widen(w[m * s]);
    lazy_pair upper = lazy_widen(b[(m - 1) * s]);
    LAZY square = lazy_balance(lazy_redc(lazy_product(u, u), prime), prime);
    lazy_pair alpha = lazy_widen(square);
    lazy_pair beta = lazy_widen(lazy_balance(-lazy_redc(lazy_product(x, u), prime), prime));
    lazy_pair gamma = lazy_widen(lazy_balance(
        lazy_redc(lazy_difference(lazy_product(x, upper), lazy_product(u, y)), prime), prime));

    w += (m - 1) * s;
    b += (m - 1) * s;
    for (int i = m - 1; i > 0; i--) {
        b -= s;
        lazy_pair lower = lazy_widen(*b);
        lazy_pair t = lazy_sum(lazy_product(beta, lower), lazy_product(gamma, upper));

        t = lazy_sum(t, lazy_product(alpha, lazy_widen(*w)));
        *w = lazy_settle(lazy_redc(t, prime), prime);
        upper = lower;
        w -= s;
    }
    lazy_pair t = lazy_product(gamma, upper);

    t = lazy_sum(t, lazy_product(alpha, lazy_widen(*w)));
    *w = lazy_settle(lazy_redc(t, prime), prime);
    return square;
}

/* a[0 ... m-1] <- u * a - a[m] * b, deg a = deg b = m. */
static inline void euclid_single(global LAZY *a, global const LAZY *b, int m, LAZY lead,
                                 lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    lazy_pair u = lazy_widen(lead);
    lazy_pair x = lazy_widen(lazy_balance(-a[m * s], prime));

    for (int i = m - 1; i >= 0; i--) {
        lazy_pair t = lazy_sum(lazy_product(u, lazy_widen(a[i * s])),
                               lazy_product(x, lazy_widen(b[i * s])));

        a[i * s] = lazy_settle(lazy_redc(t, prime), prime);
    }
}

/* a[0 ... m-1] <- u^(n-m+1) * a mod b, for deg a = n >= deg b = m >= 1. */
static inline void euclid_divide(global LAZY *a, int n, global const LAZY *b, int m, LAZY lead,
                                 LAZY one, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    int shift = n - m;
    LAZY scale = one; /* what the coefficients below the window lack */

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

/* Note the lanes whose denominator is 0. */
static inline void euclid_flag(global u32 *flagged, LAZY denominator, u32 lane,
                               euclid_batch batch)
{
    u32 words[W];

    lanes_store(lazy_as_lanes(denominator), words);
    for (u32 i = 0; i < W; i++)
        if (words[i] == 0 && (lane + i) % batch.lanes < batch.points)
            flagged[1 + atomic_inc((volatile global int *)flagged)] = lane + i;
}

/* The polynomial of degree at most 1 that S_1 is a multiple of. */
static inline void euclid_keep(euclid_result *r, global const LAZY *b)
{
    r->lower = b[0];
    r->upper = b[EUCLID_STRIDE];
}

/* The numerators of s_10 and s_11 on W lanes. */
static inline void euclid_finish_s1(global LAZY *numerator, euclid_result r,
                                    euclid_batch batch, lazy_prime prime)
{
    LAZY factor = batch.negate_s1 ? -r.factor : r.factor;

    numerator[batch.plane / W] = lazy_canonical(lazy_mul(factor, r.lower, prime), prime);
    numerator[2 * (batch.plane / W)] = lazy_canonical(lazy_mul(factor, r.upper, prime), prime);
}

/* The last words on W lanes, once R(a, b) with deg a = n, deg b = m <= 0 is left. */
static inline void euclid_finish(global LAZY *numerator, global LAZY *denominator,
                                 euclid_result r, LAZY last, int n, int m, LAZY one,
                                 lazy_prime prime)
{
    LAZY above = lazy_mul(r.numerator, lazy_pow(last, (u32)n, one, prime), prime);
    LAZY below = lazy_mul(r.denominator, lazy_mul(r.squared, r.squared, prime), prime);

    *numerator = lazy_if(m >= 0, lazy_canonical(above, prime));
    *denominator = lazy_where(lazy_balance(r.product, prime) != 0 && r.stray == 0,
                              lazy_canonical(below, prime));
}

/* One work-item for W lanes of one tile. values: p + 1 coefficients of f, then q + 1 of g;
 * numerator: those of the resultants, and a plane further those of s_10, then of s_11. */
LANES_KERNEL euclid_lockstep(global LAZY *numerator, global LAZY *denominator,
                             global u32 *flagged, global LAZY *values,
                             global const euclid_step *steps,
                             global const prime_info *info, const euclid_batch batch)
{
    const int s = EUCLID_STRIDE;
    const u32 item = (u32)get_global_id(0), tile = item / EUCLID_STRIDE;
    const u32 lane = batch.first_tile * T + item * W;

    if (tile >= batch.tiles)
        return;

    const fp_field field = info[lane / batch.lanes].field;
    const lazy_prime prime = lazy_prime_of(field);
    const bool fits = EUCLID_FITS(field.p);
    const LAZY one = (LAZY)((int)field.one);
    const LAZY none = (LAZY)(0);
    euclid_result r = {one, one, one, fits ? one : none, none, one, none, none};
    global LAZY *f = values + (size_t)tile * (batch.p + batch.q + 2) * s + item % EUCLID_STRIDE;
    global LAZY *g = f + (size_t)(batch.p + 1) * s;
    global LAZY *a = batch.p < batch.q ? g : f, *b = batch.p < batch.q ? f : g;
    int n = steps[0].degree, m = steps[1].degree;

#ifdef LAZY_WIDE
    for (u32 i = 0; i < batch.p + batch.q + 2; i++)
        f[i * s] = lazy_settle(f[i * s], prime);
#endif
    if (batch.s1_place == 1)
        euclid_keep(&r, b);
    for (u32 j = 1; fits && j <= batch.steps; j++) {
        const int k = steps[j + 1].degree;
        const LAZY lead = lazy_balance(b[m * s], prime);

        euclid_count(&r, lead, &steps[j], one, prime);
        euclid_divide(a, n, b, m, lead, one, prime);
        for (int i = k + 1; i < m; i++)
            r.stray |= lazy_balance(a[i * s], prime);

        global LAZY *remainder = a;
        a = b;
        b = remainder;
        n = m;
        m = k;
        if (batch.s1_place == j + 1)
            euclid_keep(&r, b);
    }
    if (batch.plane != 0)
        euclid_finish_s1(&numerator[lane / W], r, batch, prime);
    if (batch.negate)
        r.numerator = -r.numerator;
    euclid_finish(&numerator[lane / W], &denominator[lane / W], r, b[0], n, m, one, prime);
    if (lazy_any(denominator[lane / W] == 0))
        euclid_flag(flagged, denominator[lane / W], lane, batch);
}
