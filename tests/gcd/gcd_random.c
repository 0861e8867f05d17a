/* Tests greatest common divisors of random products against GCDHEU, which shares no code with
 * them, and exact divisions against products. */
#include <clmodp/gcd.h>

#include <stdlib.h>

#include "core/random.h"
#include "polynomials/mpoly_gcd.h"
#include "support/assertions.h"
#include "support/small.h"

/* Returns a random polynomial of at most so many terms. */
static clmodp_mpoly *random_of(clm_random *random, gmp_randstate_t state, size_t variables,
                               size_t terms, size_t degree, size_t bits)
{
    size_t *e = calloc(terms * variables + 1, sizeof *e);
    mpz_t *c = calloc(terms + 1, sizeof *c);
    clmodp_mpoly *f;

    for (size_t k = 0; k <= terms; k++) {
        mpz_init(c[k]);
        mpz_urandomb(c[k], state, bits);
        if (clm_random_below(random, 2) == 0)
            mpz_neg(c[k], c[k]);
    }
    for (size_t k = 0; k < terms * variables; k++)
        e[k] = clm_random_below(random, degree + 1);
    assert_int_equal(clmodp_mpoly_create(&f, variables), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, terms), CLMODP_OK);
    for (size_t k = 0; k <= terms; k++)
        mpz_clear(c[k]);
    free(c);
    free(e);
    return f;
}

/* Checks h = gcd(f, g) and the cofactors a and b. */
static void check(const clmodp_mpoly *h, const clmodp_mpoly *a, const clmodp_mpoly *b,
                  const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_mpoly *other;
    bool divides;

    assert_int_equal(clmodp_mpoly_create(&other, clmodp_mpoly_variables(f)), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_mul(other, a, h), CLMODP_OK);
    assert_true(clmodp_mpoly_equal(other, f));
    assert_int_equal(clm_mpoly_divide(other, &divides, other, h), CLMODP_OK);
    assert_true(divides && clmodp_mpoly_equal(other, a));
    assert_int_equal(clmodp_mpoly_mul(other, b, h), CLMODP_OK);
    assert_true(clmodp_mpoly_equal(other, g));
    assert_int_equal(clm_mpoly_gcd(other, f, g), CLMODP_OK);
    assert_true(clmodp_mpoly_equal(other, h));
    clmodp_mpoly_destroy(other);
}

static void agrees_with_gcdheu(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    static const size_t terms[] = {1, 2, 3, 6, 15}, bits[] = {1, 5, 30, 70, 300};
    clmodp_context *context;
    clm_random random = {77};
    gmp_randstate_t integers;

    (void)state;
    gmp_randinit_default(integers);
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    for (uint64_t round = 0; round < random_cases(800); round++) {
        const size_t n = 1 + clm_random_below(&random, 4);
        const size_t most = n == 1 ? 30 : n == 2 ? 8 : 3;
        clmodp_mpoly *part[3], *h, *a, *b;

        for (int k = 0; k < 3; k++)
            part[k] = random_of(&random, integers, n, terms[clm_random_below(&random, 5)],
                                1 + clm_random_below(&random, most),
                                bits[clm_random_below(&random, 5)]);
        h = part[0];
        a = part[1];
        b = part[2];
        assert_int_equal(clmodp_mpoly_mul(a, a, h), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_mul(b, b, h), CLMODP_OK);
        for (int k = 0; k < 3; k++)
            assert_int_equal(clmodp_mpoly_create(&part[k], n), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_gcd(context, part[0], part[1], part[2], a, b), CLMODP_OK);
        check(part[0], part[1], part[2], a, b);
        for (int k = 0; k < 3; k++)
            clmodp_mpoly_destroy(part[k]);
        clmodp_mpoly_destroy(h);
        clmodp_mpoly_destroy(a);
        clmodp_mpoly_destroy(b);
    }
    clmodp_context_destroy(context);
    gmp_randclear(integers);
}

/* If g divides f g + 1 or f g + x, the quotient proves it. */
static void divisions_tell(void **state)
{
    clm_random random = {5};
    gmp_randstate_t integers;

    (void)state;
    gmp_randinit_default(integers);
    for (uint64_t round = 0; round < random_cases(400); round++) {
        const size_t n = 1 + clm_random_below(&random, 3), degree = clm_random_below(&random, 5);
        const size_t spread = clm_random_below(&random, 8) == 0 ? 1000 : 1 + degree;
        clmodp_mpoly *f = random_of(&random, integers, n, 6, spread, 90);
        clmodp_mpoly *g = random_of(&random, integers, n, 1 + round % 9, spread, 1 + round % 80);
        clmodp_mpoly *q = random_of(&random, integers, n, 0, 1, 1), *one;
        bool divides = true;

        if (clmodp_mpoly_terms(g) > 0) {
            one = random_of(&random, integers, n, 1, 1, 1);
            assert_int_equal(clmodp_mpoly_mul(q, f, g), CLMODP_OK);
            assert_int_equal(clm_mpoly_divide(q, &divides, q, g), CLMODP_OK);
            assert_true(divides && clmodp_mpoly_equal(q, f));
            assert_int_equal(clmodp_mpoly_mul(q, f, g), CLMODP_OK);
            assert_int_equal(clmodp_mpoly_add(q, q, one), CLMODP_OK);
            assert_int_equal(clm_mpoly_divide(q, &divides, q, g), CLMODP_OK);
            if (divides) {
                clmodp_mpoly *product = random_of(&random, integers, n, 0, 1, 1);

                assert_int_equal(clmodp_mpoly_mul(product, f, g), CLMODP_OK);
                assert_int_equal(clmodp_mpoly_add(product, product, one), CLMODP_OK);
                assert_int_equal(clmodp_mpoly_mul(q, q, g), CLMODP_OK);
                assert_true(clmodp_mpoly_equal(product, q));
                clmodp_mpoly_destroy(product);
            }
            clmodp_mpoly_destroy(one);
        }
        clmodp_mpoly_destroy(q);
        clmodp_mpoly_destroy(g);
        clmodp_mpoly_destroy(f);
    }
    gmp_randclear(integers);
}

TESTS(cmocka_unit_test(agrees_with_gcdheu), cmocka_unit_test(divisions_tell));
