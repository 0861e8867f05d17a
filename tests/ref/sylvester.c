/* Fraction-free elimination on Sylvester's rows over Z[x], kept as simple as possible. */
#include "ref/sylvester.h"

#include <stdio.h>
#include <stdlib.h>

/* Coefficients 0 ... length - 1, the last one not 0; zero has length 0. */
typedef struct poly {
    mpz_t *c;
    long length;
} poly;

static void *must_allocate(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);

    if (block == NULL) {
        (void)fputs("the reference has no memory\n", stderr);
        abort();
    }
    return block;
}

static void must(clmodp_status st)
{
    if (st != CLMODP_OK) {
        (void)fprintf(stderr, "the reference fails: %s\n", clmodp_status_string(st));
        abort();
    }
}

static poly poly_new(long length)
{
    poly a = {must_allocate((size_t)length, sizeof *a.c), length};

    for (long i = 0; i < length; i++)
        mpz_init(a.c[i]);
    return a;
}

static void poly_free(poly *a)
{
    for (long i = 0; i < a->length; i++)
        mpz_clear(a->c[i]);
    free(a->c);
    *a = (poly){NULL, 0};
}

static void poly_trim(poly *a)
{
    while (a->length > 0 && mpz_sgn(a->c[a->length - 1]) == 0)
        mpz_clear(a->c[--a->length]);
}

/* a * b - c * d */
static poly poly_cross(const poly *a, const poly *b, const poly *c, const poly *d)
{
    long n = a->length + b->length, m = c->length + d->length;
    poly out = poly_new(n > m ? n : m);

    for (long i = 0; i < a->length; i++)
        for (long j = 0; j < b->length; j++)
            mpz_addmul(out.c[i + j], a->c[i], b->c[j]);
    for (long i = 0; i < c->length; i++)
        for (long j = 0; j < d->length; j++)
            mpz_submul(out.c[i + j], c->c[i], d->c[j]);
    poly_trim(&out);
    return out;
}

/* Returns a / b, which must be exact; a is freed. */
static poly poly_divide(poly *a, const poly *b)
{
    poly out = poly_new(a->length >= b->length ? a->length - b->length + 1 : 0);

    for (long i = out.length - 1; i >= 0; i--) {
        mpz_divexact(out.c[i], a->c[i + b->length - 1], b->c[b->length - 1]);
        for (long j = 0; j < b->length; j++)
            mpz_submul(a->c[i + j], out.c[i], b->c[j]);
    }
    poly_trim(a);
    if (a->length > 0) {
        (void)fputs("the reference divides and it does not come out even\n", stderr);
        abort();
    }
    poly_free(a);
    poly_trim(&out);
    return out;
}

/* Returns the coefficient of y^j in f. */
static poly coefficient(const clmodp_zxy *f, long j)
{
    poly out = poly_new(clmodp_zxy_degree_x(f) + 1);

    for (long i = 0; i < out.length; i++)
        clmodp_zxy_get_coeff(out.c[i], f, (size_t)i, (size_t)j);
    poly_trim(&out);
    return out;
}

/* Sets rows of f's coefficients from matrix[0] on, each shifted by one more: of their n + less
 * columns the first n - 1, and as the last one the column of y^power. */
static void place_rows(poly *matrix, long n, long less, long power, const clmodp_zxy *f,
                       long rows)
{
    long p = clmodp_zxy_degree_y(f), last = n + less - 1 - power;

    for (long row = 0; row < rows; row++)
        for (long j = 0; j <= p; j++) {
            long column = row + p - j;

            if (column < n - 1 || column == last)
                matrix[row * n + (column == last ? n - 1 : column)] = coefficient(f, j);
        }
}

/* Exchanges row k with a later one so that column k is not 0 there; returns 0 if none exists, else
 * the sign of the exchange. */
static int pivot(poly *matrix, long n, long k)
{
    for (long row = k; row < n; row++) {
        if (matrix[row * n + k].length == 0)
            continue;
        for (long c = 0; c < n && row != k; c++) {
            poly t = matrix[row * n + c];

            matrix[row * n + c] = matrix[k * n + c];
            matrix[k * n + c] = t;
        }
        return row == k ? 1 : -1;
    }
    return 0;
}

/* Returns the determinant's sign, or 0; its absolute value becomes the last entry. */
static int eliminate(poly *matrix, long n)
{
    poly one = poly_new(1);
    const poly *last = &one;
    int sign = 1;

    mpz_set_ui(one.c[0], 1);
    for (long k = 0; k < n && sign != 0; k++) {
        sign *= pivot(matrix, n, k);
        for (long r = k + 1; r < n && sign != 0; r++)
            for (long c = k + 1; c < n; c++) {
                poly minor = poly_cross(&matrix[k * n + k], &matrix[r * n + c],
                                        &matrix[r * n + k], &matrix[k * n + c]);

                poly_free(&matrix[r * n + c]);
                matrix[r * n + c] = poly_divide(&minor, last);
            }
        last = &matrix[k * n + k];
    }
    poly_free(&one);
    return sign;
}

clmodp_zx *ref_subresultant(const clmodp_zxy *f, const clmodp_zxy *g, long k, long power)
{
    long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g), n = p + q - 2 * k;
    clmodp_zx *out = NULL;
    poly *matrix;
    mpz_t c;
    int sign;

    must(clmodp_zx_create(&out));
    if (clmodp_zxy_terms(f) == 0 || clmodp_zxy_terms(g) == 0)
        return out;
    mpz_init_set_ui(c, 1);
    if (n == 0)
        must(clmodp_zx_set_coeff(out, c, 0));
    matrix = must_allocate((size_t)(n * n), sizeof *matrix);
    place_rows(matrix, n, k, power, f, q - k);
    place_rows(matrix + (q - k) * n, n, k, power, g, p - k);
    sign = eliminate(matrix, n);
    for (long i = 0; n > 0 && sign != 0 && i < matrix[n * n - 1].length; i++) {
        mpz_mul_si(c, matrix[n * n - 1].c[i], sign);
        must(clmodp_zx_set_coeff(out, c, (size_t)i));
    }
    for (long i = 0; i < n * n; i++)
        poly_free(&matrix[i]);
    free(matrix);
    mpz_clear(c);
    return out;
}

clmodp_zx *ref_resultant(const clmodp_zxy *f, const clmodp_zxy *g)
{
    return ref_subresultant(f, g, 0, 0);
}
