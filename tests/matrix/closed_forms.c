/* Tests of determinants with closed forms: Vandermonde's, Cauchy's and Hilbert's matrices,
 * circulants, triangular ones with permuted rows, bands, blocks, Sylvester's, pencils with known
 * factors, and products of matrices without full rank. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/matrix.h>

#include "core/random.h"
#include "support/context.h"
#include "support/polynomials.h"

static const char *const names[] = {"x", "y"};

static clmodp_mpoly *parse(const char *text)
{
    return mpoly_parse(text, names, 2);
}

/* Returns c + a x^e y^l as a new polynomial. */
static clmodp_mpoly *binomial(long c, long a, size_t e, size_t l)
{
    char text[100];

    (void)snprintf(text, sizeof text, "%ld + %ld*x^%zu*y^%zu", c, a, e, l);
    return parse(text);
}

static clmodp_matrix *new_matrix(size_t n)
{
    clmodp_matrix *a = NULL;

    assert_int_equal(clmodp_matrix_create(&a, n, n, 2), CLMODP_OK);
    return a;
}

static void put(clmodp_matrix *a, size_t i, size_t j, const clmodp_mpoly *f)
{
    assert_int_equal(clmodp_matrix_set(a, i, j, f, NULL), CLMODP_OK);
}

static void multiply(clmodp_mpoly *f, const clmodp_mpoly *g)
{
    assert_int_equal(clmodp_mpoly_mul(f, f, g), CLMODP_OK);
}

/* Sets f := f + c g. */
static void add_multiple(clmodp_mpoly *f, long c, const clmodp_mpoly *g)
{
    clmodp_mpoly *h = binomial(c, 0, 0, 0);

    multiply(h, g);
    assert_int_equal(clmodp_mpoly_add(f, f, h), CLMODP_OK);
    clmodp_mpoly_destroy(h);
}

/* Checks that a has the determinant, over Z and modulo primes, by the context's engine and on the
 * host, and releases both. */
static void check(clmodp_context *context, clmodp_matrix *a, clmodp_mpoly *expected)
{
    static const uint64_t moduli[] = {0, 5, 1073741827, 2305843009213693951};
    clmodp_mpoly *r = mpoly_new(2), *image = mpoly_new(2);
    clmodp_resultant_options options;
    clmodp_resultant_report report;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    clmodp_resultant_options_init(&options);
    clmodp_resultant_report_init(&report);
    for (size_t k = 0; k < 8; k++) {
        if (k == 4)
            options.engine = CLMODP_ENGINE_HOST;
        if (clmodp_determinant(context, r, NULL, &report, a, moduli[k % 4], &options) !=
            CLMODP_OK)
            fail_msg("%s", clmodp_context_message(context));
        assert_int_equal(clmodp_mpoly_set(image, expected), CLMODP_OK);
        if (moduli[k % 4] != 0)
            assert_int_equal(clmodp_mpoly_divide_mod(image, one, moduli[k % 4]), CLMODP_OK);
        if (!clmodp_mpoly_equal(r, image))
            fail_msg("modulo %llu", (unsigned long long)moduli[k % 4]);
    }
    mpz_clear(one);
    DESTROY(image, r, expected);
    clmodp_matrix_destroy(a);
}

static void differences(clmodp_mpoly *f, clmodp_mpoly *const *v, size_t n)
{
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < j; i++) {
            clmodp_mpoly *d = mpoly_new(2);

            add_multiple(d, 1, v[j]);
            add_multiple(d, -1, v[i]);
            multiply(f, d);
            clmodp_mpoly_destroy(d);
        }
}

static void vandermonde(void **state)
{
    enum { N = 7 };
    clmodp_mpoly *v[N], *expected = parse("1");
    clmodp_matrix *a = new_matrix(N);

    for (size_t i = 0; i < N; i++) {
        clmodp_mpoly *power = parse("1");

        v[i] = binomial((long)(i * i) - 7, (long)i + 1, 1 + i % 2, i % 3 == 0);
        for (size_t j = 0; j < N; j++) {
            put(a, i, j, power);
            multiply(power, v[i]);
        }
        clmodp_mpoly_destroy(power);
    }
    differences(expected, v, N);
    check(*state, a, expected);
    for (size_t i = 0; i < N; i++)
        clmodp_mpoly_destroy(v[i]);
}

/* 1 / (v_i + w_j) times the product of the row's denominators. */
static void cauchy(void **state)
{
    enum { N = 5 };
    clmodp_mpoly *v[N], *w[N], *expected = parse("1");
    clmodp_matrix *a = new_matrix(N);

    for (size_t i = 0; i < N; i++) {
        v[i] = binomial((long)i, (long)(2 * i) + 1, 1, 0);
        w[i] = binomial(-3, (long)(i * i) + 2, 0, 1);
    }
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            clmodp_mpoly *f = parse("1");

            for (size_t k = 0; k < N; k++) {
                clmodp_mpoly *sum = mpoly_new(2);

                add_multiple(sum, 1, v[i]);
                add_multiple(sum, 1, w[k]);
                if (k != j)
                    multiply(f, sum);
                clmodp_mpoly_destroy(sum);
            }
            put(a, i, j, f);
            clmodp_mpoly_destroy(f);
        }
    differences(expected, v, N);
    differences(expected, w, N);
    check(*state, a, expected);
    for (size_t i = 0; i < N; i++)
        DESTROY(v[i], w[i]);
}

/* The determinant of 1 / (i + j + 1), i, j < 10. */
static void hilbert(void **state)
{
    enum { N = 10 };
    clmodp_matrix *a = new_matrix(N);
    clmodp_mpoly *one = parse("1"), *r = mpoly_new(2);
    char *text;
    mpz_t d;

    mpz_init(d);
    for (size_t k = 0; k < N * N; k++) {
        mpz_set_ui(d, k / N + k % N + 1);
        assert_int_equal(clmodp_matrix_set(a, k / N, k % N, one, d), CLMODP_OK);
    }
    assert_int_equal(clmodp_determinant(*state, r, d, NULL, a, 0, NULL), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_to_text(&text, r, names, d), CLMODP_OK);
    assert_string_equal(text, "1/46206893947914691316295628839036278726983680000000000");
    assert_int_equal(clmodp_determinant(*state, r, NULL, NULL, a, 0, NULL), CLMODP_DOMAIN);
    assert_int_equal(clmodp_determinant(*state, r, NULL, NULL, a, 19, NULL), CLMODP_DOMAIN);
    assert_int_equal(clmodp_determinant(*state, r, NULL, NULL, a, 23, NULL), CLMODP_OK);
    free(text);
    mpz_clear(d);
    DESTROY(r, one);
    clmodp_matrix_destroy(a);
}

/* Returns the coefficient of y^k of f as a new polynomial in x. */
static clmodp_mpoly *coefficient(const clmodp_zxy *f, size_t k)
{
    clmodp_mpoly *out = mpoly_new(2);
    mpz_t c;

    mpz_init(c);
    for (size_t e = 0; e <= (size_t)clmodp_zxy_degree_x(f); e++) {
        clmodp_zxy *term = NULL;
        clmodp_mpoly *more = mpoly_new(2);

        assert_int_equal(clmodp_zxy_create(&term), CLMODP_OK);
        clmodp_zxy_get_coeff(c, f, e, k);
        assert_int_equal(clmodp_zxy_set_coeff(term, c, e, 0), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_set_zxy(more, term, 0, 1), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_add(out, out, more), CLMODP_OK);
        DESTROY(more, term);
    }
    mpz_clear(c);
    return out;
}

static clmodp_mpoly *resultant(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zx *r = NULL;
    clmodp_zxy *lifted = NULL;
    clmodp_mpoly *out = mpoly_new(2);

    assert_int_equal(clmodp_zx_create(&r), CLMODP_OK);
    assert_int_equal(clmodp_zxy_create(&lifted), CLMODP_OK);
    assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_OK);
    for (long k = 0; k <= clmodp_zx_degree(r); k++)
        assert_int_equal(clmodp_zxy_set_coeff(lifted, clmodp_zx_coeff(r, (size_t)k), (size_t)k, 0),
                         CLMODP_OK);
    assert_int_equal(clmodp_mpoly_set_zxy(out, lifted, 0, 1), CLMODP_OK);
    DESTROY(lifted, r);
    return out;
}

/* The determinant of Sylvester's matrix is the resultant. */
static void sylvester(void **state)
{
    clm_random random = {5};
    clmodp_zxy *f, *g;

    for (int shape = 0; shape < PAIR_SHAPES; shape++) {
        size_t p, q;
        clmodp_matrix *a;

        random_pair(&f, &g, &random, (pair_shape)shape, 9, 4, 60);
        p = (size_t)clmodp_zxy_degree_y(f);
        q = (size_t)clmodp_zxy_degree_y(g);
        a = new_matrix(p + q);
        for (size_t i = 0; i < p + q; i++)
            for (size_t k = 0; k <= (i < q ? p : q); k++) {
                clmodp_mpoly *c = coefficient(i < q ? f : g, (i < q ? p : q) - k);

                put(a, i, (i < q ? i : i - q) + k, c);
                clmodp_mpoly_destroy(c);
            }
        check(*state, a, resultant(*state, f, g));
        DESTROY(f, g);
    }
}

/* A circulant's determinant is the resultant of y^n - 1 and the polynomial of its first row. */
static void circulant(void **state)
{
    enum { N = 11 };
    clmodp_zxy *unity = zxy_parse("y^11 - 1");
    clmodp_zxy *row = zxy_parse("3*x^2*y^10 - 5*x*y^7 + (x^3 - 12345678901234567890)*y^2 + y - x");
    clmodp_matrix *a = new_matrix(N);

    for (size_t k = 0; k < N * N; k++) {
        clmodp_mpoly *c = coefficient(row, (k % N + N - k / N) % N);

        put(a, k / N, k % N, c);
        clmodp_mpoly_destroy(c);
    }
    check(*state, a, resultant(*state, unity, row));
    DESTROY(unity, row);
}

/* Continuants: det_k = a_k det_(k-1) - b_k c_k det_(k-2). */
static void tridiagonal(void **state)
{
    enum { N = 24 };
    clmodp_matrix *a = new_matrix(N);
    clmodp_mpoly *last[2] = {parse("1"), mpoly_new(2)};

    for (size_t k = 0; k < N; k++) {
        clmodp_mpoly *d = binomial((long)k % 3, (long)(7 * k % 5) - 2, 1, k % 2);
        clmodp_mpoly *above = binomial((long)k - 9, 0, 0, 0), *below = binomial(2, 1, 1, 0);
        clmodp_mpoly *product = mpoly_new(2);

        put(a, k, k, d);
        if (k > 0) {
            put(a, k - 1, k, above);
            put(a, k, k - 1, below);
        }
        multiply(d, last[0]);
        add_multiple(product, -1, above);
        multiply(product, below);
        multiply(product, last[1]);
        assert_int_equal(clmodp_mpoly_add(d, d, product), CLMODP_OK);
        clmodp_mpoly_destroy(last[1]);
        last[1] = last[0];
        last[0] = d;
        DESTROY(product, above, below);
    }
    clmodp_mpoly_destroy(last[1]);
    check(*state, a, last[0]);
}

/* Triangular matrices with permuted rows and columns; row and column factors with powers of x and
 * y, and contents. */
static void permuted_triangular(void **state)
{
    enum { N = 17 };
    clm_random random = {8};

    for (int run = 0; run < 4; run++) {
        clmodp_matrix *a = new_matrix(N);
        clmodp_mpoly *expected = parse("1");
        size_t row[N], column[N];
        bool odd = false;

        for (size_t k = 0; k < N; k++)
            row[k] = column[k] = k;
        for (size_t k = N; k-- > 1;)
            for (int side = 0; side < 2; side++) {
                size_t *order = side == 0 ? row : column;
                const size_t other = clm_random_below(&random, k + 1), kept = order[k];

                order[k] = order[other];
                order[other] = kept;
                odd ^= other != k;
            }
        for (size_t i = 0; i < N; i++)
            for (size_t j = i; j < N; j++) {
                clmodp_mpoly *f = binomial(i == j ? 0 : 6, 6 + 6 * (long)(i % 3),
                                           i % 4, j % 3);

                if (i == j || clm_random_below(&random, 3) == 0)
                    put(a, row[i], column[j], f);
                if (i == j)
                    multiply(expected, f);
                clmodp_mpoly_destroy(f);
            }
        if (odd) {
            clmodp_mpoly *minus = parse("-1");

            multiply(expected, minus);
            clmodp_mpoly_destroy(minus);
        }
        check(*state, a, expected);
    }
}

/* det [A, B; 0, D] = det A det D, and 0 where D has equal rows. */
static void blocks(void **state)
{
    enum { N = 10, M = 6 };
    clm_random random = {9};
    const size_t first[N] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    clmodp_matrix *a = new_matrix(N);
    clmodp_mpoly *minor[2] = {mpoly_new(2), mpoly_new(2)};

    for (size_t i = 0; i < N; i++)
        for (size_t j = i < M ? 0 : M; j < N; j++) {
            clmodp_mpoly *f = binomial((long)clm_random_below(&random, 99),
                                       (long)clm_random_below(&random, 99), (i + j) % 3, j % 2);

            put(a, i, j, f);
            clmodp_mpoly_destroy(f);
        }
    assert_int_equal(
        clmodp_matrix_minor(*state, minor[0], NULL, NULL, a, first, first, M, 0, NULL), CLMODP_OK);
    assert_int_equal(clmodp_matrix_minor(*state, minor[1], NULL, NULL, a, first + M, first + M,
                                         N - M, 0, NULL), CLMODP_OK);
    assert_true(clmodp_mpoly_terms(minor[0]) > 5 && clmodp_mpoly_terms(minor[1]) > 5);
    multiply(minor[0], minor[1]);
    clmodp_mpoly_destroy(minor[1]);
    check(*state, a, minor[0]);
}

/* The product of a lower triangular matrix, a diagonal one linear in x and an upper triangular
 * one: with repeated factors, some free of x, and in the last run with a factor 0. */
static void pencils(void **state)
{
    enum { N = 33 };
    clm_random random = {11};

    for (int run = 0; run < 3; run++) {
        clmodp_matrix *a = new_matrix(N);
        clmodp_mpoly *expected = parse("1");
        long lower[N * N] = {0}, upper[N * N] = {0}, factor[2 * N];

        for (size_t i = 0; i < N; i++) {
            clmodp_mpoly *f;

            for (size_t j = 0; j < i; j++) {
                lower[i * N + j] = (long)clm_random_below(&random, 3) - 1;
                upper[j * N + i] = (long)clm_random_below(&random, 3) - 1;
            }
            lower[i * N + i] = upper[i * N + i] = 1;
            factor[2 * i] = run == 2 && i == 20 ? 0 : 1 + (long)clm_random_below(&random, 3);
            factor[2 * i + 1] = factor[2 * i] == 0 ? 0 : (long)clm_random_below(&random, 3) - run;
            f = binomial(factor[2 * i], factor[2 * i + 1], 1, 0);
            multiply(expected, f);
            clmodp_mpoly_destroy(f);
        }
        for (size_t i = 0; i < N * N; i++) {
            long c[2] = {0, 0};
            clmodp_mpoly *f;

            for (size_t k = 0; k < 2 * N; k++)
                c[k % 2] += lower[i / N * N + k / 2] * factor[k] * upper[k / 2 * N + i % N];
            f = binomial(c[0], c[1], 1, 0);
            put(a, i / N, i % N, f);
            clmodp_mpoly_destroy(f);
        }
        check(*state, a, expected);
    }
}

/* A product of an N x R and an R x N matrix. */
static void without_full_rank(void **state)
{
    enum { N = 13, R = 5 };
    clm_random random = {10};
    clmodp_matrix *a = new_matrix(N);
    clmodp_mpoly *left[N * R], *right[N * R];

    for (size_t k = 0; k < N * R; k++) {
        left[k] = binomial((long)clm_random_below(&random, 9) - 4,
                           (long)clm_random_below(&random, 9) - 4, k % 3, k % 2);
        right[k] = binomial((long)clm_random_below(&random, 9) - 4,
                            (long)clm_random_below(&random, 9) - 4, k % 2, k % 3 == 0);
    }
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            clmodp_mpoly *sum = mpoly_new(2);

            for (size_t k = 0; k < R; k++) {
                clmodp_mpoly *f = mpoly_new(2);

                add_multiple(f, 1, left[i * R + k]);
                multiply(f, right[k * N + j]);
                assert_int_equal(clmodp_mpoly_add(sum, sum, f), CLMODP_OK);
                clmodp_mpoly_destroy(f);
            }
            put(a, i, j, sum);
            clmodp_mpoly_destroy(sum);
        }
    check(*state, a, mpoly_new(2));
    for (size_t k = 0; k < N * R; k++)
        DESTROY(left[k], right[k]);
}

TESTS_BETWEEN(context_set_up, context_tear_down, cmocka_unit_test(vandermonde),
              cmocka_unit_test(cauchy), cmocka_unit_test(hilbert), cmocka_unit_test(sylvester),
              cmocka_unit_test(circulant), cmocka_unit_test(tridiagonal),
              cmocka_unit_test(permuted_triangular), cmocka_unit_test(blocks),
              cmocka_unit_test(pencils), cmocka_unit_test(without_full_rank));
