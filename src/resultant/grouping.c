/* Decides which problems of a batch are merged: those of one shape and, where launches cost more
 * than padding, of similar shapes. */
#include "resultant/grouping.h"

#include "core/size.h"
#include "resultant/resultant.h"
#include "resultant/task.h"

/* The candidates, and their groups so far. */
typedef struct grouping {
    clmodp_context *context;
    const clmodp_resultant_options *options;
    size_t threads;
    const clm_merged *merged; /* sorted by shape */
    size_t count;
    clm_group *groups;
    size_t group_count;
} grouping;

/* Opens the device for merged problems. *serves: it is open. Errors: CANCELLED */
static clmodp_status open_device(const grouping *a, bool *serves)
{
    const clm_compute_options how = clm_task_options(a->context, a->options);
    clm_call call;
    clmodp_status st;

    clm_call_begin(&call, a->context, a->options->max_memory, true);
    st = clm_choice_on_device(&how)->require(a->context, &how.of_engine);
    (void)clm_call_end(a->context, &call, st);
    *serves = st == CLMODP_OK;
    if (st == CLMODP_CANCELLED)
        return st;
    if (!*serves)
        clm_initialisation_failed(a->context);
    clm_error_clear(&a->context->error);
    return CLMODP_OK;
}

/* Returns the problems in a group: 1 if merging does not pay, or after an error, which later calls
 * for single problems explain. */
static size_t plan_group(const grouping *a, const clm_merged *merged, size_t count, double alone)
{
    clm_call call;
    clmodp_status st;
    size_t most;
    bool pays;

    if (count < 2)
        return 1;
    clm_call_begin(&call, a->context, a->options->max_memory, false);
    call.max_memory /= a->threads; /* each thread computes a group */
    st = clm_merged_plan(a->context, &most, &pays, merged, count, alone, a->options);
    (void)clm_call_end(a->context, &call, CLMODP_OK);
    clm_error_clear(&a->context->error);
    return st == CLMODP_OK && pays ? most : 1;
}

/* If merging pays, cuts neighbours into groups of even sizes, as many as keep all threads busy.
 * alone: nanoseconds of the neighbours one by one. */
static clmodp_status group_neighbours(grouping *a, clm_merged *merged, size_t count, double alone)
{
    clmodp_status st = CLMODP_OK;
    size_t most = plan_group(a, merged, count, alone), groups, size;
    bool serves = false;

    if (most > 1)
        TRY(open_device(a, &serves));
    if (serves)
        most = plan_group(a, merged, count, alone); /* now with the known memory of the device */
    if (!serves || most < 2)
        goto done;
    groups = clm_div_up(count, most);
    if (groups > 1)
        groups = clm_size_min(clm_round_up(groups, a->threads), clm_size_max(count / 2, 1));
    size = clm_div_up(count, groups);
    for (size_t first = 0; first < count; first += size)
        a->groups[a->group_count++] =
            (clm_group){merged + first, clm_size_min(size, count - first)};
done:
    return st;
}

/* Neighbours of one shape, or of several, extended to one. */
typedef struct class {
    clm_shape shape;
    size_t count;
    double alone, least; /* predicted nanoseconds: one by one, and by the faster of both */
} class;

/* Merging must be faster than the host by this factor, since it is predicted by simple bounds. */
#define MARGIN 2.0

/* Returns whether shapes may be united: for a named engine, and on GPUs. With the engine left open
 * a CPU would gain little, since padding takes the host's time. */
static bool unites(const grouping *a)
{
    return clm_task_options(a->context, a->options).engine != NULL ||
           (a->context->queue != NULL && a->context->tuning.vector_width == 1);
}

/* Predicts a class from its shape and count. */
static double predict_class(const grouping *a, const class *c)
{
    const clm_choice_merge as = clm_merged_predict(a->context, &c->shape, c->count);
    const bool named = clm_task_options(a->context, a->options).engine != NULL;

    return named || c->alone > MARGIN * as.ns ? as.ns : c->alone;
}

/* Returns the problems of one shape from merged[first] on. */
static class find_class(const grouping *a, size_t first)
{
    class c = {.shape = a->merged[first].shape, .count = 1};

    while (first + c.count < a->count &&
           clm_merged_compare(&a->merged[first], &a->merged[first + c.count]) == 0)
        c.count++;
    if (unites(a)) {
        c.alone = clm_merged_predict(a->context, &c.shape, c.count).alone;
        c.least = predict_class(a, &c);
    }
    return c;
}

/* Extends a class by the shapes behind it as long as padding is predicted to cost less than
 * launches. */
static void extend_class(const grouping *a, size_t first, class *c)
{
    while (first + c->count < a->count) {
        const class other = find_class(a, first + c->count);
        class both = *c;

        if (!clm_merged_extend(&both.shape, &a->merged[first + c->count]))
            break;
        both.count += other.count;
        both.alone += other.alone;
        both.least = predict_class(a, &both);
        if (both.least >= c->least + other.least)
            break;
        *c = both;
    }
}

clmodp_status clm_groups_cut(clmodp_context *context, clm_group *groups, size_t *group_count,
                             clm_merged *merged, size_t count, size_t threads,
                             const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    grouping a = {.context = context, .options = options, .threads = threads, .merged = merged,
                  .count = count, .groups = groups};
    clm_call call;
    class c;

    for (size_t first = 0; first < count; first += c.count) {
        clm_call_begin(&call, context, options->max_memory, false);
        c = find_class(&a, first);
        if (unites(&a))
            extend_class(&a, first, &c);
        (void)clm_call_end(context, &call, CLMODP_OK);
        TRY(group_neighbours(&a, merged + first, c.count, c.alone / MARGIN));
    }
done:
    *group_count = a.group_count;
    return st;
}
