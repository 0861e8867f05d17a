/* Stores the results of lockstep Euclid; kernels only. */
#ifndef CLM_EUCLID_STORE_H
#define CLM_EUCLID_STORE_H

#include "euclid_primes.h"

/* Places of the results of W sequences. */
typedef struct euclid_results {
    global u32 *numerator, *denominator, *unlucky;
    u32 lane[W]; /* consecutive, except in shared tiles */
    u32 held;    /* number of sequences with points; in shared tiles only these are stored */
    bool shared;
} euclid_results;

/* Sets the places of lanes first ... first + W - 1, all of one prime. */
LANES_INLINE void euclid_places_same(euclid_results *to, u32 first, euclid_batch batch)
{
    for (u32 i = 0; i < W; i++)
        to->lane[i] = first + i;
    to->held = batch.points - min(first % batch.lanes, batch.points);
    to->shared = false;
}

/* Sets the places of sequences first ... first + W - 1 in tiles shared by primes. */
LANES_INLINE void euclid_places_shared(euclid_results *to, u32 first, euclid_batch batch)
{
    const u32 count = batch.primes * batch.points;

    for (u32 i = 0; i < W; i++)
        to->lane[i] = (first + i) / batch.points * batch.lanes + (first + i) % batch.points;
    to->held = count - min(first, count);
    to->shared = true;
}

/* Returns a plane, by 32-bit products, since GPUs have no others. Pre: index < 2^20. */
static inline global u32 *euclid_plane(global u32 *planes, u32 index, euclid_batch batch)
{
    const u32 i0 = index & 1023, i1 = index >> 10;
    const u32 w0 = batch.minors.plane & 65535, w1 = batch.minors.plane >> 16;

    return planes + i0 * w0 + ((u64)(i0 * w1) << 16) + ((u64)(i1 * w0) << 10) +
           ((u64)(i1 * w1) << 26);
}

/* Stores a word of each lane in a plane. */
LANES_INLINE void euclid_put(global u32 *plane, LAZY v, euclid_results to)
{
    u32 words[W];

    if (!to.shared) {
        *(global LAZY *)(plane + to.lane[0]) = v;
        return;
    }
    lanes_store(lazy_as_lanes(v), words);
    for (u32 i = 0; i < W && i < to.held; i++)
        plane[to.lane[i]] = words[i];
}

/* Stores a completed S_k: factor / denominator times the polynomial c. */
LANES_INLINE void euclid_put_minor(u32 minor, LAZY factor, LAZY denominator, global const LAZY *c,
                                   int stride, euclid_primes own, euclid_results to,
                                   euclid_batch batch)
{
    const u32 n = minor / 2 - 1, length = euclid_length(batch.minors, n);
    const u32 lowest = euclid_index(batch.minors, n) + 1 - length;
    global u32 *plane = euclid_plane(to.numerator, euclid_before(batch.minors, n), batch);

    factor = minor % 2 != 0 ? -factor : factor;
    for (u32 j = 0; j < length; j++, plane += batch.minors.plane)
        euclid_put(plane,
                   lazy_canonical(lazy_mul(factor, c[(int)(lowest + j) * stride], own.prime),
                                  own.prime),
                   to);
    euclid_put(euclid_plane(to.denominator, n, batch), lazy_canonical(denominator, own.prime), to);
}

/* Stores zero as S_k number first ... first + count - 1. */
LANES_INLINE void euclid_put_zeros(u32 first, u32 count, euclid_primes own, euclid_results to,
                                   euclid_batch batch)
{
    const u32 begin = euclid_before(batch.minors, first);
    const u32 end = euclid_before(batch.minors, first + count);
    global u32 *plane = euclid_plane(to.numerator, begin, batch);

    for (u32 i = begin; i < end; i++, plane += batch.minors.plane)
        euclid_put(plane, (LAZY)(0), to);
    plane = euclid_plane(to.denominator, first, batch);
    for (u32 n = 0; n < count; n++, plane += batch.minors.plane)
        euclid_put(plane, own.one, to);
}

/* Sets the denominators of lanes that left the sequence to 0, and lists those of these lanes that
 * have points. */
LANES_INLINE void euclid_drop(LAZY dropped, euclid_results to, euclid_batch batch)
{
    u32 words[W];

    lanes_store(lazy_as_lanes(dropped), words);
    for (u32 i = 0; i < W && (i < to.held || !to.shared); i++) {
        if (words[i] == 0)
            continue;
        for (u32 n = 0; n < batch.minors.count; n++)
            euclid_plane(to.denominator, n, batch)[to.lane[i]] = 0;
        if (i < to.held)
            to.unlucky[1 + atomic_inc((volatile global int *)to.unlucky)] = to.lane[i];
    }
}

#endif
