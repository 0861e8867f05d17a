/* Computes one problem, over Z or F_p; and the public functions for one problem, for denominators
 * of results, and for self-tests of a device. */
#include "resultant/resultant.h"

#include <clmodp/resultant.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "opencl/cache.h"
#include "opencl/context.h"
#include "polynomials/modulo.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/check.h"
#include "resultant/direct.h"
#include "resultant/prepare.h"
#include "resultant/probable.h"
#include "resultant/small.h"
#include "resultant/sparse.h"
#include "resultant/task.h"
#include "resultant/univariate.h"

/* ---- polynomials that keep their degrees ---- */

/* Runs steps 4 to 6. Sets *done to false, and does nothing, if F_p has too few points. */
static clmodp_status compute_images(clmodp_context *ctx, clm_prepared *p, bool *done)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_prepare_rows(ctx, p));
    if (p->task->modulus == 0 && p->task->options->mode == CLMODP_MODE_PROBABLE &&
        p->engine->probes)
        TRY(clm_probable(ctx, p));
    else
        TRY(clm_execute_proof(ctx, p, done));
done:
    clm_row_layout_destroy(&p->layout); /* frees memory before powers or a second attempt */
    return st;
}

/* Runs steps 2 to 6. */
static clmodp_status compute_simplified(clmodp_context *ctx, clm_prepared *p, bool *done)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();

    *done = true;
    TRY(clm_prepare_engine(ctx, p, true, NULL));
    clm_stage_end(p->task->record->times.host, CLM_STAGE_PLAN, &began);
    if (!p->bounds.zero)
        TRY(compute_images(ctx, p, done));
done:
    return st;
}

/* Runs steps 1 to 7. If F_p has too few points, R is computed over Z. */
static clmodp_status compute_results(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_progress_at start = {ctx, 0.0};
    clm_poller watch = {.ask = clm_progress_poll, .user = &start};
    clm_prepared p;
    bool done;

    TRY(clm_prepare_simplify(&ctx->error, &p, task, &watch));
    clm_stage_end(task->record->times.host, CLM_STAGE_PLAN, &began);
    TRY(compute_simplified(ctx, &p, &done));
    if (!done) {
        p.modulus = 0;
        TRY(compute_simplified(ctx, &p, &done));
    }
    if (!p.bounds.zero)
        TRY(clm_execute_restore(ctx, &p));
done:
    clm_prepared_destroy(&p);
    return st;
}

/* ---- polynomials over F_p that may have lost degree in y ----
 *
 * Let f and g have degrees m and n in y over Z. The resultant of these formal degrees is, for
 * images f~ and g~:
 *
 *     both lose degree:               0
 *     f~ has degree m - k:            (-1)^{k n} lc(g~)^k res_y(f~, g~)
 *     g~ has degree n - k:            lc(f~)^k res_y(f~, g~)
 *
 * The signs of s_10 and s_11 have m - 1 and n - 1 instead of m and n; once a degree is 1, s_10 and
 * s_11 are products of coefficients in y. cl/fpx/batch/euclid_formal.cl applies the same rules to
 * values instead of polynomials. */

/* Degrees in y of f and g, or those lost by their images. */
typedef struct formal_degrees {
    size_t f, g;
} formal_degrees;

/* The factor lead^power of the results. */
typedef struct factor {
    clmodp_zx *lead;
    size_t power;
} factor;

/* Sets r := by a_j^n mod p, with a_j the coefficient of y^j in a. */
static clmodp_status row_power(clmodp_context *ctx, clmodp_zx *r, const clmodp_zxy *a, size_t j,
                               size_t n, const factor *by, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *row = NULL;

    TRY(clmodp_zx_create(&row));
    TRY(clm_zxy_row(&ctx->error, row, a, j));
    TRY(clm_zx_multiply_powers_modulo(&ctx->error, r, by->lead, by->power, row, n, p));
done:
    clmodp_zx_destroy(row);
    return st;
}

static uint64_t add_saturated(uint64_t a, uint64_t b)
{
    uint64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* Adds the factor's degree and valuation to the reported bounds. */
static void report_factor(clmodp_resultant_report *report, factor *by)
{
    const uint64_t degree = (uint64_t)clmodp_zx_degree(by->lead);
    const uint64_t valuation = degree + 1 - clm_result_size_of(&by->lead, 1).width;

    report->degree_bound = add_saturated(report->degree_bound, by->power * degree);
    report->valuation_bound = add_saturated(report->valuation_bound, by->power * valuation);
}

/* Computes the results of images, at most one of lower degree, times the factor. */
static clmodp_status compute_with_factor(clmodp_context *ctx, const clm_task *task, factor *by)
{
    clmodp_status st = CLMODP_OK;

    TRY(compute_results(ctx, task));
    if (by->power == 0)
        goto done;
    report_factor(&task->record->report, by);
    for (size_t n = 0; n < task->count; n++)
        TRY(clm_zx_multiply_powers_modulo(&ctx->error, task->results[n], by->lead, by->power,
                                          task->results[n], 1, task->modulus));
done:
    return st;
}

/* Sets *by to the leading coefficient of the image that kept its degree, and the lost degree. */
static clmodp_status find_factor(clm_error *error, factor *by, const clm_task *task,
                                 formal_degrees formal, formal_degrees lost)
{
    clmodp_status st = CLMODP_OK;

    by->power = lost.f + lost.g;
    TRY(clmodp_zx_create(&by->lead));
    if (by->power > 0)
        TRY(clm_zxy_row(error, by->lead, lost.f > 0 ? task->g : task->f,
                        lost.f > 0 ? formal.g : formal.f));
done:
    return st;
}

static clmodp_status formal_resultant(clmodp_context *ctx, const clm_task *task,
                                      formal_degrees formal)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = formal.f, n = formal.g;
    /* A zero image has lost m + 1 degrees; with n = 0 the matrix has no rows of f. */
    const formal_degrees lost = {n == 0 ? 0 : m - (size_t)clmodp_zxy_degree_y(task->f),
                                 m == 0 ? 0 : n - (size_t)clmodp_zxy_degree_y(task->g)};
    clmodp_zx *const r = task->results[0];
    factor by = {0};

    if ((lost.f > 0 && lost.g > 0) || lost.f > m || lost.g > n) /* r is 0 already */
        goto done;
    TRY(find_factor(&ctx->error, &by, task, formal, lost));
    if (lost.g == n)
        TRY(row_power(ctx, r, task->g, 0, m, &by, task->modulus));
    else if (lost.f == m)
        TRY(row_power(ctx, r, task->f, 0, n, &by, task->modulus));
    else
        TRY(compute_with_factor(ctx, task, &by));
    if (lost.f % 2 != 0 && n % 2 != 0)
        TRY(clm_zx_negate_modulo(&ctx->error, r, task->modulus));
done:
    clmodp_zx_destroy(by.lead);
    return st;
}

/* Sets s[i] := by b_1^n b_i mod p for i = 0, 1, with b_i the coefficient of y^i in b. */
static clmodp_status linear_subresultant(clmodp_context *ctx, const clm_task *task,
                                         const clmodp_zxy *b, size_t n, const factor *by)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *const *s = task->results + 1;
    factor whole = {.power = 1};

    TRY(clmodp_zx_create(&whole.lead));
    TRY(row_power(ctx, whole.lead, b, 1, n, by, task->modulus));
    for (size_t i = 0; i < 2; i++)
        TRY(row_power(ctx, s[i], b, i, 1, &whole, task->modulus));
done:
    clmodp_zx_destroy(whole.lead);
    return st;
}

static clmodp_status only_resultant(clmodp_context *ctx, const clm_task *task,
                                    formal_degrees formal)
{
    clm_task first = *task;

    first.count = 1;
    return formal_resultant(ctx, &first, formal);
}

static clmodp_status formal_subresultant(clmodp_context *ctx, const clm_task *task,
                                         formal_degrees formal)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = formal.f, n = formal.g;
    const long deg_f = clmodp_zxy_degree_y(task->f), deg_g = clmodp_zxy_degree_y(task->g);
    const formal_degrees lost = {n == 1 ? 0 : m - (deg_f > 1 ? (size_t)deg_f : 1),
                                 m == 1 ? 0 : n - (deg_g > 1 ? (size_t)deg_g : 1)};
    const bool linear_f = n > 1 && m - lost.f == 1, linear_g = m > 1 && n - lost.g == 1;
    factor by = {0};

    if ((lost.f > 0 && lost.g > 0) || linear_f || linear_g)
        TRY(only_resultant(ctx, task, formal));
    if (lost.f > 0 && lost.g > 0) /* S_1 = 0; its coefficients are 0 already */
        goto done;
    TRY(find_factor(&ctx->error, &by, task, formal, lost));
    if (linear_g)
        TRY(linear_subresultant(ctx, task, task->g, m - 2, &by));
    else if (linear_f)
        TRY(linear_subresultant(ctx, task, task->f, n - 2, &by));
    else
        TRY(compute_with_factor(ctx, task, &by));
    for (size_t k = 0; k < 3 && lost.f % 2 != 0; k++)
        if (k == 0 ? !linear_f && n % 2 != 0 : n % 2 == 0)
            TRY(clm_zx_negate_modulo(&ctx->error, task->results[k], task->modulus));
done:
    clmodp_zx_destroy(by.lead);
    return st;
}

/* Computes the task modulo its prime, for the degrees in y of f and g over Z. */
static clmodp_status compute_modulo(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    const formal_degrees formal = {(size_t)clmodp_zxy_degree_y(task->f),
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
        TRY(formal_subresultant(ctx, &images, formal));
    else
        TRY(formal_resultant(ctx, &images, formal));
done:
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

/* ---- tasks and problems ---- */

clmodp_status clm_compute_task(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t seed = task->random->state;
    bool one, done = false;

    if (clm_task_is_trivial(&one, task->f, task->g))
        return clm_zx_set_constant(task->results[0], one);
    if (task->options->engine == NULL)
        TRY((task->modulus != 0 ? clm_univariate_compute : clm_direct_compute)(ctx, &done, task));
    if (task->modulus != 0 && done)
        goto done;
    if (task->modulus != 0)
        TRY(compute_modulo(ctx, task));
    else if (!done)
        TRY(compute_results(ctx, task));
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
    own.count = 1;
    TRY(clm_compute_task(ctx, &own));
done:
    clmodp_zxy_destroy(derivative);
    return st;
}

/* Sets d to the discriminant modulo p. The discriminant D_n of degree n is a polynomial in the
 * coefficients f_j, so its image modulo p is D_n of their images. If f_n vanishes and f has degree
 * n - 1, D_n(f) = f_{n-1}^2 D_{n-1}(f), which is +- f_{n-1} res_y(f, df/dy). D_1 = 1. */
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
    if (n == 1 || m < n - 1) {
        TRY(clm_zx_set_constant(d, n == 1));
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

/* ---- moduli that are no prime of a field on the host ---- */

/* Computes the results over Z of polynomials with these images, and reduces them. */
static clmodp_status compute_lifted(clmodp_context *ctx, const clmodp_problem *problem,
                                    const clmodp_resultant_options *options, bool *deferred)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const uint64_t n = problem->modulus;
    clmodp_zxy *f = NULL, *g = NULL, *s = NULL;
    clmodp_zx *r = NULL;
    clmodp_problem lifted = *problem;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    TRY(clmodp_zxy_create(&s));
    TRY(clmodp_zx_create(&r));
    TRY(clm_problem_balance(error, &lifted, f, g));
    lifted.modulus = 0;
    lifted.r = r;
    lifted.s = s;
    TRY(clm_compute(ctx, NULL, &lifted, options, deferred));
    TRY(clm_zx_modulo(error, r, r, n));
    TRY(clm_zxy_modulo(error, s, s, n));
    if (problem->r != NULL)
        clm_zx_swap(problem->r, r);
    if (problem->operation == CLMODP_OPERATION_SUBRESULTANT)
        clm_zxy_swap(problem->s, s);
done:
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(s);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

clmodp_status clm_compute(clmodp_context *ctx, clmodp_zxy *terms, const clmodp_problem *problem,
                          const clmodp_resultant_options *options, bool *deferred)
{
    clmodp_status st = CLMODP_OK;
    bool done = false;
    clm_compute_options how = clm_task_options(ctx, options);
    clm_random random = {options->seed};
    clmodp_problem asked = *problem;
    clm_record record;
    const clm_task task = {.f = problem->f, .g = problem->g, .modulus = problem->modulus,
                           .record = &record, .random = &random, .options = &how};

    clm_record_begin(&record);
    ctx->call->timed = problem->report != NULL;
    how.deferred = deferred;
    TRY(clm_problem_check_all(&ctx->error, problem, options));
    if (clm_task_is_open(ctx, options))
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
    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
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

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
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

clmodp_status clmodp_discriminant(clmodp_context *context, clmodp_zx *d,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_DISCRIMINANT, .f = f, .r = d,
                                    .report = report};

    return clmodp_compute(context, &problem, options);
}

/* ---- denominators ---- */

#define MOST_BYTES ((uint64_t)1 << 33) /* half of the size at which GMP aborts */

/* A denominator of f or g, and its power in the denominator of the result. */
typedef struct clm_scale {
    mpz_srcptr base;
    size_t power;
} clm_scale;

/* Returns an upper bound on the bits of the power. */
static size_t power_bits(const clm_scale *s)
{
    return mpz_cmp_ui(s->base, 1) == 0 ? 0 : clm_size_times(mpz_sizeinbase(s->base, 2), s->power);
}

static clmodp_status power_modulo(mpz_t d, const clm_scale s[2], uint64_t n)
{
    mpz_t modulus, product, power;

    if (mpz_gcd_ui(NULL, s[0].base, n) != 1 || mpz_gcd_ui(NULL, s[1].base, n) != 1)
        return CLMODP_DOMAIN;
    mpz_init_set_ui(modulus, n);
    mpz_init(product);
    mpz_init(power);
    mpz_powm_ui(product, s[0].base, s[0].power, modulus);
    mpz_powm_ui(power, s[1].base, s[1].power, modulus);
    mpz_mul(product, product, power);
    mpz_mod(d, product, modulus);
    mpz_clears(power, product, modulus, NULL);
    return CLMODP_OK;
}

static clmodp_status power_over_z(mpz_t d, const clm_scale s[2], uint64_t max_result)
{
    const uint64_t asked = max_result != 0 ? max_result : CLMODP_DEFAULT_MAX_RESULT;
    const uint64_t most = asked < MOST_BYTES ? asked : MOST_BYTES;
    mpz_t product, power;
    size_t bits;

    if (!clm_size_add(&bits, power_bits(&s[0]), power_bits(&s[1])) || bits > 8 * most)
        return CLMODP_LIMIT;
    mpz_init(product);
    mpz_init(power);
    mpz_pow_ui(product, s[0].base, s[0].power);
    mpz_pow_ui(power, s[1].base, s[1].power);
    mpz_mul(d, product, power);
    mpz_clears(power, product, NULL);
    return CLMODP_OK;
}

/* Sets the powers to the result's degrees in the coefficients of f and of g. */
static void count_rows(clm_scale s[2], const clmodp_problem *problem)
{
    const long p = clmodp_zxy_degree_y(problem->f);
    const long q = problem->operation != CLMODP_OPERATION_DISCRIMINANT
                       ? clmodp_zxy_degree_y(problem->g)
                       : 2 * p - 2;
    const long k = problem->operation == CLMODP_OPERATION_SUBRESULTANT ? (long)problem->k : 0;

    if (p < 0 || q < 0)
        return;
    s[0].power = (size_t)(q - k);
    s[1].power = (size_t)(p - k);
}

clmodp_status clmodp_problem_denominator(mpz_t d, const clmodp_problem *problem, const mpz_t a,
                                         const mpz_t b, uint64_t max_result)
{
    clmodp_status st = CLMODP_OK;
    clm_scale s[2] = {{.base = a}, {.base = b}};
    clmodp_problem known;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    TRY(clm_problem_read(NULL, &known, problem));
    TRY(clm_problem_check(NULL, &known));
    if (known.operation == CLMODP_OPERATION_DISCRIMINANT)
        s[1].base = one;
    REQUIRE(NULL, mpz_sgn(s[0].base) > 0 && mpz_sgn(s[1].base) > 0);
    count_rows(s, &known);
    TRY(known.modulus != 0 ? power_modulo(d, s, known.modulus) : power_over_z(d, s, max_result));
done:
    mpz_clear(one);
    return st;
}

/* ---- self-tests of a device ---- */

/* Opens the device and sets `needs` to the *count self-tests that these options require always or
 * (all) for some inputs. */
static clmodp_status find_needs(clmodp_context *context,
                                const clm_self_test *needs[CLM_MOST_PASSED_TESTS], size_t *count,
                                bool all, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options checked;
    clm_compute_options how;
    const clm_engine *engine;

    TRY(clm_task_read_options(&context->error, &checked, options));
    how = clm_task_options(context, &checked);
    engine = clm_choice_on_device(&how);
    TRY(engine->require(context, &how.of_engine));
    *count =
        (all ? clm_engine_all_tests : clm_engine_required_tests)(needs, engine, &how.of_engine);
done:
    return st;
}

static clmodp_status run_self_tests(clmodp_context *context, bool all,
                                    const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_self_test *needs[CLM_MOST_PASSED_TESTS];
    size_t count;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(find_needs(context, needs, &count, all, options));
    TRY((all ? clm_self_tests_prepare : clm_self_tests_ensure)(context, needs, count));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_device_check(clmodp_context *context, const clmodp_resultant_options *options)
{
    return run_self_tests(context, false, options);
}

clmodp_status clmodp_device_prepare(clmodp_context *context,
                                    const clmodp_resultant_options *options)
{
    return run_self_tests(context, true, options);
}

clmodp_status clmodp_device_check_state(clmodp_context *context, clmodp_self_test_state *state,
                                        const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_self_test *needs[CLM_MOST_PASSED_TESTS];
    size_t count;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, state != NULL);
    TRY(find_needs(context, needs, &count, false, options));
    *state = clm_self_tests_passed(context, needs, count) ? CLMODP_SELF_TEST_PASSED
             : clm_cache_is_writable(context->cache_dir)  ? CLMODP_SELF_TEST_DUE
                                                    : CLMODP_SELF_TEST_NOT_STORED;
done:
    return clm_error_complete(&context->error, st);
}
