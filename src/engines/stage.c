/* What stages are called, and where their time goes. */
#include "engines/stage.h"

#include <math.h>

const char *clm_stage_name(clm_stage stage)
{
    static const char *const names[CLM_STAGE_COUNT] = {
        [CLM_STAGE_PLAN] = "plan",
        [CLM_STAGE_REDUCE] = "reduce",
        [CLM_STAGE_EVALUATE] = "evaluate",
        [CLM_STAGE_EUCLID] = "euclid",
        [CLM_STAGE_SCHUR] = "schur",
        [CLM_STAGE_FALLBACK] = "fallback",
        [CLM_STAGE_DIVIDE] = "divide",
        [CLM_STAGE_INTERPOLATE] = "interpolate",
        [CLM_STAGE_DIGITS] = "digits",
        [CLM_STAGE_LIFT] = "lift",
        [CLM_STAGE_CHECK] = "check",
    };

    return names[stage];
}

_Static_assert((int)CLM_STAGE_COUNT <= (int)CLM_MOST_LABELS, "a label for each stage");

void clm_times_add(clm_times *to, const clm_times *more)
{
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        to->host[stage] += more->host[stage];
        to->device[stage] += more->device[stage];
    }
    to->untold = to->untold || more->untold;
}

void clm_stage_start(clmodp_context *ctx, clm_stage_clock *clock, clm_stage stage)
{
    *clock = (clm_stage_clock){stage, clm_clock_seconds(), clm_queue_waits(ctx)};
    clm_queue_label(ctx, (int)stage);
}

/* Book the host's time on the stage that ends. */
static void book_host_time(const clmodp_context *ctx, const clm_stage_clock *clock,
                           clm_times *times)
{
    const double waited = clm_queue_waits(ctx) - clock->waited;

    times->host[clock->stage] += fmax(clm_clock_seconds() - clock->began - waited, 0);
}

void clm_stage_next(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times,
                    clm_stage stage)
{
    book_host_time(ctx, clock, times);
    clm_stage_start(ctx, clock, stage);
}

void clm_stage_stop(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times)
{
    book_host_time(ctx, clock, times);
    clm_queue_label(ctx, CLM_NO_LABEL);
    if (!clm_queue_take(ctx, times->device, CLM_STAGE_COUNT))
        times->untold = true;
}
