/* Tests that bounds on resultants are never below the actual values, and reports their excess. */
#include "bounds/bounds.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/circle.h"
#include "bounds/height.h"
#include "polynomials/zxy.h"
#include "ref/sylvester.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

/* The pair under test, for messages. */
typedef struct subject {
    const char *name;
    uint64_t seed;
    const clmodp_zxy *f, *g;
    const clmodp_zx *r;
    clm_norms nf, ng;
} subject;

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* The error of the actual height as a double is at most 2^-40. */
static void check_height(const subject *s, const char *bound, int64_t weight, double bits)
{
    double truth = zx_height(s->r);

    if (!(truth <= bits + 1e-9))
        fail_msg("%s, seed %llu: %s, weight %lld: %.6f bits, the truth is %.6f", s->name,
                 (unsigned long long)s->seed, bound, (long long)weight, bits, truth);
}

/* Checks L(f)^q M(g)^p, with M(g) by exact Graeffe steps within several budgets. */
static void check_graeffe(const subject *s, const clmodp_zxy *g, const clm_norms *nf,
                          const clm_norms *ng)
{
    for (double budget = 0.0; budget < 1e5; budget = 50.0 * budget + 100.0) {
        clm_graeffe graeffe;
        double bits;

        OK(clm_graeffe_create(NULL, &graeffe, g, ng, 1000 * nf->degree, budget));
        OK(clm_height_by_graeffe(NULL, &bits, nf, ng, &graeffe));
        check_height(s, "graeffe", graeffe.steps, bits);
        clm_graeffe_destroy(&graeffe);
    }
}

/* Checks every bound with this weight. */
static void check_heights(const subject *s, int64_t weight)
{
    double bits;
    size_t d = 1;

    check_height(s, "rows", weight, clm_height_by_rows(&s->nf, &s->ng, weight, 0));
    OK(clm_height_by_columns(NULL, &bits, &s->nf, &s->ng, weight));
    check_height(s, "columns", weight, bits);
    OK(clm_height_by_mahler(NULL, &bits, &s->nf, &s->ng, weight));
    check_height(s, "mahler", weight, bits);

    for (size_t k = 0; k < s->nf.rows; k++)
        while (d <= s->nf.row[k].top - s->nf.row[k].low)
            d *= 2;
    for (size_t k = 0; k < s->ng.rows; k++)
        while (d <= s->ng.row[k].top - s->ng.row[k].low)
            d *= 2;
    for (size_t samples = d < 2 ? 2 : d; samples <= 8 * d; samples *= 2) {
        OK(clm_height_on_circle(NULL, &bits, s->f, &s->nf, s->g, &s->ng, weight, 0, samples));
        check_height(s, "circle", weight, bits);
    }
}

/* Checks all bounds of a pair; returns the excess of the height bound, in bits. */
static double check_pair(const char *name, uint64_t seed, const clmodp_zxy *f,
                         const clmodp_zxy *g, const clmodp_zx *r)
{
    subject s = {.name = name, .seed = seed, .f = f, .g = g, .r = r};
    clm_bounds bounds;
    int64_t weight;
    long degree = clmodp_zx_degree(r);

    OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
    if (bounds.zero) {
        if (degree >= 0)
            fail_msg("%s, seed %llu: not zero", name, (unsigned long long)seed);
        return 0.0;
    }
    if (degree > (long)bounds.degree || (degree >= 0 && zx_valuation(r) < (long)bounds.valuation))
        fail_msg("%s, seed %llu: exponents %ld to %ld, bounds %llu to %llu", name,
                 (unsigned long long)seed, zx_valuation(r), degree,
                 (unsigned long long)bounds.valuation, (unsigned long long)bounds.degree);
    if (zx_height_bits(r) > bounds.height_bits)
        fail_msg("%s, seed %llu: %zu bits, bound %llu by %s", name, (unsigned long long)seed,
                 zx_height_bits(r), (unsigned long long)bounds.height_bits, bounds.height_name);

    OK(clm_norms_create(NULL, &s.nf, f));
    OK(clm_norms_create(NULL, &s.ng, g));
    weight = clm_height_weight(&s.nf, &s.ng);
    check_graeffe(&s, g, &s.nf, &s.ng);
    check_graeffe(&s, f, &s.ng, &s.nf);
    check_heights(&s, 0);
    check_heights(&s, weight);
    check_heights(&s, (int64_t)(seed % 200) - 100);
    clm_norms_destroy(&s.nf);
    clm_norms_destroy(&s.ng);
    return degree < 0 ? 0.0 : (double)bounds.height_bits - (double)zx_height_bits(r);
}

static void random_pairs(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++) {
        double loose = 0.0, bits = 0.0;

        for (uint64_t seed = 1; seed <= random_cases(60); seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;
            clmodp_zx *r;

            random_pair(&f, &g, &random, (pair_shape)shape, 5, 5, seed % 3 == 0 ? 100 : 8);
            r = ref_resultant(f, g);
            loose += check_pair(pair_shape_name((pair_shape)shape), seed, f, g, r);
            bits += (double)zx_height_bits(r);
            DESTROY(r, g, f);
        }
        print_message("# height of %s: %.1f %% above the truth\n",
                      pair_shape_name((pair_shape)shape), bits > 0.0 ? 100.0 * loose / bits : 0.0);
    }
}

static void check_known(known_pair pair)
{
    (void)check_pair(pair.name, 1, pair.f, pair.g, pair.resultant);
    known_pair_clear(&pair);
}

static void closed_forms(void **state)
{
    clm_random random = {7};
    clmodp_zx *a = zx_linear(3, 1000), *b = zx_linear(-1000, 5);

    (void)state;
    for (size_t m = 1; m <= 12; m += 3)
        for (size_t n = 2; n <= 14; n += 3)
            if (m % 2 + n % 2 > 0 && m % 3 + n % 3 > 0 && m % 5 + n % 5 > 0 && m % 7 + n % 7 > 0)
                check_known(known_chebyshev(m, n, 12345, -77));
    for (size_t p = 1; p <= 9; p += 2)
        for (size_t dx = 0; dx <= 3; dx++) {
            check_known(known_linear_factors(&random, p, 6, dx, 40, 1));
            check_known(known_linear_factors(&random, p, 5, dx, 3, 0));
            check_known(known_composed_sum(&random, p, 8));
        }
    for (size_t k = 1; k < 12; k++)
        check_known(known_trinomial(12, k, a, b));
    check_known(known_modular_2());
    DESTROY(a, b);
}

/* Returns (y^n - 1) / (y - 1) with x^k in place of the constant term. */
static clmodp_zxy *cyclotomic(size_t n, size_t k)
{
    clmodp_zxy *f = zxy_new();

    for (size_t j = 0; j < n; j++)
        OK(clmodp_zxy_set_coeff_si(f, 1, j == 0 ? k : 0, j));
    return f;
}

/* Checks f and g, releases them, and reports the excess of the bound. */
static void check_structured(const char *name, clmodp_zxy *f, clmodp_zxy *g)
{
    clmodp_zx *r = ref_resultant(f, g);
    double loose = check_pair(name, 1, f, g, r);
    clm_bounds bounds;

    (void)check_pair(name, 2, g, f, r); /* up to its sign */
    OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
    print_message("# %s: %.0f bits above %zu, by %s\n", name, loose, zx_height_bits(r),
                  bounds.height_name);
    DESTROY(r, g, f);
}

static void structured_pairs(void **state)
{
    static const size_t degrees[][2] = {{2, 3}, {12, 2}, {3, 20}, {16, 8}, {30, 1}};
    const long huge = 1L << 62;

    (void)state;
    for (size_t n = 0; n < sizeof degrees / sizeof *degrees; n++) {
        size_t p = degrees[n][0], q = degrees[n][1];

        check_structured("binomials", zxy_trinomial(1, p, 0, 0, 1, 1),
                         zxy_trinomial(1, q, 0, 0, -1, 1));
        check_structured("unequal binomials", zxy_trinomial(7, p, 0, 0, 1, 2),
                         zxy_trinomial(1, q, 0, 0, 1000, 3));
        check_structured("huge and small", zxy_trinomial(huge, p, 0, 0, 1, 2),
                         zxy_trinomial(1, q, 0, 0, -huge, 3));
        check_structured("huge inside", zxy_trinomial(1, p, huge, p / 2, 1, 1),
                         zxy_trinomial(-1, q, huge, q / 2, 1, 2));
        check_structured("trinomials", zxy_trinomial(1, p, -3, p / 2, 2, 1),
                         zxy_trinomial(2, q, 1, q / 2, 5, 2));
        check_structured("cyclotomic", cyclotomic(p + 1, 1), cyclotomic(q + 1, 2));
        check_structured("cyclotomic and binomial", cyclotomic(p + 1, 0),
                         zxy_trinomial(1, q, 0, 0, -1, 1));
        check_structured("free of x", cyclotomic(p + 1, 0), zxy_trinomial(3, q, 0, 0, 5, 0));
    }
    for (size_t k = 4; k <= 5; k++) {
        known_pair pair = known_rose(k);

        check_structured(pair.name, zxy_copy(pair.f), zxy_copy(pair.g));
        known_pair_clear(&pair);
    }
}

/* f = 1000 (1 + x) + y, g = y^24 + 1: the 2-norms of all coefficients would give
 * (2 * 10^6 + 1)^12 * 2^(1/2) < 2^251.8, but the height is 2^260.5. */
static void two_norms_are_no_bound(void **state)
{
    clmodp_zx *low = zx_linear(1000, 1000), *one = zx_constant(1);
    clmodp_zxy *f = zxy_binomial(low, one, 1), *g = zxy_binomial(one, one, 24);
    clmodp_zx *r = ref_resultant(f, g);
    clm_bounds bounds;

    (void)state;
    assert_true(zx_height(r) > 260.4 && zx_height(r) < 260.6);
    assert_true(12 * log2(2e6 + 1.0) + 0.5 < 251.8);
    (void)check_pair("1000 (1 + x) + y, y^24 + 1", 1, f, g, r);
    OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
    assert_int_equal(bounds.degree, 24);
    assert_true(bounds.height_bits <= 262);
    DESTROY(r, g, f, one, low);
}

static clmodp_zxy *dense(clm_random *random, size_t dy, size_t dx, size_t bits)
{
    clmodp_zxy *f = zxy_new();
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= dy; j++)
        for (size_t i = 0; i <= dx; i++) {
            random_integer(c, random, bits);
            OK(clmodp_zxy_set_coeff(f, c, i, j));
        }
    mpz_clear(c);
    return f;
}

/* Returns row j of a polynomial's 1-norms, 0 if there is none. */
static double row_norm(const clm_norms *f, long j)
{
    for (size_t k = 0; k < f->rows; k++)
        if ((long)f->row[k].j == j)
            return ldexp(f->row[k].norm.m, (int)f->row[k].norm.e);
    return 0.0;
}

/* The bound by columns agrees with its definition. */
static void columns_as_defined(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= random_cases(20); seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;
            clm_norms nf, ng;
            double bits, expected = 0.0;
            long p, q;

            random_pair(&f, &g, &random, (pair_shape)shape, 7, 3, 10);
            OK(clm_norms_create(NULL, &nf, f));
            OK(clm_norms_create(NULL, &ng, g));
            p = (long)nf.degree;
            q = (long)ng.degree;
            for (long c = 0; c < p + q; c++) {
                double squares = 0.0;

                for (long i = 0; i < q; i++)
                    squares += pow(row_norm(&nf, c - i), 2);
                for (long i = 0; i < p; i++)
                    squares += pow(row_norm(&ng, c - i), 2);
                expected += 0.5 * log2(squares);
            }
            OK(clm_height_by_columns(NULL, &bits, &nf, &ng, 0));
            expected = fmax(expected, 0.0); /* a column of zeros */
            if (!(fabs(bits - expected) < 1e-8))
                fail_msg("%s, seed %llu: %.9f, not %.9f", pair_shape_name((pair_shape)shape),
                         (unsigned long long)seed, bits, expected);
            clm_norms_destroy(&nf);
            clm_norms_destroy(&ng);
            DESTROY(g, f);
        }
}

/* Known figures of a typical case of the benchmarks, without a reference. */
static void dense_figures(void **state)
{
    clm_random random = {1};
    clmodp_zxy *f = dense(&random, 60, 20, 200), *g = dense(&random, 75, 23, 200);
    clm_bounds bounds;

    (void)state;
    OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
    print_message("# 60/75, 20/23, 200 bits: degree %llu, %llu bits by %s\n",
                  (unsigned long long)bounds.degree, (unsigned long long)bounds.height_bits,
                  bounds.height_name);
    assert_int_equal(bounds.degree, 2880);
    assert_int_equal(bounds.valuation, 0);
    assert_true(bounds.height_bits <= 27600);
    DESTROY(g, f);
}

/* Fewer samples of few long rows, as of two variables in one, lose less than they cost; of very
 * few, even the least are too many. */
static void long_rows(void **state)
{
    (void)state;
    for (size_t degree = 2; degree <= 12; degree += 10) {
        clm_random random = {2};
        clmodp_zxy *f = dense(&random, degree, 12, 16), *g = dense(&random, degree, 12, 16);
        clm_norms nf, ng;
        clm_bounds bounds;
        double bits;

        for (size_t k = 0; k < f->length; k++)
            f->term[k].i *= 500;
        for (size_t k = 0; k < g->length; k++)
            g->term[k].i = g->term[k].i * 499 + 1;
        OK(clm_norms_create(NULL, &nf, f));
        OK(clm_norms_create(NULL, &ng, g));
        OK(clm_height_on_circle(NULL, &bits, f, &nf, g, &ng, 0, 0, 1 << 17));
        OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
        assert_int_equal(strcmp(bounds.height_name, "circle") == 0, degree == 12);
        assert_in_range(bounds.height_bits, (uint64_t)bits,
                        (uint64_t)((degree == 12 ? 1.05 : 1.25) * bits));
        clm_norms_destroy(&nf);
        clm_norms_destroy(&ng);
        DESTROY(g, f);
    }
}

/* Coefficients of a million bits, exponents at the limit, and invalid inputs. */
static void extremes(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new(), *zero = zxy_new();
    clm_bounds bounds;
    clm_error error = {CLMODP_OK, ""};
    size_t far = ((size_t)1 << 31) - 1;
    mpz_t c;

    (void)state;
    mpz_init(c);

    /* f = 2^1000000 y - 1, g = y - x: R = 1 * ... = det ((2^n, -1), (1, -x)) */
    mpz_setbit(c, 1000000);
    OK(clmodp_zxy_set_coeff(f, c, 0, 1));
    OK(clmodp_zxy_set_coeff_si(f, -1, 0, 0));
    OK(clmodp_zxy_set_coeff_si(g, 1, 0, 1));
    OK(clmodp_zxy_set_coeff_si(g, -1, 1, 0));
    OK(clm_bounds_compute(&error, &bounds, f, g, NULL));
    assert_int_equal(bounds.degree, 1);
    assert_int_equal(bounds.valuation, 0);
    assert_true(bounds.height_bits >= 1000001 && bounds.height_bits <= 1000002);

    /* y^far x^far, and 1 + x y^far: only the corners of the polygons matter. */
    OK(clmodp_zxy_set_coeff_si(g, 1, far, far));
    OK(clmodp_zxy_set_coeff_si(f, 1, 1, far));
    OK(clm_bounds_compute(&error, &bounds, f, g, NULL));
    assert_true(bounds.degree >= far * far);
    assert_false(bounds.zero);

    assert_int_equal(clm_bounds_compute(&error, &bounds, zero, g, NULL), CLMODP_INVALID);
    assert_int_equal(clm_bounds_compute(&error, &bounds, g, zero, NULL), CLMODP_INVALID);
    mpz_clear(c);
    DESTROY(zero, g, f);
}

TESTS(
    cmocka_unit_test(random_pairs),
    cmocka_unit_test(closed_forms),
    cmocka_unit_test(structured_pairs),
    cmocka_unit_test(columns_as_defined),
    cmocka_unit_test(two_norms_are_no_bound),
    cmocka_unit_test(dense_figures),
    cmocka_unit_test(long_rows),
    cmocka_unit_test(extremes));
