/* One problem by several contexts. */
#include "base/memory.h"
#include "base/options.h"
#include "fleet/fleet.h"
#include "resultant/problem.h"

/* Units to a result. */
static clmodp_status solve(clmodp_context *ctx, clm_fleet *fleet, double began,
                           const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    const clm_prepared *p = fleet->plan->prepared;
    const clm_images shape = {.outputs = p->task.count, .primes = p->primes, .pairs = 1,
                              .width = p->width, .word_bytes = p->word_bytes,
                              .first_exponent = p->way.simple.bounds.valuation};
    clm_finishing how = {.began = began, .lift = clm_fleet_lift, .user = fleet};

    if (p->primes > 0) {
        TRY(clm_images_create(ctx, &fleet->all, &shape));
        for (size_t k = 0; k < fleet->count; k++) {
            clm_runner_begin(&fleet->members[k].runner, k == 0 ? ctx : fleet->contexts[k],
                             fleet->plan);
            fleet->members[k].runner.call.timed = problem->report != NULL;
        }
        TRY(clm_fleet_run(ctx, fleet));
        for (size_t k = 0; k < fleet->count; k++)
            clm_counts_add(&how.counts, &fleet->members[k].counts);
    }
    TRY(clm_prepared_finish(ctx, p, &how, problem));
done:
    return st;
}

/* What became of each. */
static void tell(const clm_fleet *fleet, clmodp_fleet_member *members)
{
    for (size_t k = 0; k < fleet->count && members != NULL; k++) {
        const clm_member *m = &fleet->members[k];
        const clm_taker *taker = &fleet->takers[k];
        clmodp_fleet_member told = {.seconds = taker->seconds,
                                    .coefficients = m->coefficients, .lates = taker->lates,
                                    .status = m->status};

        told.primes = clm_plan_primes_of(fleet->plan, &fleet->queue, fleet->part_primes, k);
        if (m->status != CLMODP_OK) /* what fits, with its end */
            memcpy(told.message, m->runner.call.error.message, sizeof told.message - 1);
        clm_report_write((char *)members + k * members->size, &told, sizeof told);
    }
}

/* Of parts of units, as many at a time as a unit has. */
static clmodp_status create_queue(clm_error *error, clm_fleet *fleet)
{
    const clmodp_plan *plan = fleet->plan;
    const uint64_t part = plan->units > 0 ? clm_plan_part(plan) : 1;

    fleet->part_primes = part;
    return clm_unit_queue_create(error, &fleet->queue, clm_div_up(plan->prepared->primes, part),
                                 plan->unit_primes / part, fleet->takers, fleet->count);
}

static clmodp_status run(clm_fleet *fleet, double began, const clmodp_problem *problem,
                         clmodp_fleet_member *members)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context call;
    bool queued = false;

    pthread_mutex_init(&fleet->writing, NULL);
    clm_context_begin(&call, fleet->contexts[0], fleet->plan->prepared->options.max_memory, true);
    NEW(&call.error, fleet->members, fleet->count);
    NEW(&call.error, fleet->takers, fleet->count);
    NEW(&call.error, fleet->windows, fleet->count);
    TRY(create_queue(&call.error, fleet));
    queued = true;
    st = solve(&call, fleet, began, problem);
    tell(fleet, members);
    for (size_t k = 0; k < fleet->count; k++) {
        clm_error error = call.error; /* the first one's runner ends in this call */

        (void)clm_runner_close(&fleet->members[k].runner, fleet->members[k].status);
        call.error = error;
        for (size_t n = 0; n < CLM_MOST_OUTPUTS; n++)
            clmodp_zx_destroy(fleet->members[k].part[n]);
    }
done:
    clm_images_destroy(&call, &fleet->all);
    if (queued)
        clm_unit_queue_destroy(&fleet->queue);
    free(fleet->windows);
    free(fleet->takers);
    free(fleet->members);
    pthread_mutex_destroy(&fleet->writing);
    return clm_context_end(fleet->contexts[0], &call, st);
}

/* Errors: INVALID */
static clmodp_status check(clm_error *error, clmodp_context *const *contexts, size_t count,
                           const clmodp_fleet_member *members)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < count; k++) {
        REQUIRE(error, contexts[k] != NULL);
        for (size_t i = 0; i < k; i++)
            if (contexts[i] == contexts[k])
                FAIL(error, CLMODP_INVALID, "contexts %zu and %zu are the same", i, k);
    }
    TRY(clm_report_check(error, members));
done:
    return st;
}

/* Where the host computes, one context has all of its threads. */
static bool shares_processors(const clmodp_plan *plan)
{
    const clm_prepared *p = plan->prepared;

    return p->primes > 0 && clm_engine_number(p->way.engine) == CLMODP_ENGINE_HOST;
}

clmodp_status clmodp_fleet_solve(clmodp_context *const *contexts, size_t count,
                                 const clmodp_problem *problem,
                                 const clmodp_plan_options *options,
                                 clmodp_fleet_member *members)
{
    clmodp_status st = CLMODP_OK;
    const double began = clm_clock_seconds();
    const clmodp_fleet_member nothing = {.primes = 0};
    clmodp_plan *plan = NULL;
    clm_fleet fleet = {.contexts = contexts, .count = count};
    clmodp_problem known;
    clm_error *error;

    if (contexts == NULL || count == 0 || contexts[0] == NULL)
        return CLMODP_INVALID;
    error = &contexts[0]->error;
    clm_error_clear(error);
    TRY(check(error, contexts, count, members));
    TRY(clmodp_plan_create(contexts[0], &plan, problem, options));
    TRY(clm_problem_read(error, &known, problem));
    TRY(clm_problem_ready(error, &known, &plan->prepared->options));
    fleet.plan = plan;
    if (shares_processors(plan))
        fleet.count = 1;
    for (size_t k = 0; k < count && members != NULL; k++)
        clm_report_write((char *)members + k * members->size, &nothing, sizeof nothing);
    st = run(&fleet, began, &known, members);
done:
    clmodp_plan_destroy(plan);
    return clm_error_complete(error, st);
}
