/* Tests simple calls, text, arithmetic modulo polynomials and wrong arguments of clmodp/fpx.h. */
#include <limits.h>

#include "fpx/api/choice.h"
#include "opencl/context.h"
#include "support/fpx.h"

static void test_simple(void **state)
{
    const uint32_t p = 7;
    uint32_t c[] = {1, 2, 3, 0, 5, 0, 0, 4, 0}; /* 4 x^7 + 5 x^4 + 3 x^2 + 2 x + 1 */
    ref_poly a = {c, 9};
    clmodp_fpx *f = fpx_of(a, p), *g = fpx_of(a, p);
    uint64_t value;

    (void)state;
    assert_int_equal(clmodp_fpx_degree(f), 7);
    OK(clmodp_fpx_evaluate(&value, f, 3));
    assert_int_equal(value, (4 * 2187 + 5 * 81 + 3 * 9 + 2 * 3 + 1) % 7);
    OK(clmodp_fpx_derivative(g, f));
    assert_is(g, (ref_poly){(uint32_t[]){2, 6, 0, 6, 0, 0, 0}, 7}, "derivative"); /* 28 x^6 = 0 */
    OK(clmodp_fpx_truncate(g, f, 4));
    assert_is(g, (ref_poly){c, 3}, "truncated");
    OK(clmodp_fpx_shift(g, f, 2));
    assert_is(g, (ref_poly){(uint32_t[]){0, 0, 1, 2, 3, 0, 5, 0, 0, 4}, 10}, "shifted");
    OK(clmodp_fpx_shift(g, f, -4));
    assert_is(g, (ref_poly){(uint32_t[]){5, 0, 0, 4}, 4}, "shifted down");
    OK(clmodp_fpx_shift(g, f, -8));
    assert_int_equal(clmodp_fpx_count(g), 0);
    assert_int_equal(clmodp_fpx_shift(g, f, 1L << 30), CLMODP_LIMIT);
    OK(clmodp_fpx_shift(g, f, LONG_MIN));
    OK(clmodp_fpx_derivative(g, g));
    assert_int_equal(clmodp_fpx_degree(g), -1);
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
}

/* Sums and differences of all lengths; the first ones take inputs on the device; also in place. */
static void test_sums(void **state)
{
    static const uint32_t primes[] = {2147483647, 2, 3, 101, 998244353};
    enum { MOST = 9 };
    clmodp_fpx_options fast;
    clm_random rng = {1};

    (void)state;
    clmodp_fpx_options_init(&fast);
    fast.algorithm = CLMODP_FPX_FAST;
    for (size_t round = 0; round < 400; round++) {
        const uint32_t p = primes[round % 5];
        const size_t na = clm_random_below(&rng, MOST + 1), nb = clm_random_below(&rng, MOST + 1);
        uint32_t a[MOST] = {0}, b[MOST] = {0}, sum[MOST], rest[MOST];
        clmodp_fpx *f, *g, *made;

        for (size_t i = 0; i < na; i++)
            a[i] = (uint32_t)clm_random_below(&rng, p);
        for (size_t i = 0; i < nb; i++) /* leading coefficients of a sum or difference vanish */
            b[i] = i > 1 && round % 3 > 0 ? round % 3 == 1 ? (p - a[i]) % p : a[i]
                                          : (uint32_t)clm_random_below(&rng, p);
        for (size_t i = 0; i < MOST; i++) {
            sum[i] = (uint32_t)(((uint64_t)a[i] + b[i]) % p);
            rest[i] = (uint32_t)(((uint64_t)a[i] + p - b[i]) % p);
        }
        f = fpx_of((ref_poly){a, MOST}, p);
        g = fpx_of((ref_poly){b, MOST}, p);
        made = fpx_of((ref_poly){(uint32_t[]){1}, 1}, p);
        if (round < 10)
            OK(clmodp_fpx_mul(f, NULL, f, made, &fast));
        OK(clmodp_fpx_add(made, f, g));
        assert_is(made, (ref_poly){sum, MOST}, "sum");
        OK(clmodp_fpx_sub(made, f, g));
        assert_is(made, (ref_poly){rest, MOST}, "difference");
        OK(clmodp_fpx_sub(made, made, made));
        assert_int_equal(clmodp_fpx_degree(made), -1);
        OK(clmodp_fpx_add(g, f, g));
        assert_is(g, (ref_poly){sum, MOST}, "sum in place");
        clmodp_fpx_destroy(made);
        clmodp_fpx_destroy(g);
        clmodp_fpx_destroy(f);
    }
}

/* A name of 63 bytes is written and read, a longer one neither. */
static void test_long_names(clmodp_fpx *f)
{
    char name[CLMODP_NAME_SIZE + 1], *out;

    memset(name, 'a', sizeof name);
    name[CLMODP_NAME_SIZE] = '\0';
    assert_int_equal(clmodp_fpx_to_text(&out, f, name), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "up to 63 letters"));
    assert_int_equal(clmodp_fpx_from_text(f, "1", CLMODP_STRING, name, NULL), CLMODP_INVALID);
    name[CLMODP_NAME_SIZE - 1] = '\0';
    OK(clmodp_fpx_to_text(&out, f, name));
    OK(clmodp_fpx_from_text(f, out, CLMODP_STRING, name, NULL));
    free(out);
}

/* Texts have fewer coefficients than polynomials. */
static void test_long_text(clmodp_fpx *f)
{
    char *out;

    OK(clmodp_fpx_upload(f, &(uint32_t){1}, 1));
    OK(clmodp_fpx_shift(f, f, 1L << 27));
    assert_int_equal(clmodp_fpx_to_text(&out, f, NULL), CLMODP_LIMIT);
    assert_null(out);
    assert_non_null(strstr(clmodp_context_message(context), "134217729"));
}

static void test_text(void **state)
{
    static const char text[] = "x*(3/2*x^5 - x) + 10 - 7*x^3";
    clmodp_text_error error;
    clmodp_fpx *f;
    char *out;

    (void)state;
    OK(clmodp_fpx_create(context, &f, 7));
    OK(clmodp_fpx_from_text(f, text, strlen(text), "x", &error));
    assert_is(f, (ref_poly){(uint32_t[]){3, 0, 6, 0, 0, 0, 5}, 7}, "text");
    OK(clmodp_fpx_to_text(&out, f, "t"));
    assert_string_equal(out, "5*t^6 + 6*t^2 + 3");
    free(out);
    assert_int_equal(clmodp_fpx_from_text(f, "x/14", 4, "x", &error), CLMODP_DOMAIN);
    assert_int_equal(clmodp_fpx_from_text(f, "x + * 2", 7, "x", &error), CLMODP_PARSE);
    assert_int_equal(error.column, 5);
    assert_int_equal(clmodp_fpx_from_text(f, "x + y", 5, "x", NULL), CLMODP_PARSE);
    assert_true(strlen(clmodp_context_message(context)) > 0);
    assert_int_equal(clmodp_fpx_degree(f), 6);
    assert_int_equal(clmodp_fpx_to_text(&out, f, "1"), CLMODP_INVALID);
    assert_null(out);
    test_long_names(f);
    test_long_text(f);
    assert_int_equal(clmodp_fpx_upload(f, &(uint32_t){1}, SIZE_MAX), CLMODP_LIMIT);
    assert_int_equal(clmodp_fpx_upload_u64(f, &(uint64_t){1}, SIZE_MAX), CLMODP_LIMIT);
    OK(clmodp_fpx_upload(f, NULL, 0));
    OK(clmodp_fpx_to_text(&out, f, NULL));
    assert_string_equal(out, "0");
    free(out);
    clmodp_fpx_destroy(f);
}

static int say_no(void *count, double fraction)
{
    assert_true(fraction >= 0.0 && fraction <= 1.0);
    return ++*(int *)count == 2;
}

static void test_text_cancelled(void **state)
{
    static const char text[] = "(x + 3)^1500*(x - 1/2)^900";
    uint32_t c[] = {1, 2};
    clmodp_fpx *f = fpx_of((ref_poly){c, 2}, 7);
    clmodp_text_error error;
    int count = 0;

    (void)state;
    clmodp_context_set_progress(context, say_no, &count);
    assert_int_equal(clmodp_fpx_from_text(f, text, strlen(text), "x", &error), CLMODP_CANCELLED);
    assert_int_equal(count, 2);
    assert_string_equal(clmodp_context_message(context), "cancelled by the progress callback");
    assert_is(f, (ref_poly){c, 2}, "unchanged");
    clmodp_context_set_progress(context, NULL, NULL);
    OK(clmodp_fpx_from_text(f, text, strlen(text), "x", &error));
    assert_int_equal(clmodp_fpx_degree(f), 2400);
    clmodp_fpx_destroy(f);
}

static int stop_at_once(void *count, double fraction)
{
    (void)fraction;
    return ++*(int *)count > 0;
}

static void test_writing_cancelled(void **state)
{
    enum { COUNT = 1 << 20 };
    uint32_t *c = malloc(COUNT * sizeof *c);
    clmodp_fpx *f;
    char *text = NULL;
    int count = 0;

    (void)state;
    assert_non_null(c);
    for (size_t i = 0; i < COUNT; i++)
        c[i] = 1 + (uint32_t)i % 6;
    f = fpx_of((ref_poly){c, COUNT}, 7);
    clmodp_context_set_progress(context, stop_at_once, &count);
    assert_int_equal(clmodp_fpx_to_text(&text, f, NULL), CLMODP_CANCELLED);
    assert_true(count > 0);
    assert_null(text);
    clmodp_context_set_progress(context, NULL, NULL);
    OK(clmodp_fpx_to_text(&text, f, NULL));
    assert_memory_equal(text, "4*x^1048575 + 3*x^1048574", 25);
    free(text);
    clmodp_fpx_destroy(f);
    free(c);
}

/* inverse a = 1 modulo m, and x^(p^d) = x modulo an irreducible m of degree d. */
static void test_modulo(void **state)
{
    const uint32_t p = 65537;
    clmodp_fpx *a, *m, *f;
    mpz_t e;

    (void)state;
    mpz_init(e);
    OK(clmodp_fpx_create(context, &a, p));
    OK(clmodp_fpx_create(context, &m, p));
    OK(clmodp_fpx_create(context, &f, p));
    /* 3 generates the units, so that x^4 - 3 is irreducible [Lidl, Niederreiter 1997, 3.75]. */
    OK(clmodp_fpx_from_text(m, "x^4 - 3", 7, "x", NULL));
    OK(clmodp_fpx_from_text(a, "x^9 + 2*x + 5", 13, "x", NULL));
    OK(clmodp_fpx_invmod(f, NULL, a, m, NULL));
    OK(clmodp_fpx_mul(f, NULL, f, a, NULL));
    OK(clmodp_fpx_divrem(NULL, f, NULL, f, m, NULL));
    assert_is(f, (ref_poly){(uint32_t[]){1}, 1}, "inverse times a");
    OK(clmodp_fpx_divrem(NULL, a, NULL, a, m, NULL));
    mpz_ui_pow_ui(e, p, 4);
    OK(clmodp_fpx_powmod(f, NULL, a, e, m, NULL));
    int equal = 0;
    OK(clmodp_fpx_equal(&equal, f, a));
    assert_int_equal(equal, 1);
    mpz_set_ui(e, 0);
    OK(clmodp_fpx_powmod(f, NULL, a, e, m, NULL));
    assert_is(f, (ref_poly){(uint32_t[]){1}, 1}, "power 0");
    OK(clmodp_fpx_from_text(m, "7", 1, NULL, NULL));
    OK(clmodp_fpx_powmod(f, NULL, a, e, m, NULL));
    assert_int_equal(clmodp_fpx_count(f), 0);
    OK(clmodp_fpx_invmod(f, NULL, a, m, NULL));
    assert_int_equal(clmodp_fpx_count(f), 0);
    OK(clmodp_fpx_from_text(m, "x^2 - 4", 7, "x", NULL));
    OK(clmodp_fpx_from_text(a, "x + 2", 5, "x", NULL));
    assert_int_equal(clmodp_fpx_invmod(f, NULL, a, m, NULL), CLMODP_DOMAIN);
    mpz_set_si(e, -1);
    assert_int_equal(clmodp_fpx_powmod(f, NULL, a, e, m, NULL), CLMODP_INVALID);
    OK(clmodp_fpx_upload(m, NULL, 0));
    mpz_set_si(e, 2);
    assert_int_equal(clmodp_fpx_powmod(f, NULL, a, e, m, NULL), CLMODP_DOMAIN);
    assert_int_equal(clmodp_fpx_invmod(f, NULL, a, m, NULL), CLMODP_DOMAIN);
    clmodp_fpx_destroy(f);
    clmodp_fpx_destroy(m);
    clmodp_fpx_destroy(a);
    mpz_clear(e);
}

static int refuse(void *user, double fraction)
{
    (void)user;
    (void)fraction;
    return 1;
}

/* Fails unless a call was refused, in the context's message too, which is cleared. */
static void missed(clmodp_fpx *f, clmodp_status st)
{
    assert_int_equal(st, CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "a polynomial is NULL"));
    OK(clmodp_fpx_set(f, f));
    assert_string_equal(clmodp_context_message(context), "");
}

/* If the output is missing, the context of an operand has the message. */
static void test_missing(void **state)
{
    clmodp_fpx *f;
    mpz_t e;

    (void)state;
    mpz_init_set_ui(e, 2);
    OK(clmodp_fpx_create(context, &f, 7));
    OK(clmodp_fpx_upload(f, (uint32_t[]){1, 6, 5}, 3));
    missed(f, clmodp_fpx_xgcd(NULL, f, NULL, NULL, f, f, NULL));
    missed(f, clmodp_fpx_gcd(NULL, NULL, f, NULL, NULL));
    missed(f, clmodp_fpx_gcd(NULL, NULL, NULL, f, NULL));
    missed(f, clmodp_fpx_gcd(f, NULL, NULL, f, NULL));
    missed(f, clmodp_fpx_mul(NULL, NULL, f, f, NULL));
    missed(f, clmodp_fpx_mul_part(NULL, NULL, f, f, 0, 1, NULL));
    missed(f, clmodp_fpx_invmod(NULL, NULL, f, f, NULL));
    missed(f, clmodp_fpx_powmod(NULL, NULL, f, e, f, NULL));
    missed(f, clmodp_fpx_taylor_shift(NULL, NULL, f, 1, NULL));
    missed(f, clmodp_fpx_divrem(f, NULL, NULL, NULL, f, NULL));
    missed(f, clmodp_fpx_resultant(&(uint64_t){0}, NULL, NULL, f, NULL));
    missed(f, clmodp_fpx_add(NULL, f, f));
    missed(f, clmodp_fpx_shift(NULL, f, 1));
    missed(f, clmodp_fpx_derivative(NULL, f));
    clmodp_fpx_destroy(f);
    mpz_clear(e);
}

static void test_wrong(void **state)
{
    clmodp_context *other = context_open(NULL);
    clmodp_fpx *f, *g, *h, *two, *zero;
    clmodp_fpx_options options;
    clmodp_fpx_report report = {0};
    uint32_t words[] = {1, 6, 5};
    uint64_t r;

    (void)state;
    assert_int_equal(clmodp_fpx_create(NULL, &f, 7), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_create(context, NULL, 7), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_create(context, &f, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_create(context, &f, 0), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_create(context, &f, 2147483649u), CLMODP_INVALID);
    assert_null(f);
    OK(clmodp_fpx_create(context, &f, 7));
    OK(clmodp_fpx_create(context, &g, 5));
    OK(clmodp_fpx_create(other, &h, 7));
    OK(clmodp_fpx_upload(f, words, 3));
    assert_int_equal(clmodp_fpx_upload(g, words, 3), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_upload(f, NULL, 3), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_download(f, words, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_download_part(f, NULL, 0, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_download_part(NULL, words, 0, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, g, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, h, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul(NULL, NULL, f, f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_add(f, f, g), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_sub(f, h, f), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_add(f, NULL, f), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_sub(NULL, f, f), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_divrem(f, f, NULL, f, f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_xgcd(f, f, NULL, NULL, f, f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_resultant(NULL, NULL, f, f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_evaluate(&r, f, 7), CLMODP_INVALID);
    clmodp_fpx_options_init(&options);
    options.algorithm = CLMODP_FPX_FAST;
    OK(clmodp_fpx_create(context, &two, 2));
    OK(clmodp_fpx_upload(two, (uint32_t[]){0, 1}, 2));
    assert_int_equal(clmodp_fpx_gcd(two, NULL, two, two, &options), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_resultant(&r, NULL, two, two, &options), CLMODP_INVALID);
    clmodp_fpx_destroy(two);
    options.s = 1;
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, f, &options), CLMODP_INVALID);
    options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    options.s = 0;
    assert_int_equal(clmodp_fpx_xgcd(f, NULL, NULL, NULL, f, f, &options), CLMODP_UNSUPPORTED);
    options.s = 1 << 30;
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, f, &options), CLMODP_LIMIT);
    options.algorithm = CLMODP_FPX_HOST;
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, f, &options), CLMODP_INVALID);
    options.s = 0;
    options.algorithm = (clmodp_fpx_algorithm)99;
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, f, &options), CLMODP_INVALID);
    options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    assert_int_equal(clmodp_fpx_mul(f, &report, f, f, &options), CLMODP_INVALID);
    clmodp_fpx_report_init(&report);
    options.algorithm = CLMODP_FPX_AUTO;
    OK(clmodp_fpx_create(context, &zero, 7));
    OK(clmodp_fpx_mul(zero, &report, zero, f, &options));
    assert_int_equal(report.algorithm, CLMODP_FPX_HOST);
    clmodp_fpx_destroy(zero);
    options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    options.max_memory = 1;
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, f, &options), CLMODP_DEVICE_MEMORY);
    options.max_memory = 0;
    clmodp_context_set_progress(context, refuse, NULL);
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, f, &options), CLMODP_CANCELLED);
    clmodp_context_set_progress(context, NULL, NULL);
    assert_is(f, (ref_poly){(uint32_t[]){1, 6, 5}, 3}, "unchanged after all that");
    clmodp_fpx_destroy(h);
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
    clmodp_fpx_destroy(NULL);
    clmodp_context_destroy(other);
}

/* Multiplies the costs of operations and threads of fpx/host, or of all others, by factor. */
static void scale_costs(bool of_host, double factor)
{
    for (int k = 0; k < CLM_OPERATIONS; k++)
        if (((k >= CLM_OP_HOST_PRODUCT && k <= CLM_OP_HOST_TRANSFORMS) || k == CLM_OP_THREAD) ==
            of_host)
            context->costs.ns[k] *= factor;
}

/* Returns predicted nanoseconds of values of a polynomial at as many points as coefficients. */
static double predicted(clmodp_fpx_algorithm algorithm, size_t count, uint32_t p)
{
    return clm_fpx_predict(context, CLM_FPX_EVALUATE, algorithm, count, count, p);
}

/* If the host takes far longer than predicted, calls choose the device after some time. The
 * predictions are 0.1 ms for the host and twice that for the device. */
static void test_learns(void **state)
{
    enum { COUNT = 65536, CALLS = 60, P = 998244353 };
    const clm_costs costs = context->costs;
    static uint32_t points[COUNT], values[COUNT];
    clmodp_fpx_algorithm first;
    clmodp_fpx_report report;
    clmodp_fpx *f;
    size_t calls = 0;

    (void)state;
    for (uint32_t k = 0; k < COUNT; k++)
        points[k] = 3 * k + 1;
    OK(clmodp_fpx_create(context, &f, P));
    OK(clmodp_fpx_upload(f, points, COUNT));
    clmodp_fpx_report_init(&report);
    scale_costs(true, 1e5 / predicted(CLMODP_FPX_HOST, COUNT, P));
    scale_costs(false, 2e5 / predicted(CLMODP_FPX_FAST, COUNT, P));
    OK(clmodp_fpx_evaluate_points(values, &report, f, points, COUNT, NULL));
    first = report.algorithm;
    for (; report.algorithm == CLMODP_FPX_HOST && calls < CALLS; calls++)
        OK(clmodp_fpx_evaluate_points(values, &report, f, points, COUNT, NULL));
    context->costs = costs;
    clmodp_fpx_destroy(f);
    assert_int_equal(first, CLMODP_FPX_HOST);
    assert_int_equal(report.algorithm, CLMODP_FPX_FAST);
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_simple),
    cmocka_unit_test(test_sums),
    cmocka_unit_test(test_text),
    cmocka_unit_test(test_text_cancelled),
    cmocka_unit_test(test_writing_cancelled),
    cmocka_unit_test(test_modulo),
    cmocka_unit_test(test_learns),
    cmocka_unit_test(test_missing),
    cmocka_unit_test(test_wrong));
