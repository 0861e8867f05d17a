/* Tests with failures of every allocation while a system is solved. */
#include <clmodp/systems.h>

#include "core/error.h"
#include "support/assertions.h"
#include "support/faults.h"
#include "support/polynomials.h"

/* Solves a system that needs a shear, and has a multiple solution, and a common component. */
static clmodp_status solve(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *const *pair = argument;
    const clmodp_solve_options options = {.size = sizeof options, .components = 1};
    clmodp_complex_solutions *all = NULL;
    clmodp_solutions *s = NULL;

    TRY(clmodp_solve(context, &s, pair[0], pair[1], &options));
    assert_int_equal(clmodp_solutions_count(s), 6);
    TRY(clmodp_solutions_refine(context, s, 3, 100));
    TRY(clmodp_complex_solve(context, &all, pair[0], pair[2], &options));
    assert_int_equal(clmodp_complex_solutions_count(all), 10);
    TRY(clmodp_complex_solutions_refine(context, all, 9, 100));
done:
    clmodp_complex_solutions_destroy(all);
    assert_true(st == CLMODP_OK || s == NULL || clmodp_solutions_count(s) == 6);
    clmodp_solutions_destroy(s);
    return st;
}

static void solving_survives_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_zxy *pair[] = {zxy_parse("x^2*(x - 1)*(x - 2)"),
                          zxy_parse("(x - 2)*(y^2 - 2)*(y - x)^2"),
                          zxy_parse("(x - 2)*(y^2 + 2)*(y^3 - x + 5)")};
    clmodp_context *context;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, solve, pair, fault_every()) > 20);
    clmodp_context_destroy(context);
    for (size_t k = 0; k < 3; k++)
        clmodp_zxy_destroy(pair[k]);
}

/* Finds points, regular and singular ones. */
static clmodp_status find_points(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_points *points = NULL;

    TRY(clmodp_points_find(context, &points, argument, NULL));
    assert_int_equal(clmodp_points_count(points), 4);
done:
    assert_true((st == CLMODP_OK) == (points != NULL));
    clmodp_points_destroy(points);
    return st;
}

/* Finds complex points. */
static clmodp_status find_complex_points(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_complex_points *points = NULL;

    TRY(clmodp_complex_points_find(context, &points, argument, NULL));
    assert_int_equal(clmodp_complex_points_count(points), 2);
done:
    assert_true((st == CLMODP_OK) == (points != NULL));
    clmodp_complex_points_destroy(points);
    return st;
}

/* Sweeps over every `every`-th failure of an operation on three equations. */
static void sweep(fault_operation operation, const char *const text[3], long every)
{
    static const char *const names[] = {"x", "y", "z"};
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_mpoly *f = mpoly_parse(text[0], names, 3);
    clmodp_mpoly *g = mpoly_parse(text[1], names, 3);
    clmodp_mpoly *h = mpoly_parse(text[2], names, 3);
    const clmodp_mpoly *system[] = {f, g, h};
    clmodp_context *context;

    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, operation, system,
                                 every * fault_every()) > 20);
    clmodp_context_destroy(context);
    DESTROY(f, g, h);
}

static void points_survive_failures(void **state)
{
    (void)state;
    sweep(find_points, (const char *[]){"x + y - z", "y*(y - 1)^2 + x*z", "x*(y + 2)"}, 1);
}

/* The equations are replaced by combinations: their leading forms have common zeros. */
static void complex_points_survive_failures(void **state)
{
    (void)state;
    sweep(find_complex_points, (const char *[]){"x*(y - 1)", "y*(z - 2)", "z*(x - 3)"}, 5);
}

TESTS(cmocka_unit_test(solving_survives_failures), cmocka_unit_test(points_survive_failures),
      cmocka_unit_test(complex_points_survive_failures));
