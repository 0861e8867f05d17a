/* Many problems: those alike in shared launches, others on threads of the host, and one by one
 * what is left for a device. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/size.h"
#include "device/context.h"
#include "resultant/call.h"
#include "resultant/choice.h"
#include "resultant/direct.h"
#include "resultant/driver.h"
#include "resultant/problem.h"
#include "resultant/stack.h"

/* Problems that a thread takes at a time, where there are enough: some tens of microseconds. */
#define MOST_BLOCK 8

/* Who solves a problem. */
typedef enum solver {
    ALONE,    /* nobody yet: a call of its own */
    STACKED,  /* it is like others */
    DEFERRED, /* a call of its own, with the device or all threads and all memory */
    SOLVED    /* or failed: its status is set */
} solver;

typedef struct batch {
    clmodp_context *context;
    clmodp_context model;   /* what threads begin calls from: nobody writes to it meanwhile */
    clmodp_problem *problem;
    size_t count;
    size_t block, threads;  /* problems of a block; threads that blocks are for */
    const clmodp_resultant_options *known;
    unsigned char *by;      /* a solver each */
    clm_stacked *stacked;   /* those that may share launches, by shape in the end; NULL: none */
    size_t stackable;
    clm_error *errors;      /* of each thread: the first failure there */
    size_t *failed;         /* of each thread: its problem */
    clm_direct *direct;     /* of each thread */
    atomic_size_t finished; /* problems */
    double from, part;      /* of the progress: before, and of, what is being done */
    clm_watch *watch;
} batch;

/* Remember the first failure of a thread. */
static void note(batch *b, size_t k, size_t thread, clm_error *error, clmodp_status st)
{
    (void)clm_error_complete(error, st);
    if (b->failed[thread] == SIZE_MAX || k < b->failed[thread]) {
        b->errors[thread] = *error;
        b->failed[thread] = k;
    }
}

/* Solve problem k alone; a failure that is not one of the whole batch stays with it. */
static clmodp_status solve(batch *b, size_t k, size_t thread, clmodp_context *call, bool *deferred)
{
    const clmodp_status st = clm_problem_solve(call, &b->problem[k], b->known, deferred);

    /* A thread has but a part of the memory. */
    b->by[k] = deferred != NULL && (*deferred || st == CLMODP_DEVICE_MEMORY) ? DEFERRED : SOLVED;
    if (b->by[k] == DEFERRED) {
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
    batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);
    clm_kept kept = *b->model.kept; /* what a call remembers is not for other threads */
    clmodp_context call;

    clm_context_begin(&call, &b->model, b->known->max_memory, false);
    call.kept = &kept;
    call.max_memory /= b->threads;
    call.threads = 1;
    for (size_t k = index * b->block; k < end; k++) {
        bool deferred = false;

        if (clm_watch_stopped(b->watch))
            return CLMODP_CANCELLED;
        if (b->by[k] == ALONE)
            (void)solve(b, k, thread, &call, &deferred);
    }
    return CLMODP_OK;
}

static clmodp_status ask(void *user)
{
    batch *b = user;
    const size_t finished = atomic_load_explicit(&b->finished, memory_order_relaxed);

    return clm_progress(b->context, (double)finished / (double)b->count);
}

/* All blocks, on threads. */
static clmodp_status run_blocks(batch *b, clm_work work)
{
    clm_watch watch = {.ask = ask, .user = b};
    clmodp_status st;

    clm_context_begin(&b->model, b->context, 0, false);
    b->model.log = (clm_log){0}; /* calls on other threads tell nobody */
    b->watch = &watch;
    st = clm_parallel_watched(clm_div_up(b->count, b->block), b->threads, work, b, &watch);
    b->watch = NULL;
    return st;
}

static void count_solved(batch *b, size_t k)
{
    b->by[k] = SOLVED;
    b->problem[k].status = CLMODP_OK;
    atomic_fetch_add_explicit(&b->finished, 1, memory_order_relaxed);
}

/* The small ones of block `index`. */
static clmodp_status solve_small(void *argument, size_t index, size_t thread)
{
    batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);

    for (size_t k = index * b->block; k < end; k++) {
        if (clm_watch_stopped(b->watch))
            return CLMODP_CANCELLED;
        if (clm_direct_solve(&b->direct[thread], &b->problem[k], b->known->seed ^ k))
            count_solved(b, k);
    }
    return CLMODP_OK;
}

/* Solve all that are small, where nothing else is asked for. */
static clmodp_status find_small(batch *b)
{
    clmodp_status st = CLMODP_OK;

    if (!clm_direct_serves(b->context, b->known))
        goto done;
    NEW(&b->context->error, b->direct, b->threads);
    for (size_t n = 0; n < b->threads; n++)
        b->direct[n] = (clm_direct){.options = b->known,
                                    .prime = clm_check_prime(b->context, b->known->seed)};
    TRY(run_blocks(b, solve_small));
done:
    return st;
}

/* Look for shapes in the problems of block `index`. */
static clmodp_status describe_block(void *argument, size_t index, size_t thread)
{
    batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);

    (void)thread;
    for (size_t k = index * b->block; k < end; k++) {
        clm_stacked *one = &b->stacked[k];
        bool fits;

        /* What cannot be described is solved alone, and explained then. */
        if (b->by[k] == ALONE &&
            clm_stacked_create(NULL, one, &fits, &b->problem[k], b->known) == CLMODP_OK && fits) {
            one->index = k;
            b->by[k] = STACKED;
        }
    }
    return CLMODP_OK;
}

static int by_shape(const void *a, const void *b)
{
    const clm_stacked *one = a, *other = b;
    const int order = clm_shape_compare(&one->shape, &other->shape);

    return order != 0 ? order : (one->index > other->index) - (one->index < other->index);
}

/* Find the problems that may share launches, and sort them. */
static clmodp_status find_shapes(batch *b)
{
    clmodp_status st = CLMODP_OK;
    const clm_engine *engine = clm_call_options(b->context, b->known).engine;

    if (b->count - atomic_load(&b->finished) < 2 ||
        (engine == NULL ? b->context->host_only : !engine->stacks))
        goto done;
    NEW(&b->context->error, b->stacked, b->count);
    TRY(run_blocks(b, describe_block));
    for (size_t k = 0; k < b->count; k++) {
        const clm_stacked one = b->stacked[k];

        b->stacked[k] = (clm_stacked){0};
        if (b->by[k] == STACKED)
            b->stacked[b->stackable++] = one;
    }
    qsort(b->stacked, b->stackable, sizeof *b->stacked, by_shape);
done:
    return st;
}

/* The progress of a call as that of the batch. */
static int scaled_progress(void *user, double fraction)
{
    const batch *b = user;

    return b->context->progress(b->context->progress_user, b->from + b->part * fraction);
}

/* A call for `count` problems. */
static void begin_call(batch *b, clmodp_context *call, size_t count)
{
    clm_context_begin(call, b->context, b->known->max_memory, true);
    b->from = (double)atomic_load_explicit(&b->finished, memory_order_relaxed) / (double)b->count;
    b->part = (double)count / (double)b->count;
    if (call->progress != NULL) {
        call->progress = scaled_progress;
        call->progress_user = b;
    }
}

/* Some problems of one shape, at once; what that does not solve is left to calls of its own. */
static clmodp_status solve_stack(batch *b, clm_stacked *stacked, size_t count)
{
    clmodp_context call;
    clmodp_status st;

    begin_call(b, &call, count);
    st = clm_stack_solve(&call, stacked, count, b->known);
    (void)clm_context_end(b->context, &call, st);
    if (st == CLMODP_CANCELLED)
        return st;
    clm_error_clear(&b->context->error);
    for (size_t k = 0; k < count; k++)
        if (stacked[k].solved)
            count_solved(b, stacked[k].index);
    return CLMODP_OK;
}

/* Open the device for stacks. *serves: there is one. Errors: CANCELLED */
static clmodp_status open_device(batch *b, bool *serves)
{
    const clm_compute_options how = clm_call_options(b->context, b->known);
    clmodp_context call;
    clmodp_status st;

    clm_context_begin(&call, b->context, b->known->max_memory, true);
    st = clm_engine_require(&call, clm_engine_named(CLMODP_ENGINE_EUCLID), &how.of_engine);
    (void)clm_context_end(b->context, &call, st);
    *serves = st == CLMODP_OK;
    if (st == CLMODP_CANCELLED)
        return st;
    clm_error_clear(&b->context->error);
    return CLMODP_OK;
}

/* How many problems of this shape to stack; 1 where that does not pay, or cannot be told: calls of
 * their own explain that. */
static size_t plan_stack(batch *b, const clm_stacked *stacked, size_t count)
{
    clmodp_context call;
    size_t most;
    bool pays;

    clm_context_begin(&call, b->context, b->known->max_memory, false);
    if (count < 2 || clm_stack_plan(&call, &most, &pays, stacked, count, b->known) != CLMODP_OK)
        return 1;
    return pays ? most : 1;
}

/* All problems of one shape: on the device where that pays, in stacks of even sizes. */
static clmodp_status solve_shape(batch *b, clm_stacked *stacked, size_t count)
{
    clmodp_status st = CLMODP_OK;
    size_t most = plan_stack(b, stacked, count), stack;
    bool serves = false;

    if (most > 1)
        TRY(open_device(b, &serves));
    if (serves)
        most = plan_stack(b, stacked, count); /* its memory is known */
    if (!serves || most < 2)
        goto done;
    stack = clm_div_up(count, clm_div_up(count, most));
    for (size_t first = 0; first < count; first += stack)
        TRY(solve_stack(b, stacked + first, clm_size_min(stack, count - first)));
done:
    return st;
}

/* Those alike; what is left is for calls of its own. */
static clmodp_status solve_shapes(batch *b)
{
    clmodp_status st = CLMODP_OK;
    size_t count;

    for (size_t first = 0; first < b->stackable; first += count) {
        for (count = 1; first + count < b->stackable &&
                        clm_shape_compare(&b->stacked[first].shape,
                                          &b->stacked[first + count].shape) == 0;)
            count++;
        TRY(solve_shape(b, b->stacked + first, count));
    }
done:
    for (size_t k = 0; k < b->stackable; k++)
        if (b->by[b->stacked[k].index] == STACKED)
            b->by[b->stacked[k].index] = ALONE;
    return st;
}

/* One after the other, each with the device and all threads. */
static clmodp_status solve_deferred(batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context call;

    for (size_t k = 0; k < b->count; k++) {
        if (b->by[k] != DEFERRED)
            continue;
        begin_call(b, &call, 1);
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

    for (size_t n = 1; n < b->threads; n++)
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
    b.threads = clm_size_min(context->threads, count);
    b.block = clm_size_min(count / (4 * b.threads) + 1, MOST_BLOCK);
    NEW(&context->error, b.by, count);
    NEW(&context->error, b.errors, b.threads);
    NEW(&context->error, b.failed, b.threads);
    for (size_t n = 0; n < b.threads; n++)
        b.failed[n] = SIZE_MAX;
    (void)clm_check_prime(context, known.seed); /* once for all */
    TRY(find_small(&b));
    TRY(find_shapes(&b));
    TRY(solve_shapes(&b));
    TRY(run_blocks(&b, solve_block));
    TRY(solve_deferred(&b));
    explain(&b);
done:
    for (size_t k = 0; b.stacked != NULL && k < count; k++)
        clm_stacked_clear(&b.stacked[k]);
    for (size_t n = 0; b.direct != NULL && n < b.threads; n++)
        clmodp_zx_destroy(b.direct[n].r);
    free(b.direct);
    free(b.failed);
    free(b.errors);
    free(b.stacked);
    free(b.by);
    return st == CLMODP_OK ? st : clm_error_complete(&context->error, st);
}
