/* Tests remainder sequences beginning with a long polynomial of few terms against slow arithmetic
 * on all coefficients. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "engines/host/stages.h"
#include "support/assertions.h"
#include "support/minors.h"
#include "support/polynomials.h"
#include "support/small.h"

#define MOST_TERMS 9
#define MOST_DIVISOR 12

static const uint64_t moduli[] = {3, 7, 101, 65537, UINT64_C(4611686018427387847)};
#define MODULI (sizeof moduli / sizeof *moduli)

static uint64_t quotient(uint64_t numerator, uint64_t denominator, const clm_mont64 *f)
{
    assert_int_not_equal(denominator, 0);
    return clm_mont64_from(clm_mont64_mul(numerator, clm_mont64_inv(denominator, f), f), f);
}

/* Returns y^n plus less than MOST_TERMS lower terms, with gaps of all lengths, some equal. */
static clmodp_zxy *draw_long(clm_random *random, size_t n)
{
    const size_t gap = 1 + clm_random_below(random, n / MOST_TERMS);
    clmodp_zxy *f = zxy_new();
    size_t j = n;

    for (size_t k = 0; k < MOST_TERMS; k++) {
        const size_t least = clm_random_below(random, 2) == 0 ? 1 : gap;

        assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 0, j), CLMODP_OK);
        if (j == 0 || clm_random_below(random, 5) == 0)
            break;
        j -= clm_random_below(random, 3) == 0 ? 1 + clm_random_below(random, j)
                                              : (least < j ? least : j);
    }
    return f;
}

/* Returns the layout of a divisor: all of its rows get values, even if these are zero. */
static clmodp_zxy *draw_short(size_t m)
{
    clmodp_zxy *g = zxy_new();

    assert_int_equal(clmodp_zxy_set_coeff_si(g, 1, 0, m), CLMODP_OK);
    return g;
}

/* Draws values of the rows, in Montgomery form, and of all coefficients. */
static void draw_values(uint64_t *values, uint64_t *all, const clm_row_layout *layout,
                        clm_random *random, const clm_mont64 *field)
{
    memset(all, 0, (layout->p + layout->q + 2) * sizeof *all);
    for (size_t k = 0; k < layout->count; k++) {
        const uint64_t value =
            clm_random_below(random, 5) == 0 ? 0 : clm_random_below(random, field->p);

        all[layout->place[k]] = value;
        values[k] = clm_mont64_to(value, field);
    }
}

static void check(const clm_row_layout *layout, uint64_t prime, clm_random *random)
{
    const clm_mont64 field = clm_mont64_of(prime);
    const size_t p = layout->p, q = layout->q, bytes = (p + q + 2) * sizeof(uint64_t);
    const clm_minors minors = random_minors(random, p, q);
    uint64_t *values = malloc(bytes), *work = malloc(bytes), *all = malloc(bytes);
    uint64_t numerators[(MOST_DIVISOR + 1) * (MOST_DIVISOR + 2) / 2];
    uint64_t denominators[MOST_DIVISOR + 1], s[MOST_DIVISOR + 1], *again = malloc(bytes);
    const clm_host_ratios found = {numerators, denominators, 1, 1};

    assert_true(layout->count <= MOST_TERMS + MOST_DIVISOR + 1);
    draw_values(values, all, layout, random, &field);
    clm_host_point(&found, layout, values, work, &field, minors);
    for (size_t n = 0, output = 0; n < minors.count; n++) {
        const size_t k = clm_minors_index(minors, n);

        memcpy(again, all, bytes);
        clm_subresultant_mod64(s, k, again, p, again + p + 1, q, prime);
        for (size_t j = clm_minors_lowest(minors, n); j <= k; j++)
            assert_int_equal(quotient(numerators[output++], denominators[n], &field), s[j]);
    }
    free(again);
    free(all);
    free(work);
    free(values);
}

static void sequences_by_powers(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < random_cases(1500); seed++) {
        clm_random random = {seed};
        const size_t m = 1 + clm_random_below(&random, MOST_DIVISOR);
        const size_t n = 50 * m + 100 + clm_random_below(&random, 400);
        clmodp_zxy *f = draw_long(&random, n), *g = draw_short(m);
        clm_row_layout layout;

        assert_int_equal(clm_row_layout_create(NULL, &layout, seed % 2 == 0 ? f : g,
                                               seed % 2 == 0 ? g : f, true),
                         CLMODP_OK);
        if (layout.by_powers) /* else gaps are too short */
            for (size_t k = 0; k < MODULI; k++)
                check(&layout, moduli[k], &random);
        clm_row_layout_destroy(&layout);
        DESTROY(g, f);
    }
}

/* The predicted number of products matches the steps. */
static void products_are_counted(void **state)
{
    clmodp_zxy *f = zxy_parse("y^60000 + x*y^1234 + 1"), *g = zxy_parse("x*y^3 - y + 2");
    clm_row_layout layout;
    double products = 0.0;

    (void)state;
    assert_int_equal(clm_row_layout_create(NULL, &layout, f, g, true), CLMODP_OK);
    assert_true(layout.by_powers);
    for (size_t k = 0; k < layout.powers.steps; k++) {
        const power_step *step = &layout.powers.step[k];

        products += step->operation == POWER_START    ? 0.0
                    : step->operation == POWER_LOWER  ? 3.0 * step->count
                    : step->operation == POWER_SHIFT  ? 3.0
                                                          : 18.0;
    }
    assert_true(layout.division == layout.powers.products);
    assert_true(fabs(products - layout.division) <= 3.0 * 32.0); /* one shift a digit, at most */
    assert_true(layout.division < 1000.0);
    clm_row_layout_destroy(&layout);
    DESTROY(g, f);
}

TESTS(
    cmocka_unit_test(sequences_by_powers),
    cmocka_unit_test(products_are_counted));
