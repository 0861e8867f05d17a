/* Tests of bounds on subresultants against the minors that define them. */
#include "bounds/bounds.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "bounds/circle.h"
#include "bounds/height.h"
#include "ref/sylvester.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { MOST_DEGREE = 16 };

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* Checks bounds of S_k; *loose: excess in bits and exponents. */
static void check_minors(const char *name, uint64_t seed, const clmodp_zxy *f,
                         const clmodp_zxy *g, size_t index, double loose[3])
{
    clmodp_zx *s[MOST_DEGREE + 1];
    long degree = -1, valuation = LONG_MAX;
    double height = -INFINITY, bits;
    clm_bounds bounds;
    clm_norms nf, ng;

    OK(clm_bounds_subresultant(NULL, &bounds, f, g, index, true, NULL));
    assert_false(bounds.zero);
    OK(clm_norms_create(NULL, &nf, f));
    OK(clm_norms_create(NULL, &ng, g));
    for (size_t k = 0; k <= index; k++) {
        s[k] = ref_subresultant(f, g, (long)index, (long)k);
        if (clmodp_zx_degree(s[k]) < 0)
            continue;
        degree = clmodp_zx_degree(s[k]) > degree ? clmodp_zx_degree(s[k]) : degree;
        valuation = zx_valuation(s[k]) < valuation ? zx_valuation(s[k]) : valuation;
        height = fmax(height, zx_height(s[k]));
    }
    if (degree >= 0 && (degree > (long)bounds.degree || valuation < (long)bounds.valuation))
        fail_msg("%s, seed %llu: exponents %ld to %ld, bounds %llu to %llu", name,
                 (unsigned long long)seed, valuation, degree,
                 (unsigned long long)bounds.valuation, (unsigned long long)bounds.degree);
    if (height > (double)bounds.height_bits)
        fail_msg("%s, seed %llu: %.3f bits, bound %llu by %s", name, (unsigned long long)seed,
                 height, (unsigned long long)bounds.height_bits, bounds.height_name);
    for (int weight = -100; weight <= 100; weight += 20) {
        bits = clm_height_by_rows(&nf, &ng, weight, index);
        if (height > bits + 1e-9)
            fail_msg("%s, seed %llu: %.3f bits, bound %.3f by rows of weight %d", name,
                     (unsigned long long)seed, height, bits, weight);
        OK(clm_height_on_circle(NULL, &bits, f, &nf, g, &ng, weight, index, 64));
        if (height > bits + 1e-9)
            fail_msg("%s, seed %llu: %.3f bits, bound %.3f on the circle with weight %d", name,
                     (unsigned long long)seed, height, bits, weight);
    }
    if (degree >= 0) {
        loose[0] += (double)bounds.degree - (double)degree;
        loose[1] += (double)valuation - (double)bounds.valuation;
        loose[2] += ((double)bounds.height_bits - height) / fmax(height, 1.0);
    }
    clm_norms_destroy(&ng);
    clm_norms_destroy(&nf);
    for (size_t k = 0; k <= index; k++)
        clmodp_zx_destroy(s[k]);
}

static void subresultants(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++) {
        double loose[3] = {0.0, 0.0, 0.0};
        int cases = 0;

        for (uint64_t seed = 1; seed <= random_cases(60); seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, 5, 5, seed % 3 == 0 ? 100 : 8);
            for (long k = 1; k <= clmodp_zxy_degree_y(f) && k <= clmodp_zxy_degree_y(g); k++)
                if (clmodp_zxy_degree_y(f) + clmodp_zxy_degree_y(g) > 2 * k) {
                    check_minors(pair_shape_name((pair_shape)shape), seed, f, g, (size_t)k,
                                 loose);
                    cases++;
                }
            DESTROY(g, f);
        }
        if (cases == 0) /* free of y */
            continue;
        print_message("# S_k of %s: degree %.2f, valuation %.2f, height %.1f %% off the truth\n",
                      pair_shape_name((pair_shape)shape), loose[0] / cases, loose[1] / cases,
                      100.0 * loose[2] / cases);
        if (shape == PAIR_DENSE)
            assert_true(loose[0] / cases < 0.5 && loose[1] / cases < 0.5);
    }
}

/* Bounds on R do not bound S_1: y^3 + 2^90 x^5 y + 1 and y^2, computed by hand; and powers of y
 * in both. */
static void subresultants_beyond_the_resultant(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new();
    double loose[3] = {0.0, 0.0, 0.0};
    clm_bounds bounds;
    mpz_t c;

    (void)state;
    mpz_init_set_ui(c, 1);
    mpz_mul_2exp(c, c, 90);
    OK(clmodp_zxy_set_coeff_si(f, 1, 0, 3));
    OK(clmodp_zxy_set_coeff_si(f, 1, 0, 0));
    OK(clmodp_zxy_set_coeff(f, c, 5, 1));
    OK(clmodp_zxy_set_coeff_si(g, 1, 0, 2));
    OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
    assert_int_equal(bounds.degree, 0);
    check_minors("beyond", 0, f, g, 1, loose);
    assert_true(loose[0] <= 5.0);
    OK(clmodp_zxy_set_coeff_si(f, 0, 0, 0)); /* both have the factor y, R = 0 */
    OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
    assert_true(bounds.zero);
    check_minors("beyond", 1, f, g, 1, loose);
    mpz_clear(c);
    DESTROY(g, f);
}

TESTS(
    cmocka_unit_test(subresultants),
    cmocka_unit_test(subresultants_beyond_the_resultant));
