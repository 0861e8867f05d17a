/* Tests values at points and interpolation by short algorithms and by subproduct trees, whose
 * leaves have 64 points, against Horner's rule. */
#include "fpx/host/arithmetic.h"

#include <stdlib.h>

#include "core/random.h"
#include "core/size.h"
#include "support/assertions.h"
#include "support/small.h"

static const uint32_t primes[] = {2,         3,         12289,      65537,
                                  142344193, 998244353, 2013265921, 2147483647};
#define OK(call) assert_int_equal(call, CLMODP_OK)
#define PRIMES (sizeof primes / sizeof *primes)

static clm_error error;

static uint32_t *words(size_t count)
{
    uint32_t *all = calloc(count + 1, sizeof *all);

    assert_non_null(all);
    return all;
}

static uint32_t *random_words(clm_random *random, size_t count, uint32_t p)
{
    uint32_t *all = words(count);

    for (size_t k = 0; k < count; k++)
        all[k] = (uint32_t)clm_random_below(random, p);
    return all;
}

/* Compares values with Horner's rule, random ones of many. */
static void assert_values(clm_random *random, const uint32_t *a, size_t n, const uint32_t *x,
                          const uint32_t *y, size_t count, uint32_t p)
{
    const clm_modulus m = clm_modulus_of(p);
    const size_t step = 1 + n * count / 200000;

    for (size_t k = 0; k < count; k += 1 + clm_random_below(random, 2 * step - 1))
        if (y[k] != clm_host_value((clm_host_poly){a, n}, x[k], &m))
            fail_msg("%zu coefficients, %zu points modulo %u: value %zu is %u", n, count, p, k,
                     y[k]);
}

static void check_values(clm_random *random, size_t n, size_t count, uint32_t p, size_t threads)
{
    const clm_modulus m = clm_modulus_of(p);
    uint32_t *a = random_words(random, n, p), *x = random_words(random, count, p);
    uint32_t *y = words(count);

    y[count] = 7;
    OK(clm_host_values(&error, y, (clm_host_poly){a, n}, x, count, &m, threads, NULL));
    assert_values(random, a, n, x, y, count, p);
    assert_int_equal(y[count], 7);
    free(y);
    free(x);
    free(a);
}

/* Interpolates random values at multiples of a random number, then with one of them repeated. */
static void check_back(clm_random *random, size_t count, uint32_t p, size_t threads)
{
    const clm_modulus m = clm_modulus_of(p);
    const uint64_t factor = 1 + clm_random_below(random, p - 1);
    uint32_t *y = random_words(random, count, p), *x = words(count), *c = words(count);
    size_t twice = 0, at, other;

    for (size_t k = 0; k < count; k++)
        x[k] = (uint32_t)(factor * (k + p - count / 2) % p);
    c[count] = 7;
    OK(clm_host_interpolate(&error, c, &twice, x, y, count, &m, threads, NULL));
    assert_int_equal(twice, count);
    assert_values(random, c, count, x, y, count, p);
    assert_int_equal(c[count], 7);
    if (count > 1) {
        at = clm_random_below(random, count);
        other = (at + 1 + clm_random_below(random, count - 1)) % count;
        x[at] = x[other];
        OK(clm_host_interpolate(&error, c, &twice, x, y, count, &m, threads, NULL));
        assert_int_equal(twice, clm_size_min(at, other));
    }
    free(c);
    free(x);
    free(y);
}

/* Numbers of points around those of a leaf, of its multiples, and of short algorithms. */
static const size_t counts[] = {0,   1,   2,    3,    8,    63,   64,   65,   127,  128, 129,
                                256, 257, 448,  449,  512,  513,  576,  640,  769,  896, 897,
                                960, 961, 1023, 1024, 1025, 1793, 2048, 2049, 3072, 4100};
#define COUNTS (sizeof counts / sizeof *counts)

static void test_values(void **state)
{
    clm_random random = {1};

    (void)state;
    for (size_t i = 0; i < PRIMES; i++)
        for (size_t k = 0; k < COUNTS; k++) {
            const size_t other = counts[clm_random_below(&random, COUNTS)];

            if (small_tests() && k % 4 != i % 4)
                continue;
            check_values(&random, counts[k], counts[k], primes[i], 1 + k % 3);
            check_values(&random, counts[k], other, primes[i], 1 + k % 2);
        }
}

static void test_interpolation(void **state)
{
    clm_random random = {2};

    (void)state;
    for (size_t i = 0; i < PRIMES; i++)
        for (size_t k = 0; k < COUNTS && counts[k] <= primes[i]; k++)
            if (!small_tests() || k % 4 == i % 4)
                check_back(&random, counts[k], primes[i], 1 + k % 3);
}

/* Enough points for threads, all points of a field, and much longer polynomials or more points,
 * which have several roots. */
static void test_long(void **state)
{
    clm_random random = {3};

    (void)state;
    if (small_tests())
        return;
    for (size_t threads = 1; threads <= 5; threads += 2)
        for (size_t i = 2; i < PRIMES; i++) {
            check_values(&random, 20000 + threads, 16384 + i, primes[i], threads);
            if (primes[i] > 32769)
                check_back(&random, i % 2 ? 32769 : 16384 + 64, primes[i], threads);
        }
    check_back(&random, 12289, 12289, 2);
    check_back(&random, 65537, 65537, 2);
    check_values(&random, 300000, 1900, 2147483647, 2);
    check_values(&random, 1900, 140000, 2147483647, 2);
    check_values(&random, 1100, 66000, 998244353, 1);
    check_values(&random, 300000, 270000, 998244353, 2);
    check_back(&random, 270000, 2147483647, 2);
}

TESTS(cmocka_unit_test(test_values), cmocka_unit_test(test_interpolation),
      cmocka_unit_test(test_long));
