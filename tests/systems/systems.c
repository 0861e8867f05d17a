/* Tests of real solutions of systems: products of lines, whose common points and multiplicities
 * are known, and curves with all kinds of special positions. */

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/systems.h>

#include "support/assertions.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)
#define MOST_LINES 4
#define MOST_POINTS 64

typedef struct line {
    long a, b, c; /* a x + b y + c = 0 */
} line;

typedef struct point {
    mpq_t x, y;
    unsigned long multiplicity;
} point;

static int by_place(const void *a, const void *b)
{
    const point *left = a, *right = b;
    const int x = mpq_cmp(left->x, right->x);

    return x != 0 ? x : mpq_cmp(left->y, right->y);
}

/* Returns a line, with directions and places that often coincide. */
static line random_line(clm_random *random)
{
    line l = {0, 0, (long)clm_random_below(random, 5) - 2};

    while (l.a == 0 && l.b == 0) {
        l.a = (long)clm_random_below(random, 5) - 2;
        l.b = (long)clm_random_below(random, 5) - 2;
    }
    return l;
}

static clmodp_zxy *product(const line *lines, size_t count)
{
    clmodp_zxy *f = zxy_parse("1");

    for (size_t k = 0; k < count; k++) {
        clmodp_zxy *factor = zxy_new(), *old = f;

        OK(clmodp_zxy_set_coeff_si(factor, lines[k].a, 1, 0));
        OK(clmodp_zxy_set_coeff_si(factor, lines[k].b, 0, 1));
        OK(clmodp_zxy_set_coeff_si(factor, lines[k].c, 0, 0));
        f = zxy_mul(old, factor);
        DESTROY(factor, old);
    }
    return f;
}

/* Adds the common point of two lines to a list; returns false if they are one line. */
static int intersect(point *points, size_t *count, line l, line m)
{
    const long determinant = l.a * m.b - l.b * m.a;
    point *p = &points[*count];
    size_t k = 0;

    if (determinant == 0)
        return l.a * m.c != l.c * m.a || l.b * m.c != l.c * m.b;
    mpq_inits(p->x, p->y, NULL);
    mpq_set_si(p->x, determinant > 0 ? l.b * m.c - l.c * m.b : l.c * m.b - l.b * m.c,
               (unsigned long)labs(determinant));
    mpq_set_si(p->y, determinant > 0 ? l.c * m.a - l.a * m.c : l.a * m.c - l.c * m.a,
               (unsigned long)labs(determinant));
    mpq_canonicalize(p->x);
    mpq_canonicalize(p->y);
    p->multiplicity = 1;
    while (k < *count && by_place(&points[k], p) != 0)
        k++;
    if (k < *count) {
        points[k].multiplicity++;
        mpq_clears(p->x, p->y, NULL);
    } else {
        ++*count;
    }
    return 1;
}

/* Returns the ends of an interval. */
static void get_ends(mpq_t low, mpq_t high, const clmodp_solutions *s, size_t k,
                     unsigned coordinate)
{
    mpz_t denominator;

    mpz_init(denominator);
    clmodp_solutions_interval(mpq_numref(low), mpq_numref(high), denominator, s, k, coordinate);
    assert_true(mpz_sgn(denominator) > 0);
    mpz_set(mpq_denref(low), denominator);
    mpz_set(mpq_denref(high), denominator);
    mpq_canonicalize(low);
    mpq_canonicalize(high);
    mpz_clear(denominator);
}

static bool contains(const clmodp_solutions *s, size_t k, unsigned coordinate,
                     mpq_srcptr c)
{
    bool inside;
    mpq_t low, high;

    mpq_inits(low, high, NULL);
    get_ends(low, high, s, k, coordinate);
    inside = mpq_cmp(low, c) <= 0 && mpq_cmp(c, high) <= 0;
    mpq_clears(low, high, NULL);
    return inside;
}

static void check_box(const clmodp_solutions *s, size_t k, const point *p, uint64_t seed)
{
    if (!contains(s, k, 0, p->x) || !contains(s, k, 1, p->y) ||
        clmodp_solutions_multiplicity(s, k) != p->multiplicity)
        fail_msg("seed %llu: solution %zu", (unsigned long long)seed, k);
}

/* Solves two products of lines. */
static void lines(void **state)
{
    for (uint64_t seed = 1; seed <= random_cases(600); seed++) {
        clm_random random = {seed};
        line l[2][MOST_LINES];
        size_t count[2], points = 0;
        point expected[MOST_LINES * MOST_LINES];
        clmodp_zxy *product_of[2];
        clmodp_solutions *s = NULL;
        int apart = 1;

        for (size_t k = 0; k < 2; k++) {
            count[k] = 1 + clm_random_below(&random, MOST_LINES);
            for (size_t i = 0; i < count[k]; i++)
                l[k][i] = random_line(&random);
            product_of[k] = product(l[k], count[k]);
        }
        for (size_t i = 0; i < count[0]; i++)
            for (size_t j = 0; j < count[1]; j++)
                apart = intersect(expected, &points, l[0][i], l[1][j]) && apart;
        qsort(expected, points, sizeof *expected, by_place);
        if (!apart) {
            assert_int_equal(clmodp_solve(*state, &s, product_of[0], product_of[1], NULL),
                             CLMODP_DOMAIN);
            assert_null(s);
        } else {
            OK(clmodp_solve(*state, &s, product_of[0], product_of[1], NULL));
            if (clmodp_solutions_count(s) != points)
                fail_msg("seed %llu: %zu solutions instead of %zu", (unsigned long long)seed,
                         clmodp_solutions_count(s), points);
            for (size_t k = 0; k < points; k++)
                check_box(s, k, &expected[k], seed);
        }
        clmodp_solutions_destroy(s);
        for (size_t k = 0; k < points; k++)
            mpq_clears(expected[k].x, expected[k].y, NULL);
        DESTROY(product_of[0], product_of[1]);
    }
}

/* Systems with their solutions, to ten digits. */
typedef struct known {
    const char *f, *g;
    size_t count;
    struct {
        double x, y;
        unsigned long multiplicity;
    } solution[6];
} known;

static const known table[] = {
    {"x^2 + y^2 - 2", "x - y", 2, {{-1, -1, 1}, {1, 1, 1}}},
    {"x^2 + y^2 - 1", "y - 1", 1, {{0, 1, 2}}},
    {"y - x^20", "y", 1, {{0, 0, 20}}},
    {"y^2 - x^3", "y^3 - x^2", 2, {{0, 0, 4}, {1, 1, 1}}},
    {"y^2 - x^3", "x^2 + y^2", 1, {{0, 0, 4}}},
    {"x*y - 1", "x^2*y - 1", 1, {{1, 1, 1}}},
    {"x*y - 1", "x - y", 2, {{-1, -1, 1}, {1, 1, 1}}},
    {"x^2 - 2", "y^2 - 3", 4, {{-1.4142135624, -1.7320508076, 1}, {-1.4142135624, 1.7320508076, 1},
                               {1.4142135624, -1.7320508076, 1}, {1.4142135624, 1.7320508076, 1}}},
    {"x^2 + 1", "y", 0, {{0, 0, 0}}},
    {"x^2 - 2", "x^2 - 3", 0, {{0, 0, 0}}},
    {"x^2 + y^2 - 1", "x^2 + y^2 - 4", 0, {{0, 0, 0}}},
    {"(x^2 + y^2)^2 - 3*x^2*y + y^3", "x", 2, {{0, -1, 1}, {0, 0, 3}}},
    {"x^2 - x", "(y - x)*(y + 1)^2", 4, {{0, -1, 2}, {0, 0, 1}, {1, -1, 2}, {1, 1, 1}}},
    {"(x - 1)*(10^50*(x - 1) - 1)", "y - x", 2, {{1, 1, 1}, {1, 1, 1}}},
    {"x*y - 1", "x - 10^60*y", 2, {{-1e30, -1e-30, 1}, {1e30, 1e-30, 1}}},
    {"x - 3", "x*y - 6", 1, {{3, 2, 1}}},
    {"7", "x + y", 0, {{0, 0, 0}}},
    {"x^4 + y^4 - 1", "x^4 + y^4 - 1 - x^2*y^2", 4, {{-1, 0, 2}, {0, -1, 2}, {0, 1, 2},
                                                     {1, 0, 2}}},
};

/* Returns whether an interval is at most 2^-bits wide, relative to numbers above 1, and close to a
 * number. */
static bool is_near(const clmodp_solutions *s, size_t k, unsigned coordinate, double c, int bits)
{
    bool near;
    mpq_t low, high;

    mpq_inits(low, high, NULL);
    get_ends(low, high, s, k, coordinate);
    near = mpq_get_d(low) <= c + 1e-10 * fabs(c) && mpq_get_d(high) >= c - 1e-10 * fabs(c);
    mpq_sub(high, high, low);
    near = near && mpq_get_d(high) <= ldexp(fmax(1, fabs(c)), -bits);
    mpq_clears(low, high, NULL);
    return near;
}

static void check_known(clmodp_context *context, const known *one, int swapped)
{
    clmodp_zxy *f = zxy_parse(one->f), *g = zxy_parse(one->g);
    clmodp_solutions *s = NULL;

    OK(clmodp_solve(context, &s, swapped ? g : f, swapped ? f : g, NULL));
    if (clmodp_solutions_count(s) != one->count)
        fail_msg("%s, %s: %zu solutions", one->f, one->g, clmodp_solutions_count(s));
    for (size_t k = 0; k < one->count; k++) {
        OK(clmodp_solutions_refine(context, s, k, 300));
        if (!is_near(s, k, 0, one->solution[k].x, 300) ||
            !is_near(s, k, 1, one->solution[k].y, 300))
            fail_msg("%s, %s: solution %zu", one->f, one->g, k);
        assert_int_equal(clmodp_solutions_multiplicity(s, k), one->solution[k].multiplicity);
    }
    clmodp_solutions_destroy(s);
    DESTROY(g, f);
}

static void known_systems(void **state)
{
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        for (int swapped = 0; swapped < 2; swapped++)
            check_known(*state, &table[k], swapped);
}

/* Pairs with infinitely many solutions, by several kinds of common factors; the number of
 * solutions beside them, and twice the sum of their coordinates. */
static const struct {
    const char *f, *g, *common;
    size_t count;
    long sum;
} shared[] = {
    {"x*y", "x*(x + y)", "x", 0, 0},
    {"x*(y + 1)", "x*(x + y)", "x", 1, 0},
    {"x^2 - 1", "(x - 1)*y", "x - 1", 1, -2},
    {"y^2 - 1", "(y - 1)*x", "y - 1", 1, -2},
    {"(x^2 + y^2 + 1)*x", "(x^2 + y^2 + 1)*y", "y^2 + x^2 + 1", 1, 0},
    {"(x^2 + y^2)*x", "(x^2 + y^2)*y", "y^2 + x^2", 0, 0},
    {"x^2 - 2", "x^4 - 4", "x^2 - 2", 0, 0},
    {"x + y", "2*x + 2*y", "y + x", 0, 0},
    {"(1 - x*y)*(x^2 - 2)", "(x*y - 1)*(2*y - 1)", "x*y - 1", 2, 2},
    {"(1 - x*y)*(x^2 - 4)", "(x*y - 1)*(2*y - 1)", "x*y - 1", 1, -3},
    {"(x^3 - y)*(x - y)^2*(y - 1)", "(x^3 - y)*(x + y)*(y - 1)", "y^2 - x^3*y - y + x^3", 0, 0},
    {"(2*x - 1)*(x - y)^2", "(2*x - 1)*(x + y)*(y - 2)", "2*x - 1", 2, 8},
    {"0", "2 - 4*x*y", "2*x*y - 1", 0, 0},
};

static void check_failure(clmodp_context *context, const char *first, const char *second,
                          const clmodp_solve_options *options, clmodp_status expected)
{
    clmodp_zxy *f = zxy_parse(first), *g = zxy_parse(second);
    clmodp_solutions *s;

    assert_int_equal(clmodp_solve(context, &s, f, g, options), expected);
    assert_null(s);
    DESTROY(g, f);
}

static void check_beside(clmodp_solutions *s, size_t k)
{
    char *text;
    mpz_t low, high, d;
    mpq_t sum, middle;

    OK(clmodp_zxy_to_text(&text, clmodp_solutions_component(s), NULL, NULL));
    assert_string_equal(text, shared[k].common);
    free(text);
    if (clmodp_solutions_count(s) != shared[k].count)
        fail_msg("%s, %s: %zu solutions", shared[k].f, shared[k].g, clmodp_solutions_count(s));
    mpz_inits(low, high, d, NULL);
    mpq_inits(sum, middle, NULL);
    for (size_t i = 0; i < 2 * shared[k].count; i++) {
        clmodp_solutions_interval(low, high, d, s, i / 2, i % 2);
        mpz_add(mpq_numref(middle), low, high);
        mpz_set(mpq_denref(middle), d);
        mpq_canonicalize(middle);
        mpq_add(sum, sum, middle);
    }
    assert_true(fabs(mpq_get_d(sum) - (double)shared[k].sum) < 1e-6);
    mpq_clears(sum, middle, NULL);
    mpz_clears(low, high, d, NULL);
}

static void common_factors(void **state)
{
    clmodp_solve_options options;
    clmodp_resultant_options how;

    clmodp_solve_options_init(&options);
    for (size_t k = 0; k < sizeof shared / sizeof *shared; k++)
        for (int swapped = 0; swapped < 2; swapped++) {
            clmodp_zxy *f = zxy_parse(swapped ? shared[k].g : shared[k].f);
            clmodp_zxy *g = zxy_parse(swapped ? shared[k].f : shared[k].g);
            clmodp_solutions *s = NULL;

            options.components = 0;
            assert_int_equal(clmodp_solve(*state, &s, f, g, &options), CLMODP_DOMAIN);
            assert_null(s);
            if (strstr(clmodp_context_message(*state), shared[k].common) == NULL)
                fail_msg("%s", clmodp_context_message(*state));
            options.components = 1;
            OK(clmodp_solve(*state, &s, f, g, &options));
            check_beside(s, k);
            clmodp_solutions_destroy(s);
            DESTROY(g, f);
        }
    clmodp_resultant_options_init(&how);
    how.mode = CLMODP_MODE_PROBABLE;
    options.resultants = &how;
    check_failure(*state, "x", "y", &options, CLMODP_INVALID);
    options.resultants = NULL;
    options.components = 1;
    check_failure(*state, "0", "0", &options, CLMODP_DOMAIN);
}

typedef struct helper {
    clmodp_context *context;
    int calls;
} helper;

static clmodp_status compute_elsewhere(void *user, const clmodp_problem *problem,
                                       const clmodp_resultant_options *resultants)
{
    helper *h = user;

    assert_int_equal(resultants->seed, 5);
    return ++h->calls > 2 ? CLMODP_FILE : clmodp_compute(h->context, problem, resultants);
}

/* Resultants by a function of the caller, which may fail. */
static void resultants_by_the_caller(void **state)
{
    clmodp_zxy *f = zxy_parse("x^2 + y^2 - 5"), *g = zxy_parse("x*y - 2");
    clmodp_solve_options options;
    clmodp_resultant_options how;
    clmodp_solutions *s = NULL;
    helper h = {.calls = 0};

    OK(clmodp_context_create(&h.context, NULL, NULL, 0));
    clmodp_resultant_options_init(&how);
    how.seed = 5;
    clmodp_solve_options_init(&options);
    options.resultants = &how;
    options.compute = compute_elsewhere;
    options.user = &h;
    OK(clmodp_solve(*state, &s, f, g, &options));
    assert_int_equal(clmodp_solutions_count(s), 4);
    assert_in_range(h.calls, 1, 2);
    clmodp_solutions_destroy(s);
    h.calls = 2;
    assert_int_equal(clmodp_solve(*state, &s, f, g, &options), CLMODP_FILE);
    assert_null(s);
    clmodp_context_destroy(h.context);
    DESTROY(g, f);
}

/* A degree above the limit is found before the resultant is computed over Z; a bound above it is
 * not refused. */
static void high_degrees(void **state)
{
    static const char *const solved[][2] = {
        {"y - x^33000", "y - x^33000 - x + 1"}, {"y - x^20000", "y^2 - x^40001"}};
    clmodp_solve_options options;
    clmodp_resultant_options how;
    helper h = {.calls = 2};

    clmodp_resultant_options_init(&how);
    how.seed = 5;
    clmodp_solve_options_init(&options);
    options.resultants = &how;
    options.compute = compute_elsewhere;
    options.user = &h;
    check_failure(*state, "y^2 - x^33000 - 1", "y - x", &options, CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(*state), "33000"));
    check_failure(*state, "y^10000 + x", "x^10000 + y - 1", &options, CLMODP_LIMIT);
    check_failure(*state, "y^3 + x^9000 - 3*x*y", "2*x^12001 + y^2 - 1", &options, CLMODP_LIMIT);
    assert_int_equal(h.calls, 2);
    for (size_t k = 0; k < sizeof solved / sizeof *solved; k++) {
        clmodp_zxy *f = zxy_parse(solved[k][0]), *g = zxy_parse(solved[k][1]);
        clmodp_solutions *s = NULL;

        OK(clmodp_solve(*state, &s, f, g, NULL));
        assert_int_equal(clmodp_solutions_count(s), 1 + k);
        clmodp_solutions_destroy(s);
        DESTROY(g, f);
    }
}

static int count_calls(void *user, double fraction)
{
    (void)fraction;
    ++*(int *)user;
    return 0;
}

/* Tests that a call can be cancelled while products of long polynomials decide at which solutions
 * the common factor vanishes: the callback is called before each product. */
static void common_factors_poll(void **state)
{
    clmodp_solve_options options;
    clmodp_zxy *h = random_dense(6, 6, 30, 77), *f[2];
    clmodp_solutions *s;
    int calls = 0;

    for (unsigned k = 0; k < 2; k++) {
        clmodp_zxy *factor = random_dense(4, 4, 30, k);

        f[k] = zxy_mul(h, factor);
        DESTROY(factor);
    }
    clmodp_solve_options_init(&options);
    options.components = 1;
    clmodp_context_set_progress(*state, count_calls, &calls);
    OK(clmodp_solve(*state, &s, f[0], f[1], &options));
    clmodp_context_set_progress(*state, NULL, NULL);
    assert_true(clmodp_solutions_count(s) > 0);
    assert_in_range(calls, 28 * clmodp_solutions_count(s), INT_MAX);
    clmodp_solutions_destroy(s);
    DESTROY(f[1], f[0], h);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(lines),
              cmocka_unit_test(known_systems), cmocka_unit_test(common_factors),
              cmocka_unit_test(resultants_by_the_caller),
              cmocka_unit_test(high_degrees), cmocka_unit_test(common_factors_poll));
