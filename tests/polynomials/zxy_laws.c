/* Tests of random expressions against their values, computed along with the text by rational
 * arithmetic; and of random polynomials written and read back. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "support/assertions.h"
#include "support/expressions.h"
#include "support/small.h"

/* Sets value to f at the point, divided by d. */
static void evaluate(mpq_t value, const clmodp_zxy *f, const mpz_t d, mpq_t point[2])
{
    mpq_t term, factor;
    size_t e[2];

    mpq_init(term);
    mpq_init(factor);
    mpq_set_ui(value, 0, 1);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        mpq_set_z(term, clmodp_zxy_term(f, k, &e[0], &e[1]));
        for (int v = 0; v < 2; v++) {
            mpz_pow_ui(mpq_numref(factor), mpq_numref(point[v]), e[v]);
            mpz_pow_ui(mpq_denref(factor), mpq_denref(point[v]), e[v]);
            mpq_mul(term, term, factor);
        }
        mpq_add(value, value, term);
    }
    mpq_set_z(factor, d);
    mpq_div(value, value, factor);
    mpq_clear(factor);
    mpq_clear(term);
}

/* Checks that the denominator is the least one. */
static void check_least(const clmodp_zxy *f, const mpz_t d)
{
    mpz_t common;
    size_t i, j;

    mpz_init_set(common, d);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++)
        mpz_gcd(common, common, clmodp_zxy_term(f, k, &i, &j));
    assert_int_equal(mpz_cmp_ui(common, 1), 0);
    mpz_clear(common);
}

/* Checks that writing and reading f gives f again. */
static void check_round_trip(const clmodp_zxy *f)
{
    clmodp_zxy *again;
    char *text;

    assert_int_equal(clmodp_zxy_create(&again), CLMODP_OK);
    assert_int_equal(clmodp_zxy_to_text(&text, f, NULL, NULL), CLMODP_OK);
    assert_int_equal(clmodp_zxy_from_text(again, NULL, text, strlen(text), "x", "y", NULL, NULL),
                     CLMODP_OK);
    assert_true(clmodp_zxy_equal(f, again));
    free(text);
    clmodp_zxy_destroy(again);
}

/* Checks that the expression has this value. */
static void check_value(expression *a, uint64_t seed, mpq_t value)
{
    clmodp_zxy *f;
    clmodp_text_error error = {0};
    mpq_t found;
    mpz_t d;

    mpq_init(found);
    mpz_init(d);
    assert_int_equal(clmodp_zxy_create(&f), CLMODP_OK);
    if (clmodp_zxy_from_text(f, d, a->text, a->length, "x", "y", NULL, &error) != CLMODP_OK)
        fail_msg("seed %d: %s at %zu:%zu: %s", (int)seed, a->text, error.line,
                 error.column, error.message);
    evaluate(found, f, d, a->point);
    if (!mpq_equal(found, value))
        fail_msg("seed %d: wrong value of %.2000s", (int)seed, a->text);
    check_least(f, d);
    check_round_trip(f);
    mpz_clear(d);
    mpq_clear(found);
    expression_stop(a);
    clmodp_zxy_destroy(f);
}

/* Returns the step from case to case. */
static uint64_t stride(void)
{
    return small_tests() ? 19 : 1;
}

/* Shapes of the factors below. */
typedef struct shape {
    uint64_t terms, bits, x, y; /* maxima; exponents are below x and y */
    uint64_t step;              /* all exponents are multiples of it */
    uint64_t homogeneous;       /* degree, or 0 */
    uint64_t denominators;      /* below this; 0: none */
} shape;

/* Writes "(", a sum of the shape, and ")". */
static void write_shape(expression *a, mpq_t value, const shape *s)
{
    mpq_t term, number;

    mpq_init(term);
    mpq_init(number);
    mpq_set_ui(value, 0, 1);
    expression_put(a, "(0");
    for (uint64_t k = expression_below(a, s->terms) + 1; k > 0; k--) {
        uint64_t i = expression_below(a, s->x) * s->step;
        uint64_t j = s->homogeneous > 0 ? s->homogeneous - i : expression_below(a, s->y) * s->step;
        bool minus = expression_below(a, 2) == 0;

        expression_put(a, minus ? "-" : "+");
        expression_integer(a, term, s->bits, false);
        if (s->denominators > 0) {
            mpq_set_ui(number, expression_below(a, s->denominators) + 1, 1);
            expression_put(a, "/%d", (int)mpz_get_ui(mpq_numref(number)));
            mpq_div(term, term, number);
        }
        expression_put(a, "*x^%d*y^%d", (int)i, (int)j);
        expression_power(number, a->point[0], i);
        mpq_mul(term, term, number);
        expression_power(number, a->point[1], j);
        mpq_mul(term, term, number);
        if (minus)
            mpq_neg(term, term);
        mpq_add(value, value, term);
    }
    expression_put(a, ")");
    mpq_clear(number);
    mpq_clear(term);
}

static const shape shapes[] = {
    {4, 10, 5, 5, 1, 0, 0},       /* small */
    {200, 64, 12, 12, 1, 0, 0},   /* dense */
    {200, 3, 12, 12, 1, 0, 0},
    {60, 500, 50, 1, 1, 0, 0},    /* in x only */
    {60, 200, 1, 50, 1, 0, 0},    /* in y only */
    {30, 64, 20, 20, 6, 0, 0},    /* sparse on a grid */
    {30, 200, 40, 40, 1, 0, 0},   /* sparse */
    {40, 100, 30, 1, 1, 29, 0},   /* homogeneous */
    {40, 100, 15, 1, 2, 31, 0},
    {50, 60, 8, 8, 1, 0, 30},     /* fractions */
    {2, 300, 9, 9, 3, 0, 7},      /* binomials */
    {3, 64, 3, 3, 1, 0, 0},
};

#define SHAPES (sizeof shapes / sizeof *shapes)

typedef void (*writer)(expression *a, mpq_t value, uint64_t seed);

static void check_all(writer write, uint64_t seeds)
{
    for (uint64_t seed = 0; seed < seeds; seed += stride()) {
        expression a;
        mpq_t value;

        expression_start(&a, seed);
        mpq_init(value);
        write(&a, value, seed);
        check_value(&a, seed, value);
        mpq_clear(value);
    }
}

static void write_any(expression *a, mpq_t value, uint64_t seed)
{
    mpq_t right;

    mpq_init(right);
    expression_sum(a, value, 2);
    if (seed % 8 == 0) {
        expression_put(a, "=");
        expression_sum(a, right, 2);
        mpq_sub(value, value, right);
    }
    mpq_clear(right);
}

static void write_shapes_product(expression *a, mpq_t value, uint64_t seed)
{
    mpq_t factor;

    mpq_init(factor);
    write_shape(a, value, &shapes[seed % SHAPES]);
    expression_put(a, "*");
    write_shape(a, factor, &shapes[seed / SHAPES % SHAPES]);
    mpq_mul(value, value, factor);
    mpq_clear(factor);
}

static void write_shapes_power(expression *a, mpq_t value, uint64_t seed)
{
    write_shape(a, value, &shapes[seed % SHAPES]);
    expression_exponent(a, value, seed % SHAPES == SHAPES - 1 ? 30 : 6);
}

static void random_expressions_have_their_values(void **state)
{
    (void)state;
    check_all(write_any, 1000);
}

static void products_of_all_shapes_have_their_values(void **state)
{
    (void)state;
    check_all(write_shapes_product, 4 * SHAPES * SHAPES);
}

static void powers_of_all_shapes_have_their_values(void **state)
{
    (void)state;
    check_all(write_shapes_power, 10 * SHAPES);
}

TESTS(
    cmocka_unit_test(random_expressions_have_their_values),
    cmocka_unit_test(products_of_all_shapes_have_their_values),
    cmocka_unit_test(powers_of_all_shapes_have_their_values));
