/* Problems divided into units. */
#include "fleet/plan.h"

#include <math.h>

#include "base/memory.h"
#include "base/options.h"
#include "base/size.h"
#include "device/described.h"
#include "fleet/bytes.h"
#include "fleet/digest.h"
#include "fleet/images.h"
#include "resultant/call.h"
#include "resultant/choice.h"
#include "resultant/predict.h"
#include "resultant/problem.h"
#include "zxy/zxy.h"

#define UNIT_SECONDS 1.0       /* as files of a second each make next to no work of their own */
#define LEAST_UNIT_SECONDS 0.1 /* shorter ones are not made for the sake of MANY_UNITS */
#define MANY_UNITS 16          /* that keep some devices busy */
#define PARTS 8                /* of a unit */
#define PRIMES_TOGETHER 16     /* a vector of primes: parts of one take as long */

/* A plan of a prepared problem, which becomes the plan's, after errors too.
 * Pre: unit_primes is not 0, unless there are no primes. Errors: HOST_MEMORY */
static clmodp_status wrap(clm_error *error, clmodp_plan **out, clm_prepared *prepared,
                          uint64_t unit_primes)
{
    clmodp_status st = CLMODP_OK;
    clmodp_plan *plan = NULL;
    unsigned char *bytes = NULL;

    NEW(error, plan, 1);
    plan->prepared = prepared;
    prepared = NULL;
    plan->unit_primes = unit_primes;
    plan->units = unit_primes == 0 ? 0 : clm_div_up(plan->prepared->primes, (size_t)unit_primes);
    plan->bytes = clmodp_plan_size(plan);
    NEW(error, bytes, plan->bytes);
    clmodp_plan_write(plan, bytes);
    memcpy(plan->digest, bytes + plan->bytes - sizeof plan->digest, sizeof plan->digest);
    *out = plan;
    plan = NULL;
done:
    free(bytes);
    clm_prepared_destroy(prepared);
    clmodp_plan_destroy(plan);
    return st;
}

/* So many that a unit takes about as long as is wanted. */
static uint64_t choose_unit(const clm_prepared *p, const clmodp_plan_options *options)
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
                            size_t taker)
{
    uint64_t primes = 0;

    for (uint64_t k = 0; k < queue->units; k++)
        if (queue->owner[k] == taker)
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
    TRY(clm_call_read(error, resultant, known->resultant));
    if (resultant->mode != CLMODP_MODE_CERTIFIED)
        FAIL(error, CLMODP_UNSUPPORTED,
             "a plan fixes all primes, which mode PROBABLE looks for; choose mode CERTIFIED");
done:
    return st;
}

static clmodp_status create(clmodp_context *ctx, clmodp_plan **plan,
                            const clmodp_problem *problem, const clmodp_plan_options *options,
                            const clmodp_resultant_options *resultant)
{
    clmodp_status st = CLMODP_OK;
    clm_prepared *prepared = NULL;
    uint64_t unit;

    if (options->machine != NULL)
        TRY(clm_context_describe(ctx, options->machine));
    TRY(clm_prepare(ctx, &prepared, problem, resultant, NULL));
    unit = prepared->primes == 0 ? 0 : choose_unit(prepared, options);
    TRY(wrap(&ctx->error, plan, prepared, unit));
done:
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
    clmodp_context call;

    TRY(clm_problem_read(error, &problem, given));
    TRY(clm_problem_check(error, &problem));
    if (problem.modulus != 0)
        FAIL(error, CLMODP_UNSUPPORTED, "modulo one prime there is nothing to divide: call "
             "clmodp_solve");
    TRY(read_options(error, &known, &resultant, options));
    TRY(clm_problem_engine(error, &problem, &resultant));
    clm_context_begin(&call, context, resultant.max_memory, true);
    st = clm_context_end(context, &call, create(&call, plan, &problem, &known, &resultant));
done:
    return clm_error_complete(error, st);
}

clmodp_status clmodp_plan_create(clmodp_context *context, clmodp_plan **plan,
                                 const clmodp_problem *problem,
                                 const clmodp_plan_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *own = NULL; /* lives as long as the call */

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

void clmodp_plan_destroy(clmodp_plan *plan)
{
    if (plan != NULL)
        clm_prepared_destroy(plan->prepared);
    free(plan);
}

clmodp_status clmodp_plan_describe(const clmodp_plan *plan, clmodp_plan_info *info)
{
    const clm_prepared *p = plan != NULL ? plan->prepared : NULL;
    clmodp_plan_info all;

    if (p == NULL || info == NULL || info->size == 0)
        return CLMODP_INVALID;
    all = (clmodp_plan_info){
        .operation = p->problem.operation,
        .engine = p->primes != 0 ? clm_engine_number(p->way.engine) : CLMODP_ENGINE_AUTO,
        .units = plan->units,
        .unit_primes = plan->unit_primes,
        .primes = p->primes,
        .points = p->points,
        .evaluations = (uint64_t)p->primes * p->points,
        .degree_bound = p->record.report.degree_bound,
        .valuation_bound = p->record.report.valuation_bound,
        .width_bound = p->record.report.width_bound,
        .height_bits = p->record.report.height_bits,
        .height_bound_name = p->record.report.height_bound_name,
        .plan_bytes = plan->bytes,
        .cosets = p->cosets,
        .seconds = p->nanoseconds * 1e-9,
    };
    all.updates = (double)all.evaluations * (double)p->layout.p * (double)p->layout.q / 2.0;
    if (plan->units > 0) /* all but the last one are alike */
        all.images_bytes = (plan->units - 1) * clm_images_bytes(plan, 0) +
                           clm_images_bytes(plan, plan->units - 1);
    memcpy(all.digest, plan->digest, sizeof all.digest);
    clm_report_write(info, &all, sizeof all);
    return CLMODP_OK;
}

/* Plans as bytes: the problem, the options, and the decisions. Primes follow from these, so that
 * only their number and a digest are written. */

static const char magic[8] = "clmodpP";

enum {
    TERM_BYTES = 4 + 4 + 1 + 8, /* at least: exponents, a sign, and how many bytes follow */
    PRIME_BITS = 62             /* of a prime, at most */
};

static const char *const height_names[] = {"", "rows", "columns", "mahler", "circle"};
#define HEIGHT_NAMES (sizeof height_names / sizeof *height_names)

/* ---- written ---- */

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

static void digest_primes(unsigned char digest[CLMODP_PLAN_DIGEST], const clm_prepared *p)
{
    clm_digest(digest, p->prime, p->primes * sizeof *p->prime);
}

static void write_plan(clm_writer *w, const clmodp_plan *plan)
{
    const clm_prepared *p = plan->prepared;
    const clmodp_resultant_options *options = &p->options;
    const clm_decided decided = clm_prepared_decided(p);
    unsigned char primes[CLMODP_PLAN_DIGEST];

    clm_write_bytes(w, magic, sizeof magic);
    clm_write_number(w, CLMODP_PLAN_VERSION, 4);
    clm_write_number(w, p->problem.operation, 1);
    clm_write_number(w, p->problem.k, 4);
    clm_write_number(w, options->seed, 8);
    clm_write_number(w, options->lift, 1);
    clm_write_number(w, options->residues, 1);
    clm_write_number(w, options->max_answer, 8);
    clm_write_number(w, plan->unit_primes, 8);
    clm_write_number(w, p->primes, 8);
    clm_write_number(w, decided.points, 8);
    clm_write_number(w, decided.cosets, 4);
    clm_write_number(w, decided.engine == NULL ? CLMODP_ENGINE_AUTO
                                               : clm_engine_number(decided.engine), 1);
    for (size_t n = 0; n < p->task.count; n++)
        write_bounds(w, &decided.each[n]);
    digest_primes(primes, p);
    clm_write_bytes(w, primes, sizeof primes);
    write_polynomial(w, p->problem.f);
    if (p->problem.g != NULL)
        write_polynomial(w, p->problem.g);
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

/* ---- read ---- */

/* What a written plan has, before anything is made of it. */
typedef struct written {
    clmodp_problem problem;
    clmodp_resultant_options options;
    clm_decided decided;
    uint64_t unit_primes, primes;
    unsigned char digest[CLMODP_PLAN_DIGEST]; /* of the primes */
    clmodp_zxy *f, *g;
} written;

/* Terms in their order, none of them zero. */
static clmodp_status read_polynomial(clm_error *error, clm_reader *r, clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t terms = clm_read_number(r, 8, r->left / TERM_BYTES);
    uint64_t before = 0;
    mpz_t c;

    mpz_init(c);
    for (uint64_t k = 0; k < terms && !r->failed; k++) {
        const uint64_t i = clm_read_number(r, 4, CLM_ZXY_MOST_EXPONENT - 1);
        const uint64_t j = clm_read_number(r, 4, CLM_ZXY_MOST_EXPONENT - 1);

        clm_read_integer(r, c);
        if (mpz_sgn(c) == 0 || (k > 0 && (j << 32 | i) <= before))
            r->failed = true;
        before = j << 32 | i;
        if (!r->failed && clm_zxy_append(f, c, (size_t)i, (size_t)j) != CLMODP_OK)
            FAIL(error, CLMODP_HOST_MEMORY, "no memory for %llu terms",
                 (unsigned long long)terms);
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

static clmodp_status read_written(clm_error *error, clm_reader *r, written *w)
{
    clmodp_status st = CLMODP_OK;
    clmodp_problem *problem = &w->problem;
    clmodp_resultant_options *options = &w->options;
    const unsigned char *primes;

    clmodp_problem_init(problem);
    clmodp_resultant_options_init(options);
    problem->operation =
        (clmodp_operation)clm_read_number(r, 1, CLMODP_OPERATION_DISCRIMINANT);
    problem->k = (uint32_t)clm_read_number(r, 4, UINT32_MAX);
    options->seed = clm_read_number(r, 8, UINT64_MAX);
    options->lift = (clmodp_lift)clm_read_number(r, 1, CLMODP_LIFT_CONVOLUTION);
    options->residues = (clmodp_residues)clm_read_number(r, 1, CLMODP_RESIDUES_DOUBLE50);
    options->max_answer = clm_read_number(r, 8, UINT64_MAX);
    w->unit_primes = clm_read_number(r, 8, UINT64_MAX / 2);
    w->primes = clm_read_number(r, 8, UINT32_MAX);
    w->decided.points = (size_t)clm_read_number(r, 8, INT32_MAX);
    w->decided.cosets = (size_t)clm_read_number(r, 4, INT32_MAX);
    options->engine = (clmodp_engine)clm_read_number(r, 1, CLMODP_ENGINE_HOST);
    w->decided.engine = clm_engine_named(options->engine);
    for (size_t n = 0; n < clm_problem_outputs(problem); n++)
        w->decided.each[n] = read_bounds(r);
    primes = clm_read_bytes(r, CLMODP_PLAN_DIGEST);
    if (primes != NULL)
        memcpy(w->digest, primes, sizeof w->digest);
    TRY(clmodp_zxy_create(&w->f));
    TRY(clmodp_zxy_create(&w->g));
    problem->f = w->f;
    problem->g = w->g;
    TRY(read_polynomial(error, r, w->f));
    if (problem->operation != CLMODP_OPERATION_DISCRIMINANT)
        TRY(read_polynomial(error, r, w->g));
    if (r->failed || r->left != 0)
        FAIL(error, CLMODP_DAMAGED, "this plan has parts that no plan has");
done:
    return st;
}

/* Of all outputs; primes are as many as it asks for. */
static uint64_t most_height(const written *w)
{
    uint64_t most = 0;

    for (size_t n = 0; n < clm_problem_outputs(&w->problem); n++)
        if (w->decided.each[n].height_bits > most)
            most = w->decided.each[n].height_bits;
    return most;
}

/* The plan of what was written, if that leads to the same. */
static clmodp_status make(clmodp_context *ctx, clmodp_plan **plan, const written *w)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const bool empty = w->primes == 0;
    clmodp_resultant_options options;
    clm_prepared *prepared = NULL;
    unsigned char digest[CLMODP_PLAN_DIGEST];

    TRY(clm_problem_check(error, &w->problem));
    TRY(clm_call_read(error, &options, &w->options));
    TRY(clm_problem_engine(error, &w->problem, &options));
    if (most_height(w) / PRIME_BITS > w->primes || empty != (w->decided.points == 0) ||
        empty != (w->decided.cosets == 0) || empty != (w->unit_primes == 0) ||
        (!empty && w->decided.engine == NULL))
        FAIL(error, CLMODP_DAMAGED, "this plan contradicts itself");
    TRY(clm_prepare(ctx, &prepared, &w->problem, &options, empty ? NULL : &w->decided));
    digest_primes(digest, prepared);
    if (prepared->primes != w->primes || memcmp(digest, w->digest, sizeof digest) != 0)
        FAIL(error, CLMODP_DAMAGED, "this plan has other primes than this version of clmodp "
             "chooses");
    st = wrap(error, plan, prepared, w->unit_primes);
    prepared = NULL;
done:
    clm_prepared_destroy(prepared);
    return st;
}

static clmodp_status read_plan(clmodp_context *ctx, clmodp_plan **plan, const void *bytes,
                               size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    clm_reader r = {.in = bytes, .left = size};
    const unsigned char *text = clm_read_bytes(&r, sizeof magic);
    written w = {0};

    if (text == NULL || memcmp(text, magic, sizeof magic) != 0)
        FAIL(error, CLMODP_DAMAGED, "these %zu bytes are no plan of clmodp", size);
    if (clm_read_number(&r, 4, UINT32_MAX) != CLMODP_PLAN_VERSION)
        FAIL(error, CLMODP_DAMAGED, "this plan is of another version of clmodp");
    if (!clm_digest_ends(bytes, size) || r.left < CLMODP_PLAN_DIGEST)
        FAIL(error, CLMODP_DAMAGED, "this plan was cut or changed");
    r.left -= CLMODP_PLAN_DIGEST;
    TRY(read_written(error, &r, &w));
    TRY(make(ctx, plan, &w));
done:
    clmodp_zxy_destroy(w.f);
    clmodp_zxy_destroy(w.g);
    return st;
}

clmodp_status clmodp_plan_read(clmodp_context *context, clmodp_plan **plan, const void *bytes,
                               size_t size)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *own = NULL; /* lives as long as the call */
    clmodp_context call;

    if (plan == NULL || (bytes == NULL && size > 0))
        return CLMODP_INVALID;
    *plan = NULL;
    if (context == NULL)
        TRY(clmodp_context_create(&own, NULL, NULL, 0));
    else
        clm_error_clear(&context->error);
    context = context != NULL ? context : own;
    clm_context_begin(&call, context, 0, true);
    st = clm_context_end(context, &call, read_plan(&call, plan, bytes, size));
    st = clm_error_complete(&context->error, st);
done:
    clmodp_context_destroy(own);
    return st;
}

/* ---- predictions ---- */

static void write_stages(clmodp_prediction *to, const clm_predicted *from, unsigned stages)
{
    to->launching = to->seconds = from->launching;
    for (clm_stage stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        const double host = from->stages.host[stage], device = from->stages.device[stage];

        if ((stages >> stage & 1) == 0)
            continue;
        to->stages[to->stage_count++] =
            (clmodp_stage){clm_stage_name(stage), host, device};
        to->seconds += host + device;
    }
}

static clmodp_status predict(clmodp_context *ctx, clm_predicted *out, const clm_prepared *p,
                             const clmodp_machine *machine)
{
    clmodp_status st = CLMODP_OK;

    if (machine != NULL)
        TRY(clm_context_describe(ctx, machine));
    if (ctx->device.max_allocation == 0) /* none is open, and nothing is allocated */
        ctx->device.max_allocation = SIZE_MAX;
    TRY(clm_predict(ctx, out, p));
done:
    return st;
}

clmodp_status clmodp_plan_predict(clmodp_context *context, clmodp_prediction *prediction,
                                  const clmodp_plan *plan, const clmodp_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clmodp_prediction all = {.size = 0};
    clm_predicted found;
    clmodp_context call;
    const clm_prepared *p;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, prediction != NULL && plan != NULL);
    TRY(clm_report_check(&context->error, prediction));
    p = plan->prepared;
    if (p->primes > 0 && clm_engine_number(p->way.engine) != CLMODP_ENGINE_EUCLID)
        FAIL(&context->error, CLMODP_UNSUPPORTED,
             "stages are predicted for engine EUCLID alone");
    clm_context_begin(&call, context, 0, true);
    TRY(clm_context_end(context, &call, predict(&call, &found, p, machine)));
    if (p->primes > 0)
        write_stages(&all, &found, p->way.engine->stages);
    clm_report_write(prediction, &all, sizeof all);
done:
    return clm_error_complete(&context->error, st);
}
