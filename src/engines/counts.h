/* What a run of an engine did, and how long its stages took. */
#ifndef CLM_ENGINES_COUNTS_H
#define CLM_ENGINES_COUNTS_H

#include <stdint.h>

#include "engines/stage.h"

/* A run returns its own, and nothing else is told; its caller adds up. */
typedef struct clm_counts {
    clm_times times;
    uint64_t chunks;
    uint64_t evaluations;       /* at a point modulo a prime */
    uint64_t unlucky, fallback; /* of them, as reports have them */
    uint64_t misfits;           /* images with terms outside the bounds, where these are a guess */
} clm_counts;

static inline void clm_counts_add(clm_counts *to, const clm_counts *more)
{
    clm_times_add(&to->times, &more->times);
    to->chunks += more->chunks;
    to->evaluations += more->evaluations;
    to->unlucky += more->unlucky;
    to->fallback += more->fallback;
    to->misfits += more->misfits;
}

#endif
