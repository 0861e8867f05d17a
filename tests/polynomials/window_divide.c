/* Tests quotients in windows: of products, of products with one term more, and refusals. */
#include "polynomials/window_divide.h"

#include "support/assertions.h"
#include "support/polynomials.h"

static const char *const names[] = {"x", "y", "z", "w"};

/* Divides f by g. Returns the quotient, or NULL if g does not divide f. */
static clmodp_mpoly *divide(const clmodp_mpoly *f, const clmodp_mpoly *g, double most_products,
                            bool expected)
{
    const clm_places p = clm_places_make(f);
    clmodp_mpoly *q = mpoly_new(4);
    bool divides = true, finished;
    size_t most[4];

    for (size_t i = 0; i < 4; i++)
        most[i] = (size_t)(clmodp_mpoly_degree(f, i) - clmodp_mpoly_degree(g, i));
    assert_int_equal(clm_window_divide(q, &divides, &finished, f, g, &p, most, most_products,
                                       NULL), CLMODP_OK);
    assert_int_equal(finished, expected);
    if (divides && finished)
        return q;
    assert_int_equal(clmodp_mpoly_terms(q), 0);
    clmodp_mpoly_destroy(q);
    return NULL;
}

/* Divides f g by g, and f g + rest, which g does not divide. */
static void check(const char *f_text, const char *g_text, const char *rest_text)
{
    clmodp_mpoly *f = mpoly_parse(f_text, names, 4), *g = mpoly_parse(g_text, names, 4);
    clmodp_mpoly *rest = mpoly_parse(rest_text, names, 4), *product = mpoly_new(4), *q;

    assert_int_equal(clmodp_mpoly_mul(product, f, g), CLMODP_OK);
    q = divide(product, g, 1e9, true);
    if (q == NULL || !clmodp_mpoly_equal(q, f))
        fail_msg("the quotient of (%s)*(%s)", f_text, g_text);
    assert_int_equal(clmodp_mpoly_add(product, product, rest), CLMODP_OK);
    if (divide(product, g, 1e9, true) != NULL)
        fail_msg("%s divides (%s)*(%s) + %s", g_text, f_text, g_text, rest_text);
    DESTROY(q, product, rest, g, f);
}

static void quotients_are_exact(void **state)
{
    (void)state;
    check("x - y", "x + y", "1");
    check("x*y*z", "z - 2*x", "x*y*z");
    check("(x + y + z + 1)^9", "(x - y + 2*z)^7", "z^15");
    check("(x*y + 3)^4*(z - 5)", "(x^3*y^2 - y*z - 7)^3", "x*y");
    check("-x^2 + 3*y", "y^6*z - 3*y^2 + 5", "3*x^2*y^6*z"); /* g has no x */
    check("y - 3", "(x + 3*y - 2*z)^5 - 1", "2*x^5");
    check("9*x + 2^100*y^3 - 2^99*z", "3*x*z - 2*y + 7", "x*y*z"); /* words of any sign */
    check("2^58*x^2*y - 2^60*z + 3", "-2^59*z^2 + 2^60*y - 5", "2^58*x^2");
    check("1 - x^3*y^2*z", "-2^119", "2^118*y"); /* a remainder of the coefficients */
}

/* Refuses quotients whose coefficients may exceed 128 bits in sums, long coefficients, exponents
 * too far apart, and too many products. */
static void refusals(void **state)
{
    static const struct refused {
        const char *f, *g;
        double most_products;
    } refused[] = {
        {"2^124*(x - 1)*(x + y)", "x + y", 1e9}, {"2^126*x", "x", 1e9},
        {"x*y^9", "2^126*x", 1e9},               {"x^9*y^100000000*z", "x^9*z + 1", 1e9},
        {"(x*y^100*z^1000 - 1)*(x + 1)", "x + 1", 1e9},
        {"(x*y^2000000000*z^2000000000*w^2000000000 - 1)*(x + 1)", "x + 1", 1e9},
        {"(x^5000 - 1)*(x + 1)", "x + 1", 1e9},
        {"(x - y + 2*z)^20", "(x - y + 2*z)^10", 100},
    };

    (void)state;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        clmodp_mpoly *f = mpoly_parse(refused[k].f, names, 4);
        clmodp_mpoly *g = mpoly_parse(refused[k].g, names, 4);

        assert_null(divide(f, g, refused[k].most_products, false));
        DESTROY(g, f);
    }
}

TESTS(cmocka_unit_test(quotients_are_exact), cmocka_unit_test(refusals));
