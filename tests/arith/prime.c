/* Tests primality and primes in progressions against a sieve and GMP. */
#include "arith/prime.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <gmp.h>

#include "core/random.h"
#include "support/assertions.h"

static bool gmp_says(uint64_t n)
{
    mpz_t z;
    bool prime;

    mpz_init(z);
    mpz_import(z, 1, 1, sizeof n, 0, 0, &n);
    prime = mpz_probab_prime_p(z, 30) > 0;
    mpz_clear(z);
    return prime;
}

static void check(uint64_t n)
{
    bool expected = gmp_says(n);

    if (clm_is_prime_u64(n) != expected)
        fail_msg("clm_is_prime_u64(%llu) is not %d", (unsigned long long)n, expected);
    if (n <= UINT32_MAX && clm_is_prime_u32((uint32_t)n) != expected)
        fail_msg("clm_is_prime_u32(%llu) is not %d", (unsigned long long)n, expected);
}

static void agrees_with_a_sieve(void **state)
{
    const uint32_t size = 1 << 18;
    bool *composite = calloc(size, sizeof *composite);

    (void)state;
    composite[0] = composite[1] = true;
    for (uint32_t d = 2; d < size; d++)
        for (uint32_t n = 2 * d; !composite[d] && n < size; n += d)
            composite[n] = true;
    for (uint32_t n = 0; n < size; n++)
        if (clm_is_prime_u32(n) == composite[n] || clm_is_prime_u64(n) == composite[n])
            fail_msg("%u", n);
    free(composite);
}

static void agrees_with_gmp(void **state)
{
    static const uint64_t ends[] = {UINT64_C(1) << 16, UINT64_C(1) << 31, UINT64_C(1) << 32,
                                    UINT64_C(1) << 61, UINT64_C(1) << 63, 0};
    clm_random random = {4};

    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (uint64_t d = 0; d < 500; d++) {
            check(ends[i] - d - 1);
            check(ends[i] + d);
        }
    for (int i = 0; i < 20000; i++) {
        uint64_t n = clm_random_next(&random);

        check(n);
        check(n >> 32);
        check((n >> 33) | 1);
    }
}

/* Composites passing many tests of the type used here. */
static void is_not_fooled_by_pseudoprimes(void **state)
{
    static const uint64_t composites[] = {
        341, 561, 2047, 1373653, 25326001, UINT64_C(3215031751), UINT64_C(4759123141),
        UINT64_C(2152302898747), UINT64_C(3474749660383), UINT64_C(341550071728321),
        UINT64_C(3825123056546413051), UINT64_C(2147483647) * 2147483647,
        UINT64_C(4294967291) * 4294967291, 65537 * 65537ull, 37 * 37, 41 * 41, 41 * 43};

    (void)state;
    for (size_t i = 0; i < sizeof composites / sizeof *composites; i++) {
        check(composites[i]);
        assert_false(clm_is_prime_u64(composites[i]));
    }
}

/* Compares with all primes found by GMP, in decreasing order. */
static void check_progression(uint32_t count, uint32_t below, uint32_t order)
{
    uint32_t *primes = calloc(count + 1, sizeof *primes);
    size_t found = clm_primes_below(primes, count, below, order), next = 0;

    for (uint64_t k = below / order + 1; k-- > 0 && next < count;) {
        uint64_t n = k * order + 1;

        if (n > 65536 && n < below && gmp_says(n)) {
            if (next >= found || primes[next] != n)
                fail_msg("order %u below %u misses %llu", order, below, (unsigned long long)n);
            next++;
        }
    }
    assert_int_equal(found, next);
    free(primes);
}

static void finds_every_prime_of_a_progression(void **state)
{
    static const uint32_t orders[] = {1, 2, 3, 4, 7, 210, 2916, 65536};

    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        check_progression(0, UINT32_C(1) << 31, orders[i]);
        check_progression(20, UINT32_C(1) << 31, orders[i]);
        check_progression(20, (UINT32_C(1) << 30) + 1, orders[i]);
        check_progression(200, 70000, orders[i]); /* ends at 2^16 */
        check_progression(5, 65538, orders[i]);
        check_progression(5, 65537, orders[i]);
        check_progression(5, 0, orders[i]);
        check_progression(5, 2, orders[i]);
    }
    check_progression(5, 2147483647, 2147483646); /* the bound excludes the only prime */
    check_progression(5, UINT32_C(1) << 31, 2147483646);
    check_progression(5, 100000, UINT32_MAX);
}

/* Compares the primes from `most` down to `least` with GMP's, except 2. */
static void check_downwards(size_t count, uint64_t most, uint64_t least)
{
    uint64_t primes[60] = {0};
    size_t found = clm_primes_descending(primes, count, most, least), next = 0;

    for (uint64_t n = most; n > least && n > 2 && next < count; n--)
        if (gmp_says(n)) {
            if (next >= found || primes[next] != n)
                fail_msg("down from %llu misses %llu", (unsigned long long)most,
                         (unsigned long long)n);
            next++;
        }
    assert_int_equal(found, next);
}

static void finds_the_primes_below_a_bound(void **state)
{
    static const uint64_t mosts[] = {100, 101, (UINT64_C(1) << 24) - 1, 2147483647,
                                     (UINT64_C(1) << 32) + 20, UINT64_C(1) << 50, UINT64_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof mosts / sizeof *mosts; i++) {
        check_downwards(0, mosts[i], 2);
        check_downwards(20, mosts[i], 2);
        check_downwards(60, mosts[i], mosts[i] > 200 ? mosts[i] - 200 : 50); /* all found */
        check_downwards(5, mosts[i], mosts[i]);
    }
    check_downwards(60, 100, 0);
    check_downwards(60, 3, 0);
    check_downwards(60, 2, 0);
    check_downwards(60, 0, 0);
}

/* Known counts: 24 834 primes = 1 mod 2^12 and 1530 primes = 1 mod 2^16 between 2^30 and 2^31. */
static void counts_primes(void **state)
{
    static const struct {
        uint32_t order;
        size_t count;
    } known[] = {{4096, 24834}, {65536, 1530}};
    uint32_t *primes = calloc(60000, sizeof *primes);

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        size_t found = clm_primes_below(primes, 60000, UINT32_C(1) << 31, known[i].order);
        size_t large = 0;

        while (large < found && primes[large] > UINT32_C(1) << 30)
            large++;
        assert_int_equal(large, known[i].count);
    }
    free(primes);
}

static bool is_smooth(uint32_t n)
{
    static const uint32_t factors[] = {2, 3, 5, 7};

    for (size_t i = 0; i < 4; i++)
        while (n % factors[i] == 0)
            n /= factors[i];
    return n == 1;
}

static void finds_the_next_smooth_number(void **state)
{
    clm_random random = {5};

    (void)state;
    for (uint32_t n = 1, smooth = 1; n < 50000; n++) {
        while (smooth < n || !is_smooth(smooth))
            smooth++;
        assert_int_equal(clm_smooth_at_least(n), smooth);
    }
    for (int i = 0; i < 200; i++) {
        uint32_t n = 1 + (uint32_t)clm_random_below(&random, 1 << 24), smooth = n;

        while (!is_smooth(smooth))
            smooth++;
        assert_int_equal(clm_smooth_at_least(n), smooth);
    }
    assert_int_equal(clm_smooth_at_least(UINT32_C(1) << 31), UINT32_C(1) << 31);
    assert_int_equal(clm_smooth_at_least((UINT32_C(1) << 31) - 1), UINT32_C(1) << 31);
}

/* True once the product exceeds a power of 2 by the size of a prime, and never too early. */
static void multiplies_primes_until_they_exceed(void **state)
{
    enum { COUNT = 2000 };
    static const uint64_t most[] = {2000000, (UINT64_C(1) << 24) - 1, (UINT64_C(1) << 51) - 1};
    uint64_t primes[COUNT];
    mpz_t product;

    (void)state;
    mpz_init(product);
    for (size_t k = 0; k < sizeof most / sizeof *most; k++) {
        double sum = 0.0;

        assert_int_equal(clm_primes_descending(primes, COUNT, most[k], 3), COUNT);
        mpz_set_ui(product, 1);
        for (size_t n = 0; n < COUNT; n++) {
            const size_t before = mpz_sizeinbase(product, 2); /* product < 2^before */
            double kept = sum;

            mpz_mul_ui(product, product, primes[n]);
            assert_false(clm_primes_exceed(&kept, primes[n],
                                           (double)mpz_sizeinbase(product, 2)));
            assert_true(clm_primes_exceed(&sum, primes[n], (double)before));
        }
    }
    mpz_clear(product);
}

TESTS(
    cmocka_unit_test(agrees_with_a_sieve),
    cmocka_unit_test(agrees_with_gmp),
    cmocka_unit_test(is_not_fooled_by_pseudoprimes),
    cmocka_unit_test(finds_every_prime_of_a_progression),
    cmocka_unit_test(finds_the_primes_below_a_bound),
    cmocka_unit_test(counts_primes),
    cmocka_unit_test(finds_the_next_smooth_number),
    cmocka_unit_test(multiplies_primes_until_they_exceed));
