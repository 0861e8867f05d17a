/* Computes one problem on several contexts. */
#include <clmodp/distributed.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "distributed/runner.h"
#include "distributed/unit_queue.h"

struct clm_fleet;

/* A context of the fleet, with its own thread. */
typedef struct clm_member {
    struct clm_fleet *fleet;
    size_t index;
    clm_runner runner;     /* open until the results are reconstructed */
    clm_images images;     /* of its current parts */
    clm_counts counts;     /* of parts completed first */
    clmodp_status status;  /* OK, or why it was dropped */
    bool noted;            /* the drop was logged */
    uint64_t stragglers_noted; /* logged turns as a straggler */
    uint64_t coefficients; /* reconstructed */
    clmodp_zx **part;      /* of each output */
    clm_reconstruction reconstruction;
} clm_member;

typedef struct clm_fleet {
    clmodp_context *const *contexts;
    clm_member *members;
    size_t count;
    const clmodp_plan *plan;
    uint64_t part_primes; /* primes of a unit of the queue */
    clm_unit_queue queue;
    clm_consumer *consumers;
    clm_window *windows;    /* coefficients for each member to reconstruct */
    pthread_mutex_t writing;
    clm_images all;         /* guarded by it while parts are computed */
    clm_poller watch;        /* of the caller's thread */
} clm_fleet;

/* ---- images ---- */

/* Drops a member, on its thread; it gets no more work. */
static void drop_member(clm_fleet *fleet, size_t index, clmodp_status st)
{
    clm_member *m = &fleet->members[index];

    m->status = clm_error_complete(&m->runner.call.error, st);
    clm_runner_release(&m->runner);
    clm_consumer_leave(&fleet->queue, index);
}

/* Logs the dropped members in the first context. */
static void note_dropped(clm_fleet *fleet)
{
    clm_log *log = &fleet->contexts[0]->log;

    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        if (m->status != CLMODP_OK && !m->noted)
            clm_log_line(log, CLMODP_LOG_NOTE, "context %zu, on %s, was excluded: %s", k,
                         m->runner.call.device.name, m->runner.call.error.message);
        m->noted = m->status != CLMODP_OK;
    }
}

/* Logs stragglers while they are at work. */
static void note_stragglers(clm_fleet *fleet)
{
    for (size_t k = 0; k < fleet->count; k++) {
        const uint64_t straggler_count = clm_unit_stragglers(&fleet->queue, k);

        if (straggler_count > fleet->members[k].stragglers_noted)
            clm_log_line(&fleet->contexts[0]->log, CLMODP_LOG_NOTE,
                         "context %zu, on %s, is a straggler: its units are also given to "
                         "others", k, fleet->members[k].runner.call.device.name);
        fleet->members[k].stragglers_noted = straggler_count;
    }
}

/* Progress callback of a member; its only effect is cancellation. */
static int is_stopped(void *user, double fraction)
{
    const clm_member *m = user;
    clm_fleet *fleet = m->fleet;

    (void)fraction;
    return clm_poller_stopped(&fleet->watch) || !clm_unit_is_wanted(&fleet->queue, m->index);
}

/* Copies the images of some primes to the common array; a straggler may write them again. */
static void copy_images(clm_fleet *fleet, const clm_images *from)
{
    const size_t bytes = from->primes * from->width * from->word_bytes;

    pthread_mutex_lock(&fleet->writing);
    for (size_t n = 0; n < from->outputs; n++)
        memcpy(clm_image(&fleet->all, n, from->first), clm_image(from, n, from->first), bytes);
    pthread_mutex_unlock(&fleet->writing);
}

/* Computes some parts. Cancellation because others completed them is no error. */
static clmodp_status run_parts(clm_fleet *fleet, clm_member *m, clm_unit_range parts)
{
    const double began = clm_clock_seconds();
    const clm_prime_range primes = clm_plan_primes_from(
        fleet->plan, parts.first * fleet->part_primes, parts.count * fleet->part_primes);
    clm_counts counts;
    clmodp_status st;

    m->images.first = primes.first;
    m->images.primes = primes.count;
    st = clm_runner_run(&m->runner, &m->images, &counts, primes);
    if (st == CLMODP_OK) {
        copy_images(fleet, &m->images);
        if (clm_unit_done(&fleet->queue, m->index, clm_clock_seconds() - began))
            clm_counts_add(&m->counts, &counts);
    } else if (st == CLMODP_CANCELLED && !clm_poller_stopped(&fleet->watch)) {
        clm_unit_abandon(&fleet->queue, m->index);
        clm_runner_reset(&m->runner);
        st = CLMODP_OK;
    }
    return st;
}

static clmodp_status open_member(clm_fleet *fleet, clm_member *m)
{
    clmodp_status st = CLMODP_OK;
    clm_images shape = fleet->all;

    TRY(clm_runner_open(&m->runner));
    shape.primes = clm_plan_unit(fleet->plan, 0).count;
    TRY(clm_images_create(&m->runner.call, &m->images, &shape));
done:
    return st;
}

/* Runs member `index` until no unit is left for it. Its failure is no failure of the fleet. */
static clmodp_status run_member(void *argument, size_t index, size_t thread)
{
    clm_fleet *fleet = argument;
    clm_member *m = &fleet->members[index];
    clmodp_status st = open_member(fleet, m);
    clm_unit_range parts;

    (void)thread;
    while (st == CLMODP_OK && clm_unit_take(&fleet->queue, &parts, index))
        st = run_parts(fleet, m, parts);
    clm_images_destroy(&m->runner.call, &m->images);
    if (st != CLMODP_OK)
        drop_member(fleet, index, st);
    return CLMODP_OK;
}

/* The caller's context, whose callback reports progress and may cancel, and the fleet. */
typedef struct call_watch {
    clmodp_context *context;
    clm_fleet *fleet;
} call_watch;

static clmodp_status poll_caller(void *user)
{
    const call_watch *a = user;
    const clmodp_status st =
        clm_progress(a->context, 0.9 * clm_unit_queue_progress(&a->fleet->queue));

    note_stragglers(a->fleet);
    if (st != CLMODP_OK)
        clm_unit_queue_stop(&a->fleet->queue);
    return st;
}

/* Computes all units on all contexts, with begun runners. Errors: CANCELLED, HOST_MEMORY; the
 * first member's if all were dropped */
static clmodp_status run_units(clmodp_context *ctx, clm_fleet *fleet)
{
    clmodp_status st = CLMODP_OK;
    call_watch a = {ctx, fleet};

    fleet->watch = (clm_poller){.ask = poll_caller, .user = &a};
    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        m->fleet = fleet;
        m->index = k;
        clm_runner_poll(&m->runner, is_stopped, m);
    }
    TRY(clm_parallel_watched(fleet->count, fleet->count, run_member, fleet, &fleet->watch));
    note_dropped(fleet);
    if (fleet->queue.done < fleet->queue.units) {
        ctx->error = fleet->members[0].runner.call.error;
        st = fleet->members[0].status;
    }
done:
    return st;
}

/* ---- CRT reconstruction ---- */

/* Divides the coefficients into windows, and creates polynomials for the members' parts. */
static clmodp_status divide(clm_fleet *fleet, const clm_reconstruction *reconstruction)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_plan *p = fleet->plan;
    const size_t outputs = p->task.count;

    clm_windows_divide(fleet->windows, fleet->consumers, fleet->count, p->prepared.engine,
                       reconstruction->each, outputs);
    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        NEW(&fleet->contexts[0]->error, m->part, outputs);
        m->reconstruction = *reconstruction;
        m->reconstruction.results = m->part;
        m->reconstruction.each = fleet->windows[k].each;
        m->coefficients = fleet->windows[k].coefficients;
        for (size_t n = 0; n < outputs; n++)
            TRY(clmodp_zx_create(&m->part[n]));
    }
done:
    return st;
}

/* Reconstructs the window of member `index`. Its failure is no failure of the fleet. */
static clmodp_status reconstruct_member(void *argument, size_t index, size_t thread)
{
    clm_fleet *fleet = argument;
    clm_member *m = &fleet->members[index];
    clmodp_status st;

    (void)thread;
    if (m->coefficients == 0)
        return CLMODP_OK;
    st = clm_plan_reconstruct(&m->runner.call, m->runner.engine_plan, &fleet->all,
                              &m->reconstruction);
    if (st == CLMODP_CANCELLED)
        return st;
    if (st != CLMODP_OK)
        drop_member(fleet, index, st);
    return CLMODP_OK;
}

/* Has a remaining member reconstruct the windows of failed ones. */
static clmodp_status reconstruct_again(clmodp_context *ctx, clm_fleet *fleet)
{
    clmodp_status st = CLMODP_OK;
    clm_member *helper = NULL, *failed = NULL;

    for (size_t k = 0; k < fleet->count; k++)
        if (fleet->members[k].status == CLMODP_OK)
            helper = &fleet->members[k];
    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        if (m->status == CLMODP_OK || m->coefficients == 0)
            continue;
        failed = m;
        if (helper == NULL)
            break;
        for (size_t n = 0; n < fleet->plan->task.count; n++) {
            clmodp_zx_destroy(m->part[n]); /* partly written */
            m->part[n] = NULL;
            TRY(clmodp_zx_create(&m->part[n]));
        }
        st = clm_plan_reconstruct(&helper->runner.call, helper->runner.engine_plan, &fleet->all,
                                  &m->reconstruction);
        if (st != CLMODP_OK) {
            ctx->error = helper->runner.call.error;
            goto done;
        }
        helper->coefficients += m->coefficients;
        m->coefficients = 0;
    }
    if (failed != NULL && helper == NULL) {
        ctx->error = failed->runner.call.error;
        st = failed->status;
    }
done:
    return st;
}

/* Moves the coefficients of all windows to the results. */
static clmodp_status collect_windows(clm_fleet *fleet, clm_reconstruction *reconstruction)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        if (*m->reconstruction.method != '\0')
            reconstruction->method = m->reconstruction.method;
        TRY(clm_window_collect(reconstruction->results, m->part, &fleet->windows[k],
                               fleet->plan->task.count));
    }
done:
    return st;
}

/* Reconstructs outputs for clm_plan_complete, with the fleet as user: windows on all remaining
 * members, if the engine supports windows. */
static clmodp_status reconstruct_windows(clmodp_context *ctx, void *user,
                                         clm_reconstruction *reconstruction)
{
    clmodp_status st = CLMODP_OK;
    clm_fleet *fleet = user;
    clm_progress_at at = {ctx, 0.95};

    fleet->watch = (clm_poller){.ask = clm_progress_poll, .user = &at};
    TRY(divide(fleet, reconstruction));
    TRY(clm_parallel_watched(fleet->count, fleet->count, reconstruct_member, fleet,
                             &fleet->watch));
    note_dropped(fleet);
    TRY(reconstruct_again(ctx, fleet));
    TRY(collect_windows(fleet, reconstruction));
done:
    return st;
}

/* ---- the call ---- */

static clmodp_status solve(clmodp_context *ctx, clm_fleet *fleet, double began,
                           const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_plan *p = fleet->plan;
    const clm_images shape = clm_plan_shape(p);
    clm_finishing how = {.began = began, .reconstruct = reconstruct_windows, .user = fleet};

    if (p->primes > 0) {
        TRY(clm_images_create(ctx, &fleet->all, &shape));
        for (size_t k = 0; k < fleet->count; k++) {
            clm_runner_begin(&fleet->members[k].runner, k == 0 ? ctx : fleet->contexts[k],
                             fleet->plan);
            fleet->members[k].runner.call.base.timed = problem->report != NULL;
        }
        TRY(run_units(ctx, fleet));
        for (size_t k = 0; k < fleet->count; k++)
            clm_counts_add(&how.counts, &fleet->members[k].counts);
    }
    TRY(clm_plan_complete(ctx, p, &how, problem));
done:
    return st;
}

/* Reports each member's work and status. */
static void report_members(const clm_fleet *fleet, clmodp_fleet_member *members)
{
    for (size_t k = 0; k < fleet->count && members != NULL; k++) {
        const clm_member *m = &fleet->members[k];
        const clm_consumer *consumer = &fleet->consumers[k];
        clmodp_fleet_member told = {.seconds = consumer->seconds,
                                    .coefficients = m->coefficients,
                                    .straggler_count = consumer->straggler_count,
                                    .status = m->status};

        told.primes = clm_plan_primes_of(fleet->plan, &fleet->queue, fleet->part_primes, k);
        if (m->status != CLMODP_OK) /* truncated, with its end */
            memcpy(told.message, m->runner.call.error.message, sizeof told.message - 1);
        clm_report_write((char *)members + k * members->size, &told, sizeof told);
    }
}

/* Creates a queue of units' parts; a member takes at most one unit at a time. */
static clmodp_status create_queue(clm_error *error, clm_fleet *fleet)
{
    const clmodp_plan *plan = fleet->plan;
    const uint64_t part = plan->units > 0 ? clm_plan_part(plan) : 1;

    fleet->part_primes = part;
    return clm_unit_queue_create(error, &fleet->queue, clm_div_up(plan->primes, part),
                                 plan->unit_primes / part, fleet->consumers, fleet->count);
}

static clmodp_status run(clm_fleet *fleet, double began, const clmodp_problem *problem,
                         clmodp_fleet_member *members)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *first = fleet->contexts[0];
    clm_call call;

    pthread_mutex_init(&fleet->writing, NULL);
    clm_call_begin(&call, first, fleet->plan->options.max_memory, true);
    NEW(&first->error, fleet->members, fleet->count);
    NEW(&first->error, fleet->consumers, fleet->count);
    TRY(clm_windows_create(&first->error, &fleet->windows, fleet->count,
                           fleet->plan->task.count));
    TRY(create_queue(&first->error, fleet));
    st = solve(first, fleet, began, problem);
    report_members(fleet, members);
    for (size_t k = 0; k < fleet->count; k++) {
        clm_error error = first->error; /* the first member's runner ends in this call */

        (void)clm_runner_close(&fleet->members[k].runner, fleet->members[k].status);
        first->error = error;
        for (size_t n = 0; fleet->members[k].part != NULL && n < fleet->plan->task.count; n++)
            clmodp_zx_destroy(fleet->members[k].part[n]);
        free(fleet->members[k].part);
    }
done:
    clm_images_destroy(first, &fleet->all);
    clm_unit_queue_destroy(&fleet->queue);
    free(fleet->windows);
    free(fleet->consumers);
    free(fleet->members);
    pthread_mutex_destroy(&fleet->writing);
    return clm_call_end(first, &call, st);
}

/* Checks that all contexts are different. Errors: INVALID */
static clmodp_status check_contexts(clm_error *error, clmodp_context *const *contexts,
                                    size_t count, const clmodp_fleet_member *members)
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

/* Returns whether the plan is for the host, where one context uses all threads. */
static bool shares_processors(const clmodp_plan *plan)
{
    return plan->primes > 0 && clm_engine_number(plan->prepared.engine) == CLMODP_ENGINE_HOST;
}

clmodp_status clmodp_fleet_compute(clmodp_context *const *contexts, size_t count,
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
    TRY(check_contexts(error, contexts, count, members));
    TRY(clmodp_plan_create(contexts[0], &plan, problem, options));
    TRY(clm_plan_check_size(error, NULL, plan));
    TRY(clm_problem_read(error, &known, problem));
    TRY(clm_problem_check_all(error, &known, &plan->options));
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
