/* Resultants and first subresultants of many pairs over F_p, by remainder sequences in lockstep.
 * All lanes of a work-item of euclid_lockstep have the same prime. If primes have few points,
 * tiles hold points of several primes (euclid_lockstep_mixed).
 *
 * Generically all pairs have remainders of the same degrees. So a work-item computes W sequences,
 * division-free, with the degrees found by the host at some point. With deg a = n (formal), deg b
 * = m, u = lc(b) and deg r = k,
 *
 *     u^(n-m+1) * a = Q * b + r      R(a, b) = (-1)^(mn) * u^-e * R(b, r),
 *                                    e = (m - 1) * (n - m) + k.
 *
 * The powers: the product of all u_j^e_j is that of all (u_1 ... u_j)^(e_j - e_{j+1}). The
 * difference is 2 at each normal step, so a running product of running products, squared at the
 * end, is enough.
 *
 * The first subresultant S_1 = s_11 * y + s_10 follows from the same sequence,
 *
 *     S_1(a, b) = (-1)^((m-1)(n-1)) * u^(n-m+1-e) * S_1(b, r)      while k >= 1,
 *     S_1(a, b) = u^(n-2) * b                                      for m = 1,
 *     S_1(a, b) = (-1)^(n-1) * r                                   for m = 2 and k <= 0,
 *
 * and is 0 if the degrees skip both 2 and 1. It is a multiple of a polynomial of the sequence,
 * over the same denominator.
 *
 * A lane leaves the sequence if a divisor's leading coefficient is 0 or a remainder has a
 * coefficient above its degree. Its results are garbage, and it is listed as unlucky. */
#include "euclid_store.h"
#include "euclid_together.h"

#ifdef LAZY_LARGE
static inline void euclid_settle(global LAZY *a, int degree, lazy_prime prime)
{
    for (int i = 0; i <= degree; i++)
        a[i * EUCLID_STRIDE] = lazy_settle(a[i * EUCLID_STRIDE], prime);
}
#endif

/* Performs all steps of vector `item`. */
EUCLID_FN void euclid_sequence(euclid_answer *out, global LAZY *values, u32 item,
                               global const euclid_step *steps, euclid_primes own,
                               euclid_batch batch)
{
    euclid_result r;
    euclid_pair pair;

    euclid_begin(&r, own);
    euclid_open(&pair, values, item, steps, batch);
#ifdef LAZY_LARGE
    euclid_settle(pair.a, batch.divided ? pair.m - 1 : pair.n, own.prime); /* stored words */
    euclid_settle(pair.b, pair.m, own.prime);
#endif
    if (batch.s1_place == 1)
        euclid_keep(&r, pair.b);
    steps++; /* now entry j */
    for (u32 j = 1; own.fits && j <= batch.steps;) {
        const bool divide = j > 1 || batch.divided == 0;
        u32 made = 0;

#if EUCLID_TOGETHER > 0
        if (divide)
            made = euclid_advance_many(&r, &pair, steps, batch.steps - j + 1, own);
#endif
        if (made == 0) {
            euclid_advance(&r, &pair, steps, steps[1].degree, divide, own);
            made = 1;
        }
        j += made;
        steps += made;
        if (batch.s1_place == j)
            euclid_keep(&r, pair.b);
    }
    euclid_finish(out, r, pair.b[0], pair.n, pair.m, own, batch);
}

/* One work-item handles W lanes of one tile, all of one prime. numerator: the resultants'
 * numerators, then those of s_10 and of s_11, each `plane` words on. */
LANES_KERNEL euclid_lockstep(global LAZY *numerator, global LAZY *denominator,
                             global u32 *unlucky, global LAZY *values,
                             global const euclid_step *steps,
                             global const prime_info *info, const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), lane = batch.first_tile * T + item * W;
    euclid_primes own;
    euclid_answer answer;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;
    euclid_primes_same(&own, info[lane / batch.lanes].field);
    euclid_sequence(&answer, values, item, steps, own, batch);
    euclid_store(numerator, denominator, unlucky, lane, answer, batch);
}

/* The same for tiles shared by primes. */
LANES_KERNEL euclid_lockstep_mixed(global u32 *numerator, global u32 *denominator,
                                   global u32 *unlucky, global LAZY *values,
                                   global const euclid_step *steps, global const prime_info *info,
                                   const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), first = batch.first_tile * T + item * W;
    const u32 count = batch.primes * batch.points;
    euclid_primes own;
    euclid_answer answer;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;
    euclid_primes_mixed(&own, info, first, count, batch.points);
    euclid_sequence(&answer, values, item, steps, own, batch);
    euclid_store_mixed(numerator, denominator, unlucky, first, count, answer, batch);
}
