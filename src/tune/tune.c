/* clmodp_tune: algorithms over n and s, measured in turns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/random.h"
#include "cl/arith/fp.h"
#include "device/opening.h"
#include "device/queue.h"
#include "tune/subject.h"

#define SAMPLE_SECONDS 1e-3 /* of runs in a row, when it is a parameter's turn */

static const clm_tune_subject *const subjects[CLMODP_TUNE_ALGORITHMS] = {
    [CLMODP_TUNE_MULTIPLICATION] = &clm_tune_multiplication,
    [CLMODP_TUNE_DIVISION] = &clm_tune_division,
    [CLMODP_TUNE_GCD] = &clm_tune_gcd,
    [CLMODP_TUNE_SCAN] = &clm_tune_scan,
    [CLMODP_TUNE_RADIX_SORT] = &clm_tune_radix_sort,
    [CLMODP_TUNE_SPLITS] = &clm_tune_splits,
    [CLMODP_TUNE_TRANSFORM] = &clm_tune_transform,
    [CLMODP_TUNE_HALF_GCD] = &clm_tune_half_gcd,
    [CLMODP_TUNE_PRODUCT] = &clm_tune_product,
    [CLMODP_TUNE_COMMON_DIVISOR] = &clm_tune_common_divisor,
};

const char *clmodp_tune_name(clmodp_tune_algorithm algorithm)
{
    return (unsigned)algorithm < CLMODP_TUNE_ALGORITHMS ? subjects[algorithm]->name : NULL;
}

const char *clmodp_tune_parameter(clmodp_tune_algorithm algorithm, uint32_t s)
{
    if ((unsigned)algorithm >= CLMODP_TUNE_ALGORITHMS || subjects[algorithm]->label == NULL)
        return NULL;
    return subjects[algorithm]->label(s);
}

double clm_tune_elapsed(const clmodp_context *ctx, const clm_amounts *amounts)
{
    return clm_opening_elapsed(ctx, amounts) + ctx->rates.ns[CLM_OP_WAIT];
}

void clm_tune_release(clm_tune_work *w)
{
    clmodp_fpx_destroy(w->h);
    clmodp_fpx_destroy(w->g);
    clmodp_fpx_destroy(w->f);
    clm_ntt_field_destroy(w->ctx, &w->field);
    clm_buffer_destroy(w->ctx, &w->out);
    clm_buffer_destroy(w->ctx, &w->kept);
    clm_buffer_destroy(w->ctx, &w->b);
    clm_buffer_destroy(w->ctx, &w->a);
}

void clm_tune_fill(u32 *words, size_t n, uint32_t below, uint64_t seed)
{
    clm_random random = {seed};

    for (size_t k = 0; k < n; k++)
        words[k] = 1 + (u32)clm_random_below(&random, below - 1);
}

clmodp_status clm_tune_random(clmodp_context *ctx, clm_buffer *out, size_t n, uint32_t below,
                              uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    u32 *words = NULL;

    NEW(&ctx->error, words, n);
    clm_tune_fill(words, n, below, seed);
    TRY(clm_buffer_create(ctx, out, n, sizeof *words));
    TRY(clm_buffer_write(ctx, out, 0, words, n * sizeof *words));
done:
    free(words);
    return st;
}

size_t clm_tune_powers(uint32_t s[CLM_TUNE_MOST], uint32_t from, uint32_t to)
{
    size_t count = 0;

    for (; from <= to && count < CLM_TUNE_MOST; from *= 2)
        s[count++] = from;
    return count;
}

/* *seconds := of one run. */
static clmodp_status run_once(clm_tune_work *w, const clm_tune_subject *subject, uint32_t s,
                              double *seconds)
{
    clmodp_status st = CLMODP_OK;
    double began;

    if (subject->restore != NULL)
        TRY(subject->restore(w));
    TRY(clm_finish(w->ctx));
    began = clm_clock_seconds();
    TRY(subject->run(w, s));
    TRY(clm_finish(w->ctx));
    *seconds = clm_clock_seconds() - began;
done:
    return st;
}

/* Lower *least to the fastest of as many runs as fill a sample. */
static clmodp_status sample(clm_tune_work *w, const clm_tune_subject *subject, uint32_t s,
                            double *least)
{
    clmodp_status st = CLMODP_OK;
    double sum = 0, seconds = 0;

    do {
        TRY(run_once(w, subject, s, &seconds));
        sum += seconds;
        *least = fmin(*least, seconds);
    } while (sum < SAMPLE_SECONDS);
done:
    return st;
}

static clmodp_status read_result(clm_tune_work *w, const clm_tune_subject *subject, u32 *words)
{
    return subject->result != NULL
               ? subject->result(w, words)
               : clm_buffer_read(w->ctx, &w->out, 0, words, w->count * sizeof *words);
}

/* The first run of each parameter compiles; its result is that of the first parameter. */
static clmodp_status compare(clm_tune_work *w, const clm_tune_subject *subject,
                             const clmodp_tuned *rows, size_t count, u32 *expected, u32 *found)
{
    clmodp_status st = CLMODP_OK;
    size_t words = 0;
    double unused;

    for (size_t k = 0; k < count; k++) {
        TRY(run_once(w, subject, rows[k].s, &unused));
        TRY(read_result(w, subject, k == 0 ? expected : found));
        if (k == 0)
            words = w->count;
        else if (w->count != words || memcmp(expected, found, words * sizeof(u32)) != 0)
            FAIL(&w->ctx->error, CLMODP_CORRUPT,
                 "%s of size %zu: s = %u and s = %u have different results: " CLM_WRONG_VALUE,
                 subject->name, w->n, (unsigned)rows[0].s, (unsigned)rows[k].s);
    }
done:
    return st;
}

/* Fill the rows of one size; progress goes from `fraction` on by `share`. */
static clmodp_status measure(clmodp_context *ctx, const clm_tune_subject *subject,
                             clmodp_tuned *rows, size_t count, uint32_t runs, double fraction,
                             double share)
{
    clmodp_status st = CLMODP_OK;
    clm_tune_work w = {.ctx = ctx, .n = (size_t)rows->n};
    u32 *expected = NULL, *found = NULL;

    TRY(subject->create(&w));
    NEW(&ctx->error, expected, w.count);
    NEW(&ctx->error, found, w.count);
    TRY(compare(&w, subject, rows, count, expected, found));
    for (uint32_t run = 0; run < runs; run++)
        for (size_t k = 0; k < count; k++) {
            TRY(clm_progress(ctx, fraction + share * (double)(run * count + k) /
                                                 (double)(runs * count)));
            TRY(sample(&w, subject, rows[k].s, &rows[k].measured));
        }
done:
    free(found);
    free(expected);
    clm_tune_release(&w);
    return st;
}

/* The rows of one size, with what is predicted. Returns how many. */
static size_t predict(const clmodp_context *ctx, const clm_tune_subject *subject, size_t n,
                      clmodp_tuned rows[CLM_TUNE_MOST])
{
    const uint32_t chosen = subject->chosen(ctx, n);
    uint32_t s[CLM_TUNE_MOST];
    const size_t count = subject->parameters(ctx, n, s);

    for (size_t k = 0; k < count; k++)
        rows[k] = (clmodp_tuned){.n = n, .s = s[k], .chosen = s[k] == chosen, .measured = INFINITY,
                                 .predicted = 1e-9 * subject->predicted(ctx, n, s[k])};
    return count;
}

static clmodp_status tune(clmodp_context *ctx, clmodp_tuned **rows, size_t *count,
                          const clm_tune_subject *subject, const clmodp_tune_options *known)
{
    clmodp_status st = CLMODP_OK;
    const size_t from = (size_t)known->from, to = (size_t)known->to;
    size_t sizes = 0, room = 0, number = 0;

    for (size_t n = from; n <= to; n *= 2)
        sizes++;
    TRY(clm_context_open(ctx));
    for (size_t n = from; n <= to; n *= 2, number++) {
        size_t added;

        GROW(&ctx->error, *rows, room, *count + CLM_TUNE_MOST);
        added = predict(ctx, subject, n, *rows + *count);
        TRY(measure(ctx, subject, *rows + *count, added, known->runs,
                    (double)number / (double)sizes, 1.0 / (double)sizes));
        *count += added;
    }
    TRY(clm_progress(ctx, 1.0));
done:
    return st;
}

static clmodp_status read_options(clm_error *error, clmodp_tune_options *known,
                                  clmodp_tune_algorithm algorithm,
                                  const clmodp_tune_options *options)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t most = (uint64_t)1 << 30;

    clmodp_tune_options_init(known);
    TRY(clm_options_read(error, "clmodp_tune_options", known, sizeof *known, options));
    REQUIRE(error, (unsigned)algorithm < CLMODP_TUNE_ALGORITHMS);
    if ((known->from != 0 && known->from < 16) || known->from > most || known->to > most ||
        known->runs < 1 || known->runs > 1000)
        FAIL(error, CLMODP_INVALID, "sizes are from 16 to 2^30, runs from 1 to 1000");
    if (known->from == 0)
        known->from = subjects[algorithm]->from;
    if (known->to == 0)
        known->to = subjects[algorithm]->to;
    if (known->from > known->to)
        FAIL(error, CLMODP_INVALID, "no size is from %llu to %llu, between which %s is measured",
             (unsigned long long)known->from, (unsigned long long)known->to,
             subjects[algorithm]->name);
done:
    return st;
}

clmodp_status clmodp_tune(clmodp_context *context, clmodp_tuned **rows, size_t *count,
                          clmodp_tune_algorithm algorithm, const clmodp_tune_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_tune_options known;
    clmodp_tuned *found = NULL;
    size_t number = 0;
    clmodp_context call;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, rows != NULL && count != NULL);
    *rows = NULL;
    *count = 0;
    TRY(read_options(&context->error, &known, algorithm, options));
    clm_context_begin(&call, context, 0, true);
    TRY(clm_context_end(context, &call,
                        tune(&call, &found, &number, subjects[algorithm], &known)));
    *rows = found;
    *count = number;
    found = NULL;
done:
    free(found);
    return clm_error_complete(&context->error, st);
}

void clmodp_tune_free(clmodp_tuned *rows)
{
    free(rows);
}
