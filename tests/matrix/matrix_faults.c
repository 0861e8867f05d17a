/* Tests with failures of every allocation while determinants and equations of
 * surfaces are computed. */
#include <stdlib.h>

#include <clmodp/elimination.h>
#include <clmodp/matrix.h>

#include "core/error.h"
#include "opencl/context.h"
#include "support/assertions.h"
#include "support/faults.h"
#include "support/polynomials.h"

static const char *const names[] = {"x", "y"};

/* Reads a matrix, and computes its determinant. */
static clmodp_status compute(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_matrix *a = NULL, *pencil = NULL;
    clmodp_mpoly *r = NULL;
    clmodp_zxy *packed = NULL;
    clmodp_packing *packing = NULL;
    char *text = NULL;
    mpz_t d;

    mpz_init(d);
    TRY(clmodp_matrix_from_text(&a, argument, CLMODP_STRING, names, 2, NULL, NULL));
    TRY(clmodp_mpoly_create(&r, 2));
    TRY(clmodp_determinant(context, r, d, NULL, a, 0, NULL));
    TRY(clmodp_matrix_to_text(&text, a, names));
    clmodp_matrix_destroy(a);
    a = NULL;
    TRY(clmodp_matrix_from_text(&a, "[x/3, 1; y, x + 2]", CLMODP_STRING, names, 2, NULL, NULL));
    TRY(clmodp_zxy_create(&packed));
    TRY(clmodp_matrix_pack(&packing, packed, d, a, 0, NULL, 0));
    TRY(clmodp_matrix_characteristic(&pencil, a, 0));
    assert_int_equal(clmodp_mpoly_terms(r), 9);
done:
    if (st != CLMODP_OK && *clmodp_context_message(context) == '\0') /* without the context */
        (void)clm_fail(&context->error, st, "a text or a polynomial");
    assert_true(st == CLMODP_OK || r == NULL || clmodp_mpoly_terms(r) == 0 ||
                clmodp_mpoly_terms(r) == 9);
    free(text);
    mpz_clear(d);
    assert_true(packing == NULL || st == CLMODP_OK || pencil == NULL);
    clmodp_packing_destroy(packing);
    DESTROY(packed, r);
    clmodp_matrix_destroy(pencil);
    clmodp_matrix_destroy(a);
    return st;
}

/* Computes the determinant of a matrix of integers. */
static clmodp_status compute_integers(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *r = NULL;

    if (clmodp_mpoly_create(&r, 1) != CLMODP_OK)
        FAIL(&context->error, CLMODP_HOST_MEMORY, "a polynomial");
    TRY(clmodp_determinant(context, r, NULL, NULL, argument, 0, NULL));
done:
    assert_int_equal(r != NULL && clmodp_mpoly_terms(r) == 1, st == CLMODP_OK);
    DESTROY(r);
    return st;
}

/* A matrix whose determinant is found by p-adic expansions. */
static void integers_survive_failures(void **state)
{
    enum { N = 33 };
    const size_t none[CLMODP_MOST_VARIABLES] = {0};
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_mpoly *f = mpoly_new(1);
    clmodp_context *context;
    clmodp_matrix *a;
    mpz_t c;

    (void)state;
    mpz_init(c);
    assert_int_equal(clmodp_matrix_create(&a, N, N, 1), CLMODP_OK);
    for (unsigned long k = 0; k < N * N; k++) {
        mpz_set_ui(c, k * k * k % 101 + 1);
        assert_int_equal(clmodp_mpoly_set_terms(f, c, none, 1), CLMODP_OK);
        assert_int_equal(clmodp_matrix_set(a, k / N, k % N, f, NULL), CLMODP_OK);
    }
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, compute_integers, a, 1) > 20);
    clmodp_context_destroy(context);
    clmodp_matrix_destroy(a);
    mpz_clear(c);
    DESTROY(f);
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

/* Computes the equation of a surface with a base point, which takes all methods. */
static clmodp_status find_surface(clmodp_context *context, void *argument)
{
    static const char *const all[] = {"s", "t", "x", "y", "z"};
    static const char *const text[] = {"2*s/(1+s^2+t^2)", "2*t/(1+s^2+t^2)",
                                       "(1-s^2-t^2)/(1+s^2+t^2)"};
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *n[3] = {NULL}, *d[3] = {NULL}, *r = NULL;

    (void)argument;
    TRY(clmodp_mpoly_create(&r, 5));
    for (int k = 0; k < 3; k++) {
        TRY(clmodp_mpoly_create(&n[k], 5));
        TRY(clmodp_mpoly_create(&d[k], 5));
        TRY(clmodp_mpoly_quotient_from_text(n[k], d[k], text[k], CLMODP_STRING, all, NULL));
    }
    TRY(clmodp_implicit_surface(context, r, NULL, (const clmodp_mpoly *const *)n,
                                (const clmodp_mpoly *const *)d, (size_t[]){0, 1},
                                (size_t[]){2, 3, 4}, NULL));
done:
    if (st != CLMODP_OK && *clmodp_context_message(context) == '\0') /* without the context */
        (void)clm_fail(&context->error, st, "a text or a polynomial");
    assert_true(r == NULL || clmodp_mpoly_terms(r) == (st == CLMODP_OK ? 4 : 0));
    for (int k = 0; k < 3; k++)
        DESTROY(d[k], n[k]);
    clmodp_mpoly_destroy(r);
    return st;
}

static void surfaces_survive_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_context *context;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, find_surface, NULL,
                                 8 * fault_every()) > 20);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(determinants_survive_failures),
      cmocka_unit_test(integers_survive_failures),
      cmocka_unit_test(surfaces_survive_failures));
