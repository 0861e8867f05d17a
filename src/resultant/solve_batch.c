/* Many problems: the smallest, those alike in shared launches, others on threads of the host, and
 * one by one what is left for a device. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "device/branch.h"
#include "device/opening.h"
#include "resultant/batch.h"
#include "resultant/call.h"
#include "resultant/choice.h"
#include "resultant/driver.h"
#include "resultant/problem.h"
#include "resultant/stack.h"

/* Problems of equal shape share launches: they are sorted by shape and cut into stacks. Stacks run
 * side by side, so that the host works for some while the device works for others. */

/* Some problems of one shape, which are next to each other. */
typedef struct cut {
    clm_stacked *first;
    size_t count;
} cut;

typedef struct alike {
    clm_batch *batch;
    clm_stacked *stacked;   /* those that may share launches, by shape in the end; NULL: none */
    size_t count;           /* of these */
    cut *cuts;
    size_t cut_count, done; /* those that are solved, or left alone */
    clm_branch *branches;   /* of each thread */
} alike;

/* Look for shapes in the problems of block `index`. */
static clmodp_status describe_block(void *argument, size_t index, size_t thread)
{
    clm_batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);

    (void)thread;
    for (size_t k = index * b->block; k < end; k++) {
        clm_stacked *one = (clm_stacked *)b->described + k;
        bool fits;

        /* What cannot be described is solved alone, and explained then. */
        if (b->by[k] == CLM_ALONE &&
            clm_stacked_create(NULL, one, &fits, &b->problem[k], b->options) == CLMODP_OK &&
            fits) {
            one->index = k;
            b->by[k] = CLM_STACKED;
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
static clmodp_status find_shapes(alike *a)
{
    clmodp_status st = CLMODP_OK;
    clm_batch *b = a->batch;
    const clm_engine *engine = clm_call_options(b->context, b->options).engine;

    if (b->count - atomic_load(&b->finished) < 2 ||
        (engine == NULL ? b->context->host_only : !engine->stacks))
        goto done;
    NEW(&b->context->error, a->stacked, b->count);
    b->described = a->stacked;
    TRY(clm_batch_blocks(b, describe_block));
    for (size_t k = 0; k < b->count; k++) {
        const clm_stacked one = a->stacked[k];

        a->stacked[k] = (clm_stacked){0};
        if (b->by[k] == CLM_STACKED)
            a->stacked[a->count++] = one;
    }
    qsort(a->stacked, a->count, sizeof *a->stacked, by_shape);
done:
    return st;
}

/* Open the device for stacks. *serves: there is one. Errors: CANCELLED */
static clmodp_status open_device(clm_batch *b, bool *serves)
{
    const clm_compute_options how = clm_call_options(b->context, b->options);
    clmodp_context call;
    clmodp_status st;

    clm_context_begin(&call, b->context, b->options->max_memory, true);
    st = clm_engine_require(&call, clm_choice_on_device(&how), &how.of_engine);
    (void)clm_context_end(b->context, &call, st);
    *serves = st == CLMODP_OK;
    if (st == CLMODP_CANCELLED)
        return st;
    if (!*serves)
        clm_opening_failed(b->context);
    clm_error_clear(&b->context->error);
    return CLMODP_OK;
}

/* How many problems of this shape to stack; 1 where that does not pay, or cannot be told: calls of
 * their own explain that. */
static size_t plan_stack(clm_batch *b, const clm_stacked *stacked, size_t count)
{
    clmodp_context call;
    size_t most;
    bool pays;

    clm_context_begin(&call, b->context, b->options->max_memory, false);
    call.max_memory /= b->threads; /* so many stacks are on their way */
    if (count < 2 || clm_stack_plan(&call, &most, &pays, stacked, count, b->options) != CLMODP_OK)
        return 1;
    return pays ? most : 1;
}

/* Cut all problems of one shape into stacks of even sizes, as many as keep all threads busy, where
 * the device pays. */
static clmodp_status cut_shape(alike *a, clm_stacked *stacked, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_batch *b = a->batch;
    size_t most = plan_stack(b, stacked, count), stacks, size;
    bool serves = false;

    if (most > 1)
        TRY(open_device(b, &serves));
    if (serves)
        most = plan_stack(b, stacked, count); /* its memory is known */
    if (!serves || most < 2)
        goto done;
    stacks = clm_div_up(count, most);
    if (stacks > 1)
        stacks = clm_size_min(clm_round_up(stacks, b->threads), clm_size_max(count / 2, 1));
    size = clm_div_up(count, stacks);
    for (size_t first = 0; first < count; first += size)
        a->cuts[a->cut_count++] = (cut){stacked + first, clm_size_min(size, count - first)};
done:
    return st;
}

static clmodp_status cut_shapes(alike *a)
{
    clmodp_status st = CLMODP_OK;
    size_t count;

    NEW(&a->batch->context->error, a->cuts, a->count);
    for (size_t first = 0; first < a->count; first += count) {
        for (count = 1; first + count < a->count &&
                        clm_shape_compare(&a->stacked[first].shape,
                                          &a->stacked[first + count].shape) == 0;)
            count++;
        TRY(cut_shape(a, a->stacked + first, count));
    }
done:
    return st;
}

/* Those of a stack that are solved; the others are left. */
static void take_solved(alike *a, const cut *c)
{
    for (size_t k = 0; k < c->count; k++)
        if (c->first[k].solved)
            clm_batch_solved(a->batch, c->first[k].index);
}

/* A stack by the caller's own context, with all its threads. Errors: CANCELLED */
static clmodp_status solve_cut(alike *a, const cut *c)
{
    clm_batch *b = a->batch;
    clmodp_context call;
    clmodp_status st;

    clm_batch_call(b, &call, c->count);
    st = clm_stack_solve(&call, c->first, c->count, b->options);
    (void)clm_context_end(b->context, &call, st);
    if (st == CLMODP_CANCELLED)
        return st;
    clm_error_clear(&b->context->error);
    take_solved(a, c);
    return CLMODP_OK;
}

/* The progress of a call on another thread: whether the batch goes on. */
static int is_stopped(void *user, double fraction)
{
    (void)fraction;
    return clm_watch_stopped(((const clm_batch *)user)->watch);
}

/* A stack by a thread's branch. */
static clmodp_status solve_beside(void *argument, size_t index, size_t thread)
{
    alike *a = argument;
    clm_batch *b = a->batch;
    const cut *c = &a->cuts[a->done + index];
    clmodp_context call;

    if (clm_watch_stopped(b->watch))
        return CLMODP_CANCELLED;
    clm_context_begin(&call, &a->branches[thread].context, 0, false);
    call.progress = is_stopped;
    call.progress_user = b;
    if (clm_stack_solve(&call, c->first, c->count, b->options) != CLMODP_OK)
        clm_queue_settle(&call);
    take_solved(a, c);
    return clm_watch_stopped(b->watch) ? CLMODP_CANCELLED : CLMODP_OK;
}

/* The stacks that are left, on several threads with a branch each. Where these cannot be had,
 * nothing is done. */
static clmodp_status solve_side_by_side(alike *a)
{
    clmodp_status st = CLMODP_OK;
    clm_batch *b = a->batch;
    const size_t left = a->cut_count - a->done, threads = clm_size_min(b->threads, left);
    clm_watch watch = {.ask = clm_batch_ask, .user = b};
    clmodp_context call;

    clm_context_begin(&call, b->context, b->options->max_memory, false);
    NEW(&b->context->error, a->branches, threads);
    for (size_t n = 0; n < threads; n++)
        if (clm_branch_create(&a->branches[n], &call, threads) != CLMODP_OK)
            goto done;
    b->watch = &watch;
    st = clm_parallel_watched(left, threads, solve_beside, a, &watch);
    b->watch = NULL;
    a->done = a->cut_count;
done:
    for (size_t n = 0; a->branches != NULL && n < threads; n++)
        clm_branch_destroy(&a->branches[n]);
    free(a->branches);
    return st;
}

/* All stacks; the first one alone if it has programs to build and tests to pass for all. */
static clmodp_status solve_cuts(alike *a)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_context *context = a->batch->context;

    if (a->cut_count > 0 && (context->kept->programs == NULL || context->kept->together == NULL))
        TRY(solve_cut(a, &a->cuts[a->done++]));
    if (a->cut_count - a->done > 1 && a->batch->threads > 1 && clm_branch_serves(context))
        TRY(solve_side_by_side(a));
    while (a->done < a->cut_count)
        TRY(solve_cut(a, &a->cuts[a->done++]));
done:
    return st;
}

/* Find problems alike that nobody has solved, and solve them on the device where that pays; those
 * that this does not solve are left to calls of their own.
 * Errors: HOST_MEMORY, CANCELLED */
static clmodp_status alike_solve(clm_batch *b)
{
    clmodp_status st = CLMODP_OK;
    alike a = {.batch = b};

    TRY(find_shapes(&a));
    if (a.count < 2)
        goto done;
    TRY(cut_shapes(&a));
    TRY(solve_cuts(&a));
done:
    for (size_t k = 0; k < a.count; k++)
        if (b->by[a.stacked[k].index] == CLM_STACKED)
            b->by[a.stacked[k].index] = CLM_ALONE;
    for (size_t k = 0; a.stacked != NULL && k < b->count; k++)
        clm_stacked_clear(&a.stacked[k]);
    free(a.cuts);
    free(a.stacked);
    return st;
}

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
    TRY(alike_solve(&b));
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
