/* The state of a job, and its result after all units are done. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/memory.h"
#include "distributed/plan.h"
#include "distributed/job.h"
#include "opencl/context.h"

/* ---- progress and claims ---- */

_Static_assert(sizeof ((clmodp_job_claim *)0)->host == CLM_WORKER_HOST, "the names of hosts fit");

typedef struct census {
    const clm_job_folder *job;
    double now;
    uint64_t done;
    clmodp_job_claim *claims;
    size_t count, room;
    clm_error *error;
    clmodp_status status; /* of allocating memory */
} census;

static bool count_done(void *user, const char *name, bool plain)
{
    census *c = user;
    const char *end;
    uint64_t unit;

    c->done += plain && clm_unit_number(&unit, &end, name, c->job->plan) && *end == '\0';
    return true;
}

static clmodp_status add_claim(census *c, const clm_claim *claim)
{
    clmodp_status st = CLMODP_OK;
    char host[CLM_WORKER_HOST] = "";
    unsigned long process = 0;
    clmodp_job_claim *next;

    GROW(c->error, c->claims, c->room, c->count + 1);
    next = &c->claims[c->count++];
    *next = (clmodp_job_claim){.unit = claim->unit, .state = claim->state, .age = claim->age,
                               .lease = claim->lease};
    if (clm_worker_read(&process, host, claim->worker))
        next->process = process;
    memcpy(next->host, host, sizeof host);
done:
    return st;
}

static bool note_claim(void *user, const char *name, bool plain)
{
    census *c = user;
    clm_claim claim;

    if (plain && clm_claim_read(&claim, c->job, name, c->now))
        c->status = add_claim(c, &claim);
    return c->status == CLMODP_OK;
}

static int by_unit(const void *left, const void *right)
{
    const clmodp_job_claim *a = left, *b = right;

    return (a->unit > b->unit) - (a->unit < b->unit);
}

/* Lists the claims by unit; the census owns them, also after failures. */
static clmodp_status list_claims(clm_error *error, census *c, const clm_job_folder *job)
{
    clmodp_status st = CLMODP_OK;

    *c = (census){.job = job, .error = error};
    TRY(clm_folder_time(error, job->claims, &c->now));
    TRY(clm_folder_visit(error, job->claims, note_claim, c));
    TRY(c->status);
    if (c->count > 0)
        qsort(c->claims, c->count, sizeof *c->claims, by_unit);
done:
    return st;
}

static clmodp_status read_state(clm_error *error, clmodp_job_state *state,
                                const clm_job_folder *job)
{
    clmodp_status st = CLMODP_OK;
    clmodp_job_state found = {.units = job->plan->units};
    census c;

    TRY(list_claims(error, &c, job));
    TRY(clm_folder_visit(error, job->images, count_done, &c));
    found.done = c.done;
    found.at_work = c.count;
    for (size_t k = 0; k < c.count; k++) {
        found.lost += c.claims[k].state == CLMODP_CLAIM_LOST;
        found.expired += c.claims[k].state == CLMODP_CLAIM_EXPIRED;
    }
    clm_report_write(state, &found, sizeof found);
done:
    free(c.claims);
    return st;
}

clmodp_status clmodp_job_look(clmodp_context *context, clmodp_job_state *state,
                              const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;

    START(context, &context->error);
    REQUIRE(&context->error, folder != NULL);
    REQUIRE(&context->error, state != NULL);
    TRY(clm_report_check(&context->error, state));
    TRY(clm_job_open(context, &job, folder));
    TRY(read_state(&context->error, state, &job));
done:
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

/* Gives each claim its own pointer, since the structure may grow; the first owns the memory. */
static clmodp_status point_to_claims(clm_error *error, clmodp_job_claim ***claims, census *c)
{
    clmodp_status st = CLMODP_OK;
    clmodp_job_claim **list = NULL;

    if (c->count > 0) {
        NEW(error, list, c->count);
        for (size_t k = 0; k < c->count; k++)
            list[k] = &c->claims[k];
        c->claims = NULL;
    }
    *claims = list;
done:
    return st;
}

clmodp_status clmodp_job_claims(clmodp_context *context, clmodp_job_claim ***claims,
                                size_t *count, const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    census c = {.claims = NULL};

    if (context == NULL || claims == NULL || count == NULL)
        return CLMODP_INVALID;
    *claims = NULL;
    *count = 0;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, folder != NULL);
    TRY(clm_job_open(context, &job, folder));
    TRY(list_claims(&context->error, &c, &job));
    TRY(point_to_claims(&context->error, claims, &c));
    *count = c.count;
done:
    free(c.claims);
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

void clmodp_job_claims_free(clmodp_job_claim **claims)
{
    if (claims == NULL)
        return;
    free(claims[0]);
    free(claims);
}

/* ---- images ---- */

/* Reads a unit's images; *images: NULL if missing. */
static clmodp_status read_once(clmodp_context *context, clmodp_images **images,
                               const clm_job_folder *job, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    unsigned char *bytes = NULL;
    char name[CLM_UNIT_NAME];
    size_t size;

    clm_unit_name(name, unit);
    TRY(clm_file_read(&context->error, &bytes, &size, job->images, name,
                      clm_images_bytes(job->plan, unit)));
    if (bytes == NULL)
        goto done;
    TRY(clmodp_images_read(context, images, job->plan, bytes, size));
    if (clmodp_images_unit(*images) != unit) {
        st = clm_fail(&context->error, CLMODP_DAMAGED, "they are of unit %llu",
                      (unsigned long long)clmodp_images_unit(*images));
        clmodp_images_destroy(*images);
        *images = NULL;
    }
done:
    free(bytes);
    return st;
}

/* Reads a unit's images, invalid ones twice, since a worker may replace them. */
static clmodp_status read_images(clmodp_context *context, clmodp_images **images,
                                 const clm_job_folder *job, uint64_t unit)
{
    const clmodp_status st = read_once(context, images, job, unit);

    return st == CLMODP_DAMAGED ? read_once(context, images, job, unit) : st;
}

clmodp_status clmodp_job_verify(clmodp_context *context, uint64_t **units, size_t *count,
                                const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    uint64_t *damaged = NULL;
    size_t found = 0, room = 0;

    if (context == NULL || units == NULL || count == NULL)
        return CLMODP_INVALID;
    *units = NULL;
    *count = 0;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, folder != NULL);
    TRY(clm_job_open(context, &job, folder));
    for (uint64_t unit = 0; unit < job.plan->units; unit++) {
        clmodp_images *images = NULL;

        TRY(clm_progress(context, (double)unit / (double)job.plan->units));
        st = read_images(context, &images, &job, unit);
        clmodp_images_destroy(images);
        if (st != CLMODP_DAMAGED)
            TRY(st);
        if (st == CLMODP_OK)
            continue;
        clm_error_clear(&context->error);
        GROW(&context->error, damaged, room, found + 1);
        damaged[found++] = unit;
    }
    st = CLMODP_OK;
    *units = damaged;
    *count = found;
    damaged = NULL;
done:
    free(damaged);
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

/* ---- the result ---- */

typedef struct reading {
    const clm_job_folder *job;
    clmodp_images **images;   /* of each unit; NULL: missing */
    uint64_t missing, aside;  /* numbers of missing and of invalid images */
    clm_error damage;         /* the first invalid image */
} reading;

/* Reads a unit's images, and sets invalid ones aside. */
static clmodp_status read_unit(clmodp_context *context, reading *r, uint64_t unit)
{
    const clm_job_folder *job = r->job;
    clm_error *error = &context->error, reason;
    char aside[CLM_ASIDE_NAME];
    const clmodp_status st = read_images(context, &r->images[unit], job, unit);

    if (st == CLMODP_OK)
        r->missing += r->images[unit] == NULL;
    if (st != CLMODP_DAMAGED)
        return st;
    reason = *error;
    if (!clm_images_set_aside(job, unit, aside))
        return clm_fail(error, st, "%.300s/images/%llu: %.500s; they cannot be renamed (%s): "
                        "remove them, and a worker computes them again", job->path,
                        (unsigned long long)unit, reason.message, strerror(errno));
    if (r->aside++ == 0)
        (void)clm_fail(&r->damage, st, "%.300s/images/%llu: %.500s; renamed to %s", job->path,
                       (unsigned long long)unit, reason.message, aside);
    return CLMODP_OK;
}

static clmodp_status read_all(clmodp_context *context, reading *r)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t units = r->job->plan->units;

    for (uint64_t unit = 0; unit < units; unit++) {
        TRY(clm_progress(context, 0.0));
        TRY(read_unit(context, r, unit));
    }
    if (r->aside > 0)
        FAIL(&context->error, CLMODP_DAMAGED, "%.1200s; %llu of %llu units are to be computed "
             "again: let workers run", r->damage.message,
             (unsigned long long)(r->aside + r->missing), (unsigned long long)units);
    if (r->missing > 0)
        FAIL(&context->error, CLMODP_INVALID, "%llu of %llu units are not done: let workers run",
             (unsigned long long)r->missing, (unsigned long long)units);
done:
    return st;
}

clmodp_status clmodp_job_finish(clmodp_context *context, clmodp_zx *r, clmodp_zxy *s,
                                clmodp_resultant_report *report, const char *folder)
{
    const clmodp_problem results = {.size = sizeof results, .r = r, .s = s, .report = report};

    return clmodp_job_finish_problem(context, &results, folder);
}

clmodp_status clmodp_job_finish_problem(clmodp_context *context, const clmodp_problem *results,
                                        const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    reading found = {.job = &job};

    START(context, &context->error);
    REQUIRE(&context->error, folder != NULL);
    TRY(clm_job_open(context, &job, folder));
    NEW(&context->error, found.images, (size_t)job.plan->units);
    TRY(read_all(context, &found));
    TRY(clmodp_plan_finish_problem(context, results, job.plan,
                                   (const clmodp_images *const *)found.images,
                                   (size_t)job.plan->units));
done:
    for (uint64_t unit = 0; found.images != NULL && unit < job.plan->units; unit++)
        clmodp_images_destroy(found.images[unit]);
    free(found.images);
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}
