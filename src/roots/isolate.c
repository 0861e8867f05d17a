/* Isolates roots in each chart, and converts intervals of y to intervals of x with dyadic ends. */
#include "roots/isolate.h"

#include <limits.h>
#include <stdlib.h>

#include "core/memory.h"
#include "roots/bernstein.h"
#include "roots/rational.h"
#include "roots/shift.h"

#define CHARTS 4

clmodp_status clm_root_list_append(clm_root_list *roots, clm_root *r)
{
    clmodp_status st = CLMODP_OK;

    GROW(NULL, roots->root, roots->room, roots->count + 1);
    roots->root[roots->count++] = *r;
done:
    if (st != CLMODP_OK)
        clm_root_clear(r);
    return st;
}

clmodp_status clm_root_list_extend(clm_root_list *roots, const clm_poly *p)
{
    mpz_t zero;
    clm_root r;

    mpz_init(zero);
    clm_root_init(&r, p, zero, 0, 0);
    mpz_clear(zero);
    return clm_root_list_append(roots, &r);
}

static int by_order(const void *a, const void *b)
{
    return a == b ? 0 : clm_root_order(a, b);
}

void clm_root_list_sort(clm_root_list *roots)
{
    qsort(roots->root, roots->count, sizeof *roots->root, by_order);
}

void clm_root_list_clear(clm_root_list *roots)
{
    for (size_t i = 0; i < roots->count; i++)
        clm_root_clear(&roots->root[i]);
    free(roots->root);
    *roots = (clm_root_list){0};
}

/* The search for an interval with dyadic ends: an interval of |x| with one root, not at an end. */
typedef struct search {
    const clm_poly *p;
    const clm_poller *watch;
    bool negative;
    size_t bits; /* that decided the latest sign */
    int sign; /* of p for the least |x| of the interval */
    mpz_t low_num, low_den, high_num, high_den;
} search;

/* Sets c to the sign's argument: x = c / 2^k. */
static int sign_at(search *s, mpz_srcptr size, long k)
{
    mpz_t c;
    int sign;

    mpz_init_set(c, size);
    if (s->negative)
        mpz_neg(c, c);
    sign = clm_poly_sign(s->p, c, k, &s->bits, s->watch);
    mpz_clear(c);
    return sign;
}

/* out := 2^k num / den, rounded down, or up. Returns whether it is exact. */
static bool scaled(mpz_ptr out, mpz_srcptr num, mpz_srcptr den, long k, bool up)
{
    mpz_t d, rest;
    bool exact;

    mpz_inits(d, rest, NULL);
    clm_shift(out, num, k > 0 ? k : 0);
    clm_shift(d, den, k < 0 ? -k : 0);
    if (up)
        mpz_cdiv_qr(out, rest, out, d);
    else
        mpz_fdiv_qr(out, rest, out, d);
    exact = mpz_sgn(rest) == 0;
    mpz_clears(d, rest, NULL);
    return exact;
}

/* Sets r to the root in |x| from c / 2^k to (c + 1) / 2^k, or to the root c / 2^k. */
static void set_root(clm_root *r, const search *s, mpz_ptr c, long k, bool exact)
{
    if (s->negative)
        mpz_neg(c, c);
    if (s->negative && !exact)
        mpz_sub_ui(c, c, 1);
    clm_root_init(r, s->p, c, k, s->negative ? -s->sign : s->sign);
    if (exact)
        clm_root_set_exact(r, c, k);
}

/* Halves from points a < b, with a change of sign between, to one unit; a = b is the root. */
static void search_between(clm_root *r, search *s, mpz_ptr a, mpz_ptr b, long k)
{
    mpz_t middle;
    bool exact = mpz_cmp(a, b) == 0;

    mpz_init(middle);
    while (!exact) {
        int sign;

        mpz_add(middle, a, b);
        mpz_fdiv_q_2exp(middle, middle, 1);
        if (mpz_cmp(middle, a) == 0)
            break;
        sign = sign_at(s, middle, k);
        if (sign == s->sign) {
            mpz_set(a, middle);
        } else {
            mpz_set(b, middle);
            exact = sign == 0;
        }
    }
    set_root(r, s, exact ? b : a, k, exact);
    mpz_clear(middle);
}

/* Sets a and b to the first and the last point c / 2^k of the closed interval. Returns whether the
 * root is between them, or sets both to the root if it is one of them. Otherwise moves an end of
 * the interval to a point. */
static bool search_level(search *s, mpz_ptr a, mpz_ptr b, long k)
{
    const bool first = scaled(a, s->low_num, s->low_den, k, true);
    const bool last = scaled(b, s->high_num, s->high_den, k, false);
    int at_a, at_b;

    if (mpz_cmp(a, b) > 0)
        return false;
    at_a = first ? s->sign : last && mpz_cmp(a, b) == 0 ? -s->sign : sign_at(s, a, k);
    at_b = mpz_cmp(a, b) == 0 ? at_a : last ? -s->sign : sign_at(s, b, k);
    if (at_a == 0)
        mpz_set(b, a);
    else if (at_b == 0)
        mpz_set(a, b);
    else if (at_a == at_b && at_a == s->sign)
        clm_dyadic(s->low_num, s->low_den, b, k);
    else if (at_a == at_b)
        clm_dyadic(s->high_num, s->high_den, a, k);
    return at_a == 0 || at_a != at_b;
}

/* Returns k with |x| < 2^k for all roots x. Source: [Fujiwara 1916] */
static long root_bound(const clm_poly *p)
{
    const long lead = (long)mpz_sizeinbase(clmodp_zx_coeff(p->f, p->n), 2);
    long bound = LONG_MIN;

    for (size_t i = 0; i < p->n; i++) {
        mpz_srcptr a = clmodp_zx_coeff(p->f, i);
        const long excess = (long)mpz_sizeinbase(a, 2) - lead + 1, by = (long)(p->n - i);
        const long log = excess >= 0 ? (excess + by - 1) / by : -(-excess / by);

        if (mpz_sgn(a) != 0 && log > bound)
            bound = log;
    }
    return bound + 1;
}

/* Sets the interval of |x| = 2^scale / y for a cell of y. */
static void set_interval(search *s, const clm_cell *cell)
{
    const long k = s->p->scale + cell->k, bound = root_bound(s->p);
    mpz_t end;

    mpz_init(end);
    mpz_add_ui(end, cell->c, 1);
    clm_dyadic(s->low_den, s->low_num, end, k);
    mpz_set_ui(s->high_num, 1);
    if (mpz_sgn(cell->c) != 0)
        clm_dyadic(s->high_den, s->high_num, cell->c, k);
    else
        clm_dyadic(s->high_num, s->high_den, s->high_num, -bound);
    mpz_clear(end);
}

/* Converts a cell of y, x = 2^scale / y, to one of x; to any if stopped. A root may be very close
 * to an end: the steps from level to level double, and then the last one is halved. */
static void convert_large(clm_root *r, search *s, const clm_cell *cell)
{
    /* At first about an eighth of the interval. */
    long k = 2 * (long)mpz_sizeinbase(cell->c, 2) - cell->k - s->p->scale + 2, step = 1;
    mpz_t a, b;
    bool found, latest = true; /* whether a and b are points of level k */

    s->sign = -cell->sign;
    mpz_inits(s->low_num, s->low_den, s->high_num, s->high_den, a, b, NULL);
    set_interval(s, cell);
    for (found = search_level(s, a, b, k); !found && !clm_poller_stopped(s->watch);
         found = search_level(s, a, b, k)) {
        step *= 2;
        k += step;
    }
    while (found && step > 2) {
        step /= 2;
        latest = search_level(s, a, b, k - step);
        if (latest)
            k -= step;
    }
    if (found && (latest || search_level(s, a, b, k)))
        search_between(r, s, a, b, k);
    else
        clm_root_init(r, s->p, cell->c, 0, 0);
    mpz_clears(s->low_num, s->low_den, s->high_num, s->high_den, a, b, NULL);
}

/* Sets r to the root of a cell of y. */
static void convert(clm_root *r, const clm_poly *p, clm_chart chart, const clm_cell *cell,
                    const clm_poller *watch)
{
    search s = {.p = p, .watch = watch, .negative = chart.negative, .bits = CLM_FIXED_BITS,
                .sign = cell->sign};

    if (cell->exact) {
        clm_root_init(r, p, cell->c, 0, 0);
        r->exact = true;
        clm_chart_fraction(r->c, r->d, p, chart, cell->c, cell->k);
    } else if (chart.large) {
        convert_large(r, &s, cell);
    } else {
        mpz_t c;

        mpz_init_set(c, cell->c);
        set_root(r, &s, c, cell->k - p->scale, false);
        mpz_clear(c);
    }
}

/* Returns whether the coefficients of p(x) or p(-x) change their sign, as they do if there is a
 * root x > 0, by Descartes' rule. */
static bool changes_sign(const clm_poly *p, bool negative)
{
    int signs[2] = {0};

    for (size_t j = 0; j <= p->n; j++) {
        const int sign = mpz_sgn(clmodp_zx_coeff(p->f, j)) * (negative && j % 2 == 1 ? -1 : 1);

        signs[sign > 0] |= sign;
    }
    return signs[0] != 0 && signs[1] != 0;
}

/* The cells of all charts of a band, and the roots in them. */
typedef struct isolation {
    const clm_poly *p, *of_band; /* of_band is p if there is one band */
    clm_cells cells[CHARTS];
    clm_root *root;
    const clm_poller *watch;
} isolation;

static clm_chart chart_of(size_t index)
{
    return (clm_chart){.large = index % 2 != 0, .negative = index / 2 != 0};
}

static clmodp_status isolate_chart(void *argument, size_t index, size_t thread)
{
    isolation *s = argument;
    const clm_chart chart = chart_of(index);

    (void)thread;
    if (!changes_sign(s->p, chart.negative) || (chart.large && s->of_band != s->p))
        return CLMODP_OK;
    return clm_bernstein_isolate(&s->cells[index], s->of_band, chart, s->watch);
}

static clmodp_status convert_cell(void *argument, size_t index, size_t thread)
{
    isolation *s = argument;
    clm_root *r = &s->root[index];
    size_t c = 0;

    (void)thread;
    for (; index >= s->cells[c].count; c++)
        index -= s->cells[c].count;
    clm_root_clear(r);
    convert(r, s->of_band, chart_of(c), &s->cells[c].cell[index], s->watch);
    r->p = s->p;
    clm_root_recognise(r);
    return clm_poller_check(s->watch);
}

/* Appends the roots of the band of of_band. */
static clmodp_status isolate_band(clm_root_list *roots, const clm_poly *p, const clm_poly *of_band,
                                  size_t charts, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    isolation s = {.p = p, .of_band = of_band, .watch = watch};
    const size_t known = roots->count;

    TRY(clm_parallel_for(charts, threads, isolate_chart, &s));
    for (size_t c = 0; c < CHARTS; c++)
        for (size_t k = 0; k < s.cells[c].count; k++)
            TRY(clm_root_list_extend(roots, p));
    s.root = &roots->root[known];
    TRY(clm_parallel_for(roots->count - known, threads, convert_cell, &s));
done:
    for (size_t c = 0; c < CHARTS; c++)
        clm_cells_clear(&s.cells[c]);
    return st;
}

clmodp_status clm_isolate(clm_root_list *roots, const clm_poly *p, bool positive, size_t threads,
                          const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t charts = positive ? CHARTS / 2 : CHARTS;
    clm_poly of_band = {0};
    clm_band *bands = NULL;
    size_t count;

    TRY(clm_bands_find(&bands, &count, p->f));
    for (size_t k = 0; k < count; k++) {
        clm_poly_clear(&of_band);
        if (count > 1)
            TRY(clm_poly_init_band(&of_band, p->f, &bands[k]));
        TRY(isolate_band(roots, p, count > 1 ? &of_band : p, charts, threads, watch));
    }
done:
    clm_poly_clear(&of_band);
    free(bands);
    return st;
}
