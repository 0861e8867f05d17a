/* Approximates roots by points on circles, and by Aberth's iteration in double precision. Near
 * |z| = 2^(k / 8) coefficient i is scaled by 2^(i k / 8), so that values hardly overflow. Roots of
 * g(x^m) are m-th roots of those of g. */
#include "roots/approximate.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/memory.h"
#include "polynomials/zx.h"
#include "roots/point_sums.h"

CLM_VECTOR_CHOICE(clm_point_functions, clm_point);

#define MOST_ROUNDS 100
/* Exponents of sizes of roots from which squares may overflow. */
#define MOST_LOG 400
#define SCALES 8
/* Gaps between exponents from which a power of z takes less time than Horner's rule. */
#define LEAST_GAP 16
/* A polynomial is evaluated across its gaps if fewer than one in this many coefficients are not 0.
 */
#define LEAST_PART 8
#define TURN 6.283185307179586

/* A vertex of the Newton polygon: the binary logarithm of coefficient i. */
typedef struct vertex {
    double log;
    size_t i;
} vertex;

/* The approximations, and the polynomial. */
typedef struct approximations {
    size_t degree;
    double *fraction;  /* of each coefficient, which is fraction 2^exponent */
    long *exponent;
    double *scaled;    /* the coefficients for |z| near 2^(scale / SCALES), the largest about 1 */
    long scale;        /* LONG_MAX: not scaled yet */
    double part[SCALES]; /* part[k] = 2^(k / SCALES) */
    double *x, *y;     /* the approximations */
    double *log;       /* of their absolute values, at first */
    bool *done;        /* the approximation has not improved in a round */
    bool sparse;       /* most coefficients are 0 */
    const clm_point_functions *on;
} approximations;

static double slope(const vertex *a, const vertex *b)
{
    return (b->log - a->log) / (double)(b->i - a->i);
}

/* Sets the points of an edge of a polygon from `first` on. */
static void set_circle(double *x, double *y, double *log, const vertex *first,
                       const vertex *last, size_t degree)
{
    const size_t roots = last->i - first->i;

    for (size_t j = first->i; j < last->i; j++) {
        const double angle = 0.7 + TURN * ((double)(j - first->i) / (double)roots +
                                           (double)first->i / (double)degree);

        x[j] = cos(angle);
        y[j] = sin(angle);
        log[j] = -slope(first, last);
    }
}

clmodp_status clm_roots_circles(double *x, double *y, double *log, const double *size,
                                size_t degree)
{
    clmodp_status st = CLMODP_OK;
    vertex *hull = NULL;
    size_t count = 0;

    NEW(NULL, hull, degree + 1);
    for (size_t i = 0; i <= degree; i++) {
        const vertex next = {.log = size[i], .i = i};

        if (size[i] == -INFINITY)
            continue;
        while (count > 1 && slope(&hull[count - 2], &hull[count - 1]) <=
                                slope(&hull[count - 1], &next))
            count--;
        hull[count++] = next;
    }
    for (size_t k = 0; k + 1 < count; k++)
        set_circle(x, y, log, &hull[k], &hull[k + 1], degree);
done:
    free(hull);
    return st;
}

/* Returns floor(i scale / SCALES), and sets rest to the remainder. */
static long scaled_exponent(long i, long scale, long *rest)
{
    const long product = i * scale;

    *rest = (product % SCALES + SCALES) % SCALES;
    return (product - *rest) / SCALES;
}

/* Scales the coefficients for |z| near 2^(scale / SCALES). */
static void set_scale(approximations *s, long scale)
{
    long most = LONG_MIN, rest;

    if (s->scale == scale)
        return;
    s->scale = scale;
    for (size_t i = 0; i <= s->degree; i++) {
        const long e = s->exponent[i] + scaled_exponent((long)i, scale, &rest);

        if (s->fraction[i] != 0 && e > most)
            most = e;
    }
    for (size_t i = 0; i <= s->degree; i++) {
        const long e = s->exponent[i] + scaled_exponent((long)i, scale, &rest) - most;

        s->scaled[i] = e < 2 * DBL_MIN_EXP ? 0 : ldexp(s->fraction[i] * s->part[rest], (int)e);
    }
}

/* Multiplies the polynomial by z^gap: its value, its derivative and the sum of its terms. */
static void cross(clm_point_values *s, const double z[2], size_t gap)
{
    double power[2] = {1, 0}, square[2] = {z[0], z[1]}, slope[2]; /* z^(gap - 1) */

    for (size_t rest = gap - 1; rest > 0; rest /= 2) {
        if (rest % 2 != 0)
            clm_multiply_add(power, square, 0, 0);
        clm_multiply_add(square, square, 0, 0);
    }
    slope[0] = power[0] * (double)gap;
    slope[1] = power[1] * (double)gap;
    clm_multiply_add(power, z, 0, 0);
    clm_multiply_add(slope, s->value, 0, 0);
    clm_multiply_add(s->slope, power, slope[0], slope[1]);
    clm_multiply_add(s->value, power, 0, 0);
    s->size *= hypot(power[0], power[1]);
}

/* Evaluates a polynomial with few terms. */
static void evaluate(clm_point_values *values, const double *coeff, size_t degree, double u,
                     double v)
{
    const double z[2] = {u, v}, length = hypot(u, v);
    clm_point_values s = {.value = {coeff[degree], 0}, .size = fabs(coeff[degree])};

    for (size_t i = degree, next; i > 0; i = next) {
        next = i - 1;
        while (next > 0 && coeff[next] == 0)
            next--;
        if (i - next >= LEAST_GAP) {
            cross(&s, z, i - next);
        } else {
            for (size_t k = next; k < i; k++) {
                clm_multiply_add(s.slope, z, s.value[0], s.value[1]);
                clm_multiply_add(s.value, z, 0, 0);
                s.size *= length;
            }
        }
        s.value[0] += coeff[next];
        s.size += fabs(coeff[next]);
    }
    *values = s;
}

/* Replaces z_k by z_k - f / (f' - f sum). Returns whether this may have improved it. */
static bool improve(approximations *s, size_t k)
{
    const double length = sqrt(s->x[k] * s->x[k] + s->y[k] * s->y[k]);
    const double log = log2(length);
    double sum[2], unit, re, im, norm, dx, dy;
    long scale, rest, e;
    clm_point_values f;

    if (!(fabs(log) < MOST_LOG))
        return false;
    scale = lround(SCALES * log);
    set_scale(s, scale);
    e = scaled_exponent(1, -scale, &rest);
    unit = ldexp(s->part[rest], (int)e); /* unit z has an absolute value of about 1 */
    (s->sparse ? evaluate : s->on->evaluate)(&f, s->scaled, s->degree, unit * s->x[k],
                                             unit * s->y[k]);
    if (!(hypot(f.value[0], f.value[1]) > 4 * DBL_EPSILON * f.size))
        return false;
    s->on->inverses(sum, s->x, s->y, s->degree, k);
    sum[0] /= unit;
    sum[1] /= unit;
    re = f.slope[0] - (f.value[0] * sum[0] - f.value[1] * sum[1]);
    im = f.slope[1] - (f.value[0] * sum[1] + f.value[1] * sum[0]);
    norm = (re * re + im * im) * unit;
    dx = (f.value[0] * re + f.value[1] * im) / norm;
    dy = (f.value[1] * re - f.value[0] * im) / norm;
    if (!(fabs(dx) + fabs(dy) < INFINITY))
        return false;
    s->x[k] -= dx;
    s->y[k] -= dy;
    return fabs(dx) + fabs(dy) > 2 * DBL_EPSILON * length;
}

static void iterate(approximations *s, const clm_poller *watch)
{
    size_t left = s->degree;

    for (size_t round = 0; left > 0 && round < MOST_ROUNDS; round++)
        for (size_t k = 0; k < s->degree && !clm_poller_stopped(watch); k++) {
            if (s->done[k] || improve(s, k))
                continue;
            s->done[k] = true;
            left--;
        }
}

void clm_roots_set_point(clm_disc *z, double x, double y, double log)
{
    const double whole = floor(log), length = exp2(log - whole);

    clm_disc_set_double(z, length * x, length * y);
    z->e += (long)whole;
}

/* Sets z to the m-th roots of a point (x + y i) 2^log. */
static void set_roots(clm_disc *z, size_t m, double x, double y, double log)
{
    const double angle = atan2(y, x), length = pow(hypot(x, y), 1 / (double)m);

    for (size_t t = 0; t < m; t++) {
        const double part = (angle + TURN * (double)t) / (double)m;

        clm_roots_set_point(&z[t], length * cos(part), length * sin(part), log / (double)m);
    }
}

/* Improves the points if their sizes are in range, and returns their m-th roots. */
static void finish(approximations *s, clm_disc *z, size_t m, const clm_poller *watch)
{
    bool in_range = true;

    for (size_t k = 0; k < s->degree; k++)
        in_range = in_range && fabs(s->log[k]) < MOST_LOG;
    for (size_t k = 0; k < s->degree && in_range; k++) {
        s->x[k] *= exp2(s->log[k]);
        s->y[k] *= exp2(s->log[k]);
    }
    if (in_range)
        iterate(s, watch);
    for (size_t k = 0; k < s->degree; k++)
        set_roots(&z[k * m], m, s->x[k], s->y[k], in_range ? 0 : s->log[k]);
}

clmodp_status clm_roots_approximate(clm_disc *z, const clmodp_zx *f, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = clm_zx_deflation(f, 0), n = (size_t)clmodp_zx_degree(f) / m;
    approximations s = {.degree = n, .scale = LONG_MAX,
                        .on = clm_point(clm_vector_level_best())};
    size_t terms = 0;

    NEW(NULL, s.fraction, n + 1);
    NEW(NULL, s.exponent, n + 1);
    NEW(NULL, s.scaled, n + CLM_POINT_LANES);
    NEW(NULL, s.x, n);
    NEW(NULL, s.y, n);
    NEW(NULL, s.log, n);
    NEW(NULL, s.done, n);
    for (size_t i = 0; i <= n; i++) {
        s.fraction[i] = mpz_get_d_2exp(&s.exponent[i], clmodp_zx_coeff(f, i * m));
        s.scaled[i] = log2(fabs(s.fraction[i])) + (double)s.exponent[i];
        terms += s.fraction[i] != 0;
    }
    s.sparse = terms * LEAST_PART <= n;
    for (int k = 0; k < SCALES; k++)
        s.part[k] = exp2((double)k / SCALES);
    TRY(clm_roots_circles(s.x, s.y, s.log, s.scaled, n));
    finish(&s, z, m, watch);
done:
    free(s.done);
    free(s.log);
    free(s.y);
    free(s.x);
    free(s.scaled);
    free(s.exponent);
    free(s.fraction);
    return st;
}
