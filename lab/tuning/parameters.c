/* Search for the parameters of a device: computes whole resultants with one set of parameters
 * after the other. One parameter varies at a time and keeps its best value for the following
 * ones. */
#include "lab/tuning/tuning.h"

#include <math.h>
#include <stdlib.h>

#include <clmodp/resultant.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "opencl/tuning.h"

#define PROBLEMS CLM_PARAMETERS_PROBLEMS
#define LESS 0.97 /* times the best time so far: the improvement that is not noise */
#define MOST_ROWS 32
#define USUAL_ROWS (14.0 + 2 * AGAIN) /* and repeated measurements */
#define AGAIN 2 /* final alternating runs of the first and the best parameters */

/* Degree of the larger problem: its sequences take some gigabytes on a GPU, more than the stripes,
 * or some hundred megabytes on a CPU, a tenth of a second of a core. */
#define LARGE_OF_LANES 96
#define LARGE_OF_VECTORS 48

typedef struct trial {
    clmodp_context *ctx;
    clmodp_progress progress; /* callback of the caller */
    void *user;
    clmodp_zxy *f[PROBLEMS], *g[PROBLEMS];
    clmodp_zx *expected[PROBLEMS], *found;
    const clm_parameters_search *search;
    size_t degrees[PROBLEMS];
    clm_tuning first, best;
    clmodp_parameters *rows;
    size_t count, chosen; /* of rows */
    double done;          /* measurements, besides those of rows */
} trial;

/* Reports the progress of the search, not of the current resultant. */
static int report_progress(void *user, double fraction)
{
    const trial *t = user;

    (void)fraction;
    return t->progress != NULL
               ? t->progress(t->user, fmin(((double)t->count + t->done) / USUAL_ROWS, 1.0))
               : 0;
}

static clmodp_status make_dense(clm_error *error, clmodp_zxy **out, size_t degree, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    clm_random random = {seed};
    const size_t count = (degree + 1) * (degree + 1);
    long *c = NULL;

    NEW(error, c, count);
    for (size_t k = 0; k < count; k++)
        c[k] = (long)(clm_random_next(&random) >> 32) - (1L << 31);
    TRY(clmodp_zxy_create(out));
    TRY(clmodp_zxy_set_dense_si(*out, c, degree + 1, degree + 1));
done:
    free(c);
    return st;
}

static clmodp_status create_problems(trial *t)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &t->ctx->error;

    NEW(error, t->rows, MOST_ROWS);
    for (size_t k = 0; k < PROBLEMS; k++) {
        TRY(make_dense(error, &t->f[k], t->degrees[k], 2 * k + 1));
        TRY(make_dense(error, &t->g[k], t->degrees[k], 2 * k + 2));
        TRY(clmodp_zx_create(&t->expected[k]));
    }
    TRY(clmodp_zx_create(&t->found));
done:
    return st;
}

static void release_problems(trial *t)
{
    clmodp_zx_destroy(t->found);
    for (size_t k = 0; k < PROBLEMS; k++) {
        clmodp_zx_destroy(t->expected[k]);
        clmodp_zxy_destroy(t->g[k]);
        clmodp_zxy_destroy(t->f[k]);
    }
}

/* *seconds := fastest of the runs of a problem, after a first run that compiles. */
static clmodp_status time_problem(trial *t, size_t k, double *seconds)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options options;
    clmodp_zx *to = t->count == 0 ? t->expected[k] : t->found;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    *seconds = INFINITY;
    for (uint32_t run = 0; run <= t->search->runs; run++) {
        const double began = clm_clock_seconds();

        TRY(clmodp_resultant(t->ctx, to, NULL, t->f[k], t->g[k], &options));
        if (run > 0)
            *seconds = fmin(*seconds, clm_clock_seconds() - began);
    }
    if (!clmodp_zx_equal(to, t->expected[k]))
        FAIL(&t->ctx->error, CLMODP_CORRUPT, "results differ: " CLM_WRONG_VALUE);
done:
    return st;
}

/* Returns whether a failure may only mean that the device does not support these parameters. */
static bool only_unfit(clmodp_status st)
{
    return st != CLMODP_OK && st != CLMODP_CANCELLED && st != CLMODP_HOST_MEMORY;
}

/* *mean := geometric mean of the problems' times. */
static clmodp_status measure_tuning(trial *t, const clm_tuning *tuning, double *mean)
{
    clmodp_status st = CLMODP_OK;
    double product = 1, seconds = 0;

    clm_tuning_apply(t->ctx, tuning);
    for (size_t k = 0; k < PROBLEMS; k++) {
        TRY(time_problem(t, k, &seconds));
        product *= seconds;
    }
    *mean = pow(product, 1.0 / PROBLEMS);
done:
    return st;
}

/* Measures a row and remembers the best. The first row, with current parameters, must succeed. */
static clmodp_status add_row(trial *t, const clm_tuning *tuning)
{
    clmodp_parameters *row = &t->rows[t->count];
    double mean = INFINITY;
    const clmodp_status st = measure_tuning(t, tuning, &mean);

    if (st != CLMODP_OK && (t->count == 0 || !only_unfit(st)))
        return st;
    if (st != CLMODP_OK)
        clm_log_line(&t->ctx->log, CLMODP_LOG_NOTE,
                     "%s does not work with W = %u, T = %u, NT = %u, %zu bytes: %s",
                     t->ctx->device.name, (unsigned)tuning->vector_width, (unsigned)tuning->tile,
                     (unsigned)tuning->group, tuning->stripe_bytes, t->ctx->error.message);
    *row = (clmodp_parameters){.vector_width = tuning->vector_width, .tile = tuning->tile,
                               .group = tuning->group, .stripe_bytes = tuning->stripe_bytes,
                               .seconds = mean};
    if (t->count == 0 || row->seconds < LESS * t->rows[t->chosen].seconds) {
        t->chosen = t->count;
        t->best = *tuning;
    }
    t->count++;
    return CLMODP_OK;
}

/* Tries other lanes, or other tiles if work-items have one lane; W is at most the width of the
 * device's vectors. */
static clmodp_status try_tiles(trial *t, uint32_t widest)
{
    static const uint32_t vectors[] = {4, 8, 16}, tiles[] = {16, 32, 64};
    const clm_tuning start = t->best;
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < sizeof tiles / sizeof *tiles; k++) {
        clm_tuning other = start;

        other.tile = widest > 1 ? vectors[k] : tiles[k];
        if (widest > 1)
            other.vector_width = vectors[k];
        if (other.tile != start.tile && other.vector_width <= widest)
            TRY(add_row(t, &other));
    }
done:
    return st;
}

static clmodp_status try_groups(trial *t)
{
    static const uint32_t groups[] = {4, 8, 16, 32, 64, 128, 256};
    const clm_tuning start = t->best;
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
        clm_tuning other = start;

        other.group = groups[k];
        if (other.group != start.group && 4 * other.group >= start.group &&
            other.group <= 4 * start.group && other.group <= t->ctx->device.max_work_group)
            TRY(add_row(t, &other));
    }
done:
    return st;
}

static clmodp_status try_stripes(trial *t)
{
    static const double factors[] = {1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 2, 4};
    const clm_tuning start = t->best;
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
        clm_tuning other = start;

        other.stripe_bytes = (size_t)(factors[k] * (double)start.stripe_bytes);
        if (clm_tuning_is_valid(&other, t->ctx->device.max_work_group))
            TRY(add_row(t, &other));
    }
done:
    return st;
}

/* Measures a row again; it is dropped if it fails now. */
static clmodp_status measure_again(trial *t, const clm_tuning *tuning, clmodp_parameters *row)
{
    double mean = INFINITY;
    const clmodp_status st = measure_tuning(t, tuning, &mean);

    t->done++;
    row->seconds = st == CLMODP_OK ? fmin(row->seconds, mean) : INFINITY;
    return st;
}

/* Confirms that the best row was not a lucky measurement, and that the first parameters still work
 * after all other ones were tried. */
static clmodp_status confirm_best(trial *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_parameters *first = &t->rows[0], *best = &t->rows[t->chosen];

    for (int k = 0; k < AGAIN; k++) {
        if (best != first && isfinite(best->seconds)) {
            st = measure_again(t, &t->best, best);
            if (st != CLMODP_OK && !only_unfit(st))
                goto done;
        }
        TRY(measure_again(t, &t->first, first));
    }
    if (best->seconds >= LESS * first->seconds) {
        t->chosen = 0;
        t->best = t->first;
    }
done:
    return st;
}

static clmodp_status search_parameters(trial *t)
{
    clmodp_status st = CLMODP_OK;
    const unsigned varied = t->search->varied;
    const clm_tuning usual = clm_tuning_default(&t->ctx->device, t->ctx->cl_device);

    t->first = t->ctx->tuning;
    for (size_t k = 0; k < PROBLEMS; k++)
        t->degrees[k] = t->search->degrees[k];
    if (t->degrees[PROBLEMS - 1] == 0)
        t->degrees[PROBLEMS - 1] = usual.vector_width > 1 ? LARGE_OF_VECTORS : LARGE_OF_LANES;
    TRY(create_problems(t));
    TRY(add_row(t, &t->first));
    if (varied & CLM_PARAMETERS_TILES)
        TRY(try_tiles(t, usual.vector_width));
    if (varied & CLM_PARAMETERS_GROUPS)
        TRY(try_groups(t));
    if (varied & CLM_PARAMETERS_STRIPES)
        TRY(try_stripes(t));
    TRY(confirm_best(t));
    t->rows[t->chosen].chosen = 1;
done:
    clm_tuning_apply(t->ctx, st == CLMODP_OK ? &t->best : &t->first);
    return st;
}

/* Stores the best parameters, unless a memory cap may have reduced the stripes. */
static bool keep_best(const clmodp_context *context, const clm_tuning *best)
{
    return context->cap == 0 && clm_tuning_store(context, best);
}

static clmodp_status open_device(clmodp_context *context)
{
    clm_call call;

    clm_call_begin(&call, context, 0, true);
    return clm_call_end(context, &call, clm_context_open(context));
}

clmodp_status clm_parameters_find(clmodp_context *context, clmodp_parameters **rows, size_t *count,
                                  const clm_parameters_search *search)
{
    clmodp_status st = CLMODP_OK;
    trial t = {.ctx = context, .search = search};

    if (rows != NULL)
        *rows = NULL;
    START(context, &context->error);
    REQUIRE(&context->error, rows != NULL && count != NULL);
    REQUIRE(&context->error, search->runs > 0 && search->runs <= 1000);
    TRY(open_device(context));
    t.progress = context->call->progress;
    t.user = context->call->progress_user;
    clmodp_context_set_progress(context, report_progress, &t);
    st = search_parameters(&t);
    clmodp_context_set_progress(context, t.progress, t.user);
    TRY(st);
    clm_error_clear(&context->error); /* errors of unsuccessful rows */
    t.rows[t.chosen].kept = keep_best(context, &t.best);
    if (t.progress != NULL)
        (void)t.progress(t.user, 1.0);
    *rows = t.rows;
    *count = t.count;
    t.rows = NULL;
done:
    release_problems(&t);
    free(t.rows);
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_parameters_tune(clmodp_context *context, clmodp_parameters **rows,
                                     size_t *count, uint32_t runs)
{
    const clm_parameters_search search = {{16, 0}, runs > 0 ? runs : 5, CLM_PARAMETERS_ALL};

    return clm_parameters_find(context, rows, count, &search);
}

clmodp_status clmodp_parameters_get(clmodp_context *context, clmodp_parameters *parameters)
{
    clmodp_status st = CLMODP_OK;
    clm_tuning tuning;

    START(context, &context->error);
    REQUIRE(&context->error, parameters != NULL);
    TRY(open_device(context));
    tuning = context->tuning;
    *parameters = (clmodp_parameters){.vector_width = tuning.vector_width,
                                      .tile = tuning.tile,
                                      .group = tuning.group,
                                      .stripe_bytes = tuning.stripe_bytes,
                                      .chosen = 1};
    context->tuning = clm_tuning_default(&context->device, context->cl_device);
    parameters->kept = clm_tuning_load(context);
    context->tuning = tuning;
done:
    return clm_error_complete(&context->error, st);
}

void clmodp_parameters_free(clmodp_parameters *rows)
{
    free(rows);
}
