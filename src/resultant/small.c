/* Computes small problems without engines. A result proved to fit 128 bits is a determinant modulo
 * 2^128; slightly larger ones are computed modulo few primes. The final check is as for all
 * results. */
#include "resultant/small.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/bezout.h"
#include "resultant/check.h"
#include "resultant/direct.h"
#include "resultant/few_primes.h"
#include "resultant/task.h"
#include "resultant/univariate.h"

enum {
    DEGREE = 5,            /* in y, of f and g */
    SUBSETS = 1 << DEGREE, /* of columns */
    WIDTH = 64             /* coefficients of a polynomial in x */
};

/* The polynomial c[0] + c[1] x + ...; elements from `length` on are not set. */
typedef struct wide_poly {
    size_t length;
    clm_word128 c[WIDTH];
} wide_poly;

/* The coefficients in y of f or g, each without leading zeros. */
typedef struct wide_rows {
    size_t degree;
    wide_poly row[DEGREE + 1];
} wide_rows;

/* Adds a b to out, or subtracts it; with `narrow` modulo 2^64, at a third of the cost. */
static void add_product(wide_poly *out, const wide_poly *a, const wide_poly *b,
                        bool minus, bool narrow)
{
    if (a->length == 0 || b->length == 0)
        return;
    for (; out->length < a->length + b->length - 1; out->length++)
        out->c[out->length] = 0;
    for (size_t i = 0; i < a->length; i++) {
        const clm_word128 factor = minus ? -a->c[i] : a->c[i];

        for (size_t k = 0; narrow && k < b->length; k++)
            out->c[i + k] = (uint64_t)out->c[i + k] + (uint64_t)factor * (uint64_t)b->c[k];
        for (size_t k = 0; !narrow && k < b->length; k++)
            out->c[i + k] += factor * b->c[k];
    }
}

static void copy(wide_poly *out, const wide_poly *a)
{
    out->length = a->length;
    memcpy(out->c, a->c, a->length * sizeof *a->c);
}

/* Replaces the entries of the row before in `row` by those of row k. */
static void set_row(wide_poly row[DEGREE], size_t k, const wide_rows *f, const wide_rows *g,
                    bool narrow)
{
    for (size_t m = f->degree; m-- > 0;) {
        const clm_bezout_entry e = clm_bezout_entry_of(f->degree, g->degree, k, m);

        row[m].length = 0;
        if (e.copies)
            copy(&row[m], &g->row[e.copied]);
        if (e.shifts)
            copy(&row[m], &row[m - 1]);
        if (e.adds)
            add_product(&row[m], &f->row[e.added.f], &g->row[e.added.g], false, narrow);
        if (e.subtracts)
            add_product(&row[m], &f->row[e.subtracted.f], &g->row[e.subtracted.g], true, narrow);
    }
}

/* Computes the minor of a row and all below, in the set's columns, along this row. */
static void expand(wide_poly minor[SUBSETS], unsigned set, const wide_poly row[DEGREE],
                   size_t columns, bool narrow)
{
    bool minus = false; /* sign of the last column */

    minor[set].length = 0;
    for (size_t m = columns; m-- > 0;) {
        if ((set >> m & 1) == 0)
            continue;
        add_product(&minor[set], &row[m], &minor[set ^ 1u << m], minus, narrow);
        minus = !minus;
    }
}

/* Sets r := res_y(f, g) modulo 2^128 or, with `narrow`, 2^64, for formal degrees, not both 0, with
 * deg f >= deg g.
 *
 * Pre:    deg g (n - 1) + deg f (m - 1) < WIDTH for rows of at most n, m coefficients
 * Cost:   sum_k k binomial(deg f, k) products of polynomials
 * Source: bezout.h, and Laplace's expansion by rows */
static void minors_resultant(wide_poly *r, const wide_rows *f, const wide_rows *g,
                             bool narrow)
{
    const size_t p = f->degree;
    const unsigned all = (1u << p) - 1;
    wide_poly row[DEGREE], minor[SUBSETS];
    unsigned char elements[SUBSETS] = {0};

    for (unsigned set = 1; set <= all; set++)
        elements[set] = elements[set >> 1] + (set & 1);
    minor[0].length = 1; /* the minor without rows */
    minor[0].c[0] = 1;
    for (size_t k = 0; k < p; k++) {
        set_row(row, k, f, g, narrow);
        for (unsigned set = 1; set <= all; set++)
            if (elements[set] == k + 1)
                expand(minor, set, row, p, narrow);
    }
    copy(r, &minor[all]);
}

/* The sign takes one of 128 bits; the other covers the rounding errors of doubles. */
#define MOST_BITS 126.0

/* The greatest values of rows at points of few_primes.h, less one bit for rounding errors. */
#define MOST_VALUE 0x1p60

/* The largest product of points, primes and degrees for which few_primes.h is faster than engine
 * HOST, whose vectors need many points; and the most coefficients. */
#define MOST_WORK 5000.0
#define MOST_WORK_AT_ONE_POINT 30000.0
#define MOST_WORDS 4096

/* Weights s = 0, ..., WEIGHTS - 1 of degrees max(i + s j) over the terms x^i y^j: the degree in x,
 * the total degree, and one for parabolas. */
enum { WEIGHTS = 3 };

/* Properties of f, g or df/dy from which the result is bounded. */
typedef struct extent {
    size_t degree;           /* in y */
    size_t longest;          /* coefficients of the longest row, at least 1 */
    double weighted[WEIGHTS];
    double square;           /* sum of the squares of the 1-norms of all rows */
    double norm;             /* greatest 1-norm of a row */
    bool words;              /* all coefficients have one word */
} extent;

/* A problem in words; f and g are exchanged if deg_y f < deg_y g. */
typedef struct small_problem {
    const clmodp_zxy *f, *g;
    bool derived;       /* df/dy replaces g */
    bool exchanged;
    extent a, b;        /* of f and g, or of g and f */
    double bits;        /* |coefficients of the result| <= 2^bits */
    double width;       /* the greatest number of its coefficients, by the rows' lengths */
    double sharp_width; /* the same, by weighted degrees */
} small_problem;

/* Returns the coefficient of a term or, if `derived`, of its derivative, which is 0 if the term is
 * free of y. Pre: the coefficient has one word, below 2^63 with a factor j */
static clm_word128 coefficient_of(const clm_term *term, bool derived)
{
    const clm_word128 size = (clm_word128)mpz_getlimbn(term->c, 0) * (derived ? term->j : 1);

    return mpz_sgn(term->c) < 0 ? -size : size;
}

/* Coefficients whose squares are doubles. */
#define MOST_LIMBS 7

/* Measures f, or df/dy if `derived`. Returns false if this is zero or f has too long
 * coefficients. */
static bool measure(extent *out, const clmodp_zxy *f, bool derived)
{
    double norm = 0.0; /* of the row */

    if (f->length == 0 || clmodp_zxy_degree_y(f) < (derived ? 1 : 0))
        return false;
    *out = (extent){.degree = (size_t)clmodp_zxy_degree_y(f) - derived, .longest = 1,
                     .words = true};
    for (size_t k = 0; k < f->length; k++) { /* sorted by j, then by i */
        const clm_term *term = &f->term[k];
        const size_t i = term->i, j = term->j - derived;
        double size = mpz_size(term->c) == 1 ? (double)mpz_getlimbn(term->c, 0)
                                             : fabs(mpz_get_d(term->c));

        if (mpz_size(term->c) > MOST_LIMBS)
            return false;
        out->words = out->words && mpz_size(term->c) == 1;
        if (derived && term->j == 0)
            continue;
        if (k > 0 && term->j != term[-1].j) {
            out->square += norm * norm;
            norm = 0.0;
        }
        norm += derived ? size * term->j : size;
        out->norm = fmax(out->norm, norm);
        out->longest = clm_size_max(out->longest, i + 1);
        for (size_t s = 0; s < WEIGHTS; s++)
            out->weighted[s] = fmax(out->weighted[s], (double)(i + s * j));
    }
    out->square += norm * norm;
    return true;
}

/* Bounds the result. For |x| = 1 the Sylvester matrix has deg g rows with 2-norms bounded by the
 * square root of f's `square`, and deg f rows likewise for g. By Hadamard's inequality the product
 * of these norms bounds the determinant there, and so all coefficients. A term of the determinant
 * takes p + q columns, so its weighted degree is at most q times f's and p times g's, less s p
 * q. */
static void bound_result(small_problem *s)
{
    const extent *a = &s->a, *b = &s->b;
    const double p = (double)a->degree, q = (double)b->degree;

    s->bits = 0.5 * (q * log2(a->square) + p * log2(b->square));
    s->width = q * (double)(a->longest - 1) + p * (double)(b->longest - 1) + 1.0;
    s->sharp_width = s->width;
    for (size_t k = 1; k < WEIGHTS; k++)
        s->sharp_width = fmin(s->sharp_width, q * a->weighted[k] + p * b->weighted[k] -
                                                  (double)k * p * q + 1.0);
}

/* Reads and bounds a problem; false if it is not for this file. */
static bool read_problem(small_problem *s, const clmodp_problem *problem)
{
    s->derived = problem->operation == CLMODP_OPERATION_DISCRIMINANT;
    s->f = problem->f;
    s->g = s->derived ? problem->f : problem->g;
    s->exchanged = clmodp_zxy_degree_y(s->f) < clmodp_zxy_degree_y(s->g);
    if (!measure(&s->a, s->exchanged ? s->g : s->f, false) ||
        !measure(&s->b, s->exchanged ? s->f : s->g, s->derived) || s->a.degree == 0)
        return false;
    bound_result(s);
    return true;
}

/* ---- minors ---- */

static bool minors_apply(const small_problem *s)
{
    return s->a.words && s->b.words && s->a.degree <= DEGREE && s->bits <= MOST_BITS &&
           s->width <= WIDTH && s->a.longest <= WIDTH &&
           s->b.longest <= WIDTH; /* also if deg g = 0 hides f's rows */
}

static void read_rows(wide_rows *out, const clmodp_zxy *f, bool derived, size_t degree)
{
    out->degree = degree;
    for (size_t j = 0; j <= degree; j++)
        out->row[j].length = 0;
    for (size_t k = 0; k < f->length; k++) {
        const clm_term *term = &f->term[k];
        wide_poly *row;

        if (derived && term->j == 0)
            continue;
        row = &out->row[term->j - derived];
        while (row->length < term->i)
            row->c[row->length++] = 0;
        row->c[row->length++] = coefficient_of(term, derived);
    }
}

/* Sets r to the resultant. Errors: HOST_MEMORY */
static clmodp_status compute_minors(clmodp_zx *r, const small_problem *s)
{
    const bool minus = s->exchanged && s->a.degree % 2 != 0 && s->b.degree % 2 != 0;
    const bool narrow = s->bits <= MOST_BITS - 64;
    wide_rows a, b;
    wide_poly found;

    read_rows(&a, s->exchanged ? s->g : s->f, false, s->a.degree);
    read_rows(&b, s->exchanged ? s->f : s->g, s->derived, s->b.degree);
    minors_resultant(&found, &a, &b, narrow);
    for (size_t i = 0; i < found.length && narrow; i++)
        found.c[i] = (clm_word128)(int64_t)found.c[i];
    for (size_t i = 0; i < found.length && minus; i++)
        found.c[i] = -found.c[i];
    return clm_zx_set_wide(r, found.c, found.length);
}

/* ---- determinants of long integers ---- */

/* From this degree on, problems with small coefficients take less time modulo a few primes. */
#define WORDS_DEGREE 4

static bool direct_applies(const small_problem *s)
{
    return s->a.longest == 1 && s->b.longest == 1 && !s->derived &&
           (s->a.degree < WORDS_DEGREE || fmax(s->a.norm, s->b.norm) > MOST_VALUE);
}

/* ---- few primes ---- */

static bool few_primes_apply(const small_problem *s)
{
    const double p = (double)s->a.degree, q = (double)s->b.degree;
    const double longest = (double)clm_size_max(s->a.longest, s->b.longest);
    const bool free_of_x = s->a.longest == 1 && s->b.longest == 1;
    double primes;

    if (!(s->bits < 62.0 * CLM_FEW_PRIMES) || (p + q + 2.0) * longest > MOST_WORDS)
        return false;
    primes = (double)clm_few_primes_count(s->bits);
    return primes <= CLM_FEW_PRIMES &&
           primes * s->sharp_width * p * (q + 1.0) <=
               (s->sharp_width > 1.0 ? MOST_WORK : MOST_WORK_AT_ONE_POINT) &&
           (free_of_x ||
            (s->a.words && s->b.words &&
             fmax(s->a.norm, s->b.norm) * pow(s->sharp_width / 2.0, longest - 1.0) <=
                 MOST_VALUE));
}

static clm_word_poly read_words(int64_t *words, const clmodp_zxy *f, bool derived, size_t degree)
{
    int64_t *const end = words, *const c = words + degree + 1;
    int64_t first = 0, last = 0; /* of the row */
    size_t row = 0;

    for (size_t k = 0; k < f->length; k++) {
        const clm_term *term = &f->term[k];

        if (derived && term->j == 0)
            continue;
        for (; row < term->j - derived; row++)
            end[row] = first = last;
        while (last < first + (int64_t)term->i)
            c[last++] = 0;
        c[last++] = (int64_t)coefficient_of(term, derived);
    }
    end[degree] = last;
    return (clm_word_poly){.degree = degree, .c = c, .end = end};
}

/* Sets r to the resultant. Errors: HOST_MEMORY */
static clmodp_status compute_by_few_primes(clmodp_zx *r, const small_problem *s)
{
    clmodp_status st = CLMODP_OK;
    const extent *of_f = s->exchanged ? &s->b : &s->a, *of_g = s->exchanged ? &s->a : &s->b;
    const size_t words_f = (of_f->degree + 1) * (of_f->longest + 1);
    clm_word_poly f = {.degree = of_f->degree, .terms = s->f};
    clm_word_poly g = {.degree = of_g->degree, .terms = s->g, .derived = s->derived};
    int64_t *words = NULL;

    if (!of_f->words || !of_g->words || fmax(of_f->norm, of_g->norm) > MOST_VALUE)
        goto compute;
    NEW(NULL, words, words_f + (of_g->degree + 1) * (of_g->longest + 1));
    f = read_words(words, s->f, false, of_f->degree);
    g = read_words(words + words_f, s->g, s->derived, of_g->degree);
compute:
    TRY(clm_few_primes_resultant(r, &f, &g, (size_t)s->sharp_width,
                                 clm_few_primes_count(s->bits)));
done:
    free(words);
    return st;
}

static clmodp_status check_result(clm_small *scratch, bool *agrees, const small_problem *s,
                                  const clmodp_problem *problem, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *derivative = NULL;
    const clmodp_zxy *g = problem->g;
    clm_random random = {seed};

    if (s->a.degree <= CLM_CHECK_SHORT) {
        *agrees = clm_check_short(scratch->r, s->f, s->derived ? NULL : g, &scratch->prime,
                                  &random);
        return CLMODP_OK;
    }
    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT) {
        TRY(clmodp_zxy_create(&derivative));
        TRY(clmodp_zxy_set(derivative, problem->f));
        clmodp_zxy_derivative_y(derivative);
        g = derivative;
    }
    TRY(clm_check_fresh_prime(NULL, agrees, &scratch->r, CLM_MINORS_RESULTANT, s->f, g,
                              scratch->prime.p, 1, &random, NULL));
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

    out->degree_bound = (uint64_t)s->sharp_width - 1;
    out->width_bound = (uint64_t)s->sharp_width;
    out->height_bits = (uint64_t)s->bits + 1;
    out->height_bound_name = "rows";
    out->necessary_evaluations = seen.width;
}

static clmodp_status store_result(clm_small *scratch, const clmodp_problem *problem,
                                  clm_record *record)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_problem_store_results(NULL, problem, CLM_MINORS_RESULTANT, &scratch->r));
    if (problem->report != NULL)
        clm_record_end(record, problem->report);
done:
    return st;
}

/* Computes a resultant modulo a prime, of polynomials free of x, unchecked (univariate.c). */
static bool compute_modulo(clm_small *scratch, const clmodp_problem *problem, clm_record *record)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_zxy *f = problem->f, *g = problem->g;
    uint64_t value;
    bool one;

    if (problem->operation != CLMODP_OPERATION_RESULTANT || clm_task_is_trivial(&one, f, g) ||
        !clm_univariate_applies(f, g) ||
        clm_univariate_ns(f, g) > clm_limit_ns(CLM_LIMIT_THREADS) ||
        !clm_problem_has_field(problem, &scratch->modulus))
        return false;
    TRY(clm_univariate_resultant(NULL, &value, f, g, problem->modulus, NULL));
    TRY(clm_univariate_store(scratch->r, &record->report, value, problem->modulus));
    TRY(store_result(scratch, problem, record));
done:
    return st == CLMODP_OK;
}

/* Reports a determinant of words. It has no check, which would only repeat the computation. */
static void report_words(clm_record *record, const clmodp_problem *problem)
{
    small_problem s;

    if (problem->report == NULL || !read_problem(&s, problem))
        return;
    report_result(record, &s, problem->r);
    clm_record_end(record, problem->report);
}

bool clm_small_compute(clm_small *scratch, const clmodp_problem *problem, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    clm_record record;
    bool agrees = false, done;
    small_problem s;

    if (problem->report != NULL)
        clm_record_begin(&record);
    TRY(clm_problem_check_all(NULL, problem, scratch->options));
    if (problem->operation == CLMODP_OPERATION_RESULTANT && problem->modulus == 0) {
        TRY(clm_word_resultant(problem->r, &done, problem->f, problem->g));
        if (done) {
            report_words(&record, problem);
            return true;
        }
    }
    if (scratch->r == NULL)
        TRY(clmodp_zx_create(&scratch->r));
    if (problem->modulus != 0)
        return compute_modulo(scratch, problem, &record);
    if (!clm_problem_is_resultant(problem) || !read_problem(&s, problem))
        return false;
    if (minors_apply(&s))
        TRY(compute_minors(scratch->r, &s));
    else if (!(direct_applies(&s) && clm_direct_constant(scratch->r, s.f, s.g))) {
        if (!scratch->alone || !few_primes_apply(&s))
            return false;
        TRY(compute_by_few_primes(scratch->r, &s));
    }
    TRY(check_result(scratch, &agrees, &s, problem, seed));
    if (!agrees)
        return false;
    if (problem->report != NULL)
        report_result(&record, &s, scratch->r);
    TRY(store_result(scratch, problem, &record));
done:
    return st == CLMODP_OK;
}
