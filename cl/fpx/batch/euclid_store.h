/* Stores the results of lockstep Euclid; kernels only. */
#ifndef CLM_EUCLID_STORE_H
#define CLM_EUCLID_STORE_H

#include "euclid_result.h"

/* Lists a lane with a denominator of 0. */
static inline void euclid_unlucky(global u32 *unlucky, u32 lane)
{
    unlucky[1 + atomic_inc((volatile global int *)unlucky)] = lane;
}

/* Stores the results of lanes lane ... lane + W - 1, all of one prime. */
EUCLID_FN void euclid_store(global LAZY *numerator, global LAZY *denominator,
                            global u32 *unlucky, u32 lane, euclid_answer answer,
                            euclid_batch batch)
{
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

/* Stores the results of sequences first ... first + W - 1 below `count`. */
EUCLID_FN void euclid_store_mixed(global u32 *numerator, global u32 *denominator,
                                  global u32 *unlucky, u32 first, u32 count, euclid_answer answer,
                                  euclid_batch batch)
{
    u32 words[4][W];

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

#endif
