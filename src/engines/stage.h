/* The stages of a computation, the time that each takes, and what a run of an engine counts. */
#ifndef CLM_ENGINES_STAGE_H
#define CLM_ENGINES_STAGE_H

#include <stdint.h>

#include "core/clock.h"
#include "opencl/context.h"

/* In the order in which they run; reports name them. */
typedef enum clm_stage {
    CLM_STAGE_PLAN,
    CLM_STAGE_REDUCE,
    CLM_STAGE_EVALUATE,
    CLM_STAGE_EUCLID,
    CLM_STAGE_SCHUR,
    CLM_STAGE_FALLBACK,
    CLM_STAGE_DIVIDE,
    CLM_STAGE_INTERPOLATE,
    CLM_STAGE_DIGITS,
    CLM_STAGE_LIFT,
    CLM_STAGE_CHECK,
    CLM_STAGE_COUNT
} clm_stage;

#define CLM_STAGES_ALL ((1u << CLM_STAGE_COUNT) - 1)

/* Such as "evaluate". Static. */
const char *clm_stage_name(clm_stage stage);

/* Seconds of each stage. */
typedef struct clm_times {
    double host[CLM_STAGE_COUNT];   /* by the clock of the caller's thread, waiting left out */
    double device[CLM_STAGE_COUNT]; /* that commands ran; none unless asked for (clm_call.timed) */
    bool untold;                    /* the device's queue does not tell */
} clm_times;

void clm_times_add(clm_times *to, const clm_times *more);

/* Where nothing waits for a device: add the time since *began to seconds[stage]; the next stage
 * begins now. */
static inline void clm_stage_end(double *seconds, clm_stage stage, double *began)
{
    const double now = clm_clock_seconds();

    seconds[stage] += now - *began;
    *began = now;
}

/* The stage that is under way where a device computes. */
typedef struct clm_stage_clock {
    clm_stage stage;
    double began, waited;
} clm_stage_clock;

/* Begin with a stage; commands that are enqueued from now on are its own. */
void clm_stage_start(clmodp_context *ctx, clm_stage_clock *clock, clm_stage stage);

/* The same when another one ends. The device is not waited for. */
void clm_stage_next(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times,
                    clm_stage stage);

/* End the last one, and take the device's times. Pre: all commands have been waited for */
void clm_stage_stop(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times);

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
