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
 * Sums of n terms c x^i in doubles are off by less than (n + 64) 2^-51 sum |c|: x^i comes
 * from a table with an error below 2^-47, the additions cost n 2^-52, conversion and weight
 * 2^-50. By the triangle inequality F is off by that times the 2-norm of the rows' 1-norms.
 * Source: [Szego 1928], [van der Corput, Schaake 1935] for the inequality */
#include <math.h>

#include "base/memory.h"
#include "base/size.h"
#include "resultant/height.h"

#define PI 3.14159265358979323846
#define COST_LIMIT 1e8

/* One polynomial's coefficients as doubles c * w^j / 2^scale, and F at the samples. */
typedef struct wave {
    const clm_norms *norms;
    double *coefficient; /* in the order of the terms */
    size_t *exponent;    /* of x, less the least of the row: that does not change its size */
    double *size;        /* F at the samples k <= K / 2, rounded up */
    double error;        /* of such a size */
    int64_t scale;
    size_t degree; /* d */
} wave;

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
    double possible = 2.0 * COST_LIMIT / (double)(f->terms + g->terms);

    if (possible < 4.0 * (double)d)
        return 0;
    return possible < 32.0 * (double)d ? (size_t)possible : 32 * d;
}

static void wave_destroy(wave *f)
{
    free(f->coefficient);
    free(f->exponent);
    free(f->size);
}

/* s / 2^scale; what is below 2^-1000 adds nothing to an error of 2^-52. */
static double descale(clm_scaled s, int64_t scale)
{
    return s.e - scale > -1000 ? ldexp(s.m, (int)(s.e - scale)) : 0.0;
}

/* Convert the coefficients; the largest row gets a 1-norm of 1/2 to 1. */
static clmodp_status wave_create(clm_error *error, wave *out, const clmodp_zxy *f,
                                 const clm_norms *norms, int64_t weight, size_t samples)
{
    clmodp_status st = CLMODP_OK;
    double squares = 0.0;

    out->norms = norms;
    out->degree = wave_degree(norms);
    NEW(error, out->coefficient, norms->terms);
    NEW(error, out->exponent, norms->terms);
    NEW(error, out->size, samples / 2 + 1);

    out->scale = INT64_MIN;
    for (size_t r = 0; r < norms->rows; r++) {
        int64_t e = clm_norm_weighted(&norms->row[r], weight).e;

        out->scale = e > out->scale ? e : out->scale;
    }
    for (size_t r = 0; r < norms->rows; r++) {
        const clm_norm row = norms->row[r];
        double norm = descale(clm_norm_weighted(&row, weight), out->scale);

        squares += norm * norm;
        for (size_t k = row.first; k < row.first + row.terms; k++) {
            size_t i, j;
            mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);
            clm_norm one = {.j = j, .norm = clm_scaled_from(c)};
            double size = descale(clm_norm_weighted(&one, weight), out->scale);

            out->coefficient[k] = mpz_sgn(c) < 0 ? -size : size;
            out->exponent[k] = i - row.low;
        }
    }
    out->error = sqrt(squares) * ldexp((double)(norms->terms + 64), -51);
done:
    return st;
}

/* F at x = e^{2 pi i k / K}, without a margin; table[i] = cos(2 pi i / K),
 * table[K + i] = sin(2 pi i / K). */
static double wave_sample(const wave *f, const double *table, size_t samples, size_t k)
{
    double squares = 0.0;

    for (size_t r = 0; r < f->norms->rows; r++) {
        size_t t = f->norms->row[r].first, end = t + f->norms->row[r].terms;
        size_t angle = 0, last = 0; /* angle = last * k mod K */
        double re = 0.0, im = 0.0;

        for (; t < end; t++) {
            size_t i = f->exponent[t];

            angle = i == last + 1 ? angle + k : (size_t)((uint64_t)i * k % samples);
            angle = angle >= samples ? angle - samples : angle;
            last = i;
            re += f->coefficient[t] * table[angle];
            im += f->coefficient[t] * table[samples + angle];
        }
        squares += re * re + im * im;
    }
    return sqrt(squares);
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

/* The samples of a wave, rounded up. */
static void wave_measure(wave *f, const double *table, size_t samples)
{
    double margin = 1.0 + ldexp((double)(f->norms->rows + 64), -50);

    for (size_t k = 0; k <= samples / 2; k++)
        f->size[k] = wave_sample(f, table, samples, k) * margin + f->error;
    wave_spread(f, samples);
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
    double *table = NULL;
    size_t entries;

    REQUIRE(error, samples > wave_degree(nf) && samples > wave_degree(ng));
    REQUIRE(error, samples <= UINT32_MAX && clm_size_mul(&entries, samples, 2));
    TRY(wave_create(error, &wf, f, nf, weight, samples));
    TRY(wave_create(error, &wg, g, ng, weight, samples));
    NEW(error, table, entries);
    for (size_t k = 0; k < samples; k++) {
        double angle = 2.0 * PI * (double)k / (double)samples;

        table[k] = cos(angle);
        table[samples + k] = sin(angle);
    }
    wave_measure(&wf, table, samples);
    wave_measure(&wg, table, samples);
    *bits = mean_bits(&wf, &wg, samples, weight);
done:
    free(table);
    wave_destroy(&wf);
    wave_destroy(&wg);
    return st;
}
