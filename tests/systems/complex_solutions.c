/* Tests of complex solutions: grids of known roots, known numbers of solutions, Bezout's number of
 * dense pairs, and the real ones among them. */
#include <complex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/roots.h>
#include <clmodp/systems.h>

#include "polynomials/zxy.h"
#include "support/assertions.h"
#include "support/context.h"
#include "support/polynomials.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* The ends of the real and the imaginary part of a number, or of two numbers. */
typedef struct box {
    mpq_t end[8];
} box;

static void box_clear(box *b)
{
    for (int i = 0; i < 8; i++)
        mpq_clear(b->end[i]);
}

static void set_ends(mpq_t *end, mpz_srcptr d)
{
    assert_true(mpz_sgn(d) > 0);
    for (int i = 0; i < 4; i++) {
        mpz_set(mpq_denref(end[i]), d);
        mpq_canonicalize(end[i]);
        if (i % 2 == 1)
            assert_true(mpq_cmp(end[i - 1], end[i]) <= 0);
    }
}

static void box_of_solution(box *b, const clmodp_complex_solutions *s, size_t k)
{
    mpz_t d;

    mpz_init(d);
    for (int i = 0; i < 8; i++)
        mpq_init(b->end[i]);
    for (unsigned c = 0; c < 2; c++) {
        mpq_t *end = b->end + 4 * c;

        clmodp_complex_solutions_box(mpq_numref(end[0]), mpq_numref(end[1]), mpq_numref(end[2]),
                                     mpq_numref(end[3]), d, s, k, c);
        set_ends(end, d);
    }
    mpz_clear(d);
}

static bool is_zero(const box *b, int part)
{
    return mpq_sgn(b->end[2 * part]) == 0 && mpq_sgn(b->end[2 * part + 1]) == 0;
}

static bool is_real(const box *b)
{
    return is_zero(b, 1) && is_zero(b, 3);
}

/* Returns whether boxes have no common point, in some of the parts. */
static bool are_apart(const box *a, const box *b, int from, int to)
{
    bool apart = false;

    for (int i = from; i < to; i++)
        apart = apart || mpq_cmp(a->end[2 * i + 1], b->end[2 * i]) < 0 ||
                mpq_cmp(b->end[2 * i + 1], a->end[2 * i]) < 0;
    return apart;
}

/* Checks that boxes of x are equal and those of y apart, or those of x apart. */
static void check_apart(const box *a, const box *b)
{
    bool equal = true;

    for (int i = 0; i < 4; i++)
        equal = equal && mpq_equal(a->end[i], b->end[i]);
    assert_true(equal ? are_apart(a, b, 2, 4) : are_apart(a, b, 0, 2));
}

static void check_conjugate(const box *a, const box *b)
{
    const int first = is_zero(a, 1) ? 3 : 1;
    mpq_t sum;

    mpq_init(sum);
    assert_true(mpq_sgn(a->end[2 * first]) > 0);
    for (int i = 0; i < 8; i++) {
        if (i / 2 % 2 == 0) {
            assert_true(mpq_equal(a->end[i], b->end[i]));
        } else {
            mpq_add(sum, a->end[i], b->end[i ^ 1]);
            assert_int_equal(mpq_sgn(sum), 0);
        }
    }
    mpq_clear(sum);
}

/* Checks that no part but an exact one may be 0, and that intervals have so many bits. */
static void check_parts(const box *b, uint64_t bits)
{
    mpq_t width;

    mpq_init(width);
    for (int i = 0; i < 4; i++) {
        const int sign = mpq_sgn(b->end[2 * i]);

        if (is_zero(b, i))
            continue;
        assert_int_equal(sign, mpq_sgn(b->end[2 * i + 1]));
        mpq_sub(width, b->end[2 * i + 1], b->end[2 * i]);
        mpq_mul_2exp(width, width, bits);
        if (sign < 0)
            mpq_neg(width, width);
        assert_true(sign * mpq_cmp(width, b->end[2 * i + (sign < 0)]) <= 0);
    }
    mpq_clear(width);
}

static double complex middle(const box *b, int coordinate)
{
    const mpq_t *end = b->end + 4 * coordinate;

    return (mpq_get_d(end[0]) + mpq_get_d(end[1])) / 2 +
           (mpq_get_d(end[2]) + mpq_get_d(end[3])) / 2 * I;
}

/* Checks that f is about 0 at the middle of a box. */
static void check_value(const clmodp_zxy *f, const box *b)
{
    const double complex x = middle(b, 0), y = middle(b, 1);
    double complex sum = 0;
    double size = 1e-30;

    for (size_t k = 0; k < f->length; k++) {
        double complex term = mpz_get_d(f->term[k].c);

        for (uint32_t i = 0; i < f->term[k].i; i++)
            term *= x;
        for (uint32_t j = 0; j < f->term[k].j; j++)
            term *= y;
        sum += term;
        size += cabs(term);
    }
    assert_true(cabs(sum) <= 1e-9 * size);
}

/* Checks that the first solutions are the real ones. */
static void check_real(clmodp_context *context, const clmodp_complex_solutions *all,
                       const box *boxes, size_t reals, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_solve_options options;
    clmodp_solutions *s;

    clmodp_solve_options_init(&options);
    options.components = 1;
    OK(clmodp_solve(context, &s, f, g, &options));
    assert_int_equal(clmodp_solutions_count(s), reals);
    for (size_t k = 0; k < reals; k++) {
        box real;
        mpz_t d;

        mpz_init(d);
        for (int i = 0; i < 8; i++)
            mpq_init(real.end[i]);
        for (unsigned c = 0; c < 2; c++) {
            clmodp_solutions_interval(mpq_numref(real.end[4 * c]), mpq_numref(real.end[4 * c + 1]),
                                      d, s, k, c);
            set_ends(real.end + 4 * c, d);
        }
        assert_false(are_apart(&real, &boxes[k], 0, 4));
        assert_int_equal(clmodp_solutions_multiplicity(s, k),
                         clmodp_complex_solutions_multiplicity(all, k));
        box_clear(&real);
        mpz_clear(d);
    }
    clmodp_solutions_destroy(s);
}

/* Solves a system, checks all boxes, and returns the number of solutions and the sum of their
 * multiplicities. */
static size_t check(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                    uint64_t bits, size_t *sum)
{
    clmodp_solve_options options;
    clmodp_complex_solutions *s;
    size_t count, reals = 0;
    box *boxes;

    clmodp_solve_options_init(&options);
    options.components = 1;
    OK(clmodp_complex_solve(context, &s, f, g, &options));
    count = clmodp_complex_solutions_count(s);
    boxes = calloc(count + 1, sizeof *boxes);
    assert_non_null(boxes);
    *sum = 0;
    for (size_t k = 0; k < count; k++)
        OK(clmodp_complex_solutions_refine(context, s, k, bits));
    for (size_t k = 0; k < count; k++) {
        box_of_solution(&boxes[k], s, k);
        check_parts(&boxes[k], bits);
        check_value(f, &boxes[k]);
        check_value(g, &boxes[k]);
        for (size_t j = 0; j < k; j++)
            check_apart(&boxes[j], &boxes[k]);
        *sum += clmodp_complex_solutions_multiplicity(s, k);
        if (is_real(&boxes[k]))
            assert_int_equal(reals++, k);
        else if ((k - reals) % 2 == 1)
            check_conjugate(&boxes[k - 1], &boxes[k]);
    }
    check_real(context, s, boxes, reals, f, g);
    for (size_t k = 0; k < count; k++)
        box_clear(&boxes[k]);
    free(boxes);
    clmodp_complex_solutions_destroy(s);
    return count;
}

/* Systems in special positions, with the number of solutions and their multiplicities. */
static const struct {
    const char *f, *g;
    size_t count, sum;
} table[] = {
    {"x^2 + y^2 + 1", "x - y", 2, 2},
    {"x^2 + 1", "y^2 - 2", 4, 4},                      /* equal x, equal y */
    {"x^2 + 1", "y^2 + 1", 4, 4},
    {"x^2*(x^2 + 1)", "(y - 1)^2*(y^2 + y + 1)", 9, 16},
    {"x^3 - y^2", "x^2 - y^3", 6, 9},
    {"x^2 + x + 1", "(y - x)*(y^2 + 1)", 6, 6},
    {"x^4 + 4", "y^3 - x", 12, 12},
    {"(x^2 + 1)*(x - 1)", "x*y - 1", 3, 3},             /* one at infinity */
    {"x*y - 1", "x*y - 2", 0, 0},
    {"x^2 + y^2 - 1", "x^2 + y^2 - 2", 0, 0},           /* circular points */
    {"x^2 + y^2", "x^2 + y^2 + x", 1, 2},
    {"(x^2 + y^2)^3 - 4*x^2*y^2", "x^2 + y^2 - 1", 4, 8},
    {"y - x^5", "y", 1, 5},
    {"x - 1", "y^3 + 3", 3, 3},
    {"(x - 1)*(x - 2)*(x - 3)", "(y^2 + 1)*(y^2 + 2)", 12, 12},
    {"x + 7", "7", 0, 0},
    {"x^2 + 10^40*y^2 + 1", "10^40*x - y", 2, 2},
    {"(x^2 + 2)^2 + y^2", "y", 2, 4},
    {"x^3 + y^3 - 1", "x^3 - y^3 + 3", 9, 9},
    {"(x^2 + y^2 + 1)*(x - y)", "(x^2 + y^2 + 1)*(x^2 + y - 3)", 2, 2},
    {"(x^2 + 1)*(y^2 + x)", "(x^2 + 1)*(y^2 + y + 1)", 2, 2},
    {"(x^2 - 2)*(y^2 + 3)", "(y - x)*(x + y*y)", 10, 10},
};

static void known_systems(void **state)
{
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        for (int swapped = 0; swapped < 2; swapped++) {
            clmodp_zxy *f = zxy_parse(table[k].f), *g = zxy_parse(table[k].g);
            size_t sum, count;

            if (swapped) {
                OK(clmodp_zxy_swap_variables(f));
                OK(clmodp_zxy_swap_variables(g));
            }
            count = check(*state, f, g, k % 2 == 0 ? 53 : 300, &sum);
            if (count != table[k].count || sum != table[k].sum)
                fail_msg("%s, %s: %zu solutions, with multiplicities %zu", table[k].f, table[k].g,
                         count, sum);
            DESTROY(g, f);
        }
}

/* The solutions of f(x) = 0, g(y) = 0 are all pairs of roots. */
static void grids(void **state)
{
    static const char *const factors[] = {"(x - 1)*(x^2 + 1)^2", "(3*x - 1)^3*(x^2 + x + 1)",
                                          "x^3 - 2", "x^2*(x^4 + 4)", "2*x^5 - 7*x + 1"};
    static const size_t distinct[] = {3, 3, 3, 5, 5};

    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 5; j++) {
            clmodp_zxy *f = zxy_parse(factors[i]), *g = zxy_parse(factors[j]);
            const size_t degree =
                (size_t)clmodp_zxy_degree_x(f) * (size_t)clmodp_zxy_degree_x(g);
            size_t sum;

            OK(clmodp_zxy_swap_variables(g));
            assert_int_equal(check(*state, f, g, 64, &sum), distinct[i] * distinct[j]);
            assert_int_equal(sum, degree);
            DESTROY(g, f);
        }
}

/* Dense polynomials of total degrees m and n have m n solutions. */
static void bezout(void **state)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        const size_t degree[2] = {1 + seed % 5, 2 + seed / 2};
        clmodp_zxy *pair[2];
        size_t sum;

        for (size_t k = 0; k < 2; k++) {
            clmodp_zxy *f = random_dense(degree[k], degree[k], 5 * seed, 10 * seed + k);

            for (uint32_t i = 0; i <= degree[k]; i++)
                for (uint32_t j = 0; j <= degree[k]; j++)
                    if (i + j > degree[k] || i + j == 0)
                        OK(clmodp_zxy_set_coeff_si(f, i + j == 0, i, j));
            OK(clmodp_zxy_set_coeff_si(f, 3, (uint32_t)degree[k], 0));
            pair[k] = f;
        }
        assert_int_equal(check(*state, pair[0], pair[1], 64, &sum), degree[0] * degree[1]);
        assert_int_equal(sum, degree[0] * degree[1]);
        DESTROY(pair[1], pair[0]);
    }
}

static void texts(void **state)
{
    clmodp_zxy *f = zxy_parse("x^2 + 1"), *g = zxy_parse("2*y - x");
    clmodp_complex_solutions *s;
    char *text;

    OK(clmodp_complex_solve(*state, &s, f, g, NULL));
    assert_null(clmodp_complex_solutions_component(s));
    OK(clmodp_complex_solutions_to_text(&text, s, 1, 1, 10));
    assert_string_equal(text, "-0.5*i");
    free(text);
    assert_int_equal(clmodp_complex_solutions_to_text(&text, s, 2, 0, 10), CLMODP_INVALID);
    assert_int_equal(clmodp_complex_solutions_to_text(&text, s, 0, 2, 10), CLMODP_INVALID);
    assert_int_equal(clmodp_complex_solutions_refine(*state, s, 2, 10), CLMODP_INVALID);
    assert_int_equal(clmodp_complex_solutions_refine(*state, s, 0, 0), CLMODP_INVALID);
    assert_int_equal(clmodp_complex_solutions_refine(*state, s, 0, UINT64_MAX), CLMODP_LIMIT);
    clmodp_complex_solutions_destroy(s);
    DESTROY(g, f);
}

static int stop_at_once(void *user, double fraction)
{
    (void)user;
    (void)fraction;
    return 1;
}

static void check_failure(clmodp_context *context, const char *first, const char *second,
                          const clmodp_solve_options *options, clmodp_status expected)
{
    clmodp_zxy *f = zxy_parse(first), *g = zxy_parse(second);
    clmodp_complex_solutions *s;

    assert_int_equal(clmodp_complex_solve(context, &s, f, g, options), expected);
    assert_null(s);
    DESTROY(g, f);
}

static void refusals(void **state)
{
    clmodp_resultant_options how;
    clmodp_solve_options options;

    clmodp_solve_options_init(&options);
    clmodp_resultant_options_init(&how);
    how.mode = CLMODP_MODE_PROBABLE;
    options.resultants = &how;
    check_failure(*state, "x", "y", &options, CLMODP_INVALID);
    check_failure(*state, "0", "x", NULL, CLMODP_DOMAIN);
    check_failure(*state, "x*y", "y^2", NULL, CLMODP_DOMAIN);
    clmodp_context_set_progress(*state, stop_at_once, NULL);
    check_failure(*state, "x^3 + y^7 + 2", "x^8 + x*y + 1", NULL, CLMODP_CANCELLED);
    clmodp_context_set_progress(*state, NULL, NULL);
    clmodp_complex_solutions_destroy(NULL);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(known_systems),
              cmocka_unit_test(grids), cmocka_unit_test(bezout), cmocka_unit_test(texts),
              cmocka_unit_test(refusals));
