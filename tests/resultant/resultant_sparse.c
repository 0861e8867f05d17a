/* Tests of polynomials of few terms and degrees in the thousands, against closed forms. Their cost
 * depends on terms and degrees, not on products of degrees. */
#include <stdio.h>
#include <string.h>

#include "arith/prime.h"
#include "core/random.h"
#include "core/size.h"
#include "engines/euclid/memory_plan.h"
#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)
#define PRIME ((UINT64_C(1) << 61) - 1)

/* a x^i y^n + b x^j */
typedef struct binomial {
    long a, b;
    size_t i, j, n;
} binomial;

static uint64_t residue(long a)
{
    return a < 0 ? PRIME - (uint64_t)-a : (uint64_t)a;
}

/* Returns a x^i modulo the prime. */
static uint64_t monomial_at(long a, size_t i, uint64_t x)
{
    return clm_mulmod64(residue(a), clm_powmod64(x, i, PRIME), PRIME);
}

/* With g = gcd(n, m) the powers r^m of the roots r of y^n - A are the (n/g)-th roots of A^(m/g),
 * each occurring g times. So
 *
 *     res_y(a y^n + b, c y^m + d) = (-1)^n (a^(m/g) (-d)^(n/g) - c^(n/g) (-b)^(m/g))^g. */
static uint64_t of_binomials(const binomial *f, const binomial *h, uint64_t x)
{
    const size_t g = clm_size_gcd(f->n, h->n), n = f->n / g, m = h->n / g;
    const uint64_t a = clm_powmod64(monomial_at(f->a, f->i, x), m, PRIME);
    const uint64_t b = clm_powmod64(monomial_at(-f->b, f->j, x), m, PRIME);
    const uint64_t c = clm_powmod64(monomial_at(h->a, h->i, x), n, PRIME);
    const uint64_t d = clm_powmod64(monomial_at(-h->b, h->j, x), n, PRIME);
    const uint64_t root = (clm_mulmod64(a, d, PRIME) + PRIME - clm_mulmod64(c, b, PRIME)) % PRIME;
    const uint64_t value = clm_powmod64(root, g, PRIME);

    return f->n % 2 != 0 ? (PRIME - value) % PRIME : value;
}

static clmodp_zxy *product_of(const binomial *factor, size_t count)
{
    clmodp_zxy *all = zxy_parse("1");

    for (size_t k = 0; k < count; k++) {
        char text[160];
        clmodp_zxy *one, *more;

        snprintf(text, sizeof text, "%ld*x^%zu*y^%zu + %ld*x^%zu", factor[k].a, factor[k].i,
                 factor[k].n, factor[k].b, factor[k].j);
        one = zxy_parse(text);
        more = zxy_mul(all, one);
        DESTROY(one, all);
        all = more;
    }
    return all;
}

static uint64_t value_at(const clmodp_zx *r, uint64_t x)
{
    uint64_t value = 0;
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        value = (clm_mulmod64(value, x, PRIME) + mpz_fdiv_ui(c, PRIME)) % PRIME;
    }
    mpz_clear(c);
    return value;
}

/* Checks products of binomials in both orders, at some points modulo a prime. */
static void check(clmodp_context *context, const binomial *f, size_t factors_f, const binomial *g,
                  size_t factors_g, uint64_t seed)
{
    clmodp_zxy *all_f = product_of(f, factors_f), *all_g = product_of(g, factors_g);
    clmodp_zx *r = zx_new();

    if (clmodp_resultant(context, r, NULL, all_f, all_g, NULL) != CLMODP_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, clmodp_context_message(context));
    for (uint64_t x = 3; x < 1000; x *= 7) {
        uint64_t expected = 1;

        for (size_t k = 0; k < factors_f; k++)
            for (size_t l = 0; l < factors_g; l++)
                expected = clm_mulmod64(expected, of_binomials(&f[k], &g[l], x), PRIME);
        if (value_at(r, x) != expected)
            fail_msg("seed %llu: wrong at %llu", (unsigned long long)seed, (unsigned long long)x);
    }
    DESTROY(r, all_g, all_f);
}

/* Factors of f have many terms or high powers in x; g has low degree. */
static void products_of_binomials(void **state)
{
    for (uint64_t seed = 0; seed < random_cases(12); seed++) {
        clm_random random = {seed};
        binomial f[2], g[2];

        for (size_t k = 0; k < 2; k++) {
            f[k] = (binomial){.a = 1 + (long)clm_random_below(&random, 3),
                              .b = 1 - 2 * (long)clm_random_below(&random, 2),
                              .i = clm_random_below(&random, 40),
                              .j = clm_random_below(&random, 40),
                              .n = 1 + clm_random_below(&random, 1500)};
            g[k] = (binomial){.a = 1 - 2 * (long)clm_random_below(&random, 2), .b = 1,
                              .i = clm_random_below(&random, 2),
                              .j = clm_random_below(&random, 2),
                              .n = 1 + clm_random_below(&random, 3)};
        }
        check(*state, f, 1 + seed % 2, g, 1 + seed / 2 % 2, seed);
        check(*state, g, 1 + seed / 2 % 2, f, 1 + seed % 2, seed);
    }
}

/* y^n + x and y^2 - x: after a shear one long row among n zero rows. */
static void long_gaps(void **state)
{
    static const size_t degrees[] = {2001, 20001, 60000, 100003};
    const binomial g = {.a = 1, .n = 2, .b = -1, .j = 1};

    for (size_t k = 0; k < sizeof degrees / sizeof *degrees; k++) {
        const binomial f = {.a = 1, .n = degrees[k], .b = 1, .j = 1};

        check(*state, &f, 1, &g, 1, k);
        check(*state, &g, 1, &f, 1, k);
    }
}

/* The roots of the monic g are roots of unity of one order, so powers of y matter only modulo this
 * order: res(g, f) is the product of f(r) over the roots r. */
static void roots_of_unity(void **state)
{
    static const struct {
        size_t order;
        const char *g;
    } cases[] = {
        {3, "y^2 + y + 1"},
        {6, "y^2 - y + 1"},
        {5, "y^4 + y^3 + y^2 + y + 1"},
        {7, "y^6 + y^5 + y^4 + y^3 + y^2 + y + 1"},
    };

    for (size_t n = 60000; n <= 200000; n += 139999)
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            const size_t order = cases[c].order;
            const clmodp_resultant_options options = {
                .size = sizeof options,
                .mode = c % 2 == 0 ? CLMODP_MODE_CERTIFIED : CLMODP_MODE_PROBABLE};
            clmodp_zxy *g = zxy_parse(cases[c].g);
            clmodp_zxy *f = zxy_trinomial(1, n, 0, 0, -7, 3);
            clmodp_zxy *low = zxy_trinomial(1, n % order + order, 0, 0, -7, 3);
            clmodp_zx *r = zx_new(), *expected = zx_new();

            OK(clmodp_zxy_set_coeff_si(f, 1, 1, 1234));
            OK(clmodp_zxy_set_coeff_si(f, 1, 1, n - 2));
            OK(clmodp_zxy_set_coeff_si(low, 1, 1, 1234 % order + 2 * order));
            OK(clmodp_zxy_set_coeff_si(low, 1, 1, (n - 2) % order + 3 * order));
            OK(clmodp_resultant(*state, r, NULL, g, f, &options));
            OK(clmodp_resultant(*state, expected, NULL, g, low, NULL));
            assert_true(clmodp_zx_equal(r, expected));
            DESTROY(expected, r, low, f, g);
        }
}

/* Returns a sum of terms of degrees up to n in y, with terms in y^n and y^0. */
static clmodp_zxy *draw(clm_random *random, size_t n, size_t terms, size_t degree_x)
{
    clmodp_zxy *f = zxy_new();

    for (size_t k = 0; k < terms; k++) {
        const size_t j = k == 0 ? n : k == 1 ? 0 : clm_random_below(random, n);
        const long c = 1 + (long)clm_random_below(random, 200);

        OK(clmodp_zxy_set_coeff_si(f, k % 2 == 0 ? c : -c, clm_random_below(random, degree_x + 1),
                                   j));
    }
    OK(clmodp_zxy_set_coeff_si(f, 1, 0, n - n / 7));
    return f;
}

/* Device and host agree over Z and modulo primes: small ones, with leading coefficients vanishing
 * at some points, and large ones, for which lockstep Euclid balances residues. */
static void engines_agree(void **state)
{
    static const uint32_t moduli[] = {0, 65537, 2147483647, 12289, 101};

    for (uint64_t seed = 0; seed < random_cases(16); seed++) {
        clm_random random = {seed};
        const size_t m = 3 + clm_random_below(&random, 4);
        const size_t n = 64 * m + clm_random_below(&random, 300);
        const bool minor = seed / 5 % 2 == 0;
        clmodp_zxy *f = draw(&random, n, 3, 1), *g = draw(&random, m, 2 + m / 2, seed % 3 == 0);
        clmodp_zx *r[2] = {zx_new(), zx_new()};
        clmodp_zxy *s[2] = {zxy_new(), zxy_new()};

        for (size_t e = 0; e < 2; e++) {
            const clmodp_resultant_options options = {
                .size = sizeof options,
                .engine = e == 0 ? CLMODP_ENGINE_EUCLID : CLMODP_ENGINE_HOST};
            const clmodp_problem problem = {
                .size = sizeof problem, .f = seed / 4 % 2 == 0 ? f : g,
                .g = seed / 4 % 2 == 0 ? g : f, .modulus = moduli[seed % 5], .r = r[e],
                .s = minor ? s[e] : NULL, .k = minor ? 1 : 0,
                .operation = minor ? CLMODP_OPERATION_SUBRESULTANT : CLMODP_OPERATION_RESULTANT};

            if (clmodp_compute(*state, &problem, &options) != CLMODP_OK)
                fail_msg("seed %llu: %s", (unsigned long long)seed,
                         clmodp_context_message(*state));
        }
        if (!clmodp_zx_equal(r[0], r[1]) || !clmodp_zxy_equal(s[0], s[1]))
            fail_msg("seed %llu: engines disagree", (unsigned long long)seed);
        for (size_t e = 0; e < 2; e++)
            DESTROY(s[e], r[e]);
        DESTROY(g, f);
    }
}

/* Memory of host and device is far below a word for each power of x and y. */
static void memory_is_that_of_terms(void **state)
{
    static const char *const texts[] = {"y^20001 + x", "(x^4001 - 1)*(y^4000 + x)",
                                        "(x^4001 - 1)*(y^4001 + x)"};
    clmodp_zxy *g = zxy_parse("y^2 - x");
    clmodp_zx *r = zx_new();

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        clmodp_resultant_report report = {.size = sizeof report};
        clmodp_zxy *f = zxy_parse(texts[k]);

        if (clmodp_resultant(*state, r, &report, f, g, NULL) != CLMODP_OK)
            fail_msg("%s: %s", texts[k], clmodp_context_message(*state));
        if (report.memory_bytes > 16 << 20)
            fail_msg("%s: %llu bytes", texts[k], (unsigned long long)report.memory_bytes);
        clmodp_zxy_destroy(f);
    }
    DESTROY(r, g);
}

/* Returns the number in the message after these words. */
static uint64_t number_after(const char *message, const char *words)
{
    const char *place = strstr(message, words);

    if (place == NULL)
        fail_msg("no \"%s\" in: %s", words, message);
    return strtoull(place + strlen(words), NULL, 10);
}

/* The figures in messages about too little memory are true. */
static void refusals_tell_why(void **state)
{
    clmodp_context *context = context_open(NULL);
    clmodp_zxy *f = zxy_parse("y^20000 + x^60000*y + x + 1"), *g = zxy_parse("y^3 + x*y + 2");
    clm_row_layout layout = {0};
    const clm_memory_work work = {.layout = &layout, .points = 64, .cosets = 1, .primes = 1,
                                  .results = 1};
    clm_memory_plan plan;
    const char *message;

    (void)state;
    assert_int_equal(clm_row_layout_create(&context->error, &layout, f, g, false), CLMODP_OK);
    context->device.max_allocation = 1 << 16; /* less than one point of f in y */
    assert_int_equal(clm_memory_plan_create(context, &plan, &work),
                     CLMODP_DEVICE_MEMORY);
    message = clmodp_context_message(context);
    assert_true(number_after(message, "needs a buffer of ") > 1 << 16);
    assert_true(number_after(message, "points needs ") < 1 << 28);
    clm_row_layout_destroy(&layout);
    layout = (clm_row_layout){.p = 40, .q = 3, .count = 45, .residues = (size_t)1 << 30,
                              .longest = 1 << 30, .padded = 1 << 30};
    context->device.max_allocation = UINT64_MAX;
    context->call->max_memory = UINT64_MAX;
    assert_int_equal(clm_memory_plan_create(context, &plan, &work), CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(context), "1073741824 coefficients"));
    DESTROY(g, f);
    clmodp_context_destroy(context);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(products_of_binomials),
    cmocka_unit_test(long_gaps),
    cmocka_unit_test(roots_of_unity),
    cmocka_unit_test(engines_agree),
    cmocka_unit_test(memory_is_that_of_terms),
    cmocka_unit_test(refusals_tell_why));
