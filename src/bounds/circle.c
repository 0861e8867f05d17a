/* Height of a resultant, or of minors of its matrix, from the size of its arguments on the unit
 * circle.
 *
 * For |x| = 1 Hadamard's inequality gives |R(x)| <= F(x)^q G(x)^p with
 * F^2 = sum_j |f_j(x)|^2, G^2 likewise, by the rows of the Sylvester matrix, and by its
 * columns, with g over any l > 0,
 *
 *     |R(x)| <= l^p prod_c C_c(x),
 *     C_c^2 = sum_{c-q < j <= c} |f_j|^2 + sum_{c-p < j <= c} |g_j|^2 / l^2,
 *
 * where the ends of the matrix leave out the more, the nearer they are. A coefficient of R is
 * at most the mean of |R| over the circle. F, G and C are known at K equispaced x = e^{i t}
 * only; how much may they grow in between?
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
 * Sums over windows are differences of sums from the first row on, off by less than
 * rows 2^-51 times the sum of all rows.
 *
 * Logarithms are taken of products of all columns' factors, one a sample. A factor is off by a
 * relative 2^-48 or less: M is rounded up by more than its errors, sin and cos, products and sums
 * of positive numbers are off by 16 times 2^-53 at most, and so is the root of M - F_k^2, times
 * sin(D), to F, since F_k is no nearer to the maximum than M cos(D)^2. Its product into the others
 * adds 2^-53. So for each factor FACTOR_BITS = 2^-46 added to the logarithm are more than all
 * errors but that of the logarithm itself, which clm_height_round_up accounts for.
 * Source: Hadamard; [Szego 1928], [Corput, Schaake 1935] for the inequality */
#include <math.h>

#include "base/memory.h"
#include "base/size.h"
#include "bounds/height.h"
#include "bounds/circle_samples.h"
#include "bounds/products.h"
#include "cost/rates.h"

#define PI 3.14159265358979323846

#define BALANCE_UNIT 4 /* l is 2^(n / 4) */
#define BALANCE_LIMIT 256

#define FACTOR_BITS 0x1p-46 /* more than the errors of a factor's logarithm */

enum { CHAINS = 4 }; /* of operations that each wait for the last */

/* The two polynomials, and a bound on R at each sample's arc. */
typedef struct circle {
    clm_samples f, g;
    size_t p, q;
    size_t samples, count;
    double *bits;       /* log2 of |R|, less the scales */
    double *size;       /* one factor of it */
    double least, most; /* of all factors */
} circle;

/* From the table and no context's rates: bounds are the same wherever they are computed. */
size_t clm_height_samples(const clm_norms *f, const clm_norms *g)
{
    size_t d = clm_size_max(clm_size_max(clm_samples_degree(f), clm_samples_degree(g)), 1);
    double transforms = 0.5 * (double)(f->rows + g->rows) + 1.0;
    size_t samples = 4, best = 0;

    for (double t = 2.0; samples < 64 * d; samples *= 2, t += 1.0) {
        const double ns = transforms * 0.5 * (double)samples * t *
                          clm_rate(CLM_MACHINE_POCL, CLM_OP_BOUND_BUTTERFLY);

        if (samples >= 4 * d && ns <= clm_limit_ns(samples < 16 * d ? CLM_LIMIT_CIRCLE
                                                                : CLM_LIMIT_SAMPLES))
            best = samples;
    }
    return best;
}

/* The least and the greatest of x[], all positive; comparisons alone, which need no call. */
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

/* S sin(min(pi/2, u + D)) for s = S sin(u) and limit = S cos(D) = S sin(pi/2 - D) */
static inline double on_arc(double s, double most, double limit, double cosine, double sine)
{
    const double at = s < limit ? s : limit;

    return at * cosine + sqrt((most - at) * (most + at)) * sine;
}

/* size[] := a factor on the arcs around each sample, in place of the samples. */
static void spread(circle *a, size_t degree)
{
    const double reach = PI / 2.0 * (double)degree / (double)a->samples;
    const double cosine = sin(PI / 2.0 * (double)(a->samples - degree) / (double)a->samples);
    const double sine = sin(reach); /* that of pi/2 - D is good where D is near pi/2 */
    double *size = a->size, least, most, limit;

    find_extremes(&least, &most, size, a->count);
    most = most / cosine * (1.0 + 0x1p-48);
    limit = most * cosine;
    for (size_t k = 0; k < a->count; k++)
        size[k] = on_arc(size[k], most, limit, cosine, sine);
    a->least = fmin(a->least, on_arc(least, most, limit, cosine, sine)); /* it grows with s */
    a->most = fmax(a->most, most);
}

/* bits[] += power * log2 of the 2-norm of all rows. */
static void multiply_rows(circle *a, const clm_samples *f, size_t power)
{
    const double *sum = f->sum + f->norms->rows * f->count;
    double *size = a->size;
    double margin = 1.0 + ldexp((double)(f->norms->rows + 64), -50), error = f->error;

    for (size_t k = 0; k < a->count; k++)
        size[k] = sqrt(sum[k]) * margin + error;
    spread(a, f->degree);
    for (size_t k = 0; k < a->count; k++)
        a->bits[k] += (double)power * (log2(size[k]) + FACTOR_BITS);
}

/* Where the rows j with c - width < j <= c begin and end; *end moves on with c. */
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

/* log2 of l^p prod C_c for l = 2^(n / BALANCE_UNIT) and mean squares of the columns, f's and
 * g's apart; a convex function of n. */
static double balanced(const circle *a, const double *of_f, const double *of_g, int n)
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

/* The n that makes the product least for the mean squares: any n is right, most are poor. */
static clmodp_status find_balance(clm_error *error, int *n, const circle *a)
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

        if (balanced(a, of_f, of_g, middle) <= balanced(a, of_f, of_g, middle + 1))
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

/* size[] := C_c at the samples, rounded up; window: where f's and g's rows of the column begin and
 * end; margin[]: for the errors of squares. */
static void measure_column(circle *a, const size_t window[4], double scale, const double *margin)
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

/* bits[] := the bound by columns where that is less. Factors are 2^-46 (the errors) to 2^127: all
 * rows' 2-norm over the scale is below 2^16, 1 / l at most 2^64, and 1 / cos(D) at most K. */
static clmodp_status bound_columns(clm_error *error, circle *a)
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
        spread(a, degree);
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

/* log2 of the mean over the circle; conjugate samples count twice. */
static double mean_bits(const circle *a, int64_t weight, size_t less)
{
    double most = -INFINITY, sum = 0.0, p = (double)(a->p - less), q = (double)(a->q - less);
    double size = fmax(fabs(log2(a->least)), fabs(log2(a->most))); /* |log2| of any factor */
    double lf = size + fabs((double)a->f.scale), lg = size + fabs((double)a->g.scale);

    for (size_t k = 0; k < a->count; k++)
        most = fmax(most, a->bits[k]);
    for (size_t k = 0; k < a->count; k++) {
        double twice = k == 0 || 2 * k == a->samples ? 1.0 : 2.0;

        sum += twice * exp2(a->bits[k] - most);
    }
    most += log2(sum / (double)a->samples) + 1e-6;
    most += q * (double)a->f.scale + p * (double)a->g.scale;
    most -= clm_height_weight_bits(a->f.norms, a->g.norms, weight, less);
    return clm_height_round_up(most, a->f.norms, lf, a->g.norms, lg, weight);
}

clmodp_status clm_height_on_circle(clm_error *error, double *bits, const clmodp_zxy *f,
                                   const clm_norms *nf, const clmodp_zxy *g,
                                   const clm_norms *ng, int64_t weight, size_t less,
                                   size_t samples)
{
    clmodp_status st = CLMODP_OK;
    const double column_ns = clm_rate(CLM_MACHINE_POCL, CLM_OP_BOUND_COLUMN);
    circle a = {.p = nf->degree, .q = ng->degree, .samples = samples, .count = samples / 2 + 1,
                .least = INFINITY};

    REQUIRE(error, samples >= 2 && (samples & (samples - 1)) == 0);
    REQUIRE(error, samples > clm_samples_degree(nf) && samples > clm_samples_degree(ng));
    REQUIRE(error, samples <= UINT32_MAX);
    NEW(error, a.bits, a.count);
    NEW(error, a.size, a.count);
    TRY(clm_samples_create(error, &a.f, f, nf, weight, samples));
    TRY(clm_samples_create(error, &a.g, g, ng, weight, samples));
    multiply_rows(&a, &a.f, a.q - less);
    multiply_rows(&a, &a.g, a.p - less);
    if (less == 0 && (double)(a.p + a.q) * (double)a.count * column_ns <=
                         clm_limit_ns(CLM_LIMIT_COLUMNS))
        TRY(bound_columns(error, &a));
    *bits = mean_bits(&a, weight, less);
done:
    clm_samples_destroy(&a.g);
    clm_samples_destroy(&a.f);
    free(a.size);
    free(a.bits);
    return st;
}
