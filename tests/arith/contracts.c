/* Tests the ranges promised and expected by cl/arith, checked by VERIFY on the host, against
 * integer arithmetic: lazy arithmetic at the ends of its ranges stays within its bounds and comes
 * near them; values out of range are noticed. Compiled twice, with and without LAZY_LARGE. */
#include <string.h>

#include "arith/prime.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "core/random.h"

#include "support/kernel_on_host.h"

#include "cl/arith/fields.h"
#include "cl/arith/lazy.h"

#ifdef LAZY_LARGE
static const u32 primes[] = {2147483647u, 2147483629u, EUCLID_PRIME_MAX + 35, 65537u, 5u, 3u};
#else
static const u32 primes[] = {EUCLID_PRIME_MAX - 1, 1717986853u, 1073741789u, 65537u, 5u, 3u};
#endif
#define PRIMES (sizeof primes / sizeof *primes)

/* Returns value k of absolute value at most eighths / 8 * p: extremes, 0, or random. */
static int value(u64 k, long eighths, u32 p, clm_random *random)
{
    const long most = eighths * (long)p / 8;

    switch (k % 6) {
    case 0: return (int)most;
    case 1: return (int)-most;
    case 2: return (int)(most > 0 ? most - 1 : 0);
    case 3: return 0;
    default: return (int)((long)clm_random_below(random, 2 * (u64)most + 1) - most);
    }
}

/* Returns the residue of v in [0, p). */
static u32 residue(long v, u32 p)
{
    const long rest = v % (long)p;

    return (u32)(rest < 0 ? rest + (long)p : rest);
}

/* All triples of products of a balanced residue and a kept one. */
static void sums_of_three_products_are_reduced(void **state)
{
    (void)state;
    for (size_t i = 0; i < PRIMES; i++) {
        const fp_field f = clm_field(primes[i]);
        const lazy_prime prime = lazy_prime_of(f);
        clm_random random = {primes[i]};
        long most = 0;

        for (u64 k = 0; k < 46656; k++) { /* 6^6 */
            lazy_pair t = {0};
            u32 expected = 0;

            for (u64 j = 0, rest = k; j < 3; j++, rest /= 36) {
                const int a = value(rest, 4, f.p, &random);
                const int b = value(rest / 6, LAZY_KEPT, f.p, &random);

                t = lazy_sum(t, lazy_product(lazy_widen(a), lazy_widen(b)));
                expected = fp_add(expected, fp_mul(residue(a, f.p), residue(b, f.p), f), f);
            }

            const int v = lazy_settle(lazy_redc(t, prime), prime);

            if (residue(v, f.p) != expected || (u32)lazy_canonical(v, prime) != expected)
                fail_msg("p = %u: sum %ld gave %d", f.p, t.even, v);
            most = v > most ? v : most;
        }
        /* Bounds much too wide would never be reached. */
        if (f.p > EUCLID_PRIME_MAX - 100 && 16 * most < (2 * LAZY_KEPT - 1) * (long)f.p)
            fail_msg("p = %u: never beyond %ld", f.p, most);
    }
}

static void powers_and_products_stay_in_range(void **state)
{
    (void)state;
    for (size_t i = 0; i < PRIMES; i++) {
        const fp_field f = clm_field(primes[i]);
        const lazy_prime prime = lazy_prime_of(f);
        clm_random random = {primes[i]};

        for (u64 k = 0; k < 3600; k++) {
            const int a = value(k, LAZY_KEPT > 8 ? LAZY_KEPT : 8, f.p, &random);
            const int b = value(k / 6, LAZY_KEPT > 8 ? LAZY_KEPT : 8, f.p, &random);
            const u32 x = residue(a, f.p), y = residue(b, f.p), e = (u32)k % 37;

            assert_int_equal(residue(lazy_mul(a, b, prime), f.p), fp_mul(x, y, f));
            assert_int_equal(residue(lazy_pow(a, e, (int)f.one, prime), f.p), fp_pow(x, e, f));
            assert_int_equal(lazy_canonical(lazy_balance(a, prime), prime), x);
        }
    }
}

/* One lane of unsigned arithmetic: halves, lanes and fields reduce to fp.h. */
static void unsigned_residues_stay_in_range(void **state)
{
    (void)state;
    for (size_t i = 0; i < PRIMES; i++) {
        const fp_field f = clm_field(primes[i]);
        const fields own = fields_same(f);
        clm_random random = {primes[i]};

        for (u64 k = 0; k < 3600; k++) {
            const u32 x = residue(value(k, 8, f.p, &random), f.p);
            const u32 y = k % 7 == 0 ? f.p - 1 : residue(value(k / 6, 8, f.p, &random), f.p);
            const u64 most = (u64)(f.p - 1) * (f.p - 1);

            assert_int_equal(lanes_sub(lanes_add(x, y, f), y, f), x);
            assert_int_equal(lanes_add(lanes_neg(x, f), x, f), 0);
            assert_int_equal(fields_sub(fields_add(x, y, own), y, own), x);
            assert_int_equal(fields_mul(x, y, own), lanes_mul(x, y, f));
            assert_int_equal(lanes_redc(lanes_fold(2 * most + 2 * (u64)x * y, f), f),
                             residue((long)lanes_redc(2 * most % f.p, f) +
                                     2L * (long)lanes_mul(x, y, f), f.p));
            assert_int_equal(fp_cross(x, y, y, x, f), 0);
        }
    }
}

/* Breaks each contract by the least value out of range. */
static void values_out_of_range_are_detected(void **state)
{
    const fp_field f = clm_field(EUCLID_PRIME_MAX - 1);
    const lazy_prime prime = lazy_prime_of(f);
    const u64 bound = (u64)f.p << 32;
    const int kept = (int)(LAZY_KEPT * (long)f.p / 8);
    const lazy_pair most = {LONG_MAX}, one = {1}, least = {LONG_MIN};
    const lazy_pair reducible = {(long)((((1UL << 32) - f.p) << 31) - 1)};
    const fp_field small = clm_field(65537);
    const lazy_prime other = lazy_prime_of(small);

    (void)state;
    (void)fp_redc(bound - 1, f);
    BREAKS("high < f.p", (void)fp_redc(bound, f));
    (void)fp_fold(2 * bound - 1, f);
    BREAKS("t >> 33", (void)fp_fold(2 * bound, f));
    BREAKS("t >> 33", (void)lanes_fold(2 * bound, f));
    BREAKS("b < f.p", (void)fp_add(1, f.p, f));
    BREAKS("a < f.p", (void)fp_sub(f.p, 1, f));
    BREAKS("a < f.p", (void)fp_neg(f.p, f));
    BREAKS("d < f.p", (void)fp_cross(0, 0, 0, f.p, f));
    BREAKS("v < 2 * p", (void)lanes_lower(2 * f.p, f.p));
    BREAKS("v >= 0 - p", (void)lanes_raise(f.p, f.p));
    BREAKS("LONG_MAX", (void)lazy_sum(most, one));
    BREAKS("LONG_MIN", (void)lazy_difference(least, one));
    (void)lazy_redc(reducible, prime);
    BREAKS("lazy_reducible", (void)lazy_redc(lazy_sum(reducible, one), prime));
    (void)lazy_balance(3 * 32768 + 1, other);
    BREAKS("lazy_within(v, 12", (void)lazy_balance(3 * 32768 + 2, other));
    (void)lazy_settle(kept, prime);
#ifdef LAZY_LARGE
    BREAKS("lazy_within(a", (void)lazy_mul(65538, 1, other));
#else
    BREAKS("LAZY_KEPT", (void)lazy_settle(kept + 1, prime));
    BREAKS("lazy_within(a", (void)lazy_mul(kept + 1, 1, prime));
#endif
}

TESTS(
    cmocka_unit_test(sums_of_three_products_are_reduced),
    cmocka_unit_test(powers_and_products_stay_in_range),
    cmocka_unit_test(unsigned_residues_stay_in_range),
    cmocka_unit_test(values_out_of_range_are_detected));
