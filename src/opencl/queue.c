/* Commands in progress: their events, waiting for them, progress reports, and the throttle, which
 * limits the work queued ahead of the device. */
#include "opencl/queue.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/parallel.h"
#include "core/size.h"
#include "opencl/context.h"
#include "opencl/opencl_error.h"

static size_t label_place(int label)
{
    return label == CLM_NO_LABEL ? CLM_MOST_LABELS : (size_t)label;
}

/* Returns observed seconds per predicted second. */
static double label_factor(const clm_throttle *t, int label)
{
    const double factor = t->seen[label_place(label)].factor;

    return factor > 0 ? factor : 1;
}

void clm_throttle_begin(clm_throttle *t, int label, double seconds, double now)
{
    t->batch[t->made % CLM_MOST_BATCHES] =
        (clm_command_batch){.seconds = seconds, .began = now, .label = label};
    t->open = true;
}

void clm_throttle_end(clm_throttle *t, uint64_t end, double fraction)
{
    clm_command_batch *last = &t->batch[t->made % CLM_MOST_BATCHES];

    if (!t->open)
        return;
    last->end = end;
    last->fraction = fraction;
    t->made++;
    t->open = false;
}

/* Corrects the predictions for a label from an observed time, at most twofold each time: first
 * launches include compilation, and any may wait for a processor. */
static void learn_factor(clm_throttle *t, int label, double predicted, double took)
{
    const double before = label_factor(t, label), now = took / predicted;

    t->seen[label_place(label)].factor = fmin(fmax(now, before / 2), before * 2);
    t->seen[label_place(label)].sure = now <= before * 2;
}

/* Attributes all batches seen at once to the label of the last. */
void clm_throttle_observe(clm_throttle *t, uint64_t done, double now)
{
    double predicted = 0, began = 0;
    int label = CLM_NO_LABEL;

    for (; t->done < t->made && clm_throttle_oldest(t) <= done; t->done++) {
        const clm_command_batch *one = &t->batch[t->done % CLM_MOST_BATCHES];

        if (predicted == 0)
            began = fmax(one->began, t->observed);
        predicted += one->seconds;
        label = one->label;
        t->reached = one->fraction;
    }
    if (predicted == 0)
        return;
    learn_factor(t, label, predicted, now - began);
    t->observed = now;
}

bool clm_throttle_too_much(const clm_throttle *t, int label, double seconds)
{
    bool sure = t->seen[label_place(label)].sure;
    double ahead = seconds * label_factor(t, label);

    if (t->made - t->done == CLM_MOST_BATCHES - 1)
        return true;
    for (uint64_t k = t->done; k < t->made; k++) {
        const clm_command_batch *one = &t->batch[k % CLM_MOST_BATCHES];

        ahead += one->seconds * label_factor(t, one->label);
        sure = sure && t->seen[label_place(one->label)].sure;
    }
    return !t->unbounded && ahead > (sure ? CLM_MOST_QUEUED_SECONDS : CLM_MOST_UNVERIFIED_SECONDS);
}

uint64_t clm_throttle_oldest(const clm_throttle *t)
{
    return t->batch[t->done % CLM_MOST_BATCHES].end;
}

/* Alignment of copies, as of allocated memory. */
#define COPY_ALIGNMENT 16

static clm_command *command_of(clm_queue *q, uint64_t number)
{
    return &q->command[number % CLM_MOST_COMMANDS];
}

size_t clm_queue_copy_room(const clmodp_context *ctx)
{
    return CLM_COPIES_BYTES - ctx->pending->copied;
}

void *clm_queue_copy(clmodp_context *ctx, size_t bytes)
{
    clm_queue *q = ctx->pending;
    unsigned char *copy = q->copies + q->copied;

    q->copied = clm_round_up(q->copied + bytes, COPY_ALIGNMENT);
    return copy;
}

/* Returns the run time by the device's clock in seconds; 0 if unknown. */
static double seconds_of(cl_event event)
{
    cl_ulong began = 0, ended = 0;

    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof began, &began, NULL) !=
            CL_SUCCESS ||
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, NULL) !=
            CL_SUCCESS || ended < began)
        return 0;
    return 1e-9 * (double)(ended - began);
}

/* Reads the state of the oldest command: CL_COMPLETE; above, in progress; below, failed. */
static clmodp_status ask_state(clm_error *error, clm_queue *q, cl_int *state)
{
    clmodp_status st = CLMODP_OK;

    *state = CL_COMPLETE;
    TRY_CL(error, clGetEventInfo, command_of(q, q->done)->event,
           CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof *state, state, NULL);
done:
    return st;
}

/* Reads the state of the oldest command after its end, which in an in-order queue precedes that of
 * a command waited for. But with Intel's runtime for CPUs (2026.22.10) a blocking write returns
 * while earlier writes are in progress and their copies in use. */
static clmodp_status ask_ended(clm_error *error, clm_queue *q, cl_int *state)
{
    clmodp_status st = CLMODP_OK;

    TRY(ask_state(error, q, state));
    if (*state > CL_COMPLETE) {
        (void)clWaitForEvents(1, &command_of(q, q->done)->event); /* failure shows in its state */
        TRY(ask_state(error, q, state));
    }
done:
    return st;
}

/* Releases the oldest command. Errors: if it failed */
static clmodp_status retire_command(clm_error *error, clm_queue *q, cl_int state)
{
    clm_command *c = command_of(q, q->done++);
    clmodp_status st = CLMODP_OK;

    if (state < 0)
        st = clm_opencl_fail(error, state, c->name);
    else if (c->label != CLM_NO_LABEL)
        q->seconds[c->label] += seconds_of(c->event);
    clReleaseEvent(c->event);
    c->event = NULL;
    return st;
}

/* Releases the commands before number `end`, which were waited for. Errors: of the first failed
 * one */
static clmodp_status retire_until(clm_error *error, clm_queue *q, uint64_t end)
{
    clmodp_status st = CLMODP_OK;

    while (q->done < end) {
        cl_int state;
        clmodp_status now = ask_ended(error, q, &state);

        if (now == CLMODP_OK)
            now = retire_command(error, q, state);
        else
            (void)retire_command(NULL, q, CL_COMPLETE);
        if (now != CLMODP_OK && st == CLMODP_OK) {
            st = now;
            error = NULL;
        }
    }
    return st;
}

clmodp_status clm_queue_flush(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;

    TRY_CL(&ctx->error, clFlush, ctx->queue);
done:
    return st;
}

clmodp_status clm_queue_wait(clmodp_context *ctx, uint64_t end)
{
    clmodp_status st = CLMODP_OK;
    clm_queue *q = ctx->pending;
    const double began = clm_clock_seconds();
    cl_int code;

    if (end <= q->done)
        return CLMODP_OK;
    TRY(clm_queue_flush(ctx));
    code = clWaitForEvents(1, &command_of(q, end - 1)->event);
    q->waited += clm_clock_seconds() - began;
    if (code != CL_SUCCESS && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        return clm_opencl_fail(&ctx->error, code, "clWaitForEvents");
    st = retire_until(&ctx->error, q, end);
done:
    return st;
}

/* Releases completed commands without waiting. Errors: DEVICE */
static clmodp_status clm_queue_look(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    clm_queue *q = ctx->pending;

    while (q->done < q->made) {
        cl_int state;

        TRY(ask_state(&ctx->error, q, &state));
        if (state > CL_COMPLETE)
            break;
        TRY(retire_command(&ctx->error, q, state));
    }
done:
    return st;
}

clmodp_status clm_queue_room(clmodp_context *ctx)
{
    const clm_queue *q = ctx->pending;

    if (q->made - q->done < CLM_MOST_COMMANDS)
        return CLMODP_OK;
    return clm_queue_wait(ctx, q->done + CLM_MOST_COMMANDS / 2);
}

void clm_queue_add(clmodp_context *ctx, cl_event event, const char *name)
{
    clm_queue *q = ctx->pending;

    *command_of(q, q->made++) =
        (clm_command){event, name, ctx->call->timed && q->profiled ? q->label : CLM_NO_LABEL};
}

/* Records the failure of an OpenCL call, or of the command at fault. */
static clmodp_status explain_failure(clmodp_context *ctx, cl_int code, const char *call)
{
    clm_queue *q = ctx->pending;

    for (uint64_t k = q->done; k < q->made; k++) {
        const clm_command *c = command_of(q, k);
        cl_int state = CL_COMPLETE;

        if (clGetEventInfo(c->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state,
                           NULL) == CL_SUCCESS && state < 0)
            return clm_opencl_fail(&ctx->error, state, c->name);
    }
    return clm_opencl_fail(&ctx->error, code, call);
}

/* Records at time `now` that all enqueued commands have completed. */
static void observe_all(clm_queue *q, double now)
{
    clm_throttle_end(&q->throttle, q->made, q->throttle.reached);
    clm_throttle_observe(&q->throttle, q->done, now);
}

clmodp_status clm_queue_waited(clmodp_context *ctx, double began, cl_int code, const char *call)
{
    clm_queue *q = ctx->pending;
    const double now = clm_clock_seconds();
    clmodp_status st;

    q->waited += now - began;
    if (code != CL_SUCCESS)
        return explain_failure(ctx, code, call);
    st = retire_until(&ctx->error, q, q->made);
    q->copied = 0;
    observe_all(q, now);
    return st;
}

clmodp_status clm_finish(clmodp_context *ctx)
{
    const double began = clm_clock_seconds();

    return clm_queue_waited(ctx, began, clFinish(ctx->queue), "clFinish");
}

/* Waits for all commands and ignores failures. */
static void finish_all(clmodp_context *ctx)
{
    if (ctx->pending->made > ctx->pending->done)
        (void)clFinish(ctx->queue);
}

void clm_queue_before_release(clmodp_context *ctx)
{
    if (ctx->error.message[0] != '\0')
        finish_all(ctx);
}

void clm_queue_settle(clmodp_context *ctx)
{
    clm_queue *q = ctx->pending;

    finish_all(ctx);
    (void)retire_until(NULL, q, q->made);
    q->copied = 0;
    q->label = CLM_NO_LABEL;
    memset(q->seconds, 0, sizeof q->seconds);
    observe_all(q, clm_clock_seconds());
}

void clm_queue_label(clmodp_context *ctx, int label)
{
    ctx->pending->label = label;
}

bool clm_queue_take(clmodp_context *ctx, double *seconds, int count)
{
    clm_queue *q = ctx->pending;

    for (int label = 0; label < count && q->profiled; label++)
        seconds[label] += q->seconds[label];
    memset(q->seconds, 0, sizeof q->seconds);
    return q->profiled;
}

double clm_queue_waits(const clmodp_context *ctx)
{
    return ctx->pending->waited;
}

/* Reports the last fraction of a call to its progress callback. */
static clmodp_status report_fraction(clmodp_context *ctx, const clm_call *call)
{
    if (call->progress == NULL || call->progress(call->progress_user, call->fraction) == 0)
        return CLMODP_OK;
    return clm_fail(&ctx->error, CLMODP_CANCELLED, "cancelled by the progress callback");
}

clmodp_status clm_progress(clmodp_context *ctx, double fraction)
{
    ctx->call->fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
    return report_fraction(ctx, ctx->call);
}

clmodp_status clm_queue_test_launch(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;

    if (ctx->call->tested_for == NULL)
        goto done;
    TRY(clm_queue_wait(ctx, ctx->pending->made));
    TRY(report_fraction(ctx, ctx->call->tested_for));
done:
    return st;
}

clmodp_status clm_progress_poll(void *progress_at)
{
    const clm_progress_at *at = progress_at;

    return clm_progress(at->context, at->fraction);
}

clmodp_status clm_throttle_begin_batch(clmodp_context *ctx, double seconds, double fraction)
{
    clmodp_status st = CLMODP_OK;
    clm_queue *q = ctx->pending;
    clm_throttle *t = &q->throttle;

    clm_throttle_end(t, q->made, fraction);
    if (q->made > q->done)
        TRY(clm_queue_flush(ctx));
    TRY(clm_queue_look(ctx));
    clm_throttle_observe(t, q->done, clm_clock_seconds());
    while (t->done < t->made && clm_throttle_too_much(t, q->label, seconds)) {
        TRY(clm_queue_wait(ctx, clm_throttle_oldest(t)));
        clm_throttle_observe(t, q->done, clm_clock_seconds());
    }
    if (t->done == t->made)
        t->reached = fraction;
    TRY(clm_progress(ctx, t->reached));
    clm_throttle_begin(t, q->label, seconds, clm_clock_seconds());
done:
    return st;
}

clmodp_status clm_throttle_launches(clmodp_context *ctx, double words, double fraction)
{
    const clm_share *share = &ctx->call->share;
    const double ns = ctx->costs.ns[CLM_OP_FAST_WORD] / (double)ctx->device.compute_units;

    if (share->to <= 0)
        return CLMODP_OK;
    return clm_throttle_begin_batch(ctx, 1e-9 * ns * words,
                                    share->from + fraction * (share->to - share->from));
}
