/* Measures the time of an operation: the median of samples long enough for the host's clock. */
#include "lab/tuning/tuning.h"

#include <math.h>
#include <stdlib.h>

#include "core/parallel.h"

#define SAMPLES 9
#define SAMPLE_SECONDS 4e-3
#define TRIES 4        /* while the quartiles differ much, because of other programs */
#define SMALL_SPREAD 0.1 /* difference of the quartiles over the median */
#define MOST_TRIES 16  /* while they differ too much for choices */
#define MOST_TIMES ((size_t)1 << 20) /* limit for operations that take almost no time */

static clmodp_status run_sample(clmodp_context *ctx, double *seconds, clm_trial_run run,
                                void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const double began = clm_clock_seconds();

    for (size_t k = 0; k < times; k++)
        TRY(run(ctx, user));
    TRY(clm_finish(ctx));
    *seconds = clm_clock_seconds() - began;
done:
    return st;
}

static int compare_seconds(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Finds how many runs fill a sample. */
static clmodp_status fill_sample(clmodp_context *ctx, size_t *times, clm_trial_run run, void *user)
{
    clmodp_status st = CLMODP_OK;
    double seconds = 0;

    TRY(run_sample(ctx, &seconds, run, user, 1)); /* compiles, and touches memory */
    for (*times = 1;; *times *= 2) {
        TRY(run_sample(ctx, &seconds, run, user, *times));
        if (seconds >= SAMPLE_SECONDS || *times >= MOST_TIMES)
            break;
    }
done:
    return st;
}

/* *out := median and spread of the seconds of a sample. */
static clmodp_status measure_samples(clmodp_context *ctx, clmodp_figure *out, clm_trial_run run,
                                     void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    double seconds[SAMPLES];

    for (int k = 0; k < SAMPLES; k++)
        TRY(run_sample(ctx, &seconds[k], run, user, times));
    qsort(seconds, SAMPLES, sizeof *seconds, compare_seconds);
    out->value = seconds[SAMPLES / 2];
    out->spread = (seconds[SAMPLES * 3 / 4] - seconds[SAMPLES / 4]) / seconds[SAMPLES / 2];
done:
    return st;
}

clmodp_status clm_trial_measure(clmodp_context *ctx, clmodp_figure *out, clm_trial_run run,
                                void *user, double operations)
{
    clmodp_status st = CLMODP_OK;
    clmodp_figure best = {.spread = INFINITY}, next;
    size_t times;

    TRY(clm_progress(ctx, ctx->call->fraction));
    TRY(fill_sample(ctx, &times, run, user));
    for (int k = 0; k < MOST_TRIES; k++) {
        if (best.spread <= (k < TRIES ? SMALL_SPREAD : CLMODP_MOST_SPREAD))
            break;
        TRY(measure_samples(ctx, &next, run, user, times));
        if (next.spread < best.spread)
            best = next;
    }
    *out = (clmodp_figure){1e9 * best.value / ((double)times * operations), best.spread};
done:
    return st;
}
