/* Rows on the unit circle by Fourier transforms of K = 2^t doubles, two rows at a time: for
 * real rows f, f' and Z = transform of f + i f', f is (Z_k + conj Z_{K-k}) / 2 and i f' is
 * (Z_k - conj Z_{K-k}) / 2.
 *
 * An output is the sum over the inputs of the input times at most t roots of unity; a step
 * multiplies by a root (table error below 2^-47, product 2^-51) and adds (2^-53), so outputs
 * are off by less than t 2^-46 times the inputs' 1-norm. This is the sum of the 1-norms of two
 * rows, so that by the triangle inequality the 2-norm of some rows' values is off by less than
 * t 2^-45 times the 2-norm of all rows' 1-norms; conversion to double and weights add 2^-50.
 * Source: products of complex doubles: [Brent, Percival, Zimmermann 2007] */
#include "bounds/circle_samples.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/size.h"

#define PI 3.14159265358979323846

/* A transform of K = 2^t complex numbers. */
typedef struct transform {
    size_t samples;
    unsigned t;
    double *root; /* cos, sin of 2 pi k / K for k < K / 2 */
    double *z;    /* real and imaginary parts */
} transform;

size_t clm_samples_degree(const clm_norms *f)
{
    size_t degree = 0;

    for (size_t k = 0; k < f->rows; k++)
        degree = clm_size_max(degree, f->row[k].top - f->row[k].low);
    return degree;
}

/* s / 2^scale; what is below 2^-1000 adds nothing to an error of 2^-50. */
static double descale(clm_scaled s, int64_t scale)
{
    return s.e - scale > -1000 ? ldexp(s.m, (int)(s.e - scale)) : 0.0;
}

/* The scale, and the bound on errors. */
static void find_scale(clm_samples *f, int64_t weight, unsigned t)
{
    const clm_norms *norms = f->norms;
    double squares = 0.0;

    f->scale = INT64_MIN;
    for (size_t r = 0; r < norms->rows; r++) {
        int64_t e = clm_norm_weighted(&norms->row[r], weight).e;

        f->scale = e > f->scale ? e : f->scale;
    }
    for (size_t r = 0; r < norms->rows; r++) {
        double norm = descale(clm_norm_weighted(&norms->row[r], weight), f->scale);

        squares += norm * norm;
    }
    f->error = sqrt(squares) * ldexp((double)(t + 1), -45);
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
static void load_row(const clm_samples *f, const clmodp_zxy *from, size_t r, int64_t weight,
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

/* The squares of two rows at the samples. */
static void measure_pair(double *even, double *odd, const transform *fft)
{
    for (size_t k = 0; k <= fft->samples / 2; k++) {
        const double *a = fft->z + 2 * reversed(k, fft->t);
        const double *b = fft->z + 2 * reversed((fft->samples - k) % fft->samples, fft->t);
        double sum[2] = {a[0] + b[0], a[1] - b[1]}, difference[2] = {a[0] - b[0], a[1] + b[1]};

        even[k] = 0.25 * (sum[0] * sum[0] + sum[1] * sum[1]);
        odd[k] = 0.25 * (difference[0] * difference[0] + difference[1] * difference[1]);
    }
}

clmodp_status clm_samples_create(clm_error *error, clm_samples *out, const clmodp_zxy *f,
                                 const clm_norms *norms, int64_t weight, size_t samples)
{
    clmodp_status st = CLMODP_OK;
    transform fft = {0};
    clm_samples result = {.norms = norms, .count = samples / 2 + 1,
                          .degree = clm_samples_degree(norms)};
    size_t words;

    if (!clm_size_mul(&words, norms->rows + 2, result.count))
        FAIL(error, CLMODP_HOST_MEMORY, "no memory for %zu samples of %zu rows", samples,
             norms->rows);
    NEW(error, result.sum, words); /* one row more, should they be odd in number */
    TRY(transform_create(error, &fft, samples));
    find_scale(&result, weight, fft.t);
    for (size_t r = 0; r < norms->rows; r += 2) {
        double *row = result.sum + (r + 1) * result.count;

        memset(fft.z, 0, 2 * samples * sizeof *fft.z);
        load_row(&result, f, r, weight, &fft, 0);
        if (r + 1 < norms->rows)
            load_row(&result, f, r + 1, weight, &fft, 1);
        transform_run(&fft);
        measure_pair(row, row + result.count, &fft);
    }
    for (size_t k = result.count; k < words; k++)
        result.sum[k] += result.sum[k - result.count];
    *out = result;
    result = (clm_samples){0};
done:
    clm_samples_destroy(&result);
    transform_destroy(&fft);
    return st;
}

void clm_samples_destroy(clm_samples *samples)
{
    free(samples->sum);
    *samples = (clm_samples){0};
}
