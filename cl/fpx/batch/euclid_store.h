/* Stores the results of lockstep Euclid; kernels only. */
#ifndef CLM_EUCLID_STORE_H
#define CLM_EUCLID_STORE_H

#include "euclid_primes.h"

/* Places of the results of W lanes: from lane `first` on, or of sequences first ... first + W - 1
 * below `count` if tiles are shared by primes. */
typedef struct euclid_results {
    global u32 *numerator, *denominator, *unlucky;
    u32 first, count;
    bool shared;
} euclid_results;

/* Returns the lane of sequence u in shared tiles. */
static inline u32 euclid_shared_lane(u32 u, euclid_batch batch)
{
    return u / batch.points * batch.lanes + u % batch.points;
}

/* Returns a plane, by products below 2^32, since GPUs have no others: index < 2^20. */
static inline global u32 *euclid_plane(global u32 *planes, u32 index, euclid_batch batch)
{
    const u32 i0 = index & 1023, i1 = index >> 10;
    const u32 w0 = batch.minors.plane & 65535, w1 = batch.minors.plane >> 16;

    return planes + i0 * w0 + ((u64)(i0 * w1) << 16) + ((u64)(i1 * w0) << 10) +
           ((u64)(i1 * w1) << 26);
}

/* Stores a word of each lane in a plane. */
EUCLID_FN void euclid_put(global u32 *plane, LAZY v, euclid_results to, euclid_batch batch)
{
    u32 words[W];

    if (!to.shared) {
        *(global LAZY *)(plane + to.first) = v;
        return;
    }
    lanes_store(lazy_as_lanes(v), words);
    for (u32 i = 0; i < W && to.first + i < to.count; i++)
        plane[euclid_shared_lane(to.first + i, batch)] = words[i];
}

/* Stores a completed S_k: factor / denominator times the polynomial c. */
EUCLID_FN void euclid_put_minor(u32 minor, LAZY factor, LAZY denominator, global const LAZY *c,
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
                   to, batch);
    euclid_put(euclid_plane(to.denominator, n, batch), lazy_canonical(denominator, own.prime), to,
               batch);
}

/* Stores zero as S_k number first ... first + count - 1. */
EUCLID_FN void euclid_put_zeros(u32 first, u32 count, euclid_primes own, euclid_results to,
                                euclid_batch batch)
{
    const u32 begin = euclid_before(batch.minors, first);
    const u32 end = euclid_before(batch.minors, first + count);
    global u32 *plane = euclid_plane(to.numerator, begin, batch);

    for (u32 i = begin; i < end; i++, plane += batch.minors.plane)
        euclid_put(plane, (LAZY)(0), to, batch);
    plane = euclid_plane(to.denominator, first, batch);
    for (u32 n = 0; n < count; n++, plane += batch.minors.plane)
        euclid_put(plane, own.one, to, batch);
}

/* Sets the denominators of lanes that left the sequence to 0, and lists these lanes but those
 * without points. Results of primes too great for the kernel become 0, too. */
EUCLID_FN void euclid_drop(LAZY dropped, euclid_primes own, euclid_results to, euclid_batch batch)
{
    u32 words[W];

    if (!own.fits)
        euclid_put_zeros(0, batch.minors.count, own, to, batch);
    lanes_store(lazy_as_lanes(dropped), words);
    for (u32 i = 0; i < W; i++) {
        const u32 u = to.first + i, lane = to.shared ? euclid_shared_lane(u, batch) : u;

        if (words[i] == 0 || (to.shared && u >= to.count))
            continue;
        for (u32 n = 0; n < batch.minors.count; n++)
            euclid_plane(to.denominator, n, batch)[lane] = 0;
        if (lane % batch.lanes < batch.points)
            to.unlucky[1 + atomic_inc((volatile global int *)to.unlucky)] = lane;
    }
}

#endif
