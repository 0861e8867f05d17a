/* The determinant of the Sylvester matrix at a complex point, by Gaussian elimination. */
#include "resultant/estimate.h"

#include <complex.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

enum {
    MOST_DEGREES = 160, /* p + q: 1.4 million products a point */
    POINTS = 2          /* one may lie near a zero of R */
};

/* A pivot so much smaller than entries of 1 has lost the bits that would tell its size; one of
 * 2^-45 still has some seven of 53. */
#define LEAST_PIVOT 0x1p-45

/* Rows of a polynomial at one point, scaled by 2^-exponent to at most about 1. */
typedef struct values {
    size_t degree;
    long exponent;
    double complex row[MOST_DEGREES + 1];
} values;

static long greatest_exponent(const clmodp_zxy *f)
{
    long greatest = 0;

    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        long bits = (long)mpz_sizeinbase(clmodp_zxy_term(f, k, &i, &j), 2);

        greatest = bits > greatest ? bits : greatest;
    }
    return greatest;
}

static void evaluate(values *v, const clmodp_zxy *f, double angle)
{
    v->degree = (size_t)clmodp_zxy_degree_y(f);
    v->exponent = greatest_exponent(f);
    for (size_t j = 0; j <= v->degree; j++)
        v->row[j] = 0.0;
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        long exponent;
        double c = mpz_get_d_2exp(&exponent, clmodp_zxy_term(f, k, &i, &j));
        double turn = fmod((double)i * angle, 2.0 * M_PI);

        if (exponent - v->exponent > -900)
            v->row[j] += ldexp(c, (int)(exponent - v->exponent)) * (cos(turn) + I * sin(turn));
    }
}

/* x < 2^exponent; Pre: x is not 0. */
static long exponent_of(double complex x)
{
    int exponent;

    (void)frexp(cabs(x), &exponent);
    return exponent;
}

/* By how many bits the entry of the least power of y exceeds that of the greatest, and how many
 * powers lie between; added to *bits and *powers. */
static void add_slope(const values *v, long *bits, long *powers)
{
    size_t low = 0, high = v->degree;

    while (low < high && v->row[low] == 0.0)
        low++;
    while (low < high && v->row[high] == 0.0)
        high--;
    if (low < high)
        *bits += exponent_of(v->row[low]) - exponent_of(v->row[high]);
    *powers += (long)(high - low);
}

/* Put 2^s y in the place of y, and scale the row again. */
static void scale_y(values *v, long s)
{
    long greatest = LONG_MIN;

    for (size_t j = 0; j <= v->degree; j++)
        if (v->row[j] != 0.0 && exponent_of(v->row[j]) + s * (long)j > greatest)
            greatest = exponent_of(v->row[j]) + s * (long)j;
    for (size_t j = 0; j <= v->degree; j++)
        if (v->row[j] != 0.0)
            v->row[j] *= ldexp(1.0, (int)(s * (long)j - greatest));
    if (greatest > LONG_MIN)
        v->exponent += greatest;
}

/* Scale y so that first and last entries are about alike, for otherwise pivots shrink from row
 * to row until they mean nothing. Returns s. */
static long balance(values *a, values *b)
{
    long bits = 0, powers = 0, s = 0;

    add_slope(a, &bits, &powers);
    add_slope(b, &bits, &powers);
    if (powers > 0)
        s = lround((double)bits / (double)powers);
    scale_y(a, s);
    scale_y(b, s);
    return s;
}

/* Row `row` of the matrix: the coefficients of v, highest first, from column `shift` on. */
static void place(double complex *row, const values *v, size_t shift)
{
    for (size_t j = 0; j <= v->degree; j++)
        row[shift + v->degree - j] = v->row[j];
}

/* Divide the n entries at these places by the greatest; log2 of that. */
static double normalise(double complex *entry, size_t n, size_t step)
{
    double greatest = 0.0;

    for (size_t k = 0; k < n; k++)
        greatest = fmax(greatest, cabs(entry[k * step]));
    for (size_t k = 0; k < n && greatest > 0.0; k++)
        entry[k * step] /= greatest;
    return log2(greatest);
}

/* Give columns and rows greatest entries of 1; log2 of what the determinant lost by it. */
static double equilibrate(double complex *matrix, size_t n)
{
    double sum = 0.0;

    for (size_t j = 0; j < n; j++)
        sum += normalise(matrix + j, n, n);
    for (size_t i = 0; i < n; i++)
        sum += normalise(matrix + i * n, n, 1);
    return sum;
}

/* Subtract multiples of row `top` from the rows below. Products are written out in real numbers,
 * since those of complex ones look for infinities, too. */
static void eliminate(double complex *matrix, size_t n, size_t top)
{
    const double complex *pivot_row = matrix + top * n;
    const double *pivots = (const double *)pivot_row;

    for (size_t i = top + 1; i < n; i++) {
        double *row = (double *)(matrix + i * n);
        const double complex factor = matrix[i * n + top] / pivot_row[top];
        const double re = creal(factor), im = cimag(factor);

        if (factor == 0.0)
            continue;
        for (size_t j = 2 * (top + 1); j < 2 * n; j += 2) {
            row[j] -= re * pivots[j] - im * pivots[j + 1];
            row[j + 1] -= re * pivots[j + 1] + im * pivots[j];
        }
    }
}

/* Bring the row with the greatest entry in column `top` there. */
static void choose_pivot(double complex *matrix, size_t n, size_t top)
{
    size_t best = top;

    for (size_t i = top + 1; i < n; i++)
        if (cabs(matrix[i * n + top]) > cabs(matrix[best * n + top]))
            best = i;
    for (size_t j = top; j < n && best != top; j++) {
        const double complex moved = matrix[top * n + j];

        matrix[top * n + j] = matrix[best * n + j];
        matrix[best * n + j] = moved;
    }
}

/* log2 of the absolute value of the determinant; -INFINITY if a pivot cannot be trusted. */
static double log_determinant(double complex *matrix, size_t n)
{
    double sum = equilibrate(matrix, n);

    for (size_t top = 0; top < n; top++) {
        double pivot;

        choose_pivot(matrix, n, top);
        pivot = cabs(matrix[top * n + top]);
        if (!(pivot > LEAST_PIVOT))
            return -INFINITY;
        sum += log2(pivot);
        eliminate(matrix, n, top);
    }
    return sum;
}

clmodp_status clm_estimate_size(clm_error *error, bool *found, double *bits, const clmodp_zxy *f,
                                const clmodp_zxy *g, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const size_t p = (size_t)clmodp_zxy_degree_y(f), q = (size_t)clmodp_zxy_degree_y(g);
    const size_t n = p + q;
    double complex *matrix = NULL;
    values a, b;

    *found = false;
    *bits = -INFINITY;
    if (n > MOST_DEGREES)
        return CLMODP_OK;
    for (int point = 0; point < POINTS; point++) {
        const double angle = 0x1p-32 * (double)clm_random_below(random, UINT64_C(1) << 32) * M_PI;
        double size;
        long s;

        free(matrix);
        NEW(error, matrix, n * n);
        evaluate(&a, f, angle);
        evaluate(&b, g, angle);
        s = balance(&a, &b);
        for (size_t i = 0; i < q; i++)
            place(matrix + i * n, &a, i);
        for (size_t i = 0; i < p; i++)
            place(matrix + (q + i) * n, &b, i);
        size = log_determinant(matrix, n) + (double)q * (double)a.exponent +
               (double)p * ((double)b.exponent - (double)q * (double)s);
        *bits = fmax(*bits, size);
    }
    *found = isfinite(*bits);
done:
    free(matrix);
    return st;
}
