/* Tests constants of fields, inverses and roots of unity against successive powers. */

#include <stddef.h>
#include <stdint.h>

#include "arith/prime.h"
#include "support/assertions.h"

/* Returns the order of x, by multiplying until the power is 1. */
static uint32_t order_of(uint32_t x, fp_field f)
{
    uint32_t order = 1;

    for (uint32_t power = x; power != f.one; power = fp_mul(power, x, f))
        order++;
    return order;
}

static void check_root(uint32_t p, uint32_t order)
{
    fp_field f = clm_field(p);
    uint32_t root = clm_field_root(f, order);

    if (root >= p || order_of(root, f) != order || clm_field_root(f, order) != root)
        fail_msg("p = %u, order %u: %u is no such root", p, order, root);
}

static void knows_its_constants(void **state)
{
    static const uint32_t primes[] = {3, 5, 7, 251, 65537, 1073741789, 2147483647};

    (void)state;
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        const uint64_t p = primes[i];
        const fp_field f = clm_field(primes[i]);

        assert_int_equal(f.p, p);
        assert_int_equal((uint32_t)(f.pinv * f.p), 1);
        assert_int_equal(f.one, (UINT64_C(1) << 32) % p);
        assert_int_equal(f.r2, (uint64_t)f.one * f.one % p);
    }
}

static void finds_roots_of_every_order(void **state)
{
    static const uint32_t primes[] = {3, 5, 7, 13, 17, 31, 97, 127, 211, 241, 257, 2311, 2521};

    (void)state;
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
        for (uint32_t order = 1; order < primes[i]; order++)
            if ((primes[i] - 1) % order == 0)
                check_root(primes[i], order);
}

static void finds_roots_modulo_large_primes(void **state)
{
    static const uint32_t orders[] = {1, 2, 3, 4, 7, 210, 2881, 2916, 4096, 65536, 70000, 74088};

    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        uint32_t primes[5];

        assert_int_equal(clm_primes_below(primes, 5, UINT32_C(1) << 31, orders[i]), 5);
        for (size_t k = 0; k < 5; k++)
            check_root(primes[k], orders[i]);
    }
    assert_int_equal(order_of(clm_field_root(clm_field(65537), 65536), clm_field(65537)), 65536);
}

/* The multiplicative group is cyclic and has roots of the greatest possible order, p - 1. */
static void finds_a_generator(void **state)
{
    const fp_field f = clm_field(2147483647);
    const uint32_t factors[] = {2, 3, 7, 11, 31, 151, 331}; /* of 2^31 - 2 */
    uint32_t root = clm_field_root(f, f.p - 1);

    (void)state;
    assert_int_equal(fp_pow(root, f.p - 1, f), f.one);
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        assert_int_not_equal(fp_pow(root, (f.p - 1) / factors[i], f), f.one);
}

static void describes_primes(void **state)
{
    const uint32_t p = 2147483629; /* 36 * 59652323 + 1 */
    const prime_info info = clm_prime_info(p, 36, 123456);
    const fp_field f = info.field;

    (void)state;
    assert_int_equal(f.p, p);
    assert_int_equal(info.root, clm_field_root(f, 36));
    assert_int_equal(info.shift, 123456);
    assert_int_equal(fp_mul(info.shift, info.shift_inverse, f), f.one);
    assert_int_equal(fp_from(fp_mul(info.points_inverse, fp_to(36, f), f), f), 1);
}

static void inverts(void **state)
{
    const fp_field f = clm_field(2147483629);

    (void)state;
    for (uint32_t x = 1; x < 1000; x++) {
        assert_int_equal(fp_mul(fp_inv(x, f), x, f), f.one);
        assert_int_equal(fp_mul(fp_inv(f.p - x, f), f.p - x, f), f.one);
    }
}

TESTS(
    cmocka_unit_test(knows_its_constants),
    cmocka_unit_test(finds_roots_of_every_order),
    cmocka_unit_test(finds_roots_modulo_large_primes),
    cmocka_unit_test(finds_a_generator),
    cmocka_unit_test(describes_primes),
    cmocka_unit_test(inverts));
