/* Tests determinants of matrices of integers by their largest invariant factors against the engine
 * HOST, which computes modulo as many primes as the result needs, and closed forms. */
#include <stdbool.h>

#include <clmodp/matrix.h>

#include "matrix/fraction.h"
#include "support/context.h"
#include "support/polynomials.h"

enum { MOST = 64 };
static const size_t none[CLMODP_MOST_VARIABLES] = {0};

static void set_entry(clmodp_matrix *a, size_t i, size_t j, mpz_srcptr numerator, mpz_srcptr d)
{
    clmodp_mpoly *f = mpoly_new(1);

    assert_int_equal(clmodp_mpoly_set_terms(f, numerator, none, 1), CLMODP_OK);
    assert_int_equal(clmodp_matrix_set(a, i, j, f, d), CLMODP_OK);
    DESTROY(f);
}

/* Returns the engine of the report. */
static clmodp_engine solve(clmodp_context *context, mpz_t r, mpz_t d, const clmodp_matrix *a,
                           clmodp_engine engine)
{
    clmodp_mpoly *f = mpoly_new(1);
    clmodp_resultant_report report;
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.engine = engine;
    clmodp_resultant_report_init(&report);
    if (clmodp_determinant(context, f, d, &report, a, 0, &options) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_in_range(clmodp_mpoly_terms(f), 0, 1);
    mpz_set_ui(r, 0);
    if (clmodp_mpoly_terms(f) == 1)
        mpz_set(r, clmodp_mpoly_term(f, 0, (size_t[1]){0}));
    DESTROY(f);
    return report.engine;
}

/* Compares a determinant with the engine's. direct: without any engine */
static void check(clmodp_context *context, const clmodp_matrix *a, bool direct)
{
    mpz_t r, d, expected, denominator;

    mpz_inits(r, d, expected, denominator, NULL);
    assert_int_equal(solve(context, r, d, a, CLMODP_ENGINE_AUTO) == CLMODP_ENGINE_AUTO, direct);
    assert_int_equal(solve(context, expected, denominator, a, CLMODP_ENGINE_HOST),
                     CLMODP_ENGINE_HOST);
    assert_int_equal(mpz_cmp(r, expected), 0);
    assert_int_equal(mpz_cmp(d, denominator), 0);
    mpz_clears(r, d, expected, denominator, NULL);
}

/* Returns a matrix of numbers with at most so many bits, times `scale` in row and column 1. */
static clmodp_matrix *draw(gmp_randstate_t random, size_t n, unsigned bits, unsigned long scale)
{
    clmodp_matrix *a;
    mpz_t c;

    mpz_init(c);
    assert_int_equal(clmodp_matrix_create(&a, n, n, 1), CLMODP_OK);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            if ((i + j) % 2 != 0)
                mpz_urandomb(c, random, bits);
            else
                mpz_rrandomb(c, random, bits);
            if (gmp_urandomb_ui(random, 1) != 0)
                mpz_neg(c, c);
            if (i == 1 || j == 1)
                mpz_mul_ui(c, c, scale);
            set_entry(a, i, j, c, NULL);
        }
    mpz_clear(c);
    return a;
}

static void random_integers(void **state)
{
    /* one word up to 55 or 54 bits, then digits of 48 */
    static const struct {
        size_t n;
        unsigned bits;
    } cases[] = {{25, 2},  {26, 4},  {31, 24}, {33, 8},  {40, 47}, {40, 54}, {40, 55}, {40, 56},
                 {41, 62}, {41, 63}, {41, 64}, {50, 95}, {50, 96}, {50, 97}, {64, 126}, {64, 128}};
    gmp_randstate_t random;

    gmp_randinit_default(random);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_matrix *a = draw(random, cases[k].n, cases[k].bits, 1);

        check(*state, a, true);
        clmodp_matrix_destroy(a);
    }
    gmp_randclear(random);
}

/* Rows and columns with bounds that differ, and common factors. */
static void scaled_integers(void **state)
{
    gmp_randstate_t random;
    clmodp_matrix *a;
    mpz_t c;

    gmp_randinit_default(random);
    mpz_init(c);
    for (size_t transposed = 0; transposed < 2; transposed++) {
        a = draw(random, 40, 16, 720720);
        for (size_t k = 0; k < 40; k += 2) {
            mpz_ui_pow_ui(c, 3, 30);
            set_entry(a, transposed ? 3 : k, transposed ? k : 3, c, NULL);
        }
        check(*state, a, true);
        clmodp_matrix_destroy(a);
    }
    mpz_clear(c);
    gmp_randclear(random);
}

/* Matrices whose other invariant factors are large, or whose determinant is 0. */
static void other_matrices(void **state)
{
    gmp_randstate_t random;
    clmodp_matrix *a;
    mpz_t c, d;

    mpz_inits(c, d, NULL);
    gmp_randinit_default(random);
    a = draw(random, 40, 20, 1);
    for (size_t j = 0; j < 40; j++) /* singular */
        assert_int_equal(clmodp_matrix_set(a, 7, j, clmodp_matrix_entry(NULL, a, 30, j), NULL),
                         CLMODP_OK);
    check(*state, a, true);
    for (size_t k = 0; k < 40 * 12; k++)
        assert_int_equal(clmodp_matrix_set(a, k % 40, k / 40,
                                           clmodp_matrix_entry(NULL, a, k % 40, 20), NULL),
                         CLMODP_OK);
    check(*state, a, true);
    clmodp_matrix_destroy(a);
    a = draw(random, 40, 8, 1);
    for (size_t k = 0; k < 40 * 40; k++) { /* a factor that all invariant factors have */
        const clmodp_mpoly *f = clmodp_matrix_entry(NULL, a, k / 40, k % 40);

        if (clmodp_mpoly_terms(f) > 0) {
            mpz_mul_ui(c, clmodp_mpoly_term(f, 0, (size_t[1]){0}), 2147483647);
            set_entry(a, k / 40, k % 40, c, NULL);
        }
    }
    check(*state, a, false);
    clmodp_matrix_destroy(a);
    assert_int_equal(clmodp_matrix_create(&a, 32, 32, 1), CLMODP_OK);
    for (size_t i = 0; i < 32; i++) /* Sylvester's matrix, with the greatest determinant, 32^16 */
        for (size_t j = 0; j < 32; j++) {
            mpz_set_si(c, __builtin_popcountll(i & j) % 2 != 0 ? -1 : 1);
            set_entry(a, i, j, c, NULL);
        }
    (void)solve(*state, c, d, a, CLMODP_ENGINE_AUTO);
    mpz_ui_pow_ui(d, 32, 16);
    assert_int_equal(mpz_cmp(c, d), 0);
    clmodp_matrix_destroy(a);
    mpz_clears(c, d, NULL);
    gmp_randclear(random);
}

/* Numbers with denominators, those of each column equal. */
static void rational_numbers(void **state)
{
    gmp_randstate_t random;
    clmodp_matrix *a;
    mpz_t d;

    mpz_init(d);
    gmp_randinit_default(random);
    a = draw(random, 40, 30, 1);
    for (size_t k = 0; k < 40 * 40; k++) {
        mpz_set_ui(d, k % 40 % 7 + 1);
        assert_int_equal(clmodp_matrix_set(a, k / 40, k % 40,
                                           clmodp_matrix_entry(NULL, a, k / 40, k % 40), d),
                         CLMODP_OK);
    }
    check(*state, a, true);
    clmodp_matrix_destroy(a);
    mpz_clear(d);
    gmp_randclear(random);
}

/* Fractions of many lengths from their residues modulo powers of 2 above twice the bounds. */
static void fractions(void **state)
{
    gmp_randstate_t random;
    mpz_t n, d, x, m, found;

    (void)state;
    gmp_randinit_default(random);
    mpz_inits(n, d, x, m, found, NULL);
    for (size_t trial = 0; trial < 2000; trial++) {
        const size_t bits = 1 + trial % 700, divisor_bits = 1 + trial * 13 % 500;

        do {
            mpz_rrandomb(n, random, bits);
            if (trial % 3 == 0)
                mpz_neg(n, n);
            mpz_urandomb(d, random, divisor_bits);
            mpz_setbit(d, 0);
            mpz_gcd(x, n, d);
        } while (mpz_cmp_ui(x, 1) != 0);
        mpz_set_ui(m, 1);
        mpz_mul_2exp(m, m, bits + divisor_bits + 2);
        assert_true(mpz_invert(x, d, m) != 0);
        mpz_mul(x, x, n);
        mpz_mod(x, x, m);
        clm_find_denominator(found, x, m, bits);
        assert_int_equal(mpz_cmp(found, d), 0);
    }
    mpz_clears(n, d, x, m, found, NULL);
    gmp_randclear(random);
}

static int stop_later(void *left, double fraction)
{
    assert_true(fraction >= 0.0 && fraction <= 1.0);
    return *(int *)left == 0 || (--*(int *)left, 0);
}

/* Cancels at every call of the callback. */
static void cancelled(void **state)
{
    clmodp_context *context = *state;
    clmodp_mpoly *r = mpoly_new(1);
    clmodp_status st = CLMODP_CANCELLED;
    gmp_randstate_t random;
    clmodp_matrix *a;
    int calls = 0;

    gmp_randinit_default(random);
    a = draw(random, 200, 40, 1);
    for (; st == CLMODP_CANCELLED; calls++) {
        int left = calls;

        clmodp_context_set_progress(context, stop_later, &left);
        st = clmodp_determinant(context, r, NULL, NULL, a, 0, NULL);
        assert_int_equal(clmodp_mpoly_terms(r), st == CLMODP_OK);
    }
    clmodp_context_set_progress(context, NULL, NULL);
    assert_int_equal(st, CLMODP_OK);
    assert_true(calls > 1);
    DESTROY(r);
    clmodp_matrix_destroy(a);
    gmp_randclear(random);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(random_integers),
              cmocka_unit_test(scaled_integers), cmocka_unit_test(other_matrices),
              cmocka_unit_test(rational_numbers), cmocka_unit_test(fractions),
              cmocka_unit_test(cancelled));
