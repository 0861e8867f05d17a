/* Tests cl/arith/residue.h, compiled for the type RESIDUE, against direct division: values,
 * canonical ranges, and the limits proved in the type's header. */
#include "cl/arith/residue_inverse.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "arith/residue.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

#define KIND ((clm_residue_kind)RESIDUE)
#define WORDS_END (sizeof(residue_word) == 4 ? (u64)1 << 32 : (u64)1 << 52) /* of residue_to */
#define BOUNDS 80

typedef unsigned long long ull;

static residue_field field_of(u64 p)
{
    clm_residue_prime prime = clm_residue_prime_of(KIND, p, 1);
    residue_prime same;

    memcpy(&same, &prime, sizeof same);
    return same.field;
}

/* Checks the value of r and its canonical form. */
static void check(const char *what, residue r, u64 expected, const u64 *operand, residue_field f)
{
    const u64 got = residue_from(r, f);
    const residue canonical = residue_to((residue_word)got, f);

    if (got != expected || memcmp(&r, &canonical, sizeof r) != 0)
        fail_msg("%s: p = %llu, operands %llu, %llu, %llu, %llu: %llu, expected %llu", what,
                 (ull)f.p, (ull)operand[0], (ull)operand[1], (ull)operand[2], (ull)operand[3],
                 (ull)got, (ull)expected);
}

static residue enter(u64 v, residue_field f)
{
    return residue_to((residue_word)v, f);
}

static void check_one(u64 a, residue_field f)
{
    const u64 p = (u64)f.p, operand[4] = {a};
    const residue x = enter(a, f);

    check("to", x, a, operand, f);
    check("neg", residue_neg(x, f), (p - a) % p, operand, f);
    check("inv", residue_inv(x, f), a == 0 ? 0 : clm_invmod64(a, p), operand, f);
    check("inverse", residue_inverse(x, f), a == 0 ? 0 : clm_invmod64(a, p), operand, f);
    check("pow", residue_pow(x, 0, f), 1, operand, f);
    check("pow", residue_pow(x, 3, f), clm_powmod64(a, 3, p), operand, f);
    check("pow", residue_pow(x, 0xfffffffe, f), clm_powmod64(a, 0xfffffffe, p), operand, f);
}

static void check_pair(u64 a, u64 b, residue_field f)
{
    const u64 p = (u64)f.p, operand[4] = {a, b};
    const residue x = enter(a, f), y = enter(b, f);

    check("add", residue_add(x, y, f), (a + b) % p, operand, f);
    check("sub", residue_sub(x, y, f), (a + p - b) % p, operand, f);
    check("mul", residue_mul(x, y, f), clm_mulmod64(a, b, p), operand, f);
}

static void check_cross(u64 a, u64 b, u64 c, u64 d, residue_field f)
{
    const u64 p = (u64)f.p, operand[4] = {a, b, c, d};
    const u64 expected = (clm_mulmod64(a, b, p) + p - clm_mulmod64(c, d, p)) % p;

    check("cross", residue_cross(enter(a, f), enter(b, f), enter(c, f), enter(d, f), f), expected,
          operand, f);
}

/* Returns the largest primes below 2^k and 2^k * sqrt(2), down from the type's own limit, and the
 * next above: there significands overflow and errors are greatest. */
static size_t bounds_primes(u64 *prime)
{
    const u64 most = clm_residue_type_of(KIND)->prime_max;
    size_t count = clm_primes_descending(prime, 8, most, 3);

    for (int k = 0; k < 52 && count + 6 <= BOUNDS; k++) {
        const u64 power = (most + 1) >> k, root = (u64)((double)power * 0.70710678118654752);

        if (root < 5)
            break;
        count += clm_primes_descending(&prime[count], 2, k == 0 ? root : power, 3);
        if (k < 6)
            count += clm_primes_descending(&prime[count], 2, root, 3);
        if (k > 0 && clm_primes_descending(&prime[count], 1, power + 1000, power) == 1)
            count++;
    }
    return count;
}

static void is_right_for_everything_modulo_small_primes(void **state)
{
    (void)state;
    for (u64 p = 3; p <= 257; p += 2) {
        const residue_field f = field_of(p);

        if (!clm_is_prime_u64(p))
            continue;
        for (u64 a = 0; a < p; a++) {
            check_one(a, f);
            for (u64 b = 0; b < p; b++)
                check_pair(a, b, f);
        }
        for (u64 k = 0; p <= 17 && k < p * p * p * p; k++)
            check_cross(k % p, k / p % p, k / p / p % p, k / p / p / p, f);
    }
}

static void is_right_at_the_ends(void **state)
{
    clm_random random = {1};
    u64 prime[BOUNDS];
    const size_t primes = bounds_primes(prime);

    (void)state;
    assert_true(primes > 40);
    for (size_t n = 0; n < primes; n += small_tests() ? 4 : 1) {
        const u64 p = prime[n];
        const residue_field f = field_of(p);
        const u64 value[] = {0,         1,     2 % p,     p / 2 - 1, p / 2,
                             p / 2 + 1, p - 3, p - 2,     p - 1,     (u64)(0.7072 * (double)p),
                             clm_random_below(&random, p)};
        const size_t count = sizeof value / sizeof *value;

        for (size_t i = 0; i < count; i++) {
            check_one(value[i], f);
            for (size_t j = 0; j < count; j++) {
                check_pair(value[i], value[j], f);
                for (size_t k = 0; k < count; k++)
                    check_cross(value[i], value[j], value[k], value[(i + k) % count], f);
                check_cross(value[i], value[j], 0, value[j], f);
                check_cross(value[i], 0, value[i], value[j], f);
            }
        }
    }
}

/* Factors whose product is next to a multiple of p, or of p and a half, so that a slightly wrong
 * quotient is off by one. */
static void is_right_near_multiples(void **state)
{
    clm_random random = {2};
    u64 prime[BOUNDS];
    const size_t primes = bounds_primes(prime);

    (void)state;
    for (size_t n = 0; n < primes; n++) {
        const u64 p = prime[n];
        const residue_field f = field_of(p);

        for (int i = 0; i < 2000; i++) {
            const u64 a =
                i < 100 ? p - 1 - (u64)i % (p - 1) : 1 + clm_random_below(&random, p - 1);
            const u64 inverse = clm_invmod64(a, p);
            const u64 near[] = {1, 2 % p, p - 1, p - 2, p / 2, p / 2 + 1}, operand[4] = {a};

            check("inverse", residue_inverse(enter(a, f), f), inverse, operand, f);
            for (size_t k = 0; k < sizeof near / sizeof *near; k++) {
                const u64 b = clm_mulmod64(near[k], inverse, p);

                check_pair(a, b, f);
                check_cross(a, b, p - 1, p - 1, f);
                check_cross(p - a, p - b, a, b, f);
                check_cross(1, 0, a, b, f);
            }
        }
    }
}

static void is_right_for_random_values(void **state)
{
    const int sweep = small_tests() ? 10000 : 1000000;
    clm_random random = {3};
    u64 prime[BOUNDS];
    const size_t primes = bounds_primes(prime);

    (void)state;
    for (size_t n = 0; n < primes; n++) {
        const residue_field f = field_of(prime[n]);

        for (int i = 0; i < (n < 8 ? sweep : sweep / 10); i++) {
            u64 v[4];

            for (int k = 0; k < 4; k++) /* every second time among the greatest */
                v[k] = prime[n] - 1 - clm_random_below(&random, i % 2 == 0 ? prime[n]
                                                                            : prime[n] / 64 + 1);
            check_pair(v[0], v[1], f);
            check_cross(v[0], v[1], v[2], v[3], f);
        }
    }
}

/* Multiplies a factor by all others, or by the 2^24 greatest, modulo the largest primes of the
 * type and below 2^(k - 1/2). */
static void is_right_for_all_factors_at_the_limit(void **state)
{
    const u64 most = clm_residue_type_of(KIND)->prime_max;
    const u64 sweep = small_tests() ? 10000 : 1 << 24;
    u64 prime[2];

    (void)state;
    assert_int_equal(clm_primes_descending(prime, 1, most, 3), 1);
    assert_int_equal(clm_primes_descending(prime + 1, 1, (u64)((double)most * 0.7071067811), 3),
                     1);
    for (size_t n = 0; n < 2; n++) {
        const u64 p = prime[n];
        const residue_field f = field_of(p);

        for (u64 a = p - 1; a > p - 3; a--) {
            const residue x = enter(a, f), one = enter(1, f);
            residue y = enter(p - 1, f);
            u64 expected = clm_mulmod64(a, p - 1, p);

            for (u64 k = 0; k < sweep && k < p; k++) { /* y represents p - 1 - k */
                const u64 operand[4] = {a, p - 1 - k};

                check("mul", residue_mul(x, y, f), expected, operand, f);
                expected = expected >= a ? expected - a : expected + p - a;
                y = residue_sub(y, one, f);
            }
        }
    }
}

static void enters_from_any_word(void **state)
{
    clm_random random = {4};
    u64 prime[BOUNDS];
    const size_t primes = bounds_primes(prime);

    (void)state;
    for (size_t n = 0; n < primes; n++) {
        const residue_field f = field_of(prime[n]);

        for (uint64_t i = 0; i < 300 + random_cases(20000); i++) {
            const u64 near = (WORDS_END - 1) / prime[n] * prime[n];
            const u64 v = i < 100   ? WORDS_END - 1 - i
                          : i < 200 ? near - 50 + (i - 100) % 50
                          : i < 300 ? prime[n] * (i % 3) + i / 100 % 3
                                    : clm_random_below(&random, WORDS_END);
            const u64 operand[4] = {v};

            if (v < WORDS_END)
                check("to", enter(v, f), v % prime[n], operand, f);
        }
    }
}

TESTS(
    cmocka_unit_test(is_right_for_everything_modulo_small_primes),
    cmocka_unit_test(is_right_at_the_ends),
    cmocka_unit_test(is_right_near_multiples),
    cmocka_unit_test(is_right_for_random_values),
    cmocka_unit_test(is_right_for_all_factors_at_the_limit),
    cmocka_unit_test(enters_from_any_word));
