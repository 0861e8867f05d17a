/* clmodp/fpx.h on plain arrays. */
#include "support/fpx.h"

/* x^3 + 2 x + 5 with a leading 0, and x + 3, modulo 7. */
static const uint32_t a_words[] = {5, 2, 0, 1, 0}, b_words[] = {3, 1};
static const clmodp_fpx_words a = {a_words, 5}, b = {b_words, 2}, none = {NULL, 0};

static void test_products(void **state)
{
    static const uint32_t expected[] = {1, 4, 2, 3, 1, 0};
    uint32_t product[6];

    (void)state;
    OK(clmodp_fpx_mul_words(context, product, a, b, 7, NULL));
    assert_memory_equal(product, expected, sizeof expected);
    OK(clmodp_fpx_mul_words(context, NULL, a, none, 7, NULL));
    assert_int_equal(clmodp_fpx_mul_words(context, NULL, a, b, 7, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul_words(context, product, a, b, 5, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul_words(context, product, a, b, 8, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul_words(NULL, product, a, b, 7, NULL), CLMODP_INVALID);
}

/* x^3 + 2 x + 5 = (x^2 - 3 x + 11) (x + 3) - 28 */
static void test_divisions(void **state)
{
    static const uint32_t expected[] = {4, 4, 1, 0, 0};
    uint32_t quotient[5], rest[2];

    (void)state;
    OK(clmodp_fpx_divrem_words(context, quotient, rest, a, b, 7, NULL));
    assert_memory_equal(quotient, expected, sizeof expected);
    assert_int_equal(rest[0] | rest[1], 0);
    OK(clmodp_fpx_divrem_words(context, NULL, rest, a, b, 7, NULL));
    OK(clmodp_fpx_divrem_words(context, quotient, NULL, a, b, 7, NULL));
    assert_int_equal(clmodp_fpx_divrem_words(context, quotient, rest, a, none, 7, NULL),
                     CLMODP_DOMAIN);
}

static void test_common(void **state)
{
    uint32_t g[5], r = 9;
    size_t count = 9;

    (void)state;
    OK(clmodp_fpx_gcd_words(context, g, &count, a, b, 7, NULL));
    assert_int_equal(count, 2);
    assert_memory_equal(g, b_words, sizeof b_words);
    OK(clmodp_fpx_resultant_words(context, &r, a, b, 7, NULL));
    assert_int_equal(r, 0);
    OK(clmodp_fpx_gcd_words(context, g, &count, none, none, 7, NULL));
    assert_int_equal(count, 0);
    assert_int_equal(clmodp_fpx_gcd_words(context, g, NULL, a, b, 7, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_resultant_words(context, NULL, a, b, 7, NULL), CLMODP_INVALID);
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_products),
    cmocka_unit_test(test_divisions),
    cmocka_unit_test(test_common));
