/* Tests of failing resultants modulo primes: moduli below 2, caps on memory, cancelled calls,
 * too large degrees; and of successful ones of large degrees. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "support/context.h"
#include "support/polynomials.h"

static void refuses_moduli_below_2(void **state)
{
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(2, 3, 8, 1), *g = random_dense(2, 1, 8, 2);
    clmodp_zx *r = zx_linear(3, 4), *before = zx_linear(3, 4);

    for (uint64_t p = 0; p < 2; p++) {
        assert_int_equal(clmodp_resultant_mod(context, r, NULL, f, g, p, NULL), CLMODP_INVALID);
        assert_non_null(strstr(clmodp_context_message(context), "at least 2"));
        for (int n = 0; n < 2 && p != 0; n++)
            assert_int_equal(
                clmodp_compute(context,
                               &(clmodp_problem){.size = sizeof(clmodp_problem),
                                                 .operation = CLMODP_OPERATION_DISCRIMINANT,
                                                 .modulus = p, .f = n == 0 ? f : g, .r = r},
                               NULL),
                CLMODP_INVALID);
        assert_true(clmodp_zx_equal(r, before));
    }
    DESTROY(before, r, g, f);
}

/* Every sufficient cap gives the same result, smaller ones DEVICE_MEMORY. */
static void respects_caps(void **state)
{
    static const uint64_t primes[] = {65537, 2147483647u, 10007, 4611686018427387847, 1 << 20};
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(20, 12, 30, 5), *g = random_dense(20, 11, 30, 6);
    clmodp_zx *expected = zx_new(), *r = zx_new();
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++) {
        clmodp_resultant_report report = {.size = sizeof report, .crt_name = ""};
        uint64_t most, refused = 0;

        options.max_memory = 0;
        assert_int_equal(clmodp_resultant_mod(context, expected, &report, f, g, primes[k],
                                              &options),
                         CLMODP_OK);
        most = report.memory_bytes;
        for (uint64_t cap = most; cap > 2000; cap -= cap / 5) {
            clmodp_status st;

            options.max_memory = cap;
            st = clmodp_resultant_mod(context, r, &report, f, g, primes[k], &options);
            refused += st == CLMODP_DEVICE_MEMORY;
            if (st == CLMODP_OK) {
                assert_true(clmodp_zx_equal(r, expected));
                assert_true(report.memory_bytes <= cap);
                assert_int_equal(refused, 0);
            } else if (st != CLMODP_DEVICE_MEMORY) {
                fail_msg("modulo %" PRIu64 " under %" PRIu64 ": %s", primes[k], cap,
                         clmodp_context_message(context));
            }
        }
        assert_true(refused > 0);
    }
    DESTROY(r, expected, g, f);
}

static int stop_at_once(void *user, double fraction)
{
    (void)fraction;
    return ++*(int *)user;
}

static void can_be_cancelled(void **state)
{
    static const uint64_t primes[] = {998244353u, 1000000007u, 2u, 4611686018427387847, 9u};
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(9, 8, 30, 1), *g = random_dense(9, 7, 30, 2);
    clmodp_zx *r = zx_linear(3, 4), *before = zx_linear(3, 4);
    int calls = 0;

    clmodp_context_set_progress(context, stop_at_once, &calls);
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(clmodp_resultant_mod(context, r, NULL, f, g, primes[k], NULL),
                         CLMODP_CANCELLED);
        assert_true(clmodp_zx_equal(r, before));
    }
    assert_int_equal(calls, 5);
    clmodp_context_set_progress(context, NULL, NULL);
    DESTROY(before, r, g, f);
}

/* Degrees lost modulo the prime, and gaps in x or y, cost nothing; results too large for a dense
 * polynomial or for memory are reported. */
static void goes_by_terms(void **state)
{
    static const struct {
        uint64_t p;
        const char *f, *g, *result, *message;
    } cases[] = {
        {2, "2*y^2147483647 + x", "y + x", "x", NULL},
        {2, "y + x", "2*y^2147483647 + x", "x", NULL},
        {3, "y^2 + x", "3*y^2147483647 + x*y + 1", "x^3 + 1", NULL},
        {3, "2*y^2147483647 + x", "3*y + 1", "2", NULL},
        {5, "y^2147483647 + x*y", "y", "0", NULL},
        {5, "y^2147483647 + x*y", "y^2147483647", "0", NULL},
        {5, "5*y^2147483647 + y^2000000000 + 1", "y^1000000000 + 2", "0", NULL},
        {5, "x^2147483647*y + 1", "y + 3", NULL, "dense polynomials are limited"},
        {3037000493, "x^2147483647*y + 1", "y + x", NULL, "written densely in x"},
        {5, "x^2147483647*y + 1", "5*y + x", NULL, "terms of dense polynomials"},
        {5, "x^2147483647*y + 1", "y + x", NULL, "written densely in x"},
        {7, "x^1000000*y^3 + y + 1", "7*y^2 + y - 1", "6*x^2000000 + 5*x^1000000", NULL},
    };
    clmodp_context *context = *state;
    clmodp_zx *r = zx_new();

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_zxy *f = zxy_parse(cases[k].f), *g = zxy_parse(cases[k].g);
        clmodp_status st;
        char *text;

        st = clmodp_resultant_mod(context, r, NULL, f, g, cases[k].p, NULL);
        if (cases[k].result == NULL) {
            assert_int_equal(st, CLMODP_LIMIT);
            assert_non_null(strstr(clmodp_context_message(context), cases[k].message));
        } else {
            if (st != CLMODP_OK)
                fail_msg("%s: %s", cases[k].f, clmodp_context_message(context));
            assert_int_equal(clmodp_zx_to_text(&text, r, "x", NULL), CLMODP_OK);
            assert_string_equal(text, cases[k].result);
            free(text);
        }
        DESTROY(g, f);
    }
    clmodp_zx_destroy(r);
}

/* Degrees lost modulo the prime cost nothing for first subresultants, either. */
static void subresultants_go_by_terms(void **state)
{
    clmodp_context *context = *state;
    clmodp_zxy *f = zxy_parse("2*y^2147483647 + x*y + 1"), *g = zxy_parse("y^2 + x");
    clmodp_zxy *expected = zxy_parse("x*y + 1"), *s = zxy_new();
    clmodp_problem problem = {.size = sizeof problem,
                              .operation = CLMODP_OPERATION_SUBRESULTANT, .modulus = 2, .k = 1,
                              .f = f, .g = g, .s = s};

    assert_int_equal(clmodp_compute(context, &problem, NULL), CLMODP_OK);
    assert_true(clmodp_zxy_equal(s, expected));
    problem.f = g;
    problem.g = f;
    assert_int_equal(clmodp_compute(context, &problem, NULL), CLMODP_OK);
    assert_true(clmodp_zxy_equal(s, expected));
    DESTROY(s, expected, g, f);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(refuses_moduli_below_2),
    cmocka_unit_test(respects_caps),
    cmocka_unit_test(can_be_cancelled),
    cmocka_unit_test(goes_by_terms),
    cmocka_unit_test(subresultants_go_by_terms));
