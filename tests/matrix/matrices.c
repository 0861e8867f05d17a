/* Tests of matrices of polynomials and their determinants: texts, closed forms, and expansion by
 * minors with the arithmetic of polynomials in several variables. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/matrix.h>

#include "core/random.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { VARIABLES = 3 };
static const char *const names[VARIABLES] = {"x", "y", "z"};

static clmodp_matrix *parse(const char *text)
{
    clmodp_matrix *a = NULL;
    clmodp_text_error error = {0};

    if (clmodp_matrix_from_text(&a, text, CLMODP_STRING, names, VARIABLES, NULL, &error) !=
        CLMODP_OK)
        fail_msg("%s: %zu:%zu: %s", text, error.line, error.column, error.message);
    return a;
}

/* Sets r / d to a determinant by a packed problem, the packing written and read. Returns false if
 * exponents or the result are too large. */
static bool solve_packed(clmodp_context *context, clmodp_mpoly *r, mpz_t d, const clmodp_matrix *a,
                         uint64_t modulus)
{
    const size_t rows = clmodp_matrix_rows(a);
    clmodp_zxy *f = zxy_parse("x + y^7"); /* replaced */
    clmodp_zx *packed = zx_new();
    clmodp_resultant_options options;
    clmodp_packing *packing, *copy;
    clmodp_problem problem;
    char *text = NULL, message[256] = "";
    clmodp_status st = clmodp_matrix_pack(&packing, f, d, a, modulus, message, sizeof message);

    clmodp_resultant_options_init(&options);
    options.max_result = 1 << 20;
    clmodp_problem_init(&problem);
    problem.operation = CLMODP_OPERATION_DETERMINANT;
    problem.k = rows > 0 ? (uint32_t)rows : 1;
    problem.modulus = modulus;
    problem.f = f;
    problem.r = packed;
    assert_true((st == CLMODP_OK) == (packing != NULL) && (st == CLMODP_OK) == (*message == 0));
    if (st == CLMODP_OK)
        st = clmodp_compute(context, &problem, &options);
    if (st == CLMODP_OK) {
        assert_in_range(clmodp_packing_variables(packing), 0, VARIABLES);
        assert_int_equal(clmodp_packing_to_text(&text, packing), CLMODP_OK);
        assert_int_equal(clmodp_packing_from_text(&copy, text), CLMODP_OK);
        assert_int_equal(clmodp_packing_unpack(r, copy, 0, 0, packed), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_lowest_terms(r, d), CLMODP_OK);
        clmodp_packing_destroy(copy);
    }
    free(text);
    clmodp_packing_destroy(packing);
    DESTROY(packed, f);
    if (st != CLMODP_OK)
        assert_int_equal(st, CLMODP_LIMIT);
    return st == CLMODP_OK;
}

/* Compares a determinant with text, as it is written. */
static void check_matrix(clmodp_context *context, const clmodp_matrix *a, uint64_t modulus,
                         const char *expected)
{
    clmodp_mpoly *r = mpoly_new(VARIABLES);
    mpz_t d;

    mpz_init(d);
    if (clmodp_determinant(context, r, d, NULL, a, modulus, NULL) != CLMODP_OK)
        fail_msg("%s: %s", expected, clmodp_context_message(context));
    assert_mpoly_text(r, names, d, expected);
    if (solve_packed(context, r, d, a, modulus))
        assert_mpoly_text(r, names, d, expected);
    mpz_clear(d);
    clmodp_mpoly_destroy(r);
}

static void check_text(clmodp_context *context, const char *matrix, uint64_t modulus,
                       const char *expected)
{
    clmodp_matrix *a = parse(matrix);

    check_matrix(context, a, modulus, expected);
    clmodp_matrix_destroy(a);
}

static void known_determinants(void **state)
{
    clmodp_context *context = *state;

    check_text(context, "[]", 0, "1");
    check_text(context, "[]", 2, "1");
    check_text(context, "[3*x - y/2]", 0, "3*x - 1/2*y");
    check_text(context, "[0]", 0, "0");
    check_text(context, "[x, 1; y, x + 2]", 0, "x^2 + 2*x - y");
    check_text(context, "[[x, 1], [y, x + 2]]", 0, "x^2 + 2*x - y");
    check_text(context, "x, 1\n y, x + 2\n\n", 0, "x^2 + 2*x - y");
    check_text(context, "[x, 1; y, x + 2]", 3, "x^2 + 2*x + 2*y");
    check_text(context, "[x, 1; y, x + 2]", 2, "x^2 + y");
    check_text(context, "[x, 1; y, x + 2]", 4, "x^2 + 2*x + 3*y");
    check_text(context, "[x, x; y, y]", 0, "0");
    check_text(context, "[x, 0; y, 0]", 0, "0");
    check_text(context, "[0, x^5; y^7, 0]", 0, "-x^5*y^7");
    check_text(context, "[1/2, 1/3; 1/4, 1/5]", 0, "1/60");
    check_text(context, "[1, x, x^2; 1, y, y^2; 1, z, z^2]", 0,
               "-x^2*y + x^2*z + x*y^2 - x*z^2 - y^2*z + y*z^2");
    check_text(context, "[0, 0, x; 0, y, 1; z, 1, 1]", 0, "-x*y*z");
    check_text(context, "[2, 0, 0; 0, 3, 0; 0, 0, 5]", 7, "2");
    check_text(context, "[0, x^3 - x; 2*x^3 + x, 0]", 3, "x^6 + x^4 + x^2");
    /* few terms at great exponents */
    check_text(context, "[x^2000000000, y^2000000000; z, 1]", 0,
               "x^2000000000 - y^2000000000*z");
    check_text(context, "[x^90000, y^90000*z^70000; z^90000/2, x/3]", 0,
               "1/3*x^90001 - 1/2*y^90000*z^160000");
    check_text(context, "[x^90000, y^90000*z^70000; z^90000/2, x/3]", 5,
               "2*x^90001 + 2*y^90000*z^160000");
    check_text(context, "[x^90000, y^90000*z^70000; z^90000/2, x/3]", 25,
               "17*x^90001 + 12*y^90000*z^160000");
    check_text(context, "[y^50000 + x^90000, z^70000; y^50000*z^2 + x^90000*z^2, z^70002]", 0,
               "0");
}

/* ---- texts ---- */

static void check_error(const char *text, clmodp_status expected, size_t line, size_t column)
{
    clmodp_matrix *a = NULL;
    clmodp_text_error error = {0};

    assert_int_equal(clmodp_matrix_from_text(&a, text, CLMODP_STRING, names, VARIABLES, NULL,
                                             &error), expected);
    assert_null(a);
    if (error.line != line || error.column != column)
        fail_msg("%s: %zu:%zu: %s", text, error.line, error.column, error.message);
}

static void refused_texts(void **state)
{
    (void)state;
    check_error("[x, 1; y]", CLMODP_PARSE, 1, 9);
    check_error("[[x, 1], [y]]", CLMODP_PARSE, 1, 12);
    check_error("x, 1\ny, z, 2\n", CLMODP_PARSE, 2, 8);
    check_error("[x, 1; y, x + ]", CLMODP_PARSE, 1, 15);
    check_error("[x, 1;\n y, w]", CLMODP_PARSE, 2, 5);
    check_error("[x, 1; y, 2", CLMODP_PARSE, 1, 12);
    check_error("[x, 1; y, 2] + 1", CLMODP_PARSE, 1, 14);
    check_error("[x,, 1]", CLMODP_PARSE, 1, 4);
    check_error("[[x, 1], y]", CLMODP_PARSE, 1, 10);
    check_error("[x, (1; y, 2]", CLMODP_PARSE, 1, 14);
    check_error("[x/y]", CLMODP_PARSE, 1, 4);
    check_error("[1/0]", CLMODP_PARSE, 1, 4);
}

/* ---- characteristic polynomials and ranks ---- */

static void check_charpoly(clmodp_context *context, const char *matrix, const char *expected)
{
    clmodp_matrix *a = parse(matrix), *pencil = NULL, *other = a;
    clmodp_mpoly *r = mpoly_new(VARIABLES);
    mpz_t d;

    mpz_init(d);
    if (clmodp_matrix_charpoly(context, r, d, NULL, a, 2, 0, NULL) != CLMODP_OK)
        fail_msg("%s: %s", matrix, clmodp_context_message(context));
    assert_mpoly_text(r, names, d, expected);
    assert_int_equal(clmodp_matrix_characteristic(&pencil, a, 2), CLMODP_OK);
    check_matrix(context, pencil, 0, expected);
    assert_int_equal(clmodp_matrix_characteristic(&other, a, 3), CLMODP_INVALID);
    assert_null(other);
    clmodp_matrix_destroy(pencil);
    mpz_clear(d);
    clmodp_mpoly_destroy(r);
    clmodp_matrix_destroy(a);
}

static void characteristic_polynomials(void **state)
{
    clmodp_context *context = *state;
    clmodp_matrix *a = parse("[x, 1/2; 3, 0]"), *b = parse("[1/3, 0; y, 2]");
    clmodp_mpoly *r = mpoly_new(VARIABLES);
    char *text = NULL;
    mpz_t d;

    check_charpoly(context, "[]", "1");
    check_charpoly(context, "[x]", "-x + z");
    check_charpoly(context, "[0, 0, x; 1, 0, -y/3; 0, 1, 5]", "-x + 1/3*y*z + z^3 - 5*z^2");
    check_charpoly(context, "[z, 1; 1, 0]", "-1");
    check_charpoly(context, "[0, 0, 0, 0, 0, 0, 0, 0, -7; 1, 0, 0, 0, 0, 0, 0, 0, 0;"
                            "0, 1, 0, 0, 0, 0, 0, 0, x; 0, 0, 1, 0, 0, 0, 0, 0, 0;"
                            "0, 0, 0, 1, 0, 0, 0, 0, 0; 0, 0, 0, 0, 1, 0, 0, 0, 0;"
                            "0, 0, 0, 0, 0, 1, 0, 0, 0; 0, 0, 0, 0, 0, 0, 1, 0, y;"
                            "0, 0, 0, 0, 0, 0, 0, 1, 0]", "-x*z^2 - y*z^7 + z^9 + 7");
    mpz_init(d);
    assert_int_equal(clmodp_matrix_pencil(context, r, d, NULL, a, b, 2, 0, NULL), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_to_text(&text, r, names, d), CLMODP_OK);
    assert_string_equal(text, "2*x*z - 1/2*y*z + 2/3*z^2 - 3/2");
    assert_int_equal(clmodp_matrix_charpoly(context, r, d, NULL, a, 3, 0, NULL), CLMODP_INVALID);
    free(text);
    mpz_clear(d);
    clmodp_mpoly_destroy(r);
    clmodp_matrix_destroy(a);
    clmodp_matrix_destroy(b);
}

static void check_rank(clmodp_context *context, const char *matrix, uint64_t modulus,
                       size_t expected)
{
    clmodp_matrix *a = parse(matrix);
    size_t rank;

    if (clmodp_matrix_rank(context, &rank, a, modulus, NULL) != CLMODP_OK)
        fail_msg("%s: %s", matrix, clmodp_context_message(context));
    if (rank != expected)
        fail_msg("%s modulo %d: rank %zu", matrix, (int)modulus, rank);
    clmodp_matrix_destroy(a);
}

/* Products of Vandermonde matrices of r columns and of r rows: integers of rank r. A third of the
 * columns are multiples of the prime modulo which elimination begins. */
static void integer_ranks(void **state)
{
    clmodp_context *context = *state;
    clmodp_matrix *a;
    clmodp_mpoly *f;
    size_t rank, zero[2] = {0, 0};
    mpz_t sum;

    mpz_init(sum);
    for (size_t r = 0; r <= 12; r++) {
        assert_int_equal(clmodp_matrix_create(&a, 12, 12, 2), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_create(&f, 2), CLMODP_OK);
        for (size_t i = 0; i < 12; i++)
            for (size_t j = 0; j < 12; j++) {
                mpz_set_ui(sum, 0);
                for (size_t k = 0; k < r; k++) {
                    mpz_t left, right;

                    mpz_init(left);
                    mpz_init(right);
                    mpz_ui_pow_ui(left, i + 1, k);
                    mpz_ui_pow_ui(right, j + 2, k);
                    if (k % 3 == 1)
                        mpz_mul_ui(left, left, ((uint64_t)1 << 61) - 1);
                    mpz_addmul(sum, left, right);
                    mpz_clear(right);
                    mpz_clear(left);
                }
                assert_int_equal(clmodp_mpoly_set_terms(f, sum, zero, 1), CLMODP_OK);
                assert_int_equal(clmodp_matrix_set(a, i, j, f, NULL), CLMODP_OK);
            }
        assert_int_equal(clmodp_matrix_rank(context, &rank, a, 0, NULL), CLMODP_OK);
        assert_int_equal(rank, r);
        assert_int_equal(
            clmodp_matrix_rank(context, &rank, a, ((uint64_t)1 << 61) - 1, NULL), CLMODP_OK);
        assert_int_equal(rank, r - (r + 1) / 3);
        clmodp_mpoly_destroy(f);
        clmodp_matrix_destroy(a);
    }
    mpz_clear(sum);
}

/* Triangular matrices of integers multiplied, with two rows exchanged: the determinant is that of
 * the diagonal. By elimination without fractions, largest invariant factors and engines. */
static void integer_determinants(void **state)
{
    enum { MOST = 34 };
    static const unsigned bits[] = {1, 30, 200, 1000};
    clmodp_context *context = *state;
    gmp_randstate_t random;
    mpz_t left[MOST][MOST], right[MOST][MOST], sum, d;
    const size_t none[VARIABLES] = {0};

    gmp_randinit_default(random);
    mpz_inits(sum, d, NULL);
    for (size_t k = 0; k < MOST * MOST; k++)
        mpz_inits(left[k / MOST][k % MOST], right[k / MOST][k % MOST], NULL);
    for (size_t n = 1; n <= MOST; n += n < 18 ? 1 : 4)
        for (size_t trial = 0; trial < 8; trial++) {
            const bool exchanged = n > 1 && trial >= 4, singular = trial == 3;
            clmodp_mpoly *f = mpoly_new(VARIABLES), *r = mpoly_new(VARIABLES);
            clmodp_mpoly *expected = mpoly_new(VARIABLES);
            clmodp_matrix *a;

            mpz_set_si(d, exchanged ? -1 : 1);
            assert_int_equal(clmodp_matrix_create(&a, n, n, VARIABLES), CLMODP_OK);
            for (size_t i = 0; i < n; i++) {
                for (size_t j = 0; j < n; j++) {
                    mpz_urandomb(left[i][j], random, i > j ? bits[trial % 4] : 0);
                    mpz_rrandomb(right[i][j], random, i <= j ? bits[trial % 4] : 0);
                    mpz_mul_si(right[i][j], right[i][j], (i + j) % 3 == 0 ? -1 : 1);
                }
                mpz_set_ui(left[i][i], 1);
                if (singular && i == n / 2)
                    mpz_set_ui(right[i][i], 0);
                mpz_mul(d, d, right[i][i]);
            }
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j < n; j++) {
                    mpz_set_ui(sum, 0);
                    for (size_t k = 0; k < n; k++)
                        mpz_addmul(sum, left[i][k], right[k][j]);
                    assert_int_equal(clmodp_mpoly_set_terms(f, sum, none, 1), CLMODP_OK);
                    assert_int_equal(
                        clmodp_matrix_set(a, exchanged && i < 2 ? 1 - i : i, j, f, NULL),
                        CLMODP_OK);
                }
            assert_int_equal(clmodp_determinant(context, r, NULL, NULL, a, 0, NULL), CLMODP_OK);
            assert_int_equal(clmodp_mpoly_set_terms(expected, d, none, 1), CLMODP_OK);
            assert_true(clmodp_mpoly_equal(r, expected));
            clmodp_mpoly_destroy(expected);
            clmodp_mpoly_destroy(r);
            clmodp_mpoly_destroy(f);
            clmodp_matrix_destroy(a);
        }
    for (size_t k = 0; k < MOST * MOST; k++)
        mpz_clears(left[k / MOST][k % MOST], right[k / MOST][k % MOST], NULL);
    mpz_clears(sum, d, NULL);
    gmp_randclear(random);
}

static int stop_at_once(void *user, double fraction)
{
    (void)user;
    (void)fraction;
    return 1;
}

/* Long integers are eliminated on the host: limits on results hold, and calls can be cancelled. */
static void long_integers(void **state)
{
    clmodp_context *context = *state;
    clmodp_resultant_options options;
    clmodp_matrix *a = parse("[3^100000, 1; 1, 3^100000]");
    clmodp_mpoly *r;
    size_t rank;

    assert_int_equal(clmodp_mpoly_create(&r, VARIABLES), CLMODP_OK);
    clmodp_resultant_options_init(&options);
    options.max_result = 39000;
    assert_int_equal(clmodp_determinant(context, r, NULL, NULL, a, 0, &options), CLMODP_LIMIT);
    options.max_result = 40000;
    assert_int_equal(clmodp_determinant(context, r, NULL, NULL, a, 0, &options), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_terms(r), 1);
    clmodp_context_set_progress(context, stop_at_once, NULL);
    assert_int_equal(clmodp_determinant(context, r, NULL, NULL, a, 0, NULL), CLMODP_CANCELLED);
    assert_int_equal(clmodp_matrix_rank(context, &rank, a, 0, NULL), CLMODP_CANCELLED);
    clmodp_context_set_progress(context, NULL, NULL);
    clmodp_mpoly_destroy(r);
    clmodp_matrix_destroy(a);
}

/* A product of a column and a row: n^2 entries of up to six terms, of rank 1. */
static void low_rank(void **state)
{
    const size_t n = small_tests() ? 20 : 40;
    clmodp_matrix *a;
    clmodp_mpoly *f;
    char text[64];
    size_t rank;

    assert_int_equal(clmodp_matrix_create(&a, n, n, 3), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_create(&f, 3), CLMODP_OK);
    for (size_t k = 0; k < n * n; k++) {
        const size_t i = k / n, j = k % n;

        snprintf(text, sizeof text, "(x^%zu + %zu*y) * (%zu*y^%zu - z + 1)", i % 3, i, j, j % 5);
        assert_int_equal(clmodp_mpoly_from_text(f, NULL, text, CLMODP_STRING, names, NULL, NULL),
                         CLMODP_OK);
        assert_int_equal(clmodp_matrix_set(a, i, j, f, NULL), CLMODP_OK);
    }
    assert_int_equal(clmodp_matrix_rank(*state, &rank, a, 0, NULL), CLMODP_OK);
    assert_int_equal(rank, 1);
    clmodp_mpoly_destroy(f);
    clmodp_matrix_destroy(a);
}

static void ranks(void **state)
{
    clmodp_context *context = *state;
    clmodp_matrix *a = parse("[x, y; 2*x, z]"), *b = NULL;
    mpz_t point[3];
    size_t rank;

    check_rank(context, "[]", 0, 0);
    check_rank(context, "[0, 0; 0, 0]", 0, 0);
    check_rank(context, "[0, 0; 0, y]", 0, 1);
    check_rank(context, "[x, x^2, 3; x^2, x^3, 3*x]", 0, 1);
    check_rank(context, "[1/2, x; 1, 2*x]", 0, 1);
    check_rank(context, "[x, y, z; y, z, x; z, x, y]", 0, 3);
    check_rank(context, "[x, y, z; y, z, x; x + y, y + z, z + x; x - y, y - z, z - x]", 0, 2);
    check_rank(context, "[x + 1, 1; x + 1, 1 + 2*x]", 0, 2);
    check_rank(context, "[x + 1, 1; x + 1, 1 + 2*x]", 2, 1);
    check_rank(context, "[x^2 + x, 0; 0, y^2 + y]", 2, 2);
    check_rank(context, "[0, 0, 0; 0, x^3 - x, 0]", 3, 1);
    check_rank(context, "[7, 14; 7*x, 1]", 7, 1);
    for (size_t k = 0; k < 3; k++)
        mpz_init_set_ui(point[k], k + 1);
    assert_int_equal(clmodp_matrix_evaluate(&b, a, point[0]), CLMODP_OK);
    assert_int_equal(clmodp_matrix_rank(context, &rank, b, 0, NULL), CLMODP_OK);
    assert_int_equal(rank, 2); /* [1, 2; 2, 3] */
    clmodp_matrix_destroy(b);
    mpz_set_ui(point[2], 4);
    assert_int_equal(clmodp_matrix_evaluate(&b, a, point[0]), CLMODP_OK);
    assert_int_equal(clmodp_matrix_rank(context, &rank, b, 0, NULL), CLMODP_OK);
    assert_int_equal(rank, 1);
    assert_int_equal(clmodp_matrix_rank(context, &rank, b, 4, NULL), CLMODP_INVALID);
    for (size_t k = 0; k < 3; k++)
        mpz_clear(point[k]);
    clmodp_matrix_destroy(b);
    clmodp_matrix_destroy(a);
}

/* ---- expansion by minors ---- */

static void expand(clmodp_mpoly *out, const clmodp_matrix *a, size_t row, const size_t *columns)
{
    const size_t n = clmodp_matrix_rows(a) - row;
    clmodp_mpoly *minor = mpoly_new(VARIABLES);
    size_t others[8];
    size_t zero[VARIABLES] = {0};
    mpz_t sign;

    mpz_init_set_si(sign, 1);
    assert_int_equal(clmodp_mpoly_set_terms(out, sign, zero, n == 0), CLMODP_OK);
    for (size_t k = 0; k < n; k++) {
        for (size_t l = 0, count = 0; l < n; l++)
            if (l != k)
                others[count++] = columns[l];
        expand(minor, a, row + 1, others);
        assert_int_equal(clmodp_mpoly_mul(minor, minor,
                                          clmodp_matrix_entry(NULL, a, row, columns[k])),
                         CLMODP_OK);
        if (k % 2 != 0) {
            clmodp_mpoly *minus = mpoly_new(VARIABLES);

            mpz_set_si(sign, -1);
            assert_int_equal(clmodp_mpoly_set_terms(minus, sign, zero, 1), CLMODP_OK);
            assert_int_equal(clmodp_mpoly_mul(minor, minor, minus), CLMODP_OK);
            clmodp_mpoly_destroy(minus);
        }
        assert_int_equal(clmodp_mpoly_add(out, out, minor), CLMODP_OK);
    }
    mpz_clear(sign);
    clmodp_mpoly_destroy(minor);
}

/* Draws exponents. Returns false if they do not have the weight; w = NULL: any has. */
static bool draw_exponents(size_t *e, size_t degree, const int64_t *w, int64_t weight,
                           clm_random *random)
{
    for (size_t v = 0; v < VARIABLES; v++) {
        e[v] = clm_random_below(random, degree + 1);
        weight -= w != NULL ? w[v] * (int64_t)e[v] : 0;
    }
    return w == NULL || weight == 0;
}

/* Draws an entry with up to `terms` terms, of a weight unless w = NULL. */
static void draw_entry(clmodp_mpoly *f, size_t terms, size_t degree, unsigned bits,
                       const int64_t *w, int64_t weight, clm_random *random)
{
    mpz_t c;

    mpz_init(c);
    for (size_t k = 0; k < terms; k++) {
        clmodp_mpoly *one = mpoly_new(VARIABLES);
        size_t e[VARIABLES], tries = 0;

        while (!draw_exponents(e, degree, w, weight, random) && tries < 100)
            tries++;
        if (tries == 100) {
            clmodp_mpoly_destroy(one);
            continue;
        }
        mpz_set_si(c, (long)clm_random_below(random, 2001) - 1000);
        if (clm_random_below(random, 4) == 0)
            mpz_mul_2exp(c, c, clm_random_below(random, bits));
        assert_int_equal(clmodp_mpoly_set_terms(one, c, e, 1), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_add(f, f, one), CLMODP_OK);
        clmodp_mpoly_destroy(one);
    }
    mpz_clear(c);
}

static clmodp_matrix *draw(size_t n, clm_random *random)
{
    const bool wide = clm_random_below(random, 4) == 0;
    const size_t zeros = clm_random_below(random, 4);
    const size_t degree = clm_random_below(random, wide ? 100000 : 4);
    const size_t terms = 1 + clm_random_below(random, 3);
    const bool graded = clm_random_below(random, 3) == 0;
    int64_t w[VARIABLES], weight[2 * 8];
    clmodp_matrix *a = NULL;
    clmodp_mpoly *f = mpoly_new(VARIABLES);

    for (size_t v = 0; v < VARIABLES; v++)
        w[v] = (int64_t)clm_random_below(random, 6) - 2;
    for (size_t k = 0; k < 2 * n; k++) /* of rows, then columns */
        weight[k] = (int64_t)clm_random_below(random, 4);
    assert_int_equal(clmodp_matrix_create(&a, n, n, VARIABLES), CLMODP_OK);
    for (size_t k = 0; k < n * n; k++) {
        clmodp_mpoly *entry = mpoly_new(VARIABLES);

        if (clm_random_below(random, 4) >= zeros)
            draw_entry(entry, terms, graded ? 4 : degree, 100, graded ? w : NULL,
                       weight[k / n] + weight[n + k % n], random);
        assert_int_equal(clmodp_matrix_set(a, k / n, k % n, entry, NULL), CLMODP_OK);
        clmodp_mpoly_destroy(entry);
    }
    if (n > 1 && clm_random_below(random, 5) == 0) /* two equal rows */
        for (size_t j = 0; j < n; j++)
            assert_int_equal(
                clmodp_matrix_set(a, n - 1, j, clmodp_matrix_entry(NULL, a, 0, j), NULL),
                CLMODP_OK);
    clmodp_mpoly_destroy(f);
    return a;
}

static void random_determinants(void **state)
{
    clmodp_context *context = *state;
    const size_t columns[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    clm_random random = {47};
    int packed = 0;
    mpz_t d;

    mpz_init(d);
    for (int k = 0; k < 300; k++) {
        const size_t n = 1 + clm_random_below(&random, 5);
        clmodp_matrix *a = draw(n, &random);
        clmodp_mpoly *r = mpoly_new(VARIABLES), *expected = mpoly_new(VARIABLES);
        static const uint64_t moduli[] = {0, 2, 3, 6, 97, 1000003, ((uint64_t)1 << 61) - 1};
        const uint64_t modulus = moduli[clm_random_below(&random, 7)];

        expand(expected, a, 0, columns);
        if (modulus != 0) {
            mpz_t one;

            mpz_init_set_ui(one, 1);
            assert_int_equal(clmodp_mpoly_divide_mod(expected, one, modulus), CLMODP_OK);
            mpz_clear(one);
        }
        if (clmodp_determinant(context, r, NULL, NULL, a, modulus, NULL) != CLMODP_OK)
            fail_msg("%d: %s", k, clmodp_context_message(context));
        if (clmodp_mpoly_equal(r, expected) && solve_packed(context, r, d, a, modulus))
            packed++;
        if (!clmodp_mpoly_equal(r, expected)) {
            char *text = NULL, *found = NULL, *right = NULL;

            (void)!clmodp_matrix_to_text(&text, a, names);
            (void)!clmodp_mpoly_to_text(&found, r, names, NULL);
            (void)!clmodp_mpoly_to_text(&right, expected, names, NULL);
            fail_msg("%d modulo %llu: %s\n%s\n%s", k, (unsigned long long)modulus, text, found,
                     right);
        }
        DESTROY(expected, r);
        clmodp_matrix_destroy(a);
    }
    assert_in_range(packed, 200, 300);
    mpz_clear(d);
}

/* ---- packings ---- */

/* Homogeneous determinants are packed without the variables that the others determine. */
static void gradings_shrink_packings(void **state)
{
    static const struct {
        const char *matrix, *determinant;
        size_t variables;
    } cases[] = {
        {"[x, y; z, x]", "x^2 - y*z", 1},
        {"[x, y; y, x]", "x^2 - y^2", 1},
        {"[x, y; z, x + 1]", "x^2 + x - y*z", 2},
        {"[1, x, x^2; 1, y, y^2; 1, z, z^2]",
         "-x^2*y + x^2*z + x*y^2 - x*z^2 - y^2*z + y*z^2", 2},
        {"[x^2, y*z^3; y^3, x^5 + y*z^3]", "x^7 + x^2*y*z^3 - y^4*z^3", 2},
        {"[x, y; 1, x]", "x^2 - y", 1},
        {"[x, 0, 0; 0, y, x; 0, x, y]", "-x^3 + x*y^2", 1},
        {"[x*y, x*z; y*z, y*z]", "x*y^2*z - x*y*z^2", 1},
        {"[x, y; x^2, y^2]", "-x^2*y + x*y^2", 1},
        {"[x, y + 2; y - 2, x]", "x^2 - y^2 + 4", 2},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_matrix *a = parse(cases[k].matrix);
        clmodp_zxy *f = zxy_new();
        clmodp_packing *packing = NULL;
        char message[256] = "";
        mpz_t d;

        mpz_init(d);
        assert_int_equal(clmodp_matrix_pack(&packing, f, d, a, 0, message, sizeof message),
                         CLMODP_OK);
        if (clmodp_packing_variables(packing) != cases[k].variables)
            fail_msg("%s: %zu", cases[k].matrix, clmodp_packing_variables(packing));
        clmodp_packing_destroy(packing);
        mpz_clear(d);
        clmodp_zxy_destroy(f);
        clmodp_matrix_destroy(a);
        check_text(*state, cases[k].matrix, 0, cases[k].determinant);
    }
    /* Packed exponents reach 2^31, but no engine needs them. */
    check_text(*state, "[x^50000 + x^3*y^49997 + y^49999*z + z^50000]", 0,
               "x^50000 + x^3*y^49997 + y^49999*z + z^50000");
}

static void refused_packings(void **state)
{
    static const struct {
        const char *matrix;
        uint64_t modulus;
        clmodp_status status;
    } cases[] = {
        {"[x, y]", 0, CLMODP_INVALID},
        {"[x]", 1, CLMODP_INVALID},
        {"[x/6, 1; 1, y]", 4, CLMODP_DOMAIN},
        {"[x/6, 1; 1, y]", 5, CLMODP_OK},
        {"[x^2000000000 + x, 1; 1, x^2000000000]", 0, CLMODP_LIMIT},
        {"[x^50000, 1; 1, y^50000]", 0, CLMODP_OK}, /* one step */
        {"[x^50000 + x, 1; 1, y^50000 + y]", 0, CLMODP_LIMIT},
        {"[x^2147483647*y^2147483647*z^2147483647]", 0, CLMODP_OK},
    };
    static const char *const texts[] = {
        "", "17 17 0 0", "-1 0 0 0", "1 2 0 0 1 0 0 0", "1 1 2 0 1 2 2 2 1 0 0 0 1 1",
        "1 0 1 0 1 2 1 0 0 0 1", "1 1 1 0 1 2 0 0 0 0 1", "1 1 1 0 1 2 1 0 0 0",
    };
    clmodp_packing *packing;
    clmodp_zxy *f = zxy_new();
    mpz_t d;

    (void)state;
    mpz_init(d);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_matrix *a = parse(cases[k].matrix);

        assert_int_equal(clmodp_matrix_pack(&packing, f, d, a, cases[k].modulus, NULL, 0),
                         cases[k].status);
        assert_true((packing != NULL) == (cases[k].status == CLMODP_OK));
        clmodp_packing_destroy(packing);
        clmodp_matrix_destroy(a);
    }
    assert_int_equal(clmodp_matrix_pack(&packing, f, d, NULL, 0, NULL, 0), CLMODP_INVALID);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        assert_int_equal(clmodp_packing_from_text(&packing, texts[k]), CLMODP_DAMAGED);
    assert_int_equal(clmodp_packing_from_text(&packing, "0 0 0 0"), CLMODP_OK);
    clmodp_packing_destroy(packing);
    mpz_clear(d);
    clmodp_zxy_destroy(f);
}

/* Draws a matrix with entries of degree 1 in the first variable, some of which are constant; equal
 * rows make many singular ones. */
static clmodp_matrix *draw_pencil(size_t n, size_t zeros, clm_random *random)
{
    clmodp_matrix *a = NULL;

    assert_int_equal(clmodp_matrix_create(&a, n, n, VARIABLES), CLMODP_OK);
    for (size_t k = 0; k < n * n; k++) {
        const size_t e[2 * VARIABLES] = {1};
        const size_t terms = clm_random_below(random, zeros) > 1 ? 0 : 1 + k % 2;
        clmodp_mpoly *f = mpoly_new(VARIABLES);
        mpz_t c[2];

        mpz_init_set_ui(c[0], 1 + clm_random_below(random, 5));
        mpz_init_set_ui(c[1], clm_random_below(random, 1000000));
        assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, terms), CLMODP_OK);
        assert_int_equal(clmodp_matrix_set(a, k / n, k % n, f, NULL), CLMODP_OK);
        mpz_clear(c[0]);
        mpz_clear(c[1]);
        clmodp_mpoly_destroy(f);
    }
    for (size_t j = 0; j < n && clm_random_below(random, 4) == 0; j++)
        assert_int_equal(clmodp_matrix_set(a, n - 1, j, clmodp_matrix_entry(NULL, a, 0, j), NULL),
                         CLMODP_OK);
    return a;
}

/* Elimination in pencils agrees with values at points, or modulo small primes with Z. */
static void pencils_modulo_primes(void **state)
{
    static const uint64_t moduli[] = {3, 5, 7, 97, 1000003, ((uint64_t)1 << 61) - 1};
    clm_random random = {48};
    clmodp_resultant_options by_points;

    clmodp_resultant_options_init(&by_points);
    by_points.engine = CLMODP_ENGINE_HOST;
    for (size_t k = 0; k < 120; k++) {
        clmodp_matrix *a = draw_pencil(1 + clm_random_below(&random, 14), 1 + k % 4, &random);
        clmodp_mpoly *r = mpoly_new(VARIABLES), *expected = mpoly_new(VARIABLES);
        const uint64_t modulus = moduli[k % 6];

        assert_int_equal(clmodp_determinant(*state, expected, NULL, NULL, a, modulus, &by_points),
                         CLMODP_OK);
        assert_int_equal(clmodp_determinant(*state, r, NULL, NULL, a, modulus, NULL), CLMODP_OK);
        assert_true(clmodp_mpoly_equal(r, expected));
        DESTROY(expected, r);
        clmodp_matrix_destroy(a);
    }
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(known_determinants),
              cmocka_unit_test(refused_texts), cmocka_unit_test(characteristic_polynomials),
              cmocka_unit_test(ranks), cmocka_unit_test(low_rank), cmocka_unit_test(integer_ranks),
              cmocka_unit_test(long_integers), cmocka_unit_test(integer_determinants),
              cmocka_unit_test(random_determinants), cmocka_unit_test(refused_packings),
              cmocka_unit_test(gradings_shrink_packings),
              cmocka_unit_test(pencils_modulo_primes));
