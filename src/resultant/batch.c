/* Computes batches: the smallest problems in machine words, then problems of equal shape merged,
 * others on threads of the host, and the rest one by one on a device. */
#include <stdatomic.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "opencl/context.h"
#include "resultant/resultant.h"
#include "resultant/merged.h"
#include "resultant/prepare.h"
#include "resultant/small.h"

/* Problems that a thread takes at a time, if there are enough: some tens of microseconds. */
#define MOST_BLOCK 8

/* How a problem is computed. */
typedef enum method {
    ALONE,    /* undecided yet: by a call for it alone */
    MERGED,   /* together with others of its shape */
    DEFERRED, /* by a call for it alone, with the device or all threads and memory */
    DONE      /* finished or failed: its status is set */
} method;

typedef struct batch {
    clmodp_context *context;
    clmodp_context model;   /* source of the threads' contexts; constant meanwhile */
    clmodp_problem *problem;
    size_t count;
    size_t block, threads;  /* problems in a block; threads that run blocks */
    const clmodp_resultant_options *options;
    unsigned char *by;      /* the method of each problem */
    clm_error *errors;      /* of each thread: its first failure */
    size_t *failed;         /* of each thread: the problem that failed first */
    clm_small *small;       /* of each thread */
    clm_merged *described;  /* each problem, during the comparison of shapes */
    atomic_size_t finished; /* problems */
    double from, part;      /* progress before the current step, and the step's part of all */
    clmodp_progress progress; /* the caller's */
    void *progress_user;
    clm_poller *watch;
} batch;

/* ---- blocks of problems on threads, and progress ---- */

/* Reports progress; the `ask` function of a clm_poller with the batch as its user. */
static clmodp_status ask_progress(void *user)
{
    batch *b = user;
    const size_t finished = atomic_load_explicit(&b->finished, memory_order_relaxed);

    return clm_progress(b->context, (double)finished / (double)b->count);
}

/* Runs blocks of the problems on threads. Errors: those of the work, HOST_MEMORY, CANCELLED */
static clmodp_status run_blocks(batch *b, clm_work work)
{
    clm_poller watch = {.ask = ask_progress, .user = b};
    clmodp_status st;

    clm_context_lend(&b->model, b->context, 0, false);
    b->model.log = (clm_log){0}; /* calls on other threads log nothing */
    b->watch = &watch;
    st = clm_parallel_watched(clm_div_up(b->count, b->block), b->threads, work, b, &watch);
    b->watch = NULL;
    return st;
}

/* Marks problem k as done; called on any thread. */
static void note_done(batch *b, size_t k)
{
    b->by[k] = DONE;
    b->problem[k].status = CLMODP_OK;
    atomic_fetch_add_explicit(&b->finished, 1, memory_order_relaxed);
}

static int scaled_progress(void *user, double fraction)
{
    const batch *b = user;

    return b->progress(b->progress_user, b->from + b->part * fraction);
}

/* Begins a call for `count` problems, whose progress is a part of the batch's. */
static void begin_call(batch *b, clm_call *call, size_t count)
{
    clm_call_begin(call, b->context, b->options->max_memory, true);
    b->from = (double)atomic_load_explicit(&b->finished, memory_order_relaxed) / (double)b->count;
    b->part = (double)count / (double)b->count;
    b->progress = call->progress;
    b->progress_user = call->progress_user;
    if (call->progress != NULL) {
        call->progress = scaled_progress;
        call->progress_user = b;
    }
}

/* ---- merged problems ----
 *
 * Problems are sorted by shape, and those of one shape cut into groups that share launches. Groups
 * run side by side, so that the host works for some while the device works for others. */

/* Neighbours of one shape, to be computed together. */
typedef struct group {
    clm_merged *first;
    size_t count;
} group;

typedef struct grouping {
    batch *batch;
    clm_merged *merged;       /* candidates, finally sorted by shape; NULL: none */
    size_t count;             /* of candidates */
    group *groups;
    size_t group_count, done; /* done: computed or given up */
    clm_subcontext *subcontexts;     /* one for each thread */
} grouping;

static clmodp_status describe_block(void *argument, size_t index, size_t thread)
{
    batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);

    (void)thread;
    for (size_t k = index * b->block; k < end; k++) {
        clm_merged *one = b->described + k;
        bool fits;

        /* A later call for this problem alone explains a failure. */
        if (b->by[k] == ALONE &&
            clm_merged_create(NULL, one, &fits, &b->problem[k], b->options) == CLMODP_OK &&
            fits) {
            one->index = k;
            b->by[k] = MERGED;
        }
    }
    return CLMODP_OK;
}

static int by_shape(const void *a, const void *b)
{
    const clm_merged *one = a, *other = b;
    const int order = clm_merged_compare(one, other);

    return order != 0 ? order : (one->index > other->index) - (one->index < other->index);
}

/* Finds the problems that may share launches, and sorts them by shape. */
static clmodp_status find_shapes(grouping *a)
{
    clmodp_status st = CLMODP_OK;
    batch *b = a->batch;
    const clm_engine *engine = clm_task_options(b->context, b->options).engine;

    if (b->count - atomic_load(&b->finished) < 2 ||
        (engine == NULL ? b->context->host_only : !engine->merges))
        goto done;
    NEW(&b->context->error, a->merged, b->count);
    b->described = a->merged;
    TRY(run_blocks(b, describe_block));
    for (size_t k = 0; k < b->count; k++) {
        const clm_merged one = a->merged[k];

        a->merged[k] = (clm_merged){0};
        if (b->by[k] == MERGED)
            a->merged[a->count++] = one;
    }
    qsort(a->merged, a->count, sizeof *a->merged, by_shape);
done:
    return st;
}

/* Opens the device for merged problems. *serves: it is open. Errors: CANCELLED */
static clmodp_status open_device(batch *b, bool *serves)
{
    const clm_compute_options how = clm_task_options(b->context, b->options);
    clm_call call;
    clmodp_status st;

    clm_call_begin(&call, b->context, b->options->max_memory, true);
    st = clm_choice_on_device(&how)->require(b->context, &how.of_engine);
    (void)clm_call_end(b->context, &call, st);
    *serves = st == CLMODP_OK;
    if (st == CLMODP_CANCELLED)
        return st;
    if (!*serves)
        clm_initialisation_failed(b->context);
    clm_error_clear(&b->context->error);
    return CLMODP_OK;
}

/* Returns the problems in a group: 1 if merging does not pay, or after an error, which later calls
 * for single problems explain. */
static size_t plan_group(batch *b, const clm_merged *merged, size_t count)
{
    clm_call call;
    clmodp_status st;
    size_t most;
    bool pays;

    if (count < 2)
        return 1;
    clm_call_begin(&call, b->context, b->options->max_memory, false);
    call.max_memory /= b->threads; /* each thread computes a group */
    st = clm_merged_plan(b->context, &most, &pays, merged, count, b->options);
    (void)clm_call_end(b->context, &call, CLMODP_OK);
    clm_error_clear(&b->context->error);
    return st == CLMODP_OK && pays ? most : 1;
}

/* If merging pays, cuts all problems of one shape into groups of even sizes, as many as keep all
 * threads busy. */
static clmodp_status group_shape(grouping *a, clm_merged *merged, size_t count)
{
    clmodp_status st = CLMODP_OK;
    batch *b = a->batch;
    size_t most = plan_group(b, merged, count), groups, size;
    bool serves = false;

    if (most > 1)
        TRY(open_device(b, &serves));
    if (serves)
        most = plan_group(b, merged, count); /* now with the known memory of the device */
    if (!serves || most < 2)
        goto done;
    groups = clm_div_up(count, most);
    if (groups > 1)
        groups = clm_size_min(clm_round_up(groups, b->threads), clm_size_max(count / 2, 1));
    size = clm_div_up(count, groups);
    for (size_t first = 0; first < count; first += size)
        a->groups[a->group_count++] = (group){merged + first, clm_size_min(size, count - first)};
done:
    return st;
}

static clmodp_status group_shapes(grouping *a)
{
    clmodp_status st = CLMODP_OK;
    size_t count;

    NEW(&a->batch->context->error, a->groups, a->count);
    for (size_t first = 0; first < a->count; first += count) {
        for (count = 1; first + count < a->count &&
                        clm_merged_compare(&a->merged[first], &a->merged[first + count]) == 0;)
            count++;
        TRY(group_shape(a, a->merged + first, count));
    }
done:
    return st;
}

/* Marks the solved problems of a group as done. */
static void take_done(grouping *a, const group *c)
{
    for (size_t k = 0; k < c->count; k++)
        if (c->first[k].done)
            note_done(a->batch, c->first[k].index);
}

/* Computes a group with all threads of the caller's context. Errors: CANCELLED */
static clmodp_status compute_group(grouping *a, const group *c)
{
    batch *b = a->batch;
    clm_call call;
    clmodp_status st;

    begin_call(b, &call, c->count);
    st = clm_merged_compute(b->context, c->first, c->count, b->options);
    (void)clm_call_end(b->context, &call, st);
    if (st == CLMODP_CANCELLED)
        return st;
    clm_error_clear(&b->context->error);
    take_done(a, c);
    return CLMODP_OK;
}

/* Progress callback of calls on other threads; its only effect is cancellation. */
static int is_stopped(void *user, double fraction)
{
    (void)fraction;
    return clm_poller_stopped(((const batch *)user)->watch);
}

/* Computes a group with a thread's subcontext. */
static clmodp_status compute_on_thread(void *argument, size_t index, size_t thread)
{
    grouping *a = argument;
    batch *b = a->batch;
    const group *c = &a->groups[a->done + index];
    clmodp_context *own = &a->subcontexts[thread].context;
    clm_call call;

    if (clm_poller_stopped(b->watch))
        return CLMODP_CANCELLED;
    clm_call_begin(&call, own, 0, false);
    call.progress = is_stopped;
    call.progress_user = b;
    (void)clm_call_end(own, &call, clm_merged_compute(own, c->first, c->count, b->options));
    take_done(a, c);
    return clm_poller_stopped(b->watch) ? CLMODP_CANCELLED : CLMODP_OK;
}

/* Computes the remaining groups on threads, each with a subcontext; does nothing if these cannot
 * be created. */
static clmodp_status compute_side_by_side(grouping *a)
{
    clmodp_status st = CLMODP_OK;
    batch *b = a->batch;
    const size_t left = a->group_count - a->done, threads = clm_size_min(b->threads, left);
    clm_poller watch = {.ask = ask_progress, .user = b};
    clmodp_status made = CLMODP_OK;
    clm_call call;

    NEW(&b->context->error, a->subcontexts, threads);
    clm_call_begin(&call, b->context, b->options->max_memory, false);
    for (size_t n = 0; n < threads && made == CLMODP_OK; n++)
        made = clm_subcontext_create(&a->subcontexts[n], b->context, threads);
    (void)clm_call_end(b->context, &call, CLMODP_OK);
    clm_error_clear(&b->context->error);
    if (made != CLMODP_OK)
        goto done;
    b->watch = &watch;
    st = clm_parallel_watched(left, threads, compute_on_thread, a, &watch);
    b->watch = NULL;
    a->done = a->group_count;
done:
    for (size_t n = 0; a->subcontexts != NULL && n < threads; n++)
        clm_subcontext_destroy(&a->subcontexts[n]);
    free(a->subcontexts);
    return st;
}

/* Computes all groups, the first one alone if programs must be built or tests passed. */
static clmodp_status compute_groups(grouping *a)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_context *context = a->batch->context;

    if (a->group_count > 0 && (context->kept->programs == NULL || context->kept->together == NULL))
        TRY(compute_group(a, &a->groups[a->done++]));
    if (a->group_count - a->done > 1 && a->batch->threads > 1 && clm_subcontext_supported(context))
        TRY(compute_side_by_side(a));
    while (a->done < a->group_count)
        TRY(compute_group(a, &a->groups[a->done++]));
done:
    return st;
}

/* Computes the remaining problems of equal shapes together, if this pays; leaves others.
 * Errors: HOST_MEMORY, CANCELLED */
static clmodp_status compute_merged(batch *b)
{
    clmodp_status st = CLMODP_OK;
    grouping a = {.batch = b};

    TRY(find_shapes(&a));
    if (a.count < 2)
        goto done;
    TRY(group_shapes(&a));
    TRY(compute_groups(&a));
done:
    for (size_t k = 0; k < a.count; k++)
        if (b->by[a.merged[k].index] == MERGED)
            b->by[a.merged[k].index] = ALONE;
    for (size_t k = 0; a.merged != NULL && k < b->count; k++)
        clm_merged_clear(&a.merged[k]);
    free(a.groups);
    free(a.merged);
    return st;
}

/* ---- problems by calls for each alone ---- */

/* Keeps the failure of this thread's problem with the least index. */
static void note_failure(batch *b, size_t k, size_t thread, clm_error *error, clmodp_status st)
{
    (void)clm_error_complete(error, st);
    if (b->failed[thread] == SIZE_MAX || k < b->failed[thread]) {
        b->errors[thread] = *error;
        b->failed[thread] = k;
    }
}

/* Computes problem k alone; a failure is the status of this problem only. */
static clmodp_status compute_alone(batch *b, size_t k, size_t thread, clmodp_context *ctx,
                           bool *deferred)
{
    const clmodp_status st = clm_compute(ctx, NULL, &b->problem[k], b->options, deferred);

    /* A thread has only a part of the memory. */
    b->by[k] = deferred != NULL && (*deferred || st == CLMODP_DEVICE_MEMORY) ? DEFERRED
                                                                             : DONE;
    if (b->by[k] == DEFERRED) {
        clm_error_clear(&ctx->error);
        return CLMODP_OK;
    }
    b->problem[k].status = st;
    if (st != CLMODP_OK)
        note_failure(b, k, thread, &ctx->error, st);
    clm_error_clear(&ctx->error);
    atomic_fetch_add_explicit(&b->finished, 1, memory_order_relaxed);
    return st;
}

/* Computes the undecided problems of block `index`. */
static clmodp_status compute_block(void *argument, size_t index, size_t thread)
{
    batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);
    clmodp_context own;
    clm_context_state kept;
    clm_call call;

    clm_context_beside(&own, &kept, &b->model);
    clm_call_begin(&call, &own, b->options->max_memory, false);
    call.max_memory /= b->threads;
    for (size_t k = index * b->block; k < end; k++) {
        bool deferred = false;

        if (clm_poller_stopped(b->watch))
            return CLMODP_CANCELLED;
        if (b->by[k] != ALONE)
            continue;
        if (b->small != NULL &&
            clm_small_compute(&b->small[thread], &b->problem[k], b->options->seed ^ k))
            note_done(b, k);
        else
            (void)compute_alone(b, k, thread, &own, &deferred);
    }
    return CLMODP_OK;
}

static clmodp_status compute_small_block(void *argument, size_t index, size_t thread)
{
    batch *b = argument;
    const size_t end = clm_size_min((index + 1) * b->block, b->count);

    for (size_t k = index * b->block; k < end; k++) {
        if (clm_poller_stopped(b->watch))
            return CLMODP_CANCELLED;
        if (clm_small_compute(&b->small[thread], &b->problem[k], b->options->seed ^ k))
            note_done(b, k);
    }
    return CLMODP_OK;
}

static clmodp_status compute_small(batch *b)
{
    clmodp_status st = CLMODP_OK;

    if (!clm_task_is_open(b->context, b->options))
        goto done;
    NEW(&b->context->error, b->small, b->threads);
    for (size_t n = 0; n < b->threads; n++)
        b->small[n] = (clm_small){.options = b->options,
                                    .prime = clm_mont64_of(clm_check_prime(b->context,
                                                                  b->options->seed))};
    TRY(run_blocks(b, compute_small_block));
done:
    return st;
}

/* Computes deferred problems one by one, each with the device and all threads. */
static clmodp_status compute_deferred(batch *b)
{
    clmodp_status st = CLMODP_OK;
    clm_call call;

    for (size_t k = 0; k < b->count; k++) {
        if (b->by[k] != DEFERRED)
            continue;
        begin_call(b, &call, 1);
        st = clm_call_end(b->context, &call, compute_alone(b, k, 0, b->context, NULL));
        if (st == CLMODP_CANCELLED)
            return st;
    }
    return CLMODP_OK;
}

/* Sets the batch's message from the first failed problem. */
static void explain_failure(const batch *b)
{
    size_t first = 0;

    for (size_t n = 1; n < b->threads; n++)
        if (b->failed[n] < b->failed[first])
            first = n;
    if (b->failed[first] != SIZE_MAX)
        (void)clm_fail(&b->context->error, b->errors[first].status, "problem %zu: %s",
                       b->failed[first], b->errors[first].message);
}

/* Returns problem k; the caller's version of the structure may have another size. */
static clmodp_problem *given_problem(clmodp_problem *problems, size_t k)
{
    return (clmodp_problem *)((unsigned char *)problems + k * problems->size);
}

/* Reads the problems into this version's structures, and sets their statuses to CANCELLED. */
static clmodp_status read_problems(batch *b, clmodp_problem *problems)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &b->context->error;
    clmodp_problem known;

    for (size_t k = 0; k < b->count; k++) {
        const clmodp_problem *given = given_problem(problems, k);

        TRY(clm_problem_read(error, &known, given));
        if (given->size != problems->size)
            FAIL(error, CLMODP_INVALID,
                 "clmodp_problem.size is %zu in problem %zu, but %zu in problem 0: call "
                 "clmodp_problem_init first", given->size, k, problems->size);
    }
    for (size_t k = 0; k < b->count; k++)
        given_problem(problems, k)->status = CLMODP_CANCELLED;
    NEW(error, b->problem, b->count);
    for (size_t k = 0; k < b->count; k++)
        TRY(clm_problem_read(error, &b->problem[k], given_problem(problems, k)));
done:
    return st;
}

clmodp_status clmodp_compute_batch(clmodp_context *context, clmodp_problem *problems, size_t count,
                                   const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options checked;
    batch b = {.context = context, .count = count, .options = &checked};

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, problems != NULL || count == 0);
    TRY(clm_task_read_options(&context->error, &checked, options));
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
    (void)clm_check_prime(context, checked.seed); /* found once for all problems */
    TRY(compute_small(&b));
    TRY(compute_merged(&b));
    for (size_t n = 0; b.small != NULL && n < b.threads; n++)
        b.small[n].alone = true;
    TRY(run_blocks(&b, compute_block));
    TRY(compute_deferred(&b));
    explain_failure(&b);
done:
    for (size_t n = 0; b.small != NULL && n < b.threads; n++)
        clmodp_zx_destroy(b.small[n].r);
    free(b.small);
    free(b.failed);
    free(b.errors);
    free(b.by);
    for (size_t k = 0; b.problem != NULL && k < count; k++)
        given_problem(problems, k)->status = b.problem[k].status;
    free(b.problem);
    return st == CLMODP_OK ? st : clm_error_complete(&context->error, st);
}
