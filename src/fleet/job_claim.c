/* Units between those that wait, those that are computed, and those that are done. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "fleet/job.h"

static double seconds_of(struct timespec time)
{
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The time by the file system's clock, which is the one that files are touched by. */
static clmodp_status find_time(clm_error *error, const clm_job_folder *job, double *now)
{
    clmodp_status st = CLMODP_OK;
    char id[CLM_WORKER_ID_SIZE], name[CLM_CLAIM_NAME];
    struct timespec time;

    clm_worker_id(id);
    (void)snprintf(name, sizeof name, ".clock.%s", id);
    TRY(clm_file_mark(error, job->folder, name));
    if (!clm_file_touch(job->folder, name) || !clm_file_touched(job->folder, name, &time))
        st = clm_file_fail(error, "touch", name);
    else
        *now = seconds_of(time);
    (void)unlinkat(job->folder, name, 0);
done:
    return st;
}

/* Looking for units that are to be put back. */
typedef struct search {
    const clm_job_folder *job;
    double oldest;       /* a claim that was touched before is lost */
    unsigned char *seen; /* of each unit: it is somewhere */
} search;

static void put_back(const clm_job_folder *job, const char *claim, uint64_t unit)
{
    char name[CLM_UNIT_NAME];

    clm_unit_name(name, unit);
    (void)renameat(job->claims, claim, job->todo, name); /* or somebody else did */
}

static bool see(void *user, const char *name)
{
    search *s = user;
    const char *end;
    uint64_t unit;

    if (clm_unit_number(&unit, &end, name, s->job->plan) && *end == '\0')
        s->seen[unit] = 1;
    return true;
}

static bool look_at_claim(void *user, const char *name)
{
    search *s = user;
    const char *end;
    uint64_t unit;
    struct timespec touched;

    if (!clm_unit_number(&unit, &end, name, s->job->plan) || *end != '.')
        return true;
    s->seen[unit] = 1;
    if (clm_unit_is_done(s->job, unit))
        (void)unlinkat(s->job->claims, name, 0); /* its worker ended before it could */
    else if (clm_worker_is_gone(end + 1) ||
             (clm_file_touched(s->job->claims, name, &touched) &&
              seconds_of(touched) < s->oldest))
        put_back(s->job, name, unit);
    return true;
}

/* Folders are looked at in the order in which units move through them, so that none is missed but
 * one that comes back meanwhile, which may wait twice: that does no harm. */
clmodp_status clm_job_recover(clm_error *error, const clm_job_folder *job, double lease)
{
    clmodp_status st = CLMODP_OK;
    search s = {.job = job};
    char name[CLM_UNIT_NAME];
    double now = 0.0;

    NEW(error, s.seen, (size_t)job->plan->units);
    TRY(find_time(error, job, &now));
    s.oldest = now - lease;
    TRY(clm_folder_visit(error, job->todo, see, &s));
    TRY(clm_folder_visit(error, job->claims, look_at_claim, &s));
    TRY(clm_folder_visit(error, job->images, see, &s));
    for (uint64_t unit = 0; unit < job->plan->units; unit++)
        if (s.seen[unit] == 0) {
            clm_unit_name(name, unit);
            TRY(clm_file_mark(error, job->todo, name));
        }
done:
    free(s.seen);
    return st;
}

/* Looking for a unit to take. */
typedef struct wish {
    const clm_job_folder *job;
    char id[CLM_WORKER_ID_SIZE];
    char *claim;
    uint64_t unit;
    bool taken;
} wish;

/* One whose file has gone meanwhile is somebody else's. It is touched first, since its time is
 * that of the claim from the moment on that this exists. */
static bool try_to_take(void *user, const char *name)
{
    wish *w = user;
    const char *end;

    if (!clm_unit_number(&w->unit, &end, name, w->job->plan) || *end != '\0')
        return true;
    if (clm_unit_is_done(w->job, w->unit)) {
        (void)unlinkat(w->job->todo, name, 0);
        return true;
    }
    (void)snprintf(w->claim, CLM_CLAIM_NAME, "%" PRIu64 ".%s", w->unit, w->id);
    w->taken = clm_file_touch(w->job->todo, name) &&
               renameat(w->job->todo, name, w->job->claims, w->claim) == 0;
    return !w->taken;
}

clmodp_status clm_job_take(clm_error *error, const clm_job_folder *job, uint64_t *unit,
                           char claim[CLM_CLAIM_NAME], bool *taken)
{
    wish w = {.job = job, .claim = claim};
    clmodp_status st;

    clm_worker_id(w.id);
    st = clm_folder_visit(error, job->todo, try_to_take, &w);
    *unit = w.unit;
    *taken = st == CLMODP_OK && w.taken;
    return st;
}

void clm_claim_touch(const clm_job_folder *job, const char *claim)
{
    (void)clm_file_touch(job->claims, claim);
}

void clm_claim_return(const clm_job_folder *job, const char *claim, uint64_t unit)
{
    put_back(job, claim, unit);
}

void clm_claim_end(const clm_job_folder *job, const char *claim)
{
    (void)unlinkat(job->claims, claim, 0);
}

/* Counting. */
typedef struct census {
    const clm_job_folder *job;
    clmodp_job_state *state;
} census;

static bool count_done(void *user, const char *name)
{
    census *c = user;
    const char *end;
    uint64_t unit;

    c->state->done += clm_unit_number(&unit, &end, name, c->job->plan) && *end == '\0';
    return true;
}

static bool count_claim(void *user, const char *name)
{
    census *c = user;
    const char *end;
    uint64_t unit;

    if (!clm_unit_number(&unit, &end, name, c->job->plan) || *end != '.' ||
        clm_unit_is_done(c->job, unit))
        return true;
    c->state->at_work++;
    c->state->lost += clm_worker_is_gone(end + 1);
    return true;
}

clmodp_status clm_job_count(clm_error *error, const clm_job_folder *job, clmodp_job_state *state)
{
    clmodp_status st = CLMODP_OK;
    census c = {job, state};

    TRY(clm_folder_visit(error, job->claims, count_claim, &c));
    TRY(clm_folder_visit(error, job->images, count_done, &c));
done:
    return st;
}
