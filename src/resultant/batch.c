/* Computes batches: the smallest problems in machine words, then problems of similar shape merged,
 * others on threads of the host, and the rest on a device, several in flight. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "opencl/context.h"
#include "resultant/resultant.h"
#include "resultant/grouping.h"
#include "resultant/prepare.h"
#include "resultant/small.h"

/* Problems that a thread takes at a time, if there are enough: some tens of microseconds. */
#define MOST_BLOCK 8

/* How a problem is computed. */
typedef enum method {
    ALONE,    /* undecided yet: by a call for it alone */
    MERGED,   /* together with others of similar shape */
    DEFERRED, /* by a call for it alone, with the device or several threads */
    DONE      /* finished or failed: its status is set */
} method;

/* A worker thread's subcontext, and the progress of its current call. While several workers have
 * calls in flight, the host works for some problems and the device for others. */
typedef struct batch_worker {
    clm_subcontext subcontext;
    struct batch *batch;
    size_t count;       /* problems of the current call */
    atomic_size_t done; /* of them, in parts of DONE_PARTS */
} batch_worker;

#define DONE_PARTS 0x1p20

typedef struct batch {
    clmodp_context *context;
    clmodp_context model;   /* source of the threads' contexts; constant meanwhile */
    clmodp_problem *problem;
    size_t count;
    size_t block, threads;  /* problems in a block; threads that run blocks */
    const clmodp_resultant_options *options;
    unsigned char *by;      /* the method of each problem */
    double *seconds;        /* predicted for each deferred problem */
    clm_error *errors;      /* of each thread: its first failure */
    size_t *failed;         /* of each thread: the problem that failed first */
    clm_small *small;       /* of each thread */
    clm_merged *described;  /* each problem, during the comparison of shapes */
    atomic_size_t finished; /* problems */
    batch_worker *workers;
    size_t worker_count;
    double reached;         /* the last progress reported while workers or blocks were computed */
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
    double finished = (double)atomic_load_explicit(&b->finished, memory_order_relaxed);

    for (size_t n = 0; n < b->worker_count; n++)
        finished += (double)atomic_load_explicit(&b->workers[n].done, memory_order_relaxed) /
                    DONE_PARTS;
    b->reached = fmax(b->reached, finished / (double)b->count);
    return clm_progress(b->context, b->reached);
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
static void note_done(batch *b, size_t k, clmodp_status st)
{
    b->by[k] = DONE;
    b->problem[k].status = st;
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

/* ---- workers ---- */

/* Returns whether a call of the context has built the engine's programs, which workers share. */
static bool has_programs(const batch *b)
{
    return b->context->kept->programs != NULL && b->context->kept->together != NULL;
}

/* Progress callback of calls on a worker; may cancel them. */
static int note_progress(void *user, double fraction)
{
    batch_worker *own = user;

    atomic_store_explicit(&own->done, (size_t)(fraction * (double)own->count * DONE_PARTS),
                          memory_order_relaxed);
    return clm_poller_stopped(own->batch->watch);
}

/* Begins a call for `count` problems on a worker. */
static void begin_on_worker(batch_worker *own, clm_call *call, size_t count)
{
    own->count = count;
    clm_call_begin(call, &own->subcontext.context, 0, false);
    call->progress = note_progress;
    call->progress_user = own;
}

/* Ends the progress of a worker's call, before its problems count as finished. */
static void end_on_worker(batch_worker *own)
{
    atomic_store_explicit(&own->done, 0, memory_order_relaxed);
}

/* Creates workers that share the memory left. *created: false if they cannot be created */
static clmodp_status create_workers(batch *b, size_t threads, bool *created)
{
    clmodp_status st = CLMODP_OK, made = CLMODP_OK;
    const size_t count = b->worker_count;
    clm_call call;

    NEW(&b->context->error, b->workers, count);
    clm_call_begin(&call, b->context, b->options->max_memory, false);
    for (size_t n = 0; n < count && made == CLMODP_OK; n++) {
        b->workers[n].batch = b;
        made = clm_subcontext_create(&b->workers[n].subcontext, b->context, count);
        b->workers[n].subcontext.context.threads = threads;
    }
    (void)clm_call_end(b->context, &call, CLMODP_OK);
    clm_error_clear(&b->context->error);
    *created = made == CLMODP_OK;
done:
    return st;
}

/* Runs work(argument, i, worker) for i < count on at most `workers` workers, whose calls may use
 * `threads` threads each. *ran: false if workers cannot be created; then nothing was run.
 * Errors: HOST_MEMORY, CANCELLED */
static clmodp_status run_on_workers(batch *b, size_t count, size_t workers, size_t threads,
                                    clm_work work, void *argument, bool *ran)
{
    clmodp_status st = CLMODP_OK;
    clm_poller watch = {.ask = ask_progress, .user = b};

    *ran = false;
    b->worker_count = clm_size_min(workers, count);
    TRY(create_workers(b, threads, ran));
    b->watch = &watch;
    if (*ran)
        st = clm_parallel_watched(count, b->worker_count, work, argument, &watch);
    b->watch = NULL;
done:
    for (size_t n = 0; b->workers != NULL && n < b->worker_count; n++)
        clm_subcontext_destroy(&b->workers[n].subcontext);
    b->worker_count = 0;
    free(b->workers);
    b->workers = NULL;
    return st;
}

/* ---- merged problems ----
 *
 * Problems are sorted by shape and cut into groups that share launches. Groups run on workers. */

typedef struct grouping {
    batch *batch;
    clm_merged *merged;       /* candidates, finally sorted by shape; NULL: none */
    size_t count;             /* of candidates */
    clm_group *groups;
    size_t group_count, done; /* done: computed or given up */
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

/* Marks the solved problems of a group as done. */
static void take_done(grouping *a, const clm_group *c)
{
    for (size_t k = 0; k < c->count; k++)
        if (c->first[k].done)
            note_done(a->batch, c->first[k].index, CLMODP_OK);
}

/* Computes a group with all threads of the caller's context. Errors: CANCELLED */
static clmodp_status compute_group(grouping *a, const clm_group *c)
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

/* Computes a group on a worker. */
static clmodp_status compute_group_on_worker(void *argument, size_t index, size_t thread)
{
    grouping *a = argument;
    batch *b = a->batch;
    const clm_group *c = &a->groups[a->done + index];
    batch_worker *own = &b->workers[thread];
    clm_call call;

    if (clm_poller_stopped(b->watch))
        return CLMODP_CANCELLED;
    begin_on_worker(own, &call, c->count);
    (void)clm_call_end(&own->subcontext.context, &call,
                       clm_merged_compute(&own->subcontext.context, c->first, c->count,
                                          b->options));
    end_on_worker(own);
    take_done(a, c);
    return clm_poller_stopped(b->watch) ? CLMODP_CANCELLED : CLMODP_OK;
}

/* Computes the remaining groups on workers with one thread each; does nothing if these cannot be
 * created. */
static clmodp_status compute_side_by_side(grouping *a)
{
    bool ran;
    const size_t left = a->group_count - a->done;
    const clmodp_status st = run_on_workers(a->batch, left, a->batch->threads, 1,
                                            compute_group_on_worker, a, &ran);

    if (ran)
        a->done = a->group_count;
    return st;
}

/* Computes all groups, the first one alone if programs must be built or tests passed. */
static clmodp_status compute_groups(grouping *a)
{
    clmodp_status st = CLMODP_OK;

    if (a->group_count > 0 && !has_programs(a->batch))
        TRY(compute_group(a, &a->groups[a->done++]));
    if (a->group_count - a->done > 1 && a->batch->threads > 1 &&
        clm_subcontext_supported(a->batch->context))
        TRY(compute_side_by_side(a));
    while (a->done < a->group_count)
        TRY(compute_group(a, &a->groups[a->done++]));
done:
    return st;
}

/* Computes the remaining problems of equal or similar shapes together, if this pays.
 * Errors: HOST_MEMORY, CANCELLED */
static clmodp_status compute_merged(batch *b)
{
    clmodp_status st = CLMODP_OK;
    grouping a = {.batch = b};

    TRY(find_shapes(&a));
    if (a.count < 2)
        goto done;
    NEW(&b->context->error, a.groups, a.count);
    TRY(clm_groups_cut(b->context, a.groups, &a.group_count, a.merged, a.count, b->threads,
                       b->options));
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

/* Computes problem k alone; a failure is the status of this problem only.
 * deferred: as in clm_compute_options. partial: the context has a part of the memory only; if that
 * does not suffice, the problem is deferred, too */
static clmodp_status compute_alone(batch *b, size_t k, size_t thread, clmodp_context *ctx,
                                   double *deferred, bool partial)
{
    const clmodp_status st = clm_compute(ctx, NULL, &b->problem[k], b->options, deferred);
    const bool again = (deferred != NULL && *deferred > 0.0) ||
                       (partial && st == CLMODP_DEVICE_MEMORY);

    if (again)
        b->by[k] = DEFERRED;
    else if (st != CLMODP_OK)
        note_failure(b, k, thread, &ctx->error, st);
    if (b->workers != NULL)
        end_on_worker(&b->workers[thread]);
    if (!again)
        note_done(b, k, st);
    clm_error_clear(&ctx->error);
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
        double deferred = 0.0;

        if (clm_poller_stopped(b->watch))
            return CLMODP_CANCELLED;
        if (b->by[k] != ALONE)
            continue;
        if (b->small != NULL &&
            clm_small_compute(&b->small[thread], &b->problem[k], b->options->seed ^ k))
            note_done(b, k, CLMODP_OK);
        else
            (void)compute_alone(b, k, thread, &own, &deferred, true);
        b->seconds[k] = 1e-9 * deferred;
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
            note_done(b, k, CLMODP_OK);
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

/* ---- deferred problems ---- */

/* Problems in flight at a time. On a CPU two suffice to keep its cores busy during the serial
 * stages of one. On a GPU a call spends two thirds of its time on the host. */
enum { WORKERS_OF_CPU = 2, WORKERS_OF_GPU = 4 };

/* A deferred problem. */
typedef struct deferral {
    double seconds; /* predicted */
    size_t index;
} deferral;

typedef struct deferrals {
    batch *batch;
    deferral *each; /* the longest first, so that the last in flight end soon after each other */
    size_t count;
} deferrals;

static int by_seconds(const void *a, const void *b)
{
    const deferral *one = a, *other = b;

    if (one->seconds != other->seconds)
        return one->seconds < other->seconds ? 1 : -1;
    return (one->index > other->index) - (one->index < other->index);
}

static clmodp_status list_deferred(deferrals *d)
{
    clmodp_status st = CLMODP_OK;
    const batch *b = d->batch;

    NEW(&b->context->error, d->each, b->count);
    for (size_t k = 0; k < b->count; k++)
        if (b->by[k] == DEFERRED)
            d->each[d->count++] = (deferral){b->seconds[k], k};
    qsort(d->each, d->count, sizeof *d->each, by_seconds);
done:
    return st;
}

/* Computes a problem with all threads and memory of the caller's context. Errors: CANCELLED */
static clmodp_status compute_on_context(batch *b, size_t k)
{
    clm_call call;
    clmodp_status st;

    begin_call(b, &call, 1);
    st = clm_call_end(b->context, &call, compute_alone(b, k, 0, b->context, NULL, false));
    return st == CLMODP_CANCELLED ? st : CLMODP_OK;
}

/* Computes a problem on a worker. */
static clmodp_status compute_deferred_on_worker(void *argument, size_t index, size_t thread)
{
    const deferrals *d = argument;
    batch *b = d->batch;
    batch_worker *own = &b->workers[thread];
    clm_call call;

    if (clm_poller_stopped(b->watch))
        return CLMODP_CANCELLED;
    begin_on_worker(own, &call, 1);
    (void)clm_call_end(&own->subcontext.context, &call,
                       compute_alone(b, d->each[index].index, thread, &own->subcontext.context,
                                     NULL, true));
    return clm_poller_stopped(b->watch) ? CLMODP_CANCELLED : CLMODP_OK;
}

/* Computes the problems on workers, except those that need more memory than a worker has. */
static clmodp_status compute_deferred_on_workers(deferrals *d)
{
    batch *b = d->batch;
    const clmodp_context *context = b->context;
    const size_t most = context->tuning.vector_width == 1 ? WORKERS_OF_GPU : WORKERS_OF_CPU;
    const size_t workers = clm_size_min(clm_size_min(most, b->threads), d->count);
    bool ran;

    if (workers < 2)
        return CLMODP_OK;
    return run_on_workers(b, d->count, workers, clm_size_max(2 * context->threads / workers, 1),
                          compute_deferred_on_worker, d, &ran);
}

/* Computes deferred problems, the first ones alone until programs are built. */
static clmodp_status compute_deferred(batch *b)
{
    clmodp_status st = CLMODP_OK;
    deferrals d = {.batch = b};

    TRY(list_deferred(&d));
    while (d.count > 1 && !(has_programs(b) && clm_subcontext_supported(b->context)))
        TRY(compute_on_context(b, d.each[--d.count].index));
    TRY(compute_deferred_on_workers(&d));
    for (size_t n = 0; n < d.count; n++)
        if (b->by[d.each[n].index] == DEFERRED)
            TRY(compute_on_context(b, d.each[n].index));
done:
    free(d.each);
    return st;
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

    START(context, &context->error);
    REQUIRE(&context->error, problems != NULL || count == 0);
    TRY(clm_task_read_options(&context->error, &checked, options));
    if (count == 0)
        goto done;
    TRY(read_problems(&b, problems));
    b.threads = clm_size_min(context->threads, count);
    b.block = clm_size_min(count / (4 * b.threads) + 1, MOST_BLOCK);
    NEW(&context->error, b.by, count);
    NEW(&context->error, b.seconds, count);
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
    free(b.seconds);
    free(b.by);
    for (size_t k = 0; b.problem != NULL && k < count; k++)
        given_problem(problems, k)->status = b.problem[k].status;
    free(b.problem);
    return st == CLMODP_OK ? st : clm_error_complete(&context->error, st);
}
