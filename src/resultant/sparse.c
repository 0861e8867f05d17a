/* Decides whether a resultant or discriminant with few terms is computed by minors: bounds its
 * coefficients, predicts the time of engines, and turns the determinant into a checked result.
 *
 * The discriminant D of f of degree n is a resultant of formal degrees n - 1, without division by
 * the leading coefficient: res(f', n f - y f') = (-1)^(n(n-1)/2) n^(n-2) D with f' = df/dy. */
#include "resultant/sparse.h"

#include <math.h>
#include <stdlib.h>

#include "bounds/bounds.h"
#include "core/size.h"
#include "multimodular/rows.h"
#include "opencl/context.h"
#include "polynomials/minors.h"
#include "polynomials/modulo.h"
#include "polynomials/zxy.h"
#include "resultant/bezout.h"
#include "resultant/check.h"
#include "resultant/prepare.h"

enum {
    MOST_DEGREE = 63, /* in y */
    MOST_FULL = 12,   /* the same if no entry is known to be 0 */
    MOST_LIMBS = 16   /* of a coefficient */
};

/* The rows of f itself, of df/dy, or of n f - y df/dy for the degree n. */
typedef enum rows_kind { ROWS_ITSELF, ROWS_DERIVATIVE, ROWS_REST } rows_kind;

/* Coefficients of y^0, y^1, ... made of those of f. */
typedef struct sparse_rows {
    const clmodp_zxy *f;
    rows_kind kind;
    size_t degree;
    clm_sparse row[MOST_DEGREE + 1];
    uint64_t rows; /* those that may not be 0, a bit for each */
    double square; /* sum of the squares of the rows' 1-norms */
} sparse_rows;

typedef struct sparse_problem {
    const clmodp_problem *problem;
    clmodp_zxy *derivative;  /* owned; NULL: a resultant */
    const clmodp_zxy *f, *g; /* g is the derivative for a discriminant */
    bool exchanged;
    sparse_rows a, b;        /* of degrees p >= q */
    uint64_t columns[MOST_DEGREE]; /* of the rows of the matrix */
    clm_bounds bounds;       /* of exponents in res(f, g) */
    double bits;             /* |coefficients of the determinant| < 2^bits */
} sparse_problem;

static void clear_problem(sparse_problem *s)
{
    for (size_t k = 0; k <= MOST_DEGREE; k++) {
        clm_sparse_clear(&s->a.row[k]);
        clm_sparse_clear(&s->b.row[k]);
    }
    clmodp_zxy_destroy(s->derivative);
}

/* Returns the factor of the coefficient of y^j. */
static unsigned long factor_of(size_t n, size_t j, rows_kind kind)
{
    return kind == ROWS_ITSELF ? 1 : kind == ROWS_DERIVATIVE ? j : n - j;
}

static void measure_rows(sparse_rows *out, const clmodp_zxy *f, rows_kind kind)
{
    const size_t n = (size_t)clmodp_zxy_degree_y(f);
    double norm = 0.0; /* of the row */

    out->f = f;
    out->kind = kind;
    out->degree = kind == ROWS_ITSELF ? n : n - 1;
    for (size_t k = 0; k < f->length; k++) { /* sorted by j */
        const clm_term *term = &f->term[k];
        const double factor = (double)factor_of(n, term->j, kind);

        norm += fabs(mpz_get_d(term->c)) * factor;
        if (factor > 0.0)
            out->rows |= UINT64_C(1) << (term->j - (kind == ROWS_DERIVATIVE));
        if (k + 1 == f->length || term[1].j != term->j) {
            out->square += norm * norm;
            norm = 0.0;
        }
    }
}

static clmodp_status read_rows(sparse_rows *out, size_t limbs)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_zxy *f = out->f;
    const size_t n = (size_t)clmodp_zxy_degree_y(f);
    mpz_t c;

    mpz_init(c);
    for (size_t first = 0, end = 0; first < f->length; first = end) {
        const size_t j = f->term[first].j;
        const unsigned long factor = factor_of(n, j, out->kind);
        clm_sparse *const row = &out->row[out->kind == ROWS_DERIVATIVE && j > 0 ? j - 1 : j];

        while (end < f->length && f->term[end].j == j)
            end++;
        if (factor == 0)
            continue;
        TRY(clm_sparse_create(row, end - first, limbs));
        for (size_t k = 0; k < row->length; k++) {
            row->exponent[k] = f->term[first + k].i;
            mpz_mul_ui(c, f->term[first + k].c, factor);
            clm_sparse_set(row->limb + k * limbs, c, limbs);
        }
    }
done:
    mpz_clear(c);
    return st;
}

/* Rows of more terms than gaps between them are not sparse; beyond this degree such problems are
 * never faster. */
#define MOST_FULL_DEGREE 5

static bool has_x(const clmodp_zxy *f)
{
    for (size_t k = 0; k < f->length; k++)
        if (f->term[k].i > 0)
            return true;
    return false;
}

/* Tells whether the problem's degrees and gaps admit minors. */
static bool is_sparse(const clmodp_problem *problem)
{
    const bool alone = problem->operation == CLMODP_OPERATION_DISCRIMINANT;
    const clmodp_zxy *f = problem->f, *g = alone ? f : problem->g;
    const long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);
    const long most = (p > q ? p : q) - alone, least = (p < q ? p : q) - alone;

    return least >= 0 && most > 0 && most <= MOST_DEGREE && (has_x(f) || has_x(g)) &&
           (most <= MOST_FULL_DEGREE ||
            clm_row_cells(f) + clm_row_cells(g) > 2 * (f->length + g->length));
}

/* Measures a problem; *fits tells whether the result may be small enough. Norms of rows bound the
 * determinant as in small.c. */
static clmodp_status measure(sparse_problem *s, bool *fits)
{
    clmodp_status st = CLMODP_OK;
    const bool alone = s->problem->operation == CLMODP_OPERATION_DISCRIMINANT;

    if (alone) {
        TRY(clmodp_zxy_create(&s->derivative));
        TRY(clmodp_zxy_set(s->derivative, s->f));
        clmodp_zxy_derivative_y(s->derivative);
        s->g = s->derivative;
    }
    s->exchanged = !alone && clmodp_zxy_degree_y(s->f) < clmodp_zxy_degree_y(s->g);
    measure_rows(&s->a, s->exchanged ? s->g : s->f, alone ? ROWS_DERIVATIVE : ROWS_ITSELF);
    measure_rows(&s->b, alone || s->exchanged ? s->f : s->g, alone ? ROWS_REST : ROWS_ITSELF);
    s->bits = 1.0 + 0.5 * ((double)s->b.degree * log2(s->a.square) +
                           (double)s->a.degree * log2(fmax(s->b.square, 1.0)));
    TRY(clm_bounds_subresultant(NULL, &s->bounds, s->f, s->g, 0, false, NULL));
    *fits = !s->bounds.zero && s->bounds.degree < CLM_MOST_EXPONENT &&
            s->bits < 64.0 * MOST_LIMBS - 1.0;
done:
    return st;
}

/* Lists the products of an entry (bezout.h). */
static size_t list_entry(const void *user, clm_sparse_product products[CLM_MINORS_PRODUCTS],
                         const clm_minors_row *row, size_t column)
{
    const sparse_problem *s = user;
    const clm_sparse *const f = s->a.row, *const g = s->b.row;
    const clm_bezout_entry e =
        clm_bezout_entry_of(s->a.degree, s->b.degree, row->number, column);
    size_t count = 0;

    if (e.copies)
        products[count++] = (clm_sparse_product){&g[e.copied], row->one, false};
    if (e.shifts)
        products[count++] = (clm_sparse_product){&row->before[column - 1], row->one, false};
    if (e.adds)
        products[count++] = (clm_sparse_product){&f[e.added.f], &g[e.added.g], false};
    if (e.subtracts)
        products[count++] = (clm_sparse_product){&f[e.subtracted.f], &g[e.subtracted.g], true};
    return count;
}

/* ---- the decision ---- */

/* Returns the common divisor of `step` and all exponents of x, counted from the least. */
static size_t find_step(size_t step, const clmodp_zxy *f)
{
    size_t least = SIZE_MAX;

    for (size_t k = 0; k < f->length; k++)
        least = clm_size_min(least, f->term[k].i);
    for (size_t k = 0; k < f->length && step != 1; k++)
        step = clm_size_gcd(step, f->term[k].i - least);
    return step;
}

/* Predicts the time of the faster engine. */
static double engines_ns(const clmodp_context *ctx, const sparse_problem *s)
{
    const uint64_t modulus = s->problem->modulus;
    const bool field = modulus != 0 && clm_problem_has_field(s->problem, &ctx->kept->modulus);
    const size_t step = clm_size_max(find_step(find_step(0, s->f), s->g), 1);
    const clm_choice_case what = {
        .p = (size_t)clmodp_zxy_degree_y(s->f),
        .q = (size_t)clmodp_zxy_degree_y(s->g),
        .cells = (size_t)(clm_row_cells(s->f) + clm_row_cells(s->g)) / step,
        .terms = clmodp_zxy_terms(s->f) + clmodp_zxy_terms(s->g),
        .division = clm_division_of(s->f, s->g),
        .limbs = field ? 0.0 : clm_prepared_limbs(s->f) + clm_prepared_limbs(s->g),
        .minors = CLM_MINORS_RESULTANT,
        .width = (double)((s->bounds.degree - s->bounds.valuation) / step) + 1.0,
        .height_bits = field ? 0 : (uint64_t)s->bits,
        .only_host = field && modulus > INT32_MAX,
    };

    return clm_choice_least(ctx, &what) + ctx->costs.ns[CLM_OP_PROBLEM_ALONE];
}

/* The share of the engines' time that minors may take, as both predictions are rough. */
#define SHARE 0.7
/* The least time for a coefficient of an array, from its allocation to the check of the result. */
#define COEFFICIENT_NS 10.0

/* Lists the columns of entries that may not be 0, row by row. Returns whether these are not
 * all. */
static bool list_columns(sparse_problem *s)
{
    const uint64_t f = s->a.rows, g = s->b.rows;
    const size_t p = s->a.degree;
    uint64_t before = 0;
    bool some = false;

    for (size_t k = 0; k < p; k++) {
        uint64_t row = 0;

        for (size_t m = 0; m < p; m++) {
            const clm_bezout_entry e = clm_bezout_entry_of(p, s->b.degree, k, m);
            const uint64_t entry =
                (e.copies ? g >> e.copied : 0) | (e.shifts ? before >> (m - 1) : 0) |
                (e.adds ? f >> e.added.f & g >> e.added.g : 0) |
                (e.subtracts ? f >> e.subtracted.f & g >> e.subtracted.g : 0);

            row |= (entry & 1) << m;
        }
        s->columns[k] = before = row;
        some = some || row != UINT64_MAX >> (64 - p);
    }
    return some;
}

/* Sets the sizes of the determinant and its limits. Returns false if a lower bound on the time is
 * too large: unless the result is a power, entries and minors have at least as many terms as the
 * average row of f and g. `dense`: the result becomes an array in any case. */
static bool plan_minors(clmodp_context *ctx, clm_expansion *m, sparse_problem *s,
                       const clm_compute_options *how, bool dense)
{
    const double entry = 0.5 * (log2(s->a.square) + log2(fmax(s->b.square, 1.0)));
    const double p = (double)s->a.degree, terms = (double)(s->f->length + s->g->length) / p;
    const double row = (double)(s->exchanged ? s->f : s->g)->length /
                       (double)__builtin_popcountll(s->b.rows);

    m->n = s->a.degree;
    m->columns = list_columns(s) ? s->columns : NULL;
    m->least_products = row * row;
    m->limbs = (size_t)(s->bits / 64.0) + 1;
    m->product_ns = ctx->costs.ns[CLM_OP_MINOR_PRODUCT] + ctx->costs.ns[CLM_OP_MINOR_LIMB] *
                                                              (double)m->limbs *
                                                              (1.0 + floor(entry / 64.0));
    m->most_ns = SHARE * (engines_ns(ctx, s) +
                          (dense ? 0.0 : COEFFICIENT_NS * (double)s->bounds.degree));
    m->threads = ctx->threads;
    if (how->deferred != NULL) {
        m->most_ns = fmin(m->most_ns, clm_limit_ns(CLM_LIMIT_ALONE));
        m->threads = 1;
    }
    if (ctx->overrides.always_minors)
        m->most_ns = INFINITY;
    m->most_bytes = clm_memory_left(ctx);
    return m->columns != NULL ||
           (m->n <= MOST_FULL &&
            m->product_ns * (ldexp(0.5 * p * terms * terms + CLM_MINORS_SUM, (int)m->n) +
                             CLM_MINORS_SUM * p * p) <= m->most_ns);
}

/* ---- the result ---- */

/* Returns n^(n-2), which divides the determinant for a discriminant of degree n >= 2. */
static void set_divisor(mpz_t divisor, const sparse_problem *s)
{
    const unsigned long n = s->a.degree + 1;

    mpz_set_ui(divisor, 1);
    if (s->derivative != NULL)
        mpz_ui_pow_ui(divisor, n, n - 2);
}

/* Sets r to the result with this determinant. */
static clmodp_status set_result(clmodp_zxy *r, const clm_sparse *from, size_t limbs,
                                const sparse_problem *s)
{
    clmodp_status st = CLMODP_OK;
    const bool minus = s->derivative != NULL
                           ? clm_discriminant_is_negative((long)s->a.degree + 1)
                           : s->exchanged && s->a.degree % 2 != 0 && s->b.degree % 2 != 0;
    mpz_t divisor;

    mpz_init(divisor);
    set_divisor(divisor, s);
    TRY(clm_zxy_resize(r, from->length));
    for (size_t k = 0; k < from->length; k++) {
        clm_term *term = &r->term[k];

        term->i = (uint32_t)from->exponent[k];
        term->j = 0;
        clm_sparse_get(term->c, from->limb + k * limbs, limbs);
        if (s->derivative != NULL)
            mpz_divexact(term->c, term->c, divisor);
        if (minus)
            mpz_neg(term->c, term->c);
    }
    clm_zxy_combine(r);
done:
    mpz_clear(divisor);
    return st;
}

static void report_bounds(clm_record *record, const sparse_problem *s, const clmodp_zxy *r)
{
    clmodp_resultant_report *report = &record->report;

    report->degree_bound = s->bounds.degree;
    report->valuation_bound = s->bounds.valuation;
    report->width_bound = s->bounds.degree - s->bounds.valuation + 1;
    report->height_bits = (uint64_t)s->bits + 1;
    report->height_bound_name = "rows";
    if (r->length > 0)
        report->necessary_evaluations = r->term[r->length - 1].i - r->term[0].i + 1;
}

static clmodp_status check(clmodp_context *ctx, const clmodp_zxy *r, const sparse_problem *s,
                           uint64_t seed)
{
    const clm_mont64 prime = clm_mont64_of(clm_check_prime(ctx, seed));
    clm_random random = {seed};

    if (clm_check_terms(r, s->f, s->derivative != NULL ? NULL : s->g, &prime, &random))
        return CLMODP_OK;
    return clm_fail(&ctx->error, CLMODP_CORRUPT,
                    "a determinant of minors is wrong modulo a prime: the memory may be faulty");
}

/* Tells whether `terms` terms keep to the limit on the result. */
static bool is_small(const sparse_problem *s, double terms, const clm_compute_options *how)
{
    return clm_result_size_check(NULL, terms, s->bits, how->max_result) == CLMODP_OK;
}

/* Sets r to the checked result over Z if minors are faster; `dense`: r becomes an array. */
static clmodp_status compute(clmodp_context *ctx, bool *done, clmodp_zxy *r, sparse_problem *s,
                             const clm_compute_options *how, uint64_t seed, bool dense)
{
    clmodp_status st = CLMODP_OK;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    clm_expansion m = {
        .entry = list_entry, .user = s, .most_terms = INFINITY, .watch = &watch};
    clm_sparse found = {0};

    TRY(measure(s, done));
    *done = *done && plan_minors(ctx, &m, s, how, dense) &&
            (!dense || is_small(s, (double)(s->bounds.degree - s->bounds.valuation) + 1.0, how));
    if (!*done)
        goto done;
    TRY(read_rows(&s->a, m.limbs));
    TRY(read_rows(&s->b, m.limbs));
    TRY(clm_minors_expand(done, &found, &m));
    *done = *done && is_small(s, (double)found.length, how);
    if (!*done)
        goto done;
    TRY(set_result(r, &found, m.limbs, s));
    TRY(check(ctx, r, s, seed));
done:
    clm_sparse_clear(&found);
    return st == CLMODP_LIMIT ? CLMODP_OK : st; /* of bounds on exponents */
}

clmodp_status clm_sparse_compute(clmodp_context *ctx, bool *done, clmodp_zxy *terms,
                                 const clmodp_problem *problem, clm_record *record,
                                 const clm_compute_options *how, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    clmodp_problem balanced = *problem;
    sparse_problem s = {.problem = &balanced};
    clmodp_zxy *r = NULL, *f = NULL, *g = NULL;

    *done = false;
    if (!is_sparse(problem) || ctx->overrides.never_minors)
        return CLMODP_OK;
    TRY(clmodp_zxy_create(&r));
    if (problem->modulus != 0) {
        TRY(clmodp_zxy_create(&f));
        TRY(clmodp_zxy_create(&g));
        TRY(clm_problem_balance(error, &balanced, f, g));
    }
    s.f = balanced.f;
    s.g = balanced.g;
    TRY(compute(ctx, done, r, &s, how, seed, terms == NULL));
    if (!*done)
        goto done;
    if (problem->modulus != 0)
        TRY(clm_zxy_modulo(error, r, r, problem->modulus));
    report_bounds(record, &s, r);
    if (terms != NULL)
        clm_zxy_swap(terms, r);
    else
        TRY(clm_zxy_row(error, problem->r, r, 0));
    clm_record_end(record, problem->report);
done:
    clear_problem(&s);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    clmodp_zxy_destroy(r);
    return st;
}
