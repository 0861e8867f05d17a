/* Tests with failures of every allocation while greatest common divisors are found, also of
 * numerator and denominator of a text. */
#include <clmodp/gcd.h>

#include "core/error.h"
#include "opencl/context.h"
#include "support/assertions.h"
#include "support/faults.h"

static const char *const names[] = {"x", "y", "z"};

/* Two operands, places for gcd and cofactors, and the number of terms of the gcd. */
typedef struct problem {
    clmodp_mpoly *f[5];
    size_t terms;
} problem;

static clmodp_status find(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    const problem *p = argument;
    clmodp_mpoly *const *f = p->f;

    TRY(clmodp_mpoly_gcd(context, f[2], f[3], f[4], f[0], f[1]));
    assert_int_equal(clmodp_mpoly_terms(f[2]), p->terms);
    assert_int_equal(clmodp_mpoly_terms(f[3]), 2);
done:
    return st;
}

/* Lets every allocation fail, or every so many. */
static void sweep(const char *f, const char *g, size_t terms, long every)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    const char *const texts[] = {f, g, "0", "0", "0"};
    problem p = {.terms = terms};
    clmodp_context *context;

    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(clmodp_mpoly_create(&p.f[k], 3), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_from_text(p.f[k], NULL, texts[k], CLMODP_STRING, names,
                                                NULL, NULL), CLMODP_OK);
    }
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, find, &p, every) > 5);
    for (size_t k = 0; k < 5; k++)
        clmodp_mpoly_destroy(p.f[k]);
    clmodp_context_destroy(context);
}

/* By a gcd of integers. */
static void short_gcds_survive_failures(void **state)
{
    (void)state;
    sweep("(x^2*y + 7*z*x - 3*z + 1)*(x - y)*z", "(x^2*y + 7*z*x - 3*z + 1)*(x*z + 5)*z", 4, 1);
}

/* By images, as coefficients are long. */
static void dense_gcds_survive_failures(void **state)
{
    (void)state;
    sweep("(x^2*y + 7^400*z*x - 3*z + 1)*(x - y)*z",
          "(x^2*y + 7^400*z*x - 3*z + 1)*(x*z + 5)*z", 4, fault_every());
}

static void sparse_gcds_survive_failures(void **state)
{
    (void)state;
    sweep("(x^9*y^5 + 7^40*z^8*x^2 - 3*z + 1)*(x^5*z - y^9)",
          "(x^9*y^5 + 7^40*z^8*x^2 - 3*z + 1)*(x*z^9 + 5*y)", 4, fault_every());
}

/* With points that are no powers of roots of unity. */
static void other_points_survive_failures(void **state)
{
    (void)state;
    sweep("(x + y + z + 7^400)*(x - 3*z)", "(x + y + z + 7^400)*(z^2 - y)", 4, fault_every());
}

/* Reads a rational function; the error's message becomes the context's. */
static clmodp_status read_function(clmodp_context *context, void *argument)
{
    clmodp_mpoly *const *f = argument;
    clmodp_text_error error = {0};
    const clmodp_status st = clmodp_mpoly_quotient_from_text(
        f[0], f[1], "(x - y)*z/(x^2 - x*y)", CLMODP_STRING, names, &error);

    if (st != CLMODP_OK)
        return clm_fail(&context->error, st, "%s", error.message);
    assert_int_equal(clmodp_mpoly_terms(f[0]), 1);
    return st;
}

static void texts_survive_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_context *context;
    clmodp_mpoly *f[2];

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    for (int k = 0; k < 2; k++)
        assert_int_equal(clmodp_mpoly_create(&f[k], 3), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, read_function, f, 1) > 20);
    for (int k = 0; k < 2; k++)
        clmodp_mpoly_destroy(f[k]);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(short_gcds_survive_failures),
      cmocka_unit_test(dense_gcds_survive_failures),
      cmocka_unit_test(sparse_gcds_survive_failures),
      cmocka_unit_test(other_points_survive_failures),
      cmocka_unit_test(texts_survive_failures));
