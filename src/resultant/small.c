/* Computes small problems in machine words: a bound proves that the result fits 128 bits, a
 * determinant modulo 2^128 then is the result, and the final check is made as for all results. */
#include "resultant/small.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/size.h"
#include "resultant/check.h"
#include "resultant/task.h"
#include "polynomials/zx.h"

/* The resultant as a determinant of as many rows as the greater degree, without any division.
 *
 * With p >= q, h_0 = 0 and, for 0 <= i < q,
 *
 *     h_{i+1} = y h_i + f_{p-i} y^(p-q) g - g_{q-i} f,     of degree below p in y,
 *
 * each h_i is y^(p-q) g times the first coefficients of f, less f times the first ones of g. In
 * the Sylvester matrix h_q, ..., h_1 replace the rows y^(p-1) g, ..., y^(p-q) g: f_p times each,
 * plus multiples of rows below and of rows of f. Their first q columns are 0 then, and the rows of
 * f have f_p on the diagonal: f_p^q R = f_p^q det(h_q, ..., h_1, y^(p-q-1) g, ..., g). */

enum {
    CLM_MINORS_DEGREE = 5,  /* in y, of f and g */
    CLM_MINORS_WIDTH = 64   /* coefficients of a polynomial in x */
};

/* The polynomial c[0] + c[1] x + ...; elements from `length` on are not set. */
typedef struct clm_wide_poly {
    size_t length;
    clm_word128 c[CLM_MINORS_WIDTH];
} clm_wide_poly;

/* The coefficients in y of f or g, each without leading zeros. */
typedef struct clm_wide_rows {
    size_t degree;
    clm_wide_poly row[CLM_MINORS_DEGREE + 1];
} clm_wide_rows;

enum { DEGREE = CLM_MINORS_DEGREE, SUBSETS = 1 << CLM_MINORS_DEGREE };

/* Adds a b to out, or subtracts it. */
static void add_product(clm_wide_poly *out, const clm_wide_poly *a, const clm_wide_poly *b,
                        bool minus)
{
    if (a->length == 0 || b->length == 0)
        return;
    for (; out->length < a->length + b->length - 1; out->length++)
        out->c[out->length] = 0;
    for (size_t i = 0; i < a->length; i++) {
        const clm_word128 factor = minus ? -a->c[i] : a->c[i];

        for (size_t k = 0; k < b->length; k++)
            out->c[i + k] += factor * b->c[k];
    }
}

static void copy(clm_wide_poly *out, const clm_wide_poly *a)
{
    out->length = a->length;
    memcpy(out->c, a->c, a->length * sizeof *a->c);
}

/* Sets row[m] to the coefficient of y^m in y^k g. */
static void shift_row(clm_wide_poly row[DEGREE], size_t k, const clm_wide_rows *g, size_t columns)
{
    for (size_t m = 0; m < columns; m++)
        if (m >= k && m - k <= g->degree)
            copy(&row[m], &g->row[m - k]);
        else
            row[m].length = 0;
}

/* Replaces the coefficients of h_i in row, for i > 0, by the coefficients of h_{i+1}. */
static void next_row(clm_wide_poly row[DEGREE], size_t i, const clm_wide_rows *f,
                     const clm_wide_rows *g)
{
    const size_t p = f->degree, q = g->degree, gap = p - q;

    for (size_t m = p; m-- > 0;) {
        if (i == 0 || m == 0)
            row[m].length = 0;
        else
            copy(&row[m], &row[m - 1]);
        if (m >= gap)
            add_product(&row[m], &f->row[p - i], &g->row[m - gap], false);
        add_product(&row[m], &g->row[q - i], &f->row[m], true);
    }
}

/* Computes the minor of a row and the rows below, in the columns of the set, along this row. */
static void expand(clm_wide_poly minor[SUBSETS], unsigned set, const clm_wide_poly row[DEGREE],
                   size_t columns)
{
    bool minus = false; /* sign of the last column */

    minor[set].length = 0;
    for (size_t m = columns; m-- > 0;) {
        if ((set >> m & 1) == 0)
            continue;
        add_product(&minor[set], &row[m], &minor[set ^ 1u << m], minus);
        minus = !minus;
    }
}

/* Sets r := res_y(f, g) for formal degrees, not both 0, with deg f >= deg g.
 *
 * Pre:    deg g (n - 1) + deg f (m - 1) < CLM_MINORS_WIDTH for rows of at most n, m coefficients
 * Cost:   sum_k k binomial(deg f, k) products of polynomials
 * Source: Bezout's matrix in the form of Cayley, and Laplace's expansion by rows */
static void minors_resultant(clm_wide_poly *r, const clm_wide_rows *f, const clm_wide_rows *g)
{
    const size_t p = f->degree, gap = p - g->degree;
    const unsigned all = (1u << p) - 1;
    clm_wide_poly row[DEGREE], minor[SUBSETS];

    minor[0].length = 1; /* the minor without rows */
    minor[0].c[0] = 1;
    for (size_t k = 0; k < p; k++) {
        if (k < gap)
            shift_row(row, k, g, p);
        else
            next_row(row, k - gap, f, g);
        for (unsigned set = 1; set <= all; set++)
            if ((size_t)__builtin_popcount(set) == k + 1)
                expand(minor, set, row, p);
    }
    copy(r, &minor[all]);
}

/* The sign takes one of 128 bits; the other covers the rounding errors of doubles. */
#define MOST_BITS 126.0

/* With a lower limit on bytes, an engine's bounds might refuse results accepted here. */
#define MOST_BYTES 4096

/* A problem in words; f and g are exchanged if deg_y f < deg_y g. */
typedef struct small_problem {
    const clmodp_zxy *f, *g;
    bool exchanged;
    clm_wide_rows a, b; /* f and g, or g and f */
    double bits;        /* |coefficients of the result| <= 2^bits */
    size_t width;       /* the greatest number of its coefficients */
} small_problem;

bool clm_small_applies(const clmodp_context *context, const clmodp_resultant_options *options)
{
    return clm_task_options(context, options).engine == NULL &&
           options->crt == CLMODP_CRT_AUTO && options->max_result >= MOST_BYTES;
}

/* Reads f, or df/dy if `derived`. *longest: the greatest number of coefficients of a row; *square:
 * the sum of the squares of the 1-norms of all rows. Returns false if f is too large. */
static bool read_rows(clm_wide_rows *out, const clmodp_zxy *f, bool derived, size_t *longest,
                      double *square)
{
    const size_t terms = clmodp_zxy_terms(f);
    double norm[CLM_MINORS_DEGREE + 1] = {0.0};

    if (terms == 0 || clmodp_zxy_degree_y(f) > CLM_MINORS_DEGREE ||
        clmodp_zxy_degree_y(f) < (derived ? 1 : 0))
        return false;
    out->degree = (size_t)clmodp_zxy_degree_y(f) - derived;
    for (size_t j = 0; j <= out->degree; j++)
        out->row[j].length = 0;
    *longest = 1;
    for (size_t k = 0; k < terms; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);
        clm_wide_poly *row;
        clm_word128 value = mpz_getlimbn(c, 0);
        double size = (double)mpz_getlimbn(c, 0);

        if (mpz_size(c) > 1 || i >= CLM_MINORS_WIDTH)
            return false;
        if (derived && j == 0)
            continue;
        if (derived) {
            value *= j;
            size *= (double)j--;
        }
        row = &out->row[j];
        norm[j] += size;
        while (row->length < i)
            row->c[row->length++] = 0;
        row->c[row->length++] = mpz_sgn(c) < 0 ? -value : value;
        *longest = clm_size_max(*longest, row->length);
    }
    *square = 0.0;
    for (size_t j = 0; j <= out->degree; j++)
        *square += norm[j] * norm[j];
    return true;
}

/* Reads a problem and bounds its result. For |x| = 1 the Sylvester matrix has deg g rows with
 * 2-norms bounded by the square root of f's *square, and deg f rows likewise for g. By Hadamard's
 * inequality the product of these norms bounds the determinant there, and so all coefficients. */
static bool read_problem(small_problem *s, const clmodp_problem *problem)
{
    const bool discriminant = problem->operation == CLMODP_OPERATION_DISCRIMINANT;
    size_t longest_a, longest_b;
    double square_a, square_b;

    s->f = problem->f;
    s->g = discriminant ? problem->f : problem->g;
    s->exchanged = clmodp_zxy_degree_y(s->f) < clmodp_zxy_degree_y(s->g);
    if (!read_rows(&s->a, s->exchanged ? s->g : s->f, false, &longest_a, &square_a) ||
        !read_rows(&s->b, s->exchanged ? s->f : s->g, discriminant, &longest_b, &square_b) ||
        s->a.degree == 0)
        return false;
    s->bits = 0.5 * ((double)s->b.degree * log2(square_a) + (double)s->a.degree * log2(square_b));
    s->width = s->b.degree * (longest_a - 1) + s->a.degree * (longest_b - 1) + 1;
    return s->bits <= MOST_BITS && s->width <= CLM_MINORS_WIDTH;
}

/* Sets r to the resultant. Errors: HOST_MEMORY */
static clmodp_status compute_minors(clmodp_zx *r, const small_problem *s)
{
    const bool minus = s->exchanged && s->a.degree % 2 != 0 && s->b.degree % 2 != 0;
    clm_wide_poly found;

    minors_resultant(&found, &s->a, &s->b);
    for (size_t i = 0; i < found.length && minus; i++)
        found.c[i] = -found.c[i];
    return clm_zx_set_wide(r, found.c, found.length);
}

/* Makes the final check of all results. */
static clmodp_status check_result(clm_small *scratch, bool *agrees, const small_problem *s,
                                  const clmodp_problem *problem, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *derivative = NULL;
    const clmodp_zxy *g = problem->g;
    clm_random random = {seed};

    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT) {
        TRY(clmodp_zxy_create(&derivative));
        TRY(clmodp_zxy_set(derivative, problem->f));
        clmodp_zxy_derivative_y(derivative);
        g = derivative;
    }
    TRY(clm_check_fresh_prime(NULL, agrees, &scratch->r, 1, s->f, g, scratch->prime, &random));
done:
    clmodp_zxy_destroy(derivative);
    return st;
}

/* Fills the report from the resultant, before a discriminant is divided by the leading
 * coefficient, as clm_execute_restore does. */
static void report_result(clm_record *record, const small_problem *s, clmodp_zx *r)
{
    clmodp_resultant_report *out = &record->report;
    const clm_result_size seen = clm_result_size_of(&r, 1);

    out->degree_bound = s->width - 1;
    out->width_bound = s->width;
    out->height_bits = (uint64_t)s->bits + 1;
    out->height_bound_name = "rows";
    out->necessary_evaluations = seen.width;
}

bool clm_small_compute(clm_small *scratch, const clmodp_problem *problem, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    clm_record record;
    bool agrees = false;
    small_problem s;

    if (problem->report != NULL)
        clm_record_begin(&record);
    TRY(clm_problem_check_all(NULL, problem, scratch->options));
    if (problem->operation == CLMODP_OPERATION_SUBRESULTANT || problem->modulus != 0 ||
        !read_problem(&s, problem))
        return false;
    if (scratch->r == NULL)
        TRY(clmodp_zx_create(&scratch->r));
    TRY(compute_minors(scratch->r, &s));
    TRY(check_result(scratch, &agrees, &s, problem, seed));
    if (!agrees)
        return false;
    if (problem->report != NULL)
        report_result(&record, &s, scratch->r);
    TRY(clm_problem_store_results(NULL, problem, &scratch->r));
    if (problem->report != NULL)
        clm_record_end(&record, problem->report);
done:
    return st == CLMODP_OK;
}
