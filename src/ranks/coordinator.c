/* Computes one problem on all ranks: the part of rank 0, which distributes the units. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "polynomials/zx.h"
#include "ranks/rank_work.h"

/* State of a rank, as known to rank 0. */
typedef struct clm_rank_state {
    bool busy;            /* a request has not been answered */
    bool stopping;        /* STOP was sent */
    bool at_unit;         /* the request is for a unit */
    clmodp_status status; /* OK, or why it gets no more requests */
    char message[512];
} clm_rank_state;

typedef struct clm_rank_group {
    clmodp_context *context;
    clm_rank_work part;     /* part of rank 0 itself */
    clm_rank_state *states; /* of all ranks; rank 0's is never busy */
    clm_consumer *consumers;
    clm_unit_queue queue;
    clm_counts counts; /* of all ranks but 0 */
    clm_counts own_counts;
    clm_poller watch; /* of the caller's thread */
    clmodp_zx *const *results; /* while coefficients arrive */
    const char *method;
} clm_rank_group;

/* ---- requests of rank 0, and replies ---- */

#define PAUSE_NANOSECONDS 1000000L

static void drop_rank(clm_rank_group *g, uint32_t rank, clmodp_status st, const char *message)
{
    clm_rank_state *p = &g->states[rank];

    if (p->status != CLMODP_OK)
        return;
    p->status = st;
    (void)snprintf(p->message, sizeof p->message, "%.*s", (int)sizeof p->message - 1, message);
    clm_consumer_leave(&g->queue, rank);
    p->at_unit = false;
    if (st != CLMODP_CANCELLED)
        clm_log_line(&g->context->log, CLMODP_LOG_NOTE, "rank %u was excluded: %s", (unsigned)rank,
                     p->message);
}

/* Handles a failure. A cancelled unit that another rank has completed is no failure. */
static void receive_failure(clm_rank_group *g, clm_message *m)
{
    const clmodp_status st = (clmodp_status)clm_read_number(&m->rest, 8, INT32_MAX);
    clm_rank_state *p = &g->states[m->from];
    char message[sizeof g->states->message];
    const size_t length = m->rest.left < sizeof message - 1 ? m->rest.left : sizeof message - 1;

    if (st == CLMODP_CANCELLED && p->at_unit && !clm_unit_is_wanted(&g->queue, m->from)) {
        clm_unit_abandon(&g->queue, m->from);
        p->at_unit = false;
        return;
    }
    memcpy(message, m->rest.in, length);
    message[length] = '\0';
    drop_rank(g, m->from, st != CLMODP_OK ? st : CLMODP_CORRUPT, message);
}

static void receive_unit(clm_rank_group *g, clm_message *m)
{
    clm_rank_state *p = &g->states[m->from];
    uint64_t numbers[CLM_DONE_NUMBERS];

    for (size_t k = 0; k < CLM_DONE_NUMBERS; k++)
        numbers[k] = clm_read_number(&m->rest, 8, UINT64_MAX);
    p->at_unit = false;
    if (clm_unit_done(&g->queue, m->from, (double)numbers[CLM_DONE_NANOSECONDS] / 1e9))
        clm_counts_add(&g->counts, &(clm_counts){.chunks = numbers[CLM_DONE_CHUNKS],
                                                 .evaluations = numbers[CLM_DONE_EVALUATIONS],
                                                 .unlucky = numbers[CLM_DONE_UNLUCKY],
                                                 .fallback = numbers[CLM_DONE_FALLBACK]});
}

/* Returns the name of a method as in reports, or "". */
static const char *method_named(const unsigned char *name, size_t length)
{
    for (int k = 0; k < CLM_CRT_METHODS; k++) {
        const char *known = clm_crt_method_name((clm_crt_method)k);

        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return known;
    }
    return "";
}

/* Stores the coefficients of a window. */
static clmodp_status receive_reconstructed(clm_rank_group *g, clm_message *m)
{
    clmodp_status st = CLMODP_OK;
    const clm_window *window = &g->part.windows[m->from];
    const size_t length = (size_t)clm_read_number(&m->rest, 1, 255);
    const unsigned char *name = clm_read_bytes(&m->rest, length);
    mpz_t c;

    mpz_init(c);
    if (name != NULL && length > 0)
        g->method = method_named(name, length);
    for (size_t n = 0; n < g->part.plan->task.count; n++)
        for (uint64_t i = window->each[n].valuation;
             !window->each[n].zero && i <= window->each[n].degree; i++) {
            clm_read_integer(&m->rest, c);
            TRY(clm_zx_move_coeff(g->results[n], c, (size_t)i));
        }
done:
    mpz_clear(c);
    return st;
}

static clmodp_status receive_answer(clm_rank_group *g, clm_message *m)
{
    clmodp_status st = CLMODP_OK;
    clm_rank_state *p = &g->states[m->from];

    if (m->from == 0 || !p->busy || (m->kind != CLM_MESSAGE_DONE && m->kind != CLM_MESSAGE_FAILED))
        FAIL(&g->context->error, CLMODP_CORRUPT, "rank %u sent an unexpected reply",
             (unsigned)m->from);
    p->busy = false;
    if (m->kind == CLM_MESSAGE_FAILED)
        receive_failure(g, m);
    else if (p->at_unit)
        receive_unit(g, m);
    else if (g->results != NULL)
        TRY(receive_reconstructed(g, m));
    if (m->rest.failed)
        FAIL(&g->context->error, CLMODP_CORRUPT, "the reply of rank %u is truncated",
             (unsigned)m->from);
done:
    return st;
}

/* Handles arrived messages. Drops failed ranks.
 * Errors: as the transport, CORRUPT (an invalid reply) */
static clmodp_status receive_messages(clm_rank_group *g)
{
    clmodp_status st = CLMODP_OK;

    while (st == CLMODP_OK && clm_message_waits(g->part.transport)) {
        clm_message m;

        st = clm_message_receive(&g->context->error, g->part.transport, &m);
        if (st == CLMODP_OK) {
            st = receive_answer(g, &m);
            clm_message_clear(&m);
        }
    }
    return st;
}

/* Sends a request to a rank, which is then busy. */
static clmodp_status ask_rank(clm_rank_group *g, uint32_t rank, clm_message_kind kind,
                              const uint64_t *numbers, size_t count, const void *bytes,
                              size_t size)
{
    g->states[rank].busy = true;
    g->states[rank].stopping = false;
    return clm_message_send(&g->context->error, g->part.transport, rank, kind, numbers, count,
                            bytes, size);
}

static bool is_any_busy(const clm_rank_group *g)
{
    for (uint32_t k = 1; k < g->part.transport->ranks; k++)
        if (g->states[k].busy)
            return true;
    return false;
}

/* Tells all busy ranks to stop, once. */
static clmodp_status stop_all(clm_rank_group *g)
{
    clmodp_status st = CLMODP_OK;

    for (uint32_t k = 1; k < g->part.transport->ranks && st == CLMODP_OK; k++)
        if (g->states[k].busy && !g->states[k].stopping) {
            g->states[k].stopping = true;
            st = clm_message_send(&g->context->error, g->part.transport, k, CLM_MESSAGE_STOP, NULL,
                                  0, NULL, 0);
        }
    return st;
}

/* Waits until no rank is busy, and tells busy ones to stop if `stop`.
 * Errors: as receive_messages, CANCELLED */
static clmodp_status await_ranks(clm_rank_group *g, bool stop)
{
    clmodp_status st = CLMODP_OK, asked = CLMODP_OK;
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};

    while (is_any_busy(g)) {
        if (!stop && asked == CLMODP_OK)
            asked = clm_progress(g->context, g->context->call->fraction);
        if (stop || asked != CLMODP_OK)
            TRY(stop_all(g));
        TRY(receive_messages(g));
        if (is_any_busy(g))
            (void)nanosleep(&pause, NULL);
    }
    st = asked;
done:
    return st;
}

/* ---- units ---- */

/* Sends units to idle ranks for which the queue has one. */
static clmodp_status hand_out(clm_rank_group *g)
{
    clmodp_status st = CLMODP_OK;

    for (uint32_t k = 1; k < g->part.transport->ranks; k++) {
        clm_rank_state *p = &g->states[k];
        clm_unit_range units;
        double again; /* ignored: the next call comes earlier */

        if (p->busy || p->status != CLMODP_OK ||
            clm_unit_try(&g->queue, &units, &again, k, clm_clock_seconds()) != CLM_UNIT_TAKEN)
            continue;
        p->at_unit = true;
        TRY(ask_rank(g, k, CLM_MESSAGE_UNIT, &units.first, 1, NULL, 0));
    }
done:
    return st;
}

/* Handles messages, sends units and reports progress on the caller's thread; stops on failure. */
static clmodp_status ask_progress(void *user)
{
    clmodp_status st = CLMODP_OK;
    clm_rank_group *g = user;

    TRY(clm_progress(g->context, 0.9 * clm_unit_queue_progress(&g->queue)));
    TRY(receive_messages(g));
    TRY(hand_out(g));
done:
    if (st != CLMODP_OK)
        clm_unit_queue_stop(&g->queue);
    return st;
}

/* Progress callback of rank 0's own units; its only effect is cancellation. */
static int is_stopped(void *user, double fraction)
{
    clm_rank_group *g = user;

    (void)fraction;
    return clm_poller_stopped(&g->watch) || !clm_unit_is_wanted(&g->queue, 0);
}

static clmodp_status run_own_unit(clm_rank_group *g, uint64_t unit)
{
    const double began = clm_clock_seconds();
    clm_counts counts;
    clmodp_status st = clm_rank_work_run(&g->part, &counts, unit);

    if (st == CLMODP_OK) {
        if (clm_unit_done(&g->queue, 0, clm_clock_seconds() - began))
            clm_counts_add(&g->own_counts, &counts);
    } else if (st == CLMODP_CANCELLED && !clm_poller_stopped(&g->watch)) {
        clm_unit_abandon(&g->queue, 0); /* others completed it */
        clm_runner_reset(&g->part.runner);
        st = CLMODP_OK;
    }
    return st;
}

/* Computes units of rank 0, on another thread. Its failure is no failure of all ranks. */
static clmodp_status run_own(void *argument)
{
    clm_rank_group *g = argument;
    clmodp_status st = clm_runner_open(&g->part.runner);
    clm_unit_range units;

    while (st == CLMODP_OK && clm_unit_take(&g->queue, &units, 0))
        st = run_own_unit(g, units.first);
    g->states[0].status = st; /* read after this thread has ended */
    if (st != CLMODP_OK) {
        clm_runner_release(&g->part.runner);
        clm_consumer_leave(&g->queue, 0);
    }
    return CLMODP_OK;
}

/* Drops rank 0 after a failure on its thread. */
static void drop_own(clm_rank_group *g, clmodp_status st)
{
    clm_error *error = &g->part.runner.call.error;

    g->states[0].status = CLMODP_OK;
    if (st != CLMODP_OK)
        drop_rank(g, 0, clm_error_complete(error, st), error->message);
}

static bool is_any_left(const clm_rank_group *g)
{
    for (uint32_t k = 0; k < g->part.transport->ranks; k++)
        if (g->states[k].status == CLMODP_OK)
            return true;
    return false;
}

/* Computes all units on all ranks, rank 0 too. Errors: CANCELLED, as the transport; rank 0's if
 * all ranks were dropped */
static clmodp_status compute_units(clm_rank_group *g)
{
    clmodp_status st = CLMODP_OK;
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};

    g->watch = (clm_poller){.ask = ask_progress, .user = g};
    clm_runner_poll(&g->part.runner, is_stopped, g);
    TRY(clm_run_watched(run_own, g, &g->watch));
    drop_own(g, g->states[0].status);
    while (g->queue.done < g->queue.units && is_any_left(g)) { /* the others continue */
        TRY(ask_progress(g));
        (void)nanosleep(&pause, NULL);
    }
    if (g->queue.done < g->queue.units)
        FAIL(&g->context->error, g->states[0].status, "%s", g->states[0].message);
    TRY(await_ranks(g, true)); /* stragglers, with units done by others */
done:
    return st;
}

/* ---- CRT reconstruction ---- */

static void write_window(clm_writer *w, const clm_window *window, size_t outputs)
{
    for (size_t n = 0; n < outputs; n++) {
        clm_write_number(w, window->each[n].zero, 1);
        clm_write_number(w, window->each[n].valuation, 8);
        clm_write_number(w, window->each[n].degree, 8);
    }
}

/* Writes the owners of units and the windows, in the format of server.c. */
static void write_shares(clm_writer *w, const clm_rank_work *part)
{
    for (uint64_t unit = 0; unit < part->plan->units; unit++)
        clm_write_number(w, part->owner[unit], 4);
    for (uint32_t k = 0; k < part->transport->ranks; k++)
        write_window(w, &part->windows[k], part->plan->task.count);
}

static clmodp_status ask_all(clm_rank_group *g, clm_message_kind kind, const clm_writer *w)
{
    clmodp_status st = CLMODP_OK;

    for (uint32_t k = 1; k < g->part.transport->ranks && st == CLMODP_OK; k++)
        st = ask_rank(g, k, kind, NULL, 0, w->out, w->size);
    return st;
}

/* Returns the first rank that has failed since `before`; NULL if there is none. */
static const clm_rank_state *first_failed(const clm_rank_group *g, const bool *before)
{
    for (uint32_t k = 0; k < g->part.transport->ranks; k++)
        if (g->states[k].status != CLMODP_OK && !before[k])
            return &g->states[k];
    return NULL;
}

/* Allocates buffers on all ranks; ranks that compute no more keep their images.
 * Errors: as the first rank with too little memory */
static clmodp_status share_images(clm_rank_group *g)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &g->context->error;
    const clm_rank_state *failed;
    bool *before = NULL;
    clm_writer w = {0};

    NEW(error, before, g->part.transport->ranks);
    for (uint32_t k = 0; k < g->part.transport->ranks; k++)
        before[k] = g->states[k].status != CLMODP_OK;
    memcpy(g->part.owner, g->queue.owner, (size_t)g->queue.units * sizeof *g->part.owner);
    write_shares(&w, &g->part);
    NEW(error, w.out, w.size);
    w.size = 0;
    write_shares(&w, &g->part);
    TRY(ask_all(g, CLM_MESSAGE_SHARE, &w));
    st = clm_rank_work_share(&g->part);
    if (st != CLMODP_OK) {
        *error = g->part.runner.call.error;
        goto done;
    }
    TRY(await_ranks(g, false));
    failed = first_failed(g, before);
    if (failed != NULL)
        FAIL(error, failed->status, "%s", failed->message);
done:
    free(w.out);
    free(before);
    return st;
}

static clmodp_status reconstruct_own(void *argument)
{
    clm_rank_group *g = argument;

    g->states[0].status = clm_rank_work_reconstruct(&g->part); /* read after the thread's end */
    return CLMODP_OK;
}

/* Reconstructs rank 0's window, while the others do theirs. */
static clmodp_status reconstruct_beside(clm_rank_group *g)
{
    clmodp_status st = CLMODP_OK;
    clm_rank_state *own = &g->states[0];
    const clmodp_status before = own->status;
    clm_progress_at at = {g->context, 0.95};

    if (g->part.windows[0].coefficients == 0)
        return CLMODP_OK;
    g->watch = (clm_poller){.ask = clm_progress_poll, .user = &at};
    TRY(clm_run_watched(reconstruct_own, g, &g->watch));
    st = own->status;
    own->status = before;
    if (st != CLMODP_OK && st != CLMODP_CANCELLED) {
        drop_rank(g, 0, clm_error_complete(&g->part.runner.call.error, st),
                  g->part.runner.call.error.message);
        st = CLMODP_OK;
    }
done:
    return st;
}

/* Stores the coefficients of rank 0's window. */
static clmodp_status collect_own(clm_rank_group *g)
{
    if (*g->part.method != '\0')
        g->method = g->part.method;
    return clm_window_collect(g->results, g->part.reconstructed, &g->part.windows[0],
                              g->part.plan->task.count);
}

/* Reconstructs all windows, once. *all: no rank with a window failed. */
static clmodp_status reconstruct_once(clm_rank_group *g, const clm_reconstruction *reconstruction,
                                      bool *all)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_plan *p = g->part.plan;
    const uint32_t ranks = g->part.transport->ranks;
    const clm_writer nothing = {0};

    *all = true;
    clm_windows_divide(g->part.windows, g->consumers, ranks, p->prepared.engine,
                       reconstruction->each, p->task.count);
    TRY(share_images(g));
    g->results = reconstruction->results;
    TRY(ask_all(g, CLM_MESSAGE_RECONSTRUCT, &nothing));
    st = clm_rank_work_exchange(&g->part);
    if (st != CLMODP_OK) {
        g->context->error = g->part.runner.call.error;
        goto done;
    }
    TRY(reconstruct_beside(g));
    TRY(await_ranks(g, false));
    TRY(collect_own(g));
    for (uint32_t k = 0; k < ranks; k++)
        *all &= g->part.windows[k].coefficients == 0 || g->states[k].status == CLMODP_OK;
done:
    g->results = NULL;
    return st;
}

/* Reconstructs outputs for clm_plan_complete, with the rank group as user. */
static clmodp_status reconstruct_on_ranks(clmodp_context *ctx, void *user,
                                          clm_reconstruction *reconstruction)
{
    clmodp_status st = CLMODP_OK;
    clm_rank_group *g = user;
    bool all = false;

    while (!all) {
        if (!is_any_left(g))
            FAIL(&ctx->error, g->states[0].status, "%s", g->states[0].message);
        TRY(reconstruct_once(g, reconstruction, &all)); /* again without failed ranks */
    }
    reconstruction->method = g->method;
done:
    return st;
}

/* ---- the problem ---- */

static clmodp_status begin_all(clm_rank_group *g)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_plan *plan = g->part.plan;
    const size_t size = clmodp_plan_size(plan);
    unsigned char *bytes = NULL;

    NEW(&g->context->error, bytes, size);
    clmodp_plan_write(plan, bytes);
    for (uint32_t k = 1; k < g->part.transport->ranks; k++)
        TRY(ask_rank(g, k, CLM_MESSAGE_PLAN, NULL, 0, bytes, size));
done:
    free(bytes);
    return st;
}

/* Has the other ranks release the plan, also after failures. Errors: as the transport */
static clmodp_status end_all(clm_rank_group *g)
{
    clmodp_status st = CLMODP_OK;

    TRY(await_ranks(g, true));
    TRY(clm_message_send_all(&g->context->error, g->part.transport, CLM_MESSAGE_FORGET));
done:
    return st;
}

static clmodp_status compute_by_all(clm_rank_group *g, double began, const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK, ended;
    const clmodp_plan *p = g->part.plan;
    clm_finishing how = {.began = began, .reconstruct = reconstruct_on_ranks, .user = g};

    if (p->primes > 0) {
        g->part.runner.call.base.timed = problem->report != NULL;
        TRY(begin_all(g));
        TRY(compute_units(g));
        how.counts = g->own_counts;
        clm_counts_add(&how.counts, &g->counts);
    }
    TRY(clm_plan_complete(g->context, p, &how, problem));
done:
    ended = end_all(g);
    return st != CLMODP_OK ? st : ended;
}

/* Reports each rank's work and status. */
static void report_members(const clm_rank_group *g, clmodp_fleet_member *members)
{
    const clmodp_plan *plan = g->part.plan;

    for (uint32_t k = 0; k < g->part.transport->ranks && members != NULL; k++) {
        const clm_rank_state *p = &g->states[k];
        clmodp_fleet_member told = {.seconds = g->consumers[k].seconds,
                                    .coefficients = g->part.windows[k].coefficients,
                                    .straggler_count = g->consumers[k].straggler_count,
                                    .status = p->status};

        told.primes = clm_plan_primes_of(plan, &g->queue, plan->unit_primes, k);
        memcpy(told.message, p->message, sizeof told.message);
        clm_report_write((char *)members + (size_t)k * members->size, &told, sizeof told);
    }
}

static clmodp_status run(clmodp_context *context, const clmodp_transport *transport,
                         const clmodp_plan *plan, double began, const clmodp_problem *problem,
                         clmodp_fleet_member *members)
{
    clmodp_status st = CLMODP_OK;
    clm_call call;
    clm_rank_group g = {.context = context, .method = ""};
    clm_error error;

    clm_call_begin(&call, context, plan->options.max_memory, true);
    NEW(&context->error, g.states, transport->ranks);
    NEW(&context->error, g.consumers, transport->ranks);
    TRY(clm_unit_queue_create(&context->error, &g.queue, plan->units, 1, g.consumers,
                              transport->ranks));
    st = clm_rank_work_begin(&g.part, context, transport, plan);
    if (st != CLMODP_OK) {
        context->error = g.part.runner.call.error;
        goto done;
    }
    st = compute_by_all(&g, began, problem);
    report_members(&g, members);
done:
    error = context->error; /* the runner ends in this call */
    (void)clm_rank_work_end(&g.part, st);
    context->error = error;
    clm_unit_queue_destroy(&g.queue);
    free(g.consumers);
    free(g.states);
    return clm_call_end(context, &call, st);
}

clmodp_status clmodp_ranks_compute(clmodp_context *context, const clmodp_transport *transport,
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

    START(context, &context->error);
    error = &context->error;
    TRY(clm_transport_read(error, &known, transport));
    if (known.rank != 0)
        FAIL(error, CLMODP_INVALID, "rank %u must serve: rank 0 computes", (unsigned)known.rank);
    TRY(clm_report_check(error, members));
    TRY(clmodp_plan_create(context, &plan, problem, options));
    TRY(clm_plan_check_size(error, NULL, plan));
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
    TRY(clm_message_send_all(NULL, &known, CLM_MESSAGE_DISMISS));
done:
    return st;
}
