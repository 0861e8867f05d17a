/* Many problems: the smallest, those alike in shared launches, others on threads of the host, and
 * one by one what is left for a device. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "resultant/alike.h"
#include "resultant/batch.h"
#include "resultant/call.h"
#include "resultant/driver.h"
#include "resultant/problem.h"

/* Problems that a thread takes at a time, where there are enough: some tens of microseconds. */
#define MOST_BLOCK 8

/* Remember the first failure of a thread. */
static void note(clm_batch *b, size_t k, size_t thread, clm_error *error, clmodp_status st)
{
    (void)clm_error_complete(error, st);
    if (b->failed[thread] == SIZE_MAX || k < b->failed[thread]) {
        b->errors[thread] = *error;
        b->failed[thread] = k;
    }
}

/* Solve problem k alone; a failure that is not one of the whole batch stays with it. */
static clmodp_status solve(clm_batch *b, size_t k, size_t thread, clmodp_context *call,
                           bool *deferred)
{
    const clmodp_status st = clm_problem_solve(call, &b->problem[k], b->options, deferred);

    /* A thread has but a part of the memory. */
    b->by[k] = deferred != NULL && (*deferred || st == CLMODP_DEVICE_MEMORY) ? CLM_DEFERRED
                                                                             : CLM_SOLVED;
    if (b->by[k] == CLM_DEFERRED) {
        clm_error_clear(&call->error);
        return CLMODP_OK;
    }
    b->problem[k].status = st;
    if (st != CLMODP_OK)
        note(b, k, thread, &call->error, st);
    clm_error_clear(&call->error);
    atomic_fetch_add_explicit(&b->finished, 1, memory_order_relaxed);
    return st;
}

/* The problems of block `index`. */
static clmodp_status solve_block(void *argument, size_t index, size_t thread)
{
    clm_batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);
    clm_kept kept = *b->model.kept; /* what a call remembers is not for other threads, */
    clmodp_context model = b->model, call;

    kept.shelf = (clm_shelf){.count = 0}; /* nor is what lies on the shelf */
    model.kept = &kept;
    clm_context_begin(&call, &model, b->options->max_memory, false);
    call.max_memory /= b->threads;
    call.threads = 1;
    for (size_t k = index * b->block; k < end; k++) {
        bool deferred = false;

        if (clm_watch_stopped(b->watch))
            return CLMODP_CANCELLED;
        if (b->by[k] == CLM_ALONE)
            (void)solve(b, k, thread, &call, &deferred);
    }
    return CLMODP_OK;
}

/* The small ones of block `index`. */
static clmodp_status solve_small(void *argument, size_t index, size_t thread)
{
    clm_batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);

    for (size_t k = index * b->block; k < end; k++) {
        if (clm_watch_stopped(b->watch))
            return CLMODP_CANCELLED;
        if (clm_direct_solve(&b->direct[thread], &b->problem[k], b->options->seed ^ k))
            clm_batch_solved(b, k);
    }
    return CLMODP_OK;
}

/* Solve all that are small, where nothing else is asked for. */
static clmodp_status find_small(clm_batch *b)
{
    clmodp_status st = CLMODP_OK;

    if (!clm_direct_serves(b->context, b->options))
        goto done;
    NEW(&b->context->error, b->direct, b->threads);
    for (size_t n = 0; n < b->threads; n++)
        b->direct[n] = (clm_direct){.options = b->options,
                                    .prime = clm_check_prime(b->context, b->options->seed)};
    TRY(clm_batch_blocks(b, solve_small));
done:
    return st;
}

/* One after the other, each with the device and all threads. */
static clmodp_status solve_deferred(clm_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context call;

    for (size_t k = 0; k < b->count; k++) {
        if (b->by[k] != CLM_DEFERRED)
            continue;
        clm_batch_call(b, &call, 1);
        st = clm_context_end(b->context, &call, solve(b, k, 0, &call, NULL));
        if (st == CLMODP_CANCELLED)
            return st;
    }
    return CLMODP_OK;
}

/* The message of the first problem that failed. */
static void explain(const clm_batch *b)
{
    size_t first = 0;

    for (size_t n = 1; n < b->threads; n++)
        if (b->failed[n] < b->failed[first])
            first = n;
    if (b->failed[first] != SIZE_MAX)
        (void)clm_fail(&b->context->error, b->errors[first].status, "problem %zu: %s",
                       b->failed[first], b->errors[first].message);
}

/* Problem k of a caller whose problems are another version's, and may have another size. */
static clmodp_problem *given_problem(clmodp_problem *problems, size_t k)
{
    return (clmodp_problem *)((unsigned char *)problems + k * problems->size);
}

/* The problems as this version has them, and all still to be reached. */
static clmodp_status read_problems(clm_batch *b, clmodp_problem *problems)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &b->context->error;
    clmodp_problem known;

    for (size_t k = 0; k < b->count; k++) {
        const clmodp_problem *given = given_problem(problems, k);

        TRY(clm_problem_read(error, &known, given));
        if (given->size != problems->size)
            FAIL(error, CLMODP_INVALID,
                 "problem %zu is said to be %zu bytes long, and problem 0 %zu: set all up with "
                 "clmodp_problem_init first",
                 k, given->size, problems->size);
    }
    for (size_t k = 0; k < b->count; k++)
        given_problem(problems, k)->status = CLMODP_CANCELLED;
    NEW(error, b->problem, b->count);
    for (size_t k = 0; k < b->count; k++)
        TRY(clm_problem_read(error, &b->problem[k], given_problem(problems, k)));
done:
    return st;
}

clmodp_status clmodp_solve_batch(clmodp_context *context, clmodp_problem *problems, size_t count,
                                 const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options checked;
    clm_batch b = {.context = context, .count = count, .options = &checked};

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, problems != NULL || count == 0);
    TRY(clm_call_read(&context->error, &checked, options));
    if (count == 0)
        goto done;
    TRY(read_problems(&b, problems));
    b.threads = clm_size_min(context->threads, count);
    b.block = clm_size_min(count / (4 * b.threads) + 1, MOST_BLOCK);
    NEW(&context->error, b.by, count);
    NEW(&context->error, b.errors, b.threads);
    NEW(&context->error, b.failed, b.threads);
    for (size_t n = 0; n < b.threads; n++)
        b.failed[n] = SIZE_MAX;
    (void)clm_check_prime(context, checked.seed); /* once for all */
    TRY(find_small(&b));
    TRY(clm_alike_solve(&b));
    TRY(clm_batch_blocks(&b, solve_block));
    TRY(solve_deferred(&b));
    explain(&b);
done:
    for (size_t n = 0; b.direct != NULL && n < b.threads; n++)
        clmodp_zx_destroy(b.direct[n].r);
    free(b.direct);
    free(b.failed);
    free(b.errors);
    free(b.by);
    for (size_t k = 0; b.problem != NULL && k < count; k++)
        given_problem(problems, k)->status = b.problem[k].status;
    free(b.problem);
    return st == CLMODP_OK ? st : clm_error_complete(&context->error, st);
}
