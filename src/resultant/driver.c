/* Trivial tasks, images of arguments, and the check of results. */
#include "resultant/driver.h"

#include "device/memory.h"
#include "engines/stage.h"
#include "resultant/check.h"
#include "resultant/compute.h"
#include "resultant/formal_degrees.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

uint64_t clm_check_prime(clmodp_context *ctx, uint64_t seed)
{
    clm_kept *kept = ctx->kept;
    clm_random random = {~seed}; /* not the numbers that chose the points */

    if (kept->fresh_prime == 0 || kept->fresh_seed != seed) {
        kept->fresh_prime = clm_fresh_prime(&random);
        kept->fresh_seed = seed;
    }
    return kept->fresh_prime;
}

clmodp_status clm_drive_check(clmodp_context *ctx, const clm_task *task, uint64_t seed)
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

/* The task modulo its prime, with degrees in y as f and g are written. */
static clmodp_status over_field(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    const clm_formal_degrees formal = {(size_t)clmodp_zxy_degree_y(task->f),
                                       (size_t)clmodp_zxy_degree_y(task->g)};
    clmodp_zxy *f = NULL, *g = NULL;
    clm_task images = *task;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    TRY(clm_zxy_modulo(&ctx->error, f, task->f, task->modulus));
    TRY(clm_zxy_modulo(&ctx->error, g, task->g, task->modulus));
    clm_stage_end(task->record->times.host, CLM_STAGE_REDUCE, &began);
    images.f = f;
    images.g = g;
    if (task->count > 1)
        TRY(clm_formal_subresultant(ctx, &images, formal));
    else
        TRY(clm_formal_resultant(ctx, &images, formal));
done:
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

/* What is not trivial. */
static clmodp_status solve(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t seed = task->random->state;

    if (task->modulus == 0)
        TRY(clm_compute(ctx, task));
    else
        TRY(over_field(ctx, task));
    TRY(clm_drive_check(ctx, task, seed));
done:
    task->record->report.memory_bytes = ctx->memory_peak;
    return st;
}

bool clm_drive_knows(bool *one, const clmodp_zxy *f, const clmodp_zxy *g)
{
    const bool zero = clmodp_zxy_terms(f) == 0 || clmodp_zxy_terms(g) == 0;

    *one = !zero && clmodp_zxy_degree_y(f) == 0 && clmodp_zxy_degree_y(g) == 0;
    return zero || *one;
}

clmodp_status clm_drive(clmodp_context *ctx, const clm_task *task)
{
    bool one;

    if (clm_drive_knows(&one, task->f, task->g))
        return clm_zx_set_constant(task->results[0], one);
    return solve(ctx, task);
}
