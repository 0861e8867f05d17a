/* Random inputs and a failing-loudly context for tests of whole resultants. */
#ifndef TESTS_SUPPORT_INPUTS_H
#define TESTS_SUPPORT_INPUTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <clmodp/clmodp.h>

static inline clmodp_context *inputs_context(const clmodp_context_options *options)
{
    clmodp_context *context = NULL;
    char message[512] = "";

    if (clmodp_context_create(&context, options, message, sizeof message) != CLMODP_OK)
        fail_msg("%s", message);
    return context;
}

static inline clmodp_zxy *inputs_zxy(void)
{
    clmodp_zxy *f = NULL;

    assert_int_equal(clmodp_zxy_create(&f), CLMODP_OK);
    return f;
}

static inline clmodp_zx *inputs_zx(void)
{
    clmodp_zx *f = NULL;

    assert_int_equal(clmodp_zx_create(&f), CLMODP_OK);
    return f;
}

/* f := dense of the given degrees, coefficients of at most `bits` bits and random sign. */
static inline clmodp_zxy *inputs_dense(size_t deg_x, size_t deg_y, unsigned long bits,
                                       unsigned long seed)
{
    clmodp_zxy *f = inputs_zxy();
    gmp_randstate_t random;
    mpz_t c;

    gmp_randinit_default(random);
    gmp_randseed_ui(random, seed);
    mpz_init(c);
    for (size_t j = 0; j <= deg_y; j++)
        for (size_t i = 0; i <= deg_x; i++) {
            mpz_urandomb(c, random, bits);
            if (gmp_urandomb_ui(random, 1))
                mpz_neg(c, c);
            if ((i == deg_x || j == deg_y) && mpz_sgn(c) == 0)
                mpz_set_ui(c, 1);
            assert_int_equal(clmodp_zxy_set_coeff(f, c, i, j), CLMODP_OK);
        }
    mpz_clear(c);
    gmp_randclear(random);
    return f;
}

#endif
