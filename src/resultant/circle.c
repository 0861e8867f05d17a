/* Height of a resultant from the size of its arguments on the unit circle.
 *
 * For |x| = 1 Hadamard's inequality gives |R(x)| <= F(x)^q G(x)^p with
 * F^2 = sum_j |f_j(x)|^2, G^2 likewise, and a coefficient of R is at most the mean of |R|
 * over the circle. F and G are known at K equispaced x = e^{i t} only; how much may they
 * grow in between?
 *
 * F^2 is a trigonometric polynomial T(t) of degree d = max_j (deg f_j - val f_j) with
 * 0 <= T <= M, M its maximum or more. Write T = M sin^2(u) with 0 <= u <= pi/2. For
 * U = T - M/2 = -(M/2) cos(2u), |U| <= M/2, the inequality of Bernstein and Szego
 * U'^2 + d^2 U^2 <= d^2 (M/2)^2 says |u'| <= d/2 wherever sin(2u) != 0, that is, u is a
 * Lipschitz function of t with constant d/2. A sample is at most pi/K away from its arc's
 * ends, so with D = pi d / (2K):
 *   - at the maximum u = pi/2, and the nearest sample has u >= pi/2 - D:
 *     sqrt(M) <= max_k F_k / cos(D)                                   (K > d: D < pi/2)
 *   - on the arc of sample k, with S >= sqrt(M) and F_k <= S sin(u_k):
 *     F <= S sin(min(pi/2, u_k + D)) = F_k cos(D) + sqrt(S^2 - F_k^2) sin(D), or S.
 * (With T >= 0 the first is sharper than 1/cos(pi d / K) for T [Ehlich, Zeller 1964].)
 *
 * Values come from Fourier transforms of K = 2^t doubles, two rows at a time: for real
 * rows f, f' and Z = transform of f + i f', |Z_k|^2 + |Z_{K-k}|^2 is twice the sum of their
 * squares at sample k. An output is the sum over the inputs of the input times at most t
 * roots of unity; a step multiplies by a root (table error below 2^-47, product 2^-51) and
 * adds (2^-53), so outputs are off by less than t 2^-46 times the inputs' 1-norm, and F, by
 * the triangle inequality, by less than sqrt(2) t 2^-46 times the 2-norm of the rows'
 * 1-norms; conversion to double and weights add 2^-50.
 * Source: [Szego 1928], [Corput, Schaake 1935] for the inequality; products of
 * complex doubles: [Brent, Percival, Zimmermann 2007] */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/size.h"
#include "resultant/height.h"

#define PI 3.14159265358979323846
#define COST_LIMIT 3e7 /* butterflies, some 3 ns each */
#define CHEAP 2e5      /* butterflies that nobody notices */

/* F at the samples of one polynomial. */
typedef struct wave {
    const clm_norms *norms;
    double *size;  /* sums of squares, then F, at the samples k <= K / 2, over 2^scale */
    double error;  /* of F, over 2^scale */
    int64_t scale;
    size_t degree; /* d */
} wave;

/* A transform of K = 2^t complex numbers. */
typedef struct transform {
    size_t samples;
    unsigned t;
    double *root; /* cos, sin of 2 pi k / K for k < K / 2 */
    double *z;    /* real and imaginary parts */
} transform;

static size_t wave_degree(const clm_norms *f)
{
    size_t degree = 0;

    for (size_t k = 0; k < f->rows; k++)
        degree = clm_size_max(degree, f->row[k].top - f->row[k].low);
    return degree;
}

size_t clm_height_samples(const clm_norms *f, const clm_norms *g)
{
    size_t d = clm_size_max(clm_size_max(wave_degree(f), wave_degree(g)), 1);
    double transforms = 0.5 * (double)(f->rows + g->rows) + 1.0;
    size_t samples = 4, best = 0;

    for (double t = 2.0; samples < 64 * d; samples *= 2, t += 1.0) {
        double cost = transforms * 0.5 * (double)samples * t;

        if (samples >= 4 * d && cost <= (samples < 16 * d ? COST_LIMIT : CHEAP))
            best = samples;
    }
    return best;
}

/* s / 2^scale; what is below 2^-1000 adds nothing to an error of 2^-50. */
static double descale(clm_scaled s, int64_t scale)
{
    return s.e - scale > -1000 ? ldexp(s.m, (int)(s.e - scale)) : 0.0;
}

/* Room, and the scale: the largest row has a 1-norm of 1/2 to 1. */
static clmodp_status wave_create(clm_error *error, wave *out, const clm_norms *norms,
                                 int64_t weight, const transform *fft)
{
    clmodp_status st = CLMODP_OK;
    double squares = 0.0;

    out->norms = norms;
    out->degree = wave_degree(norms);
    NEW(error, out->size, fft->samples / 2 + 1);
    out->scale = INT64_MIN;
    for (size_t r = 0; r < norms->rows; r++) {
        int64_t e = clm_norm_weighted(&norms->row[r], weight).e;

        out->scale = e > out->scale ? e : out->scale;
    }
    for (size_t r = 0; r < norms->rows; r++) {
        double norm = descale(clm_norm_weighted(&norms->row[r], weight), out->scale);

        squares += norm * norm;
    }
    out->error = sqrt(squares) * ldexp((double)(fft->t + 1), -45);
done:
    return st;
}

static void transform_destroy(transform *fft)
{
    free(fft->root);
    free(fft->z);
}

static clmodp_status transform_create(clm_error *error, transform *out, size_t samples)
{
    clmodp_status st = CLMODP_OK;

    out->samples = samples;
    for (size_t k = samples; k > 1; k /= 2)
        out->t++;
    NEW(error, out->root, samples);
    NEW(error, out->z, 2 * samples);
    for (size_t k = 0; k < samples / 2; k++) {
        double angle = 2.0 * PI * (double)k / (double)samples;

        out->root[2 * k] = cos(angle);
        out->root[2 * k + 1] = sin(angle);
    }
done:
    return st;
}

/* z_k = sum_i z_i e^{2 pi i k / K}, the outputs in bit-reversed order.
 * Source: decimation in frequency [Gentleman, Sande 1966] */
static void transform_run(const transform *fft)
{
    for (size_t half = fft->samples / 2, step = 1; half > 0; half /= 2, step *= 2)
        for (size_t block = 0; block < fft->samples; block += 2 * half)
            for (size_t k = 0; k < half; k++) {
                double *a = fft->z + 2 * (block + k), *b = a + 2 * half;
                double c = fft->root[2 * k * step], s = fft->root[2 * k * step + 1];
                double re = a[0] - b[0], im = a[1] - b[1];

                a[0] += b[0];
                a[1] += b[1];
                b[0] = re * c - im * s;
                b[1] = re * s + im * c;
            }
}

/* Put row r into the real (part = 0) or imaginary parts (1), less the power of x that
 * divides it: that does not change its size. */
static void load_row(const wave *f, const clmodp_zxy *from, size_t r, int64_t weight,
                     const transform *fft, size_t part)
{
    const clm_norm row = f->norms->row[r];

    for (size_t k = row.first; k < row.first + row.terms; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(from, k, &i, &j);
        clm_norm one = {.j = j, .norm = clm_scaled_from(c)};
        double size = descale(clm_norm_weighted(&one, weight), f->scale);

        fft->z[2 * (i - row.low) + part] = mpz_sgn(c) < 0 ? -size : size;
    }
}

/* The position of output k. */
static size_t reversed(size_t k, unsigned t)
{
    size_t out = 0;

    for (; t > 0; t--, k >>= 1)
        out = out << 1 | (k & 1);
    return out;
}

static double square_of(const double *z)
{
    return z[0] * z[0] + z[1] * z[1];
}

/* F at the samples, rounded up. */
static void wave_measure(wave *f, const clmodp_zxy *from, int64_t weight, const transform *fft)
{
    size_t samples = fft->samples;
    double margin = 1.0 + ldexp((double)(f->norms->rows + 64), -50);

    for (size_t r = 0; r < f->norms->rows; r += 2) {
        memset(fft->z, 0, 2 * samples * sizeof *fft->z);
        load_row(f, from, r, weight, fft, 0);
        if (r + 1 < f->norms->rows)
            load_row(f, from, r + 1, weight, fft, 1);
        transform_run(fft);
        for (size_t k = 0; k <= samples / 2; k++) {
            size_t here = reversed(k, fft->t), there = reversed((samples - k) % samples, fft->t);

            f->size[k] += 0.5 * (square_of(fft->z + 2 * here) + square_of(fft->z + 2 * there));
        }
    }
    for (size_t k = 0; k <= samples / 2; k++)
        f->size[k] = sqrt(f->size[k]) * margin + f->error;
}

/* log2 of F on the arcs around each sample, in place of the samples. */
static void wave_spread(wave *f, size_t samples)
{
    double reach = PI / 2.0 * (double)f->degree / (double)samples;
    double most = 0.0;

    for (size_t k = 0; k <= samples / 2; k++)
        most = fmax(most, f->size[k]);
    most = most / cos(reach) * (1.0 + ldexp(1.0, -48));
    for (size_t k = 0; k <= samples / 2; k++) {
        double s = f->size[k];
        double on_arc = s >= most * cos(reach)
                            ? most
                            : s * cos(reach) + sqrt((most - s) * (most + s)) * sin(reach);

        f->size[k] = log2(on_arc) + (double)f->scale + ldexp(1.0, -46);
    }
}

/* log2 of the mean over the circle of F^q G^p; conjugate samples count twice. */
static double mean_bits(const wave *f, const wave *g, size_t samples, int64_t weight)
{
    double p = (double)f->norms->degree, q = (double)g->norms->degree;
    double most = -INFINITY, lf = 0.0, lg = 0.0, sum = 0.0;

    for (size_t k = 0; k <= samples / 2; k++) {
        most = fmax(most, q * f->size[k] + p * g->size[k]);
        lf = fmax(lf, fabs(f->size[k]));
        lg = fmax(lg, fabs(g->size[k]));
    }
    for (size_t k = 0; k <= samples / 2; k++) {
        double twice = k == 0 || 2 * k == samples ? 1.0 : 2.0;

        sum += twice * exp2(q * f->size[k] + p * g->size[k] - most);
    }
    most += log2(sum / (double)samples) + 1e-6;
    return clm_height_round_up(most - (double)weight / CLM_WEIGHT_UNIT * p * q, f->norms, lf,
                               g->norms, lg, weight);
}

clmodp_status clm_height_on_circle(clm_error *error, double *bits, const clmodp_zxy *f,
                                   const clm_norms *nf, const clmodp_zxy *g,
                                   const clm_norms *ng, int64_t weight, size_t samples)
{
    clmodp_status st = CLMODP_OK;
    wave wf = {0}, wg = {0};
    transform fft = {0};

    REQUIRE(error, samples >= 2 && (samples & (samples - 1)) == 0);
    REQUIRE(error, samples > wave_degree(nf) && samples > wave_degree(ng));
    REQUIRE(error, samples <= UINT32_MAX);
    TRY(transform_create(error, &fft, samples));
    TRY(wave_create(error, &wf, nf, weight, &fft));
    TRY(wave_create(error, &wg, ng, weight, &fft));
    wave_measure(&wf, f, weight, &fft);
    wave_measure(&wg, g, weight, &fft);
    wave_spread(&wf, samples);
    wave_spread(&wg, samples);
    *bits = mean_bits(&wf, &wg, samples, weight);
done:
    transform_destroy(&fft);
    free(wf.size);
    free(wg.size);
    return st;
}
