/* Plans: problems over Z, prepared once and divided into work units. */
#include "distributed/plan.h"

#include <math.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/size.h"
#include "distributed/bytes.h"
#include "opencl/buffer.h"
#include "opencl/context.h"
#include "polynomials/zxy.h"
#include "resultant/task.h"

#define UNIT_SECONDS 1.0       /* longer than the overhead of a unit's file */
#define LEAST_UNIT_SECONDS 0.1 /* shorter units are not made to reach MANY_UNITS */
#define MANY_UNITS 16          /* enough to keep several devices busy */
#define PARTS 8                /* of a unit */
#define LONG_HEIGHT (1 << 24)  /* bits of coefficients; finding primes for more takes long */
#define PRIMES_TOGETHER 16     /* a vector of primes: a part of one takes as long */

/* ---- preparation ---- */

/* Copies the arguments into the plan: f and g, for a discriminant f and its derivative, for a
 * determinant f. */
static clmodp_status copy_arguments(clmodp_plan *plan, const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    const bool discriminant = problem->operation == CLMODP_OPERATION_DISCRIMINANT;

    TRY(clmodp_zxy_create(&plan->f));
    TRY(clmodp_zxy_set(plan->f, problem->f));
    if (problem->operation != CLMODP_OPERATION_DETERMINANT) {
        TRY(clmodp_zxy_create(&plan->g));
        TRY(clmodp_zxy_set(plan->g, discriminant ? problem->f : problem->g));
    }
    if (discriminant)
        clmodp_zxy_derivative_y(plan->g);
    plan->problem = (clmodp_problem){.size = sizeof plan->problem,
                                     .operation = problem->operation, .k = problem->k,
                                     .count = problem->count, .f = plan->f,
                                     .g = discriminant ? NULL : plan->g};
done:
    return st;
}

/* Makes a plan of the engine, for any device or none. */
static clmodp_status plan_of_engine(clmodp_context *ctx, clm_plan **engine_plan,
                                    const clmodp_plan *plan, size_t points, size_t cosets)
{
    clm_random random = {plan->options.seed};

    return clm_prepare_plan(ctx, engine_plan, &plan->prepared, &plan->prepared.bounds,
                            CLM_PLAN_PROOF, points, cosets, &random);
}

static clmodp_status choose_primes(clmodp_context *ctx, clmodp_plan *plan,
                                   const clm_decisions *decisions)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_report *report = &plan->record.report;
    clm_plan *chosen = NULL;

    TRY(plan_of_engine(ctx, &chosen, plan, decisions != NULL ? decisions->points : 0,
                       decisions != NULL ? decisions->cosets : 0));
    NEW(&ctx->error, plan->prime, chosen->primes);
    for (size_t n = 0; n < chosen->primes; n++)
        plan->prime[n] = clm_prime_word(chosen->prime, n);
    report->primes = plan->primes = chosen->primes;
    report->points = plan->points = chosen->points;
    plan->cosets = chosen->cosets;
    plan->width = chosen->width;
    plan->word_bytes = chosen->word_bytes;
done:
    clm_plan_destroy(chosen);
    return st;
}

/* Checks that memory suffices for `bytes` bytes of rows, as a file may have any exponents. */
static clmodp_status check_rows(clmodp_context *ctx, uint64_t bytes)
{
    const uint64_t left = clm_memory_left(ctx);

    if (bytes > left)
        return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                        "the coefficients, written densely in x, take %llu bytes, and the cap "
                        "leaves %llu: raise the cap by %llu at least or lower the degrees",
                        (unsigned long long)bytes, (unsigned long long)left,
                        (unsigned long long)(bytes - left));
    return CLMODP_OK;
}

/* Writes the simplified polynomials as rows. */
static clmodp_status lay_out_rows(clmodp_context *ctx, clm_prepared *p,
                                  const clm_choice_case *what)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t order = what->matrix.order;
    const uint64_t rows = order > 0
                              ? order * order
                              : clm_engine_rows(p->engine, &what->division, what->p, what->q);

    TRY(check_rows(ctx, clm_row_layout_bytes(p->f, p->g, rows)));
    TRY(clm_prepare_rows(ctx, p));
done:
    return st;
}

/* Takes steps 1 to 5. Only computations refuse results beyond max_result, unless planning takes
 * long already, for coefficients of great height. Factors extracted in step 1 are computed, with a
 * limit of at least the default. */
static clmodp_status prepare_task(clmodp_context *ctx, clmodp_plan *plan,
                                  const clm_decisions *decisions)
{
    clmodp_status st = CLMODP_OK;
    clm_prepared *p = &plan->prepared;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    clm_choice_case what;
    bool one;

    if (clm_task_is_trivial(&one, plan->task.f, plan->task.g))
        goto done;
    TRY(check_rows(ctx, (uint64_t)plan->task.minors.order * plan->task.minors.order *
                            sizeof(clm_row)));
    if (plan->how.max_result < CLMODP_DEFAULT_MAX_RESULT)
        plan->how.max_result = CLMODP_DEFAULT_MAX_RESULT;
    TRY(clm_prepare_simplify(&ctx->error, p, &plan->task, &watch));
    plan->how.max_result = 0;
    for (size_t n = 0; n < plan->task.count; n++)
        p->content[n].watch = NULL; /* valid in this function only */
    TRY(clm_prepare_engine(ctx, p, false, decisions));
    if (p->bounds.zero)
        goto done;
    plan->how.max_result = plan->options.max_result;
    if (p->bounds.height_bits > LONG_HEIGHT)
        TRY(clm_prepared_check_size(&ctx->error, NULL, p));
    what = clm_prepared_case(p);
    TRY(lay_out_rows(ctx, p, &what));
    TRY(choose_primes(ctx, plan, decisions));
    if (p->engine->cost != NULL)
        plan->nanoseconds = clm_choice_predict(ctx, p->engine, &what);
done:
    return st;
}

/* Makes a plan without units yet.
 *
 * In:     problem    over Z; checked by clm_problem_check; copied
 *         minors     of the problem
 *         options    of clm_task_read_options, CERTIFIED
 *         decisions  NULL, or made for the same problem and options elsewhere
 * Errors: as clmodp_resultant on the host, INVALID (decisions that do not fit) */
static clmodp_status prepare(clmodp_context *ctx, clmodp_plan **out,
                             const clmodp_problem *problem, clm_minors minors,
                             const clmodp_resultant_options *options,
                             const clm_decisions *decisions)
{
    clmodp_status st = CLMODP_OK;
    clmodp_plan *plan = NULL;

    NEW(&ctx->error, plan, 1);
    clm_record_begin(&plan->record);
    plan->options = *options;
    plan->how = clm_task_options(ctx, options);
    TRY(copy_arguments(plan, problem));
    plan->task = (clm_task){.f = plan->f, .g = plan->g,
                            .minors = minors, .record = &plan->record,
                            .options = &plan->how};
    plan->task.count = clm_minors_outputs(plan->task.minors);
    TRY(prepare_task(ctx, plan, decisions));
    *out = plan;
    plan = NULL;
done:
    clmodp_plan_destroy(plan);
    return st;
}

void clmodp_plan_destroy(clmodp_plan *plan)
{
    if (plan == NULL)
        return;
    free(plan->prime);
    clm_prepared_destroy(&plan->prepared);
    clmodp_zxy_destroy(plan->g);
    clmodp_zxy_destroy(plan->f);
    free(plan);
}

/* Returns whether the engine's plan has the primes and the layout of the images. */
static bool has_primes(const clm_plan *engine_plan, const clmodp_plan *plan)
{
    bool same = engine_plan->primes == plan->primes && engine_plan->points == plan->points &&
                engine_plan->cosets == plan->cosets && engine_plan->width == plan->width &&
                engine_plan->word_bytes == plan->word_bytes;

    for (size_t n = 0; same && n < plan->primes; n++)
        same = clm_prime_word(engine_plan->prime, n) == plan->prime[n];
    return same;
}

clmodp_status clm_plan_check_size(clm_error *error, double *bytes, const clmodp_plan *plan)
{
    return plan->primes == 0 ? CLMODP_OK : clm_prepared_check_size(error, bytes, &plan->prepared);
}

clmodp_status clm_plan_open(clmodp_context *ctx, clm_plan **engine_plan, const clmodp_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const clm_prepared *p = &plan->prepared;

    *engine_plan = NULL;
    TRY(clm_plan_check_size(&ctx->error, NULL, plan));
    TRY(p->engine->require(ctx, &plan->how.of_engine));
    TRY(p->engine->check_rows(ctx, p->layout.count));
    TRY(plan_of_engine(ctx, engine_plan, plan, plan->points, plan->cosets));
    if (!has_primes(*engine_plan, plan))
        FAIL(&ctx->error, CLMODP_CORRUPT, "the engine chose other primes than the plan has");
    TRY(clm_self_tests_ensure(ctx, (*engine_plan)->needs, (*engine_plan)->need_count));
done:
    if (st != CLMODP_OK) {
        clm_plan_destroy(*engine_plan);
        *engine_plan = NULL;
    }
    return st;
}

/* ---- units ---- */

/* Divides the primes into units, and computes the digest. Pre: unit_primes > 0, unless there are
 * no primes. Errors: HOST_MEMORY */
static clmodp_status divide(clm_error *error, clmodp_plan *plan, uint64_t unit_primes)
{
    clmodp_status st = CLMODP_OK;
    unsigned char *bytes = NULL;

    plan->unit_primes = unit_primes;
    plan->units = unit_primes == 0 ? 0 : clm_div_up(plan->primes, (size_t)unit_primes);
    plan->bytes = clmodp_plan_size(plan);
    NEW(error, bytes, plan->bytes);
    clmodp_plan_write(plan, bytes);
    memcpy(plan->digest, bytes + plan->bytes - sizeof plan->digest, sizeof plan->digest);
done:
    free(bytes);
    return st;
}

/* Chooses the primes of a unit so that it takes about the wanted time. */
static uint64_t choose_unit(const clmodp_plan *p, const clmodp_plan_options *options)
{
    const double each = fmax(p->nanoseconds * 1e-9 / (double)p->primes, 1e-9);
    const double most = (double)p->primes;
    const double seconds = options->unit_seconds > 0.0 ? options->unit_seconds : UNIT_SECONDS;
    double primes = seconds / each;

    if (options->unit_primes != 0)
        return clm_size_min((size_t)options->unit_primes, p->primes);
    if (p->nanoseconds == 0.0)
        return clm_div_up(p->primes, MANY_UNITS);
    if (options->unit_seconds == 0.0)
        primes = fmin(primes, fmax(most / MANY_UNITS, LEAST_UNIT_SECONDS / each));
    primes = fmin(fmax(primes, 1.0), most);
    if (primes >= PRIMES_TOGETHER)
        primes = fmin(PRIMES_TOGETHER * ceil(primes / PRIMES_TOGETHER), most);
    return (uint64_t)primes;
}

uint64_t clm_plan_part(const clmodp_plan *plan)
{
    const size_t part = clm_div_up((size_t)plan->unit_primes, PARTS);

    return part > PRIMES_TOGETHER ? clm_round_up(part, PRIMES_TOGETHER) : part;
}

uint64_t clm_plan_primes_of(const clmodp_plan *plan, const clm_unit_queue *queue, uint64_t part,
                            size_t consumer)
{
    uint64_t primes = 0;

    for (uint64_t k = 0; k < queue->units; k++)
        if (queue->owner[k] == consumer)
            primes += clm_plan_primes_from(plan, k * part, part).count;
    return primes;
}

static clmodp_status read_options(clm_error *error, clmodp_plan_options *known,
                                  clmodp_resultant_options *resultant,
                                  const clmodp_plan_options *options)
{
    clmodp_status st = CLMODP_OK;

    clmodp_plan_options_init(known);
    TRY(clm_options_read(error, "clmodp_plan_options", known, sizeof *known, options));
    REQUIRE(error, known->unit_seconds >= 0.0 && isfinite(known->unit_seconds));
    TRY(clm_task_read_options(error, resultant, known->resultant));
    if (resultant->mode != CLMODP_MODE_CERTIFIED)
        FAIL(error, CLMODP_UNSUPPORTED,
             "a plan fixes all primes in advance, unlike mode PROBABLE; choose mode CERTIFIED");
done:
    return st;
}

static clmodp_status create(clmodp_context *ctx, clmodp_plan **out, const clmodp_problem *problem,
                            const clmodp_plan_options *options,
                            const clmodp_resultant_options *resultant)
{
    clmodp_status st = CLMODP_OK;
    clmodp_plan *plan = NULL;

    if (options->machine != NULL)
        TRY(clm_context_describe(ctx, options->machine));
    TRY(prepare(ctx, &plan, problem, clm_problem_minors(problem, true), resultant, NULL));
    TRY(divide(&ctx->error, plan, plan->primes == 0 ? 0 : choose_unit(plan, options)));
    *out = plan;
    plan = NULL;
done:
    clmodp_plan_destroy(plan);
    return st;
}

static clmodp_status create_checked(clmodp_context *context, clmodp_plan **plan,
                                    const clmodp_problem *given,
                                    const clmodp_plan_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    clmodp_problem problem;
    clmodp_plan_options known;
    clmodp_resultant_options resultant;
    clmodp_context lent; /* may be described as another machine */

    TRY(clm_problem_read(error, &problem, given));
    TRY(clm_problem_check(error, &problem));
    if (problem.modulus != 0)
        FAIL(error, CLMODP_UNSUPPORTED, "a problem modulo one prime is not divided into units: "
             "call clmodp_compute");
    TRY(read_options(error, &known, &resultant, options));
    TRY(clm_problem_check_engine(error, &problem, &resultant));
    clm_context_lend(&lent, context, resultant.max_memory, true);
    st = clm_context_take_back(context, &lent, create(&lent, plan, &problem, &known, &resultant));
done:
    return clm_error_complete(error, st);
}

clmodp_status clmodp_plan_create(clmodp_context *context, clmodp_plan **plan,
                                 const clmodp_problem *problem,
                                 const clmodp_plan_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *own = NULL; /* destroyed at the end of the call */

    if (plan == NULL)
        return CLMODP_INVALID;
    *plan = NULL;
    if (context == NULL)
        TRY(clmodp_context_create(&own, NULL, NULL, 0));
    else
        clm_error_clear(&context->error);
    st = create_checked(context != NULL ? context : own, plan, problem, options);
done:
    clmodp_context_destroy(own);
    return st;
}

clmodp_status clmodp_plan_describe(const clmodp_plan *plan, clmodp_plan_info *info)
{
    const clm_row_layout *layout;
    clmodp_plan_info all;
    double bytes = 0.0;

    if (plan == NULL || info == NULL || info->size == 0)
        return CLMODP_INVALID;
    (void)clm_plan_check_size(NULL, &bytes, plan);
    layout = &plan->prepared.layout;
    all = (clmodp_plan_info){
        .operation = plan->problem.operation,
        .engine = plan->primes != 0 ? clm_engine_number(plan->prepared.engine)
                                    : CLMODP_ENGINE_AUTO,
        .units = plan->units,
        .unit_primes = plan->unit_primes,
        .primes = plan->primes,
        .points = plan->points,
        .evaluations = (uint64_t)plan->primes * plan->points,
        .degree_bound = plan->record.report.degree_bound,
        .valuation_bound = plan->record.report.valuation_bound,
        .width_bound = plan->record.report.width_bound,
        .height_bits = plan->record.report.height_bits,
        .height_bound_name = plan->record.report.height_bound_name,
        .plan_bytes = plan->bytes,
        .result_bytes = bytes < 0x1p63 ? (uint64_t)ceil(bytes) : UINT64_MAX,
        .cosets = plan->cosets,
        .seconds = plan->nanoseconds * 1e-9,
        .k = plan->problem.k,
        .count = plan->problem.count,
        .principal = plan->task.minors.principal != 0,
    };
    all.updates = (double)all.evaluations *
                  (layout->matrix.order > 0 ? layout->matrix.products
                                            : (double)layout->p * (double)layout->q / 2.0);
    if (plan->units > 0) /* all units but the last have the same size */
        all.images_bytes = (plan->units - 1) * clm_images_bytes(plan, 0) +
                           clm_images_bytes(plan, plan->units - 1);
    memcpy(all.digest, plan->digest, sizeof all.digest);
    clm_report_write(info, &all, sizeof all);
    return CLMODP_OK;
}

/* ---- serialisation ----
 *
 * A plan is written as problem, options, and decisions. Primes follow from these: only their
 * number and a digest are written. */

static const char magic[8] = "clmodpP";

enum {
    TERM_BYTES = 4 + 4 + 1 + 8, /* at least: exponents, a sign, and the number of bytes */
    PRIME_BITS = 62             /* of a prime, at most */
};

static const char *const height_names[] = {"", "rows", "columns", "mahler", "circle"};
#define HEIGHT_NAMES (sizeof height_names / sizeof *height_names)

static void write_polynomial(clm_writer *w, const clmodp_zxy *f)
{
    clm_write_number(w, clmodp_zxy_terms(f), 8);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);

        clm_write_number(w, i, 4);
        clm_write_number(w, j, 4);
        clm_write_integer(w, c);
    }
}

/* Bytes written for the bounds of a result. */
#define BOUNDS_BYTES 26

static void write_bounds(clm_writer *w, const clm_bounds *bounds)
{
    size_t name = 0;

    while (bounds->height_name != NULL && name + 1 < HEIGHT_NAMES &&
           strcmp(height_names[name], bounds->height_name) != 0)
        name++;
    clm_write_number(w, bounds->zero, 1);
    clm_write_number(w, bounds->degree, 8);
    clm_write_number(w, bounds->valuation, 8);
    clm_write_number(w, bounds->height_bits, 8);
    clm_write_number(w, name, 1);
}

static void digest_primes(unsigned char digest[CLMODP_PLAN_DIGEST], const clmodp_plan *plan)
{
    clm_digest(digest, plan->prime, plan->primes * sizeof *plan->prime);
}

static void write_plan(clm_writer *w, const clmodp_plan *plan)
{
    const clmodp_resultant_options *options = &plan->options;
    const clm_engine *engine = plan->prepared.engine;
    const clm_bounds none = {0};
    unsigned char primes[CLMODP_PLAN_DIGEST];

    clm_write_bytes(w, magic, sizeof magic);
    clm_write_number(w, CLMODP_PLAN_VERSION, 4);
    clm_write_number(w, plan->problem.operation, 1);
    clm_write_number(w, plan->problem.k, 4);
    clm_write_number(w, plan->problem.count, 4);
    clm_write_number(w, plan->task.minors.principal, 1);
    clm_write_number(w, options->seed, 8);
    clm_write_number(w, options->crt, 1);
    clm_write_number(w, options->residues, 1);
    clm_write_number(w, options->max_result, 8);
    clm_write_number(w, plan->unit_primes, 8);
    clm_write_number(w, plan->primes, 8);
    clm_write_number(w, plan->points, 8);
    clm_write_number(w, plan->cosets, 4);
    clm_write_number(w, engine == NULL ? CLMODP_ENGINE_AUTO : clm_engine_number(engine), 1);
    for (size_t n = 0; n < plan->task.count; n++)
        write_bounds(w, plan->prepared.each != NULL ? &plan->prepared.each[n] : &none);
    digest_primes(primes, plan);
    clm_write_bytes(w, primes, sizeof primes);
    write_polynomial(w, plan->problem.f);
    if (plan->problem.g != NULL)
        write_polynomial(w, plan->problem.g);
}

size_t clmodp_plan_size(const clmodp_plan *plan)
{
    clm_writer w = {0};

    write_plan(&w, plan);
    return w.size + CLMODP_PLAN_DIGEST;
}

void clmodp_plan_write(const clmodp_plan *plan, void *bytes)
{
    clm_writer w = {.out = bytes};
    unsigned char digest[CLMODP_PLAN_DIGEST];

    write_plan(&w, plan);
    clm_digest(digest, bytes, w.size);
    clm_write_bytes(&w, digest, sizeof digest);
}

/* Contents of a serialised plan. */
typedef struct plan_contents {
    clmodp_problem problem;
    clm_minors minors;
    clmodp_resultant_options options;
    clm_decisions decisions; /* with its own bounds */
    size_t outputs;
    uint64_t unit_primes, primes;
    unsigned char digest[CLMODP_PLAN_DIGEST]; /* of the primes */
    clmodp_zxy *f, *g;
} plan_contents;

/* Reads nonzero terms in order. */
static clmodp_status read_polynomial(clm_error *error, clm_reader *r, clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t terms = clm_read_number(r, 8, r->left / TERM_BYTES);
    uint64_t before = 0;
    mpz_t c;

    mpz_init(c);
    for (uint64_t k = 0; k < terms && !r->failed; k++) {
        const uint64_t i = clm_read_number(r, 4, CLM_MOST_EXPONENT - 1);
        const uint64_t j = clm_read_number(r, 4, CLM_MOST_EXPONENT - 1);

        clm_read_integer(r, c);
        if (mpz_sgn(c) == 0 || (k > 0 && (j << 32 | i) <= before))
            r->failed = true;
        before = j << 32 | i;
        if (!r->failed && clm_zxy_append(f, c, (size_t)i, (size_t)j) != CLMODP_OK)
            FAIL(error, CLMODP_HOST_MEMORY, "no memory for %llu terms", (unsigned long long)terms);
    }
done:
    mpz_clear(c);
    return st;
}

static clm_bounds read_bounds(clm_reader *r)
{
    clm_bounds bounds = {.zero = clm_read_number(r, 1, 1) != 0};

    bounds.degree = clm_read_number(r, 8, UINT64_MAX / 2);
    bounds.valuation = clm_read_number(r, 8, bounds.degree);
    bounds.height_bits = clm_read_number(r, 8, UINT64_MAX / 2);
    bounds.height_name = height_names[clm_read_number(r, 1, HEIGHT_NAMES - 1)];
    return bounds;
}

static clmodp_status read_contents(clm_error *error, clm_reader *r, plan_contents *w)
{
    clmodp_status st = CLMODP_OK;
    clmodp_problem *problem = &w->problem;
    clmodp_resultant_options *options = &w->options;
    const unsigned char *primes;

    clmodp_problem_init(problem);
    clmodp_resultant_options_init(options);
    problem->operation =
        (clmodp_operation)clm_read_number(r, 1, CLMODP_OPERATION_DETERMINANT);
    problem->k = (uint32_t)clm_read_number(r, 4, UINT32_MAX);
    problem->count = (size_t)clm_read_number(r, 4, CLM_MOST_OUTPUTS);
    w->minors = clm_problem_minors(problem, true);
    w->minors.principal = (uint32_t)clm_read_number(r, 1, 1);
    options->seed = clm_read_number(r, 8, UINT64_MAX);
    options->crt = (clmodp_crt_method)clm_read_number(r, 1, CLMODP_CRT_CONVOLUTION);
    options->residues = (clmodp_residues)clm_read_number(r, 1, CLMODP_RESIDUES_DOUBLE50);
    options->max_result = clm_read_number(r, 8, UINT64_MAX);
    w->unit_primes = clm_read_number(r, 8, UINT64_MAX / 2);
    w->primes = clm_read_number(r, 8, UINT32_MAX);
    w->decisions.points = (size_t)clm_read_number(r, 8, INT32_MAX);
    w->decisions.cosets = (size_t)clm_read_number(r, 4, INT32_MAX);
    options->engine = (clmodp_engine)clm_read_number(r, 1, CLMODP_ENGINE_HOST);
    w->decisions.engine = clm_engine_named(options->engine);
    w->outputs = clm_minors_outputs(w->minors);
    if (r->failed || w->outputs > r->left / BOUNDS_BYTES)
        FAIL(error, CLMODP_DAMAGED, "this plan is malformed");
    NEW(error, w->decisions.each, w->outputs);
    for (size_t n = 0; n < w->outputs; n++)
        w->decisions.each[n] = read_bounds(r);
    primes = clm_read_bytes(r, CLMODP_PLAN_DIGEST);
    if (primes != NULL)
        memcpy(w->digest, primes, sizeof w->digest);
    TRY(clmodp_zxy_create(&w->f));
    TRY(clmodp_zxy_create(&w->g));
    problem->f = w->f;
    problem->g = w->g;
    TRY(read_polynomial(error, r, w->f));
    if (clm_problem_has_g(problem))
        TRY(read_polynomial(error, r, w->g));
    if (r->failed || r->left != 0)
        FAIL(error, CLMODP_DAMAGED, "this plan is malformed");
done:
    return st;
}

/* Returns the greatest height of an output: it determines the primes. */
static uint64_t most_height(const plan_contents *w)
{
    uint64_t most = 0;

    for (size_t n = 0; n < w->outputs; n++)
        if (w->decisions.each[n].height_bits > most)
            most = w->decisions.each[n].height_bits;
    return most;
}

/* Makes a plan of the contents, and checks that it has the same primes. */
static clmodp_status rebuild(clmodp_context *ctx, clmodp_plan **out, const plan_contents *w)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const bool empty = w->primes == 0;
    clmodp_resultant_options options;
    clmodp_plan *plan = NULL;
    unsigned char digest[CLMODP_PLAN_DIGEST];

    TRY(clm_problem_check(error, &w->problem));
    TRY(clm_task_read_options(error, &options, &w->options));
    TRY(clm_problem_check_engine(error, &w->problem, &options));
    if (most_height(w) / PRIME_BITS > w->primes || empty != (w->decisions.points == 0) ||
        empty != (w->decisions.cosets == 0) || empty != (w->unit_primes == 0) ||
        (!empty && w->decisions.engine == NULL))
        FAIL(error, CLMODP_DAMAGED, "this plan is inconsistent");
    TRY(prepare(ctx, &plan, &w->problem, w->minors, &options, empty ? NULL : &w->decisions));
    digest_primes(digest, plan);
    if (plan->primes != w->primes || memcmp(digest, w->digest, sizeof digest) != 0)
        FAIL(error, CLMODP_DAMAGED, "this plan has other primes than this version of clmodp "
             "chooses");
    TRY(divide(error, plan, w->unit_primes));
    *out = plan;
    plan = NULL;
done:
    clmodp_plan_destroy(plan);
    return st;
}

static clmodp_status read_plan(clmodp_context *ctx, clmodp_plan **plan, const void *bytes,
                               size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    clm_reader r = {.in = bytes, .left = size};
    const unsigned char *text = clm_read_bytes(&r, sizeof magic);
    plan_contents w = {0};

    if (text == NULL || memcmp(text, magic, sizeof magic) != 0)
        FAIL(error, CLMODP_DAMAGED, "these %zu bytes are not a plan of clmodp", size);
    if (clm_read_number(&r, 4, UINT32_MAX) != CLMODP_PLAN_VERSION)
        FAIL(error, CLMODP_DAMAGED, "this plan was written by another version of clmodp");
    if (!clm_digest_ends(bytes, size) || r.left < CLMODP_PLAN_DIGEST)
        FAIL(error, CLMODP_DAMAGED, "this plan was cut or changed");
    r.left -= CLMODP_PLAN_DIGEST;
    TRY(read_contents(error, &r, &w));
    TRY(rebuild(ctx, plan, &w));
done:
    free(w.decisions.each);
    clmodp_zxy_destroy(w.f);
    clmodp_zxy_destroy(w.g);
    return st;
}

clmodp_status clmodp_plan_read(clmodp_context *context, clmodp_plan **plan, const void *bytes,
                               size_t size)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *own = NULL; /* destroyed at the end of the call */
    clm_call call;

    if (plan == NULL || (bytes == NULL && size > 0))
        return CLMODP_INVALID;
    *plan = NULL;
    if (context == NULL)
        TRY(clmodp_context_create(&own, NULL, NULL, 0));
    else
        clm_error_clear(&context->error);
    context = context != NULL ? context : own;
    clm_call_begin(&call, context, 0, true);
    st = clm_call_end(context, &call, read_plan(context, plan, bytes, size));
    st = clm_error_complete(&context->error, st);
done:
    clmodp_context_destroy(own);
    return st;
}
