/* What a problem must be, and what its operation makes of results. */
#include "resultant/problem.h"

#include <stddef.h>

#include "arith/prime.h"
#include "base/options.h"
#include "device/context.h"
#include "resultant/call.h"
#include "resultant/choice.h"
#include "resultant/driver.h"
#include "resultant/task.h"
#include "zxy/divide.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"
#include "zxy/zxy.h"

/* Discriminants: disc(f) = (-1)^(n(n-1)/2) res_y(f, df/dy) / lc(f), by one exact division. */

/* (-1)^{n(n-1)/2}: the sign goes by pairs of degrees. */
static bool is_negative(long n)
{
    return n % 4 >= 2;
}

/* r := res_y(f, df/dy). Pre: f is not free of y */
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
    TRY(clm_drive(ctx, &own));
done:
    clmodp_zxy_destroy(derivative);
    return st;
}

/* d := disc_y(f) from d = res_y(f, df/dy) over Z. Errors: CORRUPT (it is none), HOST_MEMORY */
static clmodp_status discriminant_finish(clm_error *error, clmodp_zx *d, const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    const long n = clmodp_zxy_degree_y(f);
    clmodp_zx *lc = NULL;

    TRY(clmodp_zx_create(&lc));
    TRY(clm_zxy_row(error, lc, f, (size_t)n));
    TRY(clm_zx_divide_exact(d, lc, is_negative(n)));
done:
    clmodp_zx_destroy(lc);
    return st;
}

/* The discriminant D_n of degree n is a polynomial in the coefficients f_j, so that its image
 * modulo p is that of the images; and D_n(f) = f_{n-1}^2 D_{n-1}(f) where f_n vanishes, which is
 * +- f_{n-1} res_y(f, df/dy), f being of degree n - 1 then. D_1 = 1. */
static clmodp_status over_field(clmodp_context *ctx, clmodp_zx *d, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const uint32_t p = task->modulus;
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
    if (is_negative(m))
        TRY(clm_zx_negate_modulo(error, d, p));
done:
    clmodp_zxy_destroy(image);
    clmodp_zx_destroy(lc);
    return st;
}

/* No version's problems are shorter. */
#define LEAST_SIZE (offsetof(clmodp_problem, report) + sizeof(clmodp_resultant_report *))

clmodp_status clm_problem_read(clm_error *error, clmodp_problem *known,
                               const clmodp_problem *given)
{
    clmodp_status st = CLMODP_OK;

    clmodp_problem_init(known);
    REQUIRE(error, given != NULL);
    TRY(clm_options_read(error, "clmodp_problem", known, sizeof *known, given));
    if (given->size < LEAST_SIZE)
        FAIL(error, CLMODP_INVALID,
             "clmodp_problem is said to be %zu bytes long, less than any version of it: set it up "
             "with clmodp_problem_init first",
             given->size);
done:
    return st;
}

static clmodp_status check_subresultant(clm_error *error, const clmodp_problem *problem)
{
    const long p = clmodp_zxy_degree_y(problem->f), q = clmodp_zxy_degree_y(problem->g);

    if (problem->k != 1)
        return clm_fail(error, CLMODP_UNSUPPORTED,
                        "there is the subresultant S_1, and no S_%u yet", (unsigned)problem->k);
    if (p < 1 || q < 1 || p + q < 3)
        return clm_fail(error, CLMODP_DOMAIN,
                        "the first subresultant needs degrees of at least 1 in the variable to "
                        "eliminate, and one of at least 2");
    return CLMODP_OK;
}

clmodp_status clm_problem_check(clm_error *error, const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_operation operation = problem->operation;

    REQUIRE(error, (unsigned)operation <= CLMODP_OPERATION_DISCRIMINANT);
    REQUIRE(error, problem->f != NULL);
    REQUIRE(error, problem->g != NULL || operation == CLMODP_OPERATION_DISCRIMINANT);
    if (problem->modulus != 0 &&
        (problem->modulus > INT32_MAX || !clm_is_prime_u32(problem->modulus)))
        FAIL(error, CLMODP_INVALID, "the modulus %u is not a prime below 2^31",
             (unsigned)problem->modulus);
    if (operation == CLMODP_OPERATION_SUBRESULTANT)
        TRY(check_subresultant(error, problem));
    if (operation == CLMODP_OPERATION_DISCRIMINANT && clmodp_zxy_degree_y(problem->f) < 1)
        FAIL(error, CLMODP_DOMAIN,
             "a polynomial free of y has no discriminant with respect to y");
done:
    return st;
}

clmodp_status clm_problem_engine(clm_error *error, const clmodp_problem *problem,
                                 const clmodp_resultant_options *options)
{
    const clm_engine *engine = clm_engine_named(options->engine);

    if (engine == NULL || clm_problem_outputs(problem) <= engine->most_outputs)
        return CLMODP_OK;
    return clm_fail(error, CLMODP_UNSUPPORTED,
                    "engine %s has no subresultants; choose engine EUCLID", engine->option);
}

clmodp_status clm_problem_ready(clm_error *error, const clmodp_problem *problem,
                                const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const bool subresultant = problem->operation == CLMODP_OPERATION_SUBRESULTANT;

    REQUIRE(error, problem->r != NULL || subresultant);
    REQUIRE(error, problem->s != NULL || !subresultant);
    TRY(clm_report_check(error, problem->report));
    TRY(clm_problem_check(error, problem));
    TRY(clm_problem_engine(error, problem, options));
done:
    return st;
}

/* s := s_11 y + s_10 for s = 0; part, s_10 and s_11, are used up. */
static clmodp_status join(clmodp_zxy *s, clmodp_zx *const *part)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j < 2; j++)
        for (long i = 0; i <= clmodp_zx_degree(part[j]); i++) {
            clm_zx_take_coeff(c, part[j], (size_t)i);
            TRY(clm_zxy_append(s, c, (size_t)i, j));
        }
done:
    mpz_clear(c);
    return st;
}

size_t clm_problem_outputs(const clmodp_problem *problem)
{
    return problem->operation == CLMODP_OPERATION_SUBRESULTANT ? CLM_MOST_OUTPUTS : 1;
}

clmodp_status clm_problem_accept(clm_error *error, const clmodp_problem *problem,
                                 clmodp_zx *const *outputs)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *joined = NULL;

    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT && problem->modulus == 0)
        TRY(discriminant_finish(error, outputs[0], problem->f));
    if (problem->operation == CLMODP_OPERATION_SUBRESULTANT) {
        TRY(clmodp_zxy_create(&joined));
        TRY(join(joined, outputs + 1));
        clm_zxy_swap(problem->s, joined);
    }
    if (problem->r != NULL)
        clm_zx_swap(problem->r, outputs[0]);
done:
    clmodp_zxy_destroy(joined);
    return st;
}

/* The results are made once, filled by all that computes them, and swapped with the caller's. */
static clmodp_status solve(clmodp_context *call, const clmodp_problem *problem, clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *outputs[CLM_MOST_OUTPUTS] = {NULL};

    task->results = outputs;
    task->count = clm_problem_outputs(problem);
    for (size_t n = 0; n < task->count; n++)
        TRY(clmodp_zx_create(&outputs[n]));
    if (problem->operation != CLMODP_OPERATION_DISCRIMINANT)
        TRY(clm_drive(call, task));
    else if (problem->modulus == 0)
        TRY(with_derivative(call, outputs[0], task, task->f));
    else
        TRY(over_field(call, outputs[0], task));
    TRY(clm_problem_accept(&call->error, problem, outputs));
done:
    for (size_t n = 0; n < CLM_MOST_OUTPUTS; n++)
        clmodp_zx_destroy(outputs[n]);
    return st;
}

clmodp_status clm_problem_solve(clmodp_context *call, const clmodp_problem *problem,
                                const clmodp_resultant_options *options, bool *deferred)
{
    clmodp_status st = CLMODP_OK;
    clm_compute_options how = clm_call_options(call, options);
    clm_random random = {options->seed};
    clm_record record;
    clm_task task = {.f = problem->f, .g = problem->g, .modulus = problem->modulus,
                     .record = &record, .random = &random, .options = &how};

    clm_record_begin(&record);
    call->timed = problem->report != NULL;
    how.deferred = deferred;
    TRY(clm_problem_ready(&call->error, problem, options));
    TRY(solve(call, problem, &task));
    clm_record_end(&record, problem->report);
done:
    return st;
}
