/* Units between those that wait, those that are computed, and those that are done. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "fleet/job.h"

/* Unit, lease and worker, apart from how it stands. */
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

/* How it stands; false if it is not there any more. A time that lies too far ahead was set by a
 * clock that has been put back since. */
static bool judge(clm_claim *claim, const clm_job_folder *job, const char *name, double now)
{
    struct timespec touched;

    if (!clm_file_touched(job->claims, name, &touched))
        return false;
    claim->age = now - clm_time_seconds(touched);
    claim->state = clm_worker_is_gone(claim->worker)     ? CLMODP_CLAIM_LOST
                   : fabs(claim->age) > claim->lease ? CLMODP_CLAIM_EXPIRED
                                                       : CLMODP_CLAIM_HELD;
    return true;
}

bool clm_claim_read(clm_claim *claim, const clm_job_folder *job, const char *name, double now)
{
    return read_name(claim, name, job->plan) && !clm_unit_is_done(job, claim->unit) &&
           judge(claim, job, name, now);
}

/* Looking for units that are to be put back. */
typedef struct search {
    const clm_job_folder *job;
    double now;
    uint64_t done;
    unsigned char *seen; /* of each unit: it is somewhere */
} search;

static void put_back(const clm_job_folder *job, const char *claim, uint64_t unit)
{
    char name[CLM_UNIT_NAME];

    clm_unit_name(name, unit);
    (void)renameat(job->claims, claim, job->todo, name); /* or somebody else did */
}

static bool see_waiting(void *user, const char *name, bool plain)
{
    search *s = user;
    const char *end;
    uint64_t unit;

    (void)plain;
    if (clm_unit_number(&unit, &end, name, s->job->plan) && *end == '\0')
        s->seen[unit] = 1;
    return true;
}

static bool see_claim(void *user, const char *name, bool plain)
{
    search *s = user;
    clm_claim claim;

    if (!plain || !read_name(&claim, name, s->job->plan))
        return true;
    s->seen[claim.unit] = 1;
    if (clm_unit_is_done(s->job, claim.unit))
        (void)unlinkat(s->job->claims, name, 0); /* its worker ended before it could */
    else if (judge(&claim, s->job, name, s->now) && claim.state != CLMODP_CLAIM_HELD)
        put_back(s->job, name, claim.unit);
    return true;
}

static bool see_images(void *user, const char *name, bool plain)
{
    search *s = user;
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

/* Folders are looked at in the order in which units move through them, so that none is missed but
 * one that comes back meanwhile, which may wait twice: that does no harm. */
clmodp_status clm_job_recover(clm_error *error, const clm_job_folder *job, uint64_t *done)
{
    clmodp_status st = CLMODP_OK;
    search s = {.job = job};
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

/* Looking for a unit to take. */
typedef struct wish {
    const clm_job_folder *job;
    char id[CLM_WORKER_ID_SIZE];
    uint64_t milliseconds;
    char *claim;
    uint64_t unit;
    bool taken;
    clm_error *error;
    clmodp_status status;
} wish;

/* Touch its mark first, since its time is that of the claim from the moment on that this exists.
 * One that may not be touched makes place for one of the user's own. False with errno. */
static bool move_to_claims(const wish *w, const char *name)
{
    if (clm_file_touch(w->job->todo, name))
        return clm_file_move(w->job->todo, name, w->job->claims, w->claim);
    if ((errno == EPERM || errno == EACCES) && unlinkat(w->job->todo, name, 0) == 0)
        errno = ENOENT;
    return false;
}

/* One whose file has gone meanwhile is somebody else's. */
static bool try_to_take(void *user, const char *name, bool plain)
{
    wish *w = user;
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
    wish w = {.job = job, .claim = claim, .milliseconds = (uint64_t)ceil(lease * 1e3),
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
