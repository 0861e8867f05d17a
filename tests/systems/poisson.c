/* Tests of resultants of three polynomials, at every level of vector instructions: products of
 * planes, whose resultants are products of resultants of two polynomials; points that are passed
 * over, and systems without a result. */
#include "systems/poisson.h"

#include <math.h>
#include <stdio.h>

#include "core/random.h"
#include "polynomials/mpoly.h"
#include "support/assertions.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

enum { MOST_TEXT = 8192, MOST_DEGREE = 6 };

static const char *const names[] = {"x", "y", "z"};

/* Prints a random polynomial in x, y and z, with an expression for y. Random numbers that are
 * equal give the same polynomial. */
static void print_random(char *f, clm_random *random, size_t degree, long most, const char *y)
{
    size_t length = 0;

    for (size_t i = 0; i <= degree; i++)
        for (size_t j = 0; i + j <= degree; j++)
            for (size_t k = 0; i + j + k <= degree; k++)
                length += (size_t)snprintf(
                    f + length, MOST_TEXT - length, "+(%ld)*x^%zu*(%s)^%zu*z^%zu",
                    (long)clm_random_below(random, 2 * (uint64_t)most + 1) - most, i, y, j, k);
}

/* Computes a resultant in y and z; NULL: none is found. */
static clmodp_zx *compute(clmodp_context *context, const char *const text[3],
                          clm_vector_level level)
{
    clmodp_mpoly *f[3];
    const clmodp_mpoly *system[3];
    clmodp_zx *r = zx_new();
    bool found;

    for (int k = 0; k < 3; k++)
        system[k] = f[k] = mpoly_parse(text[k], names, 3);
    OK(clm_poisson_resultant(context, r, &found, system, 0, INFINITY, level));
    DESTROY(f[0], f[1], f[2]);
    if (!found) {
        assert_int_equal(clmodp_zx_degree(r), -1);
        DESTROY(r);
        r = NULL;
    }
    return r;
}

/* Returns the resultant in z of polynomials without y; NULL if they have lower degrees. */
static clmodp_zx *resultant(clmodp_context *context, const char *f, size_t p, const char *g,
                            size_t q)
{
    clmodp_mpoly *a = mpoly_parse(f, names, 3), *b = mpoly_parse(g, names, 3);
    clmodp_mpoly *r = mpoly_new(3);
    const bool full =
        clmodp_mpoly_degree(a, 2) == (long)p && clmodp_mpoly_degree(b, 2) == (long)q;
    clmodp_zx *out = full ? zx_new() : NULL;

    if (full)
        OK(clmodp_mpoly_resultant(context, r, NULL, a, b, 2, 0, NULL));
    for (size_t k = 0; k < r->length; k++)
        OK(clmodp_zx_set_coeff(out, clm_mpoly_coefficient(r, k), clm_mpoly_exponents(r, k)[0]));
    DESTROY(a, b, r);
    return out;
}

/* Fails the test unless the resultant is r or -r. Destroys r. */
static void check(clmodp_context *context, const char *const text[3], clmodp_zx *r,
                  clm_vector_level level)
{
    clmodp_zx *found = compute(context, text, level);

    assert_non_null(found);
    if (!clmodp_zx_equal(found, r))
        zx_mul_si_by(&r, -1);
    assert_true(clmodp_zx_equal(found, r));
    DESTROY(found, r);
}

/* Checks the resultant of two random polynomials and a product of planes. */
static void check_planes(clmodp_context *context, clm_random *random, const size_t degree[3],
                         clm_vector_level level)
{
    static char f[MOST_TEXT], g[MOST_TEXT];
    const long most = clm_random_below(random, 2) == 0 ? 3 : 1L << 40;
    char h[MOST_TEXT] = "1", y[64];
    clmodp_zx *expected = zx_constant(1);
    const clm_random of_f = *random, of_g = {clm_random_next(random)};
    clm_random again;

    for (size_t k = 0; k < degree[2];) {
        clmodp_zx *factor;

        (void)snprintf(y, sizeof y, "%d*x+%d*z-%d", (int)clm_random_below(random, 9) - 4,
                       (int)clm_random_below(random, 5) + 1, (int)clm_random_below(random, 1000));
        again = of_f;
        print_random(f, &again, degree[0], most, y);
        again = of_g;
        print_random(g, &again, degree[1], most, y);
        factor = resultant(context, f, degree[0], g, degree[1]);
        if (factor == NULL)
            continue;
        (void)snprintf(h + strlen(h), sizeof h - strlen(h), "*(y-(%s))", y);
        zx_mul_by(&expected, factor);
        DESTROY(factor);
        k++;
    }
    again = of_f;
    print_random(f, &again, degree[0], most, "y");
    again = of_g;
    print_random(g, &again, degree[1], most, "y");
    check(context, (const char *[]){h, f, g}, expected, level);
}

static void planes_give_products(void **state)
{
    clm_random random = {1};

    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t p = 2; p <= 4; p++)
            for (size_t q = 2; q <= (size_t)(p == 2 ? MOST_DEGREE : p); q++)
                for (size_t r = 2; r <= (p * q == 4 ? 10 : 4); r += 2)
                    if (clm_vector_level_available(level) && (!small_tests() || p * q * r <= 12))
                        check_planes(*state, &random, (const size_t[]){p, q, r}, level);
}

/* Sets f and g to polynomials of degree 9 in y and z, with an expression for y. */
static void print_long(char *f, char *g, const char *y)
{
    (void)snprintf(f, MOST_TEXT, "(%s-z)*((%s)^8+3*(%s)*z^7-2*z^8+x*(%s)+1)+x*z-3", y, y, y, y);
    (void)snprintf(g, MOST_TEXT, "(%s+z)*((%s)^8-2*(%s)^3*z^5+4*z^8+x*(%s))+z-5", y, y, y, y);
}

/* Products of more words than are added without a reduction: the common zeros of f and g are
 * found, as each of both has a leading form with a zero of the planes' one. So one of them has
 * degree 8 in each plane, and the other one the leading coefficient 6 or 8. */
static void long_products_are_reduced(void **state)
{
    char f[MOST_TEXT], g[MOST_TEXT];

    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++) {
        clmodp_zx *r, *factor;

        if (!clm_vector_level_available(level))
            continue;
        print_long(f, g, "z+x-1");
        r = resultant(*state, f, 8, g, 9);
        print_long(f, g, "3-z");
        factor = resultant(*state, f, 9, g, 8);
        zx_mul_by(&r, factor);
        zx_mul_si_by(&r, 6L * 8);
        DESTROY(factor);
        print_long(f, g, "y");
        check(*state, (const char *[]){f, g, "(y-z-x+1)*(y+z-3)"}, r, level);
    }
}

/* Prints a polynomial whose leading form in y and z is 0 at 64 values of x, with an expression for
 * y. */
static void print_degenerate(char *f, const char *y)
{
    int length = snprintf(f, MOST_TEXT, "(%s)*z+x+((%s)^2+z^2)", y, y);

    for (int k = 1; k <= 64; k++)
        length += snprintf(f + length, MOST_TEXT - (size_t)length, "*(x-%d)", k);
}

static void points_are_passed_over(void **state)
{
    char f[MOST_TEXT];
    clmodp_zx *r, *factor;

    print_degenerate(f, "z+1");
    r = resultant(*state, f, 2, "(z+1)^2+3*(z+1)*z-z^2+x", 2);
    print_degenerate(f, "x-2*z");
    factor = resultant(*state, f, 2, "(x-2*z)^2+3*(x-2*z)*z-z^2+x", 2);
    zx_mul_by(&r, factor);
    DESTROY(factor);
    print_degenerate(f, "y");
    check(*state, (const char *[]){f, "y^2+3*y*z-z^2+x", "(y-z-1)*(y+2*z-x)"}, r,
          clm_vector_level_best());
}

/* A plane; leading forms with a common factor; a common curve; equations with a common factor;
 * zeros of multiplicity 4 where no linear combination of y and z tells their directions apart; and
 * coefficients that need more primes than there are of almost 28 bits. */
static void others_have_no_result(void **state)
{
    static const char *const system[][3] = {
        {"x+y+z", "y^2+z^2-x", "y*z-1"},
        {"y*z-x", "x*y*z-1", "y*z+y+x"},
        {"y^2+z^2-x", "(y^2+z^2-x)*y+(y*z-1)", "(y^2+z^2-x)*z+(y*z-1)*x"},
        {"(y^2-x)*(z-x)", "(y^2-x)*(y-z)", "(y^2-x)*(z+y)"},
        {"y^2", "z^2", "x^2-y*z-1"},
        {"y^2+y*z-2^800000", "z^2+3*y-x", "y*z-y^2+2^800000*x"},
    };

    for (size_t k = 0; k < sizeof system / sizeof *system; k++)
        assert_null(compute(*state, system[k], clm_vector_level_best()));
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(planes_give_products),
              cmocka_unit_test(long_products_are_reduced),
              cmocka_unit_test(points_are_passed_over), cmocka_unit_test(others_have_no_result));
