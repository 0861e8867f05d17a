/* Tests of real solutions of three equations: known points, grids in other coordinates, solutions
 * where the Jacobian is singular, systems with permuted variables, and refusals. */
#include <clmodp/systems.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

enum { MOST_TEXT = 4096, DIGITS = 9 };

static const char *const names[] = {"x", "y", "z"};

/* Solves a system; fails the test if its polynomials cannot be read. */
static clmodp_status solve(clmodp_context *context, clmodp_points **points,
                           const char *const text[3])
{
    clmodp_mpoly *f[3];
    const clmodp_mpoly *system[3];
    clmodp_status st;

    for (int i = 0; i < 3; i++)
        system[i] = f[i] = mpoly_parse(text[i], names, 3);
    st = clmodp_points_find(context, points, system, NULL);
    DESTROY(f[0], f[1], f[2]);
    return st;
}

/* Appends the points to a text of MOST_TEXT bytes, a line each, with coordinates in this order. */
static void print(char *text, clmodp_context *context, const clmodp_points *points,
                  const size_t order[3])
{
    for (size_t k = 0; k < clmodp_points_count(points); k++)
        for (size_t i = 0; i < 3; i++) {
            const size_t used = strlen(text);
            size_t root;
            clmodp_roots *roots = clmodp_points_coordinate(points, &root, k, order[i]);
            char *number;

            OK(clmodp_roots_refine(context, roots, root, 64));
            OK(clmodp_roots_to_text(&number, roots, root, DIGITS));
            assert_true(used + strlen(number) + 2 < MOST_TEXT);
            snprintf(text + used, MOST_TEXT - used, "%s%c", number, i < 2 ? ' ' : '\n');
            free(number);
        }
}

/* Checks the points of a system, a line each. */
static void check(clmodp_context *context, const char *f, const char *g, const char *h,
                  const char *expected)
{
    char found[MOST_TEXT] = "";
    clmodp_points *points;

    OK(solve(context, &points, (const char *const[]){f, g, h}));
    print(found, context, points, (const size_t[]){0, 1, 2});
    assert_string_equal(found, expected);
    clmodp_points_destroy(points);
}

static void solutions_are_known(void **state)
{
    check(*state, "x - 1", "y - 2", "z - 3", "1 2 3\n");
    check(*state, "x^2 - 1", "y^2 - 4", "z - x*y", "-1 -2 2\n-1 2 -2\n1 -2 -2\n1 2 2\n");
    check(*state, "x^2 + y^2 + z^2 - 3", "x - y", "y - z", "-1 -1 -1\n1 1 1\n");
    check(*state, "x + y + z", "x*y + y*z + z*x", "x*y*z - 1", ""); /* of six, none is real */
    check(*state, "x^2*z^3 - 2", "y^2 + z - 3", "x - y*z",
          "-1.41421356 -1.41421356 1\n-0.273305222 -0.0913558897 2.99165410\n"
          "0.273305222 0.0913558897 2.99165410\n1.41421356 1.41421356 1\n");
    check(*state, "2^200*x - 1", "2^100*y^2 - x", "z - 10^50*x*y",
          "6.22301528e-61 -7.00649232e-46 -4.36015088e-56\n"
          "6.22301528e-61 7.00649232e-46 4.36015088e-56\n");
    check(*state, "x^2 + y^2 + z^2 - 1", "(x - 1)^2 + y^2 + z^2 - 1", "3*y^2 - z^2",
          "0.5 -0.433012702 -0.75\n0.5 -0.433012702 0.75\n"
          "0.5 0.433012702 -0.75\n0.5 0.433012702 0.75\n");
    check(*state, "x*z - 1", "y*z - 1", "z - 10^20", "1e-20 1e-20 100000000000000000000\n");
    check(*state, "x", "y", "5", "");
}

/* Newton's method proves nothing at these. */
static void singular_solutions_are_exact(void **state)
{
    check(*state, "x^3", "y^2", "z^2", "0 0 0\n");
    check(*state, "x^2 + y^2 + z^2 - 1", "z - 1", "x - y", "0 0 1\n"); /* a tangent plane */
    check(*state, "(x - 1)^2 + (y - 2)^2 + (z - 3)^2", "x*y*z - 6", "x + y + z - 6", "1 2 3\n");
    check(*state, "x + y + z - 3", "x*y + y*z + z*x - 3", "x*y*z - 1", "1 1 1\n");
    check(*state, "(x^2 - 2)^2 + y", "y*(z - x)", "z^2 - x*z + y^2",
          "-1.41421356 0 -1.41421356\n-1.41421356 0 0\n"
          "1.41421356 0 0\n1.41421356 0 1.41421356\n");
    check(*state, "(z - 2)^2*(z - 3)", "(x - 1)^2 + (y - 1)*(z - 1)", "(y - 1)^3",
          "1 1 2\n1 1 3\n");
    check(*state, "z^3 + 2*z - 3", "y*(7*y - 3)^3", "x^5 - 3*x^3",
          "-1.73205081 0 1\n-1.73205081 0.428571429 1\n0 0 1\n0 0.428571429 1\n"
          "1.73205081 0 1\n1.73205081 0.428571429 1\n");
    check(*state, "x^2 + x*z - y*z", "x^2 + x*z - y*z + x - y", "x^2 + x*z - y*z + z",
          "0 0 0\n"); /* no leading coefficient is constant in several coordinates */
}

/* The leading forms have a common factor, so that the complex solutions are not found. */
static void singular_solutions_are_projected(void **state)
{
    check(*state, "(x*y - 1)^2", "(x*z - 1)^2", "x^2 + x*z - 2", "-1 -1 -1\n1 1 1\n");
    check(*state, "(x*y - 1)*(y - 1)", "(x*z - 1)^2", "x^2 + x*z - 2",
          "-1 -1 -1\n-1 1 -1\n1 1 1\n");
    check(*state, "x*y^2 - y^2", "x*z^2 - 2*z", "(x^2 - 2)^2*x",
          "-1.41421356 0 -1.41421356\n-1.41421356 0 0\n0 0 0\n"
          "1.41421356 0 0\n1.41421356 0 1.41421356\n");
}

/* Multiplicities are known where the Jacobian is regular, or all complex solutions are found. */
static void multiplicities_are_known(void **state)
{
    static const struct {
        const char *system[3];
        unsigned long expected[2];
    } cases[] = {{{"x^2 - 1", "y - x", "z"}, {1, 1}},
                 {{"(x - 1)^2*(x - 2)", "y^3 - x*y^2", "z"}, {4, 2}},
                 {{"(x*y - 1)^2", "(x*z - 1)^2", "x^2 + x*z - 2"}, {0, 0}}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_points *points;

        OK(solve(*state, &points, cases[k].system));
        for (size_t n = 0; n < 2; n++)
            assert_int_equal(clmodp_points_multiplicity(points, n), cases[k].expected[n]);
        clmodp_points_destroy(points);
    }
}

/* The first equation has a common factor with the sum of the others, or of two multiples. */
static void combinations_may_have_common_factors(void **state)
{
    check(*state, "x*(y - z)", "1 - x^3", "x*y^2 + x^3 - 1", "1 0 0\n");
    check(*state, "x*(y - z)", "x^2 - 1", "x*y^2 - x^2 + 1", "-1 0 0\n1 0 0\n");
    check(*state, "x*(x - 1)*(y - z)", "3*x*(1 + (x - 1)*(y^2 - 1)) - 2*(x - 1)*(2 - x)",
          "(x - 1)*(2 - x) - x*(1 + (x - 1)*(y^2 - 1))", "2 0 0\n");
}

/* Points that satisfy all equations but for 10^-400 are none, and coordinates that differ by less
 * are told apart. */
static void near_solutions_are_none(void **state)
{
    check(*state, "x^2 - 2", "(y - 1)*(y - 2)", "10^400*(z^2 - 2) - y + 1",
          "-1.41421356 1 -1.41421356\n-1.41421356 1 1.41421356\n"
          "-1.41421356 2 -1.41421356\n-1.41421356 2 1.41421356\n"
          "1.41421356 1 -1.41421356\n1.41421356 1 1.41421356\n"
          "1.41421356 2 -1.41421356\n1.41421356 2 1.41421356\n");
    check(*state, "10^400*(x - y)^2 + 1", "x + y - 2", "z - 1", "");
}

/* Products of linear forms u, v, w, which are other coordinates. */
static void grids_are_found(void **state)
{
    static const char *const u[] = {"(x + 2*y - z - %d)", "(y + 3*z - %d)", "(z - %d)"};
    clmodp_context *context = *state;
    clm_random random = {3};

    for (uint64_t round = 0; round < random_cases(40); round++) {
        char factor[3][MOST_TEXT] = {"1", "1", "1"}, f[3][3 * MOST_TEXT];
        char found[MOST_TEXT] = "", expected[MOST_TEXT] = "";
        long number[3][3];
        size_t count[3];
        clmodp_points *points;

        for (size_t i = 0; i < 3; i++) {
            count[i] = 1 + clm_random_below(&random, 2 + (round % 4 == 0));
            for (size_t k = 0; k < count[i]; k++) {
                const size_t used = strlen(factor[i]);

                number[i][k] = (long)(1 + 20 * k + clm_random_below(&random, 9));
                snprintf(factor[i] + used, MOST_TEXT - used, "*");
                snprintf(factor[i] + used + 1, MOST_TEXT - used - 1, u[i], (int)number[i][k]);
                if (clm_random_below(&random, 8) == 0)
                    strcat(factor[i], "^2");
            }
        }
        snprintf(f[0], sizeof f[0], "%s + 2*(%s)", factor[0], factor[1]);
        snprintf(f[1], sizeof f[1], "%s + %s", factor[1], factor[2]);
        snprintf(f[2], sizeof f[2], "%s - 3*(%s)", factor[2], factor[0]);
        OK(solve(context, &points, (const char *const[]){f[0], f[1], f[2]}));
        print(found, context, points, (const size_t[]){0, 1, 2});
        assert_int_equal(clmodp_points_count(points), count[0] * count[1] * count[2]);
        for (size_t i = 0; i < count[0]; i++)
            for (size_t j = 0; j < count[1]; j++)
                for (size_t k = 0; k < count[2]; k++) {
                    const long z = number[2][k], y = number[1][j] - 3 * z;

                    snprintf(expected, sizeof expected, "%ld %ld %ld\n", number[0][i] - 2 * y + z,
                             y, z);
                    assert_non_null(strstr(found, expected));
                }
        clmodp_points_destroy(points);
    }
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts the lines of a text; `sorted` has space for it. */
static void sort_lines(char *sorted, char *text)
{
    const char *line[MOST_TEXT];
    size_t count = 0;

    for (char *next = strtok(text, "\n"); next != NULL; next = strtok(NULL, "\n"))
        line[count++] = next;
    qsort(line, count, sizeof *line, compare_lines);
    *sorted = 0;
    for (size_t k = 0; k < count; k++) {
        strcat(sorted, line[k]);
        strcat(sorted, "\n");
    }
}

/* Sets f to a random polynomial in variables of these names. */
static void random_polynomial(char *f, clm_random *random, size_t degree,
                              const char *const variable[3])
{
    *f = 0;
    for (size_t i = 0; i <= degree; i++)
        for (size_t j = 0; i + j <= degree; j++)
            for (size_t k = 0; i + j + k <= degree; k++)
                sprintf(f + strlen(f), "%+d*%s^%zu*%s^%zu*%s^%zu",
                        (int)clm_random_below(random, 63) - 31, variable[0], i, variable[1], j,
                        variable[2], k);
}

/* The same system in other variables has the same solutions, by other projections. */
static void variables_may_be_permuted(void **state)
{
    static const char *const permuted[] = {"z", "x", "y"};
    clmodp_context *context = *state;

    for (uint64_t round = 0; round < random_cases(40); round++) {
        char found[2][MOST_TEXT] = {"", ""}, sorted[2][MOST_TEXT], f[3][MOST_TEXT];
        clmodp_points *points;

        for (size_t turn = 0; turn < 2; turn++) {
            clm_random random = {round};

            for (size_t i = 0; i < 3; i++)
                random_polynomial(f[i], &random, 1 + (round + i) % 3,
                                  turn == 0 ? names : permuted);
            OK(solve(context, &points, (const char *const[]){f[0], f[1], f[2]}));
            print(found[turn], context, points,
                  turn == 0 ? (const size_t[]){0, 1, 2} : (const size_t[]){2, 0, 1});
            sort_lines(sorted[turn], found[turn]);
            clmodp_points_destroy(points);
        }
        assert_string_equal(sorted[0], sorted[1]);
    }
}

/* Checks that a system is refused, with these words in the message. */
static void check_refusal(clmodp_context *context, clmodp_status expected, const char *words,
                          const char *f, const char *g, const char *h)
{
    clmodp_points *points = NULL;

    assert_int_equal(solve(context, &points, (const char *const[]){f, g, h}), expected);
    assert_null(points);
    assert_non_null(strstr(clmodp_context_message(context), words));
}

static void others_are_refused(void **state)
{
    clmodp_context *context = *state;
    clmodp_resultant_options probable;
    clmodp_points_options options;
    clmodp_mpoly *f = mpoly_parse("x", names, 3), *g = mpoly_parse("x", names, 2);
    clmodp_points *points;

    check_refusal(context, CLMODP_DOMAIN, "values of z", "x", "y", "x + y");
    check_refusal(context, CLMODP_DOMAIN, "infinitely many", "x^2 + y^2 + z^2 - 2",
                  "x^2 + y^2 - 1", "z^2 - 1");
    check_refusal(context, CLMODP_DOMAIN, "infinitely many", "x*(y - 1)", "x*(z - 2)",
                  "x*(y + z)^2");
    check_refusal(context, CLMODP_LIMIT, "degree 4097 in y", "x", "y^4097 - 1", "z");
    check_refusal(context, CLMODP_LIMIT, "is 65536", "x^256 - y", "y^256 - z", "z - 1");
    check_refusal(context, CLMODP_DOMAIN, "is 0", "x", "0", "y + z");
    assert_int_equal(clmodp_points_find(context, &points, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_points_find(context, &points, (const clmodp_mpoly *const[]){f, g, f},
                                        NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_points_find(context, NULL, (const clmodp_mpoly *const[]){f, f, f},
                                        NULL), CLMODP_INVALID);
    clmodp_resultant_options_init(&probable);
    probable.mode = CLMODP_MODE_PROBABLE;
    clmodp_points_options_init(&options);
    options.resultants = &probable;
    assert_int_equal(clmodp_points_find(context, &points, (const clmodp_mpoly *const[]){f, f, f},
                                        &options), CLMODP_INVALID);
    clmodp_points_destroy(NULL);
    DESTROY(f, g);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(solutions_are_known),
              cmocka_unit_test(singular_solutions_are_exact),
              cmocka_unit_test(singular_solutions_are_projected),
              cmocka_unit_test(multiplicities_are_known),
              cmocka_unit_test(combinations_may_have_common_factors),
              cmocka_unit_test(near_solutions_are_none), cmocka_unit_test(grids_are_found),
              cmocka_unit_test(variables_may_be_permuted), cmocka_unit_test(others_are_refused));
