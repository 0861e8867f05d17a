/* Tests of clmodp/flint.h: polynomials go to FLINT and back, and resultants of FLINT's polynomials
 * are FLINT's. */
#include <clmodp/elimination.h>
#include <clmodp/flint.h>

#include "core/random.h"
#include "support/context.h"
#include "support/polynomials.h"

enum { VARIABLES = 3 };

static const char *const names[VARIABLES] = {"x", "y", "z"};

static const char *const texts[] = {
    "0", "-1", "2^64", "-2^62", "2^62 - 1", "-2^63*x + 2^1000*y^7*z - 1", "x^2147483647*y*z^3",
    "y^2147483647 - x^2147483647 + z", "z^2 - z", "(x + 2*y - 3*z + 5)^6", "x^1000000*z - 1",
};

static clmodp_mpoly *parse(const char *text)
{
    clmodp_mpoly *f = NULL;

    assert_int_equal(clmodp_mpoly_create(&f, VARIABLES), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_from_text(f, NULL, text, CLMODP_STRING, names, NULL, NULL),
                     CLMODP_OK);
    return f;
}

static void several_variables_go_there_and_back(void **state)
{
    static const ordering_t orders[] = {ORD_LEX, ORD_DEGLEX, ORD_DEGREVLEX};
    clmodp_mpoly *back = parse("x*y*z + 7"), *other = NULL;
    fmpz_mpoly_ctx_t ring;
    fmpz_mpoly_t there;
    fmpz_t huge;

    (void)state;
    for (size_t o = 0; o < 3; o++)
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            clmodp_mpoly *f = parse(texts[k]);

            fmpz_mpoly_ctx_init(ring, VARIABLES, orders[o]);
            fmpz_mpoly_init(there, ring);
            fmpz_mpoly_one(there, ring);
            assert_int_equal(clmodp_mpoly_get_fmpz_mpoly(there, f, ring), CLMODP_OK);
            assert_true(fmpz_mpoly_is_canonical(there, ring));
            assert_int_equal(clmodp_mpoly_set_fmpz_mpoly(back, there, ring), CLMODP_OK);
            assert_true(clmodp_mpoly_equal(f, back));
            fmpz_mpoly_clear(there, ring);
            fmpz_mpoly_ctx_clear(ring);
            clmodp_mpoly_destroy(f);
        }
    fmpz_mpoly_ctx_init(ring, VARIABLES, ORD_LEX);
    fmpz_mpoly_init(there, ring);
    fmpz_init(huge);
    for (unsigned bits = 31; bits < 100; bits += 33) { /* exponents that clmodp has not */
        fmpz_one_2exp(huge, bits);
        fmpz_mpoly_gen(there, 1, ring);
        assert_true(fmpz_mpoly_pow_fmpz(there, there, huge, ring));
        assert_int_equal(clmodp_mpoly_set_fmpz_mpoly(back, there, ring), CLMODP_LIMIT);
    }
    assert_int_equal(clmodp_mpoly_create(&other, VARIABLES + 1), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_set_fmpz_mpoly(other, there, ring), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_get_fmpz_mpoly(there, other, ring), CLMODP_INVALID);
    fmpz_clear(huge);
    fmpz_mpoly_clear(there, ring);
    fmpz_mpoly_ctx_clear(ring);
    DESTROY(other, back);
}

static void one_variable_goes_there_and_back(void **state)
{
    static const char *const of_x[] = {"0", "5", "-2^62", "x^70000 - 2^100", "(2*x - 3)^50", "x"};
    clmodp_zx *f = zx_new(), *back = zx_new();
    fmpz_poly_t there;

    (void)state;
    fmpz_poly_init(there);
    for (size_t k = 0; k < sizeof of_x / sizeof *of_x; k++) {
        assert_int_equal(clmodp_zx_from_text(f, NULL, of_x[k], CLMODP_STRING, "x", NULL, NULL),
                         CLMODP_OK);
        clmodp_zx_get_fmpz_poly(there, f);
        assert_int_equal(fmpz_poly_degree(there), clmodp_zx_degree(f));
        assert_int_equal(clmodp_zx_set_fmpz_poly(back, there), CLMODP_OK);
        assert_true(clmodp_zx_equal(f, back));
    }
    fmpz_poly_clear(there);
    DESTROY(back, f);
}

/* Sets f to a random sum of at most 7 terms of degrees below 4 in each variable. */
static void make_random(fmpz_mpoly_t f, clm_random *random, const fmpz_mpoly_ctx_t ring)
{
    fmpz_t c;

    fmpz_init(c);
    fmpz_mpoly_zero(f, ring);
    for (uint64_t k = clm_random_below(random, 8); k > 0; k--) {
        ulong e[VARIABLES];

        for (size_t i = 0; i < VARIABLES; i++)
            e[i] = clm_random_below(random, 4);
        fmpz_set_si(c, (slong)clm_random_below(random, 199) - 99);
        fmpz_mul_2exp(c, c, (ulong)clm_random_below(random, 4) * 40);
        fmpz_mpoly_push_term_fmpz_ui(f, c, e, ring);
    }
    fmpz_mpoly_sort_terms(f, ring);
    fmpz_mpoly_combine_like_terms(f, ring);
    fmpz_clear(c);
}

/* Random polynomials of FLINT, whose resultants clmodp computes. */
static void resultants_are_equal(void **state)
{
    clmodp_mpoly *f = parse("0"), *g = parse("0"), *r = parse("0");
    fmpz_mpoly_ctx_t ring;
    fmpz_mpoly_t a, b, ours, theirs;
    clm_random random = {5};

    fmpz_mpoly_ctx_init(ring, VARIABLES, ORD_DEGREVLEX);
    fmpz_mpoly_init(a, ring);
    fmpz_mpoly_init(b, ring);
    fmpz_mpoly_init(ours, ring);
    fmpz_mpoly_init(theirs, ring);
    for (slong k = 0; k < 100; k++) {
        make_random(a, &random, ring);
        make_random(b, &random, ring);
        assert_int_equal(clmodp_mpoly_set_fmpz_mpoly(f, a, ring), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_set_fmpz_mpoly(g, b, ring), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_resultant(*state, r, NULL, f, g, (size_t)(k % 3), 0, NULL),
                         CLMODP_OK);
        assert_int_equal(clmodp_mpoly_get_fmpz_mpoly(ours, r, ring), CLMODP_OK);
        if (fmpz_mpoly_is_zero(a, ring) || fmpz_mpoly_is_zero(b, ring))
            fmpz_mpoly_zero(theirs, ring);
        else
            assert_true(fmpz_mpoly_resultant(theirs, a, b, k % 3, ring));
        assert_true(fmpz_mpoly_equal(ours, theirs, ring));
    }
    fmpz_mpoly_clear(theirs, ring);
    fmpz_mpoly_clear(ours, ring);
    fmpz_mpoly_clear(b, ring);
    fmpz_mpoly_clear(a, ring);
    fmpz_mpoly_ctx_clear(ring);
    DESTROY(r, g, f);
    flint_cleanup();
}

TESTS_BETWEEN(context_set_up_host, context_tear_down,
              cmocka_unit_test(several_variables_go_there_and_back),
              cmocka_unit_test(one_variable_goes_there_and_back),
              cmocka_unit_test(resultants_are_equal));
