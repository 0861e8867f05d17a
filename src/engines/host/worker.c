/* Groups of primes, on threads where the work is worth it. */
#include "engines/host/worker.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "engines/host/cost.h"
#include "engines/host/group.h"

#define WORD sizeof(uint64_t)

/* A group is at least so many primes for each thread, and CLM_LIMIT_GROUP of work, as far as there
 * is memory: its stages begin threads anew. */
#define PRIMES_A_THREAD 4

typedef struct host_worker {
    clm_worker base; /* first */
    clmodp_context *ctx;
    bool watched; /* there is enough work for threads and for questions in between */
    size_t threads;
    size_t most;     /* primes at a time */
    double progress; /* what a watch is told */
    clm_counts counts;
    clm_host_group group; /* that is being done */
} host_worker;

static clmodp_status on_threads(host_worker *w, size_t count, clm_work work)
{
    clm_progress_at at = {w->ctx, w->progress};
    clm_watch watch = {.ask = clm_progress_ask, .user = &at};
    clmodp_status st;

    if (!w->watched)
        return clm_parallel_for(count, 1, work, &w->group);
    w->group.watch = &watch;
    st = clm_parallel_watched(count, w->threads, work, &w->group, &watch);
    w->group.watch = NULL;
    return st;
}

/* CORRUPT unless the redundant coefficients vanish modulo every prime of the group. */
static clmodp_status check_group(clm_error *error, const clm_host_group *g)
{
    for (size_t k = 0; k < g->primes; k++)
        if (!g->fits[k])
            return clm_fail(error, CLMODP_CORRUPT,
                            "a coefficient modulo %llu must vanish and does not: the machine or "
                            "its memory is faulty; try again",
                            (unsigned long long)g->plan->prime[g->first + k]);
    return CLMODP_OK;
}

static clmodp_status run_group(host_worker *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_host_group *g = &w->group;
    const size_t blocks = clm_div_up(g->points, CLM_HOST_BLOCK);
    double began = clm_clock_seconds();

    TRY(on_threads(w, g->primes, clm_host_begin_prime));
    clm_stage_end(w->counts.times.host, CLM_STAGE_REDUCE, &began);
    if (g->transforms) {
        TRY(on_threads(w, g->primes * g->layout->count, clm_host_transform_row));
        clm_stage_end(w->counts.times.host, CLM_STAGE_EVALUATE, &began);
    }
    TRY(on_threads(w, g->primes * blocks, clm_host_run_block));
    clm_stage_end(w->counts.times.host, CLM_STAGE_EUCLID, &began);
    TRY(on_threads(w, g->primes, clm_host_end_prime));
    TRY(check_group(&w->ctx->error, g));
    clm_stage_end(w->counts.times.host, CLM_STAGE_INTERPOLATE, &began);
    w->counts.chunks++;
    w->counts.evaluations += g->primes * g->points;
done:
    return st;
}

clmodp_status clm_host_worker_run(clm_worker *worker, clm_images *images, clm_counts *counts,
                                  size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    host_worker *w = (host_worker *)worker;
    const double all = (double)worker->plan->primes;

    w->group.images = images;
    for (size_t done = 0; done < count; done += w->group.primes) {
        w->group.first = first + done;
        w->group.primes = clm_size_min(w->most, count - done);
        w->progress = (double)w->group.first / all;
        TRY(clm_progress(w->ctx, w->progress));
        TRY(run_group(w));
    }
    *counts = w->counts;
    w->counts = (clm_counts){0};
done:
    return st;
}

/* Nanoseconds of a core for a prime, about. */
static double prime_work(const host_worker *w)
{
    const clm_host_group *g = &w->group;
    const clm_amounts all = clm_host_points_cost(g->layout, (double)g->points, g->plan->coset,
                                                 (double)g->outputs, &w->ctx->rates);

    return clm_nanoseconds(&all, &w->ctx->rates);
}

/* Threads, and questions in between, where there is enough work for both, and memory: that of one
 * prime, and half of what is left. */
static void choose_threads(host_worker *w, size_t most_primes)
{
    const uint64_t room = clm_memory_left(w->ctx) / WORD / 2 / clm_host_group_scratch(&w->group);

    w->watched = (double)most_primes * prime_work(w) > clm_limit_ns(CLM_LIMIT_THREADS);
    w->threads = w->watched ? w->ctx->threads : 1;
    if (w->threads > room)
        w->threads = clm_size_max((size_t)room, 1);
}

/* As many primes at a time as there is memory for; rows by transforms, if that is cheaper and
 * fits. */
static clmodp_status choose_group(host_worker *w, size_t most_primes)
{
    clmodp_status st = CLMODP_OK;
    clm_host_group *g = &w->group;
    const uint64_t left = clm_memory_left(w->ctx) / WORD;
    const double wanted =
        clm_limit_ns(CLM_LIMIT_GROUP) * (double)w->threads / prime_work(w);

    g->transforms = g->plan->coset &&
                    clm_host_transforms_pay(g->layout, (double)g->points, &w->ctx->rates);
    if (g->transforms && (!clm_host_group_measure(g) || g->at.words > left))
        g->transforms = false;
    if (!clm_host_group_measure(g) || g->at.words > left)
        FAIL(&w->ctx->error, CLMODP_DEVICE_MEMORY,
             "one prime with its %zu point%s needs %zu words of 64 bits, and the cap leaves %llu: "
             "raise the cap or lower the degrees",
             g->points, CLM_S(g->points), g->at.words, (unsigned long long)left);
    w->most = clm_size_max(PRIMES_A_THREAD * w->threads,
                           wanted < (double)most_primes ? (size_t)wanted : most_primes);
    w->most = clm_size_min(w->most, most_primes);
    w->most = (size_t)clm_size_min(w->most, left / g->at.words);
done:
    return st;
}

clmodp_status clm_host_worker_create(clmodp_context *ctx, clm_worker **out, const clm_plan *plan,
                                     size_t most_primes, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    host_worker *w = NULL;
    clm_host_group *g;

    (void)seed; /* nothing here is random */
    NEW(&ctx->error, w, 1);
    w->base = (clm_worker){ctx, plan};
    w->ctx = ctx;
    g = &w->group;
    g->plan = clm_host_plan_of(plan);
    g->layout = plan->layout;
    g->points = plan->points;
    g->outputs = plan->outputs;
    choose_threads(w, most_primes);
    TRY(clm_staging_create(ctx, &g->scratch, w->threads * clm_host_group_scratch(g), WORD));
    TRY(choose_group(w, most_primes));
    NEW(&ctx->error, g->fits, w->most);
    TRY(clm_staging_create(ctx, &g->words, w->most * g->at.words, WORD));
    *out = &w->base;
    w = NULL;
done:
    if (w != NULL)
        clm_host_worker_destroy(&w->base);
    return st;
}

void clm_host_worker_destroy(clm_worker *worker)
{
    host_worker *w = (host_worker *)worker;

    clm_staging_destroy(w->ctx, &w->group.scratch);
    clm_staging_destroy(w->ctx, &w->group.words);
    free(w->group.fits);
    free(w);
}

clmodp_status clm_host_check_rows(clmodp_context *ctx, uint64_t rows)
{
    const uint64_t needed = rows * CLM_HOST_TOGETHER * WORD, left = clm_memory_left(ctx);

    if (needed <= left)
        return CLMODP_OK;
    return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                    "polynomials with %llu coefficient%s in the variable to eliminate take at "
                    "least %llu bytes, and the cap leaves %llu: raise the cap or lower the "
                    "degrees",
                    (unsigned long long)rows, CLM_S(rows), (unsigned long long)needed,
                    (unsigned long long)left);
}
