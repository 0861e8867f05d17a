/* Resultants and first subresultants of many pairs of polynomials over F_p: remainder
 * sequences in lockstep.
 *
 * Generically all pairs have remainders of the same degrees, so one work-item carries W of
 * them, division-free, through one degree sequence that the host found at some point. With
 * deg a = n (formal), deg b = m, u = lc(b) and deg r = k,
 *
 *     u^(n-m+1) * a = Q * b + r      R(a, b) = (-1)^(mn) * u^-e * R(b, r),
 *                                    e = (m - 1) * (n - m) + k.
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
 * coefficient above its degree. It is computed on with garbage, and listed in the end. */
#include "../arith/lazy.h"
#include "../arith/prime_info.h"
#include "euclid_division.h"
#include "euclid_shape.h"

#ifdef LAZY_LARGE
#define EUCLID_FITS(p) true
#else
#define EUCLID_FITS(p) ((p) <= EUCLID_PRIME_MAX)
#endif

/* A call that is not inlined would keep structures in memory. None is returned: Oclgrind does not
 * know what becomes of that. */
#define EUCLID_FN __attribute__((always_inline)) static inline

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
    LAZY squared = r->squared, denominator = r->denominator;

    r->product = lazy_mul(r->product, lead, prime);
    if (step->below == 2)
        squared = lazy_mul(squared, r->product, prime);
    else if (step->below != 0)
        denominator = lazy_mul(denominator, lazy_pow(r->product, step->below, one, prime), prime);
    /* Stored here: LLVM joins stores of two branches, to a place that it then does not know. */
    r->squared = squared;
    r->denominator = denominator;
    if (step->above != 0)
        r->numerator = lazy_mul(r->numerator, lazy_pow(r->product, step->above, one, prime),
                                prime);
    if (step->above_s1 != 0)
        r->factor = lazy_mul(r->factor, lazy_pow(r->product, step->above_s1, one, prime),
                             prime);
}

/* Note a lane whose denominator is 0. */
static inline void euclid_unlucky(global u32 *unlucky, u32 lane)
{
    unlucky[1 + atomic_inc((volatile global int *)unlucky)] = lane;
}

/* The polynomial of degree at most 1 that S_1 is a multiple of. */
static inline void euclid_keep(euclid_result *r, global const LAZY *b)
{
    r->lower = b[0];
    r->upper = b[EUCLID_STRIDE];
}

/* The primes of the W lanes of a work-item. */
typedef struct euclid_primes {
    lazy_prime prime;
    LAZY one;
    bool fits; /* none is too great */
} euclid_primes;

/* What comes out, canonical; S_1's numerators only if they are wanted. */
typedef struct euclid_answer {
    LAZY numerator, s10, s11, denominator;
} euclid_answer;

/* The last words on W lanes, once R(a, b) with deg a = n, deg b = m <= 0 is left; last = b[0]. */
EUCLID_FN void euclid_finish(euclid_answer *out, euclid_result r, LAZY last, int n, int m,
                             euclid_primes own, euclid_batch batch)
{
    const lazy_prime prime = own.prime;
    const LAZY power = lazy_pow(last, (u32)n, own.one, prime);
    const LAZY above = lazy_mul(batch.negate ? -r.numerator : r.numerator, power, prime);
    const LAZY below = lazy_mul(r.denominator, lazy_mul(r.squared, r.squared, prime), prime);
    euclid_answer answer = {.numerator = lazy_if(m >= 0, lazy_canonical(above, prime))};

    answer.denominator = lazy_where(lazy_balance(r.product, prime) != 0 && r.stray == 0,
                                    lazy_canonical(below, prime));
    if (batch.plane != 0) {
        const LAZY factor = batch.negate_s1 ? -r.factor : r.factor;

        answer.s10 = lazy_canonical(lazy_mul(factor, r.lower, prime), prime);
        answer.s11 = lazy_canonical(lazy_mul(factor, r.upper, prime), prime);
    }
    *out = answer;
}

/* Vector `item` of the tiles of `values`: p + 1 coefficients of f, then q + 1 of g. */
EUCLID_FN void euclid_sequence(euclid_answer *out, global LAZY *values, u32 item,
                               global const euclid_step *steps, euclid_primes own,
                               euclid_batch batch)
{
    const int s = EUCLID_STRIDE;
    const LAZY none = (LAZY)(0);
    const lazy_prime prime = own.prime;
    euclid_result r = {own.one, own.one, own.one, own.fits ? own.one : none, none, own.one, none,
                       none};
    global LAZY *f = values + item % EUCLID_STRIDE +
                     (size_t)(item / EUCLID_STRIDE) * (batch.p + batch.q + 2) * s;
    global LAZY *g = f + (size_t)(batch.p + 1) * s;
    const bool g_longer = (batch.p < batch.q) != (batch.divided != 0);
    global LAZY *a = g_longer ? g : f, *b = g_longer ? f : g;
    int n = steps[0].degree, m = steps[1].degree;

#ifdef LAZY_LARGE
    for (u32 i = 0; i < batch.p + batch.q + 2; i++)
        f[i * s] = lazy_settle(f[i * s], prime);
#endif
    if (batch.s1_place == 1)
        euclid_keep(&r, b);
    for (u32 j = 1; own.fits && j <= batch.steps; j++) {
        const int k = steps[j + 1].degree;
        const LAZY lead = lazy_balance(b[m * s], prime);

        euclid_count(&r, lead, &steps[j], own.one, prime);
        if (j > 1 || batch.divided == 0)
            euclid_divide(a, n, b, m, lead, own.one, prime);
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
    euclid_finish(out, r, b[0], n, m, own, batch);
}

/* One work-item for W lanes of one tile, all of one prime. numerator: those of the resultants, and
 * a plane further those of s_10, then of s_11. */
LANES_KERNEL euclid_lockstep(global LAZY *numerator, global LAZY *denominator,
                             global u32 *unlucky, global LAZY *values,
                             global const euclid_step *steps,
                             global const prime_info *info, const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), lane = batch.first_tile * T + item * W;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;

    const fp_field field = info[lane / batch.lanes].field;
    const euclid_primes own = {lazy_prime_of(field), (LAZY)((int)field.one), EUCLID_FITS(field.p)};
    euclid_answer answer;

    euclid_sequence(&answer, values, item, steps, own, batch);
    numerator += lane / W;
    *numerator = answer.numerator;
    if (batch.plane != 0) {
        numerator[batch.plane / W] = answer.s10;
        numerator[2 * (batch.plane / W)] = answer.s11;
    }
    denominator[lane / W] = answer.denominator;
    if (lazy_any(answer.denominator == 0)) {
        u32 words[W];

        lanes_store(lazy_as_lanes(answer.denominator), words);
        for (u32 i = 0; i < W; i++)
            if (words[i] == 0 && (lane + i) % batch.lanes < batch.points)
                euclid_unlucky(unlucky, lane + i);
    }
}

/* The same where primes share tiles: sequence u is that of point u % points of prime u / points.
 * Behind the last sequence a tile repeats it. */
LANES_KERNEL euclid_lockstep_shared(global u32 *numerator, global u32 *denominator,
                                    global u32 *unlucky, global LAZY *values,
                                    global const euclid_step *steps,
                                    global const prime_info *info, const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), first = batch.first_tile * T + item * W;
    const u32 count = batch.primes * batch.points;
    u32 p[W], pinv[W], one[W], words[4][W];
    euclid_primes own = {.fits = true};

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;
    for (u32 i = 0; i < W; i++) {
        const fp_field field = info[min(first + i, count - 1) / batch.points].field;

        p[i] = field.p;
        pinv[i] = field.pinv;
        one[i] = field.one;
        own.fits &= EUCLID_FITS(field.p);
    }
    own.prime = lazy_primes_of(lazy_as_words(lanes_load(p)), lazy_as_words(lanes_load(pinv)));
    own.one = lazy_as_words(lanes_load(one));

    euclid_answer answer;

    euclid_sequence(&answer, values, item, steps, own, batch);
    lanes_store(lazy_as_lanes(answer.numerator), words[0]);
    lanes_store(lazy_as_lanes(answer.denominator), words[1]);
    lanes_store(lazy_as_lanes(answer.s10), words[2]);
    lanes_store(lazy_as_lanes(answer.s11), words[3]);
    for (u32 i = 0; i < W && first + i < count; i++) {
        const u32 lane = (first + i) / batch.points * batch.lanes + (first + i) % batch.points;

        numerator[lane] = words[0][i];
        denominator[lane] = words[1][i];
        if (batch.plane != 0) {
            numerator[lane + batch.plane] = words[2][i];
            numerator[lane + 2 * batch.plane] = words[3][i];
        }
        if (words[1][i] == 0)
            euclid_unlucky(unlucky, lane);
    }
}
