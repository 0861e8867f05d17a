/* Tests of equations of rational surfaces by closed forms, and of proofs of irreducibility. */
#include <stdlib.h>

#include <clmodp/elimination.h>

#include "matrix/irreducible.h"
#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"

enum { A, S, T, X, Y, Z, VARIABLES };

static const char *const names[] = {"a", "s", "t", "x", "y", "z"};

static const struct {
    const char *function[3], *equation;
} surfaces[] = {
    {{"s", "t", "s*t"}, "x*y - z"},
    {{"s*t", "s", "t^2"}, "x^2 - y^2*z"},
    {{"s^2 + a", "t^3/7", "3"}, "z - 3"},
    {{"a*s", "a*t", "s*t*(a + 1)"}, "a^2*z - a*x*y - x*y"},
    {{"s + t", "s*t", "s^2 + t^2"}, "x^2 - 2*y - z"},
    {{"2*s/(1+s^2+t^2)", "2*t/(1+s^2+t^2)", "(1-s^2-t^2)/(1+s^2+t^2)"}, "x^2 + y^2 + z^2 - 1"},
    {{"s^2*t", "s*t^2", "s + t"}, "x^3 + 3*x^2*y + 3*x*y^2 - x*y*z^3 + y^3"},
};

static clmodp_status find(clmodp_context *context, clmodp_mpoly *f, const char *const *function,
                          const size_t *parameter, const size_t *coordinate)
{
    clmodp_mpoly *n[3], *d[3];
    clmodp_status st;

    for (int k = 0; k < 3; k++) {
        n[k] = mpoly_new(VARIABLES);
        d[k] = mpoly_new(VARIABLES);
        assert_int_equal(clmodp_mpoly_quotient_from_text(n[k], d[k], function[k], CLMODP_STRING,
                                                         names, NULL), CLMODP_OK);
    }
    st = clmodp_implicit_surface(context, f, NULL, (const clmodp_mpoly *const *)n,
                                 (const clmodp_mpoly *const *)d, parameter, coordinate, NULL);
    for (int k = 0; k < 3; k++)
        DESTROY(d[k], n[k]);
    return st;
}

static void equations_are_known(void **state)
{
    clmodp_mpoly *f = mpoly_new(VARIABLES);

    for (size_t k = 0; k < sizeof surfaces / sizeof *surfaces; k++) {
        if (find(*state, f, surfaces[k].function, (size_t[]){S, T}, (size_t[]){X, Y, Z}) !=
            CLMODP_OK)
            fail_msg("%s: %s", surfaces[k].equation, clmodp_context_message(*state));
        assert_mpoly_text(f, names, NULL, surfaces[k].equation);
    }
    clmodp_mpoly_destroy(f);
}

static void wrong_arguments_are_refused(void **state)
{
    static const char *const patch[] = {"s", "t", "s*t"}, *const curve[] = {"s - t", "1", "t - s"};
    clmodp_mpoly *f = mpoly_new(VARIABLES), *zero = mpoly_new(VARIABLES);
    const clmodp_mpoly *const zeros[3] = {zero, zero, zero};
    const size_t parameter[] = {S, T}, coordinate[] = {X, Y, Z};

    assert_int_equal(find(*state, f, curve, parameter, coordinate), CLMODP_DOMAIN);
    assert_non_null(strstr(clmodp_context_message(*state), "curve"));
    assert_int_equal(find(*state, f, patch, (size_t[]){S, S}, coordinate), CLMODP_INVALID);
    assert_int_equal(find(*state, f, patch, (size_t[]){S, VARIABLES}, coordinate),
                     CLMODP_INVALID);
    assert_int_equal(find(*state, f, patch, (size_t[]){A, X}, (size_t[]){T, Y, Z}),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_implicit_surface(*state, f, NULL, zeros, zeros, parameter, coordinate,
                                             NULL), CLMODP_DOMAIN);
    assert_int_equal(clmodp_implicit_surface(*state, f, NULL, NULL, zeros, parameter, coordinate,
                                             NULL), CLMODP_INVALID);
    assert_mpoly_text(f, names, NULL, "0");
    DESTROY(zero, f);
}

static const struct {
    const char *text;
    bool irreducible;
} polynomials[] = {
    {"x*y - z", true}, {"x^4 - 10*x^2*y^2 + y^4 + z^4", true}, {"x*y", false},
    {"x^2*z - y^2*z", false}, {"(x^3 + y + z^2)^2", false}, {"x^2 + y^2 + a*z^2 - 1", true},
    {"(x^7 + y + z^6)*(x - y)", false}, {"x^9 + y^8*z + a", true}, {"x + a", true},
};

static void irreducibility_is_proved(void **state)
{
    clmodp_context *context = *state;
    clm_random random = {5};

    for (size_t k = 0; k < sizeof polynomials / sizeof *polynomials; k++) {
        clmodp_mpoly *f = mpoly_new(VARIABLES);
        bool proved;

        assert_int_equal(clmodp_mpoly_from_text(f, NULL, polynomials[k].text, CLMODP_STRING,
                                                names, NULL, NULL), CLMODP_OK);
        assert_int_equal(clm_prove_irreducible(&context->error, &proved, f, (size_t[]){X, Y, Z}, 3,
                                               &random), CLMODP_OK);
        assert_true(proved == polynomials[k].irreducible);
        clmodp_mpoly_destroy(f);
    }
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(equations_are_known),
              cmocka_unit_test(wrong_arguments_are_refused),
              cmocka_unit_test(irreducibility_is_proved));
