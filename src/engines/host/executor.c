/* Executor on the host: runs groups of primes through all stages, on threads if that pays. */
#include "engines/host/group.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "engines/host/stages.h"

enum {
    BLOCK = 64,  /* points of one prime per work item of a thread */
    TOGETHER = 4 /* points evaluated at once */
};

#define WORD sizeof(uint64_t)

/* Words zeroed between two looks at a watch. */
#define ZEROS ((size_t)1 << 16)

static const clm_host_prime *prime_of(const clm_host_group *g, size_t index)
{
    return &g->plan->info[g->first + index];
}

/* Returns root^k for any k, from the table made by clm_host_roots. */
static uint64_t root_power(const uint64_t *roots, size_t n, size_t k, const clm_mont64 *field)
{
    k %= n;
    return k < n / 2 || n == 1 ? roots[k] : clm_mont64_neg(roots[k - n / 2], field);
}

static uint64_t point_power(const clm_host_group *g, size_t index, size_t point, uint64_t power)
{
    const clm_host_prime *prime = prime_of(g, index);
    const clm_mont64 *f = &prime->field;
    const size_t n = g->points;
    uint64_t x;

    if (!g->plan->coset) {
        x = clm_mont64_to(prime->start + point, f);
        return power == 1 ? x : clm_mont64_pow(x, power, f);
    }
    x = power == 1 ? prime->start : clm_mont64_pow(prime->start, power, f);
    return clm_mont64_mul(x,
                          root_power(clm_host_group_words(g, index) + g->at.roots, n,
                                     clm_host_reverse(point, n) * (size_t)(power % n), f),
                          f);
}

/* Index: a prime. Computes the coefficients modulo the prime, and the tables of its points. */
static clmodp_status host_begin_prime(void *argument, size_t index, size_t thread)
{
    const clm_host_group *g = argument;
    const clm_host_prime *prime = prime_of(g, index);
    const clm_mont64 *f = &prime->field;
    uint64_t *words = clm_host_group_words(g, index);

    (void)thread;
    for (size_t k = 0; k < g->layout->residues; k++) {
        mpz_srcptr c = g->layout->coefficients[k];

        words[g->at.residues + k] = c == NULL ? 0 : clm_mont64_to(mpz_fdiv_ui(c, f->p), f);
        if (clm_poller_stopped(g->watch))
            return CLMODP_CANCELLED;
    }
    if (g->plan->coset)
        clm_host_roots(words + g->at.roots, g->points, prime->root, f, g->watch);
    else
        clm_host_factorials(words + g->at.roots, g->points, f, g->watch);
    return clm_poller_check(g->watch);
}

/* Index: prime * layout->count + row. Computes the row's values at all points by transforms. */
static clmodp_status host_transform_row(void *argument, size_t index, size_t thread)
{
    const clm_host_group *g = argument;
    const size_t prime = index / g->layout->count, number = index % g->layout->count;
    const clm_row row = g->layout->row[number];
    const clm_mont64 *f = &prime_of(g, prime)->field;
    uint64_t *words = clm_host_group_words(g, prime);
    uint64_t *values = words + g->at.rows + number * g->points;
    uint64_t power = f->one;

    (void)thread;
    for (size_t k = 0; k < g->points; k += ZEROS) {
        if (clm_poller_stopped(g->watch))
            return CLMODP_CANCELLED;
        memset(values + k, 0, clm_size_min(ZEROS, g->points - k) * WORD);
    }
    if (row.length == 0)
        return CLMODP_OK;
    for (size_t i = 0; i < row.length; i++) { /* x^points is the same at all points */
        uint64_t *value = &values[i % g->points];

        if (clm_poller_stopped(g->watch))
            return CLMODP_CANCELLED;
        *value = clm_mont64_add(
            *value, clm_mont64_mul(words[g->at.residues + row.offset + i], power, f), f);
        power = clm_mont64_mul(power, prime_of(g, prime)->start, f);
    }
    clm_host_forward(values, g->points, words + g->at.roots, f, g->watch);
    return clm_poller_check(g->watch);
}

/* Evaluates a row at several points at once, so that independent products overlap. */
static void evaluate_row(uint64_t *values, size_t stride, const uint64_t *c, size_t length,
                         const uint64_t x[TOGETHER], const clm_mont64 *f)
{
    uint64_t value[TOGETHER] = {0};

    for (size_t i = length; i-- > 0;)
        for (size_t k = 0; k < TOGETHER; k++)
            value[k] = clm_mont64_add(clm_mont64_mul(value[k], x[k], f), c[i], f);
    for (size_t k = 0; k < TOGETHER; k++)
        values[k * stride] = value[k];
}

/* Computes the rows' values, f's and then g's, at `count` points from `first` on, point by point;
 * `values` must hold TOGETHER points. */
static void find_values(const clm_host_group *g, uint64_t *values, size_t index, size_t first,
                        size_t count)
{
    const clm_row_layout *layout = g->layout;
    const size_t rows = layout->count;
    const uint64_t *words = clm_host_group_words(g, index);
    const clm_mont64 *f = &prime_of(g, index)->field;
    uint64_t x[TOGETHER] = {0};

    for (size_t k = 0; k < count && !g->transforms; k++)
        x[k] = point_power(g, index, first + k, 1);
    for (size_t r = 0; r < rows; r++) {
        const clm_row row = layout->row[r];

        if (!g->transforms)
            evaluate_row(values + r, rows, words + g->at.residues + row.offset, row.length, x, f);
        for (size_t k = 0; k < count && g->transforms; k++)
            values[k * rows + r] = words[g->at.rows + r * g->points + first + k];
    }
}

/* Computes numerators and denominators at a point from its values, without x^valuation. */
static void run_point(const clm_host_group *g, uint64_t *values, uint64_t *work, size_t index,
                      size_t point)
{
    const size_t n = g->points;
    const uint64_t valuation = g->plan->base.bounds.valuation;
    const clm_mont64 *f = &prime_of(g, index)->field;
    uint64_t *words = clm_host_group_words(g, index);
    uint64_t *denominators = words + g->at.denominators + point;
    const clm_host_ratios out = {words + g->at.numerators + point, denominators, n, n + 1};

    clm_host_point(&out, g->layout, values, work, f, g->minors);
    if (valuation > 0) {
        const uint64_t power = point_power(g, index, point, valuation);

        for (size_t k = 0; k < g->minors.count; k++)
            denominators[k * (n + 1)] = clm_mont64_mul(denominators[k * (n + 1)], power, f);
    }
}

/* Index: prime * blocks + block. Processes the block's points. */
static clmodp_status host_run_block(void *argument, size_t index, size_t thread)
{
    const clm_host_group *g = argument;
    const size_t blocks = clm_div_up(g->points, BLOCK);
    const size_t first = index % blocks * BLOCK;
    const size_t end = clm_size_min(first + BLOCK, g->points);
    uint64_t *values = clm_host_group_scratch(g, thread);
    uint64_t *work = values + TOGETHER * g->layout->count;

    for (size_t point = first; point < end; point += TOGETHER) {
        const size_t count = clm_size_min(TOGETHER, end - point);

        find_values(g, values, index / blocks, point, count);
        for (size_t k = 0; k < count; k++) {
            if (clm_poller_stopped(g->watch))
                return CLMODP_CANCELLED;
            run_point(g, values + k * g->layout->count, work, index / blocks, point + k);
        }
    }
    return CLMODP_OK;
}

/* Interpolates an output's values; for a coset, removes the powers of the shift, whose inverse is
 * given, and the factor `points`. */
static clmodp_status interpolate_output(const clm_host_group *g, uint64_t *values, size_t index,
                                        uint64_t inverse)
{
    const clm_host_prime *prime = prime_of(g, index);
    const clm_mont64 *f = &prime->field;
    const uint64_t *table = clm_host_group_words(g, index) + g->at.roots;
    uint64_t factor;

    if (!g->plan->coset)
        return clm_host_newton(values, g->points, prime->start, table, f, g->watch);
    clm_host_inverse(values, g->points, table, f, g->watch);
    if (clm_poller_stopped(g->watch))
        return CLMODP_CANCELLED;
    factor = clm_mont64_to(f->p - (f->p - 1) / g->points, f); /* 1 / points */
    for (size_t k = 0; k < g->points; k++) {
        values[k] = clm_mont64_mul(values[k], factor, f);
        factor = clm_mont64_mul(factor, inverse, f);
    }
    return CLMODP_OK;
}

/* Index: a prime. Computes images from quotients. */
static clmodp_status host_end_prime(void *argument, size_t index, size_t thread)
{
    const clm_host_group *g = argument;
    const clm_mont64 *f = &prime_of(g, index)->field;
    const size_t n = g->points, width = g->plan->base.width;
    uint64_t *words = clm_host_group_words(g, index), *inverses = words + g->at.inverses;
    size_t found = 0; /* S_k with inverted denominators */

    (void)thread;
    g->fits[index] = true;
    for (size_t k = 0; k < g->outputs; k++) {
        uint64_t *values = words + g->at.numerators + k * n;
        uint64_t *image = clm_image(g->images, k, g->first + index);

        if (clm_poller_stopped(g->watch))
            return CLMODP_CANCELLED;
        if (k == clm_minors_before(g->minors, found)) {
            uint64_t *denominators = words + g->at.denominators + found++ * (n + 1);

            denominators[n] = g->plan->coset ? prime_of(g, index)->start : f->one;
            clm_host_invert(inverses, denominators, n + 1, f, g->watch);
        }
        for (size_t i = 0; i < n; i++)
            values[i] = clm_mont64_mul(values[i], inverses[i], f);
        if (interpolate_output(g, values, index, inverses[n]) != CLMODP_OK)
            return CLMODP_CANCELLED;
        for (size_t i = 0; i < width; i++)
            image[i] = clm_mont64_from(values[i], f);
        for (size_t i = width; i < n; i++)
            g->fits[index] = g->fits[index] && values[i] == 0;
    }
    return CLMODP_OK;
}

/* Sets `at`. False: too many words for this host. */
static bool measure_group(clm_host_group *g)
{
    const size_t n = g->points;
    clm_host_parts *at = &g->at;

    if (g->lanes != NULL)
        return clm_host_packs_measure(g);
    *at = (clm_host_parts){0};
    return clm_host_group_add(at, &at->residues, g->layout->residues, 1) &&
           clm_host_group_add(at, &at->rows, g->transforms ? g->layout->count : 0, n) &&
           clm_host_group_add(at, &at->roots, n, 1) &&
           clm_host_group_add(at, &at->numerators, g->outputs, n) &&
           clm_host_group_add(at, &at->denominators, g->minors.count, n + 1) &&
           clm_host_group_add(at, &at->inverses, n + 1, 1) && at->words <= SIZE_MAX / WORD;
}

/* Least primes of a group for each thread. As stages start threads anew, a group has at least
 * these primes and CLM_LIMIT_GROUP of work, memory permitting. */
#define PRIMES_A_THREAD 4

typedef struct host_executor {
    clm_executor base; /* first */
    clmodp_context *ctx;
    bool watched; /* work suffices for threads and progress callbacks */
    size_t threads;
    size_t most;     /* primes at a time */
    double progress; /* reported by a watch */
    clm_host_group group; /* current group */
} host_executor;

static clmodp_status on_threads(host_executor *w, size_t count, clm_work work)
{
    clm_poller watch = CLM_PROGRESS_POLLER(w->ctx, w->progress);
    clmodp_status st;

    if (!w->watched)
        return clm_parallel_for(count, 1, work, &w->group);
    w->group.watch = &watch;
    st = clm_parallel_watched(count, w->threads, work, &w->group, &watch);
    w->group.watch = NULL;
    return st;
}

/* Fails with CORRUPT unless the redundant coefficients vanish modulo all primes of the group. */
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

static clmodp_status run_group(host_executor *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_host_group *g = &w->group;
    const size_t units = clm_div_up(g->primes, g->unit_primes);
    const size_t blocks =
        clm_div_up(g->points, g->lanes != NULL ? g->plan->grid.block : (size_t)BLOCK);
    double began = clm_clock_seconds();

    TRY(on_threads(w, units, g->lanes != NULL ? clm_host_begin_pack : host_begin_prime));
    clm_stage_end(w->base.counts.times.host, CLM_STAGE_REDUCE, &began);
    if (g->transforms) {
        TRY(on_threads(w, g->primes * g->layout->count, host_transform_row));
        clm_stage_end(w->base.counts.times.host, CLM_STAGE_EVALUATE, &began);
    }
    TRY(on_threads(w, units * blocks, g->lanes != NULL ? clm_host_run_pack : host_run_block));
    clm_stage_end(w->base.counts.times.host,
                  g->layout->matrix.order > 0 ? CLM_STAGE_LU : CLM_STAGE_EUCLID, &began);
    TRY(on_threads(w, units, g->lanes != NULL ? clm_host_end_pack : host_end_prime));
    TRY(check_group(&w->ctx->error, g));
    clm_stage_end(w->base.counts.times.host, CLM_STAGE_INTERPOLATE, &began);
    w->base.counts.chunks++;
    w->base.counts.evaluations += g->primes * g->points;
done:
    return st;
}

clmodp_status clm_host_executor_run(clm_executor *worker, clm_images *images, size_t first,
                                    size_t count)
{
    clmodp_status st = CLMODP_OK;
    host_executor *w = (host_executor *)worker;
    const double all = (double)worker->plan->primes;

    w->group.images = images;
    for (size_t done = 0; done < count; done += w->group.primes) {
        w->group.first = first + done;
        w->group.primes = clm_size_min(w->most, count - done);
        w->progress = (double)w->group.first / all;
        TRY(clm_progress(w->ctx, w->progress));
        TRY(run_group(w));
    }
done:
    return st;
}

/* Estimates the nanoseconds of a core for a prime. */
static double prime_work(const host_executor *w)
{
    const clm_host_group *g = &w->group;
    const clm_amounts all =
        g->lanes != NULL
            ? clm_host_pack_cost(g->layout, &g->plan->grid, (double)g->outputs,
                                 g->lanes->lanes)
            : clm_host_points_cost(g->layout, (double)g->points, g->plan->coset,
                                   (double)g->outputs, &w->ctx->costs);

    return clm_nanoseconds(&all, &w->ctx->costs) / (double)g->unit_primes;
}

/* Chooses threads and progress callbacks if work suffices, and memory: that of one prime, and half
 * of the rest. */
static void choose_threads(host_executor *w, size_t most_primes)
{
    const uint64_t room = clm_memory_left(w->ctx) / WORD / 2 / w->group.scratch_words;

    w->watched = (double)most_primes * prime_work(w) > clm_limit_ns(CLM_LIMIT_THREADS);
    w->threads = w->watched ? w->ctx->threads : 1;
    if (w->threads > room)
        w->threads = clm_size_max((size_t)room, 1);
}

/* Chooses as many primes at a time as memory allows, and transforms for rows if cheaper and
 * feasible. */
static clmodp_status choose_group(host_executor *w, size_t most_primes)
{
    clmodp_status st = CLMODP_OK;
    clm_host_group *g = &w->group;
    const uint64_t left = clm_memory_left(w->ctx) / WORD;
    size_t units, words;
    const double wanted =
        clm_limit_ns(CLM_LIMIT_GROUP) * (double)w->threads / prime_work(w);

    g->transforms = g->lanes == NULL && g->plan->coset &&
                    clm_host_transforms_pay(g->layout, (double)g->points, &w->ctx->costs);
    if (g->transforms && (!measure_group(g) || g->at.words > left))
        g->transforms = false;
    if (!measure_group(g))
        FAIL(&w->ctx->error, CLMODP_LIMIT,
             "one prime with its %zu point%s needs more memory than this host can address: lower "
             "the degrees", g->points, CLM_S(g->points));
    words = g->at.words;
    if (words > left)
        FAIL(&w->ctx->error, CLMODP_DEVICE_MEMORY,
             "one prime with its %zu point%s needs %zu words of 64 bits, and the cap leaves %llu: "
             "raise the cap by %llu bytes at least or lower the degrees",
             g->points, CLM_S(g->points), words, (unsigned long long)left,
             (unsigned long long)clm_size_times(words - (size_t)left, WORD));
    w->most = clm_size_max(PRIMES_A_THREAD * w->threads * g->unit_primes,
                           wanted < (double)most_primes ? (size_t)wanted : most_primes);
    w->most = clm_size_min(w->most, most_primes);
    units = (size_t)clm_size_min(clm_div_up(w->most, g->unit_primes), left / g->at.words);
    w->most = clm_size_min(w->most, units * g->unit_primes);
done:
    return st;
}

clmodp_status clm_host_executor_create(clmodp_context *ctx, clm_executor **out,
                                       const clm_plan *plan, size_t most_primes, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    host_executor *w;
    clm_host_group *g;

    (void)seed; /* this engine is deterministic */
    NEW(&ctx->error, w, 1);
    *out = &w->base;
    w->base = (clm_executor){.plan = plan};
    w->ctx = ctx;
    g = &w->group;
    g->plan = clm_host_plan_of(plan);
    g->layout = plan->layout;
    g->points = plan->points;
    g->outputs = plan->outputs;
    g->minors = plan->minors;
    g->unit_primes = 1;
    g->scratch_words = TOGETHER * g->layout->count + clm_host_point_words(g->layout);
    if (g->plan->packs && g->layout->matrix.order > 0)
        TRY(clm_skyline_create(&ctx->error, &g->skyline, g->layout));
    if (g->plan->packs)
        TRY(clm_host_packs_choose(&ctx->error, g));
    choose_threads(w, most_primes);
    TRY(clm_staging_create(ctx, &g->scratch, w->threads * g->scratch_words, WORD));
    TRY(choose_group(w, most_primes));
    NEW(&ctx->error, g->fits, w->most);
    TRY(clm_staging_create(ctx, &g->words, clm_div_up(w->most, g->unit_primes) * g->at.words,
                           WORD));
done:
    return st;
}

void clm_host_executor_clear(clm_executor *worker)
{
    host_executor *w = (host_executor *)worker;

    clm_staging_destroy(w->ctx, &w->group.scratch);
    clm_staging_destroy(w->ctx, &w->group.words);
    clm_skyline_destroy(&w->group.skyline);
    free(w->group.terms);
    free(w->group.fits);
}

clmodp_status clm_host_check_rows(clmodp_context *ctx, uint64_t rows)
{
    const uint64_t needed = rows * TOGETHER * WORD, left = clm_memory_left(ctx);

    if (needed <= left)
        return CLMODP_OK;
    return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                    "%llu coefficient%s at each point take at least %llu bytes, and the cap "
                    "leaves %llu: raise the cap by %llu at least or use a smaller input",
                    (unsigned long long)rows, CLM_S(rows), (unsigned long long)needed,
                    (unsigned long long)left, (unsigned long long)(needed - left));
}
