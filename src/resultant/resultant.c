/* Computes one problem, over Z or F_p, and provides the public functions for one problem. */
#include "resultant/resultant.h"

#include <clmodp/resultant.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "polynomials/modulo.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/direct.h"
#include "resultant/prepare.h"
#include "resultant/small.h"
#include "resultant/sparse.h"
#include "resultant/task.h"
#include "resultant/univariate.h"

/* ---- tasks and problems ---- */

/* Computes a determinant. Modulo a prime, elimination needs coefficients below it. */
static clmodp_status compute_determinant(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t seed = task->random->state;
    clmodp_zxy *image = NULL;
    clm_task own = *task;
    bool one;

    if (task->modulus != 0) {
        TRY(clmodp_zxy_create(&image));
        TRY(clm_zxy_modulo(&ctx->error, image, task->f, task->modulus));
        own.f = image;
    }
    if (clm_task_is_trivial(&one, own.f, NULL)) /* the result is 0 already */
        goto done;
    TRY(clm_compute_results(ctx, &own));
    TRY(clm_execute_check(ctx, &own, seed));
done:
    clmodp_zxy_destroy(image);
    return st;
}

clmodp_status clm_compute_task(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t seed = task->random->state;
    bool one, done = false;

    if (task->minors.order > 0)
        return compute_determinant(ctx, task);
    if (clm_task_is_trivial(&one, task->f, task->g))
        return clm_zx_set_constant(task->results[0], one);
    if (task->options->engine == NULL)
        TRY((task->modulus != 0 ? clm_univariate_compute : clm_direct_compute)(ctx, &done, task));
    if (task->modulus != 0 && done)
        goto done;
    if (task->modulus != 0)
        TRY(clm_compute_modulo(ctx, task));
    else if (!done)
        TRY(clm_compute_results(ctx, task));
    TRY(clm_execute_check(ctx, task, seed));
done:
    return st;
}

/* Sets r := res_y(f, df/dy). Pre: f is not free of y */
static clmodp_status with_derivative(clmodp_context *ctx, clmodp_zx *r, const clm_task *task,
                                     const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *derivative = NULL;
    clm_task own = *task;

    TRY(clmodp_zxy_create(&derivative));
    TRY(clmodp_zxy_set(derivative, f));
    clmodp_zxy_derivative_y(derivative);
    own.f = f;
    own.g = derivative;
    own.results = &r;
    own.minors = CLM_MINORS_RESULTANT;
    own.count = 1;
    TRY(clm_compute_task(ctx, &own));
done:
    clmodp_zxy_destroy(derivative);
    return st;
}

/* Sets d to the discriminant modulo p. The discriminant D_n of degree n is a polynomial in the
 * coefficients f_j, so its image modulo p is D_n of their images. If f_n vanishes and f has degree
 * n - 1, D_n(f) = f_{n-1}^2 D_{n-1}(f), which is +- f_{n-1} res_y(f, df/dy). Pre: n > 1 */
static clmodp_status discriminant_modulo(clmodp_context *ctx, clmodp_zx *d,
                                         const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const uint64_t p = task->modulus;
    const long n = clmodp_zxy_degree_y(task->f);
    clmodp_zxy *image = NULL;
    clmodp_zx *lc = NULL;
    long m;

    TRY(clmodp_zx_create(&lc));
    TRY(clmodp_zxy_create(&image));
    TRY(clm_zxy_modulo(error, image, task->f, p));
    m = clmodp_zxy_degree_y(image);
    if (m < n - 1) {
        TRY(clm_zx_set_constant(d, 0));
        goto done;
    }
    TRY(with_derivative(ctx, d, task, image));
    TRY(clm_zxy_row(error, lc, image, (size_t)m));
    if (m == n)
        TRY(clm_zx_divide_modulo(error, d, lc, p));
    else
        TRY(clm_zx_multiply_powers_modulo(error, d, d, 1, lc, 1, p));
    if (clm_discriminant_is_negative(m))
        TRY(clm_zx_negate_modulo(error, d, p));
done:
    clmodp_zxy_destroy(image);
    clmodp_zx_destroy(lc);
    return st;
}

/* Computes the results for clm_problem_store_results. */
static clmodp_status compute_operation(clmodp_context *ctx, const clm_task *task, void *problem)
{
    if (((const clmodp_problem *)problem)->operation != CLMODP_OPERATION_DISCRIMINANT)
        return clm_compute_task(ctx, task);
    if (task->modulus == 0)
        return with_derivative(ctx, task->results[0], task, task->f);
    return discriminant_modulo(ctx, task->results[0], task);
}

/* ---- results of other problems, and moduli that are no prime of a field on the host ---- */

clmodp_status clm_results_create(clm_error *error, clm_results *out, size_t count, bool principal)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_results){.count = count};
    TRY(clmodp_zx_create(&out->r));
    TRY(clmodp_zxy_create(&out->s));
    if (principal)
        NEW(error, out->principal, count);
    else
        NEW(error, out->chain, count);
    for (size_t k = 0; k < count; k++)
        TRY(principal ? clmodp_zx_create(&out->principal[k]) : clmodp_zxy_create(&out->chain[k]));
done:
    if (st != CLMODP_OK)
        (void)clm_fail(error, st, "no memory for the results");
    return st;
}

void clm_results_destroy(clm_results *results)
{
    for (size_t k = 0; k < results->count && results->principal != NULL; k++)
        clmodp_zx_destroy(results->principal[k]);
    for (size_t k = 0; k < results->count && results->chain != NULL; k++)
        clmodp_zxy_destroy(results->chain[k]);
    free(results->principal);
    free(results->chain);
    clmodp_zx_destroy(results->r);
    clmodp_zxy_destroy(results->s);
}

/* Reduces the results modulo n, then exchanges them with the problem's. */
static clmodp_status store_modulo(clm_error *error, const clm_results *l,
                                  const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t n = problem->modulus;

    TRY(clm_zx_modulo(error, l->r, l->r, n));
    TRY(clm_zxy_modulo(error, l->s, l->s, n));
    for (size_t k = 0; k < l->count; k++)
        TRY(l->chain != NULL ? clm_zxy_modulo(error, l->chain[k], l->chain[k], n)
                             : clm_zx_modulo(error, l->principal[k], l->principal[k], n));
    if (problem->r != NULL)
        clm_zx_swap(problem->r, l->r);
    if (problem->operation == CLMODP_OPERATION_SUBRESULTANT)
        clm_zxy_swap(problem->s, l->s);
    for (size_t k = 0; k < l->count; k++) {
        if (l->chain != NULL)
            clm_zxy_swap(problem->chain[k], l->chain[k]);
        else
            clm_zx_swap(problem->principal[k], l->principal[k]);
    }
done:
    return st;
}

/* Computes the results over Z of polynomials with these images, and reduces them. */
static clmodp_status compute_lifted(clmodp_context *ctx, const clmodp_problem *problem,
                                    const clmodp_resultant_options *options, double *deferred)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const size_t count =
        problem->operation == CLMODP_OPERATION_SUBRESULTANTS ? problem->count : 0;
    clmodp_zxy *f = NULL, *g = NULL;
    clm_results results = {0};
    clmodp_problem lifted = *problem;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    TRY(clm_results_create(error, &results, count, problem->chain == NULL));
    TRY(clm_problem_balance(error, &lifted, f, g));
    lifted.modulus = 0;
    lifted.r = problem->r != NULL ? results.r : NULL;
    lifted.s = results.s;
    lifted.chain = results.chain;
    lifted.principal = results.principal;
    TRY(clm_compute(ctx, NULL, &lifted, options, deferred));
    TRY(store_modulo(error, &results, problem));
done:
    clm_results_destroy(&results);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

clmodp_status clm_compute(clmodp_context *ctx, clmodp_zxy *terms, const clmodp_problem *problem,
                          const clmodp_resultant_options *options, double *deferred)
{
    clmodp_status st = CLMODP_OK;
    bool done = false;
    clm_compute_options how = clm_task_options(ctx, options);
    clm_random random = {options->seed};
    clmodp_problem asked = *problem;
    clm_record record;
    const clm_task task = {.f = problem->f, .g = clm_problem_has_g(problem) ? problem->g : NULL,
                           .modulus = problem->modulus,
                           .minors = clm_problem_minors(problem, problem->r != NULL),
                           .record = &record, .random = &random, .options = &how};

    clm_record_begin(&record);
    ctx->call->timed = problem->report != NULL;
    how.deferred = deferred;
    TRY(clm_problem_check_all(&ctx->error, problem, options));
    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT &&
        clmodp_zxy_degree_y(problem->f) == 1) { /* D_1 = 1 */
        TRY(clm_zx_set_constant(problem->r, 1));
        clm_record_end(&record, problem->report);
        goto done;
    }
    if (clm_task_is_open(ctx, options) && clm_problem_is_resultant(problem))
        TRY(clm_sparse_compute(ctx, &done, terms, problem, &record, &how, options->seed));
    if (done)
        goto done;
    if (!clm_problem_has_field(problem, &ctx->kept->modulus)) {
        TRY(compute_lifted(ctx, problem, options, deferred));
        goto done;
    }
    TRY(clm_task_run(ctx, &task, problem, compute_operation, &asked));
done:
    return st;
}

/* ---- one problem ---- */

/* Computes a small problem without an engine, if options allow it; returns false if not. */
static bool compute_small(clmodp_context *context, const clmodp_problem *problem,
                           const clmodp_resultant_options *options)
{
    clm_small small = {.options = options, .modulus = context->kept->modulus, .alone = true};
    bool done = false;

    if (clm_task_is_open(context, options) && !context->overrides.always_minors) {
        small.prime = clm_mont64_of(clm_check_prime(context, options->seed));
        done = clm_small_compute(&small, problem, options->seed);
    }
    context->kept->modulus = small.modulus;
    clmodp_zx_destroy(small.r);
    return done;
}

struct clmodp_small_solver {
    clmodp_resultant_options options;
    clm_small small;
    uint64_t count; /* calls, for other points in each check */
    bool applies;   /* the options leave the engine open */
};

clmodp_status clmodp_small_solver_create(clmodp_small_solver **solver, clmodp_context *context,
                                         const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_small_solver *s = NULL;

    *solver = NULL;
    START(context, &context->error);
    NEW(&context->error, s, 1);
    TRY(clm_task_read_options(&context->error, &s->options, options));
    s->applies = clm_task_is_open(context, &s->options);
    s->small.options = &s->options;
    s->small.prime = clm_mont64_of(clm_check_prime(context, s->options.seed));
    *solver = s;
    s = NULL;
done:
    free(s);
    return clm_error_complete(&context->error, st);
}

int clmodp_small_solver_compute(clmodp_small_solver *solver, const clmodp_problem *problem)
{
    clmodp_problem known;

    return solver->applies && clm_problem_read(NULL, &known, problem) == CLMODP_OK &&
           clm_small_compute(&solver->small, &known, solver->options.seed ^ solver->count++);
}

void clmodp_small_solver_destroy(clmodp_small_solver *solver)
{
    if (solver != NULL)
        clmodp_zx_destroy(solver->small.r);
    free(solver);
}

clmodp_status clm_compute_terms(clmodp_context *context, clmodp_zxy *terms,
                                const clmodp_problem *problem,
                                const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options checked;
    clmodp_problem known;
    clm_call call;

    START(context, &context->error);
    TRY(clm_problem_read(&context->error, &known, problem));
    TRY(clm_task_read_options(&context->error, &checked, options));
    if (compute_small(context, &known, &checked))
        return CLMODP_OK;
    clm_call_begin(&call, context, checked.max_memory, true);
    st = clm_call_end(context, &call, clm_compute(context, terms, &known, &checked, NULL));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_compute(clmodp_context *context, const clmodp_problem *problem,
                             const clmodp_resultant_options *options)
{
    return clm_compute_terms(context, NULL, problem, options);
}

clmodp_status clmodp_resultant(clmodp_context *context, clmodp_zx *r,
                               clmodp_resultant_report *report, const clmodp_zxy *f,
                               const clmodp_zxy *g, const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem, .f = f, .g = g, .r = r,
                                    .report = report};

    return clmodp_compute(context, &problem, options);
}

clmodp_status clmodp_resultant_mod(clmodp_context *context, clmodp_zx *r,
                                   clmodp_resultant_report *report, const clmodp_zxy *f,
                                   const clmodp_zxy *g, uint64_t modulus,
                                   const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem, .modulus = modulus,
                                    .f = f, .g = g, .r = r, .report = report};

    if (context != NULL && modulus == 0) /* in a problem 0 stands for Z */
        return clm_fail(&context->error, CLMODP_INVALID,
                        "the modulus is 0, and must be at least 2");
    return clmodp_compute(context, &problem, options);
}

clmodp_status clmodp_subresultant(clmodp_context *context, clmodp_zxy *s, clmodp_zx *r,
                                  clmodp_resultant_report *report, unsigned k,
                                  const clmodp_zxy *f, const clmodp_zxy *g,
                                  const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_SUBRESULTANT, .k = k, .f = f,
                                    .g = g, .r = r, .s = s, .report = report};

    return clmodp_compute(context, &problem, options);
}

clmodp_status clmodp_subresultants(clmodp_context *context, clmodp_zxy *const *s, size_t count,
                                   clmodp_resultant_report *report, const clmodp_zxy *f,
                                   const clmodp_zxy *g, const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_SUBRESULTANTS, .count = count,
                                    .f = f, .g = g, .chain = s, .report = report};

    return clmodp_compute(context, &problem, options);
}

clmodp_status clmodp_principal_subresultants(clmodp_context *context, clmodp_zx *const *c,
                                             size_t count, clmodp_resultant_report *report,
                                             const clmodp_zxy *f, const clmodp_zxy *g,
                                             const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_SUBRESULTANTS, .count = count,
                                    .f = f, .g = g, .principal = c, .report = report};

    return clmodp_compute(context, &problem, options);
}

clmodp_status clmodp_discriminant(clmodp_context *context, clmodp_zx *d,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_DISCRIMINANT, .f = f, .r = d,
                                    .report = report};

    return clmodp_compute(context, &problem, options);
}
