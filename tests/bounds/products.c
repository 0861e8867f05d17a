/* Tests of products of doubles against products of integers, within the stated margin. */
#include "bounds/circle.h"

#include <math.h>
#include <stdlib.h>

#include <gmp.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

enum { COUNT = 7 };

/* Kinds of factors: least exponent, number of exponents. */
static const struct {
    int least, exponents;
} kinds[] = {{0, 1}, {-1, 2}, {-40, 80}, {-127, 254}, {-127, 1}, {126, 1}};

/* Returns a factor of a kind with few or many random bits. */
static double random_factor(clm_random *random, size_t kind)
{
    const uint64_t mask = UINT64_MAX << (clm_random_below(random, 2) * 50);
    const uint64_t bits = (clm_random_next(random) >> 12) & mask;
    const int e = kinds[kind].least +
                  (int)clm_random_below(random, (uint64_t)kinds[kind].exponents);

    return ldexp(1.0 + ldexp((double)bits, -52), e);
}

/* Multiplies product by factor, except a power of 2, added to *exponent. */
static void multiply(mpz_t product, long *exponent, double factor)
{
    int e;
    const double m = frexp(factor, &e);

    mpz_mul_ui(product, product, (unsigned long)ldexp(m, 53));
    *exponent += e - 53;
}

/* Steps multiply one factor into each product: factors of one kind, in the last of all kinds. */
static void agree_with_integers(void **state)
{
    const size_t most = small_tests() ? 60 : 600, all = sizeof kinds / sizeof *kinds;

    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(16); seed++)
        for (size_t n = 0; n <= most; n = n < 20 ? n + 1 : 3 * n) {
            clm_random random = {seed};
            clm_products products;
            double factor[COUNT], logs[COUNT];
            mpz_t exact[COUNT];
            long exponent[COUNT] = {0};

            OK(clm_products_create(NULL, &products, COUNT));
            for (size_t k = 0; k < COUNT; k++)
                mpz_init_set_ui(exact[k], 1);
            for (size_t i = 0; i < n; i++) {
                for (size_t k = 0; k < COUNT; k++) {
                    const size_t kind = k < all ? k : clm_random_below(&random, all);

                    factor[k] = random_factor(&random, kind);
                    multiply(exact[k], &exponent[k], factor[k]);
                }
                clm_products_multiply(&products, factor);
            }
            clm_products_log2(logs, &products);
            for (size_t k = 0; k < COUNT; k++) {
                signed long e;
                const double m = mpz_get_d_2exp(&e, exact[k]);
                const double truth = (double)(e + exponent[k]) + log2(m);
                const double margin = ldexp((double)n * 1.45, -53) +
                                      ldexp(1.0 + fabs(truth), -51);

                if (!(fabs(logs[k] - truth) <= margin))
                    fail_msg("seed %llu, %zu factors of kind %zu: %.17g, not %.17g",
                             (unsigned long long)seed, n, k, logs[k], truth);
                mpz_clear(exact[k]);
            }
            clm_products_destroy(&products);
        }
}

/* Intermediate logarithms do not change later results. */
static void go_on(void **state)
{
    const double factor[2] = {3.0, 0x1.8p-100};
    clm_products products;
    double logs[2];

    (void)state;
    OK(clm_products_create(NULL, &products, 2));
    for (size_t n = 1; n <= 40; n++) {
        clm_products_multiply(&products, factor);
        clm_products_log2(logs, &products);
        assert_true(fabs(logs[0] - (double)n * log2(3.0)) < 1e-12);
        assert_true(fabs(logs[1] - (double)n * (log2(1.5) - 100.0)) < 1e-11);
    }
    clm_products_destroy(&products);
}

TESTS(
    cmocka_unit_test(agree_with_integers),
    cmocka_unit_test(go_on));
