/* Serves rank 0 on all other ranks: computes its units, windows and tasks. */
#include "ranks/rank_work.h"

#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "polynomials/zx.h"

typedef struct served {
    clmodp_context *context;
    clmodp_transport *transport;
    clmodp_tasks tasks;
    clmodp_plan *plan; /* NULL: none */
    clm_rank_work part;
} served;

static void forget(served *s)
{
    (void)clm_rank_work_end(&s->part, CLMODP_OK);
    clmodp_plan_destroy(s->plan);
    s->plan = NULL;
}

/* Progress callback; cancels when a message waits, which can only be STOP. */
static int is_stopped(void *user, double fraction)
{
    (void)fraction;
    return clm_message_waits(user);
}

static clmodp_status begin_plan(served *s, clm_message *m)
{
    clmodp_status st = CLMODP_OK;

    forget(s);
    TRY(clmodp_plan_read(s->context, &s->plan, m->rest.in, m->rest.left));
    TRY(clm_rank_work_begin(&s->part, s->context, s->transport, s->plan));
    clm_runner_poll(&s->part.runner, is_stopped, s->transport);
    TRY(clm_runner_open(&s->part.runner));
done:
    return st;
}

static clmodp_status run_unit(served *s, clm_message *m, uint64_t numbers[CLM_DONE_NUMBERS])
{
    clmodp_status st = CLMODP_OK;
    const double began = clm_clock_seconds();
    const uint64_t unit = clm_read_number(&m->rest, 8, UINT64_MAX);
    clm_counts counts = {0};

    if (m->rest.failed || unit >= s->plan->units)
        FAIL(&s->part.runner.call.error, CLMODP_CORRUPT, "rank 0 requested an unknown unit");
    st = clm_rank_work_run(&s->part, &counts, unit);
    if (st == CLMODP_CANCELLED) /* the unit is unwanted, but others may follow */
        clm_runner_reset(&s->part.runner);
    if (st != CLMODP_OK)
        goto done;
    numbers[CLM_DONE_NANOSECONDS] = (uint64_t)((clm_clock_seconds() - began) * 1e9);
    numbers[CLM_DONE_CHUNKS] = counts.chunks;
    numbers[CLM_DONE_EVALUATIONS] = counts.evaluations;
    numbers[CLM_DONE_UNLUCKY] = counts.unlucky;
    numbers[CLM_DONE_FALLBACK] = counts.fallback;
done:
    return st;
}

/* Reads a window, which is empty or within the bounds. */
static void read_window(clm_reader *r, clm_window *window, const clmodp_plan *p)
{
    window->coefficients = 0;
    for (size_t n = 0; n < p->task.count; n++) {
        const clm_bounds *own = &p->prepared.each[n];
        clm_bounds *b = &window->each[n];

        *b = *own;
        b->zero = clm_read_number(r, 1, 1) != 0;
        b->valuation = clm_read_number(r, 8, own->degree);
        b->degree = clm_read_number(r, 8, own->degree);
        if (b->zero)
            continue;
        r->failed |= own->zero || b->valuation < own->valuation || b->valuation > b->degree;
        window->coefficients += b->degree - b->valuation + 1;
    }
}

/* Reads owners of all units, and windows of all ranks; allocates buffers. */
static clmodp_status share(served *s, clm_message *m)
{
    clmodp_status st = CLMODP_OK;
    clm_rank_work *part = &s->part;
    const uint32_t ranks = s->transport->ranks;
    bool right = true;

    for (uint64_t unit = 0; unit < s->plan->units; unit++) {
        part->owner[unit] = (uint32_t)clm_read_number(&m->rest, 4, ranks - 1);
        right &= part->owner[unit] != s->transport->rank || part->here[unit] != NULL;
    }
    for (uint32_t k = 0; k < ranks && !m->rest.failed; k++)
        read_window(&m->rest, &part->windows[k], s->plan);
    if (m->rest.failed || !right)
        FAIL(&part->runner.call.error, CLMODP_CORRUPT, "rank 0 sent invalid windows");
    TRY(clm_rank_work_share(part));
done:
    return st;
}

/* Writes the method of reconstruction, and the coefficients of the window, lowest first. */
static void write_reconstructed(clm_writer *w, const clm_rank_work *part)
{
    const size_t length = strlen(part->method);
    const clm_window *own = &part->windows[part->transport->rank];
    mpz_t none;

    mpz_init(none);
    clm_write_number(w, length, 1);
    clm_write_bytes(w, part->method, length);
    for (size_t n = 0; n < part->plan->task.count; n++)
        for (uint64_t i = own->each[n].valuation; !own->each[n].zero && i <= own->each[n].degree;
             i++) {
            mpz_srcptr c = clmodp_zx_coeff(part->reconstructed[n], (size_t)i);

            clm_write_integer(w, c != NULL ? c : none);
        }
    mpz_clear(none);
}

/* Reconstructs the window, and writes it for rank 0. */
static clmodp_status reconstruct(served *s, clm_writer *w)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &s->part.runner.call.error;

    TRY(clm_rank_work_exchange(&s->part));
    TRY(clm_rank_work_reconstruct(&s->part));
    write_reconstructed(w, &s->part);
    NEW(error, w->out, w->size);
    w->size = 0;
    write_reconstructed(w, &s->part);
done:
    return st;
}

/* Computes a caller's task, with its result in *w. */
static clmodp_status run_task(served *s, const clm_message *m, clm_writer *w)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &s->context->error;
    void *result = NULL;

    if (s->tasks.work == NULL)
        FAIL(error, CLMODP_INVALID, "rank 0 sent a task, but rank %u has no work function",
             (unsigned)s->transport->rank);
    TRY(s->tasks.work(s->tasks.user, 0, m->rest.in, m->rest.left, &result, &w->size));
    w->out = result;
done:
    return st;
}

/* Handles a request, and replies. Errors: as the transport */
static clmodp_status answer(served *s, clm_message *m)
{
    clmodp_status st = CLMODP_OK, done;
    clm_error *error = &s->context->error;
    uint64_t numbers[CLM_DONE_NUMBERS] = {0};
    clm_writer w = {0};

    clm_error_clear(error);
    if (m->kind == CLM_MESSAGE_PLAN)
        done = begin_plan(s, m);
    else if (m->kind == CLM_MESSAGE_TASK)
        done = run_task(s, m, &w);
    else if (s->plan == NULL || s->part.plan == NULL)
        done = clm_fail(error, CLMODP_CORRUPT, "rank 0 sent a request without a plan");
    else if (m->kind == CLM_MESSAGE_UNIT)
        done = run_unit(s, m, numbers);
    else if (m->kind == CLM_MESSAGE_SHARE)
        done = share(s, m);
    else
        done = reconstruct(s, &w);
    if (done != CLMODP_OK && s->part.plan != NULL && error->message[0] == '\0')
        *error = s->part.runner.call.error;
    if (done != CLMODP_OK) {
        (void)clm_error_complete(error, done);
        numbers[0] = done;
        TRY(clm_message_send(error, s->transport, 0, CLM_MESSAGE_FAILED, numbers, 1,
                             error->message, strlen(error->message)));
    } else {
        TRY(clm_message_send(error, s->transport, 0, CLM_MESSAGE_DONE, numbers,
                             m->kind == CLM_MESSAGE_UNIT ? CLM_DONE_NUMBERS : 0, w.out, w.size));
    }
    clm_error_clear(&s->part.runner.call.error);
done:
    free(w.out);
    return st;
}

clmodp_status clmodp_ranks_serve(clmodp_context *context, const clmodp_transport *transport,
                                 const clmodp_tasks *tasks)
{
    clmodp_status st = CLMODP_OK;
    clmodp_transport known;
    served s = {.context = context, .transport = &known};
    bool dismissed = false;

    START(context, &context->error);
    TRY(clm_transport_read(&context->error, &known, transport));
    TRY(clm_tasks_read(&context->error, &s.tasks, tasks));
    if (known.rank == 0)
        FAIL(&context->error, CLMODP_INVALID, "rank 0 cannot serve: it has the problem");
    while (!dismissed && st == CLMODP_OK) {
        clm_message m;

        TRY(clm_message_receive(&context->error, &known, &m));
        if (m.from != 0)
            st = clm_fail(&context->error, CLMODP_CORRUPT, "unexpected message of rank %u",
                          (unsigned)m.from);
        else if (m.kind == CLM_MESSAGE_DISMISS)
            dismissed = true;
        else if (m.kind == CLM_MESSAGE_FORGET)
            forget(&s);
        else if (m.kind < CLM_MESSAGE_STOP)
            st = answer(&s, &m);
        else if (m.kind != CLM_MESSAGE_STOP) /* it came after the reply */
            st = clm_fail(&context->error, CLMODP_CORRUPT,
                          "rank 0 sent a reply instead of a request");
        clm_message_clear(&m);
    }
done:
    forget(&s);
    return clm_error_complete(&context->error, st);
}
