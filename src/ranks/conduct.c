/* Questions of rank 0, and answers. */
#include "ranks/conduct.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "zxy/zx.h"

#define PAUSE_NANOSECONDS 1000000L

void clm_conduct_drop(clm_orchestra *o, uint32_t rank, clmodp_status st, const char *message)
{
    clm_player *p = &o->players[rank];

    if (p->status != CLMODP_OK)
        return;
    p->status = st;
    (void)snprintf(p->message, sizeof p->message, "%s", message);
    clm_taker_leave(&o->queue, rank);
    p->at_unit = false;
    if (st != CLMODP_CANCELLED)
        clm_log_line(&o->call->log, CLMODP_LOG_NOTE, "rank %u is left out: %s", (unsigned)rank,
                     p->message);
}

/* Who was stopped since others had done its unit has not failed. */
static void hear_failure(clm_orchestra *o, clm_message *m)
{
    const clmodp_status st = (clmodp_status)clm_read_number(&m->rest, 8, INT32_MAX);
    clm_player *p = &o->players[m->from];
    char message[sizeof o->players->message];
    const size_t length = m->rest.left < sizeof message - 1 ? m->rest.left : sizeof message - 1;

    if (st == CLMODP_CANCELLED && p->at_unit && !clm_unit_is_wanted(&o->queue, m->from)) {
        clm_unit_forget(&o->queue, m->from);
        p->at_unit = false;
        return;
    }
    memcpy(message, m->rest.in, length);
    message[length] = '\0';
    clm_conduct_drop(o, m->from, st != CLMODP_OK ? st : CLMODP_CORRUPT, message);
}

static void hear_unit(clm_orchestra *o, clm_message *m)
{
    clm_player *p = &o->players[m->from];
    uint64_t numbers[CLM_DONE_NUMBERS];

    for (size_t k = 0; k < CLM_DONE_NUMBERS; k++)
        numbers[k] = clm_read_number(&m->rest, 8, UINT64_MAX);
    p->at_unit = false;
    if (clm_unit_done(&o->queue, m->from, (double)numbers[CLM_DONE_NANOSECONDS] / 1e9))
        clm_counts_add(&o->counts, &(clm_counts){.chunks = numbers[CLM_DONE_CHUNKS],
                                                 .evaluations = numbers[CLM_DONE_EVALUATIONS],
                                                 .unlucky = numbers[CLM_DONE_UNLUCKY],
                                                 .fallback = numbers[CLM_DONE_FALLBACK]});
}

/* The name by which reports know a method, or "". */
static const char *method_named(const unsigned char *name, size_t length)
{
    for (int k = 0; k < CLM_LIFT_METHODS; k++) {
        const char *known = clm_lift_name((clm_lift_method)k);

        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return known;
    }
    return "";
}

/* A window's coefficients, to their places. */
static clmodp_status hear_lifted(clm_orchestra *o, clm_message *m)
{
    clmodp_status st = CLMODP_OK;
    const clm_window *window = &o->part.windows[m->from];
    const size_t length = (size_t)clm_read_number(&m->rest, 1, 255);
    const unsigned char *name = clm_read_bytes(&m->rest, length);
    mpz_t c;

    mpz_init(c);
    if (name != NULL && length > 0)
        o->method = method_named(name, length);
    for (size_t n = 0; n < o->part.plan->task.count; n++)
        for (uint64_t i = window->each[n].valuation;
             !window->each[n].zero && i <= window->each[n].degree; i++) {
            clm_read_integer(&m->rest, c);
            TRY(clm_zx_move_coeff(o->results[n], c, (size_t)i));
        }
done:
    mpz_clear(c);
    return st;
}

static clmodp_status hear_answer(clm_orchestra *o, clm_message *m)
{
    clmodp_status st = CLMODP_OK;
    clm_player *p = &o->players[m->from];

    if (m->from == 0 || !p->busy || (m->word != CLM_SAYS_DONE && m->word != CLM_SAYS_FAILED))
        FAIL(&o->call->error, CLMODP_CORRUPT, "rank %u answers what nobody asked",
             (unsigned)m->from);
    p->busy = false;
    if (m->word == CLM_SAYS_FAILED)
        hear_failure(o, m);
    else if (p->at_unit)
        hear_unit(o, m);
    else if (o->results != NULL)
        TRY(hear_lifted(o, m));
    if (m->rest.failed)
        FAIL(&o->call->error, CLMODP_CORRUPT, "the answer of rank %u is cut", (unsigned)m->from);
done:
    return st;
}

clmodp_status clm_conduct_hear(clm_orchestra *o, bool wait)
{
    clmodp_status st = CLMODP_OK;

    while (st == CLMODP_OK && (wait || clm_is_spoken_to(o->part.transport))) {
        clm_message m;

        st = clm_hear(&o->call->error, o->part.transport, &m);
        if (st == CLMODP_OK) {
            st = hear_answer(o, &m);
            clm_message_clear(&m);
        }
        wait = false;
    }
    return st;
}

clmodp_status clm_conduct_ask(clm_orchestra *o, uint32_t rank, clm_word word,
                              const uint64_t *numbers, size_t count, const void *bytes,
                              size_t size)
{
    o->players[rank].busy = true;
    o->players[rank].stopping = false;
    return clm_say(&o->call->error, o->part.transport, rank, word, numbers, count, bytes, size);
}

static bool somebody_is_busy(const clm_orchestra *o)
{
    for (uint32_t k = 1; k < o->part.transport->ranks; k++)
        if (o->players[k].busy)
            return true;
    return false;
}

/* Tell whoever is busy, once. */
static clmodp_status stop_all(clm_orchestra *o)
{
    clmodp_status st = CLMODP_OK;

    for (uint32_t k = 1; k < o->part.transport->ranks && st == CLMODP_OK; k++)
        if (o->players[k].busy && !o->players[k].stopping) {
            o->players[k].stopping = true;
            st = clm_say(&o->call->error, o->part.transport, k, CLM_SAYS_STOP, NULL, 0, NULL, 0);
        }
    return st;
}

clmodp_status clm_conduct_rest(clm_orchestra *o, bool stop)
{
    clmodp_status st = CLMODP_OK, asked = CLMODP_OK;
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};

    while (somebody_is_busy(o)) {
        if (!stop && asked == CLMODP_OK)
            asked = clm_progress(o->call, o->call->fraction);
        if (stop || asked != CLMODP_OK)
            TRY(stop_all(o));
        TRY(clm_conduct_hear(o, false));
        if (somebody_is_busy(o))
            (void)nanosleep(&pause, NULL);
    }
    st = asked;
done:
    return st;
}
