/* Degrees and valuations from Newton polygons: equalities for generic coefficients, and never
 * worse than weighted degrees. tests/bounds.c has them against all shapes. */
#include "resultant/newton.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ref/sylvester.h"
#include "support/polynomials.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* With generic coefficients the Newton bounds are equalities. */
static void newton_is_sharp(void **state)
{
    static const pair_shape shapes[] = {PAIR_DENSE, PAIR_TRIANGLE, PAIR_NEWTON, PAIR_EVEN};

    (void)state;
    for (size_t k = 0; k < 4; k++)
        for (uint64_t seed = 1; seed <= 60; seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g, *h;
            clmodp_zx *r;
            uint64_t degree, valuation;
            bool zero;

            /* Large coefficients in the places where the pair has some. */
            random_pair(&f, &g, &random, shapes[k], 5, 6, 3);
            for (size_t which = 0; which < 2; which++) {
                h = which == 0 ? f : g;
                for (size_t t = 0; t < clmodp_zxy_terms(h); t++) {
                    size_t i, j;

                    (void)clmodp_zxy_term(h, t, &i, &j);
                    OK(clmodp_zxy_set_coeff_si(h, 1 + (long)(clm_random_next(&random) >> 4), i,
                                               j));
                }
            }
            r = ref_resultant(f, g);
            OK(clm_newton_bounds(NULL, &degree, &valuation, &zero, f, g));
            if (zero ? clmodp_zx_degree(r) >= 0
                     : clmodp_zx_degree(r) != (long)degree || zx_valuation(r) != (long)valuation)
                fail_msg("%s, seed %llu: bounds %llu to %llu, exponents %ld to %ld",
                         pair_shape_name(shapes[k]), (unsigned long long)seed,
                         (unsigned long long)valuation, (unsigned long long)degree,
                         zx_valuation(r), clmodp_zx_degree(r));
            clmodp_zx_destroy(r);
            clmodp_zxy_destroy(g);
            clmodp_zxy_destroy(f);
        }
}

/* max over the terms of n i + m j: the degree with weights n / m of y and 1 of x, times m */
static long weighted_degree(const clmodp_zxy *f, long n, long m)
{
    long most = LONG_MIN;

    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        long here;

        (void)clmodp_zxy_term(f, k, &i, &j);
        here = m * (long)i + n * (long)j;
        most = here > most ? here : most;
    }
    return most;
}

/* Never above q alpha(s) + p beta(s) - s p q, for any slope s = n / m. */
static void newton_beats_weights(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;
            uint64_t degree, valuation;
            bool zero;

            random_pair(&f, &g, &random, (pair_shape)shape, 8, 8, 5);
            OK(clm_newton_bounds(NULL, &degree, &valuation, &zero, f, g));
            for (long m = 1; m <= 4; m++)
                for (long n = -20; n <= 20; n++) {
                    long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);
                    long bound = q * weighted_degree(f, n, m) + p * weighted_degree(g, n, m) -
                                 n * p * q;

                    if (!zero && m * (long)degree > bound)
                        fail_msg("%s, seed %llu: slope %ld/%ld gives %ld/%ld, below %llu",
                                 pair_shape_name((pair_shape)shape), (unsigned long long)seed, n,
                                 m, bound, m, (unsigned long long)degree);
                }
            clmodp_zxy_destroy(g);
            clmodp_zxy_destroy(f);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_is_sharp),
        cmocka_unit_test(newton_beats_weights),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
