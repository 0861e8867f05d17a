/* Tests with failures of every allocation while polynomials in several variables are read, packed,
 * unpacked and written, and while a variable is eliminated. */
#include <stdlib.h>
#include <string.h>

#include <clmodp/elimination.h>

#include "core/error.h"
#include "opencl/context.h"
#include "support/assertions.h"
#include "support/faults.h"
#include "support/polynomials.h"

static const char *const names[] = {"x", "y", "z"};

static clmodp_status read_two(clmodp_mpoly **f, clmodp_mpoly **g, mpz_t d)
{
    clmodp_status st = CLMODP_OK;
    clmodp_text_error error = {0};

    TRY(clmodp_mpoly_create(f, 3));
    TRY(clmodp_mpoly_create(g, 3));
    TRY(clmodp_mpoly_from_text(*f, d, "(x + y/2)^2*((z - 1)*(x + 3)) + z^3", CLMODP_STRING, names,
                               NULL, &error));
    TRY(clmodp_mpoly_from_text(*g, NULL, "z^2 - x*(y + 1)", CLMODP_STRING, names, NULL, &error));
done:
    assert_int_equal(error.message[0] != '\0', st != CLMODP_OK && *g != NULL);
    return st;
}

/* Reads polynomials, packs them, copies the packing by its text, and unpacks x^0. */
static clmodp_status pack(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *f = NULL, *g = NULL, *r = NULL;
    clmodp_zxy *packed_f = NULL, *packed_g = NULL;
    clmodp_zx *one = NULL;
    clmodp_packing *packing = NULL, *copy = NULL;
    char *text = NULL, message[200] = "";
    mpz_t d;

    (void)context;
    (void)argument;
    mpz_init(d);
    TRY(read_two(&f, &g, d));
    TRY(clmodp_zxy_create(&packed_f));
    TRY(clmodp_zxy_create(&packed_g));
    TRY(clmodp_zx_create(&one));
    TRY(clmodp_zx_set_dense_si(one, (const long[]){1}, 1));
    st = clmodp_packing_create(&packing, packed_f, packed_g, CLMODP_OPERATION_SUBRESULTANT, 1, f,
                               g, 2, message, sizeof message);
    assert_int_equal(message[0] != '\0', st != CLMODP_OK);
    TRY(st);
    TRY(clmodp_packing_to_text(&text, packing));
    TRY(clmodp_packing_from_text(&copy, text));
    TRY(clmodp_mpoly_create(&r, 0));
    TRY(clmodp_packing_unpack(r, copy, 0, 0, one));
    assert_int_equal(clmodp_mpoly_terms(r), 1);
    free(text);
    TRY(clmodp_mpoly_to_text(&text, r, names, d));
    assert_string_equal(text, "1/4");
    TRY(clmodp_mpoly_get_zxy(packed_f, r, 0, 1));
    TRY(clmodp_mpoly_set_zxy(r, packed_f, 1, 2));
    TRY(clmodp_mpoly_set(r, g));
    assert_true(clmodp_mpoly_equal(r, g));
done:
    free(text);
    clmodp_packing_destroy(copy);
    clmodp_packing_destroy(packing);
    DESTROY(one, packed_g, packed_f, r, g, f);
    mpz_clear(d);
    return st;
}

/* Lets every allocation fail once. Returns their number. */
static long sweep(fault_operation operation, clmodp_context *context, void *argument)
{
    long n = 0;
    bool met;

    do {
        clmodp_status st;

        fault_arm(FAULT_ALLOCATION, ++n);
        st = operation(context, argument);
        met = fault_disarm(FAULT_ALLOCATION);
        if (st != CLMODP_OK && !(met && st == CLMODP_HOST_MEMORY))
            fail_msg("allocation %ld: status %d", n, (int)st);
    } while (met);
    return n;
}

static void packing_survives_failures(void **state)
{
    (void)state;
    assert_true(sweep(pack, NULL, NULL) > 20);
}

/* The first subresultant by an engine, the resultant by minors. */
static clmodp_status eliminate(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *const *polynomials = argument, *r = polynomials[3], *s = polynomials[4];

    TRY(clmodp_mpoly_subresultant(context, s, r, NULL, 1, polynomials[0], polynomials[1], 2, 0,
                                  NULL));
    assert_true(clmodp_mpoly_equal(r, polynomials[2]) && clmodp_mpoly_degree(s, 2) == 1);
    TRY(clmodp_mpoly_resultant(context, s, NULL, polynomials[0], polynomials[1], 2, 9, NULL));
    TRY(clmodp_mpoly_resultant(context, s, NULL, polynomials[0], polynomials[1], 2, 0, NULL));
    assert_true(clmodp_mpoly_equal(s, polynomials[2]));
    TRY(clmodp_mpoly_discriminant(context, s, NULL, polynomials[0], 2, 0, NULL));
done:
    return st;
}

static void elimination_survives_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_mpoly *polynomials[5] = {NULL};
    clmodp_context *context;
    mpz_t d;

    (void)state;
    mpz_init(d);
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_int_equal(read_two(&polynomials[0], &polynomials[1], d), CLMODP_OK);
    context->overrides.always_minors = true;
    for (size_t k = 2; k < 5; k++)
        assert_int_equal(clmodp_mpoly_create(&polynomials[k], 3), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_resultant(context, polynomials[2], NULL, polynomials[0],
                                            polynomials[1], 2, 0, NULL), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, eliminate, polynomials,
                                 fault_every()) > 5);
    clmodp_context_destroy(context);
    for (size_t k = 0; k < 5; k++)
        clmodp_mpoly_destroy(polynomials[k]);
    mpz_clear(d);
}

/* Reduces modulo a^3 + ..., reads functions, and finds the equation of a curve traversed twice. */
static clmodp_status find_curve(clmodp_context *context, void *argument)
{
    static const char *const letters[] = {"a", "t", "x", "y"};
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *part[5] = {NULL};
    clmodp_text_error error = {0};
    char *text = NULL;
    mpz_t d;

    mpz_init_set_ui(d, 1);
    for (size_t k = 0; k < 5; k++)
        TRY(clmodp_mpoly_create(&part[k], 4));
    TRY(clmodp_mpoly_quotient_from_text(part[0], part[1], "(a^2 - 1)*t^2/(a + 1) + 1/t^4",
                                        CLMODP_STRING, letters, &error));
    TRY(clmodp_mpoly_quotient_from_text(part[2], part[3], "2*t^2/(a*t^4 - 1)", CLMODP_STRING,
                                        letters, &error));
    TRY(clmodp_mpoly_reduce(part[2], d, argument, 0));
    TRY(clmodp_implicit(context, part[4], NULL, part[0], part[1], part[2], part[3], 1, 2, 3,
                        NULL));
    TRY(clmodp_mpoly_reduce(part[4], d, argument, 0));
    assert_int_equal(clmodp_mpoly_degree(part[4], 3), 3);
    TRY(clmodp_mpoly_to_text(&text, part[4], letters, NULL));
done:
    free(text);
    for (size_t k = 0; k < 5; k++)
        clmodp_mpoly_destroy(part[k]);
    mpz_clear(d);
    return st;
}

static void curves_survive_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_context *context;
    clmodp_zx *m = NULL;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_zx_create(&m), CLMODP_OK);
    assert_int_equal(clmodp_zx_set_dense_si(m, (const long[]){1, 0, 2}, 3), CLMODP_OK);
    assert_true(sweep(find_curve, context, m) > 50);
    clmodp_zx_destroy(m);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(curves_survive_failures),
      cmocka_unit_test(packing_survives_failures),
      cmocka_unit_test(elimination_survives_failures));
