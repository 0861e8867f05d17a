/* Tests gcds by integers: products of short polynomials whose gcd is known, values with a large
 * common factor, and inputs that such gcds refuse. */
#include "gcd/heuristic.h"

#include "support/assertions.h"
#include "support/polynomials.h"

static const char *const names[] = {"x", "y", "z"};

/* Checks gcd(f h, g h) = h, for coprime f and g; or that this is not found. */
static void check(const char *f_text, const char *g_text, const char *h_text, bool expected)
{
    clmodp_mpoly *f = mpoly_parse(f_text, names, 3), *g = mpoly_parse(g_text, names, 3);
    clmodp_mpoly *h = mpoly_parse(h_text, names, 3), *d = mpoly_new(3);
    bool found;

    assert_int_equal(clmodp_mpoly_mul(f, f, h), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_mul(g, g, h), CLMODP_OK);
    assert_int_equal(clm_gcd_try_integers(d, &found, f, g), CLMODP_OK);
    if (found != expected || (found ? !clmodp_mpoly_equal(d, h) : clmodp_mpoly_terms(d) > 0))
        fail_msg("gcd of %s and %s times %s", f_text, g_text, h_text);
    DESTROY(d, h, g, f);
}

static void finds_gcds(void **state)
{
    (void)state;
    check("x + 1", "x - 1", "1", true);
    check("x + 1", "x - 1", "x", true);
    check("x + 1", "-x", "3*x^5 - 7", true);
    check("1", "x", "x^7 + x*y^2 - z + 1", true);
    check("x + y", "2*y + z + 5", "x*y - z^2", true);
    check("2^40*x + 1", "2^41*x - 3", "2^42*x^2 - 2^41*x*y + 5", true);
    check("-9223372036854775807*x - y + 2", "x + 9223372036854775807*z", "x - 2*y + 3", true);
    check("-1000*x + 1023", "x - 1023", "1023*x^2 - 1022*x + 1023", true);
    check("-511*x*y - 510", "x + 511*y", "511*x - 510*y + 511", true);
    check("18446744073709551615*x + 1", "x - 18446744073709551616", "x + 1", true);
}

/* Values of cofactors at 2^64 are multiples of 1048573, 2^31 - 1 and 2^45 - 55, those at 2^32
 * multiples of 65537. */
static void values_have_common_factors(void **state)
{
    (void)state;
    check("x + 1048141", "x + 2096714", "1", true);
    check("x + 1048141", "x + 2096714", "5*x^2 - 3*x + 5", true);
    check("x + 2147483643", "x + 4294967290", "100*x^2 - x - 71", true);
    check("x + 35184343252937", "x + 70368715341714", "x^3 - x + 2", true);
    check("x + 65536", "x + 131073", "1", true);
    check("x + 65536", "-x - 131073", "5*x^2 - 3*x + 5", true);
}

/* Values have common factors for all bases, as x is packed as a power of y, and y of z. */
static void packed_cofactors_have_common_factors(void **state)
{
    (void)state;
    check("x + y", "x - 2*y", "1", false);
    check("x + y", "x - 2*y", "x + y + 1", false);
    check("x^2 + 1", "y^2 + 1", "z^2 + 1", false);
    check("x^2 + y*z", "x*z - y^2", "x*y - z", false);
}

static void refuses_long_inputs(void **state)
{
    (void)state;
    check("x + 1", "x - 1", "x^500 + 2", false);
    check("x + 1", "2^40*x - 1", "x^300 + 2", false);
    check("x + 1", "x - 1", "2^9000*x + 1", false);
    check("x + 1", "y - 1", "x*y*z + x^9*y^9*z^9", false);
}

TESTS(cmocka_unit_test(finds_gcds), cmocka_unit_test(values_have_common_factors),
      cmocka_unit_test(packed_cofactors_have_common_factors),
      cmocka_unit_test(refuses_long_inputs));
