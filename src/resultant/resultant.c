/* Public functions for one problem, for denominators, and for self-tests of a device. */
#include <clmodp/resultant.h>

#include "core/size.h"
#include "opencl/cache.h"
#include "opencl/context.h"
#include "resultant/choice.h"
#include "resultant/compute.h"
#include "resultant/execute.h"
#include "resultant/small.h"

/* ---- one problem ---- */

/* Computes a small problem without an engine, if the options allow that. */
static bool compute_small(clmodp_context *context, const clmodp_problem *problem,
                           const clmodp_resultant_options *options)
{
    clm_small small = {.options = options};
    bool solved = false;

    if (clm_small_serves(context, options)) {
        small.prime = clm_check_prime(context, options->seed);
        solved = clm_small_compute(&small, problem, options->seed);
    }
    clmodp_zx_destroy(small.r);
    return solved;
}

clmodp_status clmodp_compute(clmodp_context *context, const clmodp_problem *problem,
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
    st = clm_call_end(context, &call, clm_compute(context, &known, &checked, NULL));
done:
    return clm_error_complete(&context->error, st);
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
                                   const clmodp_zxy *g, uint32_t modulus,
                                   const clmodp_resultant_options *options)
{
    /* In a problem 0 stands for Z, which here it must not. */
    const clmodp_problem problem = {.size = sizeof problem, .modulus = modulus != 0 ? modulus : 1,
                                    .f = f, .g = g, .r = r, .report = report};

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

#define MOST_BYTES ((uint64_t)1 << 33) /* half of what GMP can hold before it ends the process */

/* A denominator, and its power in the denominator of the result. */
typedef struct clm_scale {
    mpz_srcptr base;
    size_t power;
} clm_scale;

/* At least the bits of the power. */
static size_t power_bits(const clm_scale *s)
{
    return mpz_cmp_ui(s->base, 1) == 0 ? 0 : clm_size_times(mpz_sizeinbase(s->base, 2), s->power);
}

static clmodp_status power_modulo(mpz_t d, const clm_scale s[2], uint32_t p)
{
    mpz_t modulus, product, factor;

    if (mpz_divisible_ui_p(s[0].base, p) || mpz_divisible_ui_p(s[1].base, p))
        return CLMODP_DOMAIN;
    mpz_init_set_ui(modulus, p);
    mpz_init(product);
    mpz_init(factor);
    mpz_powm_ui(product, s[0].base, s[0].power, modulus);
    mpz_powm_ui(factor, s[1].base, s[1].power, modulus);
    mpz_mul(product, product, factor);
    mpz_mod(d, product, modulus);
    mpz_clears(factor, product, modulus, NULL);
    return CLMODP_OK;
}

static clmodp_status power_over_z(mpz_t d, const clm_scale s[2], uint64_t max_answer)
{
    const uint64_t asked = max_answer != 0 ? max_answer : CLMODP_DEFAULT_MAX_ANSWER;
    const uint64_t most = asked < MOST_BYTES ? asked : MOST_BYTES;
    mpz_t product, factor;
    size_t bits;

    if (!clm_size_add(&bits, power_bits(&s[0]), power_bits(&s[1])) || bits > 8 * most)
        return CLMODP_LIMIT;
    mpz_init(product);
    mpz_init(factor);
    mpz_pow_ui(product, s[0].base, s[0].power);
    mpz_pow_ui(factor, s[1].base, s[1].power);
    mpz_mul(d, product, factor);
    mpz_clears(factor, product, NULL);
    return CLMODP_OK;
}

/* The rows of g, and those of f, as they stand in the result's determinant. */
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
                                         const mpz_t b, uint64_t max_answer)
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
    TRY(known.modulus != 0 ? power_modulo(d, s, known.modulus) : power_over_z(d, s, max_answer));
done:
    mpz_clear(one);
    return st;
}

/* ---- self-tests of a device ---- */

/* needs := the self-tests that results with these options rest on, always or (all) for some
 * inputs, on a device that is open; *count: their number. */
static clmodp_status find_needs(clmodp_context *context, const clm_trust *needs[CLM_MOST_TRUSTED],
                                size_t *count, bool all, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options checked;
    clm_compute_options how;
    const clm_engine *engine;

    TRY(clm_task_read_options(&context->error, &checked, options));
    how = clm_task_options(context, &checked);
    engine = clm_choice_on_device(&how);
    TRY(clm_engine_require(context, engine, &how.of_engine));
    *count = (all ? clm_engine_all_needs : clm_engine_needs)(needs, engine, &how.of_engine);
done:
    return st;
}

/* Runs the self-tests that the options rest on, or all that they may rest on. */
static clmodp_status run_self_tests(clmodp_context *context, bool all,
                                    const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_trust *needs[CLM_MOST_TRUSTED];
    size_t count;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(find_needs(context, needs, &count, all, options));
    TRY((all ? clm_trust_prepare : clm_trust_ensure)(context, needs, count));
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

clmodp_status clmodp_device_check_state(clmodp_context *context, clmodp_check_state *state,
                                        const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_trust *needs[CLM_MOST_TRUSTED];
    size_t count;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, state != NULL);
    TRY(find_needs(context, needs, &count, false, options));
    *state = clm_trust_known(context, needs, count) ? CLMODP_CHECK_PASSED
             : clm_cache_works(context->cache_dir)  ? CLMODP_CHECK_DUE
                                                    : CLMODP_CHECK_FORGOTTEN;
done:
    return clm_error_complete(&context->error, st);
}
