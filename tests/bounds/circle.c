/* Tests of height bounds from the unit circle against their definition; tests/bounds/bounds.c
 * tests them for all shapes. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/random.h"
#include "bounds/circle.h"
#include "bounds/height.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)
#define PI 3.14159265358979323846

/* Returns |r(x)|^2 for x = e^{2 pi i k / K}, by definition; r is a weighted row of f / 2^scale. */
static double row_square(const clmodp_zxy *f, const clm_norm *row, int64_t weight, int64_t scale,
                         size_t k, size_t samples)
{
    const double w = (double)(weight * (int64_t)row->j) / CLM_WEIGHT_UNIT;
    double re = 0.0, im = 0.0;

    for (size_t n = row->first; n < row->first + row->terms; n++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, n, &i, &j);
        const double angle = 2.0 * PI * (double)(i * k % samples) / (double)samples;
        signed long e;
        const double m = mpz_get_d_2exp(&e, c), whole = floor(w);
        const double size = ldexp(m * exp2(w - whole), (int)(e + (int64_t)whole - scale));

        re += size * cos(angle);
        im += size * sin(angle);
    }
    return re * re + im * im;
}

/* Checks sums of rows' squares for all numbers of rows and degrees. */
static void check_samples(const char *name, uint64_t seed, const clmodp_zxy *f, int64_t weight)
{
    clm_norms norms;
    clm_samples s;
    size_t samples = 2;

    OK(clm_norms_create(NULL, &norms, f));
    while (samples <= clm_samples_widest(&norms))
        samples *= 2;
    samples <<= seed % 3;
    OK(clm_samples_create(NULL, &s, f, &norms, weight, samples));
    assert_int_equal(s.count, samples / 2 + 1);
    for (size_t k = 0; k < s.count; k++) {
        double sum = 0.0;

        for (size_t n = 0; n <= norms.rows; n++) {
            const double got = sqrt(s.sum[n * s.count + k]);
            const double margin = ldexp((double)norms.rows + 64.0, -50) * got + s.error;

            if (!(fabs(got - sqrt(sum)) <= margin))
                fail_msg("%s, seed %llu, weight %lld, %zu samples: %zu rows are %.17g at %zu, not "
                         "%.17g", name, (unsigned long long)seed, (long long)weight, samples, n,
                         got, k, sqrt(sum));
            if (n < norms.rows)
                sum += row_square(f, &norms.row[n], weight, s.scale, k, samples);
        }
    }
    clm_samples_destroy(&s);
    clm_norms_destroy(&norms);
}

static void samples_as_defined(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= random_cases(30); seed++) {
            clm_random random = {seed};
            const char *name = pair_shape_name((pair_shape)shape);
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, 1 + seed, 1 + seed % 11, 40);
            check_samples(name, seed, f, 0);
            check_samples(name, seed, g, (int64_t)(seed % 60) - 30);
            DESTROY(g, f);
        }
}

/* Returns the sum over rows c, c - 1, ... c - width + 1; square[j] belongs to row j. */
static double window(const double *square, size_t degree, size_t c, size_t width)
{
    double sum = 0.0;

    for (size_t i = 0; i < width && i <= c; i++)
        sum += c - i <= degree ? square[c - i] : 0.0;
    return sum;
}

/* Returns log2 of the bound at a sample, by rows, or by columns with l = 2^n. */
static double bound_at(const double *f, size_t p, const double *g, size_t q, double n)
{
    double rows = 0.5 * ((double)q * log2(window(f, p, p, p + 1)) +
                         (double)p * log2(window(g, q, q, q + 1)));
    double columns = (double)p * n;

    for (size_t c = 0; c < p + q; c++)
        columns += 0.5 * log2(window(f, p, c, q) + window(g, q, c, p) * exp2(-2.0 * n));
    return fmin(rows, columns);
}

enum { SAMPLES = 1 << 11, DEGREE = 7 };

/* Returns log2 of the mean over the samples of the smaller bound, by columns with l = 2^n or by
 * rows; square[2 * k] and [2 * k + 1] belong to rows of f and g. */
static double mean_bound(double (*square)[DEGREE + 1], size_t p, size_t q, double n)
{
    double sum = 0.0;

    for (size_t k = 0; k <= SAMPLES / 2; k++)
        sum += (k % (SAMPLES / 2) == 0 ? 1.0 : 2.0) *
               exp2(bound_at(square[2 * k], p, square[2 * k + 1], q, n));
    return log2(sum / SAMPLES);
}

static void square_rows(double *square, const clmodp_zxy *f, const clm_norms *norms, size_t k)
{
    for (size_t j = 0; j <= DEGREE; j++)
        square[j] = 0.0;
    for (size_t r = 0; r < norms->rows; r++)
        square[norms->row[r].j] = row_square(f, &norms->row[r], 0, 0, k, SAMPLES);
}

/* With many samples the bound is at least the bound with the best l, and little more. */
static void columns_as_defined(void **state)
{
    static double square[2 * (SAMPLES / 2 + 1)][DEGREE + 1];

    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(8); seed++) {
        size_t p = 2 + seed % (DEGREE - 1), q = 2 + (3 * seed) % (DEGREE - 1);
        clmodp_zxy *f = random_dense(3, p, 8, seed), *g = random_dense(2, q, 12, seed + 100);
        clm_norms nf, ng;
        double bits, rows, best = INFINITY;

        OK(clm_norms_create(NULL, &nf, f));
        OK(clm_norms_create(NULL, &ng, g));
        for (size_t k = 0; k <= SAMPLES / 2; k++) {
            square_rows(square[2 * k], f, &nf, k);
            square_rows(square[2 * k + 1], g, &ng, k);
        }
        rows = mean_bound(square, p, q, 1000.0); /* columns give much more */
        for (double n = -12.0; n <= 12.0; n += 0.25)
            best = fmin(best, mean_bound(square, p, q, n));
        OK(clm_height_on_circle(NULL, &bits, f, &nf, g, &ng, 0, 0, SAMPLES));
        if (!(bits >= best && bits < best + 0.1 && best < rows - 0.2))
            fail_msg("seed %llu, degrees %zu and %zu: %.6f bits; by rows %.6f, the best l %.6f",
                     (unsigned long long)seed, p, q, bits, rows, best);
        clm_norms_destroy(&nf);
        clm_norms_destroy(&ng);
        DESTROY(g, f);
    }
}

/* With few samples the bound covers the values between them: it is no less than with very many.
 * High powers make errors visible. */
static void circle_needs_no_luck(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(60); seed++) {
        clm_random random = {seed};
        size_t d = 1 + seed % 7, few = d < 2 ? 2 : d < 4 ? 4 : 8;
        clmodp_zxy *f = zxy_new(), *g = zxy_new();
        clm_norms nf, ng;
        double limit, bits;

        for (size_t i = 0; i <= d; i++)
            OK(clmodp_zxy_set_coeff_si(f, (long)clm_random_below(&random, 3) - 1, i, 0));
        OK(clmodp_zxy_set_coeff_si(f, 1, d, 0));
        OK(clmodp_zxy_set_coeff_si(g, 1, 0, 60)); /* R = f^60 */
        OK(clm_norms_create(NULL, &nf, f));
        OK(clm_norms_create(NULL, &ng, g));
        OK(clm_height_on_circle(NULL, &limit, f, &nf, g, &ng, 0, 0, 1 << 13));
        for (; few <= 256; few *= 2) {
            OK(clm_height_on_circle(NULL, &bits, f, &nf, g, &ng, 0, 0, few));
            if (!(bits >= limit - 0.05))
                fail_msg("seed %llu, %zu samples: %.3f bits, %.3f with 2^13",
                         (unsigned long long)seed, few, bits, limit);
        }
        assert_true(bits < limit + 4.0);
        clm_norms_destroy(&nf);
        clm_norms_destroy(&ng);
        DESTROY(g, f);
    }
}

TESTS(
    cmocka_unit_test(samples_as_defined),
    cmocka_unit_test(columns_as_defined),
    cmocka_unit_test(circle_needs_no_luck));
