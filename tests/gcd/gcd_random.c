/* Tests greatest common divisors of random products, whose cofactors resultants prove to be
 * coprime, and exact divisions against products. */
#include <clmodp/gcd.h>

#include <stdlib.h>

#include "arith/prime.h"
#include "core/random.h"
#include "polynomials/mpoly_divide.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

/* Exponents of 0 and FAR in three or more variables together take more than a word. */
#define FAR ((size_t)1 << 24)

/* Returns a random polynomial of at most so many terms, with exponents up to `degree`, or, if this
 * is FAR, with no others than these two. */
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
        e[k] = degree == FAR ? FAR * clm_random_below(random, 2)
                             : clm_random_below(random, degree + 1);
    assert_int_equal(clmodp_mpoly_create(&f, variables), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, terms), CLMODP_OK);
    for (size_t k = 0; k <= terms; k++)
        mpz_clear(c[k]);
    free(c);
    free(e);
    return f;
}

/* Returns the resultant of a and b on a random line in the direction of a variable, modulo a
 * prime. */
static uint64_t resultant_on_line(const clmodp_mpoly *const part[2], size_t variable,
                                  clm_random *random)
{
    const uint64_t p = (UINT64_C(1) << 61) - 1;
    uint64_t point[CLMODP_MOST_VARIABLES], *line[2], r;
    size_t e[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < CLMODP_MOST_VARIABLES; i++)
        point[i] = 1 + clm_random_below(random, p - 1);
    for (int n = 0; n < 2; n++) {
        line[n] = calloc((size_t)clmodp_mpoly_degree(part[n], variable) + 1, sizeof **line);
        for (size_t k = 0; k < clmodp_mpoly_terms(part[n]); k++) {
            uint64_t word = mpz_fdiv_ui(clmodp_mpoly_term(part[n], k, e), p);

            for (size_t i = 0; i < clmodp_mpoly_variables(part[n]); i++)
                if (i != variable)
                    word = clm_mulmod64(word, clm_powmod64(point[i], e[i], p), p);
            line[n][e[variable]] = (line[n][e[variable]] + word) % p;
        }
    }
    r = clm_resultant_mod64(line[0], (size_t)clmodp_mpoly_degree(part[0], variable), line[1],
                            (size_t)clmodp_mpoly_degree(part[1], variable), p);
    free(line[0]);
    free(line[1]);
    return r;
}

/* Checks that a and b have no common factor: none of any degree in a variable, as a resultant in
 * it is not 0, and no common content. */
static void check_coprime(const clmodp_mpoly *a, const clmodp_mpoly *b)
{
    const clmodp_mpoly *const part[2] = {a, b};
    clm_random random = {clmodp_mpoly_terms(a)};
    mpz_t c, d;

    mpz_inits(c, d, NULL);
    clmodp_mpoly_content(c, a);
    clmodp_mpoly_content(d, b);
    mpz_gcd(c, c, d);
    assert_true(mpz_cmp_ui(c, 1) <= 0);
    for (size_t i = 0; i < clmodp_mpoly_variables(a); i++)
        if (clmodp_mpoly_degree(a, i) > 0 && clmodp_mpoly_degree(b, i) > 0)
            assert_true(resultant_on_line(part, i, &random) != 0);
    mpz_clears(c, d, NULL);
}

/* Checks h = gcd(f, g) and the cofactors a and b. */
static void check(const clmodp_mpoly *h, const clmodp_mpoly *a, const clmodp_mpoly *b,
                  const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_mpoly *other;
    bool divides;

    assert_int_equal(clmodp_mpoly_create(&other, clmodp_mpoly_variables(f)), CLMODP_OK);
    if (clmodp_mpoly_terms(h) > 0) {
        assert_true(mpz_sgn(clmodp_mpoly_term(h, 0, NULL)) > 0);
        check_coprime(a, b);
        assert_int_equal(clmodp_mpoly_mul(other, a, h), CLMODP_OK);
        assert_true(clmodp_mpoly_equal(other, f));
        assert_int_equal(clm_mpoly_divide(other, &divides, other, h, NULL), CLMODP_OK);
        assert_true(divides && clmodp_mpoly_equal(other, a));
        assert_int_equal(clmodp_mpoly_mul(other, b, h), CLMODP_OK);
        assert_true(clmodp_mpoly_equal(other, g));
    } else {
        assert_true(clmodp_mpoly_terms(f) + clmodp_mpoly_terms(g) == 0);
    }
    clmodp_mpoly_destroy(other);
}

/* Polynomials in one to four variables, and some of few terms in up to 16. */
static void cofactors_are_coprime(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    static const size_t terms[] = {1, 2, 3, 6, 15}, bits[] = {1, 5, 30, 70, 300};
    clmodp_context *context;
    clm_random random = {77};
    gmp_randstate_t integers;

    (void)state;
    gmp_randinit_default(integers);
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    for (uint64_t round = 0; round < random_cases(1200); round++) {
        const bool sparse = round % 3 == 0;
        const size_t n = 1 + clm_random_below(&random, sparse ? CLMODP_MOST_VARIABLES : 4);
        const size_t most = sparse ? 12 : n == 1 ? 30 : n == 2 ? 8 : 3;
        clmodp_mpoly *part[3], *h, *a, *b;

        for (int k = 0; k < 3; k++)
            part[k] = random_of(&random, integers, n, terms[clm_random_below(&random, 5)],
                                1 + clm_random_below(&random, most),
                                bits[clm_random_below(&random, 5)]);
        h = part[0];
        a = part[1];
        b = part[2];
        if (round % 4 == 1) /* both mostly have the same leading coefficient then */
            assert_int_equal(clmodp_mpoly_add(b, b, a), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_mul(a, a, h), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_mul(b, b, h), CLMODP_OK);
        for (int k = 0; k < 3; k++)
            assert_int_equal(clmodp_mpoly_create(&part[k], n), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_gcd(context, part[0], part[1], part[2], a, b), CLMODP_OK);
        check(part[0], part[1], part[2], a, b);
        for (int k = 0; k < 3; k++)
            clmodp_mpoly_destroy(part[k]);
        DESTROY(h, a, b);
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
        const size_t few = 1 + clm_random_below(&random, 3), degree = clm_random_below(&random, 5);
        const size_t near = clm_random_below(&random, 8) == 0 ? 1000 : 1 + degree;
        const size_t n = round % 4 > 0 ? few : 1 + clm_random_below(&random, 16);
        const size_t spread = round % 4 > 0 ? near : FAR;
        clmodp_mpoly *f = random_of(&random, integers, n, 6, spread, 90);
        clmodp_mpoly *g = random_of(&random, integers, n, 1 + round % 9, spread, 1 + round % 80);
        clmodp_mpoly *q = random_of(&random, integers, n, 0, 1, 1), *one;
        bool divides = true;

        if (clmodp_mpoly_terms(g) > 0) {
            one = random_of(&random, integers, n, 1, 1, 1);
            assert_int_equal(clmodp_mpoly_mul(q, f, g), CLMODP_OK);
            assert_int_equal(clm_mpoly_divide(q, &divides, q, g, NULL), CLMODP_OK);
            assert_true(divides && clmodp_mpoly_equal(q, f));
            assert_int_equal(clmodp_mpoly_mul(q, f, g), CLMODP_OK);
            assert_int_equal(clmodp_mpoly_add(q, q, one), CLMODP_OK);
            assert_int_equal(clm_mpoly_divide(q, &divides, q, g, NULL), CLMODP_OK);
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
        DESTROY(q, g, f);
    }
    gmp_randclear(integers);
}

TESTS(cmocka_unit_test(cofactors_are_coprime), cmocka_unit_test(divisions_tell));
