/* Tests of polynomials modulo primes from 2^31 to 2^62 against identities and schoolbook. */
#include <clmodp/fpx.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/random.h"
#include "support/context.h"
#include "support/small.h"

#define OK(call) assert_int_equal(call, CLMODP_OK)

static const uint64_t primes[] = {2147483659, (UINT64_C(1) << 61) - 1,
                                  UINT64_C(4611686018427387847),
                                  UINT64_C(4294967311), UINT64_C(281474976710677),
                                  UINT64_C(36028797018963913), UINT64_C(36028797018963971),
                                  UINT64_C(1099511627689)};
enum { PRIMES = 8, MOST = 1500, SHORT = 41 };

static clmodp_context *context;

static clmodp_fpx *create(uint64_t p)
{
    clmodp_fpx *f;

    OK(clmodp_fpx_create(context, &f, p));
    return f;
}

/* Returns a polynomial of at most `count` coefficients. */
static clmodp_fpx *random_fpx(clm_random *random, size_t count, uint64_t p)
{
    clmodp_fpx *f = create(p);
    uint64_t c[MOST];

    for (size_t i = 0; i < count; i++)
        c[i] = clm_random_below(random, 8) == 0 ? p - 1 : clm_random_below(random, p);
    OK(clmodp_fpx_upload_u64(f, c, count));
    return f;
}

/* Fills c with the coefficients. Returns their number. */
static size_t words_of(uint64_t *c, const clmodp_fpx *f)
{
    OK(clmodp_fpx_download_u64(f, c, 0, MOST));
    return clmodp_fpx_count(f);
}

static void assert_same(const clmodp_fpx *a, const clmodp_fpx *b)
{
    int same;

    OK(clmodp_fpx_equal(&same, a, b));
    assert_true(same);
}

static void check_product(const clmodp_fpx *f, const clmodp_fpx *g, uint64_t p)
{
    uint64_t a[MOST], b[MOST], c[MOST], wanted[2 * MOST] = {0};
    const size_t n = words_of(a, f), m = words_of(b, g);
    clmodp_fpx *product = create(p);

    OK(clmodp_fpx_mul(product, NULL, f, g, NULL));
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < m; k++)
            wanted[i + k] = (wanted[i + k] + clm_mulmod64(a[i], b[k], p)) % p;
    assert_int_equal(clmodp_fpx_count(product), n > 0 && m > 0 ? n + m - 1 : 0);
    (void)words_of(c, product);
    assert_memory_equal(c, wanted, MOST * sizeof *c);
    OK(clmodp_fpx_mul_part(product, NULL, f, g, 1, 3, NULL));
    OK(clmodp_fpx_download_u64(product, c, 0, 3));
    assert_memory_equal(c, wanted + 1, 3 * sizeof *c);
    clmodp_fpx_destroy(product);
}

/* Products and squares around the lengths at which algorithms change, with the largest sums of all
 * coefficients p - 1, and any part of them. */
static void test_products(void **state)
{
    static const size_t lengths[][2] = {{19, 20},   {20, 20},   {23, 47},   {48, 48},  {49, 100},
                                        {95, 95},   {96, 97},   {192, 192}, {193, 193}, {191, 700},
                                        {96, 300},  {144, 150}, {145, 145}, {146, 146}, {146, 700},
                                        {300, 301}, {700, 700}};
    clm_random random = {65};

    context = *state;
    for (size_t k = 0; k < PRIMES * sizeof lengths / sizeof *lengths; k++) {
        const uint64_t p = primes[k % PRIMES];
        const size_t n = lengths[k / PRIMES][0], m = lengths[k / PRIMES][1];
        clmodp_fpx *f = random_fpx(&random, n, p), *g = random_fpx(&random, m, p);
        clmodp_fpx *product = create(p);
        uint64_t all[MOST], part[MOST], c[MOST];

        check_product(f, g, p);
        check_product(f, f, p);
        OK(clmodp_fpx_mul(product, NULL, f, g, NULL));
        OK(clmodp_fpx_download_u64(product, all, 0, MOST));
        for (size_t i = 0; i < 4; i++) {
            const size_t low = clm_random_below(&random, n);
            const size_t count = 1 + clm_random_below(&random, i < 2 ? n : n + m - low);

            OK(clmodp_fpx_mul_part(product, NULL, f, g, low, count, NULL));
            OK(clmodp_fpx_download_u64(product, part, 0, count));
            assert_memory_equal(part, all + low, count * sizeof *part);
        }
        for (size_t i = 0; i < n; i++)
            c[i] = p - 1;
        OK(clmodp_fpx_upload_u64(f, c, n));
        check_product(f, f, p);
        clmodp_fpx_destroy(product);
        clmodp_fpx_destroy(g);
        clmodp_fpx_destroy(f);
    }
}

/* f = q g + r, and g divides q g. */
static void check_division(const clmodp_fpx *f, const clmodp_fpx *g, uint64_t p)
{
    clmodp_fpx *q = create(p), *r = create(p), *sum = create(p);

    OK(clmodp_fpx_divrem(q, r, NULL, f, g, NULL));
    assert_true(clmodp_fpx_count(r) < clmodp_fpx_count(g));
    OK(clmodp_fpx_mul(sum, NULL, q, g, NULL));
    OK(clmodp_fpx_add(sum, sum, r));
    assert_same(sum, f);
    clmodp_fpx_destroy(sum);
    clmodp_fpx_destroy(r);
    clmodp_fpx_destroy(q);
}

/* The gcd of f h and g h is a multiple of h and u f h + v g h, and the resultant is that of
 * schoolbook. */
static void check_gcd(clmodp_fpx *f, clmodp_fpx *g, const clmodp_fpx *h, uint64_t p)
{
    clmodp_fpx *d = create(p), *u = create(p), *v = create(p), *rest = create(p);
    uint64_t a[MOST], b[MOST], r, lead;
    size_t n, m;

    OK(clmodp_fpx_mul(f, NULL, f, h, NULL));
    OK(clmodp_fpx_mul(g, NULL, g, h, NULL));
    OK(clmodp_fpx_resultant(&r, NULL, f, g, NULL));
    n = words_of(a, f);
    m = words_of(b, g);
    assert_int_equal(r, n > 0 && m > 0 ? clm_resultant_mod64(a, n - 1, b, m - 1, p) : 0);
    OK(clmodp_fpx_xgcd(d, u, v, NULL, f, g, NULL));
    OK(clmodp_fpx_gcd(rest, NULL, f, g, NULL));
    assert_same(rest, d);
    if (clmodp_fpx_count(d) > 0) {
        OK(clmodp_fpx_download_u64(d, &lead, clmodp_fpx_count(d) - 1, 1));
        assert_int_equal(lead, 1);
    }
    if (clmodp_fpx_count(h) > 0) {
        OK(clmodp_fpx_divrem(NULL, rest, NULL, d, h, NULL));
        assert_int_equal(clmodp_fpx_count(rest), 0);
    }
    OK(clmodp_fpx_mul(u, NULL, u, f, NULL));
    OK(clmodp_fpx_mul(v, NULL, v, g, NULL));
    OK(clmodp_fpx_add(u, u, v));
    assert_same(u, d);
    clmodp_fpx_destroy(rest);
    clmodp_fpx_destroy(v);
    clmodp_fpx_destroy(u);
    clmodp_fpx_destroy(d);
}

/* Returns a polynomial of at most `count` coefficients: p - 1, few others than 0, or random. */
static clmodp_fpx *ugly_fpx(clm_random *random, size_t count, uint64_t p)
{
    const uint64_t kind = clm_random_below(random, 4);
    clmodp_fpx *f = create(p);
    uint64_t c[SHORT];

    for (size_t i = 0; i < count; i++)
        c[i] = kind == 0                                      ? p - 1
               : kind == 1 && clm_random_below(random, 3) > 0 ? 0
                                                              : clm_random_below(random, p);
    OK(clmodp_fpx_upload_u64(f, c, count));
    return f;
}

/* Checks results that overwrite operands, and a shift f(x + c) by its values and by the shift
 * back. */
static void check_places(const clmodp_fpx *f, const clmodp_fpx *g, uint64_t x, uint64_t by,
                         uint64_t p)
{
    clmodp_fpx *a = create(p), *b = create(p), *q = create(p), *r = create(p);
    uint64_t value, expected;

    OK(clmodp_fpx_set(a, f));
    OK(clmodp_fpx_mul(q, NULL, f, g, NULL));
    OK(clmodp_fpx_mul(a, NULL, a, g, NULL));
    assert_same(a, q);
    OK(clmodp_fpx_set(a, f));
    OK(clmodp_fpx_gcd(q, NULL, f, g, NULL));
    OK(clmodp_fpx_gcd(a, NULL, g, a, NULL));
    assert_same(a, q);
    if (clmodp_fpx_count(g) > 0) {
        OK(clmodp_fpx_set(a, f));
        OK(clmodp_fpx_set(b, g));
        OK(clmodp_fpx_divrem(q, r, NULL, f, g, NULL));
        OK(clmodp_fpx_divrem(b, a, NULL, a, b, NULL));
        assert_same(b, q);
        assert_same(a, r);
    }
    OK(clmodp_fpx_taylor_shift(a, NULL, f, by, NULL));
    OK(clmodp_fpx_evaluate(&value, a, x));
    OK(clmodp_fpx_evaluate(&expected, f, (x + by) % p));
    assert_int_equal(value, expected);
    OK(clmodp_fpx_taylor_shift(a, NULL, a, (p - by) % p, NULL));
    assert_same(a, f);
    clmodp_fpx_destroy(r);
    clmodp_fpx_destroy(q);
    clmodp_fpx_destroy(b);
    clmodp_fpx_destroy(a);
}

/* All pairs of short lengths. */
static void test_short(void **state)
{
    clm_random random = {66};

    context = *state;
    for (size_t k = 0; k < PRIMES * SHORT * SHORT; k += small_tests() ? 19 : 1) {
        const uint64_t p = primes[k % PRIMES];
        clmodp_fpx *f = ugly_fpx(&random, k / PRIMES / SHORT, p);
        clmodp_fpx *g = ugly_fpx(&random, k / PRIMES % SHORT, p);
        clmodp_fpx *h = ugly_fpx(&random, k % 4, p);

        check_product(f, g, p);
        check_product(f, f, p);
        check_places(f, g, clm_random_below(&random, p), clm_random_below(&random, p), p);
        if (clmodp_fpx_count(g) > 0)
            check_division(f, g, p);
        check_gcd(f, g, h, p);
        clmodp_fpx_destroy(h);
        clmodp_fpx_destroy(g);
        clmodp_fpx_destroy(f);
    }
}

static void test_arithmetic(void **state)
{
    static const size_t lengths[][3] = {{0, 3, 2}, {1, 1, 1},   {5, 4, 2},    {4, 9, 3},
                                        {2, 0, 2}, {41, 60, 5}, {300, 290, 9}, {700, 330, 1},
                                        {345, 280, 3}, {219, 110, 2}, {250, 111, 1}};
    clm_random random = {62};

    context = *state;
    for (size_t k = 0; k < PRIMES * sizeof lengths / sizeof *lengths; k++) {
        const uint64_t p = primes[k % PRIMES];
        const size_t *length = lengths[k / PRIMES];
        clmodp_fpx *f = random_fpx(&random, length[0], p), *g = random_fpx(&random, length[1], p);
        clmodp_fpx *h = random_fpx(&random, length[2], p);

        check_product(f, g, p);
        if (length[1] > 0)
            check_division(f, g, p);
        check_gcd(f, g, h, p);
        clmodp_fpx_destroy(h);
        clmodp_fpx_destroy(g);
        clmodp_fpx_destroy(f);
    }
}

/* A resultant of coprime polynomials of all small degrees, not 0. */
static void test_resultants(void **state)
{
    clm_random random = {63};

    context = *state;
    for (size_t k = 0; k < 90; k++) {
        const uint64_t p = primes[k % PRIMES];
        const size_t n = k < 81 ? 1 + k / 9 : 255 + k % 7, m = k < 81 ? 1 + k % 9 : 270 - k % 3;
        clmodp_fpx *f = random_fpx(&random, n, p), *g = random_fpx(&random, m, p);
        uint64_t a[MOST], b[MOST], r;

        OK(clmodp_fpx_resultant(&r, NULL, f, g, NULL));
        (void)words_of(a, f);
        (void)words_of(b, g);
        assert_int_equal(r, clm_resultant_mod64(a, n - 1, b, m - 1, p));
        clmodp_fpx_destroy(g);
        clmodp_fpx_destroy(f);
    }
}

/* Fermat: x^p = x modulo the product of x - k; a shift moves values; inverses. */
static void test_powers_and_points(void **state)
{
    clm_random random = {64};
    uint64_t x[20], y[20], z[20], value;

    context = *state;
    for (size_t n = 0; n < PRIMES; n++) {
        const uint64_t p = primes[n];
        clmodp_fpx *f = random_fpx(&random, 20, p), *g = create(p), *m = create(p);
        mpz_t e;

        for (size_t k = 0; k < 20; k++)
            x[k] = 20 - k + (k % 2 == 0 ? p - 21 : 0);
        OK(clmodp_fpx_evaluate_points_u64(y, NULL, f, x, 20, NULL));
        OK(clmodp_fpx_interpolate_u64(g, NULL, x, y, 20, NULL));
        assert_same(f, g);
        OK(clmodp_fpx_taylor_shift(g, NULL, f, 5, NULL));
        for (size_t k = 0; k < 20; k++) {
            OK(clmodp_fpx_evaluate(&value, f, x[k]));
            assert_int_equal(value, y[k]);
            OK(clmodp_fpx_evaluate(&value, g, (x[k] + p - 5) % p));
            assert_int_equal(value, y[k]);
        }
        mpz_init_set_ui(e, p);
        OK(clmodp_fpx_from_text(m, "x^3 - 6*x^2 + 11*x - 6", CLMODP_STRING, "x", NULL));
        OK(clmodp_fpx_from_text(g, "x", CLMODP_STRING, "x", NULL));
        OK(clmodp_fpx_powmod(g, NULL, g, e, m, NULL));
        OK(clmodp_fpx_download_u64(g, z, 0, 3));
        assert_true(z[0] == 0 && z[1] == 1 && z[2] == 0);
        OK(clmodp_fpx_invmod(g, NULL, f, m, NULL));
        OK(clmodp_fpx_mul(g, NULL, g, f, NULL));
        OK(clmodp_fpx_divrem(NULL, g, NULL, g, m, NULL));
        assert_int_equal(clmodp_fpx_count(g), 1);
        x[19] = x[0];
        assert_int_equal(clmodp_fpx_interpolate_u64(g, NULL, x, y, 20, NULL), CLMODP_DOMAIN);
        mpz_clear(e);
        clmodp_fpx_destroy(m);
        clmodp_fpx_destroy(g);
        clmodp_fpx_destroy(f);
    }
}

static void check_power(const clmodp_fpx *f, const clmodp_fpx *m, unsigned exponent, uint64_t p)
{
    clmodp_fpx *power = create(p), *expected = create(p);
    uint64_t one = 1;
    mpz_t e;

    OK(clmodp_fpx_upload_u64(expected, &one, 1));
    for (unsigned k = 0; k < exponent; k++) {
        OK(clmodp_fpx_mul(expected, NULL, expected, f, NULL));
        OK(clmodp_fpx_divrem(NULL, expected, NULL, expected, m, NULL));
    }
    mpz_init_set_ui(e, exponent);
    OK(clmodp_fpx_powmod(power, NULL, f, e, m, NULL));
    assert_same(power, expected);
    mpz_clear(e);
    clmodp_fpx_destroy(expected);
    clmodp_fpx_destroy(power);
}

/* Powers of which no product, one, or a few are reduced, by short and long quotients. */
static void test_few_divisions(void **state)
{
    clm_random random = {65};

    context = *state;
    for (size_t n = 0; n < PRIMES; n++) {
        const uint64_t p = primes[n];
        clmodp_fpx *m = random_fpx(&random, 500, p);

        for (size_t count = 2; count < 400; count = 2 * count + 1) {
            clmodp_fpx *f = random_fpx(&random, count, p);

            for (unsigned e = 2; e < 6; e++)
                check_power(f, m, e, p);
            clmodp_fpx_destroy(f);
        }
        clmodp_fpx_destroy(m);
    }
}

static void test_short_calls(void **state)
{
    const uint64_t p = primes[2];
    clmodp_fpx *f, *g;
    char *text;

    context = *state;
    f = create(p);
    g = create(p);
    assert_true(clmodp_fpx_modulus(f) == p);
    OK(clmodp_fpx_from_text(f, "x^3/2 - 1", CLMODP_STRING, "x", NULL));
    OK(clmodp_fpx_derivative(g, f));
    OK(clmodp_fpx_shift(g, g, -2));
    OK(clmodp_fpx_sub(g, g, f));
    OK(clmodp_fpx_add(g, g, f));
    OK(clmodp_fpx_truncate(g, g, 1));
    OK(clmodp_fpx_to_text(&text, g, "x")); /* 3/2 */
    assert_string_equal(text, "2305843009213693925");
    free(text);
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
}

static void test_refusals(void **state)
{
    const uint64_t p = primes[2];
    clmodp_fpx_options options;
    uint32_t narrow[2] = {1, 2};
    uint64_t wide[2] = {1, p};
    clmodp_fpx *f, *small;

    context = *state;
    small = create(7);
    assert_int_equal(clmodp_fpx_create(context, &f, p + 2), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_create(context, &f, (UINT64_C(1) << 62) + 135), CLMODP_INVALID);
    f = create(p);
    clmodp_fpx_options_init(&options);
    options.algorithm = CLMODP_FPX_FAST;
    assert_int_equal(clmodp_fpx_upload(f, narrow, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_download(f, narrow, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_upload_u64(f, wide, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_evaluate(wide, f, p), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_evaluate_points(narrow, NULL, f, narrow, 2, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_evaluate_points_u64(wide, NULL, small, wide, 1, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, f, &options), CLMODP_UNSUPPORTED);
    assert_int_equal(clmodp_fpx_divrem(f, NULL, NULL, f, f, NULL), CLMODP_DOMAIN);
    assert_int_equal(clmodp_fpx_add(f, f, small), CLMODP_INVALID);
    OK(clmodp_fpx_upload_u64(small, wide, 1));
    OK(clmodp_fpx_download_u64(small, wide, 0, 2));
    assert_true(wide[0] == 1 && wide[1] == 0);
    clmodp_fpx_destroy(small);
    clmodp_fpx_destroy(f);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down,
    cmocka_unit_test(test_products),
    cmocka_unit_test(test_short),
    cmocka_unit_test(test_arithmetic),
    cmocka_unit_test(test_resultants),
    cmocka_unit_test(test_powers_and_points),
    cmocka_unit_test(test_few_divisions),
    cmocka_unit_test(test_short_calls),
    cmocka_unit_test(test_refusals));
