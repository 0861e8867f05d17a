/* Tests products and remainders in pieces against single operations of GMP. */
#include "multimodular/limbs.h"

#include <stdlib.h>

#include "support/assertions.h"
#include "support/small.h"

enum { PIECE = CLM_LIMBS_PIECE };

static void multiplies_in_pieces(void **state)
{
    static const size_t lengths[][2] = {
        {1, 1}, {PIECE, 7}, {PIECE + 1, 1}, {3, PIECE + 1}, {2 * PIECE + 5, 9}, {PIECE, PIECE},
        {2 * PIECE + 5, PIECE}};
    const size_t count = small_tests() ? 5 : sizeof lengths / sizeof *lengths;
    gmp_randstate_t random;
    mpz_t a, b, expected, product;

    (void)state;
    gmp_randinit_default(random);
    mpz_inits(a, b, expected, product, NULL);
    for (size_t k = 0; k < count; k++) {
        const size_t an = lengths[k][0], bn = lengths[k][1];
        mp_limb_t *scratch = malloc(clm_limbs_scratch(an > bn ? an : bn) * sizeof *scratch);

        assert_non_null(scratch);
        mpz_rrandomb(a, random, 64 * an);
        mpz_rrandomb(b, random, 64 * bn);
        mpz_mul(expected, a, b);
        assert_true(clm_limbs_multiply_watched(mpz_limbs_write(product, (mp_size_t)(an + bn)),
                                               mpz_limbs_read(a), an, mpz_limbs_read(b), bn,
                                               scratch, NULL));
        mpz_limbs_finish(product, (mp_size_t)(an + bn));
        if (mpz_cmp(product, expected) != 0)
            fail_msg("%zu by %zu limbs", an, bn);
        free(scratch);
    }
    mpz_clears(a, b, expected, product, NULL);
    gmp_randclear(random);
}

static void reduces_in_pieces(void **state)
{
    static const size_t lengths[][2] = {{0, 1}, {1, 2}, {5, 5}, {9, 5}, {2 * PIECE + 1, 30},
                                        {PIECE, PIECE}, {2 * PIECE, PIECE},
                                        {2 * PIECE + 1, PIECE / 2 + 1}};
    const size_t count = small_tests() ? 5 : sizeof lengths / sizeof *lengths;
    clm_poller stopped = {.stopped = true};
    gmp_randstate_t random;
    mpz_t a, b, expected;

    (void)state;
    gmp_randinit_default(random);
    mpz_inits(a, b, expected, NULL);
    for (size_t k = 0; k < count; k++) {
        const size_t n = lengths[k][1];
        const size_t quotient = lengths[k][0] > n ? lengths[k][0] - n : 0;
        mp_limb_t *scratch = malloc(clm_limbs_scratch(quotient) * sizeof *scratch);

        assert_non_null(scratch);
        mpz_rrandomb(a, random, 64 * lengths[k][0]);
        mpz_rrandomb(b, random, 64 * n);
        mpz_tdiv_r(expected, a, b);
        assert_false(clm_limbs_reduce_watched(a, mpz_limbs_read(b), n, scratch, &stopped));
        assert_true(clm_limbs_reduce_watched(a, mpz_limbs_read(b), n, scratch, NULL));
        if (mpz_cmp(a, expected) != 0)
            fail_msg("%zu by %zu limbs", lengths[k][0], n);
        free(scratch);
    }
    mpz_clears(a, b, expected, NULL);
    gmp_randclear(random);
}

TESTS(
    cmocka_unit_test(multiplies_in_pieces),
    cmocka_unit_test(reduces_in_pieces));
