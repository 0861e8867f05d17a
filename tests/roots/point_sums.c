/* Tests sums over points and coefficients against plain loops, at all levels of vectors. */
#include "roots/point_sums.h"

#include <complex.h>
#include <math.h>

#include "core/random.h"
#include "support/assertions.h"

#define MOST 70

static double draw(clm_random *random)
{
    return (double)clm_random_below(random, 2000001) / 1000000 - 1;
}

static bool is_near(const double part[2], double complex z, double size)
{
    return cabs(part[0] + part[1] * I - z) <= 1e-13 * size;
}

static void check_inverses(const double *x, const double *y, size_t count, size_t k,
                           const clm_point_functions *on, double sum[2])
{
    double complex expected = 0;
    double size = 1;

    on->inverses(sum, x, y, count, k);
    for (size_t j = 0; j < count; j++) {
        const double complex distance = x[k] - x[j] + (y[k] - y[j]) * I;

        if (distance != 0) {
            expected += 1 / distance;
            size += cabs(1 / distance);
        }
    }
    assert_true(is_near(sum, expected, size));
}

static void check_values(const double *coeff, size_t degree, double complex z,
                         const clm_point_functions *on, clm_point_values *values)
{
    double complex value = 0, slope = 0;
    double size = 0;

    on->evaluate(values, coeff, degree, creal(z), cimag(z));
    for (size_t i = degree + 1; i-- > 0;) {
        slope = slope * z + value;
        value = value * z + coeff[i];
        size = size * cabs(z) + fabs(coeff[i]);
    }
    assert_true(is_near(values->value, value, size));
    assert_true(is_near(values->slope, slope, size * (double)(degree + 1) / cabs(z)));
    assert_true(fabs(values->size - size) <= 1e-13 * size);
}

static void sums(void **state)
{
    clm_random random = {1};

    (void)state;
    for (size_t n = 1; n + CLM_POINT_LANES <= MOST; n++) {
        double x[MOST], y[MOST], coeff[MOST] = {0}, sum[CLM_VECTOR_LEVELS][2];
        clm_point_values values[CLM_VECTOR_LEVELS];
        const double complex z = 1.05 * cexp(I * (double)n);

        for (size_t i = 0; i < n; i++) {
            x[i] = i == 7 ? x[0] : draw(&random); /* equals another one */
            y[i] = i == 7 ? y[0] : draw(&random);
            coeff[i] = draw(&random);
        }
        for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++) {
            if (!clm_vector_level_available(level))
                continue;
            check_inverses(x, y, n, n % 3 % n, clm_point(level), sum[level]);
            check_values(coeff, n - 1, z, clm_point(level), &values[level]);
            assert_memory_equal(sum[level], sum[0], sizeof *sum);
            assert_memory_equal(&values[level], &values[0], sizeof *values);
        }
    }
}

TESTS(cmocka_unit_test(sums));
