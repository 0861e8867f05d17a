/* Tests of determinants with few terms, up to order 64 in up to 16 variables: continuants,
 * arrowheads, the spanning trees of graphs, and determinants that are 0. */
#include <stdlib.h>

#include <clmodp/matrix.h>

#include "core/random.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { MOST = 64 };

/* Returns c times variable v, or c for v >= variables. */
static clmodp_mpoly *monomial(size_t variables, long c, size_t v)
{
    clmodp_mpoly *f = mpoly_new(variables);
    size_t e[CLMODP_MOST_VARIABLES + 1] = {0};
    mpz_t value;

    mpz_init_set_si(value, c);
    if (v < variables)
        e[v] = 1;
    assert_int_equal(clmodp_mpoly_set_terms(f, value, e, 1), CLMODP_OK);
    mpz_clear(value);
    return f;
}

/* Sets f := f + c x_v g, or f + c g for v >= variables. */
static void add_multiple(clmodp_mpoly *f, long c, size_t v, const clmodp_mpoly *g)
{
    clmodp_mpoly *h = monomial(clmodp_mpoly_variables(f), c, v);

    assert_int_equal(clmodp_mpoly_mul(h, h, g), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_add(f, f, h), CLMODP_OK);
    clmodp_mpoly_destroy(h);
}

/* Adds c x_v to an entry. */
static void add(clmodp_matrix *a, size_t i, size_t j, long c, size_t v)
{
    clmodp_mpoly *f = monomial(clmodp_matrix_variables(a), c, v);

    assert_int_equal(clmodp_mpoly_add(f, f, clmodp_matrix_entry(NULL, a, i, j)), CLMODP_OK);
    assert_int_equal(clmodp_matrix_set(a, i, j, f, NULL), CLMODP_OK);
    clmodp_mpoly_destroy(f);
}

static clmodp_matrix *new_matrix(size_t n, size_t variables)
{
    clmodp_matrix *a = NULL;

    assert_int_equal(clmodp_matrix_create(&a, n, n, variables), CLMODP_OK);
    return a;
}

/* Sets a random permutation and returns its sign. */
static int shuffle(size_t *order, size_t n, clm_random *random)
{
    int sign = 1;

    for (size_t k = 0; k < n; k++)
        order[k] = k;
    for (size_t k = n; k-- > 1;) {
        const size_t other = clm_random_below(random, k + 1), kept = order[k];

        order[k] = order[other];
        order[other] = kept;
        sign = other == k ? sign : -sign;
    }
    return sign;
}

/* Checks the determinant of a with rows and columns in random orders, over Z and modulo numbers,
 * and releases both. */
static void check(clmodp_context *context, clmodp_matrix *a, clmodp_mpoly *expected)
{
    static const uint64_t moduli[] = {0, 0, 2, 12, 97, 2305843009213693951};
    const size_t n = clmodp_matrix_rows(a), variables = clmodp_matrix_variables(a);
    clmodp_mpoly *r = mpoly_new(variables), *image = mpoly_new(variables);
    clm_random random = {n};
    mpz_t one;

    mpz_init_set_ui(one, 1);
    for (size_t k = 0; k < 6; k++) {
        size_t rows[MOST], columns[MOST];
        const int sign = shuffle(rows, n, &random) * shuffle(columns, n, &random);
        clmodp_mpoly *zero = mpoly_new(variables);

        assert_int_equal(clmodp_mpoly_set(image, zero), CLMODP_OK);
        add_multiple(image, sign, variables, expected);
        if (moduli[k] != 0)
            assert_int_equal(clmodp_mpoly_divide_mod(image, one, moduli[k]), CLMODP_OK);
        if (clmodp_matrix_minor(context, r, NULL, NULL, a, rows, columns, n, moduli[k], NULL) !=
            CLMODP_OK)
            fail_msg("%s", clmodp_context_message(context));
        if (!clmodp_mpoly_equal(r, image))
            fail_msg("order %zu modulo %llu", n, (unsigned long long)moduli[k]);
        clmodp_mpoly_destroy(zero);
    }
    mpz_clear(one);
    DESTROY(image, r, expected);
    clmodp_matrix_destroy(a);
}

/* K_n = x_n K_(n-1) + c K_(n-2), of a tridiagonal matrix with the variables one after another. */
static void check_continuant(clmodp_context *context, size_t n, size_t variables, long c)
{
    clmodp_matrix *a = new_matrix(n, variables);
    clmodp_mpoly *last[2] = {monomial(variables, 1, variables), mpoly_new(variables)};

    for (size_t k = 0; k < n; k++) {
        clmodp_mpoly *next = mpoly_new(variables);

        add(a, k, k, 1, k % variables);
        if (k > 0) {
            add(a, k, k - 1, -1, variables);
            add(a, k - 1, k, c, variables);
        }
        add_multiple(next, 1, k % variables, last[0]);
        add_multiple(next, c, variables, last[1]);
        clmodp_mpoly_destroy(last[1]);
        last[1] = last[0];
        last[0] = next;
    }
    clmodp_mpoly_destroy(last[1]);
    check(context, a, last[0]);
}

static void continuants(void **state)
{
    check_continuant(*state, 13, 13, 1);
    check_continuant(*state, 20, 16, 1);
    check_continuant(*state, 20, 4, 1234567890123456789);
    check_continuant(*state, 40, 3, -1);
    check_continuant(*state, 64, 2, 5);
}

/* A first row, a first column and a diagonal: a d_1 ... d_n - sum of b_i c_i d_1 ... d_n / d_i. */
static void check_arrowhead(clmodp_context *context, size_t n, size_t variables)
{
    clmodp_matrix *a = new_matrix(n, variables);
    clmodp_mpoly *products = monomial(variables, 1, variables);
    clmodp_mpoly *expected = mpoly_new(variables);

    for (size_t k = 1; k < n; k++) { /* expected: the sum for k rows; products: of the diagonal */
        const long b = (long)k - 7, c = 3 - (long)(k * k % 11);
        clmodp_mpoly *const zero = mpoly_new(variables), *next = mpoly_new(variables);

        add(a, k, k, 1, k % variables);
        add(a, 0, k, b, variables);
        add(a, k, 0, c, variables);
        add_multiple(next, 1, k % variables, expected);
        add_multiple(next, -b * c, variables, products);
        clmodp_mpoly_swap(expected, next);
        add_multiple(zero, 1, k % variables, products);
        clmodp_mpoly_swap(products, zero);
        DESTROY(next, zero);
    }
    add(a, 0, 0, 11, 0);
    add_multiple(expected, 11, 0, products);
    clmodp_mpoly_destroy(products);
    check(context, a, expected);
}

static void arrowheads(void **state)
{
    check_arrowhead(*state, 16, 16);
    check_arrowhead(*state, 40, 3);
    check_arrowhead(*state, 64, 1);
}

/* Adds an edge with a symbol to a Laplacian, without the last vertex. */
static void join(clmodp_matrix *a, size_t i, size_t j, size_t v)
{
    const size_t n = clmodp_matrix_rows(a);

    if (i < n)
        add(a, i, i, 1, v);
    if (j < n)
        add(a, j, j, 1, v);
    if (i < n && j < n) {
        add(a, i, j, -1, v);
        add(a, j, i, -1, v);
    }
}

/* Checks the number of spanning trees, and that there are so many terms if `terms`. */
static void check_trees(clmodp_context *context, clmodp_matrix *a, const mpz_t trees, bool terms)
{
    const size_t variables = clmodp_matrix_variables(a);
    clmodp_mpoly *r = mpoly_new(variables);
    mpz_t one[CLMODP_MOST_VARIABLES], sum;

    mpz_init(sum);
    for (size_t k = 0; k < CLMODP_MOST_VARIABLES; k++)
        mpz_init_set_ui(one[k], 1);
    if (clmodp_determinant(context, r, NULL, NULL, a, 0, NULL) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_int_equal(clmodp_mpoly_evaluate(sum, r, one[0]), CLMODP_OK);
    assert_int_equal(mpz_cmp(sum, trees), 0);
    assert_true(!terms || mpz_cmp_ui(trees, clmodp_mpoly_terms(r)) == 0);
    assert_int_equal(clmodp_mpoly_total_degree(r), clmodp_matrix_rows(a));
    for (size_t k = 0; k < CLMODP_MOST_VARIABLES; k++)
        mpz_clear(one[k]);
    mpz_clear(sum);
    clmodp_mpoly_destroy(r);
    clmodp_matrix_destroy(a);
}

/* Kirchhoff's theorem: the Laplacian's minor is the sum over spanning trees of their edges'
 * product. */
static void spanning_trees(void **state)
{
    clmodp_matrix *cycle = new_matrix(15, 16), *bipartite = new_matrix(9, 16);
    clmodp_matrix *wheel = new_matrix(8, 16), *ladder = new_matrix(39, 2);
    mpz_t trees, before, next;

    mpz_inits(trees, before, next, NULL);
    for (size_t k = 0; k < 16; k++) {
        join(cycle, k, (k + 1) % 16, k);
        join(bipartite, k / 8, 2 + k % 8, k);
        join(wheel, k % 8, k < 8 ? 8 : (k + 1) % 8, k); /* the hub is the last vertex */
    }
    mpz_set_ui(trees, 16);
    check_trees(*state, cycle, trees, true);
    mpz_set_ui(trees, 1024); /* 2^7 * 8 */
    check_trees(*state, bipartite, trees, true);
    mpz_set_ui(trees, 2205); /* Lucas number 16, less 2 */
    check_trees(*state, wheel, trees, true);
    mpz_set_ui(trees, 1);
    for (size_t k = 0; k < 20; k++) { /* 4 t_k - t_(k-1) */
        join(ladder, 2 * k, 2 * k + 1, 0);
        for (size_t side = 0; side < 2 && k < 19; side++)
            join(ladder, 2 * k + side, 2 * k + 2 + side, 1);
        mpz_mul_ui(next, trees, 4);
        mpz_sub(next, next, before);
        mpz_swap(before, trees);
        mpz_swap(trees, next);
    }
    check_trees(*state, ladder, before, false);
    mpz_clears(trees, before, next, NULL);
}

static void zeros(void **state)
{
    for (size_t n = 13; n <= 30; n += 17) {
        clmodp_matrix *structural = new_matrix(n, 3), *repeated = new_matrix(n, 3);

        for (size_t k = 0; k < n * n; k++) {
            const size_t i = k / n, j = k % n;

            if (j < 2 || i < 1) /* n - 1 rows with entries in two columns */
                add(structural, i, j, (long)(i + j) + 1, k % 4);
            if (j == i || j == (i + 1) % n)
                add(repeated, i, j, 1, i % 3);
        }
        for (size_t j = 0; j < n; j++)
            assert_int_equal(clmodp_matrix_set(repeated, n / 2, j,
                                               clmodp_matrix_entry(NULL, repeated, 3, j), NULL),
                             CLMODP_OK);
        check(*state, structural, mpoly_new(3));
        check(*state, repeated, mpoly_new(3));
    }
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(continuants),
              cmocka_unit_test(arrowheads), cmocka_unit_test(spanning_trees),
              cmocka_unit_test(zeros));
