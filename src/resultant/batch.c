/* What the ways to solve the problems of a batch share: blocks on threads, and progress. */
#include "resultant/batch.h"

#include "base/size.h"

clmodp_status clm_batch_ask(void *user)
{
    clm_batch *b = user;
    const size_t finished = atomic_load_explicit(&b->finished, memory_order_relaxed);

    return clm_progress(b->context, (double)finished / (double)b->count);
}

clmodp_status clm_batch_blocks(clm_batch *b, clm_work work)
{
    clm_watch watch = {.ask = clm_batch_ask, .user = b};
    clmodp_status st;

    clm_context_begin(&b->model, b->context, 0, false);
    b->model.log = (clm_log){0}; /* calls on other threads tell nobody */
    b->watch = &watch;
    st = clm_parallel_watched(clm_div_up(b->count, b->block), b->threads, work, b, &watch);
    b->watch = NULL;
    return st;
}

void clm_batch_solved(clm_batch *b, size_t k)
{
    b->by[k] = CLM_SOLVED;
    b->problem[k].status = CLMODP_OK;
    atomic_fetch_add_explicit(&b->finished, 1, memory_order_relaxed);
}

/* The progress of a call as that of the batch. */
static int scaled_progress(void *user, double fraction)
{
    const clm_batch *b = user;

    return b->context->progress(b->context->progress_user, b->from + b->part * fraction);
}

void clm_batch_call(clm_batch *b, clmodp_context *call, size_t count)
{
    clm_context_begin(call, b->context, b->options->max_memory, true);
    b->from = (double)atomic_load_explicit(&b->finished, memory_order_relaxed) / (double)b->count;
    b->part = (double)count / (double)b->count;
    if (call->progress != NULL) {
        call->progress = scaled_progress;
        call->progress_user = b;
    }
}
