/* Tests of all complex solutions of three equations: known ones and their multiplicities, values
 * of the equations, Bezout's number, the real ones among them, and refusals. */
#include <clmodp/systems.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "polynomials/mpoly.h"
#include "roots/complex.h"
#include "support/assertions.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"
#include "systems/ball_values.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

enum { MOST_TEXT = 4096, DIGITS = 9, BITS = 100 };

static const char *const names[] = {"x", "y", "z"};

static void parse(clmodp_mpoly *f[3], const char *const text[3])
{
    for (int k = 0; k < 3; k++)
        f[k] = mpoly_parse(text[k], names, 3);
}

static clmodp_status find(clmodp_context *context, clmodp_complex_points **points,
                          clmodp_mpoly *const f[3])
{
    return clmodp_complex_points_find(context, points, (const clmodp_mpoly *const *)f, NULL);
}

/* Checks the printed solutions, a line each, with multiplicities. */
static void check(clmodp_context *context, const char *f, const char *g, const char *h,
                  const char *expected)
{
    char found[MOST_TEXT] = "";
    clmodp_mpoly *system[3];
    clmodp_complex_points *points;

    parse(system, (const char *const[]){f, g, h});
    OK(find(context, &points, system));
    for (size_t k = 0; k < clmodp_complex_points_count(points); k++) {
        for (size_t i = 0; i < 3; i++) {
            size_t root;
            const clmodp_complex_roots *roots =
                clmodp_complex_points_coordinate(points, &root, k, i);
            char *text;

            OK(clmodp_complex_roots_to_text(&text, roots, root, DIGITS));
            strcat(strcat(found, text), ", ");
            free(text);
        }
        sprintf(found + strlen(found), "%lu\n", clmodp_complex_points_multiplicity(points, k));
    }
    assert_string_equal(found, expected);
    clmodp_complex_points_destroy(points);
    DESTROY(system[0], system[1], system[2]);
}

static void solutions_are_known(void **state)
{
    check(*state, "x - 1", "y - 2", "z - 3", "1, 2, 3, 1\n");
    check(*state, "x^2 + 1", "y - x", "z^2 - x*y",
          "1*i, 1*i, 1*i, 1\n-1*i, -1*i, -1*i, 1\n"
          "1*i, 1*i, -1*i, 1\n-1*i, -1*i, 1*i, 1\n");
    check(*state, "x^2 - 4", "y^2 + 9", "z - x*y",
          "-2, 3*i, -6*i, 1\n-2, -3*i, 6*i, 1\n2, 3*i, 6*i, 1\n2, -3*i, -6*i, 1\n");
    check(*state, "x^3", "y^2", "z^2 - z", "0, 0, 0, 6\n0, 0, 1, 6\n");
    check(*state, "x^2", "x*y + z^2", "y^2 - x*z", "0, 0, 0, 8\n");
    check(*state, "x + y + z - 3", "x*y + y*z + z*x - 3", "x*y*z - 1", "1, 1, 1, 6\n");
    check(*state, "x", "y", "5", "");
    check(*state, "x + y + z", "x + y + z - 1", "x*y - z^2 + 1", "");
    check(*state, "x*y*z", "x*y*z", "x*y*z - 1", "");
}

/* Coordinates beyond the range of floating-point numbers, and of unlike magnitudes. */
static void magnitudes_may_differ(void **state)
{
    check(*state, "x - 10^320", "y + x", "z - x*y", "1e320, -1e320, -1e640, 1\n");
    check(*state, "10^323*x - 1", "10^324*y - 3", "10^325*z - 7", "1e-323, 3e-324, 7e-325, 1\n");
    check(*state, "10^322*x - 1", "(y - x)*(10^322*y - 2)", "10^700*z - 1",
          "1e-322, 1e-322, 1e-700, 1\n1e-322, 2e-322, 1e-700, 1\n");
    check(*state, "x^2 - 2*10^400*x", "10^400*y - 1", "z*(z - 1)",
          "0, 1e-400, 0, 1\n0, 1e-400, 1, 1\n2e400, 1e-400, 0, 1\n2e400, 1e-400, 1, 1\n");
    check(*state, "x", "y^3", "z^2", "0, 0, 0, 6\n");
}

/* Leading forms with common factors: equal ones, multiples of others, linearly dependent ones. */
static void leading_forms_are_reduced(void **state)
{
    check(*state, "x^2 + y^2 + z^2 - 3", "(x - 1)^2 + y^2 + z^2 - 2", "x^2 + (y - 1)^2 + z^2 - 2",
          "1, 1, -1, 1\n1, 1, 1, 1\n");
    check(*state, "(x^2 + y^2 + z^2)^2 - 4", "x^2 + y^2 + z^2 - 2*x", "y - z",
          "1, -0.707106781, -0.707106781, 1\n1, 0.707106781, 0.707106781, 1\n"
          "-1, 1.22474487*i, 1.22474487*i, 1\n-1, -1.22474487*i, -1.22474487*i, 1\n");
    check(*state, "x*(y - 1)", "y*(z - 2)", "z*(x - 3)", "0, 0, 0, 1\n3, 1, 2, 1\n");
    check(*state, "x*z + y*z + x + 1", "x*z - y*z + y - 2", "2*x*z + 3*y*z - x - y - z",
          "-1.59526056, 3.56127262, 0.302775638, 1\n-1, 1, -0.5, 1\n"
          "-0.110621796, 0.379903849, -3.30277564, 1\n");
}

/* Checks that each equation may be 0 at each point, that conjugates are neighbours, and that the
 * real solutions are the first ones. */
static void check_random(clmodp_context *context, clmodp_mpoly *const f[3], unsigned long expected)
{
    clmodp_complex_points *points;
    clmodp_points *reals;
    unsigned long total = 0;
    clm_disc value;

    clm_disc_init(&value);
    OK(find(context, &points, f));
    OK(clmodp_points_find(context, &reals, (const clmodp_mpoly *const *)f, NULL));
    for (size_t k = 0; k < clmodp_complex_points_count(points); k++) {
        clm_ball_powers power[3] = {{0}, {0}, {0}};
        const clm_ball_powers *const at[] = {&power[0], &power[1], &power[2]};
        bool real = true;

        for (size_t i = 0; i < 3; i++) {
            size_t root;
            clmodp_complex_roots *roots = clmodp_complex_points_coordinate(points, &root, k, i);
            clm_box box;

            OK(clmodp_complex_roots_refine(context, roots, root, BITS));
            clm_box_init(&box);
            clm_complex_roots_get(&box, roots, root);
            real = real && clm_box_is_real(&box);
            clm_disc_set_box(&value, &box, 2 * (size_t)BITS);
            clm_box_clear(&box);
            OK(clm_ball_powers_create(NULL, &power[i], &value,
                                      clm_degree_in((const clmodp_mpoly *const *)f, i), BITS));
        }
        assert_int_equal(real, k < clmodp_points_count(reals));
        for (size_t n = 0; n < 3; n++) {
            clm_ball_value(&value, f[n], 3, at, BITS);
            assert_false(clm_disc_excludes_zero(&value));
        }
        for (size_t i = 0; i < 3; i++)
            clm_ball_powers_clear(&power[i]);
        total += clmodp_complex_points_multiplicity(points, k);
    }
    assert_int_equal(total, expected);
    clmodp_points_destroy(reals);
    clmodp_complex_points_destroy(points);
    clm_disc_clear(&value);
}

/* Prints a polynomial with all terms up to a degree. */
static void print_dense(char *f, clm_random *random, size_t degree)
{
    size_t length = 0;

    for (size_t i = 0; i <= degree; i++)
        for (size_t j = 0; i + j <= degree; j++)
            for (size_t k = 0; i + j + k <= degree; k++)
                length += (size_t)sprintf(f + length, "%+ld*x^%zu*y^%zu*z^%zu",
                                          (long)clm_random_below(random, 1999) - 999, i, j, k);
}

static void bezout_counts_solutions(void **state)
{
    clm_random random = {3};

    for (uint64_t round = 0; round < random_cases(20); round++) {
        char text[3][MOST_TEXT];
        clmodp_mpoly *f[3];
        unsigned long expected = 1;

        for (size_t k = 0; k < 3; k++) {
            const size_t degree = 1 + (size_t)clm_random_below(&random, 3);

            print_dense(text[k], &random, degree);
            expected *= degree;
        }
        parse(f, (const char *const[]){text[0], text[1], text[2]});
        check_random(*state, f, expected);
        DESTROY(f[0], f[1], f[2]);
    }
}

/* Spheres in whose common plane x does not occur; and planes, with rational solutions beside which
 * others have the same value of each linear combination that is tried. */
static void linear_combinations_are_general(void **state)
{
    static const char *const system[][3] = {
        {"2*(x^2 + y^2 + z^2) - 2*x - 3*y + 3", "(x - 3*y + 3*z - 2)*(2*x - z - 2) - 3*x - z + 3",
         "x^2 + y^2 + z^2 - x - 3*z - 3"},
        {"(3*x + y - z - 1)*(3*x - 3*y + 3*z - 1)", "(x - 2*y - 2*z + 2)*(3*x - 3*z + 1)",
         "(x - 2*y + 2)*(2*x + 3*y + z - 1)*(x + z + 1)"},
    };
    static const unsigned long expected[] = {4, 11};
    clmodp_mpoly *f[3];

    for (size_t k = 0; k < sizeof system / sizeof *system; k++) {
        parse(f, system[k]);
        check_random(*state, f, expected[k]);
        DESTROY(f[0], f[1], f[2]);
    }
}

/* A common curve, and a common factor of all leading forms. */
static void others_are_refused(void **state)
{
    static const char *const system[][3] = {
        {"x*y", "y*z", "z*x"},
        {"x*y - 1", "x*z - 1", "x^2 + x*z - 2"},
    };
    static const char *const words[] = {"infinitely many", "terms of highest degree"};
    clmodp_complex_points *points;
    clmodp_mpoly *f[3];

    for (size_t k = 0; k < sizeof system / sizeof *system; k++) {
        parse(f, system[k]);
        assert_int_equal(find(*state, &points, f), CLMODP_DOMAIN);
        assert_null(points);
        assert_non_null(strstr(clmodp_context_message(*state), words[k]));
        DESTROY(f[0], f[1], f[2]);
    }
    assert_int_equal(clmodp_complex_points_find(*state, &points, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_complex_points_find(NULL, &points, NULL, NULL), CLMODP_INVALID);
    clmodp_complex_points_destroy(NULL);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(solutions_are_known),
              cmocka_unit_test(magnitudes_may_differ),
              cmocka_unit_test(leading_forms_are_reduced),
              cmocka_unit_test(bezout_counts_solutions),
              cmocka_unit_test(linear_combinations_are_general),
              cmocka_unit_test(others_are_refused));
