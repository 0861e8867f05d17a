/* Workers of a job: claim units, keep claims, compute, and write images. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "distributed/job.h"
#include "distributed/runner.h"

/* ---- claims: waiting, claimed and completed units ---- */

/* Reads the unit, the lease and the worker of a claim. */
static bool read_name(clm_claim *claim, const char *name, const clmodp_plan *plan)
{
    const char *end;
    char *rest;

    if (!clm_unit_number(&claim->unit, &end, name, plan) || end[0] != '.' || end[1] < '0' ||
        end[1] > '9')
        return false;
    claim->lease = (double)strtoull(end + 1, &rest, 10) / 1e3;
    claim->worker = rest + 1;
    return *rest == '.';
}

/* Determines the state of a claim; false if the claim has vanished. A time in the future by more
 * than the lease comes from a clock that was put back since. */
static bool find_state(clm_claim *claim, const clm_job_folder *job, const char *name, double now)
{
    struct timespec touched;

    if (!clm_file_touched(job->claims, name, &touched))
        return false;
    claim->age = now - clm_time_seconds(touched);
    claim->state = clm_worker_is_gone(claim->worker)  ? CLMODP_CLAIM_LOST
                   : fabs(claim->age) > claim->lease ? CLMODP_CLAIM_EXPIRED
                                                     : CLMODP_CLAIM_HELD;
    return true;
}

bool clm_claim_read(clm_claim *claim, const clm_job_folder *job, const char *name, double now)
{
    return read_name(claim, name, job->plan) && !clm_unit_is_done(job, claim->unit) &&
           find_state(claim, job, name, now);
}

/* A recovery of units that no worker computes. */
typedef struct recovery {
    const clm_job_folder *job;
    double now;
    uint64_t done;
    unsigned char *seen; /* of each unit: found in some folder */
} recovery;

void clm_claim_return(const clm_job_folder *job, const char *claim, uint64_t unit)
{
    char name[CLM_UNIT_NAME];

    clm_unit_name(name, unit);
    (void)renameat(job->claims, claim, job->todo, name); /* another process may have done so */
}

static bool see_waiting(void *user, const char *name, bool plain)
{
    recovery *s = user;
    const char *end;
    uint64_t unit;

    (void)plain;
    if (clm_unit_number(&unit, &end, name, s->job->plan) && *end == '\0')
        s->seen[unit] = 1;
    return true;
}

static bool see_claim(void *user, const char *name, bool plain)
{
    recovery *s = user;
    clm_claim claim;

    if (!plain || !read_name(&claim, name, s->job->plan))
        return true;
    s->seen[claim.unit] = 1;
    if (clm_unit_is_done(s->job, claim.unit))
        (void)unlinkat(s->job->claims, name, 0); /* its worker ended before removing it */
    else if (find_state(&claim, s->job, name, s->now) && claim.state != CLMODP_CLAIM_HELD)
        clm_claim_return(s->job, name, claim.unit);
    return true;
}

static bool see_images(void *user, const char *name, bool plain)
{
    recovery *s = user;
    const char *end;
    char aside[CLM_ASIDE_NAME];
    uint64_t unit;

    if (!clm_unit_number(&unit, &end, name, s->job->plan) || *end != '\0')
        return true;
    if (plain) {
        s->seen[unit] = 1;
        s->done++;
    } else {
        (void)clm_images_set_aside(s->job, unit, aside);
    }
    return true;
}

/* Reads the folders in the order of a unit's moves. It can only miss a unit that comes back
 * meanwhile, which may wait twice, without harm. */
clmodp_status clm_job_recover(clm_error *error, const clm_job_folder *job, uint64_t *done)
{
    clmodp_status st = CLMODP_OK;
    recovery s = {.job = job};
    char name[CLM_UNIT_NAME];

    NEW(error, s.seen, (size_t)job->plan->units);
    TRY(clm_folder_time(error, job->claims, &s.now));
    TRY(clm_folder_visit(error, job->todo, see_waiting, &s));
    TRY(clm_folder_visit(error, job->claims, see_claim, &s));
    TRY(clm_folder_visit(error, job->images, see_images, &s));
    for (uint64_t unit = 0; unit < job->plan->units; unit++)
        if (s.seen[unit] == 0) {
            clm_unit_name(name, unit);
            TRY(clm_file_mark(error, job->todo, name));
        }
    *done = s.done;
done:
    free(s.seen);
    return st;
}

/* A search for a waiting unit to take. */
typedef struct unit_search {
    const clm_job_folder *job;
    char id[CLM_WORKER_ID_SIZE];
    uint64_t milliseconds;
    char *claim;
    uint64_t unit;
    bool taken;
    clm_error *error;
    clmodp_status status;
} unit_search;

/* Touches the waiting file first, for the claim's time. A file that may not be touched is removed,
 * and created again by this user. Returns false with errno. */
static bool move_to_claims(const unit_search *w, const char *name)
{
    if (clm_file_touch(w->job->todo, name))
        return clm_file_move(w->job->todo, name, w->job->claims, w->claim);
    if ((errno == EPERM || errno == EACCES) && unlinkat(w->job->todo, name, 0) == 0)
        errno = ENOENT;
    return false;
}

/* Tries to take a unit. If its file has gone meanwhile, another worker has it. */
static bool try_to_take(void *user, const char *name, bool plain)
{
    unit_search *w = user;
    const char *end;

    (void)plain;
    if (!clm_unit_number(&w->unit, &end, name, w->job->plan) || *end != '\0')
        return true;
    if (clm_unit_is_done(w->job, w->unit)) {
        (void)unlinkat(w->job->todo, name, 0);
        return true;
    }
    (void)snprintf(w->claim, CLM_CLAIM_NAME, "%" PRIu64 ".%" PRIu64 ".%s", w->unit,
                   w->milliseconds, w->id);
    w->taken = move_to_claims(w, name);
    if (!w->taken && errno != ENOENT && errno != ESTALE)
        w->status = clm_file_fail(w->error, "take the unit", name);
    return !w->taken && w->status == CLMODP_OK;
}

clmodp_status clm_job_take(clm_error *error, const clm_job_folder *job, double lease,
                           uint64_t *unit, char claim[CLM_CLAIM_NAME], bool *taken)
{
    clmodp_status st = CLMODP_OK;
    unit_search w = {.job = job, .claim = claim, .milliseconds = (uint64_t)ceil(lease * 1e3),
              .error = error};

    *taken = false;
    clm_worker_id(w.id);
    TRY(clm_folder_visit(error, job->todo, try_to_take, &w));
    TRY(w.status);
    *unit = w.unit;
    *taken = w.taken;
done:
    return st;
}

/* ---- the worker ---- */

#define TOUCHES 4.0         /* per lease */
#define LEAST_LEASE 0.1     /* seconds */
#define LOOK_SECONDS 1.0    /* between two searches of all units, which take a while remotely */
#define WAIT_NANOSECONDS 100000000L

/* A worker with its current unit. */
typedef struct worker {
    clm_job_folder job;
    clm_runner runner;
    clmodp_job_options options;
    char claim[CLM_CLAIM_NAME];
    double touched;             /* time of the last touch */
    double next_look;           /* time of the next search */
    uint64_t done;              /* known number of completed units of the job */
    clmodp_progress progress;   /* callback of the caller */
    void *user;
} worker;

/* The progress callback of a worker's call, several times a second: touches the claim. */
static int keep_claim(void *user, double fraction)
{
    worker *k = user;
    const double now = clm_clock_seconds();

    if (k->claim[0] != '\0' && now - k->touched > k->options.lease / TOUCHES) {
        (void)clm_file_touch(k->job.claims, k->claim);
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

/* Writes a unit's complete images, replacing anything of their name that is no file. */
static clmodp_status write_images(clm_error *error, const worker *k, const clmodp_images *images)
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
    if (st == CLMODP_FILE)
        st = clm_job_name_folder(error, st, k->job.path, "/images");
done:
    free(bytes);
    return st;
}

static clmodp_status run_unit(worker *k, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    clmodp_images *images = NULL;

    TRY(clm_unit_run(&k->runner, &images, unit));
    (void)clm_file_touch(k->job.claims, k->claim);
    TRY(write_images(&k->runner.call.error, k, images));
    (void)unlinkat(k->job.claims, k->claim, 0);
done:
    if (st != CLMODP_OK)
        clm_claim_return(&k->job, k->claim, unit);
    clmodp_images_destroy(images);
    return st;
}

/* Takes a unit. At times, and before reporting that none waits, searches for lost units. */
static clmodp_status take_unit(worker *k, uint64_t *unit, bool *taken)
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
    if (st == CLMODP_FILE)
        st = clm_job_name_folder(error, st, k->job.path, "");
    return st;
}

static clmodp_status run_units(worker *k, uint64_t *units)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &k->runner.call.error;
    const struct timespec pause = {.tv_nsec = WAIT_NANOSECONDS};
    const uint64_t most = k->options.most_units > 0 ? k->options.most_units : UINT64_MAX;

    TRY(clm_job_tidy(error, &k->job));
    while (*units < most) {
        uint64_t unit;
        bool taken;

        TRY(take_unit(k, &unit, &taken));
        if (taken) {
            TRY(run_unit(k, unit));
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
    worker *k = NULL;
    clm_error *error;

    if (units != NULL)
        *units = 0;
    START(context, &context->error);
    error = &context->error;
    REQUIRE(error, folder != NULL);
    NEW(error, k, 1);
    k->job = (clm_job_folder)CLM_JOB_CLOSED;
    TRY(read_options(error, &k->options, options));
    TRY(clm_job_open(context, &k->job, folder));
    clm_runner_begin(&k->runner, context, k->job.plan);
    k->progress = context->call->progress;
    k->user = context->call->progress_user;
    clm_runner_poll(&k->runner, keep_claim, k);
    st = clm_runner_close(&k->runner, run_units(k, &computed));
    if (units != NULL)
        *units = computed;
done:
    if (k != NULL)
        clm_job_close(&k->job);
    free(k);
    return clm_error_complete(error, st);
}
