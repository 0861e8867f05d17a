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
    clmodp_solutions *s = NULL;

    TRY(clmodp_solve(context, &s, pair[0], pair[1], &options));
    assert_int_equal(clmodp_solutions_count(s), 6);
    TRY(clmodp_solutions_refine(context, s, 3, 100));
done:
    assert_true(st == CLMODP_OK || s == NULL || clmodp_solutions_count(s) == 6);
    clmodp_solutions_destroy(s);
    return st;
}

static void solving_survives_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_zxy *pair[] = {zxy_parse("x^2*(x - 1)*(x - 2)"),
                          zxy_parse("(x - 2)*(y^2 - 2)*(y - x)^2")};
    clmodp_context *context;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, solve, pair, fault_every()) > 20);
    clmodp_context_destroy(context);
    clmodp_zxy_destroy(pair[0]);
    clmodp_zxy_destroy(pair[1]);
}

TESTS(cmocka_unit_test(solving_survives_failures));
