/* Tests residues of integers modulo many primes against GMP. */
#include "multimodular/residues.h"

#include <stdlib.h>

#include "arith/prime.h"
#include "support/assertions.h"
#include "support/small.h"

enum { MOST_PRIMES = 150, STRIDE = 3 };

static uint32_t primes[MOST_PRIMES];

static void check(const clm_moduli *r, mpz_srcptr c)
{
    uint32_t residues[MOST_PRIMES * STRIDE];

    assert_int_equal(clm_moduli_reduce(r, residues, STRIDE, c), CLMODP_OK);
    for (size_t k = 0; k < r->count; k++)
        if (residues[k * STRIDE] != mpz_fdiv_ui(c, primes[k]))
            fail_msg("%zu bits, prime %zu of %zu", mpz_sizeinbase(c, 2), k, r->count);
}

/* Numbers of either sign, random or all bits set, of at most `longest` limbs, and multiples of the
 * first primes. */
static void check_lengths(size_t count, size_t longest)
{
    clm_moduli r;
    gmp_randstate_t random;
    mpz_t c;

    gmp_randinit_default(random);
    mpz_init(c);
    assert_int_equal(clm_moduli_create(NULL, &r, primes, count, longest, NULL), CLMODP_OK);
    check(&r, c);
    for (size_t bits = 1; bits <= 64 * longest; bits += bits < 130 ? 9 : 61 * longest / 9) {
        mpz_rrandomb(c, random, bits);
        check(&r, c);
        mpz_neg(c, c);
        check(&r, c);
        mpz_set_ui(c, 1);
        mpz_mul_2exp(c, c, bits);
        mpz_sub_ui(c, c, 1);
        check(&r, c);
    }
    mpz_set_si(c, -1);
    for (size_t k = 0; k < count && mpz_size(c) < longest; k++)
        mpz_mul_ui(c, c, primes[k]);
    check(&r, c);
    clm_moduli_clear(&r);
    mpz_clear(c);
    gmp_randclear(random);
}

static void equal_remainders(void **state)
{
    static const size_t counts[] = {1, 2, 7, 8, 9, 16, 17, 32, 33, 70, MOST_PRIMES};
    static const size_t lengths[] = {1, 2, 9, 32, 33, 48, 100};

    (void)state;
    assert_int_equal(clm_primes_below(primes, MOST_PRIMES, UINT32_C(1) << 31, 1), MOST_PRIMES);
    for (size_t k = 0; k < (small_tests() ? 6 : sizeof counts / sizeof *counts); k++)
        for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++)
            check_lengths(counts[k], lengths[n]);
}

TESTS(cmocka_unit_test(equal_remainders));
