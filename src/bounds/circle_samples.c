/* Rows on the unit circle by Fourier transforms of K = 2^t doubles, two rows to one: for
 * real rows f, f' and Z = transform of f + i f', f is (Z_k + conj Z_{K-k}) / 2 and i f' is
 * (Z_k - conj Z_{K-k}) / 2.
 *
 * Outputs are off by less than t 2^-46 times the inputs' 1-norm (fourier.h). This is the sum of
 * the 1-norms of two rows, so that by the triangle inequality the 2-norm of some rows' values is
 * off by less than t 2^-45 times the 2-norm of all rows' 1-norms; conversion to double and weights
 * add 2^-50. */
#include "bounds/circle_samples.h"

#include <math.h>

#include "base/memory.h"
#include "base/size.h"
#include "bounds/fourier.h"

size_t clm_samples_degree(const clm_norms *f)
{
    size_t degree = 0;

    for (size_t k = 0; k < f->rows; k++)
        degree = clm_size_max(degree, f->row[k].top - f->row[k].low);
    return degree;
}

/* s / 2^scale, s not much more than that; what is below 2^-1000 adds nothing to an error of
 * 2^-50. */
static double descale(clm_scaled s, int64_t scale)
{
    const int64_t e = s.e - scale;

    return e > -1000 ? s.m * clm_power_of_2((int)e) : 0.0;
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

/* Put row r into the real (part = 0) or imaginary parts (1) of a lane, less the power of x that
 * divides it: that does not change its size. */
static void load_row(const clm_samples *f, const clmodp_zxy *from, size_t r, int64_t weight,
                     double *part, size_t lanes)
{
    const clm_norm row = f->norms->row[r];
    const clm_norm one = {.j = row.j, .norm = {0.5, 1}};
    const clm_scaled w = clm_norm_weighted(&one, weight);

    for (size_t k = row.first; k < row.first + row.terms; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(from, k, &i, &j);
        clm_scaled size = clm_scaled_from(c);
        double value = descale((clm_scaled){size.m * w.m, size.e + w.e}, f->scale);

        part[(i - row.low) * lanes] = mpz_sgn(c) < 0 ? -value : value;
    }
}

/* sum[n * count + k] := the square of row n at sample k, for the lanes' n < rows; `lanes` a
 * constant. */
static inline void measure_lanes(double *sum, size_t rows, const clm_fourier *fft,
                                 const size_t lanes)
{
    const size_t count = fft->points / 2 + 1;
    double square[2][CLM_FOURIER_LANES];

    for (size_t k = 0; k < count; k++) {
        const size_t a = fft->place[k] * lanes;
        const size_t b = fft->place[(fft->points - k) & (fft->points - 1)] * lanes;

        for (size_t l = 0; l < lanes; l++) {
            const double re = fft->re[a + l], im = fft->im[a + l];
            const double even[2] = {re + fft->re[b + l], im - fft->im[b + l]};
            const double odd[2] = {re - fft->re[b + l], im + fft->im[b + l]};

            square[0][l] = 0.25 * (even[0] * even[0] + even[1] * even[1]);
            square[1][l] = 0.25 * (odd[0] * odd[0] + odd[1] * odd[1]);
        }
        for (size_t n = 0; n < rows; n++)
            sum[n * count + k] = square[n % 2][n / 2];
    }
}

static void measure(double *sum, size_t rows, const clm_fourier *fft)
{
    if (fft->lanes == CLM_FOURIER_LANES && rows == 2 * CLM_FOURIER_LANES)
        measure_lanes(sum, 2 * CLM_FOURIER_LANES, fft, CLM_FOURIER_LANES);
    else
        measure_lanes(sum, rows, fft, fft->lanes);
}

clmodp_status clm_samples_create(clm_error *error, clm_samples *out, const clmodp_zxy *f,
                                 const clm_norms *norms, int64_t weight, size_t samples)
{
    clmodp_status st = CLMODP_OK;
    clm_fourier fft = {0};
    clm_samples result = {.norms = norms, .count = samples / 2 + 1,
                          .degree = clm_samples_degree(norms)};
    const size_t count = result.count;
    size_t words;

    if (!clm_size_mul(&words, norms->rows + 1, count))
        FAIL(error, CLMODP_HOST_MEMORY, "no memory for %zu samples of %zu rows", samples,
             norms->rows);
    NEW(error, result.sum, words);
    TRY(clm_fourier_create(error, &fft, samples, (norms->rows + 1) / 2));
    find_scale(&result, weight, fft.t);
    for (size_t r = 0; r < norms->rows; r += 2 * fft.lanes) {
        const size_t rows = clm_size_min(2 * fft.lanes, norms->rows - r);
        double *sum = result.sum + (r + 1) * count;

        clm_fourier_clear(&fft);
        for (size_t n = 0; n < rows; n++)
            load_row(&result, f, r + n, weight, (n % 2 == 0 ? fft.re : fft.im) + n / 2, fft.lanes);
        clm_fourier_run(&fft, result.degree + 1);
        measure(sum, rows, &fft);
        for (size_t n = 0; n < rows; n++, sum += count)
            for (size_t k = 0; k < count; k++)
                sum[k] += (sum - count)[k];
    }
    *out = result;
    result = (clm_samples){0};
done:
    clm_samples_destroy(&result);
    clm_fourier_destroy(&fft);
    return st;
}

void clm_samples_destroy(clm_samples *samples)
{
    free(samples->sum);
    *samples = (clm_samples){0};
}
