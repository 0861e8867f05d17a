/* Tests with failures of every allocation while a determinant is computed. */
#include <stdlib.h>

#include <clmodp/matrix.h>

#include "core/error.h"
#include "opencl/context.h"
#include "support/assertions.h"
#include "support/faults.h"

static const char *const names[] = {"x", "y"};

/* Reads a matrix, and computes its determinant. */
static clmodp_status compute(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_matrix *a = NULL;
    clmodp_mpoly *r = NULL;
    char *text = NULL;
    mpz_t d;

    mpz_init(d);
    TRY(clmodp_matrix_from_text(&a, argument, CLMODP_STRING, names, 2, NULL, NULL));
    TRY(clmodp_mpoly_create(&r, 2));
    TRY(clmodp_determinant(context, r, d, NULL, a, 0, NULL));
    TRY(clmodp_matrix_to_text(&text, a, names));
    assert_int_equal(clmodp_mpoly_terms(r), 9);
done:
    if (st != CLMODP_OK && *clmodp_context_message(context) == '\0') /* without the context */
        (void)clm_fail(&context->error, st, "a text or a polynomial");
    assert_true(st == CLMODP_OK || r == NULL || clmodp_mpoly_terms(r) == 0 ||
                clmodp_mpoly_terms(r) == 9);
    free(text);
    mpz_clear(d);
    clmodp_mpoly_destroy(r);
    clmodp_matrix_destroy(a);
    return st;
}

static void determinants_survive_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    char text[] = "[x, 1, 0, 2, 5, 0, 1; y, x + 2/3, 1, 0, 0, 0, 0; 0, y, 3, 1, 0, 0, 2;"
                  "1, 2, 3, x, 0, 1, 1; 0, 0, 1, 0, 0, 0, 1; 0, 0, 1, 0, 0, y, 1;"
                  "1, 1, 1, 1, 1, 1, 1]";
    char sparse[] = "[x^90000 + y^50000 + 1, 5; 0, x^7000 + y^30000/3 + 2]";
    clmodp_context *context;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, compute, text, fault_every()) > 20);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, compute, sparse, fault_every()) > 4);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(determinants_survive_failures));
