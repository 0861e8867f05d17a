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

/* Stores a word of each lane in a plane. */
EUCLID_FN void euclid_put(global u32 *planes, u64 index, LAZY v, euclid_results to,
                          euclid_batch batch)
{
    global u32 *plane = planes + index * batch.minors.plane;
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
    const u64 before = euclid_before(batch.minors, n);

    factor = minor % 2 != 0 ? -factor : factor;
    for (u32 j = 0; j < length; j++)
        euclid_put(to.numerator, before + j,
                   lazy_canonical(lazy_mul(factor, c[(int)(lowest + j) * stride], own.prime),
                                  own.prime),
                   to, batch);
    euclid_put(to.denominator, n, lazy_canonical(denominator, own.prime), to, batch);
}

/* Stores zero as S_k number first ... first + count - 1. */
EUCLID_FN void euclid_put_zeros(u32 first, u32 count, euclid_primes own, euclid_results to,
                                euclid_batch batch)
{
    const u64 end = euclid_before(batch.minors, first + count);

    for (u64 i = euclid_before(batch.minors, first); i < end; i++)
        euclid_put(to.numerator, i, (LAZY)(0), to, batch);
    for (u32 n = first; n < first + count; n++)
        euclid_put(to.denominator, n, own.one, to, batch);
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
            to.denominator[(u64)n * batch.minors.plane + lane] = 0;
        if (lane % batch.lanes < batch.points)
            to.unlucky[1 + atomic_inc((volatile global int *)to.unlucky)] = lane;
    }
}

#endif
