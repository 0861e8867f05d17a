/* All complex solutions of three equations, by the roots of a resultant for each coordinate and
 * for a linear combination of them. */
#include "systems/match.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "opencl/context.h"
#include "polynomials/mpoly.h"
#include "polynomials/mpoly_divide.h"
#include "roots/complex.h"
#include "systems/coordinates.h"
#include "systems/eliminant.h"
#include "systems/poisson.h"

/* Bits of roots at first; values that are sorted, and pairs of them that are close, at most. */
enum { FIRST_BITS = 64, MOST_VALUES = 1 << 22, MOST_CLOSE = 1 << 20 };

/* A bound on the relative errors of values in floating point, and the direction by which they are
 * sorted: with few ties, unlike real parts. */
#define ERROR 0x1p-40
#define SLOPE 0.6180339887498949

/* Coefficients a and b that are tried, with the most bits to tell points apart. */
static const struct combination {
    long a, b;
    size_t bits;
} combinations[] = {{3, -7, 1 << 10}, {-17, 41, 1 << 13}, {101, 1013, 1 << 16}};

/* A value of x + a y or of w - b z. */
typedef struct value {
    double key, re, im;
    uint32_t first, second; /* numbers of the roots */
} value;

/* A point at which x + a y + b z may be root number w. */
typedef struct point {
    uint32_t root[CLM_UNKNOWNS], w;
} point;

typedef struct match {
    clmodp_context *context;
    const clmodp_mpoly *const *equations;
    const clmodp_resultant_options *how;
    struct combination at;
    clmodp_mpoly *f[CLM_UNKNOWNS]; /* reduced equations, then in other coordinates */
    clmodp_mpoly *scratch, *quotient;
    clmodp_zx *r;
    clmodp_complex_roots *w;
    clmodp_complex_roots *const *roots;
    value *upper, *lower; /* of x + a y and of w - b z */
    size_t uppers, lowers;
    point *close;
    size_t count, room;
    size_t *points; /* number of close points of each w */
} match;

/* ---- equations with other leading forms ---- */

static clmodp_status no_memory(const match *m)
{
    return clm_fail(&m->context->error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
}

/* Sets h to the terms of the highest total degree. */
static clmodp_status leading_form(const match *m, clmodp_mpoly *h, const clmodp_mpoly *f)
{
    const long degree = clmodp_mpoly_total_degree(f);

    if (clmodp_mpoly_set(h, f) != CLMODP_OK)
        return no_memory(m);
    for (size_t k = 0; k < h->length; k++) {
        const uint32_t *const e = clm_mpoly_exponents(h, k);

        if ((long)e[0] + (long)e[1] + (long)e[2] < degree)
            mpz_set_ui(clm_mpoly_coefficient(h, k), 0);
    }
    clm_mpoly_combine(h);
    return CLMODP_OK;
}

/* Sets f[i] := (c f[i] - quotient f[j]) / its content. c is overwritten. */
static clmodp_status subtract(match *m, size_t i, mpz_t c, size_t j)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < m->f[i]->length; k++)
        mpz_mul(clm_mpoly_coefficient(m->f[i], k), clm_mpoly_coefficient(m->f[i], k), c);
    clm_mpoly_negate(m->quotient);
    TRY(clmodp_mpoly_mul(m->quotient, m->quotient, m->f[j]));
    TRY(clmodp_mpoly_add(m->f[i], m->f[i], m->quotient));
    clmodp_mpoly_content(c, m->f[i]);
    if (mpz_sgn(c) != 0)
        clm_mpoly_divide_integer(m->f[i], c);
done:
    return st;
}

/* Subtracts a multiple of f[j] from one of f[i], so that the degree falls, if the leading form of
 * f[j] divides that of f[i]. */
static clmodp_status reduce(match *m, bool *reduced, size_t i, size_t j)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    TRY(leading_form(m, m->quotient, m->f[i]));
    TRY(leading_form(m, m->scratch, m->f[j]));
    clmodp_mpoly_content(c, m->scratch);
    clm_mpoly_divide_integer(m->scratch, c);
    TRY(clm_mpoly_divide(m->quotient, reduced, m->quotient, m->scratch, NULL));
    if (*reduced)
        TRY(subtract(m, i, c, j));
done:
    mpz_clear(c);
    return st;
}

/* Reduces equations while possible: they keep their solutions. *least is the least degree then. If
 * it is 0 or -1, there are no solutions: two equations have none or infinitely many. */
static clmodp_status reduce_all(match *m, long *least)
{
    clmodp_status st = CLMODP_OK;
    bool reduced = true;

    while (reduced && *least > 0) {
        reduced = false;
        for (size_t k = 0; k < CLM_UNKNOWNS * CLM_UNKNOWNS && !reduced; k++) {
            const size_t i = k / CLM_UNKNOWNS, j = k % CLM_UNKNOWNS;

            *least = clmodp_mpoly_total_degree(m->f[i]);
            if (*least <= 0)
                goto done;
            if (i != j && *least >= clmodp_mpoly_total_degree(m->f[j]))
                TRY(reduce(m, &reduced, i, j));
        }
    }
done:
    return st;
}

/* Subtracts a multiple of f[j] from one of f[i] of the same degree, so that a term of the leading
 * form of f[j] does not occur in f[i]. */
static clmodp_status eliminate_term(match *m, size_t i, size_t j)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t *e;
    size_t at = 0;
    mpz_t c;

    mpz_init(c);
    TRY(leading_form(m, m->scratch, m->f[j]));
    e = clm_mpoly_exponents(m->scratch, 0);
    mpz_set(c, clm_mpoly_coefficient(m->scratch, 0));
    while (at < m->f[i]->length &&
           clm_compare_exponents(clm_mpoly_exponents(m->f[i], at), e, CLM_UNKNOWNS) != 0)
        at++;
    if (at < m->f[i]->length) {
        static const size_t zero[CLM_UNKNOWNS] = {0, 0, 0};

        TRY(clmodp_mpoly_set_terms(m->quotient, clm_mpoly_coefficient(m->f[i], at), zero, 1));
        TRY(subtract(m, i, c, j));
    }
done:
    mpz_clear(c);
    return st;
}

/* Adds to f[i] a multiple of f[j], of no higher degree. */
static clmodp_status add_general(match *m, size_t i, size_t j, long factor)
{
    static const size_t exponents[][CLM_UNKNOWNS] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const long coefficients[] = {5, 1, 2, -3};
    clmodp_status st = CLMODP_OK;
    const long more =
        clmodp_mpoly_total_degree(m->f[i]) - clmodp_mpoly_total_degree(m->f[j]);
    mpz_t c[4];

    for (size_t k = 0; k < 4; k++)
        mpz_init_set_si(c[k], coefficients[k]);
    TRY(clmodp_mpoly_set_terms(m->scratch, *c, *exponents, 4));
    mpz_set_si(c[0], -factor);
    TRY(clmodp_mpoly_set_terms(m->quotient, *c, *exponents, 1));
    for (long k = 0; k < more; k++)
        TRY(clmodp_mpoly_mul(m->quotient, m->quotient, m->scratch));
    mpz_set_ui(c[0], 1);
    TRY(subtract(m, i, c[0], j));
done:
    for (size_t k = 0; k < 4; k++)
        mpz_clear(c[k]);
    return st;
}

/* Replaces the equations by combinations that are as general as their degrees allow, after leading
 * forms have been made linearly independent: then two of them have common zeros at infinity only
 * where all have, and no multiple ones elsewhere. */
static clmodp_status generalise(match *m, long *least)
{
    clmodp_status st = CLMODP_OK;

    for (size_t round = 0; round < CLM_UNKNOWNS && *least > 0; round++) {
        for (size_t i = 1; i < CLM_UNKNOWNS; i++)
            for (size_t j = 0; j < i; j++)
                if (clmodp_mpoly_total_degree(m->f[i]) == clmodp_mpoly_total_degree(m->f[j]))
                    TRY(eliminate_term(m, i, j));
        TRY(reduce_all(m, least));
        for (size_t i = 0; i + 1 < CLM_UNKNOWNS; i++)
            if (clmodp_mpoly_total_degree(m->f[i]) > clmodp_mpoly_total_degree(m->f[i + 1]))
                clmodp_mpoly_swap(m->f[i], m->f[i + 1]);
    }
    for (size_t i = CLM_UNKNOWNS; i-- > 1 && *least > 0;)
        for (size_t j = 0; j < i; j++)
            TRY(add_general(m, i, j, 1 + (long)(i + j)));
done:
    return st;
}

/* ---- the resultant for w ---- */

/* Eliminates y and z by an equation of degree 1 in which one of them occurs. */
static clmodp_status eliminate_linear(match *m, bool *found, size_t linear)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_mpoly *const one = m->f[linear];
    clmodp_mpoly *const f = m->f[linear == 0 ? 1 : 0], *const g = m->f[linear == 2 ? 1 : 2];
    const size_t first = clmodp_mpoly_degree(one, 2) == 1 ? 2 : 1, second = 3 - first;

    TRY(clm_eliminate(m->context, m->scratch, one, f, first, m->how));
    TRY(clm_eliminate(m->context, m->quotient, one, g, first, m->how));
    clmodp_mpoly_swap(f, m->scratch);
    clmodp_mpoly_swap(g, m->quotient);
    *found = clmodp_mpoly_degree(f, second) == clmodp_mpoly_total_degree(f) &&
             clmodp_mpoly_degree(g, second) == clmodp_mpoly_total_degree(g);
    if (!*found)
        goto done;
    TRY(clm_eliminate(m->context, m->scratch, f, g, second, m->how));
    *found = m->scratch->length > 0;
    for (size_t k = 0; k < m->scratch->length; k++)
        TRY(clmodp_zx_set_coeff(m->r, clm_mpoly_coefficient(m->scratch, k),
                                clm_mpoly_exponents(m->scratch, k)[0]));
done:
    return st;
}

/* Computes the resultant in the coordinates w, y, z. Its roots are values of w at solutions only
 * because leading forms in y and z are constant. */
static clmodp_status eliminate(match *m, bool *found)
{
    clmodp_status st = CLMODP_OK;
    size_t linear = CLM_UNKNOWNS;

    *found = true;
    for (size_t k = 0; k < CLM_UNKNOWNS; k++) {
        const size_t degree = (size_t)clmodp_mpoly_total_degree(m->f[k]);

        TRY(clm_mpoly_shear(&m->context->error, m->f[k], 0, 1, -m->at.a));
        TRY(clm_mpoly_shear(&m->context->error, m->f[k], 0, 2, -m->at.b));
        *found = *found && clm_degree_without(m->f[k], 0) == degree;
        if (degree == 1)
            linear = k;
    }
    if (!*found)
        goto done;
    if (linear < CLM_UNKNOWNS)
        TRY(eliminate_linear(m, found, linear));
    else
        TRY(clm_poisson_resultant(m->context, m->r, found, (const clmodp_mpoly *const *)m->f, 0,
                                  INFINITY, clm_vector_level_best()));
done:
    return st;
}

/* Finds a resultant from the equations or from combinations of them. *none: there are no
 * solutions. */
static clmodp_status find_resultant(match *m, bool *found, bool *none)
{
    clmodp_status st = CLMODP_OK;
    long least = 1;

    *found = false;
    for (size_t attempt = 0; attempt < 2 && !*found && least > 0; attempt++) {
        for (size_t k = 0; k < CLM_UNKNOWNS; k++)
            if (clmodp_mpoly_set(m->f[k], m->equations[k]) != CLMODP_OK)
                TRY(no_memory(m));
        TRY(reduce_all(m, &least));
        if (attempt > 0)
            TRY(generalise(m, &least));
        if (least > 0)
            TRY(eliminate(m, found));
    }
    *none = least <= 0;
done:
    return st;
}

/* ---- close points ---- */

static void get_disc(clm_disc *x, const clmodp_complex_roots *roots, size_t k, size_t bits)
{
    clm_box box;

    clm_box_init(&box);
    clm_complex_roots_get(&box, roots, k);
    clm_disc_set_box(x, &box, bits);
    clm_box_clear(&box);
}

/* Refines all roots, and raises *top until all of their parts are below 2^top. */
static clmodp_status refine(match *m, long *top, clmodp_complex_roots *roots)
{
    clmodp_status st = CLMODP_OK;
    clm_disc x;

    clm_disc_init(&x);
    for (size_t k = 0; k < clmodp_complex_roots_count(roots); k++) {
        TRY(clmodp_complex_roots_refine(m->context, roots, k, FIRST_BITS));
        get_disc(&x, roots, k, FIRST_BITS);
        if ((mpz_sgn(x.re) != 0 || mpz_sgn(x.im) != 0) && clm_disc_top(&x) > *top)
            *top = clm_disc_top(&x);
    }
done:
    clm_disc_clear(&x);
    return st;
}

/* Returns approximations of all roots, divided by 2^top so that none is out of range. */
static clmodp_status approximate(match *m, double (**out)[2], const clmodp_complex_roots *roots,
                                 long top)
{
    clmodp_status st = CLMODP_OK;
    clm_disc x;

    clm_disc_init(&x);
    NEW(&m->context->error, *out, clmodp_complex_roots_count(roots));
    for (size_t k = 0; k < clmodp_complex_roots_count(roots); k++) {
        get_disc(&x, roots, k, FIRST_BITS);
        x.e -= top;
        clm_disc_near((*out)[k], &x);
    }
done:
    clm_disc_clear(&x);
    return st;
}

static int by_key(const void *a, const void *b)
{
    const value *const u = a, *const v = b;

    return u->key < v->key ? -1 : u->key > v->key;
}

/* Sets values to those of u + c v, sorted; returns the greatest sum of absolute values. */
static double add_values(value *values, double (*u)[2], size_t us, double c, double (*v)[2],
                         size_t vs)
{
    double most = 0;

    for (size_t i = 0; i < us; i++)
        for (size_t j = 0; j < vs; j++) {
            const double re = u[i][0] + c * v[j][0], im = u[i][1] + c * v[j][1];

            values[i * vs + j] = (value){re + SLOPE * im, re, im, (uint32_t)i, (uint32_t)j};
            most = fmax(most, fabs(u[i][0]) + fabs(u[i][1]) +
                                  fabs(c) * (fabs(v[j][0]) + fabs(v[j][1])));
        }
    qsort(values, us * vs, sizeof *values, by_key);
    return most;
}

/* Lists the points where x + a y is close to w - b z. *found: they are few. */
static clmodp_status list_close(match *m, bool *found, double most)
{
    clmodp_status st = CLMODP_OK;
    const size_t reals = clm_complex_roots_reals(m->w);
    const double error = ERROR * most;
    size_t first = 0;

    *found = true;
    for (size_t k = 0; k < m->lowers && *found; k++) {
        const value *const v = &m->lower[k];

        while (first < m->uppers && m->upper[first].key < v->key - 2 * error)
            first++;
        if (v->first >= reals && (v->first - reals) % 2 != 0)
            continue; /* of conjugate numbers w one is enough */
        for (size_t i = first; i < m->uppers && m->upper[i].key <= v->key + 2 * error; i++) {
            const value *const u = &m->upper[i];

            if (fabs(u->re - v->re) > error || fabs(u->im - v->im) > error)
                continue;
            *found = m->count < MOST_CLOSE;
            if (!*found)
                goto done;
            GROW(&m->context->error, m->close, m->room, m->count + 1);
            m->close[m->count++] = (point){{u->first, u->second, v->second}, v->first};
        }
    }
done:
    return st;
}

/* Finds the points that are not excluded by approximations. */
static clmodp_status find_close(match *m, bool *found)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &m->context->error;
    clmodp_complex_roots *const all[] = {m->roots[0], m->roots[1], m->roots[2], m->w};
    double(*near[4])[2] = {NULL, NULL, NULL, NULL};
    size_t count[4];
    long top = LONG_MIN / 2; /* if all roots are 0 */
    double most;

    for (size_t k = 0; k < 4; k++)
        count[k] = clmodp_complex_roots_count(all[k]);
    m->uppers = clm_size_times(count[0], count[1]);
    m->lowers = clm_size_times(count[3], count[2]);
    *found = m->uppers <= MOST_VALUES && m->lowers <= MOST_VALUES;
    if (!*found)
        goto done;
    for (size_t k = 0; k < 4; k++)
        TRY(refine(m, &top, all[k]));
    for (size_t k = 0; k < 4; k++)
        TRY(approximate(m, &near[k], all[k], top));
    NEW(error, m->upper, m->uppers);
    NEW(error, m->lower, m->lowers);
    most = add_values(m->upper, near[0], count[0], (double)m->at.a, near[1], count[1]);
    most += add_values(m->lower, near[3], count[3], -(double)m->at.b, near[2], count[2]);
    TRY(list_close(m, found, most));
done:
    for (size_t k = 0; k < 4; k++)
        free(near[k]);
    return st;
}

/* Sets *excluded if x + a y + b z is not w at a point, or an equation not 0, by the roots as they
 * are. */
static clmodp_status exclude(match *m, bool *excluded, const point *p, size_t bits)
{
    clmodp_status st = CLMODP_OK;
    const long factor[] = {1, m->at.a, m->at.b};
    clm_disc sum, term, x[CLM_UNKNOWNS];

    clm_disc_init(&sum);
    clm_disc_init(&term);
    get_disc(&sum, m->w, p->w, 2 * bits);
    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        clm_disc_init(&x[i]);
        get_disc(&x[i], m->roots[i], p->root[i], 2 * bits);
        clm_disc_set_integer(&term, -factor[i]);
        clm_disc_mul(&term, &term, &x[i], 2 * bits);
        clm_disc_add(&sum, &sum, &term, 2 * bits);
    }
    *excluded = clm_disc_excludes_zero(&sum);
    if (!*excluded)
        st = clm_ball_exclude(&m->context->error, excluded, m->equations, x, 2 * bits);
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        clm_disc_clear(&x[i]);
    clm_disc_clear(&term);
    clm_disc_clear(&sum);
    return st;
}

/* Excludes points where there are several for one w. */
static clmodp_status exclude_some(match *m, bool *unique, size_t bits)
{
    clmodp_status st = CLMODP_OK;
    const size_t before = m->count;

    m->count = 0;
    for (size_t k = 0; k < before; k++) {
        const point p = m->close[k];
        bool excluded = false;

        TRY(clm_progress(m->context, 0));
        if (m->points[p.w] > 1) {
            for (size_t i = 0; i < CLM_UNKNOWNS; i++)
                TRY(clmodp_complex_roots_refine(m->context, m->roots[i], p.root[i], bits));
            TRY(clmodp_complex_roots_refine(m->context, m->w, p.w, bits));
            TRY(exclude(m, &excluded, &p, bits));
        }
        m->points[p.w] -= excluded;
        if (!excluded)
            m->close[m->count++] = p;
    }
    *unique = true;
    for (size_t k = 0; k < m->count; k++)
        *unique = *unique && m->points[m->close[k].w] == 1;
done:
    return st;
}

/* ---- solutions ---- */

static clmodp_status store(match *m, clm_matches *out)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &m->context->error;
    const size_t reals = clm_complex_roots_reals(m->w), all = clmodp_complex_roots_count(m->w);

    if (m->count != reals + (all - reals) / 2)
        FAIL(error, CLMODP_CORRUPT, "a resultant has no root at a solution; " CLM_WRONG_VALUE);
    NEW(error, out->list, m->count);
    for (size_t k = 0; k < m->count; k++) {
        const point *const p = &m->close[k];

        out->list[k].multiplicity = clmodp_complex_roots_multiplicity(m->w, p->w);
        for (size_t i = 0; i < CLM_UNKNOWNS; i++)
            out->list[k].root[i] = p->root[i];
    }
    out->count = m->count;
done:
    return st;
}

/* Tries one linear combination. */
static clmodp_status try_combination(match *m, clm_matches *out, bool *found)
{
    clmodp_status st = CLMODP_OK;
    bool none = false, unique = false;

    TRY(find_resultant(m, found, &none));
    if (!*found) {
        *found = none;
        goto done;
    }
    TRY(clmodp_complex_roots_find(m->context, &m->w, m->r, NULL));
    TRY(find_close(m, found));
    if (!*found)
        goto done;
    NEW(&m->context->error, m->points, clmodp_complex_roots_count(m->w));
    for (size_t k = 0; k < m->count; k++)
        m->points[m->close[k].w]++;
    for (size_t bits = FIRST_BITS; bits <= m->at.bits && !unique; bits *= 2)
        TRY(exclude_some(m, &unique, bits));
    *found = unique;
    if (unique)
        TRY(store(m, out));
done:
    return st;
}

static void clear(match *m)
{
    for (size_t k = 0; k < CLM_UNKNOWNS; k++)
        clmodp_mpoly_destroy(m->f[k]);
    clmodp_mpoly_destroy(m->scratch);
    clmodp_mpoly_destroy(m->quotient);
    clmodp_zx_destroy(m->r);
    clmodp_complex_roots_destroy(m->w);
    free(m->upper);
    free(m->lower);
    free(m->close);
    free(m->points);
}

clmodp_status clm_match_points(clmodp_context *context, clm_matches *matches,
                               clmodp_complex_roots *roots[CLM_UNKNOWNS], bool *found,
                               const clm_three_equations *system)
{
    clmodp_status st = CLMODP_OK;
    match m = {0};

    *found = false;
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        TRY(clmodp_complex_roots_find(context, &roots[i], system->eliminants[i], NULL));
    for (size_t k = 0; k < sizeof combinations / sizeof *combinations && !*found; k++) {
        m = (match){.context = context, .equations = system->f, .how = &system->how,
                    .roots = roots, .at = combinations[k]};
        clmodp_mpoly **const all[] = {&m.f[0], &m.f[1], &m.f[2], &m.scratch, &m.quotient};

        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (clmodp_mpoly_create(all[i], CLM_UNKNOWNS) != CLMODP_OK)
                TRY(no_memory(&m));
        TRY(clmodp_zx_create(&m.r));
        TRY(try_combination(&m, matches, found));
        clear(&m);
        m = (match){0};
    }
done:
    clear(&m);
    return st;
}
