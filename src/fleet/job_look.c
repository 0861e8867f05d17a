/* How far a job is, and who is at its units. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/options.h"
#include "device/context.h"
#include "fleet/job.h"

_Static_assert(sizeof ((clmodp_job_claim *)0)->host == CLM_WORKER_HOST, "hosts have room");

/* What was found so far. */
typedef struct census {
    const clm_job_folder *job;
    double now;
    uint64_t done;
    clmodp_job_claim *claims;
    size_t count, room;
    clm_error *error;
    clmodp_status status; /* of making room */
} census;

static bool count_done(void *user, const char *name, bool plain)
{
    census *c = user;
    const char *end;
    uint64_t unit;

    c->done += plain && clm_unit_number(&unit, &end, name, c->job->plan) && *end == '\0';
    return true;
}

static clmodp_status add(census *c, const clm_claim *claim)
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
        c->status = add(c, &claim);
    return c->status == CLMODP_OK;
}

static int by_unit(const void *left, const void *right)
{
    const clmodp_job_claim *a = left, *b = right;

    return (a->unit > b->unit) - (a->unit < b->unit);
}

/* Claims, by their units, which are in the census after failures, too. */
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

static clmodp_status look(clm_error *error, clmodp_job_state *state, const clm_job_folder *job)
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

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, folder != NULL);
    REQUIRE(&context->error, state != NULL);
    TRY(clm_report_check(&context->error, state));
    TRY(clm_job_open(context, &job, folder));
    TRY(look(&context->error, state, &job));
done:
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

/* Each by a pointer of its own, since the structure may grow; the first one has the memory. */
static clmodp_status hand_out(clm_error *error, clmodp_job_claim ***claims, census *c)
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
    TRY(hand_out(&context->error, claims, &c));
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
