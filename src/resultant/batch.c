/* Many problems: the host's on threads, then those of the device. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/size.h"
#include "device/context.h"
#include "resultant/call.h"
#include "resultant/choice.h"
#include "resultant/driver.h"
#include "resultant/problem.h"

/* Problems that a thread takes at a time: some tens of microseconds at least. */
#define BLOCK 8

typedef struct batch {
    clmodp_context *context;
    clmodp_context model;   /* what threads begin calls from: nobody writes to it meanwhile */
    clmodp_problem *problem;
    size_t count;
    const clmodp_resultant_options *known;
    bool *deferred;         /* of each: left to the device */
    clm_error *errors;      /* of each thread: the first failure there */
    size_t *failed;         /* of each thread: its problem */
    atomic_size_t finished; /* problems */
    clm_watch *watch;
} batch;

/* Remember the first failure of a thread. */
static void note(batch *b, size_t k, size_t thread, clm_error *error, clmodp_status st)
{
    (void)clm_error_complete(error, st);
    if (b->failed[thread] == SIZE_MAX) {
        b->errors[thread] = *error;
        b->failed[thread] = k;
    }
}

/* Solve problem k; a failure that is not one of the whole batch stays with it. */
static clmodp_status solve(batch *b, size_t k, size_t thread, clmodp_context *call, bool *deferred)
{
    const clmodp_status st = clm_problem_solve(call, &b->problem[k], b->known, deferred);

    if (deferred != NULL && *deferred)
        return CLMODP_OK;
    b->problem[k].status = st;
    if (st != CLMODP_OK)
        note(b, k, thread, &call->error, st);
    clm_error_clear(&call->error);
    return st;
}

static clmodp_status solve_block(void *argument, size_t index, size_t thread)
{
    batch *b = argument;
    const size_t end = clm_size_min((index + 1) * BLOCK, b->count);
    clm_kept kept = *b->model.kept; /* what a call remembers is not for other threads */
    clmodp_context call;

    clm_context_begin(&call, &b->model, b->known->max_memory, false);
    call.kept = &kept;
    call.max_memory /= b->model.threads;
    call.threads = 1;
    for (size_t k = index * BLOCK; k < end; k++) {
        if (clm_watch_stopped(b->watch))
            return CLMODP_CANCELLED;
        (void)solve(b, k, thread, &call, &b->deferred[k]);
        if (!b->deferred[k])
            atomic_fetch_add_explicit(&b->finished, 1, memory_order_relaxed);
    }
    return CLMODP_OK;
}

static clmodp_status ask(void *user)
{
    batch *b = user;
    const size_t finished = atomic_load_explicit(&b->finished, memory_order_relaxed);

    return clm_progress(b->context, (double)finished / (double)b->count);
}

/* What threads can do, all at once. */
static clmodp_status solve_on_threads(batch *b)
{
    const size_t blocks = clm_div_up(b->count, BLOCK);
    clm_watch watch = {.ask = ask, .user = b};
    clmodp_status st;

    (void)clm_check_prime(b->context, b->known->seed); /* once for all */
    clm_context_begin(&b->model, b->context, 0, false);
    if (blocks == 1)
        return solve_block(b, 0, 0);
    b->watch = &watch;
    st = clm_parallel_watched(blocks, b->context->threads, solve_block, b, &watch);
    b->watch = NULL;
    return st;
}

/* One after the other, each with the device and all threads. */
static clmodp_status solve_deferred(batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context call;

    for (size_t k = 0; k < b->count; k++) {
        if (!b->deferred[k])
            continue;
        clm_context_begin(&call, b->context, b->known->max_memory, true);
        st = clm_context_end(b->context, &call, solve(b, k, 0, &call, NULL));
        if (st == CLMODP_CANCELLED)
            return st;
    }
    return CLMODP_OK;
}

/* The message of the first problem that failed. */
static void explain(const batch *b)
{
    size_t first = 0;

    for (size_t n = 1; n < b->context->threads; n++)
        if (b->failed[n] < b->failed[first])
            first = n;
    if (b->failed[first] != SIZE_MAX)
        (void)clm_fail(&b->context->error, b->errors[first].status, "problem %zu: %s",
                       b->failed[first], b->errors[first].message);
}

clmodp_status clmodp_solve_batch(clmodp_context *context, clmodp_problem *problems, size_t count,
                                 const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options known;
    batch b = {.context = context, .problem = problems, .count = count, .known = &known};

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, problems != NULL || count == 0);
    TRY(clm_call_read(&context->error, &known, options));
    for (size_t k = 0; k < count; k++)
        problems[k].status = CLMODP_CANCELLED;
    if (count == 0)
        goto done;
    NEW(&context->error, b.deferred, count);
    NEW(&context->error, b.errors, context->threads);
    NEW(&context->error, b.failed, context->threads);
    for (size_t n = 0; n < context->threads; n++)
        b.failed[n] = SIZE_MAX;
    TRY(solve_on_threads(&b));
    TRY(solve_deferred(&b));
    explain(&b);
done:
    free(b.failed);
    free(b.errors);
    free(b.deferred);
    return st == CLMODP_OK ? st : clm_error_complete(&context->error, st);
}
