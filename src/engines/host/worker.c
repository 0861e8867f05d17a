/* Residues, values, remainder sequences and interpolation of a group of primes, on threads. */
#include "engines/host/worker.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/size.h"
#include "engines/host/cost.h"
#include "engines/host/interpolate.h"
#include "engines/host/plan.h"
#include "engines/host/sequence.h"
#include "engines/host/transform.h"

#define WORD sizeof(uint64_t)

/* Threads take so long to begin, in nanoseconds, that less work is done without, and nobody is
 * asked in between. */
#define WORTH_THREADS 1e6

/* Points of one prime that a thread takes at a time. */
#define BLOCK 64

/* Primes of a group for each thread, as far as there is memory. */
#define PRIMES_A_THREAD 4

enum { DENOMINATORS = 2 }; /* of R, and of S_1 */

/* Where the parts of a prime's words begin. */
typedef struct parts {
    size_t residues;
    size_t rows;         /* values of all rows at all points, if by transforms */
    size_t roots;        /* of unity, or inverses of factorials */
    size_t numerators;   /* of each output */
    size_t denominators; /* of R, and of S_1 */
    size_t inverses;
    size_t words; /* altogether */
} parts;

typedef struct host_worker {
    clm_worker base; /* first */
    clmodp_context *ctx;
    const clm_host_plan *plan;
    const clm_row_layout *layout;
    size_t points, outputs;
    bool transforms; /* values of rows are found by transforms */
    bool watched;    /* there is enough work for threads and for questions in between */
    size_t threads;
    size_t group; /* primes at a time */
    parts at;
    clm_staging words;   /* of each prime of the group */
    clm_staging scratch; /* of each thread: two polynomials in y */
    const clm_watch *watch; /* while there is one */
    double progress;        /* what it is told */
    clm_counts counts;

    /* Of the group that is being done. */
    size_t first, primes;
    clm_images *images;
    bool *fits; /* of each prime */
} host_worker;

static const clm_host_prime *prime_of(const host_worker *w, size_t index)
{
    return &w->plan->info[w->first + index];
}

static uint64_t *words_of(const host_worker *w, size_t index)
{
    return (uint64_t *)w->words.data + index * w->at.words;
}

/* Bits 0 ... log2(n) - 1 of k, reversed. */
static size_t reversed(size_t k, size_t n)
{
    size_t r = 0;

    for (; n > 1; n /= 2, k /= 2)
        r = 2 * r + k % 2;
    return r;
}

/* root^k for any k, of the table that clm_host_roots makes. */
static uint64_t root_power(const uint64_t *roots, size_t n, size_t k, const clm_mont64 *field)
{
    k %= n;
    return k < n / 2 || n == 1 ? roots[k] : clm_mont64_neg(roots[k - n / 2], field);
}

/* Point number `point` of a prime, to a power. */
static uint64_t point_power(const host_worker *w, size_t index, size_t point, uint64_t power)
{
    const clm_host_prime *prime = prime_of(w, index);
    const clm_mont64 *f = &prime->field;
    const size_t n = w->points;
    uint64_t x;

    if (!w->plan->coset) {
        x = clm_mont64_to(prime->start + point, f);
        return power == 1 ? x : clm_mont64_pow(x, power, f);
    }
    x = power == 1 ? prime->start : clm_mont64_pow(prime->start, power, f);
    return clm_mont64_mul(x, root_power(words_of(w, index) + w->at.roots, n,
                                        reversed(point, n) * (size_t)(power % n), f), f);
}

/* The coefficients modulo the prime, and what its points ask for. */
static clmodp_status begin_prime(void *argument, size_t index, size_t thread)
{
    const host_worker *w = argument;
    const clm_host_prime *prime = prime_of(w, index);
    const clm_mont64 *f = &prime->field;
    uint64_t *words = words_of(w, index);

    (void)thread;
    for (size_t k = 0; k < w->layout->residues; k++) {
        mpz_srcptr c = w->layout->coefficients[k];

        words[w->at.residues + k] = c == NULL ? 0 : clm_mont64_to(mpz_fdiv_ui(c, f->p), f);
        if (k % 1024 == 0 && clm_watch_stopped(w->watch))
            return CLMODP_CANCELLED;
    }
    if (w->plan->coset)
        clm_host_roots(words + w->at.roots, w->points, prime->root, f);
    else
        clm_host_factorials(words + w->at.roots, w->points, f);
    return CLMODP_OK;
}

/* The values of a row at all points of a prime. */
static clmodp_status transform_row(void *argument, size_t index, size_t thread)
{
    const host_worker *w = argument;
    const size_t prime = index / w->layout->count, number = index % w->layout->count;
    const clm_row row = w->layout->row[number];
    const clm_mont64 *f = &prime_of(w, prime)->field;
    uint64_t *words = words_of(w, prime), *values = words + w->at.rows + number * w->points;
    uint64_t power = f->one;

    (void)thread;
    if (clm_watch_stopped(w->watch))
        return CLMODP_CANCELLED;
    memset(values, 0, w->points * WORD);
    if (row.length == 0)
        return CLMODP_OK;
    for (size_t i = 0; i < row.length; i++) { /* x^points is the same at all points */
        uint64_t *value = &values[i % w->points];

        *value = clm_mont64_add(
            *value, clm_mont64_mul(words[w->at.residues + row.offset + i], power, f), f);
        power = clm_mont64_mul(power, prime_of(w, prime)->start, f);
    }
    clm_host_forward(values, w->points, words + w->at.roots, f);
    return CLMODP_OK;
}

static uint64_t horner(const uint64_t *c, size_t length, uint64_t x, const clm_mont64 *f)
{
    uint64_t value = 0;

    for (size_t i = length; i-- > 0;)
        value = clm_mont64_add(clm_mont64_mul(value, x, f), c[i], f);
    return value;
}

/* The values of all rows at a point, f's and then g's. */
static void find_values(const host_worker *w, uint64_t *values, size_t index, size_t point)
{
    const clm_row_layout *layout = w->layout;
    const uint64_t *words = words_of(w, index);
    const clm_mont64 *f = &prime_of(w, index)->field;
    uint64_t x = 0;

    if (!w->transforms)
        x = point_power(w, index, point, 1);
    for (size_t r = 0; r < layout->count; r++)
        values[r] = w->transforms ? words[w->at.rows + r * w->points + point]
                                  : horner(words + w->at.residues + layout->row[r].offset,
                                           layout->row[r].length, x, f);
}

/* Numerators and denominators at a point; x^valuation is not to be in the outputs. */
static void run_point(const host_worker *w, uint64_t *values, size_t index, size_t point)
{
    const size_t p = w->layout->p, q = w->layout->q, n = w->points;
    const uint64_t valuation = w->plan->base.bounds.valuation;
    const clm_mont64 *f = &prime_of(w, index)->field;
    uint64_t *words = words_of(w, index);
    uint64_t *numerators = words + w->at.numerators + point;
    uint64_t *denominators = words + w->at.denominators + point;
    clm_host_ratios found;

    find_values(w, values, index, point);
    clm_host_sequence(&found, values, p, values + p + 1, q, f, w->outputs > 1);
    numerators[0] = found.r[0];
    denominators[0] = found.r[1];
    if (w->outputs > 1) {
        numerators[n] = found.s[0];
        numerators[2 * n] = found.s[1];
        denominators[n] = found.s[2];
    }
    if (valuation > 0) {
        const uint64_t power = point_power(w, index, point, valuation);

        for (size_t k = 0; k < (w->outputs > 1 ? 2 : 1); k++)
            denominators[k * n] = clm_mont64_mul(denominators[k * n], power, f);
    }
}

/* A block of the points of a prime. */
static clmodp_status run_block(void *argument, size_t index, size_t thread)
{
    const host_worker *w = argument;
    const size_t blocks = clm_div_up(w->points, BLOCK), first = index % blocks * BLOCK;
    const size_t end = clm_size_min(first + BLOCK, w->points);
    uint64_t *values = (uint64_t *)w->scratch.data + thread * w->layout->count;

    for (size_t point = first; point < end; point++) {
        if (clm_watch_stopped(w->watch))
            return CLMODP_CANCELLED;
        run_point(w, values, index / blocks, point);
    }
    return CLMODP_OK;
}

/* An output's values to coefficients: of the coset, undo the shift and the factor `points`. */
static void interpolate(const host_worker *w, uint64_t *values, size_t index)
{
    const clm_host_prime *prime = prime_of(w, index);
    const clm_mont64 *f = &prime->field;
    const uint64_t *table = words_of(w, index) + w->at.roots;
    uint64_t factor, inverse;

    if (!w->plan->coset) {
        clm_host_newton(values, w->points, prime->start, table, f);
        return;
    }
    clm_host_inverse(values, w->points, table, f);
    factor = clm_mont64_inv(clm_mont64_to(w->points, f), f);
    inverse = clm_mont64_inv(prime->start, f);
    for (size_t k = 0; k < w->points; k++) {
        values[k] = clm_mont64_mul(values[k], factor, f);
        factor = clm_mont64_mul(factor, inverse, f);
    }
}

/* Quotients to images. */
static clmodp_status end_prime(void *argument, size_t index, size_t thread)
{
    const host_worker *w = argument;
    const clm_mont64 *f = &prime_of(w, index)->field;
    const size_t n = w->points, width = w->plan->base.width;
    uint64_t *words = words_of(w, index), *inverses = words + w->at.inverses;

    (void)thread;
    w->fits[index] = true;
    for (size_t k = 0; k < w->outputs; k++) {
        uint64_t *values = words + w->at.numerators + k * n;
        uint64_t *image = clm_image(w->images, k, w->first + index);

        if (clm_watch_stopped(w->watch))
            return CLMODP_CANCELLED;
        if (k < DENOMINATORS) /* s_11 has that of s_10 */
            clm_host_invert(inverses, words + w->at.denominators + k * n, n, f);
        for (size_t i = 0; i < n; i++)
            values[i] = clm_mont64_mul(values[i], inverses[i], f);
        interpolate(w, values, index);
        for (size_t i = 0; i < width; i++)
            image[i] = clm_mont64_from(values[i], f);
        for (size_t i = width; i < n; i++)
            w->fits[index] = w->fits[index] && values[i] == 0;
    }
    return CLMODP_OK;
}

static clmodp_status on_threads(host_worker *w, size_t count, clm_work work)
{
    clm_progress_at at = {w->ctx, w->progress};
    clm_watch watch = {.ask = clm_progress_ask, .user = &at};
    clmodp_status st;

    if (!w->watched)
        return clm_parallel_for(count, 1, work, w);
    w->watch = &watch;
    st = clm_parallel_watched(count, w->threads, work, w, &watch);
    w->watch = NULL;
    return st;
}

/* CORRUPT unless the redundant coefficients vanish modulo every prime of the group. */
static clmodp_status check_group(host_worker *w)
{
    for (size_t k = 0; k < w->primes; k++)
        if (!w->fits[k])
            return clm_fail(&w->ctx->error, CLMODP_CORRUPT,
                            "a coefficient modulo %llu must vanish and does not: the machine or "
                            "its memory is faulty; try again",
                            (unsigned long long)w->plan->prime[w->first + k]);
    return CLMODP_OK;
}

static clmodp_status run_group(host_worker *w)
{
    clmodp_status st = CLMODP_OK;
    const size_t blocks = clm_div_up(w->points, BLOCK);
    double began = clm_clock_seconds();

    TRY(on_threads(w, w->primes, begin_prime));
    clm_stage_end(w->counts.seconds, CLM_STAGE_REDUCE, &began);
    if (w->transforms) {
        TRY(on_threads(w, w->primes * w->layout->count, transform_row));
        clm_stage_end(w->counts.seconds, CLM_STAGE_EVALUATE, &began);
    }
    TRY(on_threads(w, w->primes * blocks, run_block));
    clm_stage_end(w->counts.seconds, CLM_STAGE_EUCLID, &began);
    TRY(on_threads(w, w->primes, end_prime));
    TRY(check_group(w));
    clm_stage_end(w->counts.seconds, CLM_STAGE_INTERPOLATE, &began);
    w->counts.chunks++;
    w->counts.pairs += w->primes * w->points;
done:
    return st;
}

clmodp_status clm_host_worker_run(clm_worker *worker, clm_images *images, clm_counts *counts,
                                  size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    host_worker *w = (host_worker *)worker;
    const double all = (double)w->plan->base.primes;

    w->images = images;
    for (size_t done = 0; done < count; done += w->primes) {
        w->first = first + done;
        w->primes = clm_size_min(w->group, count - done);
        w->progress = (double)w->first / all;
        TRY(clm_progress(w->ctx, w->progress));
        TRY(run_group(w));
    }
    *counts = w->counts;
    w->counts = (clm_counts){0};
done:
    return st;
}

/* Add an array of words to those of a prime; false: too many for this host. */
static bool add_part(parts *at, size_t *place, size_t count, size_t size)
{
    size_t words;

    *place = at->words;
    return clm_size_mul(&words, count, size) && clm_size_add(&at->words, at->words, words);
}

static bool measure(host_worker *w)
{
    const size_t n = w->points, denominators = w->outputs > 1 ? DENOMINATORS : 1;
    parts *at = &w->at;

    *at = (parts){0};
    return add_part(at, &at->residues, w->layout->residues, 1) &&
           add_part(at, &at->rows, w->transforms ? w->layout->count : 0, n) &&
           add_part(at, &at->roots, n, 1) && add_part(at, &at->numerators, w->outputs, n) &&
           add_part(at, &at->denominators, denominators, n) &&
           add_part(at, &at->inverses, n, 1) && at->words <= SIZE_MAX / WORD;
}

/* As many primes at a time as there is memory for; rows by transforms, if that is cheaper and
 * fits. */
static clmodp_status choose_group(host_worker *w, size_t most_primes)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t left = clm_memory_left(w->ctx) / WORD;
    const double coset = (double)w->points;

    w->transforms = w->plan->coset && clm_host_point_cost(w->layout, coset) <
                                          clm_host_point_cost(w->layout, 0.0);
    if (!measure(w) || w->at.words > left) {
        w->transforms = false;
        if (!measure(w) || w->at.words > left)
            FAIL(&w->ctx->error, CLMODP_DEVICE_MEMORY,
                 "one prime with its %zu point%s needs %zu words of 64 bits, and the cap leaves "
                 "%llu: raise the cap or lower the degrees", w->points, CLM_S(w->points),
                 w->at.words, (unsigned long long)left);
    }
    w->group = clm_size_min(most_primes, PRIMES_A_THREAD * w->threads);
    w->group = (size_t)clm_size_min(w->group, left / w->at.words);
done:
    return st;
}

static void choose_threads(host_worker *w, size_t most_primes)
{
    const double work = (double)most_primes * (double)w->points *
                        clm_host_point_cost(w->layout, w->plan->coset ? (double)w->points : 0.0);

    w->watched = work > WORTH_THREADS;
    w->threads = w->watched ? w->ctx->threads : 1;
}

clmodp_status clm_host_worker_create(clmodp_context *ctx, clm_worker **out, const clm_plan *base,
                                     size_t most_primes, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    host_worker *w = NULL;

    (void)seed; /* nothing here is random */
    NEW(&ctx->error, w, 1);
    *w = (host_worker){.base = {ctx, base}, .ctx = ctx, .plan = clm_host_plan_of(base),
                       .layout = base->layout, .points = base->points,
                       .outputs = base->outputs};
    choose_threads(w, most_primes);
    TRY(choose_group(w, most_primes));
    NEW(&ctx->error, w->fits, w->group);
    TRY(clm_staging_create(ctx, &w->words, w->group * w->at.words, WORD));
    TRY(clm_staging_create(ctx, &w->scratch, w->threads * w->layout->count, WORD));
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

    clm_staging_destroy(w->ctx, &w->scratch);
    clm_staging_destroy(w->ctx, &w->words);
    free(w->fits);
    free(w);
}
