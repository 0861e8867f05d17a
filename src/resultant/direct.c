/* Determinants of integers for resultants of low degree with long coefficients. */
#include "resultant/direct.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/bezout.h"
#include "resultant/check.h"

enum { DEGREE = 5, SUBSETS = 1 << DEGREE }; /* the greatest degree in y; sets of columns */

/* The longest time of clm_direct_constant. */
#define MOST_CONSTANT_NS 1e5

/* More points take so much memory that primes are better. */
#define MOST_POINTS 1000

/* The size of f or g. */
typedef struct extent {
    size_t degree;       /* in y */
    double terms;
    double limbs;        /* of all coefficients */
    double longest;      /* limbs of the longest one */
    double in_x, total;  /* degrees */
} extent;

typedef struct direct {
    const clmodp_zxy *f, *g; /* deg_y f >= deg_y g */
    extent of_f, of_g;
    bool minus;              /* the sign of their exchange is negative */
    double bits;             /* |coefficients of the result| <= 2^bits */
    size_t points;           /* consecutive integers, as many as coefficients of the result */
    long first;              /* the least of them */
    mpz_t *value;            /* at the points; then coefficients */
    const clm_poller *watch; /* or NULL */
} direct;

static extent measure(const clmodp_zxy *f)
{
    extent out = {.degree = (size_t)clmodp_zxy_degree_y(f), .terms = (double)f->length};

    for (size_t k = 0; k < f->length; k++) {
        const clm_term *term = &f->term[k];
        const double limbs = (double)mpz_size(term->c);

        out.limbs += limbs;
        out.longest = fmax(out.longest, limbs);
        out.in_x = fmax(out.in_x, term->i);
        out.total = fmax(out.total, (double)term->i + term->j);
    }
    return out;
}

/* Bounds the result by the degree in x, the total degree, and the product of the 1-norms of the
 * rows of Sylvester's matrix: deg g rows of f, deg f of g. Returns false if the problem is too
 * large. */
static bool measure_pair(direct *d, const clmodp_zxy *f, const clmodp_zxy *g)
{
    const bool exchanged = clmodp_zxy_degree_y(f) < clmodp_zxy_degree_y(g);
    double p, q, degree;

    d->f = exchanged ? g : f;
    d->g = exchanged ? f : g;
    if (clmodp_zxy_degree_y(d->f) > DEGREE || clmodp_zxy_degree_y(d->g) == 0)
        return false;
    d->of_f = measure(d->f);
    d->of_g = measure(d->g);
    d->minus = exchanged && d->of_f.degree % 2 != 0 && d->of_g.degree % 2 != 0;
    p = (double)d->of_f.degree;
    q = (double)d->of_g.degree;
    degree = fmin(q * d->of_f.in_x + p * d->of_g.in_x,
                  q * d->of_f.total + p * d->of_g.total - p * q);
    d->bits = q * (64.0 * d->of_f.longest + log2(d->of_f.terms)) +
              p * (64.0 * d->of_g.longest + log2(d->of_g.terms)) + 1.0;
    if (degree >= MOST_POINTS)
        return false;
    d->points = (size_t)degree + 1;
    d->first = -(long)(d->points / 2);
    return true;
}

/* ---- costs ---- */

/* Nanoseconds of a product of integers of a and b limbs, valid up to 10^4. */
static double product_ns(double a, double b)
{
    return 20.0 + 1.8 * fmax(a, b) * pow(fmin(a, b), 0.58);
}

/* Nanoseconds of the determinants and their interpolation. The first rows are coefficients of g
 * and zeros, others sums of products. */
static double direct_ns(const direct *d)
{
    const double p = (double)d->of_f.degree, q = (double)d->of_g.degree;
    const double n = (double)d->points, of_f = d->of_f.longest, of_g = d->of_g.longest;
    double ns = (d->of_f.terms + d->of_g.terms) * 40.0 + d->of_f.limbs + d->of_g.limbs +
                2.0 * p * q * product_ns(of_f, of_g);
    double subsets = 1.0, minor = 0.0; /* sets of k columns; limbs of their minors */

    for (double k = 1.0; k <= p; k++) {
        const bool first = k <= p - q;
        const double row = first ? of_g : of_f + of_g;

        subsets *= (p + 1.0 - k) / k;
        if (k > 1.0)
            ns += (first ? fmin(1.0, (q + 1.0) / p) : 1.0) * k * subsets * product_ns(row, minor);
        minor += row;
    }
    return n * ns + n * n * (30.0 + 0.01 * d->bits);
}

/* Nanoseconds of images modulo primes of 62 bits, and of their reconstruction. */
static double primes_ns(const direct *d)
{
    const double p = (double)d->of_f.degree, q = (double)d->of_g.degree;
    const double n = (double)d->points, primes = d->bits / 62.0 + 1.0;
    const double prime =
        n * (60.0 + 4.0 * p * q + 2.0 * n) + 4.0 * (d->of_f.limbs + d->of_g.limbs);

    return 10000.0 + primes * prime + n * product_ns(primes, primes);
}

/* ---- values at a point ---- */

/* Integers for a point: coefficients in y, a row of the matrix, and minors. */
typedef struct work {
    mpz_t f[DEGREE + 1], g[DEGREE + 1], row[DEGREE], minor[SUBSETS];
} work;

/* Multiplies c by x^e. */
static void times_power(mpz_t c, long x, size_t e)
{
    for (; e > 0 && x != 1 && mpz_sgn(c) != 0; e--)
        mpz_mul_si(c, c, x);
}

/* Sets value[j], initially 0, to the coefficient of y^j at x. */
static void evaluate(mpz_t *value, const clmodp_zxy *f, long x)
{
    for (size_t k = f->length; k-- > 0;) { /* from the last row and exponent of x on */
        const clm_term *term = &f->term[k];
        const bool last = k == 0 || term[-1].j != term->j; /* of its row */

        mpz_add(value[term->j], value[term->j], term->c);
        times_power(value[term->j], x, last ? term->i : term->i - term[-1].i);
    }
}

static void add_product(mpz_t out, const mpz_t a, const mpz_t b, bool minus)
{
    if (minus)
        mpz_submul(out, a, b);
    else
        mpz_addmul(out, a, b);
}

/* Replaces the row before by row k of the matrix (bezout.h). */
static void set_row(work *w, size_t k, size_t p, size_t q)
{
    for (size_t m = p; m-- > 0;) {
        const clm_bezout_entry e = clm_bezout_entry_of(p, q, k, m);

        if (e.shifts)
            mpz_swap(w->row[m], w->row[m - 1]);
        else if (e.copies)
            mpz_set(w->row[m], w->g[e.copied]);
        else
            mpz_set_ui(w->row[m], 0);
        if (e.adds)
            add_product(w->row[m], w->f[e.added.f], w->g[e.added.g], false);
        if (e.subtracts)
            add_product(w->row[m], w->f[e.subtracted.f], w->g[e.subtracted.g], true);
    }
}

/* Computes the minor of this row and all before, in the set's columns, along the row. */
static void expand(work *w, unsigned set, size_t columns)
{
    bool minus = false; /* sign of the last column */

    for (size_t m = columns; m-- > 0;) {
        if ((set >> m & 1) == 0)
            continue;
        add_product(w->minor[set], w->row[m], w->minor[set ^ 1u << m], minus);
        minus = !minus;
    }
}

/* Applies a function to all integers that degrees p >= q need. */
static void for_all(work *w, size_t p, void (*apply)(mpz_ptr))
{
    for (size_t j = 0; j <= p; j++) {
        apply(w->f[j]);
        apply(w->g[j]);
    }
    for (size_t j = 0; j < p; j++)
        apply(w->row[j]);
    for (size_t j = 0; j < (size_t)1 << p; j++)
        apply(w->minor[j]);
}

static void init_integer(mpz_ptr c)
{
    mpz_init(c);
}

static void clear_integer(mpz_ptr c)
{
    mpz_clear(c);
}

/* Index: a point. Computes the value there, as small.c does. */
static clmodp_status compute_value(void *argument, size_t index, size_t thread)
{
    const direct *d = argument;
    const size_t p = d->of_f.degree, q = d->of_g.degree;
    const unsigned all = (1u << p) - 1;
    clmodp_status st = CLMODP_OK;
    work w;

    (void)thread;
    for_all(&w, p, init_integer);
    evaluate(w.f, d->f, d->first + (long)index);
    evaluate(w.g, d->g, d->first + (long)index);
    set_row(&w, 0, p, q);
    if (p == 1)
        mpz_swap(w.minor[1], w.row[0]);
    for (size_t m = 0; m < p && p > 1; m++)
        mpz_set(w.minor[(size_t)1 << m], w.row[m]);
    for (size_t k = 1; k < p && st == CLMODP_OK; k++) {
        set_row(&w, k, p, q);
        for (unsigned set = 1; set <= all; set++)
            if ((size_t)__builtin_popcount(set) == k + 1 && !clm_poller_stopped(d->watch))
                expand(&w, set, p);
        if (clm_poller_stopped(d->watch))
            st = CLMODP_CANCELLED;
    }
    mpz_swap(d->value[index], w.minor[all]);
    if (d->minus)
        mpz_neg(d->value[index], d->value[index]);
    for_all(&w, p, clear_integer);
    return st;
}

/* ---- interpolation ---- */

/* Divides c by k!, which divides it. */
static void divide_by_factorial(mpz_t c, unsigned long k)
{
    unsigned long divisor = 1;

    for (; k > 1; k--) {
        if (divisor > ULONG_MAX / k) {
            mpz_divexact_ui(c, c, divisor);
            divisor = 1;
        }
        divisor *= k;
    }
    mpz_divexact_ui(c, c, divisor);
}

/* Replaces values by coefficients. Differences of order k of f in Z[x] are multiples of k!.
 * Source: Newton's forward differences */
static clmodp_status interpolate(void *argument)
{
    const direct *d = argument;
    const size_t n = d->points;
    mpz_t *y = d->value;

    for (size_t k = 1; k < n; k++) {
        if (clm_poller_stopped(d->watch))
            return CLMODP_CANCELLED;
        for (size_t i = n - 1; i >= k; i--)
            mpz_sub(y[i], y[i], y[i - 1]);
    }
    for (size_t k = 2; k < n; k++)
        divide_by_factorial(y[k], k);
    for (size_t k = n - 1; k-- > 0;) {
        const long x = d->first + (long)k;

        if (clm_poller_stopped(d->watch))
            return CLMODP_CANCELLED;
        for (size_t i = k; i + 1 < n; i++)
            if (x > 0)
                mpz_submul_ui(y[i], y[i + 1], (unsigned long)x);
            else
                mpz_addmul_ui(y[i], y[i + 1], (unsigned long)-x);
    }
    return CLMODP_OK;
}

/* ---- the task ---- */

static void report_bounds(const direct *d, const clm_task *task)
{
    clmodp_resultant_report *report = &task->record->report;

    report->degree_bound = d->points - 1;
    report->width_bound = d->points;
    report->height_bits = (uint64_t)d->bits + 1;
    report->height_bound_name = "rows";
    report->necessary_evaluations = clm_result_size_of(task->results, 1).width;
}

/* Computes values and interpolates, on threads if that takes long. */
static clmodp_status run(clmodp_context *ctx, direct *d, double ns)
{
    clmodp_status st = CLMODP_OK;
    const bool watched = ns > clm_limit_ns(CLM_LIMIT_THREADS);
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    clm_poller *const asked = watched ? &watch : NULL;

    d->watch = asked;
    TRY(clm_parallel_watched(d->points, watched ? ctx->threads : 1, compute_value, d, asked));
    TRY(clm_run_watched(interpolate, d, asked));
done:
    return st;
}

static bool is_open(const clm_task *task)
{
    return task->modulus == 0 && clm_minors_are_resultant(task->minors) &&
           task->options->of_engine.crt.method == CLM_CRT_AUTO;
}

clmodp_status clm_direct_compute(clmodp_context *ctx, bool *done, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clm_numbers numbers = {0};
    direct d;
    double ns, bytes;

    *done = false;
    if (!is_open(task) || !measure_pair(&d, task->f, task->g))
        return CLMODP_OK;
    ns = direct_ns(&d);
    bytes = d.bits / 8.0 * (double)d.points;
    if (ns >= primes_ns(&d) ||
        clm_result_size_check(NULL, (double)d.points, d.bits, task->options->max_result) ||
        (bytes + d.bits / 8.0 * SUBSETS) * 2.0 > (double)clm_memory_left(ctx))
        return CLMODP_OK;
    if (task->options->deferred != NULL && ns > clm_limit_ns(CLM_LIMIT_ALONE)) {
        *task->options->deferred = ns;
        return CLMODP_CANCELLED;
    }
    TRY(clm_numbers_create(&ctx->error, &numbers, d.points));
    d.value = numbers.storage;
    TRY(run(ctx, &d, ns));
    TRY(clm_numbers_move(task->results[0], &numbers, 0, d.points, 0));
    report_bounds(&d, task);
    *done = true;
done:
    clm_numbers_destroy(&numbers);
    return st;
}

bool clm_direct_constant(clmodp_zx *r, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    direct d = {.watch = NULL};
    mpz_t *c;

    if (!measure_pair(&d, f, g) || d.points > 1 || direct_ns(&d) > MOST_CONSTANT_NS)
        return false;
    TRY(clm_zx_resize(r, &c, 1));
    d.value = c;
    TRY(compute_value(&d, 0, 0));
    clm_zx_trim(r);
done:
    return st == CLMODP_OK;
}
