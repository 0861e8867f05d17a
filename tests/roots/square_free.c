/* Tests greatest common divisors in Z[x] and square-free decompositions against products. */
#include "gcd/zx_gcd.h"
#include "roots/square_free.h"

#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

/* Divides by the content, and makes the leading coefficient positive. */
static void make_primitive(clmodp_zx **f)
{
    mpz_t c;

    mpz_init(c);
    for (long i = 0; i <= clmodp_zx_degree(*f); i++)
        mpz_gcd(c, c, clmodp_zx_coeff(*f, (size_t)i));
    assert_int_equal(clmodp_zx_lowest_terms(*f, c), CLMODP_OK);
    if (mpz_sgn(clmodp_zx_coeff(*f, (size_t)clmodp_zx_degree(*f))) < 0)
        zx_mul_si_by(f, -1);
    mpz_clear(c);
}

/* Returns a random polynomial of this degree, exactly. */
static clmodp_zx *random_of(clm_random *random, size_t degree, size_t bits)
{
    clmodp_zx *f;

    do {
        f = random_zx(random, degree, bits);
        if (clmodp_zx_degree(f) == (long)degree)
            return f;
        clmodp_zx_destroy(f);
    } while (true);
}

/* Checks gcd(c u, c v) for coprime u and v: u v is shorter than a multiple of any candidate. */
static void check_gcd(clm_random *random, size_t common, size_t degree, size_t bits)
{
    clmodp_zx *c = random_of(random, common, bits), *u = random_of(random, degree, bits);
    clmodp_zx *v = random_of(random, degree + 1, bits), *a = zx_mul(c, u), *b = zx_mul(c, v);
    clmodp_zx *g = zx_new(), *a_cofactor = zx_new(), *b_cofactor = zx_new(), *product;
    clm_error error = {0};

    assert_int_equal(clm_zx_gcd(&error, g, a_cofactor, b_cofactor, a, b, NULL), CLMODP_OK);
    product = zx_mul(g, a_cofactor);
    assert_true(clmodp_zx_equal(product, a));
    clmodp_zx_destroy(product);
    product = zx_mul(g, b_cofactor);
    assert_true(clmodp_zx_equal(product, b));
    clmodp_zx_destroy(product);
    assert_true(clmodp_zx_degree(g) >= (long)common);
    make_primitive(&c);
    if (clmodp_zx_degree(g) == (long)common)
        assert_true(clmodp_zx_equal(g, c));
    assert_int_equal(clm_zx_gcd(&error, g, NULL, NULL, a_cofactor, b_cofactor, NULL), CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(g), 0);
    assert_int_equal(clm_zx_gcd(&error, g, NULL, NULL, a, a, NULL), CLMODP_OK);
    make_primitive(&a);
    assert_true(clmodp_zx_equal(g, a));
    DESTROY(b_cofactor, a_cofactor, g, b, a, v, u, c);
}

static void common_divisors(void **state)
{
    static const size_t bits[] = {1, 10, 70, 1000};
    clm_random random = {5};

    (void)state;
    for (size_t common = 0; common < 9; common += 2)
        for (size_t degree = 0; degree < 8; degree += 3)
            for (size_t k = 0; k < 4; k++)
                check_gcd(&random, common, degree, bits[k]);
    if (!small_tests())
        check_gcd(&random, 150, 100, 500);
}

/* Primes that divide leading coefficients, and primes modulo which the divisor is too long. */
static void unlucky_primes(void **state)
{
    const long prime = 2147483647; /* the first prime */
    clmodp_zx *a = zx_linear(prime, 1), *b = zx_linear(1, 5), *c = zx_linear(1, 5 + prime);
    clmodp_zx *d = zx_linear(3, 1), *g = zx_new(), *one = zx_constant(1);
    clm_error error = {0};

    (void)state;
    assert_int_equal(clm_zx_gcd(&error, g, NULL, NULL, a, a, NULL), CLMODP_OK);
    assert_true(clmodp_zx_equal(g, a));
    assert_int_equal(clm_zx_gcd(&error, g, NULL, NULL, b, c, NULL), CLMODP_OK);
    assert_true(clmodp_zx_equal(g, one));
    zx_mul_by(&b, d);
    zx_mul_by(&c, d);
    assert_int_equal(clm_zx_gcd(&error, g, NULL, NULL, b, c, NULL), CLMODP_OK);
    assert_true(clmodp_zx_equal(g, d));
    DESTROY(one, g, d, c, b, a);
}

/* Random factors to random powers. */
static void decompositions(void **state)
{
    clm_random random = {6};

    (void)state;
    for (int k = 0; k < (small_tests() ? 5 : 100); k++) {
        clmodp_zx *f = zx_constant(6), *product = zx_constant(1), *distinct = zx_constant(1), *g;
        clm_factor_list factors = {0};
        clm_error error = {0};
        size_t last = 0;

        for (int i = 0; i < 4; i++) {
            clmodp_zx *factor = random_of(&random, (size_t)clm_random_below(&random, 4), 5);
            clmodp_zx *power = zx_pow(factor, (size_t)clm_random_below(&random, 6));

            zx_mul_by(&f, power);
            DESTROY(power, factor);
        }
        assert_int_equal(clm_square_free(&factors, f, NULL), CLMODP_OK);
        for (size_t i = 0; i < factors.count; i++) {
            clmodp_zx *power = zx_pow(factors.factor[i].f, factors.factor[i].multiplicity);

            assert_true(clmodp_zx_degree(factors.factor[i].f) > 0);
            assert_true(factors.factor[i].multiplicity >= last);
            last = factors.factor[i].multiplicity;
            zx_mul_by(&product, power);
            zx_mul_by(&distinct, factors.factor[i].f);
            clmodp_zx_destroy(power);
        }
        make_primitive(&f);
        assert_true(clmodp_zx_equal(f, product));
        g = zx_new(); /* the derivative of the product without powers, which has no square */
        for (long i = clmodp_zx_degree(distinct); i > 0; i--) {
            mpz_t c;

            mpz_init(c);
            mpz_mul_si(c, clmodp_zx_coeff(distinct, (size_t)i), i);
            assert_int_equal(clmodp_zx_set_coeff(g, c, (size_t)i - 1), CLMODP_OK);
            mpz_clear(c);
        }
        if (factors.count > 0)
            assert_int_equal(clm_zx_gcd(&error, g, NULL, NULL, distinct, g, NULL), CLMODP_OK);
        assert_true(clmodp_zx_degree(g) <= 0);
        clm_factor_list_clear(&factors);
        DESTROY(g, distinct, product, f);
    }
}

TESTS(cmocka_unit_test(common_divisors), cmocka_unit_test(unlucky_primes),
      cmocka_unit_test(decompositions));
