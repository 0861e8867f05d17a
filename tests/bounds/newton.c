/* Tests of degrees and valuations from Newton polygons: equalities for generic coefficients, and
 * never worse than weighted degrees. tests/bounds/bounds.c tests them for all shapes. */
#include "bounds/bounds.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "ref/sylvester.h"
#include "support/assertions.h"
#include "support/polynomials.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

static void newton(uint64_t *degree, uint64_t *valuation, bool *zero, bool *attained,
                   const clmodp_zxy *f, const clmodp_zxy *g)
{
    clm_bounds bounds = {.zero = false};
    clm_norms nf, ng;

    OK(clm_norms_create(NULL, &nf, f));
    OK(clm_norms_create(NULL, &ng, g));
    OK(clm_newton_bounds(NULL, &bounds, &nf, &ng, 0));
    *degree = bounds.degree;
    *valuation = bounds.valuation;
    *zero = bounds.zero;
    *attained = bounds.attained;
    clm_norms_destroy(&ng);
    clm_norms_destroy(&nf);
}

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
            bool zero, attained;

            /* Large coefficients at the nonzero terms of the pair. */
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
            newton(&degree, &valuation, &zero, &attained, f, g);
            if (zero ? clmodp_zx_degree(r) >= 0
                     : clmodp_zx_degree(r) != (long)degree || zx_valuation(r) != (long)valuation)
                fail_msg("%s, seed %llu: bounds %llu to %llu, exponents %ld to %ld",
                         pair_shape_name(shapes[k]), (unsigned long long)seed,
                         (unsigned long long)valuation, (unsigned long long)degree,
                         zx_valuation(r), clmodp_zx_degree(r));
            DESTROY(r, g, f);
        }
}

/* Returns the maximum of m i + n j over the terms: m times the degree with weight n / m of y. */
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

/* Newton bounds are at most q alpha(s) + p beta(s) - s p q, for every slope s = n / m. */
static void newton_beats_weights(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;
            uint64_t degree, valuation;
            bool zero, attained;

            random_pair(&f, &g, &random, (pair_shape)shape, 8, 8, 5);
            newton(&degree, &valuation, &zero, &attained, f, g);
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
            DESTROY(g, f);
        }
}

#define NOTHING LONG_MIN

/* Returns the largest sign * (exponent of x) in the coefficient of y^j; NOTHING for 0. */
static long row_weight(const clmodp_zxy *f, long j, long sign)
{
    long most = NOTHING;

    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t at[2];

        (void)clmodp_zxy_term(f, k, &at[0], &at[1]);
        if ((long)at[1] == j && sign * (long)at[0] > most)
            most = sign * (long)at[0];
    }
    return most;
}

/* Returns the largest weight of a perfect matching of the rows and columns of the Sylvester
 * matrix with weights sign * exponent, by dynamic programming over sets of columns. */
static long matching(const clmodp_zxy *f, const clmodp_zxy *g, long sign)
{
    long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g), result;
    size_t sets = (size_t)1 << (p + q);
    long *best = calloc(sets, sizeof *best);

    assert_non_null(best);
    for (size_t set = 1; set < sets; set++) {
        long row = __builtin_popcountll(set) - 1;

        best[set] = NOTHING;
        for (long column = 0; column < p + q; column++) {
            size_t without = set & ~((size_t)1 << column);
            long weight = row < q ? row_weight(f, p - (column - row), sign)
                                  : row_weight(g, q - (column - (row - q)), sign);

            if (without != set && best[without] != NOTHING && weight != NOTHING &&
                best[without] + weight > best[set])
                best[set] = best[without] + weight;
        }
    }
    result = best[sets - 1];
    free(best);
    return result;
}

/* The mixed area equals the degree of the determinant for generic entries of the same degrees, a
 * maximum-weight matching, although entries repeat in the Sylvester matrix. It exceeds neither the
 * bidegree bound nor the total degree bound. */
static void newton_is_the_matching(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;
            uint64_t degree, valuation;
            long p, q, most, least;
            bool zero, attained;

            random_pair(&f, &g, &random, (pair_shape)shape, 4, 6, 3);
            p = clmodp_zxy_degree_y(f);
            q = clmodp_zxy_degree_y(g);
            if (p + q > 10) /* factors have raised the degrees */
                goto next;
            newton(&degree, &valuation, &zero, &attained, f, g);
            most = matching(f, g, 1);
            least = matching(f, g, -1);
            if (zero ? most != NOTHING
                     : (long)degree != most || (long)valuation != -least)
                fail_msg("%s, seed %llu: bounds %llu to %llu, matchings %ld to %ld",
                         pair_shape_name((pair_shape)shape), (unsigned long long)seed,
                         (unsigned long long)valuation, (unsigned long long)degree, -least, most);
            assert_true((long)degree <=
                        q * weighted_degree(f, 0, 1) + p * weighted_degree(g, 0, 1));
            assert_true(zero || (long)degree <= q * weighted_degree(f, 1, 1) +
                                                    p * weighted_degree(g, 1, 1) - p * q);
        next:
            DESTROY(g, f);
        }
}

/* Coefficients 1 and -1 often cancel, but not where bounds are said to be equalities. */
static void newton_is_attained(void **state)
{
    size_t found = 0, missed = 0;

    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= 60; seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;
            clmodp_zx *r;
            uint64_t degree, valuation;
            bool zero, attained, equal;

            random_pair(&f, &g, &random, (pair_shape)shape, 4, 5, 1);
            r = ref_resultant(f, g);
            newton(&degree, &valuation, &zero, &attained, f, g);
            equal = clmodp_zx_degree(r) == (long)degree && zx_valuation(r) == (long)valuation;
            if (attained && (zero || !equal))
                fail_msg("%s, seed %llu: bounds %llu to %llu, exponents %ld to %ld",
                         pair_shape_name((pair_shape)shape), (unsigned long long)seed,
                         (unsigned long long)valuation, (unsigned long long)degree,
                         zx_valuation(r), clmodp_zx_degree(r));
            found += attained;
            missed += !attained && !equal;
            clmodp_zx_destroy(r);
            clmodp_zxy_destroy(g);
            clmodp_zxy_destroy(f);
        }
    assert_true(found > 0 && missed > 0);
}

TESTS(
    cmocka_unit_test(newton_is_sharp),
    cmocka_unit_test(newton_is_attained),
    cmocka_unit_test(newton_beats_weights),
    cmocka_unit_test(newton_is_the_matching));
