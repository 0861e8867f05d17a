/* Beginning and end of public calls on polynomials over F_p, and their work on the host. */
#include "fpx/api/call.h"

#include <math.h>

#include "core/error.h"
#include "core/parallel.h"

/* The most that other operations may take, relative to the one whose time a call tells. */
#define SMALL_PART 0.2

static clmodp_status read_fpx_options(clm_error *error, clmodp_fpx_options *known,
                                      const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;

    clmodp_fpx_options_init(known);
    TRY(clm_options_read(error, "clmodp_fpx_options", known, sizeof *known, options));
    REQUIRE(error, (unsigned)known->algorithm <= CLMODP_FPX_FAST);
    if ((known->algorithm == CLMODP_FPX_HOST || known->algorithm == CLMODP_FPX_FAST) &&
        (known->s | known->group | known->span) != 0)
        FAIL(error, CLMODP_INVALID, "only algorithm SCHOOLBOOK has parameters s, group and span");
done:
    return st;
}

clmodp_status clm_fpx_begin_in(clm_fpx_call *call, clmodp_context *of,
                               const clmodp_fpx_options *options, clmodp_fpx_report *report)
{
    clmodp_status st = CLMODP_OK;

    *call = (clm_fpx_call){.out = report, .began = report == NULL ? 0 : clm_clock_seconds(),
                           .report = {.algorithm = CLMODP_FPX_HOST}};
    START(of, &of->error);
    TRY(read_fpx_options(&of->error, &call->options, options));
    TRY(clm_report_check(&of->error, report));
    clm_call_begin(&call->of_context, of, call->options.max_memory, true);
    call->context = of;
done:
    return clm_error_complete(&of->error, st);
}

clmodp_status clm_fpx_begin(clm_fpx_call *call, const clmodp_fpx *f, const clmodp_fpx *a,
                            const clmodp_fpx *b, const clmodp_fpx_options *options,
                            clmodp_fpx_report *report)
{
    clmodp_status st = CLMODP_OK;
    /* without f another polynomial's context has the message */
    const clmodp_fpx *const known = f != NULL ? f : a != NULL ? a : b;

    TRY(clm_fpx_begin_in(call, known == NULL ? NULL : known->context, options, report));
    TRY(clm_fpx_check(&call->context->error, f, a));
    TRY(clm_fpx_check(&call->context->error, f, b));
    call->modulus = f->modulus;
    call->field = f->field;
    if (f->field.p != 0 && call->options.algorithm > CLMODP_FPX_HOST)
        FAIL(&call->context->error, CLMODP_UNSUPPORTED,
             "primes from 2^31 on have algorithm HOST only; choose it, or AUTO");
done:
    return st;
}

/* Corrects predictions by the time of this call, by less if it took longer than predicted, since
 * other work may have delayed it. The first call of a kind, in which the device compiles kernels,
 * does not count. Corrections of the other algorithms fade, so that they are tried again. */
static void correct_predictions(const clm_fpx_prediction *p)
{
    const double ratio = (clm_clock_seconds() - p->began) / (p->seconds + p->others);
    float *const of = p->slowdowns->of, *const own = &of[p->algorithm - CLMODP_FPX_HOST];
    const float old = *own, aim = (float)fmin(ratio, 2.0 * old);

    for (int k = 0; k < 3; k++)
        if (of[k] > 0)
            of[k] += 0.03f * (1 - of[k]);
    *own = old > 0 ? old + (aim - old) * (aim < old ? 0.5f : 0.25f) : 1;
}

clmodp_status clm_fpx_end(clm_fpx_call *call, clmodp_status st)
{
    if (call->context == NULL)
        return st;
    for (int k = 0; k < 3; k++)
        clm_value_destroy(call->context, &call->made[k]);
    if (st == CLMODP_OK && call->report.algorithm != CLMODP_FPX_HOST &&
        call->context->queue != NULL)
        st = clm_finish(call->context);
    if (st == CLMODP_OK && call->predicted.slowdowns != NULL &&
        call->predicted.others < SMALL_PART * call->predicted.seconds)
        correct_predictions(&call->predicted);
    st = clm_call_end(call->context, &call->of_context, st);
    if (st == CLMODP_OK && call->out != NULL) {
        call->report.seconds = clm_clock_seconds() - call->began;
        call->report.peak_memory = call->of_context.memory_peak;
        clm_report_write(call->out, &call->report, sizeof call->report);
    }
    return clm_error_complete(&call->context->error, st);
}

/* Work for clm_run_watched, with a separate message: the caller's thread may write one at the
 * same time. */
typedef struct host_task {
    clm_fpx_work work;
    void *user;
    clm_error error;
    clm_poller *watch;
} host_task;

static clmodp_status run_host_task(void *argument)
{
    host_task *t = argument;

    return t->work(t->user, &t->error, t->watch);
}

clmodp_status clm_fpx_on_host(clm_fpx_call *call, double nanoseconds, clm_fpx_work work,
                              void *user)
{
    clm_poller watch = CLM_PROGRESS_POLLER(call->context, call->context->call->fraction);
    clmodp_status st;
    host_task t;

    t.work = work;
    t.user = user;
    t.watch = &watch;
    clm_error_clear(&t.error); /* not all of it, which takes longer than short work */
    if (call->context->call->progress == NULL || nanoseconds < clm_limit_ns(CLM_LIMIT_ALONE))
        t.watch = NULL;
    st = clm_run_watched(run_host_task, &t, t.watch);
    if (st != CLMODP_OK && t.error.status == st)
        call->context->error = t.error;
    return st;
}
