/* Tests with failures of every allocation while a system is solved. */
#include <clmodp/systems.h>

#include "core/error.h"
#include "support/assertions.h"
#include "support/faults.h"

/* Solves a system that needs a shear, with a multiple solution. */
static clmodp_status solve(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *f = NULL, *g = NULL;
    clmodp_solutions *s = NULL;
    clmodp_text_error error = {0};

    (void)argument;
    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    TRY(clmodp_zxy_from_text(f, NULL, "x^2*(x - 1)", CLMODP_STRING, "x", "y", NULL, &error));
    TRY(clmodp_zxy_from_text(g, NULL, "(y^2 - 2)*(y - x)^2", CLMODP_STRING, "x", "y", NULL,
                             &error));
    TRY(clmodp_solve(context, &s, f, g, NULL));
    assert_int_equal(clmodp_solutions_count(s), 6);
    TRY(clmodp_solutions_refine(context, s, 3, 100));
done:
    clmodp_solutions_destroy(s);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

static void solving_survives_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_context *context;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, solve, NULL, fault_every()) > 20);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(solving_survives_failures));
