/* Tests 64-bit Montgomery arithmetic against GMP, and the primes of the host engine. */
#include "arith/mont64.h"

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "arith/prime.h"
#include "core/random.h"
#include "engines/host/plan.h"
#include "support/assertions.h"
#include "support/small.h"

/* The greatest prime below 2^62, others of all sizes, and odd composite numbers. */
static const uint64_t moduli[] = {UINT64_C(4611686018427387847), UINT64_C(4611686018427387901),
                                  UINT64_C(1) << 61 | 1, 2147483647, 65537, 101, 9, 7, 5, 3};
#define MODULI (sizeof moduli / sizeof *moduli)

static void agrees_with_gmp(void **state)
{
    clm_random random = {6};
    mpz_t z, m;

    (void)state;
    mpz_inits(z, m, NULL);
    for (size_t k = 0; k < MODULI; k++) {
        const uint64_t p = moduli[k];
        const clm_mont64 f = clm_mont64_of(p);

        mpz_set_ui(m, p);
        assert_int_equal(clm_mont64_to(1, &f), f.one);
        for (uint64_t i = 0; i < random_cases(1000); i++) {
            const uint64_t x = i % 7 == 0 ? p - 1 : clm_random_below(&random, p);
            const uint64_t y = i % 10 == 0 ? p - 1 : clm_random_below(&random, p);
            const uint64_t word = i % 5 == 0 ? UINT64_MAX : clm_random_next(&random);
            const uint64_t a = clm_mont64_to(x, &f), b = clm_mont64_to(y, &f);

            assert_true(a < p && b < p);
            assert_int_equal(clm_mont64_from(a, &f), x);
            assert_int_equal(clm_mont64_from(clm_mont64_to(word, &f), &f), word % p);
            mpz_set_ui(z, x);
            mpz_mul_ui(z, z, y);
            assert_int_equal(clm_mont64_from(clm_mont64_mul(a, b, &f), &f), mpz_fdiv_ui(z, p));
            mpz_set_ui(z, x);
            mpz_add_ui(z, z, y);
            assert_int_equal(clm_mont64_from(clm_mont64_add(a, b, &f), &f), mpz_fdiv_ui(z, p));
            mpz_sub_ui(z, z, y);
            mpz_sub_ui(z, z, y);
            assert_int_equal(clm_mont64_from(clm_mont64_sub(a, b, &f), &f), mpz_fdiv_ui(z, p));
            assert_int_equal(clm_mont64_add(a, clm_mont64_neg(a, &f), &f), 0);
            mpz_set_ui(z, x);
            mpz_powm_ui(z, z, word, m);
            assert_int_equal(clm_mont64_from(clm_mont64_pow(a, word, &f), &f), mpz_get_ui(z));
            if (a != 0 && clm_is_prime_u64(p))
                assert_int_equal(clm_mont64_mul(clm_mont64_inv(a, &f), a, &f), f.one);
        }
    }
    mpz_clears(z, m, NULL);
}

/* The greatest sums of products reduced at once. */
static void reduces_sums(void **state)
{
    const uint64_t p = moduli[1], most = p - 1;
    const clm_mont64 f = clm_mont64_of(p);
    mpz_t z, m;

    (void)state;
    mpz_inits(z, m, NULL);
    mpz_set_ui(m, p);
    for (unsigned count = 1; count <= 3; count++) {
        const uint64_t reduced =
            clm_mont64_reduce((clm_u128)most * most * count, &f);

        mpz_set_ui(z, most);
        mpz_mul_ui(z, z, most);
        mpz_mul_ui(z, z, count);
        assert_true(reduced < p);
        assert_int_equal(clm_mont64_from(clm_mont64_to(reduced, &f), &f), reduced);
        assert_int_equal(clm_mont64_mul(reduced, f.square, &f), mpz_fdiv_ui(z, p));
    }
    mpz_clears(z, m, NULL);
}

/* Primes of the table and later ones are all primes of the progression, in order. */
static void primes_have_no_gaps(void **state)
{
    enum { COUNT = 40 };
    const uint64_t step = UINT64_C(1) << CLM_HOST_ORDER;
    uint64_t prime[COUNT], next = (UINT64_C(1) << 62) + 1, again[3];
    mpz_t z;

    (void)state;
    mpz_init(z);
    clm_host_primes(prime, 0, COUNT, 0);
    for (size_t n = 0; n < COUNT; n++) {
        do {
            next -= step;
            mpz_set_ui(z, next);
        } while (mpz_probab_prime_p(z, 25) == 0);
        assert_int_equal(prime[n], next);
    }
    clm_host_primes(again, 31, 3, prime[30]);
    for (size_t n = 0; n < 3; n++)
        assert_int_equal(again[n], prime[31 + n]);
    mpz_clear(z);
}

TESTS(
    cmocka_unit_test(agrees_with_gmp),
    cmocka_unit_test(reduces_sums),
    cmocka_unit_test(primes_have_no_gaps));
