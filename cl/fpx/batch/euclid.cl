/* Resultants and other subresultants of many pairs over F_p, by remainder sequences in lockstep.
 * All lanes of a work-item of euclid_lockstep have the same prime. If primes have few points,
 * tiles hold points of several primes (euclid_lockstep_shared).
 *
 * Generically all pairs have remainders of the same degrees. So a work-item computes W sequences,
 * division-free, with the degrees found by the host at some point. With deg a = n (formal), deg b
 * = m, u = lc(b) and deg r = d,
 *
 *     u^(n-m+1) * a = Q * b + r
 *     S_k(a, b) = (-1)^((m-k)(n-k)) * u^(n-d-(n-m+1)(m-k)) * S_k(b, r)      for k <= d,
 *     S_d(b, r) = lc(r)^(m-d-1) * r,
 *     S_(m-1)(a, b) = (-1)^(n-m+1) * r,
 *
 * and S_k(a, b) = 0 for other k between d and m. The resultant is S_0.
 *
 * The powers: with L the product of all u^(n-m+1) so far, that of r instead of b includes
 * L^(m-d) in the denominator and u^(m-1-d) in the numerator, for all k alike; L^(d-k) or u^0
 * remain when S_k is complete. So a product of running products is enough at each normal step.
 *
 * A lane leaves the sequence if a divisor's leading coefficient is 0 or a remainder has a
 * coefficient above its degree. Its results are garbage, and it is listed as unlucky. */
#include "euclid_together.h"

#ifdef LAZY_LARGE
static inline void euclid_settle(global LAZY *a, int degree, lazy_prime prime)
{
    for (int i = 0; i <= degree; i++)
        a[i * EUCLID_STRIDE] = lazy_settle(a[i * EUCLID_STRIDE], prime);
}
#endif

/* Performs all steps of vector `item`. */
LANES_INLINE void euclid_sequence(global LAZY *values, u32 item, global const euclid_step *steps,
                                  euclid_primes own, euclid_results to, euclid_batch batch)
{
    euclid_result r;
    euclid_pair pair;

    euclid_open(&pair, values, item, steps, batch);
#ifdef LAZY_LARGE
    euclid_settle(pair.a, batch.divided ? pair.m - 1 : pair.n, own.prime); /* stored words */
    euclid_settle(pair.b, pair.m, own.prime);
#endif
    euclid_begin(&r, &pair, steps, own, to, batch);
    steps++; /* now entry j */
    for (u32 j = 1; own.fits && j <= batch.steps;) {
        u32 made = 0;

#if EUCLID_TOGETHER > 0
        made = euclid_advance_many(&r, &pair, steps, own);
#endif
        if (made == 0) {
            euclid_advance(&r, &pair, steps, steps[1].degree, j > 1 || batch.divided == 0, own, to,
                           batch);
            made = 1;
        }
        j += made;
        steps += made;
    }
    euclid_finish(r, own, to, batch);
}

/* Computes the sequences of W lanes of one tile, all of one prime, in each work-item. */
LANES_KERNEL euclid_lockstep(global u32 *numerator, global u32 *denominator,
                             global u32 *unlucky, global LAZY *values,
                             global const euclid_step *steps,
                             global const prime_info *info, const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), lane = batch.first_tile * T + item * W;
    euclid_results to = {numerator, denominator, unlucky, {0}, 0, false};
    euclid_primes own;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;
    euclid_places_same(&to, lane, batch);
    euclid_primes_same(&own, info[lane / batch.lanes].field);
    euclid_sequence(values, item, steps, own, to, batch);
}

/* Computes the sequences of W lanes of a tile shared by primes. */
LANES_KERNEL euclid_lockstep_shared(global u32 *numerator, global u32 *denominator,
                                    global u32 *unlucky, global LAZY *values,
                                    global const euclid_step *steps, global const prime_info *info,
                                    const euclid_batch batch)
{
    const u32 item = (u32)get_global_id(0), first = batch.first_tile * T + item * W;
    const u32 count = batch.primes * batch.points;
    euclid_results to = {numerator, denominator, unlucky, {0}, 0, false};
    euclid_primes own;

    if (item / EUCLID_STRIDE >= batch.tiles)
        return;
    euclid_places_shared(&to, first, batch);
    euclid_primes_shared(&own, info, first, count, batch.points);
    euclid_sequence(values, item, steps, own, to, batch);
}
