/* Proved results, and the way back from simplified polynomials to the task's. */
#include "resultant/execute.h"

#include <math.h>

#include "opencl/context.h"
#include "resultant/check.h"
#include "resultant/result_size.h"
#include "polynomials/modulo.h"

/* No seed of 64 bits makes an event less likely than this, if it can happen at all. */
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
        TRY(clm_trust_ensure(ctx, (*plan)->needs, (*plan)->need_count));
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
    clm_lifting lifting = {.results = task->results, .method = "",
                           .each = p->modulus != 0 || p->layout.pairs > 1 ? NULL : p->each};
    clm_plan *plan = NULL;
    clm_counts counts;

    TRY(clm_execute_plan(ctx, &plan, p, &p->bounds, CLM_PLAN_PROOF));
    *planned = plan != NULL;
    if (plan == NULL)
        goto done;
    task->record->report.primes = plan->primes;
    task->record->report.points = plan->points;
    TRY(clm_plan_execute(ctx, plan, clm_random_next(task->random), &lifting, &counts));
    task->record->report.lift_name = lifting.method;
    clm_record_counts(task->record, &counts);
    clm_record_counts(task->record, &lifting.counts);
done:
    clm_plan_destroy(plan);
    return st;
}

/* ---- step 7: the results of the task ---- */

/* Reduces results over Z modulo the task's prime. */
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

/* Checks the real size of results that bounds did not limit, before they grow by contents and
 * powers. Errors: LIMIT */
static clmodp_status check_real_size(clm_error *error, const clm_prepared *p)
{
    const clm_task *task = p->task;
    clm_bounds each[CLM_MOST_OUTPUTS];

    if (task->modulus != 0 ||
        (task->options->mode != CLMODP_MODE_PROBABLE && p->content[0].power == 1))
        return CLMODP_OK;
    for (size_t n = 0; n < task->count; n++) {
        const clm_result_size seen = clm_result_size_of(&task->results[n], 1);

        each[n] = (clm_bounds){.zero = seen.width == 0,
                               .degree = seen.width - (seen.width > 0),
                               .height_bits = (uint64_t)ceil(seen.bits)};
    }
    return clm_prepared_check_size(error, p, each, true);
}

/* The chance that a candidate, which has passed one check by chance, passes that of the whole
 * results as well. It exceeds the bound on the height by less than one prime and a sign. */
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
        TRY(clm_content_restore(&ctx->error, task->results[n], &p->content[n]));
    clm_stage_end(task->record->times.host, CLM_STAGE_LIFT, &began);
    if (*probability > 0.0)
        *probability = fmax(*probability * whole_check_error(p), LEAST_ERROR);
done:
    return st;
}

/* ---- step 8: the check ---- */

uint64_t clm_check_prime(clmodp_context *ctx, uint64_t seed)
{
    clm_kept *kept = ctx->kept;
    clm_random random = {~seed}; /* not the numbers that chose the points */

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
    bool agrees;

    if (task->modulus == 0)
        TRY(clm_check_fresh_prime(error, &agrees, task->results, task->count, task->f, task->g,
                                  clm_check_prime(ctx, seed), task->random));
    else
        TRY(clm_check_modulo(error, &agrees, task->results, task->count, task->f, task->g,
                             task->modulus, task->random));
    clm_stage_end(task->record->times.host, CLM_STAGE_CHECK, &began);
    if (!agrees && task->modulus == 0)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo a random prime at a random point: " CLM_WRONG_VALUE);
    if (!agrees)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo %u at a random point: " CLM_WRONG_VALUE, task->modulus);
done:
    return st;
}
