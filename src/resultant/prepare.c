/* Prepares a task (simplification, bounds, engine, rows, plan), computes proved results, and
 * restores the task's results from those for the simplified polynomials. */
#include "resultant/prepare.h"

#include <math.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "polynomials/modulo.h"
#include "polynomials/zxy.h"
#include "resultant/check.h"
#include "resultant/determinant.h"
#include "resultant/gaps.h"

/* ---- step 1: simplification ---- */

/* Over Z, replaces sparse polynomials by remainders (gaps.h); then removes factors. */
static clmodp_status remove_gaps_and_content(clm_error *error, clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;

    TRY(clmodp_zxy_set(p->f, p->task->f));
    TRY(clmodp_zxy_set(p->g, p->task->g));
    TRY(clm_gaps_cross(error, p->content, p->f, p->g));
    TRY(clm_content_remove(error, p->content, p->f, p->g, p->f, p->g));
done:
    return st;
}

clmodp_status clm_prepared_create(clm_error *error, clm_prepared *p, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clm_factors *content = NULL;

    *p = (clm_prepared){.task = task};
    NEW(error, p->each, task->count);
    NEW(error, content, task->count);
    for (size_t n = 0; n < task->count; n++)
        clm_factors_init(&content[n]);
    p->content = content;
done:
    return st;
}

clmodp_status clm_prepare_simplify(clm_error *error, clm_prepared *p, const clm_task *task,
                                   clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t modulus = task->modulus;

    TRY(clm_prepared_create(error, p, task));
    p->modulus = task->options->crt ? 0 : modulus;
    for (size_t n = 0; n < task->count; n++) {
        p->content[n].watch = watch;
        p->content[n].modulus = modulus;
        p->content[n].most_bytes = modulus != 0 ? 0 : task->options->max_result;
    }
    TRY(clmodp_zxy_create(&p->f));
    TRY(clmodp_zxy_create(&p->g));
    if (task->minors.order > 0)
        TRY(clm_determinant_simplify(error, p->content, p->f, task->f, task->minors.order,
                                     modulus));
    else if (!clm_minors_are_resultant(task->minors))
        TRY(clm_content_remove_minors(error, p->content, task->minors, p->f, p->g, task->f,
                                      task->g));
    else if (modulus == 0)
        TRY(remove_gaps_and_content(error, p));
    else
        TRY(clm_content_remove(error, p->content, p->f, p->g, task->f, task->g));
    if (task->minors.order > 0) {
        TRY(clm_envelope_create(error, &p->matrix, p->f, task->minors.order));
    } else if (modulus != 0) {
        clm_zxy_balance(p->f, modulus);
        clm_zxy_balance(p->g, modulus);
    }
done:
    return st;
}

void clm_prepared_destroy(clm_prepared *p)
{
    clm_row_layout_destroy(&p->layout);
    clm_envelope_destroy(&p->matrix);
    for (size_t n = 0; p->content != NULL && n < p->task->count; n++)
        clm_factors_clear(&p->content[n]);
    free(p->content);
    free(p->each);
    clmodp_zxy_destroy(p->g);
    clmodp_zxy_destroy(p->f);
    *p = (clm_prepared){.task = NULL};
}

/* ---- steps 2 and 3: bounds and the engine ---- */

/* Bounds results as tightly as pays for the engine; modulo a prime only exponents. */
static clmodp_status bound_results(clmodp_context *ctx, clm_prepared *p, const clm_engine *engine)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const bool heights = p->modulus == 0;
    const clm_minors minors = p->task->minors;
    clm_bounds_saving saved;
    const clm_bounds_saving *worth;

    if (minors.order > 0) {
        TRY(clm_bounds_determinant(error, &p->bounds, p->f, minors.order, heights));
        p->each[0] = p->bounds;
        goto done;
    }
    worth = heights ? clm_engine_bound_saving(&saved, engine, p->f, p->g, &ctx->costs) : NULL;
    p->bounds = (clm_bounds){.zero = true};
    for (size_t n = 0, output = 0; n < minors.count; n++) {
        clm_bounds one;

        if (n > 0) /* long chains of high degrees take long */
            TRY(clm_progress(ctx, 0.0));
        TRY(clm_bounds_subresultant(error, &one, p->f, p->g, clm_minors_index(minors, n), heights,
                                    worth));
        clm_bounds_join(&p->bounds, &one);
        for (size_t j = 0; j < clm_minors_length(minors, n); j++)
            p->each[output++] = one;
    }
done:
    return st;
}

double clm_prepared_limbs(const clmodp_zxy *f)
{
    double limbs = 0.0;

    for (size_t k = 0; k < f->length; k++)
        limbs += (double)mpz_size(f->term[k].c);
    return limbs;
}

clm_choice_case clm_prepared_case(const clm_prepared *p)
{
    clm_choice_case what = {
        .p = p->matrix.order,
        .cells = (size_t)(clm_row_cells(p->f) + clm_row_cells(p->g)),
        .terms = p->f->length + p->g->length,
        .matrix = p->matrix,
        .limbs = p->modulus != 0 ? 0.0 : clm_prepared_limbs(p->f) + clm_prepared_limbs(p->g),
        .width = (double)(p->bounds.degree - p->bounds.valuation) + 1.0,
        .height_bits = p->bounds.height_bits,
        .only_host = p->modulus > INT32_MAX,
    };

    if (p->matrix.order > 0)
        return what;
    what.p = (size_t)clmodp_zxy_degree_y(p->f);
    what.q = (size_t)clmodp_zxy_degree_y(p->g);
    what.division = clm_division_of(p->f, p->g);
    what.minors = p->task->minors;
    return what;
}

static clmodp_status check_engine_limits(clmodp_context *ctx, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    const clm_choice_case what = clm_prepared_case(p);

    if (what.matrix.order > 0)
        return p->engine->check_rows(ctx, clm_envelope_rows(&what.matrix));
    TRY(clm_engine_check_degrees(&ctx->error, p->engine, &what.division, what.p, what.q));
    TRY(p->engine->check_rows(ctx, clm_engine_rows(p->engine, &what.division, what.p, what.q)));
done:
    return st;
}

/* Selects an engine from the presumed one's bounds, recomputed for another engine. */
static clmodp_status select_engine(clmodp_context *ctx, clm_prepared *p, bool opens)
{
    clmodp_status st = CLMODP_OK;
    const clm_compute_options *options = p->task->options;
    const clm_engine *presumed = clm_choice_presumed(options);
    clm_choice_case what;

    TRY(bound_results(ctx, p, presumed));
    if (p->bounds.zero)
        goto done;
    what = clm_prepared_case(p);
    if (opens)
        TRY(clm_choice_make(ctx, &p->engine, options, &what));
    else
        p->engine = clm_choice_estimate(ctx, options, &what);
    TRY(check_engine_limits(ctx, p));
    if (p->modulus == 0 && p->engine != presumed)
        TRY(bound_results(ctx, p, p->engine));
done:
    return st;
}

static clmodp_status take_decisions(clmodp_context *ctx, clm_prepared *p,
                                    const clm_decisions *decisions)
{
    p->engine = decisions->engine;
    p->bounds = decisions->each[0];
    for (size_t n = 0; n < p->task->count; n++) {
        p->each[n] = decisions->each[n];
        clm_bounds_join(&p->bounds, &p->each[n]);
    }
    return p->bounds.zero ? CLMODP_OK : check_engine_limits(ctx, p);
}

/* Checks the size of results with these bounds times the extracted factors; the power of the
 * results counts only with `powers`. Out: bytes  of the results, or NULL. Errors: LIMIT */
static clmodp_status check_size(clm_error *error, double *bytes, const clm_prepared *p,
                                const clm_bounds *each, bool powers)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t most = p->task->modulus != 0 ? 0 : p->task->options->max_result;
    const size_t count = p->task->count;
    clm_bounds *restored = NULL;

    NEW(error, restored, count);
    for (size_t n = 0; n < count; n++) {
        clm_factors content = p->content[n];
        clm_bounds *one = &restored[n];

        *one = each[n];
        if (one->zero)
            continue;
        if (!powers)
            content.power = 1;
        clm_factors_restore_bounds(one, &content);
        /* Gaps left by a deflation take no memory. */
        one->degree = one->valuation + (one->degree - one->valuation) / content.deflation;
    }
    st = clm_result_size_check_bounds(error, bytes, restored, count, most);
done:
    free(restored);
    return st;
}

/* Ignores the power, since a loose bound raised to a power is useless as a limit. Mode PROBABLE
 * checks only the factors now, then the estimated size of the results (probable.c), and finally
 * their real size (clm_execute_restore). */
clmodp_status clm_prepared_check_size(clm_error *error, double *bytes, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    const bool probable = p->task->options->mode == CLMODP_MODE_PROBABLE;
    clm_bounds *each = NULL;

    if (p->modulus != 0)
        return CLMODP_OK;
    NEW(error, each, p->task->count);
    for (size_t n = 0; n < p->task->count; n++)
        each[n] = probable && p->task->modulus == 0 ? (clm_bounds){.zero = p->each[n].zero}
                                                    : p->each[n];
    if (bytes != NULL)
        (void)check_size(NULL, bytes, p, each, true);
    st = check_size(error, NULL, p, each, false);
done:
    free(each);
    return st;
}

/* Returns bounds of the task's results, with `more_bits` more bits for candidates that a search
 * within the common bounds finds. */
static clm_bounds clm_prepared_whole(const clm_prepared *p, uint64_t more_bits)
{
    clm_bounds whole = {.zero = true};

    for (size_t n = 0; n < p->task->count; n++) {
        clm_bounds one = more_bits > 0 ? p->bounds : p->each[n];

        if (one.zero)
            continue;
        one.height_bits += more_bits;
        clm_factors_restore_bounds(&one, &p->content[n]);
        clm_bounds_join(&whole, &one);
    }
    return whole;
}

static void report_bounds(const clm_prepared *p)
{
    clm_record *record = p->task->record;
    clmodp_resultant_report *report = &record->report;
    const clm_bounds whole = clm_prepared_whole(p, 0);

    record->engine = p->engine;
    record->determinant = p->task->minors.order > 0;
    report->degree_bound = whole.degree;
    report->valuation_bound = whole.valuation;
    report->width_bound = p->bounds.degree - p->bounds.valuation + 1;
    report->height_bits = whole.height_bits;
    report->height_bound_name = p->bounds.height_name;
    if (p->task->modulus != 0) {
        report->height_bound_name = "";
        report->height_bits = 64 - (uint64_t)__builtin_clzll(p->task->modulus - 1);
    }
}

clmodp_status clm_prepare_engine(clmodp_context *ctx, clm_prepared *p, bool opens,
                                 const clm_decisions *decisions)
{
    clmodp_status st = CLMODP_OK;

    if (decisions != NULL)
        TRY(take_decisions(ctx, p, decisions));
    else
        TRY(select_engine(ctx, p, opens));
    if (p->bounds.zero)
        goto done;
    TRY(clm_prepared_check_size(&ctx->error, NULL, p));
    report_bounds(p);
done:
    return st;
}

uint64_t clm_prepared_necessary(const clm_prepared *p, clmodp_zx *const *results, size_t count)
{
    const clm_engine_options *options = &p->task->options->of_engine;
    const clm_result_size seen = clm_result_size_of(results, count);

    if (p->modulus != 0)
        return seen.width;
    return clm_result_size_evaluations(&seen,
                                       log2((double)p->engine->prime_max(options)));
}

/* ---- steps 4 and 5: rows and a plan ---- */

clmodp_status clm_prepare_rows(clmodp_context *ctx, clm_prepared *p)
{
    clm_row_layout_destroy(&p->layout);
    if (p->task->minors.order > 0)
        return clm_row_layout_create_matrix(&ctx->error, &p->layout, p->f, p->task->minors.order);
    return clm_engine_lay_out(&ctx->error, &p->layout, p->engine, p->f, p->g);
}

clmodp_status clm_prepare_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p,
                               const clm_bounds *bounds, clm_plan_aim aim, size_t points,
                               size_t cosets, clm_random *random)
{
    const clm_request request = {.layout = &p->layout, .bounds = bounds,
                                 .minors = p->task->minors, .aim = aim, .modulus = p->modulus,
                                 .points = points, .cosets = cosets,
                                 .options = &p->task->options->of_engine, .random = random};

    return clm_plan_create(ctx, plan, p->engine, &request);
}

/* Error probabilities above 0 are not reported below 2^-64, as seeds have 64 bits. */
#define LEAST_ERROR 0x1p-64

/* ---- steps 5 and 6: images and their reconstruction ---- */

clmodp_status clm_execute_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p,
                               const clm_bounds *bounds, clm_plan_aim aim)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    const clm_task *task = p->task;

    TRY(clm_prepare_plan(ctx, plan, p, bounds, aim, 0, 0, task->random));
    clm_stage_end(task->record->times.host, CLM_STAGE_PLAN, &began);
    if (*plan != NULL)
        TRY(clm_self_tests_ensure(ctx, (*plan)->needs, (*plan)->need_count));
done:
    if (st != CLMODP_OK) {
        clm_plan_destroy(*plan);
        *plan = NULL;
    }
    return st;
}

clmodp_status clm_execute_proof(clmodp_context *ctx, const clm_prepared *p, bool *planned)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = p->task;
    clm_reconstruction reconstruction = {.results = task->results, .method = "",
                           .each = p->modulus != 0 || p->layout.pairs > 1 ? NULL : p->each};
    clm_plan *plan = NULL;
    clm_counts counts;

    TRY(clm_execute_plan(ctx, &plan, p, &p->bounds, CLM_PLAN_PROOF));
    *planned = plan != NULL;
    if (plan == NULL)
        goto done;
    task->record->report.primes = plan->primes;
    task->record->report.points = plan->points;
    TRY(clm_plan_execute(ctx, plan, clm_random_next(task->random), &reconstruction, &counts));
    task->record->report.crt_name = reconstruction.method;
    clm_record_counts(task->record, &counts);
    clm_record_counts(task->record, &reconstruction.counts);
done:
    clm_plan_destroy(plan);
    return st;
}

/* ---- step 7: the results of the task ---- */

static clmodp_status reduce_results(clm_error *error, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = p->task;

    if (task->modulus == p->modulus)
        return st;
    for (size_t n = 0; n < task->count; n++)
        TRY(clm_zx_modulo(error, task->results[n], task->results[n], task->modulus));
done:
    return st;
}

/* Checks the real size of results not limited by bounds, before factors and powers enlarge them.
 * Errors: LIMIT */
static clmodp_status check_real_size(clm_error *error, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = p->task;
    clm_bounds *each = NULL;

    if (task->modulus != 0 ||
        (task->options->mode != CLMODP_MODE_PROBABLE && p->content[0].power == 1))
        return CLMODP_OK;
    NEW(error, each, task->count);
    for (size_t n = 0; n < task->count; n++) {
        const clm_result_size seen = clm_result_size_of(&task->results[n], 1);

        each[n] = (clm_bounds){.zero = seen.width == 0,
                               .degree = seen.width - (seen.width > 0),
                               .height_bits = (uint64_t)ceil(seen.bits)};
    }
    st = check_size(error, NULL, p, each, true);
done:
    free(each);
    return st;
}

/* Returns the probability that a wrong candidate, once accepted, also passes the check of the
 * whole results. Candidates exceed the height bound by less than one prime and a sign. */
static double whole_check_error(const clm_prepared *p)
{
    const clm_bounds whole = clm_prepared_whole(p, 64);

    return clm_check_error(whole.degree, whole.height_bits);
}

clmodp_status clm_execute_restore(clmodp_context *ctx, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = p->task;
    clmodp_resultant_report *report = &task->record->report;
    double *probability = &report->error_probability;
    double began;

    report->necessary_evaluations = clm_prepared_necessary(p, task->results, task->count);
    began = clm_clock_seconds();
    TRY(reduce_results(&ctx->error, p));
    TRY(check_real_size(&ctx->error, p));
    for (size_t n = 0; n < task->count; n++)
        TRY(clm_factors_restore(&ctx->error, task->results[n], &p->content[n]));
    clm_stage_end(task->record->times.host, CLM_STAGE_CRT, &began);
    if (*probability > 0.0)
        *probability = fmax(*probability * whole_check_error(p), LEAST_ERROR);
done:
    return st;
}

/* ---- step 8: the check ---- */

uint64_t clm_check_prime(clmodp_context *ctx, uint64_t seed)
{
    clm_context_state *kept = ctx->kept;
    clm_random random = {~seed}; /* unlike the numbers of the points */

    if (kept->last_check.prime == 0 || kept->last_check.seed != seed) {
        kept->last_check.prime = clm_fresh_prime(&random);
        kept->last_check.seed = seed;
    }
    return kept->last_check.prime;
}

clmodp_status clm_execute_check(clmodp_context *ctx, const clm_task *task, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    double began = clm_clock_seconds();
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 1.0);
    bool agrees;

    if (task->modulus == 0)
        TRY(clm_check_fresh_prime(error, &agrees, task->results, task->minors, task->f, task->g,
                                  clm_check_prime(ctx, seed), ctx->threads, task->random,
                                  &watch));
    else
        TRY(clm_check_modulo(error, &agrees, task->results, task->minors, task->f, task->g,
                             task->modulus, task->random, &watch));
    clm_stage_end(task->record->times.host, CLM_STAGE_CHECK, &began);
    if (!agrees && task->modulus == 0)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo a random prime at a random point: " CLM_WRONG_VALUE);
    if (!agrees)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo %llu at a random point: " CLM_WRONG_VALUE,
             (unsigned long long)task->modulus);
done:
    return st;
}
