/* Tests cl/arith/fp.h against direct division: values and promised ranges. */
#include "cl/arith/fp.h"

#include <stddef.h>
#include <stdint.h>

#include "arith/prime.h"
#include "core/random.h"
#include "support/assertions.h"

/* Primes next to 2^31, 2^30, 2^16 and to 2/5 and 1/3 of 2^32, and one as used by the pipeline. */
static const u32 large_primes[] = {2147483647u, 2147483629u, 2128650841u, 1717986953u,
                                   1717986917u, 1431655777u, 1431655751u, 1073741827u,
                                   1073741789u, 65537u,      65521u};
#define LARGE (sizeof large_primes / sizeof *large_primes)

static int is_prime(u32 n)
{
    for (u32 d = 2; d <= n / d; d++)
        if (n % d == 0)
            return 0;
    return n > 1;
}

/* Checks that r < p and r R = t modulo p. */
static void check_reduced(const char *what, u64 t, u32 r, u32 p)
{
    if (r >= p || ((u64)r << 32) % p != t % p)
        fail_msg("%s: p = %u: %llu gave %u", what, p, (unsigned long long)t, r);
}

static void check_equal(const char *what, u32 a, u32 b, u32 p, u64 got, u64 expected)
{
    if (got != expected)
        fail_msg("%s: p = %u, a = %u, b = %u: %llu, expected %llu", what, p, a, b,
                 (unsigned long long)got, (unsigned long long)expected);
}

static void check_pair(u32 a, u32 b, fp_field f)
{
    const u32 p = f.p;

    check_reduced("mul", (u64)a * b, fp_mul(a, b, f), p);
    check_reduced("cross", (u64)a * b + (u64)(p - b) * (p - 1 - a),
                  fp_cross(a, b, b, p - 1 - a, f), p);
    check_reduced("cross", (u64)(p - a) * b, fp_cross(0, b, a, b, f), p);
    check_equal("add", a, b, p, fp_add(a, b, f), ((u64)a + b) % p);
    check_equal("sub", a, b, p, fp_sub(a, b, f), ((u64)a + p - b) % p);
}

static void check_one(u32 a, fp_field f)
{
    const u32 p = f.p;
    u32 entered = fp_to(a, f), inverse = fp_inv(entered, f);

    check_equal("neg", a, 0, p, fp_neg(a, f), (p - a) % p);
    check_equal("to", a, 0, p, entered, ((u64)a << 32) % p);
    check_equal("from", a, 0, p, fp_from(entered, f), a);
    check_equal("inv", a, 0, p, fp_mul(entered, inverse, f), a == 0 ? 0 : f.one);
    assert_true(inverse < p);
}

/* Checks the reduction for high word `high` and critical low words. */
static void check_redc(u32 high, fp_field f, clm_random *random)
{
    const u32 p = f.p;
    const u32 low[] = {0,           1,          2,          p - 1,           p,
                       p + 1,       2 * p,      0u - p,     f.pinv,          0u - f.pinv,
                       0x7fffffffu, 0x80000000, 0xffffffff, 0x80000000u + p, 0xffff0000u,
                       (u32)clm_random_next(random), (u32)clm_random_next(random)};

    for (size_t i = 0; i < sizeof low / sizeof *low; i++) {
        u64 t = (u64)high << 32 | low[i];

        check_reduced("redc", t, fp_redc(t, f), p);
        check_equal("fold", high, low[i], p, fp_fold(t, f), t);
        t += (u64)p << 32;
        check_equal("fold", high + p, low[i], p, fp_fold(t, f), t % ((u64)p << 32));
    }
}

static void is_right_for_everything_modulo_small_primes(void **state)
{
    clm_random random = {1};

    (void)state;
    for (u32 p = 3; p <= 257; p += 2) {
        fp_field f = clm_field(p);

        if (!is_prime(p))
            continue;
        for (u32 a = 0; a < p; a++) {
            u32 power = f.one;

            check_one(a, f);
            check_redc(a, f, &random);
            for (u32 b = 0; b < p; b++)
                check_pair(a, b, f);
            for (u32 e = 0; e <= p + 1; e++) {
                check_equal("pow", a, e, p, fp_pow(fp_to(a, f), e, f), power);
                power = fp_mul(power, fp_to(a, f), f);
            }
        }
    }
}

static void is_right_at_the_ends_of_large_primes(void **state)
{
    clm_random random = {2};

    (void)state;
    for (size_t k = 0; k < LARGE; k++) {
        const u32 p = large_primes[k];
        const fp_field f = clm_field(p);
        const u32 value[] = {0,         1,     2,     3,         p / 2 - 1,
                             p / 2,     p / 2 + 1,    p - 3,     p - 2,
                             p - 1,     f.one, f.r2,  p - f.one, p - f.r2,
                             (u32)clm_random_below(&random, p)};
        const size_t count = sizeof value / sizeof *value;

        assert_true(is_prime(p));
        for (size_t i = 0; i < count; i++) {
            check_one(value[i], f);
            check_redc(value[i], f, &random);
            for (size_t j = 0; j < count; j++)
                check_pair(value[i], value[j], f);
        }
    }
}

static void is_right_for_random_values(void **state)
{
    clm_random random = {3};

    (void)state;
    for (size_t k = 0; k < LARGE; k++) {
        const fp_field f = clm_field(large_primes[k]);

        for (int i = 0; i < 100000; i++) {
            u32 a = (u32)clm_random_below(&random, f.p), b = (u32)clm_random_below(&random, f.p);
            u64 t = clm_random_below(&random, (u64)f.p << 32);

            check_pair(a, b, f);
            check_reduced("redc", t, fp_redc(t, f), f.p);
            if (i % 64 == 0) {
                check_one(a, f);
                check_redc(a, f, &random);
            }
        }
    }
}

/* Sums allowed by cl/arith/fp.h before a reduction: two products, or four with a fold. */
static void reduces_sums_of_products(void **state)
{
    (void)state;
    for (size_t k = 0; k < LARGE; k++) {
        const fp_field f = clm_field(large_primes[k]);
        const u64 square = (u64)(f.p - 1) * (f.p - 1);

        assert_true(2 * square < (u64)f.p << 32);
        check_reduced("2 products", 2 * square, fp_redc(2 * square, f), f.p);
        for (u64 n = 3; n <= 4; n++) {
            assert_true(fp_fold(n * square, f) < (u64)f.p << 32);
            check_reduced("products", n * square, fp_redc(fp_fold(n * square, f), f), f.p);
        }
    }
}

static void enters_from_any_word(void **state)
{
    static const u32 words[] = {0x7fffffffu, 0x80000000u, 0x80000001u, 0xfffffffeu, 0xffffffffu};

    (void)state;
    for (size_t k = 0; k < LARGE; k++) {
        const fp_field f = clm_field(large_primes[k]);

        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            check_equal("to", words[i], 0, f.p, fp_from(fp_to(words[i], f), f), words[i] % f.p);
            assert_true(fp_to(words[i], f) < f.p);
            check_reduced("from", words[i], fp_from(words[i], f), f.p);
        }
    }
}

TESTS(
    cmocka_unit_test(is_right_for_everything_modulo_small_primes),
    cmocka_unit_test(is_right_at_the_ends_of_large_primes),
    cmocka_unit_test(is_right_for_random_values),
    cmocka_unit_test(reduces_sums_of_products),
    cmocka_unit_test(enters_from_any_word));
