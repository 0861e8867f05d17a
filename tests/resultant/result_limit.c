/* Tests that too large results, and no others, are rejected before the work starts. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support/context.h"
#include "support/polynomials.h"

/* Returns the size of the coefficients in bytes, without signs. */
static uint64_t bytes_of(const clmodp_zx *r)
{
    uint64_t bits = 0;
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        bits += mpz_sgn(c) != 0 ? mpz_sizeinbase(c, 2) : 0;
    }
    mpz_clear(c);
    return bits / 8;
}

static clmodp_status compute(clmodp_context *context, clmodp_zx *r, const clmodp_zxy *f,
                             const clmodp_zxy *g, const clmodp_resultant_options *options,
                             clmodp_resultant_report *report, bool subresultant)
{
    clmodp_zxy *s = zxy_new();
    clmodp_status status =
        subresultant ? clmodp_subresultant(context, s, r, report, 1, f, g, options)
                     : clmodp_resultant(context, r, report, f, g, options);

    clmodp_zxy_destroy(s);
    return status;
}

/* Checks that the least limit accepting a result is at least its size, and at most the size by its
 * bounds, times three for subresultants. Below the limit r must be unchanged. */
static void check(clmodp_context *context, const char *f_text, const char *g_text,
                  clmodp_resultant_options options, bool subresultant)
{
    clmodp_zxy *f = zxy_parse(f_text), *g = zxy_parse(g_text);
    clmodp_zx *expected = zx_new(), *r = zx_linear(3, 4), *before = zx_linear(3, 4);
    clmodp_resultant_report report = {.size = sizeof report, .height_bound_name = ""};
    uint64_t fails = 0, passes = 1 << 20, bound;

    if (compute(context, expected, f, g, &options, &report, subresultant) != CLMODP_OK)
        fail_msg("%s, %s: %s", f_text, g_text, clmodp_context_message(context));
    bound = (report.degree_bound - report.valuation_bound + 1) * report.height_bits / 8 + 1;
    bound *= subresultant ? 3 : 1;
    while (passes - fails > 1) {
        options.max_result = fails + (passes - fails) / 2;
        if (compute(context, r, f, g, &options, NULL, subresultant) == CLMODP_OK) {
            assert_true(clmodp_zx_equal(r, expected));
            clmodp_zx_destroy(r);
            r = zx_linear(3, 4);
            passes = options.max_result;
        } else {
            assert_non_null(strstr(clmodp_context_message(context), "max_result"));
            assert_true(clmodp_zx_equal(r, before));
            fails = options.max_result;
        }
    }
    if (passes < bytes_of(expected) || fails == 0 || passes > bound)
        fail_msg("%s, %s: %llu bytes let %llu through", f_text, g_text,
                 (unsigned long long)passes, (unsigned long long)bytes_of(expected));
    options.max_result = passes;
    assert_int_equal(compute(context, r, f, g, &options, NULL, subresultant), CLMODP_OK);
    options.max_result = fails;
    assert_int_equal(compute(context, r, f, g, &options, NULL, subresultant), CLMODP_LIMIT);
    DESTROY(before, r, expected, g, f);
}

/* Contents, powers, trailing coefficients and computed parts, in both modes. */
static void limits_follow_from_the_bounds(void **state)
{
    static const char *const pairs[][2] = {
        {"7^50", "y^40 + x"},
        {"7^50*x*y - 7^50", "y^9 + x"},
        {"x^2 + 3*x + 1", "y^60 - 2*x^3 + 5"},
        {"y^30*(y^2 + x + 3)", "y^2 + (x^3 - 2)*y + x + 7"},
        {"y^4 + (x^2 - 9)*y^2 + 101*x", "3*y^6 - x*y^4 + (x + 1)*y^2 + 77"},
        {"x^5*y^3 + 12345*x*y + x^2 - 4", "y^4 - x*y + 678*x^3 + 1"},
    };
    clmodp_resultant_options options;

    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        clmodp_resultant_options_init(&options);
        check(*state, pairs[k][0], pairs[k][1], options, false);
        options.mode = CLMODP_MODE_PROBABLE;
        check(*state, pairs[k][0], pairs[k][1], options, false);
    }
    clmodp_resultant_options_init(&options);
    check(*state, pairs[5][0], pairs[5][1], options, true);
    options.engine = CLMODP_ENGINE_SCHUR;
    check(*state, pairs[5][0], pairs[5][1], options, false);
}

static int count(void *calls, double fraction)
{
    (void)fraction;
    ++*(size_t *)calls;
    return 0;
}

/* In mode PROBABLE too large results are rejected early, by an estimate or by bounds. */
static void refused_before_the_work(void **state)
{
    clmodp_zxy *f = zxy_parse("x^5*y^3 + 12345*x*y + x^2 - 4");
    clmodp_zxy *g = zxy_parse("y^4 - x*y + 678*x^3 + 1");
    clmodp_zx *r = zx_new();
    clmodp_resultant_options options;

    (void)state;
    clmodp_resultant_options_init(&options);
    options.mode = CLMODP_MODE_PROBABLE;
    for (int searches = 0; searches < 2; searches++) {
        clmodp_context *context = context_open(NULL);
        size_t calls[2] = {0, 0};

        if (searches)
            context_always_searches(context);
        options.max_result = 0;
        clmodp_context_set_progress(context, count, &calls[0]);
        assert_int_equal(clmodp_resultant(context, r, NULL, f, g, &options), CLMODP_OK);
        clmodp_context_set_progress(context, count, &calls[1]);
        options.max_result = 1;
        assert_int_equal(clmodp_resultant(context, r, NULL, f, g, &options), CLMODP_LIMIT);
        assert_non_null(strstr(clmodp_context_message(context), "max_result"));
        assert_true(2 * calls[1] < calls[0]);
        clmodp_context_destroy(context);
    }
    DESTROY(r, g, f);
}

/* Modulo a prime the limit does not apply. */
static void not_modulo_primes(void **state)
{
    clmodp_zxy *f = zxy_parse("x^3*y^2 + 2^300*x*y + 1"), *g = zxy_parse("y^9 - x*y + 3");
    clmodp_zx *r = zx_new();
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.max_result = 1;
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_LIMIT);
    /* Modulo 2 the result is computed over Z, too large for the limit, and reduced. */
    assert_int_equal(clmodp_resultant_mod(*state, r, NULL, f, g, 2, &options), CLMODP_OK);
    assert_int_equal(clmodp_resultant_mod(*state, r, NULL, f, g, 1000003, &options), CLMODP_OK);
    DESTROY(r, g, f);
}

/* The default limit rejects half a GiB at once; sizes beyond GMP's are always rejected. */
static void the_default(void **state)
{
    static const unsigned long powers[] = {16, 2000000000};
    clmodp_context *context = *state;
    clmodp_zxy *f = zxy_parse("2^268435456"), *g;
    clmodp_zx *r = zx_new();
    clmodp_resultant_options options;
    char text[32];

    clmodp_resultant_options_init(&options);
    for (size_t k = 0; k < 2; k++) {
        clmodp_resultant_report report = {.size = sizeof report, .height_bound_name = ""};

        snprintf(text, sizeof text, "y^%lu", powers[k]);
        g = zxy_parse(text);
        options.max_result = k == 0 ? 0 : UINT64_MAX;
        assert_int_equal(clmodp_resultant(context, r, &report, f, g, &options), CLMODP_LIMIT);
        assert_non_null(strstr(clmodp_context_message(context),
                               k == 0 ? "the limit of 268435456" : "2^36"));
        clmodp_zxy_destroy(g);
    }
    DESTROY(r, f);
}

/* The discriminant of y^n + x is +- n^n x^(n-1). */
static void discriminants(void **state)
{
    clmodp_context *context = *state;
    clmodp_zxy *f = zxy_parse("y^1000 + x"), *huge = zxy_parse("y^2147483647 + x");
    clmodp_zx *d = zx_new();
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    assert_int_equal(clmodp_discriminant(context, d, NULL, huge, &options), CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(context), "max_result"));
    options.max_result = 1240; /* 1000^1000 has 9966 bits */
    assert_int_equal(clmodp_discriminant(context, d, NULL, f, &options), CLMODP_LIMIT);
    options.max_result = 1250;
    assert_int_equal(clmodp_discriminant(context, d, NULL, f, &options), CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(d), 999);
    assert_int_equal(zx_height_bits(d), 9966);
    DESTROY(d, huge, f);
}

static int refuse(void *user, double fraction)
{
    (void)user;
    (void)fraction;
    return 1;
}

/* Bounding a long chain takes time, and can be cancelled. */
static void chains_are_refused_or_cancelled(void **state)
{
    const clmodp_resultant_options options = {.size = sizeof options, .max_result = 1};
    clmodp_zxy *f = zxy_parse("y^50 - x"), *g = zxy_parse("y^51*x + 3");
    clmodp_zx *each[50];

    for (size_t k = 0; k < 50; k++)
        each[k] = zx_new();
    assert_int_equal(clmodp_principal_subresultants(*state, each, 50, NULL, f, g, &options),
                     CLMODP_LIMIT);
    clmodp_context_set_progress(*state, refuse, NULL);
    assert_int_equal(clmodp_principal_subresultants(*state, each, 50, NULL, f, g, &options),
                     CLMODP_CANCELLED);
    clmodp_context_set_progress(*state, NULL, NULL);
    for (size_t k = 0; k < 50; k++)
        clmodp_zx_destroy(each[k]);
    DESTROY(g, f);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(limits_follow_from_the_bounds),
    cmocka_unit_test(refused_before_the_work),
    cmocka_unit_test(not_modulo_primes),
    cmocka_unit_test(the_default),
    cmocka_unit_test(chains_are_refused_or_cancelled),
    cmocka_unit_test(discriminants));
