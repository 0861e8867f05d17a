/* Tests divisions, power series inverses, greatest common divisors with cofactors and resultants
 * on the host against schoolbook that uses only the operator %, and against inputs made backwards
 * from their remainder sequences, which reach all cases of half-GCDs. */
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "fpx/host/transform.h"
#include "ref/euclid.h"
#include "support/assertions.h"
#include "support/small.h"

static const uint32_t primes[] = {2, 3, 5, 65537, 998244353, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

static clm_host_poly poly(ref_poly a)
{
    return (clm_host_poly){a.c, a.count};
}

/* Checks words of memory for a known count, without leading zeros. */
static void compare(const uint32_t *c, size_t count, ref_poly expected, const char *name)
{
    if (count != expected.count || memcmp(c, expected.c, count * sizeof *c) != 0)
        fail_msg("%s of %zu coefficients, expected %zu", name, count, expected.count);
}

static void check_division(clm_random *random, size_t n, size_t m, uint32_t p)
{
    const clm_modulus modulus = clm_modulus_of(p);
    clm_error error = {0};
    ref_poly a = ref_random(random, n, p), b = ref_random(random, m, p), quotient, rest;
    uint32_t *q = clm_allocate(n + 1, sizeof *q), *r = clm_allocate(n + m, sizeof *r);
    const size_t count = n >= m ? n - m + 1 : 0;

    ref_divide(&quotient, &rest, a, b, p);
    assert_int_equal(clm_host_divide(&error, q, r, poly(a), poly(b), &modulus, 1, NULL),
                     CLMODP_OK);
    compare(q, count, quotient, "quotient");
    compare(r, clm_host_count(r, n < m ? n : m - 1), rest, "remainder");
    assert_int_equal(clm_host_divide(&error, q, a.c, poly(a), poly(b), &modulus, 1, NULL),
                     CLMODP_OK);
    compare(a.c, clm_host_count(a.c, n < m ? n : m - 1), rest, "remainder in place");
    free(r);
    free(q);
    ref_clear(&rest);
    ref_clear(&quotient);
    ref_clear(&b);
    ref_clear(&a);
}

static void divisions(void **state)
{
    static const size_t sizes[][2] = {{1, 1},    {5, 1},      {2, 5},      {96, 1},    {191, 96},
                                      {192, 96}, {193, 97},   {194, 98},   {1000, 2},  {600, 500},
                                      {900, 97}, {1023, 256}, {1024, 512}, {1025, 513}};
    clm_random random = {6};

    (void)state;
    for (size_t i = 0; i < PRIMES; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            check_division(&random, sizes[k][0], sizes[k][1], primes[i]);
}

/* Divisions with products by quarters of transforms, on threads: a = q b + r at some points. */
static void long_divisions(void **state)
{
    static const size_t sizes[][2] = {{131072, 65536}, {150001, 60000}, {90000, 50001}};
    static const uint32_t some[] = {998244353, 2147483647, 3};
    clm_random random = {9};

    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const size_t n = small_tests() ? 4000 : sizes[k][0], m = small_tests() ? 999 : sizes[k][1];
        const uint32_t p = some[k];
        const clm_modulus modulus = clm_modulus_of(p);
        clm_error error = {0};
        ref_poly a = ref_random(&random, n, p), b = ref_random(&random, m, p);
        uint32_t *q = clm_allocate(n, sizeof *q), *r = clm_allocate(n, sizeof *r);

        for (size_t threads = 1; threads <= 3; threads++) {
            assert_int_equal(
                clm_host_divide(&error, q, r, poly(a), poly(b), &modulus, threads, NULL),
                CLMODP_OK);
            for (size_t i = 0; i < 3; i++) {
                const uint32_t x = (uint32_t)clm_random_below(&random, p);
                const uint64_t of_q = clm_host_value((clm_host_poly){q, n - m + 1}, x, &modulus);
                const uint32_t of_b = clm_host_value(poly(b), x, &modulus);
                const uint32_t of_r = clm_host_value((clm_host_poly){r, m - 1}, x, &modulus);

                assert_int_equal((of_q * of_b + of_r) % p, clm_host_value(poly(a), x, &modulus));
            }
        }
        free(r);
        free(q);
        ref_clear(&b);
        ref_clear(&a);
    }
}

/* a times its inverse is 1. */
static void series(void **state)
{
    clm_random random = {7};

    (void)state;
    for (size_t i = 0; i < PRIMES; i++)
        for (size_t count = 1; count < 1500; count += 1 + count / 3) {
            const uint32_t p = primes[i];
            const clm_modulus modulus = clm_modulus_of(p);
            clm_error error = {0};
            ref_poly a = ref_random(&random, 1 + clm_random_below(&random, 2 * count), p);
            uint32_t *inverse = clm_allocate(count, sizeof *inverse);
            uint32_t *one = clm_allocate(count, sizeof *one);

            a.c[0] = 1 + (uint32_t)clm_random_below(&random, p - 1);
            assert_int_equal(
                clm_host_series_inverse(&error, inverse, count, poly(a), &modulus, 1, NULL),
                CLMODP_OK);
            clm_host_multiply_part(one, poly(a), (clm_host_poly){inverse, count}, 0, count,
                                   &modulus);
            assert_int_equal(one[0], 1);
            assert_int_equal(clm_host_count(one, count), 1);
            free(one);
            free(inverse);
            ref_clear(&a);
        }
}

static void check_pair(ref_poly a, ref_poly b, uint32_t p)
{
    const clm_modulus modulus = clm_modulus_of(p);
    clm_error error = {0};
    const size_t room = a.count + b.count + 1;
    uint32_t *words = clm_allocate(3 * room, sizeof *words), resultant = 1;
    clm_host_result alone = {words, 0}, g = {words + room, 0}, u = {words + 2 * room, 0};
    ref_poly expected, cofactor;

    ref_gcd(&expected, &cofactor, a, b, p);
    assert_int_equal(clm_host_gcd(&error, &alone, NULL, poly(a), poly(b), &modulus, 1, NULL),
                     CLMODP_OK);
    compare(alone.c, alone.count, expected, "gcd");
    assert_int_equal(clm_host_gcd(&error, &g, &u, poly(a), poly(b), &modulus, 1, NULL), CLMODP_OK);
    compare(g.c, g.count, expected, "gcd with cofactor");
    compare(u.c, u.count, cofactor, "cofactor");
    assert_int_equal(clm_host_resultant(&error, &resultant, poly(a), poly(b), &modulus, 1, NULL),
                     CLMODP_OK);
    assert_int_equal(resultant, ref_euclid_resultant(a, b, p));
    ref_clear(&cofactor);
    ref_clear(&expected);
    free(words);
}

static void sequences(void **state)
{
    static const struct {
        size_t count, common, often, most;
    } cases[] = {
        {1, 1, 2, 1},          {2, 1, 2, 1},       {9, 2, 2, 1},       {16, 1, 1, 1},
        {17, 1, 1, 1},         {40, 1, 3, 3},      {128, 1, 1, 1},     {131, 1, 5, 2},
        {256, 1, 1, 1},        {257, 1, 1, 1},     {300, 100, 5, 9},   {2048, 1, 1, 1},
        {2049, 1, 1, 1},       {2060, 1, 1, 1},    {3000, 30, 9, 40},
        {3000, 1, 50, 1200},   {4097, 1, 1, 1},    {3400, 3200, 1, 1}, {3500, 2200, 30, 400},
        {3200, 1, 2, 3},       {3500, 1, 4, 2200}, {2800, 2, 100, 600}};
    const size_t count = sizeof cases / sizeof *cases;

    (void)state;
    for (size_t k = 0; k < (small_tests() ? 8 : count); k++)
        for (size_t i = 0; i < PRIMES; i++) {
            clm_random random = {k * 100 + i};
            ref_poly a, b, none = ref_new(0);

            ref_random_sequence(&random, &a, &b, cases[k].count, cases[k].common, cases[k].often,
                                cases[k].most, primes[i]);
            check_pair(a, b, primes[i]);
            check_pair(b, a, primes[i]);
            check_pair(a, none, primes[i]);
            check_pair(a, a, primes[i]);
            ref_clear(&none);
            ref_clear(&b);
            ref_clear(&a);
        }
}

/* gcd(x^n - 1, x^m - 1) = x^gcd(n, m) - 1, by steps with large gaps between degrees; and with
 * coprime n and m the resultant of their cofactors of x - 1 is 1 [Apostol 1970]. */
static void check_closed_forms(size_t n, size_t m, size_t threads)
{
    enum { COMMON = 80 };
    const uint32_t p = 2147483647;
    const clm_modulus modulus = clm_modulus_of(p);
    clm_error error = {0};
    uint32_t *words = clm_allocate(3 * (n + 1), sizeof *words), resultant;
    uint32_t *a = words, *b = words + (n + 1);
    clm_host_result g = {words + 2 * (n + 1), 0};

    a[0] = b[0] = p - 1;
    a[n] = b[m] = 1;
    assert_int_equal(clm_host_gcd(&error, &g, NULL, (clm_host_poly){a, n + 1},
                                  (clm_host_poly){b, m + 1}, &modulus, threads, NULL),
                     CLMODP_OK);
    assert_int_equal(g.count, COMMON + 1);
    assert_int_equal(g.c[0], p - 1);
    assert_int_equal(clm_host_count(g.c + 1, COMMON - 1), 0);
    for (size_t k = 0; k < n; k++)
        a[k] = b[k] = 1;
    assert_int_equal(clm_host_resultant(&error, &resultant, (clm_host_poly){a, n - 1},
                                        (clm_host_poly){b, m + 1}, &modulus, threads, NULL),
                     CLMODP_OK);
    assert_int_equal(resultant, 1);
    free(words);
}

static void closed_forms(void **state)
{
    (void)state;
    check_closed_forms(6000, 4480, 1);
    check_closed_forms(200000, 149360, 2);
}

/* Returns a residue, often one that makes sums as great as possible. */
static uint32_t extreme(clm_random *random, uint32_t p)
{
    const uint32_t words[] = {0, 1, p / 2, p / 2 + 1, p - 1};
    const uint64_t k = clm_random_below(random, 8);

    return k < 5 ? words[k] : (uint32_t)clm_random_below(random, p);
}

static void check_elimination(clm_random *random, const clm_transform_functions *vectors,
                              size_t count, uint32_t p)
{
    enum { MOST = 64 };
    const uint64_t inverse = clm_invmod64((UINT64_C(1) << 32) % p, p);
    const fp_field f = clm_field(p);
    const clm_step_factors by = {extreme(random, p), extreme(random, p), extreme(random, p)};
    const size_t all = clm_round_up(count, vectors->lanes);
    uint32_t a[MOST], b[MOST + 1], expected[MOST];

    for (size_t k = 0; k <= all; k++)
        b[k] = extreme(random, p);
    for (size_t k = 0; k < all; k++) {
        a[k] = extreme(random, p);
        expected[k] = (uint32_t)(((uint64_t)by.of_a * a[k] % p + (uint64_t)by.below * b[k] % p +
                                  (uint64_t)by.of_b * b[k + 1] % p) * inverse % p);
    }
    vectors->eliminate(a, b + 1, count, &by, &f);
    assert_memory_equal(a, expected, all * sizeof *a);
}

static void check_values(clm_random *random, const clm_transform_functions *vectors, size_t count,
                         uint32_t p)
{
    enum { MOST = 64 };
    const fp_field f = clm_field(p);
    uint32_t a[MOST], points[MOST], values[MOST];

    for (size_t k = 0; k < count; k++)
        a[k] = extreme(random, p);
    for (size_t k = 0; k < 2 * vectors->lanes; k++)
        points[k] = extreme(random, p);
    vectors->values(values, a, count, points, &f);
    for (size_t k = 0; k < 2 * vectors->lanes; k++) {
        uint64_t expected = 0;

        for (size_t i = count; i-- > 0;)
            expected = (expected * points[k] + a[i]) % p;
        assert_int_equal(values[k], expected);
    }
}

static void eliminations_and_values(void **state)
{
    static const uint32_t odd[] = {3, 5, 65537, 998244353, 1717986917, 2147483629, 2147483647};
    clm_random random = {3};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t k = 0; k < sizeof odd / sizeof *odd && clm_vector_level_available(level); k++)
            for (size_t count = 1; count < 48; count++)
                for (int round = 0; round < 50; round++) {
                    check_elimination(&random, clm_transforms(level), count, odd[k]);
                    check_values(&random, clm_transforms(level), count - 1, odd[k]);
                }
}

TESTS(cmocka_unit_test(divisions), cmocka_unit_test(long_divisions), cmocka_unit_test(series),
      cmocka_unit_test(eliminations_and_values), cmocka_unit_test(sequences),
      cmocka_unit_test(closed_forms));
