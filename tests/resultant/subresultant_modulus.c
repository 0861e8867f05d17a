/* Tests of first subresultants modulo integers against images of minors of the Sylvester
 * matrix. */
#include <inttypes.h>
#include <stdbool.h>

#include "ref/sylvester.h"
#include "support/context.h"
#include "support/polynomials.h"

#define CASES_A_SHAPE 27

static bool has_one(const clmodp_zxy *f, const clmodp_zxy *g)
{
    const long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);

    return p > 0 && q > 0 && p + q > 2;
}

/* Returns f mod p. */
static clmodp_zxy *image(const clmodp_zxy *f, uint64_t p)
{
    clmodp_zxy *result = zxy_new();
    mpz_t c;

    mpz_init(c);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;

        mpz_fdiv_r_ui(c, clmodp_zxy_term(f, k, &i, &j), p);
        assert_int_equal(clmodp_zxy_set_coeff(result, c, i, j), CLMODP_OK);
    }
    mpz_clear(c);
    return result;
}

/* Checks that the result modulo p is the image of S_1. */
static void check_modulo(clmodp_context *context, const char *name, uint64_t seed,
                         const clmodp_zxy *f, const clmodp_zxy *g, uint64_t p)
{
    clmodp_zx *minor[2] = {ref_subresultant(f, g, 1, 0), ref_subresultant(f, g, 1, 1)};
    clmodp_zx *resultant = ref_resultant(f, g), *r = zx_new();
    clmodp_zxy *want = zxy_binomial(minor[0], minor[1], 1), *expected = image(want, p);
    clmodp_zxy *whole = zxy_binomial(resultant, NULL, 1), *expected_r = image(whole, p), *of_r;
    clmodp_zxy *s = zxy_new();
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.seed = seed;
    if (clmodp_compute(context, &(clmodp_problem){.size = sizeof(clmodp_problem),
                                                  .operation = CLMODP_OPERATION_SUBRESULTANT,
                                                  .modulus = p, .k = 1, .f = f, .g = g, .r = r,
                                                  .s = s}, &options) != CLMODP_OK)
        fail_msg("%s, seed %" PRIu64 " modulo %" PRIu64 ": %s", name, seed, p,
                 clmodp_context_message(context));
    of_r = zxy_binomial(r, NULL, 1);
    if (!clmodp_zxy_equal(s, expected) || !clmodp_zxy_equal(of_r, expected_r))
        fail_msg("%s, seed %" PRIu64 " modulo %" PRIu64, name, seed, p);
    DESTROY(of_r, s, expected_r, whole, expected, want, r, resultant, minor[1], minor[0]);
}

/* All shapes modulo primes from small ones, with dropping degrees and too few points, to 31 bits:
 * on cosets, on geometric progressions, and over Z; and other
 * moduli. */
static void agrees_with_the_minors(void **state)
{
    static const uint64_t moduli[] = {2,          3,          5,
                                      101,        257,        7681,
                                      998244353,  2147483647, 2147483629,
                                      2147483659, 12,         UINT64_C(4611685941117976577),
                                      UINT64_MAX};
    clm_random random = {20120303};

    for (int shape = 0; shape < PAIR_SHAPES; shape++)
        for (size_t k = 0; k < CASES_A_SHAPE; k++) {
            size_t dy = 1 + clm_random_below(&random, 6), dx = clm_random_below(&random, 5);
            uint64_t seed = random.state;
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, dy, dx, 40);
            if (has_one(f, g))
                check_modulo(*state, pair_shape_name((pair_shape)shape), seed, f, g,
                             moduli[k % (sizeof moduli / sizeof *moduli)]);
            DESTROY(g, f);
        }
}

/* Leading coefficients vanish modulo 5, 2^61 - 1 or 6, in one polynomial or both, up to all of
 * them. */
static void drops_degrees_modulo_primes(void **state)
{
    for (uint64_t k = 0; k < 200; k++) {
        clm_random random = {k};
        const long p = k % 4 == 0 ? 6 : k % 2 == 0 ? 5 : (1L << 61) - 1;
        size_t drop[2] = {clm_random_below(&random, 5), clm_random_below(&random, 5)};
        clmodp_zxy *pair[2] = {random_dense(2, 1 + k / 2 % 4, 20, 2 * k),
                               random_dense(3, 1 + k / 8 % 4, 20, 2 * k + 1)};
        mpz_t c;

        mpz_init(c);
        for (int n = 0; n < 2; n++) {
            const size_t degree = (size_t)clmodp_zxy_degree_y(pair[n]);

            for (size_t d = 0; d < drop[n] && d <= degree; d++)
                for (size_t i = 0; i <= 3; i++) {
                    clmodp_zxy_get_coeff(c, pair[n], i, degree - d);
                    mpz_mul_si(c, c, p);
                    assert_int_equal(clmodp_zxy_set_coeff(pair[n], c, i, degree - d), CLMODP_OK);
                }
        }
        if (has_one(pair[0], pair[1]))
            check_modulo(*state, "drops", k, pair[0], pair[1], (uint64_t)p);
        mpz_clear(c);
        DESTROY(pair[1], pair[0]);
    }
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(agrees_with_the_minors),
    cmocka_unit_test(drops_degrees_modulo_primes));
