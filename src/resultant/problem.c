/* What a problem must be, and what its operation makes of results. */
#include "resultant/problem.h"

#include <stddef.h>

#include "arith/prime.h"
#include "base/options.h"
#include "resultant/call.h"
#include "resultant/choice.h"
#include "resultant/discriminant.h"
#include "resultant/driver.h"
#include "zxy/zx.h"
#include "zxy/zxy.h"

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

    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT)
        TRY(clm_discriminant_finish(error, outputs[0], problem->f));
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

/* By remainder sequences of f and g: all but discriminants. */
static clmodp_status solve(clmodp_context *call, const clmodp_problem *problem, clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *outputs[CLM_MOST_OUTPUTS] = {NULL};

    task->results = outputs;
    task->count = clm_problem_outputs(problem);
    for (size_t n = 0; n < task->count; n++)
        TRY(clmodp_zx_create(&outputs[n]));
    TRY(clm_drive(call, task));
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
    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT)
        TRY(clm_discriminant(call, problem->r, &task));
    else
        TRY(solve(call, problem, &task));
    clm_record_end(&record, problem->report);
done:
    return st;
}
