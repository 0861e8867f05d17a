/* clmodp_tune: measures algorithms for several sizes n, alternating between the parameters s. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "lab/tuning/tuning.h"
#include "opencl/queue.h"

/* Ties this library to the version of libclmodp that it was built with (core/error.c). */
extern const int CLM_LAB_VERSION;
__attribute__((used)) static const int *const same_version = &CLM_LAB_VERSION;

#define SAMPLE_SECONDS 1e-3 /* of consecutive runs with one parameter */

static bool is_algorithm(clmodp_tune_algorithm algorithm)
{
    return (unsigned)algorithm < CLMODP_TUNE_ALGORITHMS;
}

const char *clmodp_tune_name(clmodp_tune_algorithm algorithm)
{
    return is_algorithm(algorithm) ? clm_tune_algorithms[algorithm].name : NULL;
}

const char *clmodp_tune_parameter(clmodp_tune_algorithm algorithm, uint32_t s)
{
    return is_algorithm(algorithm) && clm_tune_algorithms[algorithm].label != NULL
               ? clm_tune_algorithms[algorithm].label(s)
               : NULL;
}

static void release_problem(clm_tune_problem *p)
{
    clmodp_fpx_destroy(p->h);
    clmodp_fpx_destroy(p->g);
    clmodp_fpx_destroy(p->f);
    clm_ntt_field_destroy(p->ctx, &p->field);
    clm_buffers_destroy(p->ctx, &p->out, &p->kept, &p->b, &p->a);
}

/* *seconds := duration of one run. */
static clmodp_status run_once(clm_tune_problem *p, uint32_t s, double *seconds)
{
    clmodp_status st = CLMODP_OK;
    double began;

    if (p->algorithm->restore != NULL)
        TRY(p->algorithm->restore(p));
    TRY(clm_finish(p->ctx));
    began = clm_clock_seconds();
    TRY(p->algorithm->run(p, s));
    TRY(clm_finish(p->ctx));
    *seconds = clm_clock_seconds() - began;
done:
    return st;
}

/* Makes enough runs to fill a sample and lowers *least to the fastest of them. */
static clmodp_status run_sample(clm_tune_problem *p, uint32_t s, double *least)
{
    clmodp_status st = CLMODP_OK;
    double sum = 0, seconds = 0;

    do {
        TRY(run_once(p, s, &seconds));
        sum += seconds;
        *least = fmin(*least, seconds);
    } while (sum < SAMPLE_SECONDS);
done:
    return st;
}

static clmodp_status read_result(clm_tune_problem *p, u32 *words)
{
    return p->algorithm->result != NULL
               ? p->algorithm->result(p, words)
               : clm_buffer_read(p->ctx, &p->out, 0, words, p->count * sizeof *words);
}

/* Compares the results of all parameters. The first run of each parameter also compiles. */
static clmodp_status compare_results(clm_tune_problem *p, const clmodp_tuned *rows, size_t count,
                                     u32 *expected, u32 *found)
{
    clmodp_status st = CLMODP_OK;
    size_t words = 0;
    double unused;

    for (size_t k = 0; k < count; k++) {
        TRY(run_once(p, rows[k].s, &unused));
        TRY(read_result(p, k == 0 ? expected : found));
        if (k == 0)
            words = p->count;
        else if (p->count != words || memcmp(expected, found, words * sizeof(u32)) != 0)
            FAIL(&p->ctx->error, CLMODP_CORRUPT,
                 "%s of size %zu: s = %u and s = %u have different results: " CLM_WRONG_VALUE,
                 p->algorithm->name, p->n, (unsigned)rows[0].s, (unsigned)rows[k].s);
    }
done:
    return st;
}

/* Measures the rows of one size; advances the progress from `fraction` by `share`. */
static clmodp_status measure_rows(clm_tune_problem *p, clmodp_tuned *rows, size_t count,
                                  uint32_t runs, double fraction, double share)
{
    clmodp_status st = CLMODP_OK;
    u32 *expected = NULL, *found = NULL;

    TRY(p->algorithm->create(p));
    NEW(&p->ctx->error, expected, p->count);
    NEW(&p->ctx->error, found, p->count);
    TRY(compare_results(p, rows, count, expected, found));
    for (uint32_t run = 0; run < runs; run++)
        for (size_t k = 0; k < count; k++) {
            TRY(clm_progress(p->ctx, fraction + share * (double)(run * count + k) /
                                                    (double)(runs * count)));
            TRY(run_sample(p, rows[k].s, &rows[k].measured));
        }
done:
    free(found);
    free(expected);
    release_problem(p);
    return st;
}

/* Creates the rows of one size, with predictions. Returns their number. */
static size_t predict_rows(const clm_tune_problem *p, clmodp_tuned rows[CLM_TUNE_MOST])
{
    const uint32_t chosen = p->algorithm->chosen(p);
    uint32_t s[CLM_TUNE_MOST];
    const size_t count = p->algorithm->parameters(p, s);

    for (size_t k = 0; k < count; k++)
        rows[k] = (clmodp_tuned){.n = p->n, .s = s[k], .chosen = s[k] == chosen,
                                 .measured = INFINITY,
                                 .predicted = 1e-9 * p->algorithm->predicted(p, s[k])};
    return count;
}

static clmodp_status tune_algorithm(clmodp_context *ctx, clmodp_tuned **rows, size_t *count,
                                    const clm_tune_algorithm *algorithm,
                                    const clmodp_tune_options *known)
{
    clmodp_status st = CLMODP_OK;
    const size_t from = (size_t)known->from, to = (size_t)known->to;
    size_t sizes = 0, room = 0, number = 0;

    for (size_t n = from; n <= to; n *= 2)
        sizes++;
    TRY(clm_context_open(ctx));
    for (size_t n = from; n <= to; n *= 2, number++) {
        clm_tune_problem problem = {.ctx = ctx, .algorithm = algorithm, .n = n};
        size_t added;

        GROW(&ctx->error, *rows, room, *count + CLM_TUNE_MOST);
        added = predict_rows(&problem, *rows + *count);
        TRY(measure_rows(&problem, *rows + *count, added, known->runs,
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
    REQUIRE(error, is_algorithm(algorithm));
    if ((known->from != 0 && known->from < 16) || known->from > most || known->to > most ||
        known->runs < 1 || known->runs > 1000)
        FAIL(error, CLMODP_INVALID, "sizes are from 16 to 2^30, runs from 1 to 1000");
    if (known->from == 0)
        known->from = clm_tune_algorithms[algorithm].from;
    if (known->to == 0)
        known->to = clm_tune_algorithms[algorithm].to;
    if (known->from > known->to)
        FAIL(error, CLMODP_INVALID, "%s: no size is from %llu to %llu",
             clm_tune_algorithms[algorithm].name, (unsigned long long)known->from,
             (unsigned long long)known->to);
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
    clm_call call;

    START(context, &context->error);
    REQUIRE(&context->error, rows != NULL && count != NULL);
    *rows = NULL;
    *count = 0;
    TRY(read_options(&context->error, &known, algorithm, options));
    clm_call_begin(&call, context, 0, true);
    TRY(clm_call_end(context, &call,
                     tune_algorithm(context, &found, &number, &clm_tune_algorithms[algorithm],
                                       &known)));
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
