/* Tests products, quotients, greatest common divisors and resultants over F_p against long
 * multiplication and division, with every algorithm, edge sizes and primes. */
#include "arith/prime.h"
#include "core/random.h"
#include "support/fpx.h"
#include "support/small.h"

static const uint32_t primes[] = {2, 3, 5, 65537, 469762049, 998244353, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

static const size_t counts[] = {0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 130};
#define COUNTS (sizeof counts / sizeof *counts)

static const clmodp_fpx_algorithm algorithms[] = {CLMODP_FPX_AUTO, CLMODP_FPX_HOST,
                                                  CLMODP_FPX_SCHOOLBOOK, CLMODP_FPX_FAST};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

/* Returns a random polynomial, every third with few terms. */
static ref_poly random_poly(clm_random *random, size_t count, uint32_t p)
{
    const bool sparse = clm_random_below(random, 3) == 0;
    ref_poly a = ref_new(count);

    for (size_t i = 0; i < count; i++)
        a.c[i] = sparse && clm_random_below(random, 8) > 0
                     ? 0
                     : (uint32_t)clm_random_below(random, p);
    if (count > 0)
        a.c[count - 1] = 1 + (uint32_t)clm_random_below(random, p - 1);
    return a;
}

/* A pair, and the outputs computed from it. */
typedef struct trial {
    uint32_t p;
    ref_poly a, b;
    clmodp_fpx *f, *g, *out[3];
    clmodp_fpx_options options;
} trial;

/* Parts of the product, from empty ones to some beyond its end. */
static void check_parts(const trial *t)
{
    const ref_poly product = ref_product(t->a, t->b, t->p);
    const size_t all = product.count;
    const size_t parts[][2] = {{0, 0}, {0, 1}, {0, all / 2}, {all / 3, all / 3}, {all / 2, all},
                               {all, 3}, {SIZE_MAX, SIZE_MAX}, {all == 0 ? 0 : all - 1, 1}};

    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const size_t low = parts[k][0], left = low < all ? all - low : 0;
        ref_poly part = {product.c + (left == 0 ? 0 : low),
                         parts[k][1] < left ? parts[k][1] : left};

        ref_trim(&part);
        OK(clmodp_fpx_mul_part(t->out[0], NULL, t->f, t->g, low, parts[k][1], &t->options));
        assert_is(t->out[0], part, "part of a product");
    }
    ref_clear(&(ref_poly){product.c, all});
}

static void check_product(const trial *t, clmodp_fpx_report *report)
{
    ref_poly product = ref_product(t->a, t->b, t->p);

    OK(clmodp_fpx_mul(t->out[0], report, t->f, t->g, &t->options));
    assert_is(t->out[0], product, "product");
    ref_clear(&product);
}

static void check_division(const trial *t)
{
    ref_poly quotient, rest;

    if (t->b.count == 0) {
        assert_int_equal(clmodp_fpx_divrem(t->out[0], t->out[1], NULL, t->f, t->g, &t->options),
                         CLMODP_DOMAIN);
        return;
    }
    ref_divide(&quotient, &rest, t->a, t->b, t->p);
    OK(clmodp_fpx_divrem(t->out[0], t->out[1], NULL, t->f, t->g, &t->options));
    assert_is(t->out[0], quotient, "quotient");
    assert_is(t->out[1], rest, "remainder");
    OK(clmodp_fpx_divrem(NULL, t->out[2], NULL, t->f, t->g, &t->options));
    assert_is(t->out[2], rest, "remainder alone");
    ref_clear(&rest);
    ref_clear(&quotient);
}

static void check_gcd(const trial *t)
{
    ref_poly g, u;

    ref_gcd(&g, &u, t->a, t->b, t->p);
    OK(clmodp_fpx_gcd(t->out[0], NULL, t->f, t->g, &t->options));
    assert_is(t->out[0], g, "gcd");
    ref_clear(&u);
    ref_clear(&g);
}

/* Compares u with the reference, and v by u a + v b = g. */
static void check_cofactors(const trial *t)
{
    ref_poly g, u, left, right;

    ref_gcd(&g, &u, t->a, t->b, t->p);
    if (t->a.count == 0)
        ref_clear(&u); /* u multiplies 0, and is given as 0 */
    OK(clmodp_fpx_xgcd(t->out[0], t->out[1], t->out[2], NULL, t->f, t->g, &t->options));
    assert_is(t->out[0], g, "gcd with cofactors");
    assert_is(t->out[1], u, "cofactor");
    if (t->a.count > 0 && t->b.count > 0) {
        assert_true(clmodp_fpx_count(t->out[1]) <= t->b.count);
        assert_true(clmodp_fpx_count(t->out[2]) <= t->a.count);
    }
    OK(clmodp_fpx_mul(t->out[1], NULL, t->out[1], t->f, NULL));
    OK(clmodp_fpx_mul(t->out[2], NULL, t->out[2], t->g, NULL));
    left = ref_new(clmodp_fpx_count(t->out[1]));
    OK(clmodp_fpx_download(t->out[1], left.c, left.count));
    right = ref_difference(g, left, t->p);
    assert_is(t->out[2], right, "g - u a");
    ref_clear(&right);
    ref_clear(&left);
    ref_clear(&u);
    ref_clear(&g);
}

/* Compares with the determinant's own rules in 64-bit arithmetic. */
static void check_resultant(const trial *t)
{
    uint64_t *a = calloc(t->a.count + 1, sizeof *a), *b = calloc(t->b.count + 1, sizeof *b);
    uint64_t expected = 0;
    uint64_t r;

    assert_true(a != NULL && b != NULL);
    for (size_t i = 0; i < t->a.count; i++)
        a[i] = t->a.c[i];
    for (size_t i = 0; i < t->b.count; i++)
        b[i] = t->b.c[i];
    if (t->a.count > 0 && t->b.count > 0)
        expected = clm_resultant_mod64(a, t->a.count - 1, b, t->b.count - 1, t->p);
    OK(clmodp_fpx_resultant(&r, NULL, t->f, t->g, &t->options));
    assert_int_equal(r, expected);
    free(b);
    free(a);
}

static void check_pair(clm_random *random, size_t n, size_t m, uint32_t p)
{
    ref_poly common = random_poly(random, clm_random_below(random, 4), p);
    ref_poly left = random_poly(random, n, p), right = random_poly(random, m, p);
    trial t = {.p = p, .a = left, .b = right};

    if (common.count > 0) {
        t.a = ref_product(left, common, p);
        t.b = ref_product(right, common, p);
        ref_clear(&left);
        ref_clear(&right);
    }
    ref_trim(&t.a);
    ref_trim(&t.b);
    t.f = fpx_of(t.a, p);
    t.g = fpx_of(t.b, p);
    for (int k = 0; k < 3; k++)
        OK(clmodp_fpx_create(context, &t.out[k], p));
    clmodp_fpx_options_init(&t.options);
    for (size_t k = 0; k < ALGORITHMS; k++) {
        t.options.algorithm = algorithms[k];
        if (p == 2 && algorithms[k] == CLMODP_FPX_SCHOOLBOOK)
            continue;
        check_product(&t, NULL);
        check_parts(&t);
        check_division(&t);
        if (p == 2 && algorithms[k] == CLMODP_FPX_FAST)
            continue;
        check_gcd(&t);
        check_resultant(&t);
        if (algorithms[k] != CLMODP_FPX_SCHOOLBOOK)
            check_cofactors(&t);
    }
    assert_is(t.f, t.a, "input");
    assert_is(t.g, t.b, "input");
    for (int k = 0; k < 3; k++)
        clmodp_fpx_destroy(t.out[k]);
    clmodp_fpx_destroy(t.g);
    clmodp_fpx_destroy(t.f);
    ref_clear(&common);
    ref_clear(&t.b);
    ref_clear(&t.a);
}

static void test_pairs(void **state)
{
    clm_random random = {12};

    (void)state;
    for (size_t p = 0; p < PRIMES; p++)
        for (size_t n = 0; n < COUNTS; n++)
            for (size_t m = 0; m < COUNTS; m++)
                if (!small_tests() || (n + m + p) % 7 == 0)
                    check_pair(&random, counts[n], counts[m], primes[p]);
}

/* All program parameters, on polynomials longer than a span. */
static void test_parameters(void **state)
{
    static const uint32_t all[][3] = {{1, 1, 16}, {3, 0, 100}, {16, 1, 0}, {64, 2, 64}, {0, 0, 1}};
    const uint32_t p = 2147483647;
    clm_random random = {7};
    trial t = {.p = p, .a = random_poly(&random, 700, p), .b = random_poly(&random, 333, p)};

    (void)state;
    t.f = fpx_of(t.a, p);
    t.g = fpx_of(t.b, p);
    for (int k = 0; k < 3; k++)
        OK(clmodp_fpx_create(context, &t.out[k], p));
    clmodp_fpx_options_init(&t.options);
    t.options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        clmodp_fpx_report report;

        clmodp_fpx_report_init(&report);
        t.options.s = all[k][0];
        t.options.group = all[k][1];
        t.options.span = all[k][2];
        check_product(&t, &report);
        assert_int_equal(report.algorithm, CLMODP_FPX_SCHOOLBOOK);
        assert_true(report.s == all[k][0] || all[k][0] == 0);
        assert_true(report.s > 0 && report.group > 0 && report.span > 0);
        assert_true(report.seconds > 0 && report.peak_memory >= (700 + 333) * 4);
        check_division(&t);
        check_gcd(&t);
    }
    for (int k = 0; k < 3; k++)
        clmodp_fpx_destroy(t.out[k]);
    clmodp_fpx_destroy(t.g);
    clmodp_fpx_destroy(t.f);
    ref_clear(&t.b);
    ref_clear(&t.a);
}

/* Chains of calls whose results stay on the device, and results that are inputs. */
static void test_chains(void **state)
{
    const uint32_t p = 998244353;
    clm_random random = {3};
    ref_poly a = random_poly(&random, 100, p), b = random_poly(&random, 40, p);
    ref_poly square = ref_product(a, a, p), cube = ref_product(square, a, p);
    clmodp_fpx *f = fpx_of(a, p), *g = fpx_of(b, p), *h = fpx_of(a, p);
    clmodp_fpx_options options;
    ref_poly quotient, rest;
    int equal = -1;

    (void)state;
    clmodp_fpx_options_init(&options);
    options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    OK(clmodp_fpx_mul(f, NULL, f, f, &options));
    OK(clmodp_fpx_mul(f, NULL, h, f, &options));
    assert_is(f, cube, "cube");
    ref_divide(&quotient, &rest, cube, b, p);
    OK(clmodp_fpx_divrem(f, g, NULL, f, g, &options));
    assert_is(f, quotient, "quotient in the place of the dividend");
    assert_is(g, rest, "remainder in the place of the divisor");
    OK(clmodp_fpx_set(g, f));
    OK(clmodp_fpx_equal(&equal, f, g));
    assert_int_equal(equal, 1);
    OK(clmodp_fpx_divrem(f, g, NULL, f, f, &options));
    assert_int_equal(clmodp_fpx_degree(f), 0);
    assert_int_equal(clmodp_fpx_degree(g), -1);
    OK(clmodp_fpx_equal(&equal, f, g));
    assert_int_equal(equal, 0);
    OK(clmodp_fpx_gcd(h, NULL, h, g, &options));
    assert_int_equal(clmodp_fpx_count(h), a.count);
    clmodp_fpx_destroy(h);
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
    ref_clear(&quotient);
    ref_clear(&rest);
    ref_clear(&cube);
    ref_clear(&square);
    ref_clear(&b);
    ref_clear(&a);
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_pairs),
    cmocka_unit_test(test_parameters),
    cmocka_unit_test(test_chains));
