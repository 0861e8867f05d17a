/* Code shared by the engines: times of stages, memory for images, plans, CRT reconstruction, and
 * computations by one context. */
#include "engines/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "multimodular/crt.h"
#include "opencl/buffer.h"
#include "polynomials/zx.h"

const char *clm_stage_name(clm_stage stage)
{
    static const char *const names[CLM_STAGE_COUNT] = {
        [CLM_STAGE_PLAN] = "plan",
        [CLM_STAGE_REDUCE] = "reduce",
        [CLM_STAGE_EVALUATE] = "evaluate",
        [CLM_STAGE_EUCLID] = "euclid",
        [CLM_STAGE_LU] = "lu",
        [CLM_STAGE_SCHUR] = "schur",
        [CLM_STAGE_FALLBACK] = "fallback",
        [CLM_STAGE_DIVIDE] = "divide",
        [CLM_STAGE_INTERPOLATE] = "interpolate",
        [CLM_STAGE_DIGITS] = "digits",
        [CLM_STAGE_CRT] = "crt",
        [CLM_STAGE_CHECK] = "check",
    };

    return names[stage];
}

_Static_assert((int)CLM_STAGE_COUNT <= (int)CLM_MOST_LABELS, "a label for each stage");

void clm_times_add(clm_times *to, const clm_times *more)
{
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        to->host[stage] += more->host[stage];
        to->device[stage] += more->device[stage];
    }
    to->untold = to->untold || more->untold;
}

void clm_stage_start(clmodp_context *ctx, clm_stage_clock *clock, clm_stage stage)
{
    *clock = (clm_stage_clock){stage, clm_clock_seconds(), clm_queue_waits(ctx)};
    clm_queue_label(ctx, (int)stage);
}

/* Adds the host's time to the stage that ends. */
static void book_host_time(const clmodp_context *ctx, const clm_stage_clock *clock,
                           clm_times *times)
{
    const double waited = clm_queue_waits(ctx) - clock->waited;

    times->host[clock->stage] += fmax(clm_clock_seconds() - clock->began - waited, 0);
}

void clm_stage_next(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times,
                    clm_stage stage)
{
    book_host_time(ctx, clock, times);
    clm_stage_start(ctx, clock, stage);
}

void clm_stage_stop(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times)
{
    book_host_time(ctx, clock, times);
    clm_queue_label(ctx, CLM_NO_LABEL);
    if (!clm_queue_take(ctx, times->device, CLM_STAGE_COUNT))
        times->untold = true;
}

clmodp_status clm_images_create(clmodp_context *ctx, clm_images *out, const clm_images *shape)
{
    clmodp_status st = CLMODP_OK;
    clm_images images = *shape;
    size_t words;

    images.words = (clm_staging){0};
    if (!clm_size_mul(&words, images.primes, images.width) ||
        !clm_size_mul(&words, words, images.outputs) ||
        !clm_size_mul(&words, words, images.pairs))
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%zu prime%s with %zu coefficient%s are too many for this host", images.primes,
             CLM_S(images.primes), images.width, CLM_S(images.width));
    TRY(images.kept ? clm_staging_create_mapped(ctx, &images.words, words, images.word_bytes)
                    : clm_staging_create(ctx, &images.words, words, images.word_bytes));
    *out = images;
done:
    return st;
}

void clm_images_destroy(clmodp_context *ctx, clm_images *images)
{
    clm_staging_destroy(ctx, &images->words);
}

/* Returns whether some output has a non-zero term i modulo prime 0. */
static bool is_term(const clm_images *images, size_t i)
{
    static const char zeros[sizeof(uint64_t)];

    for (size_t n = 0; n < images->outputs; n++)
        if (memcmp((const char *)clm_image(images, n, 0) + i * images->word_bytes, zeros,
                   images->word_bytes) != 0)
            return true;
    return false;
}

bool clm_images_ends(const clm_images *images, uint64_t *valuation, uint64_t *degree)
{
    size_t low = 0, high = images->width;

    while (low < high && !is_term(images, low))
        low++;
    while (low < high && !is_term(images, high - 1))
        high--;
    if (low == high)
        return false;
    *valuation = images->first_exponent + low;
    *degree = images->first_exponent + high - 1;
    return true;
}

#define MOST_WIDTH ((uint64_t)1 << 30) /* p = 1 mod m needs m < p, and p < 2^31 */

/* Initialises the part of a plan given by the request. Errors: LIMIT */
static clmodp_status begin_plan(clm_error *error, clm_plan *out, const clm_engine *engine,
                                const clm_request *request)
{
    const clm_bounds *bounds = request->bounds;
    const uint64_t width = bounds->degree - bounds->valuation + 1;

    *out = (clm_plan){.engine = engine, .layout = request->layout, .options = *request->options,
                      .aim = request->aim, .modulus = request->modulus, .bounds = *bounds,
                      .minors = request->minors,
                      .outputs = clm_minors_outputs(request->minors),
                      .pairs = request->layout->pairs,
                      .width = (size_t)width, .cosets = 1};
    if (width >= MOST_WIDTH)
        return clm_fail(error, CLMODP_LIMIT,
                        "the resultant may have %llu coefficients, but fewer than 2^30 can be "
                        "computed; lower the degrees", (unsigned long long)width);
    out->need_count = clm_engine_required_tests(out->needs, engine, request->options);
    return CLMODP_OK;
}

clmodp_status clm_plan_create(clmodp_context *ctx, clm_plan **out, const clm_engine *engine,
                              const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *plan = clm_allocate(1, engine->plan_bytes);

    *out = NULL;
    if (plan == NULL)
        return clm_out_of_memory(&ctx->error, 1, engine->plan_bytes);
    TRY(begin_plan(&ctx->error, plan, engine, request));
    TRY(engine->plan_complete(ctx, plan, request));
    if (plan->primes > 0) {
        *out = plan;
        plan = NULL;
    }
done:
    clm_plan_destroy(plan);
    return st;
}

void clm_plan_destroy(clm_plan *plan)
{
    if (plan != NULL)
        plan->engine->plan_clear(plan);
    free(plan);
}

clmodp_status clm_executor_create(clmodp_context *ctx, clm_executor **out, const clm_plan *plan,
                                  size_t most_primes, uint64_t seed)
{
    clmodp_status st;

    *out = NULL;
    st = plan->engine->executor_create(ctx, out, plan, most_primes, seed);
    if (st != CLMODP_OK) {
        clm_executor_destroy(*out);
        *out = NULL;
    }
    return st;
}

void clm_executor_destroy(clm_executor *worker)
{
    if (worker != NULL)
        worker->plan->engine->executor_clear(worker);
    free(worker);
}

clmodp_status clm_executor_run(clm_executor *worker, clm_images *images, clm_counts *counts,
                               size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;

    TRY(worker->plan->engine->executor_run(worker, images, first, count));
    *counts = worker->counts;
    worker->counts = (clm_counts){0};
done:
    return st;
}

void clm_plan_require_test(clm_plan *plan, const clm_self_test *test)
{
    plan->needs[plan->need_count++] = test;
}

size_t clm_primes_for_bits(clm_prime_words primes, size_t found, double bits)
{
    double sum = 0.0;

    for (size_t n = 0; n < found; n++)
        if (clm_primes_exceed(&sum, clm_prime_word(primes, n), bits))
            return n + 1;
    return 0;
}

size_t clm_plan_primes(const clm_plan *plan, uint64_t bits)
{
    return clm_primes_for_bits(plan->prime, plan->primes, (double)bits + 1.0);
}

clmodp_status clm_plan_images(clmodp_context *ctx, clm_images *out, const clm_plan *plan)
{
    const clm_images shape = {.outputs = plan->outputs, .primes = plan->primes,
                              .pairs = plan->pairs, .width = plan->width,
                              .word_bytes = plan->word_bytes,
                              .kept = plan->engine->uses_device && plan->aim == CLM_PLAN_PROOF,
                              .first_exponent = plan->bounds.valuation};

    return clm_images_create(ctx, out, &shape);
}

clmodp_status clm_plan_check_rows(clmodp_context *ctx, uint64_t rows)
{
    uint64_t most = clm_memory_left(ctx);
    uint64_t needed = rows * ctx->tuning.tile * sizeof(uint32_t);

    if (ctx->cl_device != NULL && most > ctx->device.max_allocation)
        most = ctx->device.max_allocation;
    if (needed <= most)
        return CLMODP_OK;
    return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                    "%llu coefficient%s at each point take at least %llu bytes of device memory, "
                    "but the limit is %llu: raise the cap or use a smaller input",
                    (unsigned long long)rows, CLM_S(rows), (unsigned long long)needed,
                    (unsigned long long)most);
}

/* Words gathered for a reconstruction at most. */
#define GATHERED_WORDS ((size_t)1 << 22)

/* Values of an output to be reconstructed: those of the windows of all pairs or, if many columns
 * of the only pair are 0 modulo all primes (several variables packed into x), those of its other
 * columns. */
typedef struct selection {
    const uint32_t *residues;
    size_t stride, primes, width;
    size_t count;   /* number of values */
    size_t *column; /* the columns; NULL: all */
} selection;

/* Lists the columns with a residue that is not 0, unless these are nearly all. */
static clmodp_status find_columns(clm_error *error, selection *s)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *any = NULL;
    size_t count = 0;

    NEW(error, any, s->width);
    for (size_t n = 0; n < s->primes; n++) {
        count = 0;
        for (size_t k = 0; k < s->width; k++) {
            any[k] |= s->residues[n * s->stride + k];
            count += any[k] != 0;
        }
        if (count > s->width - s->width / 8) /* usually after the first prime */
            goto done;
    }
    NEW(error, s->column, count + 1);
    s->count = 0;
    for (size_t k = 0; k < s->width; k++)
        if (any[k] != 0)
            s->column[s->count++] = k;
done:
    free(any);
    return st;
}

/* Selects the values of one output, in its window within the plan's window. */
static clmodp_status select_values(clm_error *error, selection *s, const clm_bounds *own,
                                   const clm_images *images, size_t output, size_t primes)
{
    const uint32_t *residues = clm_image(images, output, 0);
    const size_t width = (size_t)(own->degree - own->valuation) + 1;

    *s = (selection){.residues = residues + (own->valuation - images->first_exponent),
                     .stride = images->pairs * images->width, .primes = primes, .width = width,
                     .count = images->pairs * width};
    return images->pairs == 1 ? find_columns(error, s) : CLMODP_OK;
}

/* Reconstructs the selected columns of an output, some at a time. */
static clmodp_status reconstruct_columns(clmodp_context *ctx, clmodp_zx *result,
                                         const clm_crt *crt, const clm_numbers *n,
                                         const selection *s, uint64_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const size_t most = clm_size_max(GATHERED_WORDS / s->primes, 1);
    uint32_t *words = NULL;

    NEW(&ctx->error, words, s->primes * clm_size_min(most, s->count));
    for (size_t end = s->count, begin; end > 0; end = begin) { /* highest first */
        const size_t *column = s->column + (begin = end - clm_size_min(most, end));
        const size_t count = end - begin;

        for (size_t p = 0; p < s->primes; p++)
            for (size_t k = 0; k < count; k++)
                words[p * count + k] = s->residues[p * s->stride + column[k]];
        TRY(clm_crt_run(ctx, crt, n->pointer, count, words, count));
        for (size_t k = count; k-- > 0;)
            TRY(clm_zx_move_coeff(result, n->storage[k], (size_t)valuation + column[k]));
    }
done:
    free(words);
    return st;
}

/* Reconstructs one output of all pairs. */
static clmodp_status reconstruct_one(clmodp_context *ctx, const clm_reconstruction *to,
                                     const clm_crt *crt, clm_numbers *n, const clm_bounds *own,
                                     const clm_images *images, size_t output, const selection *s)
{
    clmodp_status st = CLMODP_OK;

    if (s->column != NULL) {
        TRY(reconstruct_columns(ctx, to->results[output], crt, n, s, own->valuation));
        goto done;
    }
    TRY(clm_crt_run(ctx, crt, n->pointer, s->count, s->residues, s->stride));
    for (size_t k = 0; k < images->pairs; k++)
        TRY(clm_numbers_move(to->results[k * images->outputs + output], n, k * s->width, s->width,
                             own->valuation));
done:
    return st;
}

/* Returns whether to use tables of `made` primes where `needed` suffice: up to an eighth more
 * primes take less time than other tables. */
static bool is_worth_sharing(size_t needed, size_t made)
{
    return needed <= made && made - needed <= needed / 8;
}

/* Returns the primes required by an output, at most the available ones. */
static size_t primes_of(const clm_plan *plan, const clm_reconstruction *to, size_t output)
{
    return to->each != NULL ? clm_plan_primes(plan, to->each[output].height_bits) : to->primes;
}

/* Returns the primes for an output: its requirement or, to share tables, that of a later output
 * which requires a few more. */
static size_t shared_primes(const clm_plan *plan, const clm_reconstruction *to, size_t output)
{
    const size_t own = primes_of(plan, to, output);
    size_t most = own;

    for (size_t k = output + 1; k < plan->outputs && to->each != NULL; k++) {
        const size_t needed = to->each[k].zero ? 0 : primes_of(plan, to, k);

        if (is_worth_sharing(own, needed))
            most = clm_size_max(most, needed);
    }
    return most;
}

/* Prepares a reconstruction from the plan's first primes. Runs the self-test of the method, only
 * known here; without memory for the test, the host reconstructs. */
static clmodp_status prepare_crt(clmodp_context *ctx, clm_crt **crt, const clm_plan *plan,
                                 size_t primes, size_t values, const clm_crt_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_crt_options host = *options;
    const clm_self_test *needed;

    TRY(clm_crt_create(ctx, crt, plan->prime.words, primes, values, options));
    needed = &clm_crt_self_tests[clm_crt_chosen(*crt)];
    if (needed->check == NULL)
        goto done;
    st = clm_self_tests_ensure(ctx, &needed, 1);
    if (st != CLMODP_DEVICE_MEMORY)
        goto done;
    clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                 "the host reconstructs the integers: there is no memory for the device's "
                 "self-test");
    clm_error_clear(&ctx->error);
    clm_crt_destroy(ctx, *crt);
    *crt = NULL;
    host.method = CLM_CRT_TREE;
    TRY(clm_crt_create(ctx, crt, plan->prime.words, primes, values, &host));
done:
    return st;
}

clmodp_status clm_reconstruct_images(clmodp_context *ctx, const clm_plan *plan,
                                     const clm_images *images, clm_reconstruction *to)
{
    clmodp_status st = CLMODP_OK;
    clm_crt_options options = plan->options.crt;
    clm_crt *crt = NULL;
    const size_t values = plan->pairs * plan->width; /* of an image, at least */
    size_t tabulated = 0; /* primes of the current tables */
    clm_numbers scratch = {0};
    selection selected = {0};
    clm_stage_clock clock;

    to->counts = (clm_counts){0};
    clm_stage_start(ctx, &clock, CLM_STAGE_CRT);
    options.progress = (double)to->primes / (double)plan->primes; /* as the executor left it */
    TRY(clm_numbers_create(&ctx->error, &scratch, values));
    for (size_t n = 0; n < plan->outputs; n++) {
        const clm_bounds *own = to->each != NULL ? &to->each[n] : &plan->bounds;
        const bool shares = is_worth_sharing(primes_of(plan, to, n), tabulated);

        if (own->zero)
            continue;
        tabulated = shares ? tabulated : shared_primes(plan, to, n);
        TRY(select_values(&ctx->error, &selected, own, images, n, tabulated));
        if (!shares) {
            clm_crt_destroy(ctx, crt);
            crt = n == 0 && selected.column == NULL ? to->prepared : NULL;
            if (crt != NULL)
                to->prepared = NULL;
            else
                TRY(prepare_crt(ctx, &crt, plan, tabulated, selected.count, &options));
        }
        to->method = clm_crt_method_name(clm_crt_chosen(crt));
        TRY(reconstruct_one(ctx, to, crt, &scratch, own, images, n, &selected));
        free(selected.column);
        selected.column = NULL;
    }
    clm_stage_stop(ctx, &clock, &to->counts.times);
done:
    free(selected.column);
    clm_numbers_destroy(&scratch);
    clm_crt_destroy(ctx, crt);
    return st;
}

/* Copies the only image of each output to the result. */
static clmodp_status take_images(const clm_images *images, clmodp_zx *const *results)
{
    clmodp_status st = CLMODP_OK;

    for (size_t n = 0; n < images->outputs; n++)
        TRY(clm_numbers_from_words(results[n], clm_image(images, n, 0), images->word_bytes,
                                   images->width, images->first_exponent));
done:
    return st;
}

/* A plan, and its reconstruction to be prepared while the device computes images. */
typedef struct preparation {
    const clm_plan *plan;
    clm_reconstruction *reconstruction;
} preparation;

/* Prepares the first output's reconstruction if this leaves half of the memory for images. */
static clmodp_status prepare_early(clmodp_context *ctx, void *user)
{
    const preparation *p = user;
    clm_reconstruction *to = p->reconstruction;
    const clm_bounds *own = to->each != NULL ? &to->each[0] : &p->plan->bounds;
    const size_t width = own->zero ? 0 : (size_t)(own->degree - own->valuation) + 1;
    clm_crt_options options = p->plan->options.crt;

    options.progress = ctx->call->fraction;
    if (width == 0 || clm_memory_left(ctx) < ctx->call->max_memory / 2)
        return CLMODP_OK;
    return prepare_crt(ctx, &to->prepared, p->plan, shared_primes(p->plan, to, 0),
                       p->plan->pairs * width, &options);
}

clmodp_status clm_plan_execute(clmodp_context *ctx, const clm_plan *plan, uint64_t seed,
                               clm_reconstruction *reconstruction, clm_counts *counts)
{
    clmodp_status st = CLMODP_OK;
    clm_executor *worker = NULL;
    clm_images images = {0};
    preparation early = {plan, reconstruction};

    *counts = (clm_counts){0};
    reconstruction->counts = (clm_counts){0};
    reconstruction->primes = plan->primes;
    TRY(clm_plan_images(ctx, &images, plan));
    TRY(clm_executor_create(ctx, &worker, plan, plan->primes, seed));
    if (plan->modulus == 0 && plan->engine->crt == clm_reconstruct_images) {
        worker->meanwhile = prepare_early;
        worker->meanwhile_user = &early;
    }
    TRY(clm_executor_run(worker, &images, counts, 0, plan->primes));
    clm_executor_destroy(worker);
    worker = NULL;
    if (plan->modulus != 0)
        TRY(take_images(&images, reconstruction->results));
    else
        TRY(clm_plan_reconstruct(ctx, plan, &images, reconstruction));
done:
    clm_executor_destroy(worker);
    clm_crt_destroy(ctx, reconstruction->prepared);
    reconstruction->prepared = NULL;
    clm_images_destroy(ctx, &images);
    return st;
}
