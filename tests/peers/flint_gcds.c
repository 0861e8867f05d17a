/* Tests greatest common divisors of random polynomials against FLINT, in up to 16 variables: dense
 * and sparse products, absent variables, gaps, contents, monomials, long coefficients, powers,
 * equal and coprime ones, divisors, constants and 0. */
#include <clmodp/flint.h>
#include <clmodp/gcd.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

enum { MOST = CLMODP_MOST_VARIABLES, MOST_TERMS = 40 };

typedef struct source {
    clm_random random;
    gmp_randstate_t integers;
} source;

static size_t below(source *s, size_t bound)
{
    return (size_t)clm_random_below(&s->random, bound);
}

/* Creates a random polynomial; exponents of variable i are multiples of step[i], maybe 0. */
static clmodp_mpoly *random_of(source *s, size_t variables, const size_t *step)
{
    static const size_t terms[] = {1, 2, 3, 5, 10, MOST_TERMS}, bits[] = {1, 8, 31, 64, 200, 1500};
    const size_t count = terms[below(s, 6)];
    const size_t most = 1 + below(s, variables == 1 ? 40 : below(s, 4) == 0 ? 20 : 5);
    const size_t size = bits[below(s, 6)];
    size_t e[MOST_TERMS * MOST];
    mpz_t c[MOST_TERMS];
    clmodp_mpoly *f;

    for (size_t k = 0; k < count; k++) {
        mpz_init(c[k]);
        mpz_urandomb(c[k], s->integers, size);
        if (below(s, 2) == 0)
            mpz_neg(c[k], c[k]);
        for (size_t i = 0; i < variables; i++)
            e[k * variables + i] = step[i] * below(s, most + 1);
    }
    assert_int_equal(clmodp_mpoly_create(&f, variables), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, count), CLMODP_OK);
    for (size_t k = 0; k < count; k++)
        mpz_clear(c[k]);
    return f;
}

/* Checks h = gcd(f, g) by FLINT. */
static void check(const clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_mpoly *expected;
    fmpz_mpoly_ctx_t ring;
    fmpz_mpoly_t a, b, d;

    assert_int_equal(clmodp_mpoly_create(&expected, clmodp_mpoly_variables(f)), CLMODP_OK);
    fmpz_mpoly_ctx_init(ring, (slong)clmodp_mpoly_variables(f), ORD_LEX);
    fmpz_mpoly_init(a, ring);
    fmpz_mpoly_init(b, ring);
    fmpz_mpoly_init(d, ring);
    assert_int_equal(clmodp_mpoly_get_fmpz_mpoly(a, f, ring), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_get_fmpz_mpoly(b, g, ring), CLMODP_OK);
    assert_true(fmpz_mpoly_gcd(d, a, b, ring));
    assert_int_equal(clmodp_mpoly_set_fmpz_mpoly(expected, d, ring), CLMODP_OK);
    assert_true(clmodp_mpoly_equal(h, expected));
    fmpz_mpoly_clear(a, ring);
    fmpz_mpoly_clear(b, ring);
    fmpz_mpoly_clear(d, ring);
    fmpz_mpoly_ctx_clear(ring);
    clmodp_mpoly_destroy(expected);
}

/* Makes f = part[1] and g = part[2] of three random polynomials: mostly multiples of the first. */
static void relate(clmodp_mpoly *const *part, size_t kind)
{
    const size_t most = clmodp_mpoly_terms(part[0]) > 5 ? 1 : 3; /* powers */

    if (kind == 0)
        return; /* mostly coprime */
    if (kind == 1) {
        assert_int_equal(clmodp_mpoly_set(part[1], part[2]), CLMODP_OK);
        return;
    }
    if (kind == 2) { /* one divides the other */
        assert_int_equal(clmodp_mpoly_mul(part[1], part[1], part[2]), CLMODP_OK);
        return;
    }
    if (kind == 3) {
        assert_int_equal(clmodp_mpoly_set_terms(part[1], NULL, NULL, 0), CLMODP_OK);
        return;
    }
    for (size_t k = 1; k < 3; k++)
        for (size_t n = 0; n < (kind == 4 ? most + k - 1 : 1); n++)
            assert_int_equal(clmodp_mpoly_mul(part[k], part[k], part[0]), CLMODP_OK);
}

static void compare(clmodp_context *context, uint64_t seed)
{
    source s = {.random = {seed}};
    const size_t variables = 1 + below(&s, below(&s, 2) == 0 ? 4 : MOST);
    size_t step[3][MOST];
    clmodp_mpoly *part[3], *h;

    gmp_randinit_default(s.integers);
    gmp_randseed_ui(s.integers, seed);
    for (size_t i = 0; i < variables; i++) {
        const size_t all = below(&s, 8) == 0 ? 1 + below(&s, 1000) : 1;

        for (size_t k = 0; k < 3; k++)
            step[k][i] = below(&s, 6) == 0 ? 0 : all;
    }
    for (size_t k = 0; k < 3; k++)
        part[k] = random_of(&s, variables, step[k]);
    assert_int_equal(clmodp_mpoly_create(&h, variables), CLMODP_OK);
    relate(part, below(&s, 12));
    if (clmodp_mpoly_gcd(context, h, NULL, NULL, part[1], part[2]) != CLMODP_OK)
        fail_msg("seed %lu: %s", (unsigned long)seed, clmodp_context_message(context));
    check(h, part[1], part[2]);
    for (size_t k = 0; k < 3; k++)
        clmodp_mpoly_destroy(part[k]);
    clmodp_mpoly_destroy(h);
    gmp_randclear(s.integers);
}

static void agrees_with_flint(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_context *context;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    for (uint64_t seed = 0; seed < random_cases(long_tests() ? 100000 : 500); seed++)
        compare(context, seed);
    clmodp_context_destroy(context);
    flint_cleanup(); /* frees FLINT's pool of integers, not used elsewhere */
}

TESTS(cmocka_unit_test(agrees_with_flint));
