/* Sums over approximations and coefficients: compiled for each level of vector instructions. */
#include "roots/point_sums.h"

#include <float.h>
#include <math.h>

#define LANES CLM_POINT_LANES
#include "roots/doubles.h"

static void inverses(double sum[2], const double *x, const double *y, size_t count, size_t k)
{
    numbers re_sum = {0}, im_sum = {0};
    size_t j = 0;

    for (; j + LANES <= count; j += LANES) {
        numbers re, im, norm, inverse;

        load(&re, x + j);
        load(&im, y + j);
        re = x[k] - re;
        im = y[k] - im;
        norm = re * re + im * im;
        inverse = (numbers)((words)(1 / norm) & (norm > DBL_MIN));
        re_sum += re * inverse;
        im_sum -= im * inverse;
    }
    sum[0] = total(&re_sum);
    sum[1] = total(&im_sum);
    for (; j < count; j++) {
        const double re = x[k] - x[j], im = y[k] - y[j], norm = re * re + im * im;

        sum[0] += norm > DBL_MIN ? re / norm : 0;
        sum[1] -= norm > DBL_MIN ? im / norm : 0;
    }
}

/* Lane r sums coeff[LANES i + r] w^i, its derivative, and the absolute values. */
static void evaluate_lanes(numbers value[2], numbers slope[2], numbers *size, const double *coeff,
                           size_t count, const double w[2])
{
    const words positive = INT64_MAX - (words){0};
    const double length = hypot(w[0], w[1]);

    for (size_t i = count; i-- > 0;) {
        numbers c, next;

        load(&c, coeff + LANES * i);
        next = slope[0] * w[0] - slope[1] * w[1] + value[0];
        slope[1] = slope[0] * w[1] + slope[1] * w[0] + value[1];
        slope[0] = next;
        next = value[0] * w[0] - value[1] * w[1] + c;
        value[1] = value[0] * w[1] + value[1] * w[0];
        value[0] = next;
        *size = *size * length + (numbers)((words)c & positive);
    }
}

static void evaluate(clm_point_values *values, const double *coeff, size_t degree, double u,
                     double v)
{
    const size_t count = (degree + LANES) / LANES;
    const double z[2] = {u, v}, length = hypot(u, v);
    double w[2] = {1, 0}, slope[2] = {0, 0}; /* w = z^LANES; the lanes' derivatives */
    numbers lane[2] = {{0}}, lane_slope[2] = {{0}}, size = {0};
    clm_point_values s = {.size = 0};

    for (size_t i = 0; i < LANES; i++)
        clm_multiply_add(w, z, 0, 0);
    evaluate_lanes(lane, lane_slope, &size, coeff, count, w);
    for (size_t r = LANES; r-- > 0;) {
        clm_multiply_add(s.slope, z, s.value[0], s.value[1]);
        clm_multiply_add(s.value, z, lane[0][r], lane[1][r]);
        clm_multiply_add(slope, z, lane_slope[0][r], lane_slope[1][r]);
        s.size = s.size * length + size[r];
    }
    for (size_t i = 0; i + 1 < LANES; i++) /* f' has z^(LANES - 1) LANES times this slope */
        clm_multiply_add(slope, z, 0, 0);
    s.slope[0] += (double)LANES * slope[0];
    s.slope[1] += (double)LANES * slope[1];
    *values = s;
}

const clm_point_functions VEC_NAME(clm_point) = {inverses, evaluate};
