/* Bounds the height of a resultant or of minors of its matrix by values of f and g on the unit
 * circle.
 *
 * For |x| = 1 Hadamard's inequality gives |R(x)| <= F(x)^q G(x)^p with F^2 = sum_j |f_j(x)|^2, G^2
 * likewise, by the rows of the Sylvester matrix, and by its columns, with g over any l > 0,
 *
 *     |R(x)| <= l^p prod_c C_c(x),
 *     C_c^2 = sum_{c-q < j <= c} |f_j|^2 + sum_{c-p < j <= c} |g_j|^2 / l^2,
 *
 * with fewer terms towards the ends of the matrix. A coefficient of R is at most the mean of |R|
 * over the circle. F, G and C are computed at K equispaced x = e^{i t}; their growth in between is
 * bounded as follows.
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
 * Sums over windows are differences of sums from the first row on, with errors below rows 2^-51
 * times the whole sum.
 *
 * Each sample takes one logarithm, of the product of all columns' factors. The relative error of a
 * factor is at most 2^-48: M is rounded up by more than its errors. The errors of sin, cos,
 * products and sums of positive numbers are at most 16 times 2^-53. So is, relative to F, the
 * error of sin(D) times the root of M - F_k^2, since F_k^2 <= M cos(D)^2. The product with the
 * other factors adds 2^-53. So FACTOR_BITS = 2^-46, added to the logarithm for each factor, exceed
 * all errors except the logarithm's own, which clm_height_round_up accounts for.
 * Source: Hadamard; [Szego 1928], [Corput, Schaake 1935] for the inequality */
#include "bounds/circle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "bounds/height.h"
#include "cost/cost.h"
#include "polynomials/zxy.h"

/* Exponents of IEEE doubles are masked off (vectorised), after as many factors as cannot
 * overflow. */

_Static_assert(DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024 && sizeof(double) == 8,
               "doubles are IEEE's");

enum {
    FRACTION_BITS = 52,
    BIAS = 1023,
    PENDING_MOST = 8 /* 2 * 2^(8 * 127) < 2^1024, and 2^(-8 * 127) is no subnormal */
};

static const uint64_t fraction = ((uint64_t)1 << FRACTION_BITS) - 1;
static const uint64_t exponent_of_1 = (uint64_t)BIAS << FRACTION_BITS;

clmodp_status clm_products_create(clm_error *error, clm_products *out, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_products products = {.count = count};

    NEW(error, products.part, count);
    NEW(error, products.exponent, count);
    for (size_t k = 0; k < count; k++)
        products.part[k] = 1.0;
    *out = products;
    products = (clm_products){0};
done:
    clm_products_destroy(&products);
    return st;
}

void clm_products_destroy(clm_products *products)
{
    free(products->part);
    free(products->exponent);
    *products = (clm_products){0};
}

/* Normalises the parts to [1, 2); they are positive and not subnormal. */
static void normalise_products(clm_products *products)
{
    double *part = products->part;
    int64_t *exponent = products->exponent;

    for (size_t k = 0; k < products->count; k++) {
        uint64_t bits;

        memcpy(&bits, &part[k], sizeof bits);
        exponent[k] += (int64_t)(bits >> FRACTION_BITS) - BIAS;
        bits = (bits & fraction) | exponent_of_1;
        memcpy(&part[k], &bits, sizeof bits);
    }
    products->pending = 0;
}

void clm_products_multiply(clm_products *products, const double *factor)
{
    double *part = products->part;

    for (size_t k = 0; k < products->count; k++)
        part[k] *= factor[k];
    if (++products->pending == PENDING_MOST)
        normalise_products(products);
}

void clm_products_log2(double *log2s, clm_products *products)
{
    normalise_products(products);
    for (size_t k = 0; k < products->count; k++)
        log2s[k] = (double)products->exponent[k] + log2(products->part[k]);
}

/* Fourier transforms by decimation in frequency [Gentleman, Sande 1966], in lanes: passes loop
 * over as many neighbours, at any distance of the values combined, so that compilers vectorise
 * them. A pass does two levels of butterflies, with half of the loads and stores of two passes.
 *
 * If the second half of a block has no inputs, a butterfly is a copy and a product by a root, and
 * only as many are done as there are inputs. */

#define PI 3.14159265358979323846

/* Marks functions with loops over constant lanes; inlining makes these constant. */
#define LANES __attribute__((always_inline)) static inline

enum { LANES_FEW = 2, LANES_MANY = CLM_FOURIER_LANES };

void clm_fourier_destroy(clm_fourier *fft)
{
    free(fft->root);
    free(fft->place);
    free(fft->re);
    free(fft->im);
    *fft = (clm_fourier){0};
}

clmodp_status clm_fourier_create(clm_error *error, clm_fourier *out, size_t points,
                                 size_t transforms)
{
    clmodp_status st = CLMODP_OK;
    clm_fourier fft = {.points = points, .t = (unsigned)clm_size_bits(points) - 1,
                       .lanes = transforms < 2 * LANES_MANY ? LANES_FEW : LANES_MANY};

    NEW(error, fft.root, points);
    NEW(error, fft.place, points);
    NEW(error, fft.re, points * fft.lanes);
    NEW(error, fft.im, points * fft.lanes);
    for (size_t k = 0; k < points / 2; k++) {
        double angle = 2.0 * PI * (double)k / (double)points;

        fft.root[2 * k] = cos(angle);
        fft.root[2 * k + 1] = sin(angle);
    }
    for (size_t k = 1; k < points; k++)
        fft.place[k] = fft.place[k / 2] / 2 + (k % 2 == 0 ? 0 : (uint32_t)(points / 2));
    *out = fft;
    fft = (clm_fourier){0};
done:
    clm_fourier_destroy(&fft);
    return st;
}

void clm_fourier_clear(clm_fourier *fft)
{
    memset(fft->re, 0, fft->points * fft->lanes * sizeof *fft->re);
    memset(fft->im, 0, fft->points * fft->lanes * sizeof *fft->im);
}

/* Values of all lanes, loaded before the first is stored, so that compilers need not exclude
 * overlaps. */
typedef struct lane_values {
    double re[LANES_MANY], im[LANES_MANY];
} lane_values;

LANES void load(lane_values *x, const clm_fourier *fft, size_t k, const size_t count)
{
    for (size_t l = 0; l < count; l++)
        x->re[l] = fft->re[k * count + l];
    for (size_t l = 0; l < count; l++)
        x->im[l] = fft->im[k * count + l];
}

LANES void store(clm_fourier *fft, size_t k, const lane_values *x, const size_t count)
{
    for (size_t l = 0; l < count; l++)
        fft->re[k * count + l] = x->re[l];
    for (size_t l = 0; l < count; l++)
        fft->im[k * count + l] = x->im[l];
}

/* Sets x := x w. */
LANES void turn(lane_values *x, const double *w, const size_t count)
{
    const double c = w[0], s = w[1];

    for (size_t l = 0; l < count; l++) {
        double re = x->re[l], im = x->im[l];

        x->re[l] = re * c - im * s;
        x->im[l] = re * s + im * c;
    }
}

/* Sets (a, b) := (a + b, (a - b) w). */
LANES void butterfly(lane_values *a, lane_values *b, const double *w, const size_t count)
{
    for (size_t l = 0; l < count; l++) {
        double re = a->re[l] - b->re[l], im = a->im[l] - b->im[l];

        a->re[l] += b->re[l];
        a->im[l] += b->im[l];
        b->re[l] = re;
        b->im[l] = im;
    }
    turn(b, w, count);
}

/* Does a level with blocks of length 2 * half and inputs in the first `length` <= half of each. */
LANES void copying_level(clm_fourier *fft, size_t half, size_t length, const size_t count)
{
    const size_t step = fft->points / (2 * half);
    lane_values x;

    for (size_t block = 0; block < fft->points; block += 2 * half)
        for (size_t k = 0; k < length; k++) {
            load(&x, fft, block + k, count);
            turn(&x, fft->root + 2 * k * step, count);
            store(fft, block + k + half, &x, count);
        }
}

LANES void level(clm_fourier *fft, size_t half, const size_t count)
{
    const size_t step = fft->points / (2 * half);
    lane_values a, b;

    for (size_t block = 0; block < fft->points; block += 2 * half)
        for (size_t k = 0; k < half; k++) {
            load(&a, fft, block + k, count);
            load(&b, fft, block + k + half, count);
            butterfly(&a, &b, fft->root + 2 * k * step, count);
            store(fft, block + k, &a, count);
            store(fft, block + k + half, &b, count);
        }
}

/* Does the levels of blocks of 4 * far and of 2 * far. */
LANES void two_levels(clm_fourier *fft, size_t far, const size_t count)
{
    const size_t step = fft->points / (4 * far);
    lane_values x[4];

    for (size_t block = 0; block < fft->points; block += 4 * far)
        for (size_t k = 0; k < far; k++) {
            for (size_t i = 0; i < 4; i++)
                load(&x[i], fft, block + k + i * far, count);
            butterfly(&x[0], &x[2], fft->root + 2 * k * step, count);
            butterfly(&x[1], &x[3], fft->root + 2 * (k + far) * step, count);
            butterfly(&x[0], &x[1], fft->root + 4 * k * step, count);
            butterfly(&x[2], &x[3], fft->root + 4 * k * step, count);
            for (size_t i = 0; i < 4; i++)
                store(fft, block + k + i * far, &x[i], count);
        }
}

/* Does all levels for `count` lanes, a constant. */
LANES void run(clm_fourier *fft, size_t length, const size_t count)
{
    unsigned left = fft->t;

    for (; left > 0 && (size_t)1 << (left - 1) >= length; left--)
        copying_level(fft, (size_t)1 << (left - 1), length, count);
    if (left % 2 == 1)
        level(fft, (size_t)1 << --left, count);
    for (; left > 0; left -= 2)
        two_levels(fft, (size_t)1 << (left - 2), count);
}

void clm_fourier_run(clm_fourier *fft, size_t length)
{
    if (fft->lanes == LANES_MANY)
        run(fft, length, LANES_MANY);
    else
        run(fft, length, LANES_FEW);
}

/* Rows on the unit circle by Fourier transforms of K = 2^t doubles, two rows to one: for
 * real rows f, f' and Z = transform of f + i f', f is (Z_k + conj Z_{K-k}) / 2 and i f' is
 * (Z_k - conj Z_{K-k}) / 2.
 *
 * Outputs have errors below t 2^-46 times the inputs' 1-norm (circle.h), the sum of those of two
 * rows. So by the triangle inequality the 2-norm of some rows' values has an error below t 2^-45
 * times the 2-norm of all rows' 1-norms; conversion to double and weights add 2^-50. */

size_t clm_samples_widest(const clm_norms *f)
{
    size_t degree = 0;

    for (size_t k = 0; k < f->rows; k++)
        degree = clm_size_max(degree, f->row[k].top - f->row[k].low);
    return degree;
}

/* Returns s / 2^scale for s not much greater than 2^scale; below 2^-1000 it becomes 0, negligible
 * in an error of 2^-50. */
static double scaled_down(clm_scaled s, int64_t scale)
{
    const int64_t e = s.e - scale;

    return e > -1000 ? s.m * clm_power_of_2((int)e) : 0.0;
}

/* Sets the scale, and the bound on errors. */
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
        double norm = scaled_down(clm_norm_weighted(&norms->row[r], weight), f->scale);

        squares += norm * norm;
    }
    f->error = sqrt(squares) * ldexp((double)(t + 1), -45);
}

/* Writes row r to the real or the imaginary parts of a lane, without its power of x, which does
 * not change absolute values. */
static void load_row(const clm_samples *f, const clmodp_zxy *from, size_t r, int64_t weight,
                     double *part, size_t lanes)
{
    const clm_norm row = f->norms->row[r];
    const clm_norm one = {.j = row.j, .norm = {0.5, 1}};
    const clm_scaled w = clm_norm_weighted(&one, weight);

    for (size_t k = row.first; k < row.first + row.terms; k++) {
        const clm_term *term = &from->term[k];
        clm_scaled size = clm_scaled_from(term->c);
        double value = scaled_down((clm_scaled){size.m * w.m, size.e + w.e}, f->scale);

        part[(term->i - row.low) * lanes] = mpz_sgn(term->c) < 0 ? -value : value;
    }
}

/* Sets sum[n * count + k] to the square of row n at sample k, for the lanes' n < rows; `lanes` is
 * a constant. */
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

static void measure_samples(double *sum, size_t rows, const clm_fourier *fft)
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
                          .degree = clm_samples_widest(norms)};
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
        measure_samples(sum, rows, &fft);
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

/* ---- the bound ---- */

#define BALANCE_UNIT 4 /* l is 2^(n / 4) */
#define BALANCE_LIMIT 256

#define FACTOR_BITS 0x1p-46 /* exceeds the errors of a factor's logarithm */

enum { CHAINS = 4 }; /* independent chains of dependent operations */

/* Both polynomials, and a bound on |R| on each sample's arc. */
typedef struct circle_bound {
    clm_samples f, g;
    size_t p, q;
    size_t samples, count;
    double *bits;       /* log2 of the bound, without the scales */
    double *size;       /* one factor of the bound */
    double least, most; /* of all factors */
} circle_bound;

/* Uses built-in cost coefficients, so that all machines derive the same bounds. */
size_t clm_height_samples(const clm_norms *f, const clm_norms *g)
{
    size_t d = clm_size_max(clm_size_max(clm_samples_widest(f), clm_samples_widest(g)), 1);
    double transforms = 0.5 * (double)(f->rows + g->rows) + 1.0;
    size_t samples = 4, best = 0;

    for (double t = 2.0; samples < 64 * d; samples *= 2, t += 1.0) {
        const double ns = transforms * 0.5 * (double)samples * t *
                          clm_cost(CLM_MACHINE_POCL, CLM_OP_BOUND_BUTTERFLY);

        if (samples >= 4 * d && ns <= clm_limit_ns(samples < 16 * d ? CLM_LIMIT_CIRCLE
                                                                : CLM_LIMIT_SAMPLES))
            best = samples;
    }
    return best;
}

/* Finds the least and the greatest of x[], all positive, mostly by comparisons without calls. */
static void find_extremes(double *least, double *most, const double *x, size_t count)
{
    double low[CHAINS], high[CHAINS];
    size_t k = 0;

    for (size_t i = 0; i < CHAINS; i++)
        low[i] = high[i] = x[0];
    for (; k + CHAINS <= count; k += CHAINS)
        for (size_t i = 0; i < CHAINS; i++) {
            low[i] = x[k + i] < low[i] ? x[k + i] : low[i];
            high[i] = x[k + i] > high[i] ? x[k + i] : high[i];
        }
    *least = low[0];
    *most = high[0];
    for (size_t i = 1; i < CHAINS; i++) {
        *least = fmin(*least, low[i]);
        *most = fmax(*most, high[i]);
    }
    for (; k < count; k++) {
        *least = fmin(*least, x[k]);
        *most = fmax(*most, x[k]);
    }
}

/* Returns S sin(min(pi/2, u + D)) for s = S sin(u) and limit = S cos(D) = S sin(pi/2 - D). */
static inline double on_arc(double s, double most, double limit, double cosine, double sine)
{
    const double at = s < limit ? s : limit;

    return at * cosine + sqrt((most - at) * (most + at)) * sine;
}

/* Replaces samples of a factor in size[] by bounds on the arcs around them. */
static void spread_extremes(circle_bound *a, size_t degree)
{
    const double reach = PI / 2.0 * (double)degree / (double)a->samples;
    const double cosine = sin(PI / 2.0 * (double)(a->samples - degree) / (double)a->samples);
    const double sine = sin(reach); /* cosine as sin(pi/2 - D) is accurate near D = pi/2 */
    double *size = a->size, least, most, limit;

    find_extremes(&least, &most, size, a->count);
    most = most / cosine * (1.0 + 0x1p-48);
    limit = most * cosine;
    for (size_t k = 0; k < a->count; k++)
        size[k] = on_arc(size[k], most, limit, cosine, sine);
    a->least = fmin(a->least, on_arc(least, most, limit, cosine, sine)); /* it grows with s */
    a->most = fmax(a->most, most);
}

/* Adds power * log2 of the 2-norm of all rows to bits[]. */
static void multiply_rows(circle_bound *a, const clm_samples *f, size_t power)
{
    const double *sum = f->sum + f->norms->rows * f->count;
    double *size = a->size;
    double margin = 1.0 + ldexp((double)(f->norms->rows + 64), -50), error = f->error;

    for (size_t k = 0; k < a->count; k++)
        size[k] = sqrt(sum[k]) * margin + error;
    spread_extremes(a, f->degree);
    for (size_t k = 0; k < a->count; k++)
        a->bits[k] += (double)power * (log2(size[k]) + FACTOR_BITS);
}

/* Finds begin and end of the rows j with c - width < j <= c; both move on with c. */
static void find_window(size_t *begin, size_t *end, const clm_norms *f, size_t c, size_t width)
{
    while (*end < f->rows && f->row[*end].j <= c)
        ++*end;
    while (*begin < *end && f->row[*begin].j + width <= c)
        ++*begin;
}

static double window_mean(const clm_samples *f, size_t begin, size_t end)
{
    const double *low = f->sum + begin * f->count, *high = f->sum + end * f->count;
    double sum[CHAINS] = {0.0};
    size_t k = 0;

    for (; k + CHAINS <= f->count; k += CHAINS)
        for (size_t i = 0; i < CHAINS; i++)
            sum[i] += high[k + i] - low[k + i];
    for (; k < f->count; k++)
        sum[0] += high[k] - low[k];
    return (sum[0] + sum[1] + (sum[2] + sum[3])) / (double)f->count;
}

/* Returns log2 of l^p prod C_c for l = 2^(n / BALANCE_UNIT), with the columns' mean squares of f
 * and of g; a convex function of n. */
static double balanced_mean(const circle_bound *a, const double *of_f, const double *of_g, int n)
{
    double scale = exp2(-2.0 * n / BALANCE_UNIT), part = 1.0, exponent = 0.0;

    for (size_t c = 0; c < a->p + a->q; c++) {
        int shift;

        part *= frexp(of_f[c] + of_g[c] * scale, &shift);
        exponent += shift;
        if (part < 0x1p-500) {
            part = frexp(part, &shift);
            exponent += shift;
        }
    }
    return (double)a->p * n / BALANCE_UNIT + 0.5 * (exponent + log2(part));
}

/* Finds the n of the least product of mean squares; any n is valid, most are poor. */
static clmodp_status find_balance(clm_error *error, int *n, const circle_bound *a)
{
    clmodp_status st = CLMODP_OK;
    size_t columns = a->p + a->q, window[4] = {0, 0, 0, 0};
    double *of_f = NULL, *of_g = NULL;
    int low = -BALANCE_LIMIT, high = BALANCE_LIMIT;

    NEW(error, of_f, columns);
    NEW(error, of_g, columns);
    for (size_t c = 0; c < columns; c++) {
        find_window(&window[0], &window[1], a->f.norms, c, a->q);
        find_window(&window[2], &window[3], a->g.norms, c, a->p);
        of_f[c] = window_mean(&a->f, window[0], window[1]);
        of_g[c] = window_mean(&a->g, window[2], window[3]);
    }
    while (low < high) {
        int middle = low + (high - low) / 2;

        if (balanced_mean(a, of_f, of_g, middle) <= balanced_mean(a, of_f, of_g, middle + 1))
            high = middle;
        else
            low = middle + 1;
    }
    *n = low;
done:
    free(of_g);
    free(of_f);
    return st;
}

/* Sets size[] to C_c at the samples, rounded up.
 * In: window  begin and end of f's and of g's rows in the column; margin  for errors of squares */
static void measure_column(circle_bound *a, const size_t window[4], double scale,
                           const double *margin)
{
    const size_t count = a->count;
    const double *low_f = a->f.sum + window[0] * count, *high_f = a->f.sum + window[1] * count;
    const double *low_g = a->g.sum + window[2] * count, *high_g = a->g.sum + window[3] * count;
    const double error = a->f.error + a->g.error * scale, square = scale * scale;
    double *size = a->size;

    for (size_t k = 0; k < count; k++) {
        const double of_f = high_f[k] - low_f[k], of_g = high_g[k] - low_g[k];

        size[k] = sqrt(of_f + of_g * square + margin[k]) + error;
    }
}

/* Sets bits[] to the bound by columns if it is smaller. Factors are 2^-46 (the errors) to 2^127:
 * the 2-norm of all rows over the scale is below 2^16, 1 / l <= 2^64, and 1 / cos(D) <= K. */
static clmodp_status bound_columns(clm_error *error, circle_bound *a)
{
    clmodp_status st = CLMODP_OK;
    const size_t columns = a->p + a->q;
    const double *all_f = a->f.sum + a->f.norms->rows * a->count;
    const double *all_g = a->g.sum + a->g.norms->rows * a->count;
    size_t degree = clm_size_max(a->f.degree, a->g.degree), window[4] = {0, 0, 0, 0};
    double part = ldexp((double)(a->f.norms->rows + a->g.norms->rows + 64), -50);
    double scale, more, *margin = NULL;
    clm_products products = {0};
    int n = 0;

    NEW(error, margin, a->count);
    TRY(clm_products_create(error, &products, a->count));
    TRY(find_balance(error, &n, a));
    scale = exp2(-(double)n / BALANCE_UNIT);
    for (size_t k = 0; k < a->count; k++)
        margin[k] = part * (all_f[k] + all_g[k] * scale * scale);
    for (size_t c = 0; c < columns; c++) {
        find_window(&window[0], &window[1], a->f.norms, c, a->q);
        find_window(&window[2], &window[3], a->g.norms, c, a->p);
        measure_column(a, window, scale, margin);
        spread_extremes(a, degree);
        clm_products_multiply(&products, a->size);
    }
    clm_products_log2(a->size, &products);
    more = (double)a->p * n / BALANCE_UNIT + (double)columns * FACTOR_BITS;
    for (size_t k = 0; k < a->count; k++)
        a->bits[k] = fmin(a->bits[k], a->size[k] + more);
done:
    clm_products_destroy(&products);
    free(margin);
    return st;
}

/* Returns log2 of the mean over the circle; conjugate samples count twice. */
static double mean_bits(const circle_bound *a, int64_t weight, size_t k)
{
    double most = -INFINITY, sum = 0.0, p = (double)(a->p - k), q = (double)(a->q - k);
    double size = fmax(fabs(log2(a->least)), fabs(log2(a->most))); /* log2| of any factor */
    double lf = size + fabs((double)a->f.scale), lg = size + fabs((double)a->g.scale);

    for (size_t n = 0; n < a->count; n++)
        most = fmax(most, a->bits[n]);
    for (size_t n = 0; n < a->count; n++) {
        double twice = n == 0 || 2 * n == a->samples ? 1.0 : 2.0;

        sum += twice * exp2(a->bits[n] - most);
    }
    most += log2(sum / (double)a->samples) + 1e-6;
    most += q * (double)a->f.scale + p * (double)a->g.scale;
    most -= clm_height_weight_bits(a->f.norms, a->g.norms, weight, k);
    return clm_height_round_up(most, a->f.norms, lf, a->g.norms, lg, weight);
}

clmodp_status clm_height_on_circle(clm_error *error, double *bits, const clmodp_zxy *f,
                                   const clm_norms *nf, const clmodp_zxy *g,
                                   const clm_norms *ng, int64_t weight, size_t k,
                                   size_t samples)
{
    clmodp_status st = CLMODP_OK;
    const double column_ns = clm_cost(CLM_MACHINE_POCL, CLM_OP_BOUND_COLUMN);
    circle_bound a = {.p = nf->degree, .q = ng->degree, .samples = samples,
                      .count = samples / 2 + 1, .least = INFINITY};

    REQUIRE(error, samples >= 2 && (samples & (samples - 1)) == 0);
    REQUIRE(error, samples > clm_samples_widest(nf) && samples > clm_samples_widest(ng));
    REQUIRE(error, samples <= UINT32_MAX);
    NEW(error, a.bits, a.count);
    NEW(error, a.size, a.count);
    TRY(clm_samples_create(error, &a.f, f, nf, weight, samples));
    TRY(clm_samples_create(error, &a.g, g, ng, weight, samples));
    multiply_rows(&a, &a.f, a.q - k);
    multiply_rows(&a, &a.g, a.p - k);
    if (k == 0 && (double)(a.p + a.q) * (double)a.count * column_ns <=
                         clm_limit_ns(CLM_LIMIT_COLUMNS))
        TRY(bound_columns(error, &a));
    *bits = mean_bits(&a, weight, k);
done:
    clm_samples_destroy(&a.g);
    clm_samples_destroy(&a.f);
    free(a.size);
    free(a.bits);
    return st;
}
