/* Windows of coefficients by all ranks. */
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "ranks/conduct.h"
#include "zxy/zx.h"

static void write_window(clm_writer *w, const clm_window *window, size_t outputs)
{
    for (size_t n = 0; n < outputs; n++) {
        clm_write_number(w, window->each[n].zero, 1);
        clm_write_number(w, window->each[n].valuation, 8);
        clm_write_number(w, window->each[n].degree, 8);
    }
}

/* Owners and windows, as serve.c reads them. */
static void write_shares(clm_writer *w, const clm_part *part)
{
    for (uint64_t unit = 0; unit < part->plan->units; unit++)
        clm_write_number(w, part->owner[unit], 4);
    for (uint32_t k = 0; k < part->transport->ranks; k++)
        write_window(w, &part->windows[k], part->plan->task.count);
}

static clmodp_status ask_all(clm_orchestra *o, clm_word word, const clm_writer *w)
{
    clmodp_status st = CLMODP_OK;

    for (uint32_t k = 1; k < o->part.transport->ranks && st == CLMODP_OK; k++)
        st = clm_conduct_ask(o, k, word, NULL, 0, w->out, w->size);
    return st;
}

/* Whether somebody was dropped who has to have, or to give, something. */
static const clm_player *first_failed(const clm_orchestra *o, const bool *before)
{
    for (uint32_t k = 0; k < o->part.transport->ranks; k++)
        if (o->players[k].status != CLMODP_OK && !before[k])
            return &o->players[k];
    return NULL;
}

/* Room at all ranks. Those that compute no more still have what they computed.
 * Errors: that of the first rank that has no room */
static clmodp_status share(clm_orchestra *o)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &o->call->error;
    const clm_player *failed;
    bool *before = NULL;
    clm_writer w = {0};

    NEW(error, before, o->part.transport->ranks);
    for (uint32_t k = 0; k < o->part.transport->ranks; k++)
        before[k] = o->players[k].status != CLMODP_OK;
    memcpy(o->part.owner, o->queue.owner, (size_t)o->queue.units * sizeof *o->part.owner);
    write_shares(&w, &o->part);
    NEW(error, w.out, w.size);
    w.size = 0;
    write_shares(&w, &o->part);
    TRY(ask_all(o, CLM_SAYS_SHARE, &w));
    st = clm_part_share(&o->part);
    if (st != CLMODP_OK) {
        *error = o->part.runner.call.error;
        goto done;
    }
    TRY(clm_conduct_rest(o, false));
    failed = first_failed(o, before);
    if (failed != NULL)
        FAIL(error, failed->status, "%s", failed->message);
done:
    free(w.out);
    free(before);
    return st;
}

static clmodp_status lift_own(void *argument, size_t index, size_t thread)
{
    clm_orchestra *o = argument;

    (void)index;
    (void)thread;
    o->players[0].status = clm_part_lift(&o->part); /* read when this thread has ended */
    return CLMODP_OK;
}

/* Rank 0's window, beside the others. */
static clmodp_status lift_beside(clm_orchestra *o)
{
    clmodp_status st = CLMODP_OK;
    clm_player *own = &o->players[0];
    const clm_player before = *own;
    clm_progress_at at = {o->call, 0.95};

    if (o->part.windows[0].coefficients == 0)
        return CLMODP_OK;
    o->watch = (clm_watch){.ask = clm_progress_ask, .user = &at};
    TRY(clm_parallel_watched(1, 1, lift_own, o, &o->watch));
    st = own->status;
    own->status = before.status;
    if (st != CLMODP_OK && st != CLMODP_CANCELLED) {
        clm_conduct_drop(o, 0, clm_error_complete(&o->part.runner.call.error, st),
                         o->part.runner.call.error.message);
        st = CLMODP_OK;
    }
done:
    return st;
}

/* Rank 0's coefficients, to their places. */
static clmodp_status take_own(clm_orchestra *o)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    if (*o->part.method != '\0')
        o->method = o->part.method;
    for (size_t n = 0; n < o->part.plan->task.count; n++)
        for (long i = clmodp_zx_degree(o->part.lifted[n]);
             i >= 0 && (uint64_t)i >= o->part.windows[0].each[n].valuation; i--) {
            clm_zx_take_coeff(c, o->part.lifted[n], (size_t)i);
            TRY(clm_zx_move_coeff(o->results[n], c, (size_t)i));
        }
done:
    mpz_clear(c);
    return st;
}

/* All windows, once. *all: nobody who had one failed. */
static clmodp_status lift_once(clm_orchestra *o, const clm_lifting *lifting, bool *all)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_plan *p = o->part.plan;
    const uint32_t ranks = o->part.transport->ranks;
    const clm_writer nothing = {0};

    *all = true;
    clm_windows_divide(o->part.windows, o->takers, ranks, p->prepared.engine, lifting->each,
                       p->task.count);
    TRY(share(o));
    o->results = lifting->results;
    TRY(ask_all(o, CLM_SAYS_LIFT, &nothing));
    st = clm_part_exchange(&o->part);
    if (st != CLMODP_OK) {
        o->call->error = o->part.runner.call.error;
        goto done;
    }
    TRY(lift_beside(o));
    TRY(clm_conduct_rest(o, false));
    TRY(take_own(o));
    for (uint32_t k = 0; k < ranks; k++)
        *all &= o->part.windows[k].coefficients == 0 || o->players[k].status == CLMODP_OK;
done:
    o->results = NULL;
    return st;
}

static const clm_player *first_left(const clm_orchestra *o)
{
    for (uint32_t k = 0; k < o->part.transport->ranks; k++)
        if (o->players[k].status == CLMODP_OK)
            return &o->players[k];
    return NULL;
}

clmodp_status clm_conduct_lift(clmodp_context *ctx, void *user, clm_lifting *lifting)
{
    clmodp_status st = CLMODP_OK;
    clm_orchestra *o = user;
    bool all = false;

    while (!all) {
        if (first_left(o) == NULL)
            FAIL(&ctx->error, o->players[0].status, "%s", o->players[0].message);
        TRY(lift_once(o, lifting, &all)); /* again without those that failed */
    }
    lifting->method = o->method;
done:
    return st;
}
