/* Reads and checks options and problems, hands over results and reports, and chooses the engine by
 * predicted times. */
#include "resultant/task.h"

#include <math.h>
#include <stddef.h>

#include "arith/prime.h"
#include "cl/fpx/batch/evaluate_shape.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/size.h"
#include "engines/euclid/engine.h"
#include "engines/host/engine.h"
#include "engines/host/plan.h"
#include "engines/schur/engine.h"
#include "opencl/context.h"
#include "polynomials/modulo.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

static const clm_engine *const engines[] = {
    [CLMODP_ENGINE_EUCLID] = &clm_euclid_engine,
    [CLMODP_ENGINE_SCHUR] = &clm_schur_engine,
    [CLMODP_ENGINE_HOST] = &clm_host_engine,
};
#define ENGINES (sizeof engines / sizeof *engines)

/* ---- the engine ---- */

/* Returns whether the option names an engine or AUTO; callers may pass any number. */
static bool engine_exists(clmodp_engine engine)
{
    return (size_t)engine < ENGINES;
}

const clm_engine *clm_engine_named(clmodp_engine engine)
{
    return engines[engine];
}

clmodp_engine clm_engine_number(const clm_engine *engine)
{
    size_t number = 0;

    while (number + 1 < ENGINES && engines[number] != engine)
        number++;
    return (clmodp_engine)number;
}

/* Returns the primes that the height requires; 1 modulo a given prime. */
static double primes_of(const clm_engine *engine, const clm_choice_case *what)
{
    static const clm_engine_options options = {.method = CLM_EVALUATE_AUTO};
    const double bits = log2((double)engine->prime_max(&options));

    return what->height_bits == 0 ? 1.0 : ceil(((double)what->height_bits + 1.0) / bits);
}

/* Operation counts of images, launches and waits, as if rows were equally long. */
static clm_amounts engine_cost(const clm_engine *engine, const clm_choice_case *what,
                               const clmodp_context *ctx)
{
    const size_t count =
        what->matrix.order > 0
            ? clm_envelope_rows(&what->matrix)
            : (size_t)clm_engine_rows(engine, &what->division, what->p, what->q);
    const size_t longest = clm_div_up(what->cells, count);
    const clm_row_layout shape = {.matrix = what->matrix, .pairs = 1, .p = what->p,
                                  .q = what->q, .count = count,
                                  .division = what->division.products,
                                  .by_powers = engine->compact_rows && what->division.by_powers,
                                  .residues = what->cells,
                                  .terms = what->terms,
                                  .longest = longest,
                                  .padded = longest * clm_div_up(count, EVALUATE_BLOCK)};

    return engine->cost(&shape, what->minors, what->width, primes_of(engine, what), 1.0, ctx);
}

/* Operation counts on the host: reduction, images, CRT reconstruction. */
static clm_amounts host_cost(const clm_choice_case *what, const clmodp_context *ctx)
{
    const double primes = primes_of(&clm_host_engine, what);
    const clm_amounts reduction = clm_host_reduction_cost(what->limbs, primes);
    const clm_amounts crt = clm_host_reconstruct_cost(what->width, primes);
    clm_amounts all = engine_cost(&clm_host_engine, what, ctx);

    clm_amounts_add(&all, &reduction, 1.0);
    clm_amounts_add(&all, &crt, (double)clm_minors_outputs(what->minors));
    return all;
}

/* Nanoseconds on one core of the host. */
static double host_work(const clm_choice_case *what, const clmodp_context *ctx)
{
    const clm_amounts all = host_cost(what, ctx);

    return clm_nanoseconds(&all, &ctx->costs);
}

/* Number of times that the host's engine wakes threads and waits for them: for reduction, images,
 * weights and reconstruction. */
#define THREADED_STAGES 4.0

/* Nanoseconds on the context's threads, or on one if the work is too short for several. */
static double predict_host(const clmodp_context *ctx, const clm_choice_case *what)
{
    clm_amounts all = host_cost(what, ctx);
    const double work = clm_nanoseconds(&all, &ctx->costs);

    if (work <= clm_limit_ns(CLM_LIMIT_THREADS))
        return work;
    all.of[CLM_OP_THREADS] = THREADED_STAGES;
    return clm_elapsed(&all, &ctx->costs, 1.0, (double)ctx->threads);
}

static double predict_device(const clmodp_context *ctx, const clm_engine *engine,
                             const clm_choice_case *what)
{
    const clm_costs *costs = &ctx->costs;
    /* Few long rows, as of several variables packed into x, have few samples. */
    const double rows = 32.0 * (double)(what->p + what->q) + (double)what->cells / 32.0;
    clm_amounts all = engine_cost(engine, what, ctx);

    all.of[CLM_OP_BOUND_WIDTH] =
        fmin(fmin(what->width, rows),
             clm_limit_ns(CLM_LIMIT_BOUNDS) / costs->ns[CLM_OP_BOUND_WIDTH]);
    return clm_elapsed(&all, costs, clm_device_units(ctx), (double)ctx->threads) +
           clm_initialisation_cost(ctx);
}

double clm_choice_predict(const clmodp_context *ctx, const clm_engine *engine,
                          const clm_choice_case *what)
{
    return engine == &clm_host_engine ? predict_host(ctx, what)
                                      : predict_device(ctx, engine, what);
}

double clm_choice_least(const clmodp_context *ctx, const clm_choice_case *what)
{
    const double host = predict_host(ctx, what);

    if (ctx->host_only || what->only_host || host <= ctx->costs.ns[CLM_OP_RUN])
        return host;
    return fmin(host, predict_device(ctx, &clm_euclid_engine, what));
}

clm_choice_merge clm_choice_merging(const clmodp_context *ctx, const clm_choice_case *what,
                                    size_t count)
{
    const clm_engine *engine = &clm_euclid_engine;
    const clm_costs *costs = &ctx->costs;
    const double threads = (double)ctx->threads, units = clm_device_units(ctx);
    const double outputs = (double)clm_minors_outputs(what->minors);
    const double words = ((double)what->cells + what->width * (4.0 + 3.0 * outputs)) *
                         primes_of(engine, what);
    const double alone =
        (host_work(what, ctx) + costs->ns[CLM_OP_PROBLEM_ALONE]) / threads;
    clm_choice_case merged = *what;
    clm_amounts all, in_merged; /* in_merged: without the shared launches and waits */
    double shared, one, most;

    merged.division.by_powers = false; /* merged problems keep all rows */
    in_merged = all = engine_cost(engine, &merged, ctx);
    in_merged.of[CLM_OP_LAUNCH] = in_merged.of[CLM_OP_WAIT] = in_merged.of[CLM_OP_RUN] = 0.0;
    one = clm_elapsed(&in_merged, costs, units, threads);
    shared = clm_elapsed(&all, costs, units, threads) - one;
    one += costs->ns[CLM_OP_PROBLEM_MERGED] / threads;
    most = fmin(clm_limit_ns(CLM_LIMIT_MERGED) / one, (double)count);
    return (clm_choice_merge){
        .most = (size_t)most,
        .fits = (size_t)fmin((double)ctx->call->max_memory / (words * sizeof(uint32_t)), 1e6),
        .alone = alone * (double)count,
        .ns = one * (double)count + shared * ceil((double)count / most),
    };
}

static bool host_serves(const clm_compute_options *options)
{
    return clm_engine_takes_crt(&clm_host_engine, options->of_engine.crt.method);
}

const clm_engine *clm_choice_presumed(const clm_compute_options *options)
{
    if (options->engine != NULL)
        return options->engine;
    return host_serves(options) ? &clm_host_engine : &clm_euclid_engine;
}

const clm_engine *clm_choice_on_device(const clm_compute_options *options)
{
    return options->engine != NULL ? options->engine : &clm_euclid_engine;
}

/* Returns the faster engine of host and device. Most problems are too small for a device; then
 * only the host's time is predicted. */
static const clm_engine *faster(const clmodp_context *ctx, const clm_choice_case *what)
{
    const double host = predict_host(ctx, what);
    double device;

    if (host <= ctx->costs.ns[CLM_OP_RUN])
        return &clm_host_engine;
    device = predict_device(ctx, &clm_euclid_engine, what);
    if (device < host)
        return &clm_euclid_engine;
    clm_initialisation_missed(ctx, host - (device - clm_initialisation_cost(ctx)));
    return &clm_host_engine;
}

const clm_engine *clm_choice_estimate(const clmodp_context *ctx,
                                      const clm_compute_options *options,
                                      const clm_choice_case *what)
{
    const clm_engine *presumed = clm_choice_presumed(options);

    if (options->engine == NULL && presumed == &clm_host_engine && !ctx->host_only &&
        !what->only_host)
        return faster(ctx, what);
    return presumed;
}

clmodp_status clm_choice_make(clmodp_context *ctx, const clm_engine **engine,
                              const clm_compute_options *options, const clm_choice_case *what)
{
    const bool opens = ctx->queue == NULL;
    clmodp_status st;

    *engine = clm_choice_estimate(ctx, options, what);
    if (options->deferred != NULL &&
        (*engine != &clm_host_engine || host_work(what, ctx) > clm_limit_ns(CLM_LIMIT_ALONE))) {
        *options->deferred = fmax(clm_choice_least(ctx, what), 1.0);
        return CLMODP_CANCELLED;
    }
    st = (*engine)->require(ctx, &options->of_engine);
    if (st == CLMODP_NO_DEVICE && options->engine == NULL && host_serves(options)) {
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "computing on the host, as no device can be used: %s", ctx->error.message);
        clm_error_clear(&ctx->error);
        clm_initialisation_failed(ctx);
        *engine = &clm_host_engine;
        st = CLMODP_OK;
    }
    if (st == CLMODP_OK && opens && ctx->queue != NULL) /* by its calibration, if it has one */
        *engine = clm_choice_estimate(ctx, options, what);
    return st;
}

_Static_assert(CLM_STAGE_COUNT <= CLMODP_MOST_STAGES, "CLMODP_MOST_STAGES is too small");

/* ---- options ---- */

static clm_crt_options crt_options(clmodp_crt_method crt)
{
    static const clm_crt_method methods[] = {
        [CLMODP_CRT_AUTO] = CLM_CRT_AUTO,
        [CLMODP_CRT_TREE] = CLM_CRT_TREE,
        [CLMODP_CRT_MIXED_RADIX] = CLM_CRT_MIXED_RADIX,
        [CLMODP_CRT_POSITIONAL] = CLM_CRT_POSITIONAL,
        [CLMODP_CRT_CONVOLUTION] = CLM_CRT_CONVOLUTION,
    };

    return (clm_crt_options){.method = methods[crt]};
}

/* Returns UNSUPPORTED unless the engine (NULL: some engine) supports the options. */
static clmodp_status check_engine(clm_error *error, const clm_engine *engine,
                                  const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;

    if ((engine == NULL || !engine->chooses_residues) &&
        options->residues != CLMODP_RESIDUES_AUTO)
        FAIL(error, CLMODP_UNSUPPORTED,
             "residue types can be selected for engine SCHUR only; use that engine or residues "
             "AUTO");
    if (engine == NULL)
        goto done;
    if (!clm_engine_takes_crt(engine, crt_options(options->crt).method))
        FAIL(error, CLMODP_UNSUPPORTED, "engine %s %s, or engine EUCLID", engine->option,
             engine->other_crt);
    if (engine->only_proves && options->mode == CLMODP_MODE_PROBABLE)
        FAIL(error, CLMODP_UNSUPPORTED,
             "engine %s proves its results; choose mode CERTIFIED, or engine EUCLID",
             engine->option);
done:
    return st;
}

clmodp_status clm_task_read_options(clm_error *error, clmodp_resultant_options *options,
                                    const clmodp_resultant_options *given)
{
    clmodp_status st = CLMODP_OK;

    clmodp_resultant_options_init(options);
    TRY(clm_options_read(error, "clmodp_resultant_options", options, sizeof *options, given));
    REQUIRE(error, options->mode == CLMODP_MODE_CERTIFIED ||
                       options->mode == CLMODP_MODE_PROBABLE);
    REQUIRE(error, (unsigned)options->crt <= CLMODP_CRT_CONVOLUTION);
    if (options->max_result == 0)
        options->max_result = CLMODP_DEFAULT_MAX_RESULT;
    REQUIRE(error, engine_exists(options->engine));
    REQUIRE(error, (unsigned)options->residues <= CLMODP_RESIDUES_DOUBLE50);
    TRY(check_engine(error, clm_engine_named(options->engine), options));
done:
    return st;
}

static clm_residue_kind residue_kind(clmodp_residues residues)
{
    static const clm_residue_kind kinds[] = {
        [CLMODP_RESIDUES_AUTO] = CLM_RESIDUE_DEFAULT,
        [CLMODP_RESIDUES_MONTGOMERY31] = CLM_RESIDUE_MONTGOMERY31,
        [CLMODP_RESIDUES_FLOAT24] = CLM_RESIDUE_FLOAT24,
        [CLMODP_RESIDUES_DOUBLE31] = CLM_RESIDUE_DOUBLE31,
        [CLMODP_RESIDUES_DOUBLE50] = CLM_RESIDUE_DOUBLE50,
    };

    return kinds[residues];
}

clm_compute_options clm_task_options(const clmodp_context *context,
                                     const clmodp_resultant_options *options)
{
    const clmodp_engine engine =
        options->engine != CLMODP_ENGINE_AUTO ? options->engine
                                              : (clmodp_engine)context->overrides.engine;

    return (clm_compute_options){
        .mode = options->mode,
        .max_result = options->max_result,
        .engine = clm_engine_named(engine),
        .of_engine = {.crt = crt_options(options->crt),
                      .residues = residue_kind(options->residues),
                      .cosets = context->overrides.cosets},
    };
}

bool clm_task_is_open(const clmodp_context *context, const clmodp_resultant_options *options)
{
    return clm_task_options(context, options).engine == NULL &&
           options->crt == CLMODP_CRT_AUTO && options->max_result >= CLM_LEAST_LIMIT;
}

/* ---- problems ---- */

/* The smallest size of clmodp_problem in any version of the library. */
#define LEAST_SIZE (offsetof(clmodp_problem, report) + sizeof(clmodp_resultant_report *))

clmodp_status clm_problem_read(clm_error *error, clmodp_problem *known,
                               const clmodp_problem *given)
{
    clmodp_status st = CLMODP_OK;

    clmodp_problem_init(known);
    REQUIRE(error, given != NULL);
    TRY(clm_options_read(error, "clmodp_problem", known, sizeof *known, given));
    if (given->size < LEAST_SIZE)
        FAIL(error, CLMODP_INVALID, "clmodp_problem.size is %zu, less than in any version: call "
             "clmodp_problem_init first", given->size);
done:
    return st;
}

static clmodp_status check_subresultant(clm_error *error, const clmodp_problem *problem)
{
    const long p = clmodp_zxy_degree_y(problem->f), q = clmodp_zxy_degree_y(problem->g);
    const clm_minors minors = clm_problem_minors(problem, true);
    const long k = (long)clm_minors_index(minors, minors.count - 1);

    if (k > 0 && (p < k || q < k || p + q <= 2 * k))
        return clm_fail(error, CLMODP_DOMAIN,
                        "the subresultant S_%ld needs degrees of at least %ld in the variable to "
                        "eliminate, and one of at least %ld", k, k, k + 1);
    if (clm_minors_outputs(minors) > CLM_MOST_OUTPUTS)
        return clm_fail(error, CLMODP_LIMIT,
                        "%zu coefficients of subresultants are too many: at most %zu can be "
                        "computed together", clm_minors_outputs(minors), CLM_MOST_OUTPUTS);
    return CLMODP_OK;
}

static clmodp_status check_matrix(clm_error *error, const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t cells = (uint64_t)problem->k * problem->k;

    REQUIRE(error, problem->k > 0);
    if (cells > CLM_MOST_EXPONENT)
        FAIL(error, CLMODP_LIMIT, "a matrix of order %u is too large", (unsigned)problem->k);
    if (clmodp_zxy_degree_y(problem->f) >= (long)cells)
        FAIL(error, CLMODP_INVALID, "a matrix of order %u has no entry for y^%ld",
             (unsigned)problem->k, clmodp_zxy_degree_y(problem->f));
done:
    return st;
}

clmodp_status clm_problem_check(clm_error *error, const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_operation operation = problem->operation;

    REQUIRE(error, (unsigned)operation <= CLMODP_OPERATION_DETERMINANT);
    REQUIRE(error, problem->f != NULL);
    REQUIRE(error, problem->g != NULL || !clm_problem_has_g(problem));
    if (problem->modulus == 1)
        FAIL(error, CLMODP_INVALID, "the modulus is 1, and must be at least 2");
    REQUIRE(error, operation != CLMODP_OPERATION_SUBRESULTANTS || problem->count > 0);
    if (operation == CLMODP_OPERATION_SUBRESULTANT || operation == CLMODP_OPERATION_SUBRESULTANTS)
        TRY(check_subresultant(error, problem));
    if (operation == CLMODP_OPERATION_DETERMINANT)
        TRY(check_matrix(error, problem));
    if (operation == CLMODP_OPERATION_DISCRIMINANT && clmodp_zxy_degree_y(problem->f) < 1)
        FAIL(error, CLMODP_DOMAIN, "a polynomial free of y has no discriminant with respect to y");
done:
    return st;
}

bool clm_problem_has_field(const clmodp_problem *problem, uint64_t *known)
{
    const uint64_t n = problem->modulus;

    if (n == 2 && problem->operation == CLMODP_OPERATION_DETERMINANT)
        return false;
    if (n == 0 || n == *known)
        return true;
    if (n >> 62 != 0 || !clm_is_prime_u64(n))
        return false;
    *known = n;
    return true;
}

clmodp_status clm_problem_check_engine(clm_error *error, const clmodp_problem *problem,
                                       const clmodp_resultant_options *options)
{
    const clm_engine *engine = clm_engine_named(options->engine);
    const clm_minors minors = clm_problem_minors(problem, true);

    if (engine != NULL && minors.order > 0 && !engine->determinants)
        return clm_fail(error, CLMODP_UNSUPPORTED,
                        "engine %s has no determinants; choose engine EUCLID or HOST",
                        engine->option);
    if (engine == NULL || !engine->only_resultants || clm_minors_are_resultant(minors))
        return CLMODP_OK;
    return clm_fail(error, CLMODP_UNSUPPORTED,
                    "engine %s has no subresultants; choose engine EUCLID", engine->option);
}

clmodp_status clm_problem_check_all(clm_error *error, const clmodp_problem *problem,
                                    const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const bool subresultant = problem->operation == CLMODP_OPERATION_SUBRESULTANT;
    const bool chain = problem->operation == CLMODP_OPERATION_SUBRESULTANTS;

    REQUIRE(error, problem->r != NULL || subresultant || chain);
    REQUIRE(error, problem->s != NULL || !subresultant);
    REQUIRE(error, !chain || problem->chain != NULL || problem->principal != NULL);
    for (size_t k = 0; chain && k < problem->count; k++)
        REQUIRE(error, problem->chain != NULL ? problem->chain[k] != NULL
                                              : problem->principal[k] != NULL);
    TRY(clm_report_check(error, problem->report));
    TRY(clm_problem_check(error, problem));
    TRY(clm_problem_check_engine(error, problem, options));
done:
    return st;
}

/* Sets out to a polynomial of least height with the image of f modulo n, and f's degree in y. */
static clmodp_status balance(clm_error *error, clmodp_zxy *out, const clmodp_zxy *f, uint64_t n)
{
    clmodp_status st = CLMODP_OK;
    const long degree = clmodp_zxy_degree_y(f);
    mpz_t c;

    mpz_init_set_ui(c, n);
    TRY(clm_zxy_modulo(error, out, f, n));
    clm_zxy_balance(out, n);
    if (clmodp_zxy_degree_y(out) < degree)
        TRY(clmodp_zxy_set_coeff(out, c, 0, (size_t)degree));
done:
    mpz_clear(c);
    return st;
}

clmodp_status clm_problem_balance(clm_error *error, clmodp_problem *problem, clmodp_zxy *f,
                                  clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;

    TRY(balance(error, f, problem->f, problem->modulus));
    if (clm_problem_has_g(problem))
        TRY(balance(error, g, problem->g, problem->modulus));
    problem->f = f;
    problem->g = g;
done:
    return st;
}

clm_minors clm_problem_minors(const clmodp_problem *problem, bool with_r)
{
    if (problem->operation == CLMODP_OPERATION_SUBRESULTANTS)
        return (clm_minors){
            .step = 1,
            .count = (uint32_t)clm_size_min(problem->count, UINT32_MAX),
            .principal = problem->chain == NULL,
        };
    if (problem->operation == CLMODP_OPERATION_DETERMINANT)
        return (clm_minors){.step = 1, .count = 1, .order = problem->k};
    if (problem->operation != CLMODP_OPERATION_SUBRESULTANT || problem->k == 0)
        return CLM_MINORS_RESULTANT;
    return with_r ? (clm_minors){.step = problem->k, .count = 2}
                  : (clm_minors){.first = problem->k, .step = 1, .count = 1};
}

/* Sets s := part[k] y^k + ... + part[0] for s = 0; consumes the parts but part[0]. */
static clmodp_status join_subresultant(clmodp_zxy *s, clmodp_zx *const *part, size_t k)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= k; j++)
        for (long i = 0; i <= clmodp_zx_degree(part[j]); i++) {
            if (j > 0)
                clm_zx_take_coeff(c, part[j], (size_t)i);
            else
                clmodp_zx_get_coeff(c, part[j], (size_t)i);
            TRY(clm_zxy_append(s, c, (size_t)i, j));
        }
done:
    mpz_clear(c);
    return st;
}

/* Sets d := disc_y(f) = (-1)^(n(n-1)/2) res_y(f, df/dy) / lc(f) from d = res_y(f, df/dy) over Z.
 * Errors: CORRUPT (the division leaves a remainder), HOST_MEMORY */
static clmodp_status divide_discriminant(clm_error *error, clmodp_zx *d, const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    const long n = clmodp_zxy_degree_y(f);
    clmodp_zx *lc = NULL;

    TRY(clmodp_zx_create(&lc));
    TRY(clm_zxy_row(error, lc, f, (size_t)n));
    TRY(clm_zx_divide_exact(d, lc, clm_discriminant_is_negative(n), NULL));
done:
    clmodp_zx_destroy(lc);
    return st;
}

/* Moves a chain or its principal coefficients into the problem. */
static clmodp_status store_chain(clm_error *error, const clmodp_problem *problem,
                                 clmodp_zx *const *outputs)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = problem->chain != NULL ? problem->count : 0;
    clmodp_zxy **joined = NULL;

    NEW(error, joined, count);
    for (size_t k = 0; k < count; k++) {
        TRY(clmodp_zxy_create(&joined[k]));
        TRY(join_subresultant(joined[k], outputs + k * (k + 1) / 2, k));
    }
    for (size_t k = 0; k < count; k++)
        clm_zxy_swap(problem->chain[k], joined[k]);
    for (size_t k = 0; k < problem->count && problem->chain == NULL; k++)
        clm_zx_swap(problem->principal[k], outputs[k]);
done:
    for (size_t k = 0; joined != NULL && k < count; k++)
        clmodp_zxy_destroy(joined[k]);
    free(joined);
    return st;
}

clmodp_status clm_problem_store_results(clm_error *error, const clmodp_problem *problem,
                                        clm_minors minors, clmodp_zx *const *outputs)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *joined = NULL;

    if (problem->operation == CLMODP_OPERATION_SUBRESULTANTS)
        return store_chain(error, problem, outputs);
    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT && problem->modulus == 0)
        TRY(divide_discriminant(error, outputs[0], problem->f));
    if (problem->operation == CLMODP_OPERATION_SUBRESULTANT) {
        TRY(clmodp_zxy_create(&joined));
        TRY(join_subresultant(joined, outputs + clm_minors_before(minors, minors.count - 1),
                              problem->k));
        clm_zxy_swap(problem->s, joined);
    }
    if (problem->r != NULL)
        clm_zx_swap(problem->r, outputs[0]);
done:
    clmodp_zxy_destroy(joined);
    return st;
}

clmodp_status clm_task_run(clmodp_context *ctx, const clm_task *task,
                           const clmodp_problem *problem, clm_task_compute compute, void *user)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx **outputs = NULL;
    clm_task own = *task;

    own.count = clm_minors_outputs(own.minors);
    NEW(&ctx->error, outputs, own.count);
    own.results = outputs;
    for (size_t n = 0; n < own.count; n++)
        TRY(clmodp_zx_create(&outputs[n]));
    TRY(compute(ctx, &own, user));
    TRY(clm_problem_store_results(&ctx->error, problem, own.minors, outputs));
    if (own.record->engine != NULL)
        own.record->report.memory_bytes = ctx->call->memory_peak;
    clm_record_end(own.record, problem->report);
done:
    for (size_t n = 0; outputs != NULL && n < own.count; n++)
        clmodp_zx_destroy(outputs[n]);
    free(outputs);
    return st;
}

bool clm_task_is_trivial(bool *one, const clmodp_zxy *f, const clmodp_zxy *g)
{
    const bool zero = clmodp_zxy_terms(f) == 0 || (g != NULL && clmodp_zxy_terms(g) == 0);

    *one = !zero && g != NULL && clmodp_zxy_degree_y(f) == 0 && clmodp_zxy_degree_y(g) == 0;
    return zero || *one;
}

/* ---- reports ---- */

void clm_record_begin(clm_record *record)
{
    *record = (clm_record){.report = {.height_bound_name = "", .crt_name = ""},
                           .began = clm_clock_seconds()};
}

void clm_record_counts(clm_record *record, const clm_counts *counts)
{
    clmodp_resultant_report *report = &record->report;

    clm_times_add(&record->times, &counts->times);
    report->chunks += counts->chunks;
    report->evaluations += counts->evaluations;
    report->unlucky += counts->unlucky;
    report->fallback += counts->fallback;
}

unsigned clm_record_stages(const clm_record *record)
{
    const unsigned euclid = 1u << CLM_STAGE_EUCLID, lu = 1u << CLM_STAGE_LU;
    const unsigned stages = record->engine->stages;

    return record->determinant ? (stages & ~euclid) | lu : stages;
}

static void list_stages(clm_record *record)
{
    clmodp_resultant_report *report = &record->report;
    const clm_times *times = &record->times;
    const unsigned stages = clm_record_stages(record);

    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        if ((stages >> stage & 1) != 0)
            report->stages[report->stage_count++] =
                (clmodp_stage){.name = clm_stage_name((clm_stage)stage),
                               .host_seconds = times->host[stage],
                               .device_seconds = times->untold ? -1 : times->device[stage]};
}

void clm_record_end(clm_record *record, clmodp_resultant_report *report)
{
    if (record->engine != NULL) {
        record->report.engine = clm_engine_number(record->engine);
        list_stages(record);
    }
    record->report.seconds = clm_clock_seconds() - record->began;
    clm_report_write(report, &record->report, sizeof record->report);
}
