/* A worker: takes units, keeps them, and leaves images. */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "fleet/job.h"
#include "fleet/runner.h"

#define TOUCHES 4.0         /* in a lease */
#define LEAST_LEASE 0.1     /* seconds */
#define LOOK_SECONDS 1.0    /* between two looks at all units, which takes a while from afar */
#define WAIT_NANOSECONDS 100000000L

/* The unit that a worker is at. */
typedef struct keeper {
    clm_job_folder job;
    clm_runner runner;
    clmodp_job_options options;
    char claim[CLM_CLAIM_NAME];
    double touched;             /* when it was last */
    double next_look;           /* when claims are to be looked at again */
    uint64_t done;              /* units of the job, as far as is known */
    clmodp_progress progress;   /* the caller's */
    void *user;
} keeper;

/* The progress callback of a worker's call: it comes several times a second. */
static int keep(void *user, double fraction)
{
    keeper *k = user;
    const double now = clm_clock_seconds();

    if (k->claim[0] != '\0' && now - k->touched > k->options.lease / TOUCHES) {
        clm_claim_touch(&k->job, k->claim);
        k->touched = now;
    }
    if (k->progress == NULL)
        return 0;
    return k->progress(k->user, fmin(((double)k->done + fraction) / (double)k->job.plan->units,
                                     1.0));
}

static clmodp_status read_options(clm_error *error, clmodp_job_options *known,
                                  const clmodp_job_options *options)
{
    clmodp_status st = CLMODP_OK;

    clmodp_job_options_init(known);
    TRY(clm_options_read(error, "clmodp_job_options", known, sizeof *known, options));
    REQUIRE(error, known->lease >= LEAST_LEASE && known->lease <= 1e9);
done:
    return st;
}

/* The images of a unit, whole, to their place, where something may be that is no file. */
static clmodp_status deliver(clm_error *error, const keeper *k, const clmodp_images *images)
{
    clmodp_status st = CLMODP_OK;
    const size_t size = clmodp_images_size(images);
    const uint64_t unit = clmodp_images_unit(images);
    unsigned char *bytes = NULL;
    char name[CLM_UNIT_NAME], aside[CLM_ASIDE_NAME];

    NEW(error, bytes, size);
    clmodp_images_write(images, bytes);
    clm_unit_name(name, unit);
    st = clm_file_write(error, k->job.images, name, bytes, size);
    if (st == CLMODP_FILE && !clm_unit_is_done(&k->job, unit) &&
        clm_images_set_aside(&k->job, unit, aside)) {
        clm_error_clear(error);
        st = clm_file_write(error, k->job.images, name, bytes, size);
    }
done:
    free(bytes);
    return st;
}

static clmodp_status do_unit(keeper *k, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    clmodp_images *images = NULL;

    TRY(clm_unit_run(&k->runner, &images, unit));
    clm_claim_touch(&k->job, k->claim);
    TRY(deliver(&k->runner.call.error, k, images));
    clm_claim_end(&k->job, k->claim);
done:
    if (st != CLMODP_OK)
        clm_claim_return(&k->job, k->claim, unit);
    clmodp_images_destroy(images);
    return st;
}

/* Take a unit. What is to be put back is looked for now and then, and before it is said that there
 * is none. */
static clmodp_status take(keeper *k, uint64_t *unit, bool *taken)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &k->runner.call.error;

    *taken = false;
    if (clm_clock_seconds() < k->next_look)
        TRY(clm_job_take(error, &k->job, k->options.lease, unit, k->claim, taken));
    if (!*taken) {
        TRY(clm_job_recover(error, &k->job, &k->done));
        TRY(clm_job_take(error, &k->job, k->options.lease, unit, k->claim, taken));
        k->next_look = clm_clock_seconds() + LOOK_SECONDS;
    }
    k->touched = clm_clock_seconds();
done:
    return st;
}

static clmodp_status work(keeper *k, uint64_t *units)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &k->runner.call.error;
    const struct timespec pause = {.tv_nsec = WAIT_NANOSECONDS};
    const uint64_t most = k->options.most_units > 0 ? k->options.most_units : UINT64_MAX;

    TRY(clm_job_tidy(error, &k->job));
    while (*units < most) {
        uint64_t unit;
        bool taken;

        TRY(take(k, &unit, &taken));
        if (taken) {
            TRY(do_unit(k, unit));
            ++*units;
            ++k->done;
        }
        k->claim[0] = '\0';
        if (!taken && (!k->options.wait || k->done >= k->job.plan->units))
            goto done;
        if (!taken) {
            TRY(clm_progress(&k->runner.call, 0.0));
            (void)nanosleep(&pause, NULL);
        }
    }
done:
    return st;
}

clmodp_status clmodp_job_work(clmodp_context *context, uint64_t *units, const char *folder,
                              const clmodp_job_options *options)
{
    clmodp_status st = CLMODP_OK;
    uint64_t computed = 0;
    keeper *k = NULL;
    clm_error *error;

    if (units != NULL)
        *units = 0;
    if (context == NULL)
        return CLMODP_INVALID;
    error = &context->error;
    clm_error_clear(error);
    REQUIRE(error, folder != NULL);
    NEW(error, k, 1);
    k->job = (clm_job_folder)CLM_JOB_CLOSED;
    TRY(read_options(error, &k->options, options));
    TRY(clm_job_open(context, &k->job, folder));
    clm_runner_begin(&k->runner, context, k->job.plan);
    k->progress = k->runner.call.progress;
    k->user = k->runner.call.progress_user;
    k->runner.call.progress = keep;
    k->runner.call.progress_user = k;
    st = clm_runner_close(&k->runner, work(k, &computed));
    if (units != NULL)
        *units = computed;
done:
    if (k != NULL)
        clm_job_close(&k->job);
    free(k);
    return clm_error_complete(error, st);
}
