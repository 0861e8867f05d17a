/* Coefficients by all members, as many each as its speed. */
#include "fleet/fleet.h"

#include "zxy/zx.h"

/* Windows for all members; parts that are to be filled. */
static clmodp_status divide(clm_fleet *fleet, const clm_lifting *lifting)
{
    clmodp_status st = CLMODP_OK;
    const clm_prepared *p = fleet->plan->prepared;
    const size_t outputs = p->task.count;

    clm_windows_divide(fleet->windows, fleet->takers, fleet->count, p->way.engine, lifting->each,
                       outputs);
    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        m->lifting = *lifting;
        m->lifting.results = m->part;
        m->lifting.each = fleet->windows[k].each;
        m->coefficients = fleet->windows[k].coefficients;
        for (size_t n = 0; n < outputs; n++)
            TRY(clmodp_zx_create(&m->part[n]));
    }
done:
    return st;
}

/* The window of member `index`. Who fails is no failure of the fleet. */
static clmodp_status lift_member(void *argument, size_t index, size_t thread)
{
    clm_fleet *fleet = argument;
    clm_member *m = &fleet->members[index];
    clmodp_status st;

    (void)thread;
    if (m->coefficients == 0)
        return CLMODP_OK;
    st = clm_plan_lift(&m->runner.call, m->runner.of_engine, &fleet->all, &m->lifting);
    if (st == CLMODP_CANCELLED)
        return st;
    if (st != CLMODP_OK)
        clm_member_drop(fleet, index, st);
    return CLMODP_OK;
}

/* Windows of members that failed, by one that has not. */
static clmodp_status lift_again(clmodp_context *ctx, clm_fleet *fleet)
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
        for (size_t n = 0; n < fleet->plan->prepared->task.count; n++) {
            clmodp_zx_destroy(m->part[n]); /* partly written */
            m->part[n] = NULL;
            TRY(clmodp_zx_create(&m->part[n]));
        }
        st = clm_plan_lift(&helper->runner.call, helper->runner.of_engine, &fleet->all,
                           &m->lifting);
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

/* The parts, one behind the other. */
static clmodp_status join(clm_fleet *fleet, clm_lifting *lifting)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        if (*m->lifting.method != '\0')
            lifting->method = m->lifting.method;
        for (size_t n = 0; n < fleet->plan->prepared->task.count; n++)
            for (long i = clmodp_zx_degree(m->part[n]);
                 i >= 0 && (uint64_t)i >= m->lifting.each[n].valuation; i--) {
                clm_zx_take_coeff(c, m->part[n], (size_t)i);
                TRY(clm_zx_move_coeff(lifting->results[n], c, (size_t)i));
            }
    }
done:
    mpz_clear(c);
    return st;
}

clmodp_status clm_fleet_lift(clmodp_context *ctx, void *user, clm_lifting *lifting)
{
    clmodp_status st = CLMODP_OK;
    clm_fleet *fleet = user;
    clm_progress_at at = {ctx, 0.95};

    fleet->watch = (clm_watch){.ask = clm_progress_ask, .user = &at};
    TRY(divide(fleet, lifting));
    TRY(clm_parallel_watched(fleet->count, fleet->count, lift_member, fleet, &fleet->watch));
    clm_fleet_note(fleet);
    TRY(lift_again(ctx, fleet));
    TRY(join(fleet, lifting));
done:
    return st;
}
