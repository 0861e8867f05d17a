/* Tests rational reconstruction over F_p against Euclid's algorithm by divisions, one at a time,
 * and against known Padé approximants. */
#include "core/random.h"
#include "support/fpx.h"
#include "support/small.h"

static const uint64_t primes[] = {2, 3, 65537, 998244353, 2147483647, 2147483659,
                                  UINT64_C(4611686018427387847)};
#define PRIMES (sizeof primes / sizeof *primes)

static clmodp_fpx *create(uint64_t p, const char *text)
{
    clmodp_fpx *f;

    OK(clmodp_fpx_create(context, &f, p));
    OK(clmodp_fpx_from_text(f, text, CLMODP_STRING, "x", NULL));
    return f;
}

/* Sets f to a random polynomial of `count` coefficients. */
static void set_random(clmodp_fpx *f, clm_random *random, size_t count)
{
    const uint64_t p = clmodp_fpx_modulus(f);
    uint64_t *c = calloc(count + 1, sizeof *c);

    assert_non_null(c);
    for (size_t k = 0; k < count; k++)
        c[k] = clm_random_below(random, p);
    if (count > 0)
        c[count - 1] = 1 + clm_random_below(random, p - 1);
    OK(clmodp_fpx_upload_u64(f, c, count));
    free(c);
}

static void assert_same(const clmodp_fpx *a, const clmodp_fpx *b, const char *what, size_t k)
{
    int same;

    OK(clmodp_fpx_equal(&same, a, b));
    if (!same)
        fail_msg("%s modulo %llu for k = %zu: %zu coefficients, expected %zu", what,
                 (unsigned long long)clmodp_fpx_modulus(a), k, clmodp_fpx_count(a),
                 clmodp_fpx_count(b));
}

/* (a, b) := (b, a - q b) */
static void eliminate(clmodp_fpx **a, clmodp_fpx **b, const clmodp_fpx *q)
{
    clmodp_fpx *product = create(clmodp_fpx_modulus(q), "0"), *old = *a;

    OK(clmodp_fpx_mul(product, NULL, q, *b, NULL));
    OK(clmodp_fpx_sub(old, old, product));
    *a = *b;
    *b = old;
    clmodp_fpx_destroy(product);
}

/* Sets r, t and g to the results expected for f and m, by single divisions. */
static void find_expected(clmodp_fpx *const out[3], const clmodp_fpx *f, const clmodp_fpx *m,
                          size_t k)
{
    const uint64_t p = clmodp_fpx_modulus(f);
    clmodp_fpx *r[2] = {create(p, "0"), create(p, "0")}, *t[2] = {create(p, "0"), create(p, "1")};
    clmodp_fpx *q = create(p, "0"), *lead = create(p, "0");

    OK(clmodp_fpx_set(r[0], m));
    OK(clmodp_fpx_divrem(NULL, r[1], NULL, f, m, NULL));
    while (clmodp_fpx_count(r[1]) > k) {
        OK(clmodp_fpx_divrem(q, NULL, NULL, r[0], r[1], NULL));
        eliminate(&r[0], &r[1], q);
        eliminate(&t[0], &t[1], q);
    }
    OK(clmodp_fpx_shift(lead, t[1], -clmodp_fpx_degree(t[1])));
    OK(clmodp_fpx_divrem(out[0], NULL, NULL, r[1], lead, NULL));
    OK(clmodp_fpx_divrem(out[1], NULL, NULL, t[1], lead, NULL));
    OK(clmodp_fpx_gcd(out[2], NULL, m, out[1], NULL)); /* that of r and t */
    clmodp_fpx_destroy(lead);
    clmodp_fpx_destroy(q);
    for (int i = 0; i < 2; i++) {
        clmodp_fpx_destroy(t[i]);
        clmodp_fpx_destroy(r[i]);
    }
}

/* Compares the results of all algorithms; also if an input or nothing is an output. */
static void check(const clmodp_fpx *f, const clmodp_fpx *m, size_t k)
{
    static const char *const names[] = {"remainder", "cofactor", "gcd"};
    const uint64_t p = clmodp_fpx_modulus(f);
    clmodp_fpx *out[3], *expected[3];
    clmodp_fpx_options options;

    clmodp_fpx_options_init(&options);
    for (int i = 0; i < 3; i++) {
        out[i] = create(p, "0");
        expected[i] = create(p, "0");
    }
    find_expected(expected, f, m, k);
    assert_true(k >= clmodp_fpx_count(m) ||
                clmodp_fpx_count(expected[1]) + k <= clmodp_fpx_count(m));
    for (int i = 0; i < 3; i++) {
        static const clmodp_fpx_algorithm all[] = {CLMODP_FPX_AUTO, CLMODP_FPX_HOST,
                                                   CLMODP_FPX_FAST};

        options.algorithm = all[i];
        if (all[i] == CLMODP_FPX_FAST && (p == 2 || p >> 31 != 0))
            break;
        OK(clmodp_fpx_ratrecon(out[0], out[1], out[2], NULL, f, m, k, &options));
        for (int j = 0; j < 3; j++)
            assert_same(out[j], expected[j], names[j], k);
    }
    OK(clmodp_fpx_set(out[0], f));
    OK(clmodp_fpx_set(out[1], m));
    OK(clmodp_fpx_ratrecon(out[1], out[0], NULL, NULL, out[0], out[1], k, NULL));
    assert_same(out[1], expected[0], "remainder instead of m", k);
    assert_same(out[0], expected[1], "cofactor instead of f", k);
    OK(clmodp_fpx_mul(out[0], NULL, out[0], f, NULL));
    OK(clmodp_fpx_sub(out[0], out[0], out[1]));
    OK(clmodp_fpx_divrem(NULL, out[0], NULL, out[0], m, NULL));
    assert_int_equal(clmodp_fpx_count(out[0]), 0); /* t f - r modulo m */
    for (int i = 0; i < 3; i++) {
        clmodp_fpx_destroy(expected[i]);
        clmodp_fpx_destroy(out[i]);
    }
}

/* Sets f and m to polynomials whose quotients have degree 1, but every `often`-th up to `most`,
 * with a gcd of `common` coefficients. */
static void make_sequence(clmodp_fpx *f, clmodp_fpx *m, clm_random *random, const size_t sizes[4])
{
    const size_t count = sizes[0], common = sizes[1], often = sizes[2], most = sizes[3];
    clmodp_fpx *a = create(clmodp_fpx_modulus(f), "0"), *b = create(clmodp_fpx_modulus(f), "0");
    clmodp_fpx *q = create(clmodp_fpx_modulus(f), "0");

    set_random(b, random, common);
    do {
        const size_t jump = clm_random_below(random, often) == 0 ? most : 1;

        set_random(q, random, 2 + clm_random_below(random, jump));
        eliminate(&a, &b, q);
    } while (clmodp_fpx_count(b) < count);
    OK(clmodp_fpx_set(f, a));
    OK(clmodp_fpx_set(m, b));
    clmodp_fpx_destroy(q);
    clmodp_fpx_destroy(b);
    clmodp_fpx_destroy(a);
}

static void test_sequences(void **state)
{
    static const size_t cases[][4] = {
        {2, 1, 1, 1},     {9, 2, 2, 1},      {40, 1, 3, 3},      {40, 7, 3, 5},
        {150, 1, 1, 1},   {150, 30, 9, 40},  {200, 199, 1, 1},   {330, 1, 20, 90},
        {700, 1, 1, 1},   {700, 3, 50, 300}, {1100, 300, 9, 20}, {1500, 1, 4, 3},
        {2500, 1, 90, 900}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t j = 0; j < PRIMES; j++) {
            clm_random random = {100 * i + j};
            clmodp_fpx *f, *m;
            size_t n;

            if ((small_tests() && i > 6) || (i > 8 && (i + j) % 3 > 0))
                continue;
            f = create(primes[j], "0");
            m = create(primes[j], "0");
            make_sequence(f, m, &random, cases[i]);
            n = (size_t)clmodp_fpx_degree(m);
            for (size_t k = 0; k < n + 2; k += 1 + (n > 40 ? n / 5 : 0))
                check(f, m, k);
            check(f, m, cases[i][1] - 1);
            check(f, m, cases[i][1]);
            check(f, m, n - 1);
            clmodp_fpx_destroy(m);
            clmodp_fpx_destroy(f);
        }
}

/* f is 0, constant, longer than m or a multiple of it; m is constant; quotients of high degree. */
static void test_ugly(void **state)
{
    static const char *const f[] = {"0", "1", "-3", "x", "x + 1", "x^7 + x", "(x^3 + 1)^2",
                                    "x^90 - 1", "x^89 + x + 1"};
    static const char *const m[] = {"1", "-2", "x", "x + 1", "x^2", "x^3 + 1", "x^7 + x",
                                    "x^100 - 1", "x^90 + 1"};
    static const size_t bounds[] = {0, 1, 2, 3, 6, 10, 11, 50, 89, 90, 91, 100, 101, SIZE_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof f / sizeof *f; i++)
        for (size_t j = 0; j < sizeof m / sizeof *m; j++)
            for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
                const uint64_t p = primes[(i + j + k) % PRIMES];
                clmodp_fpx *a = create(p, f[i]), *b = create(p, m[j]);

                if (clmodp_fpx_count(b) > 0)
                    check(a, b, bounds[k]);
                clmodp_fpx_destroy(b);
                clmodp_fpx_destroy(a);
            }
}

/* The [1/1] approximant of exp is (2 + x) / (2 - x), and x has no inverse modulo x^2. */
static void test_known(void **state)
{
    clmodp_fpx *r = create(101, "0"), *t = create(101, "0"), *g = create(101, "0");
    clmodp_fpx *f = create(101, "1 + x + x^2/2"), *m = create(101, "x^3");
    clmodp_fpx *of_r = create(101, "-x - 2"), *of_t = create(101, "x - 2");

    (void)state;
    OK(clmodp_fpx_ratrecon(r, t, g, NULL, f, m, 2, NULL));
    assert_same(r, of_r, "numerator", 2);
    assert_same(t, of_t, "denominator", 2);
    assert_int_equal(clmodp_fpx_degree(g), 0);
    OK(clmodp_fpx_from_text(f, "x", 1, "x", NULL));
    OK(clmodp_fpx_from_text(m, "x^2", 3, "x", NULL));
    OK(clmodp_fpx_ratrecon(r, t, g, NULL, f, m, 1, NULL));
    assert_int_equal(clmodp_fpx_count(r), 0);
    assert_same(t, f, "cofactor", 1);
    assert_same(g, f, "gcd", 1);
    OK(clmodp_fpx_ratrecon(r, NULL, NULL, NULL, f, m, 2, NULL));
    assert_same(r, f, "remainder", 2);
    clmodp_fpx_destroy(of_t);
    clmodp_fpx_destroy(of_r);
    clmodp_fpx_destroy(m);
    clmodp_fpx_destroy(f);
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(t);
    clmodp_fpx_destroy(r);
}

static void refused(clmodp_status got, clmodp_status expected, const char *message)
{
    assert_int_equal(got, expected);
    if (strstr(clmodp_context_message(context), message) == NULL)
        fail_msg("%s", clmodp_context_message(context));
}

static void test_wrong(void **state)
{
    clmodp_fpx *f = create(7, "x"), *m = create(7, "x^3"), *t = create(7, "0");
    clmodp_fpx *zero = create(7, "0"), *two = create(2, "x");
    clmodp_fpx_options options;

    (void)state;
    clmodp_fpx_options_init(&options);
    refused(clmodp_fpx_ratrecon(t, NULL, NULL, NULL, f, zero, 1, NULL), CLMODP_DOMAIN,
            "m is the zero polynomial");
    refused(clmodp_fpx_ratrecon(NULL, t, NULL, NULL, f, m, 1, NULL), CLMODP_INVALID, "NULL");
    refused(clmodp_fpx_ratrecon(t, NULL, NULL, NULL, f, NULL, 1, NULL), CLMODP_INVALID, "NULL");
    refused(clmodp_fpx_ratrecon(t, NULL, NULL, NULL, f, two, 1, NULL), CLMODP_INVALID, "primes");
    refused(clmodp_fpx_ratrecon(t, t, NULL, NULL, f, m, 1, NULL), CLMODP_INVALID, "two results");
    refused(clmodp_fpx_ratrecon(t, NULL, t, NULL, f, m, 1, NULL), CLMODP_INVALID, "two results");
    refused(clmodp_fpx_ratrecon(t, f, f, NULL, f, m, 1, NULL), CLMODP_INVALID, "two results");
    options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    refused(clmodp_fpx_ratrecon(t, NULL, NULL, NULL, f, m, 1, &options), CLMODP_UNSUPPORTED,
            "rational reconstructions");
    assert_int_equal(clmodp_fpx_count(t), 0);
    assert_int_equal(clmodp_fpx_ratrecon(NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL),
                     CLMODP_INVALID);
    clmodp_fpx_destroy(two);
    clmodp_fpx_destroy(zero);
    clmodp_fpx_destroy(t);
    clmodp_fpx_destroy(m);
    clmodp_fpx_destroy(f);
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_sequences),
    cmocka_unit_test(test_ugly),
    cmocka_unit_test(test_known),
    cmocka_unit_test(test_wrong));
