/* One problem by all ranks, as rank 0 sees it. */
#include <string.h>

#include "base/memory.h"
#include "base/options.h"
#include "ranks/conduct.h"

/* The plan to all ranks. */
static clmodp_status begin_all(clm_orchestra *o)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_plan *plan = o->part.plan;
    const size_t size = clmodp_plan_size(plan);
    unsigned char *bytes = NULL;

    NEW(&o->call->error, bytes, size);
    clmodp_plan_write(plan, bytes);
    for (uint32_t k = 1; k < o->part.transport->ranks; k++)
        TRY(clm_conduct_ask(o, k, CLM_SAYS_PLAN, NULL, 0, bytes, size));
done:
    free(bytes);
    return st;
}

/* Let go of what the others have of it, whatever happened. Errors: those of the transport */
static clmodp_status end_all(clm_orchestra *o)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_conduct_rest(o, true));
    TRY(clm_say_all(&o->call->error, o->part.transport, CLM_SAYS_FORGET));
done:
    return st;
}

/* Units to a result. */
static clmodp_status solve(clm_orchestra *o, double began, const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK, ended;
    const clmodp_plan *p = o->part.plan;
    clm_finishing how = {.began = began, .lift = clm_conduct_lift, .user = o};

    if (p->primes > 0) {
        o->part.runner.call.timed = problem->report != NULL;
        TRY(begin_all(o));
        TRY(clm_conduct_units(o));
        how.counts = o->own_counts;
        clm_counts_add(&how.counts, &o->counts);
    }
    TRY(clm_plan_complete(o->call, p, &how, problem));
done:
    ended = end_all(o);
    return st != CLMODP_OK ? st : ended;
}

/* What became of each. */
static void tell(const clm_orchestra *o, clmodp_fleet_member *members)
{
    const clmodp_plan *plan = o->part.plan;

    for (uint32_t k = 0; k < o->part.transport->ranks && members != NULL; k++) {
        const clm_player *p = &o->players[k];
        clmodp_fleet_member told = {.seconds = o->takers[k].seconds,
                                    .coefficients = o->part.windows[k].coefficients,
                                    .lates = o->takers[k].lates, .status = p->status};

        told.primes = clm_plan_primes_of(plan, &o->queue, plan->unit_primes, k);
        memcpy(told.message, p->message, sizeof told.message);
        clm_report_write((char *)members + (size_t)k * members->size, &told, sizeof told);
    }
}

static clmodp_status run(clmodp_context *context, const clmodp_transport *transport,
                         const clmodp_plan *plan, double began, const clmodp_problem *problem,
                         clmodp_fleet_member *members)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context call;
    clm_orchestra o = {.call = &call, .method = ""};
    clm_error error;
    bool queued = false;

    clm_context_begin(&call, context, plan->options.max_memory, true);
    NEW(&call.error, o.players, transport->ranks);
    NEW(&call.error, o.takers, transport->ranks);
    TRY(clm_unit_queue_create(&call.error, &o.queue, plan->units, 1, o.takers,
                              transport->ranks));
    queued = true;
    st = clm_part_begin(&o.part, &call, transport, plan);
    if (st != CLMODP_OK) {
        call.error = o.part.runner.call.error;
        goto done;
    }
    st = solve(&o, began, problem);
    tell(&o, members);
done:
    error = call.error; /* the runner ends in this call */
    (void)clm_part_end(&o.part, st);
    call.error = error;
    if (queued)
        clm_unit_queue_destroy(&o.queue);
    free(o.takers);
    free(o.players);
    return clm_context_end(context, &call, st);
}

clmodp_status clmodp_ranks_solve(clmodp_context *context, const clmodp_transport *transport,
                                 const clmodp_problem *problem,
                                 const clmodp_plan_options *options,
                                 clmodp_fleet_member *members)
{
    clmodp_status st = CLMODP_OK;
    const double began = clm_clock_seconds();
    clmodp_plan *plan = NULL;
    clmodp_transport known;
    clmodp_problem asked;
    clm_error *error;

    if (context == NULL)
        return CLMODP_INVALID;
    error = &context->error;
    clm_error_clear(error);
    TRY(clm_transport_read(error, &known, transport));
    if (known.rank != 0)
        FAIL(error, CLMODP_INVALID, "rank %u solves nothing: it serves", (unsigned)known.rank);
    TRY(clm_report_check(error, members));
    TRY(clmodp_plan_create(context, &plan, problem, options));
    TRY(clm_problem_read(error, &asked, problem));
    TRY(clm_problem_check_all(error, &asked, &plan->options));
    st = run(context, &known, plan, began, &asked, members);
done:
    clmodp_plan_destroy(plan);
    return clm_error_complete(error, st);
}

clmodp_status clmodp_ranks_dismiss(const clmodp_transport *transport)
{
    clmodp_status st = CLMODP_OK;
    clmodp_transport known;

    TRY(clm_transport_read(NULL, &known, transport));
    if (known.rank != 0)
        return CLMODP_INVALID;
    TRY(clm_say_all(NULL, &known, CLM_SAYS_DISMISS));
done:
    return st;
}
