/* Graeffe's step G(x, y^2) = g(x, y) g(x, -y), that is G_k = sum over i + j = 2 k of
 * (-1)^i g_i g_j, squares the roots of g in y at every x. So Mahler's measure in y,
 * M = |lc| prod max(1, |root|), is squared as well, whatever x is:
 *
 *     M(g(x, .)) = M(G(x, .))^(1/2^m) after m steps.
 *
 * Integers stay exact, and double in length with each step; so does the degree in x. Measures do
 * not change with powers of y or with y^t for y, which are left out.
 *
 * What any bound on M(G) by norms loses is about a constant in the logarithm, of which 2^-m is
 * left: with |x| = 1, at most q + (log2(terms of a row)) / 2 bits, since |G_k(x)| <= C(q, k) M(G)
 * and the 1-norm of a polynomial in x is at most sqrt(terms) times its maximum on the circle.
 * Source: [Mahler 1960]; [Landau 1905] */
#include "bounds/graeffe.h"

#include <math.h>

#include "base/memory.h"
#include "base/size.h"

enum { STEPS = 20, MOST_CELLS = 1 << 18 };

/* A polynomial as the coefficients of x^i y^j, i < width, one row in y after the other. */
typedef struct dense {
    mpz_t *cell;
    size_t degree; /* in y */
    size_t width;
} dense;

static size_t cells_of(size_t degree, size_t width)
{
    return clm_size_times(degree + 1, width);
}

static clmodp_status dense_create(clm_error *error, dense *out, size_t degree, size_t width)
{
    clmodp_status st = CLMODP_OK;

    *out = (dense){.degree = degree, .width = width};
    NEW(error, out->cell, cells_of(degree, width));
    for (size_t k = 0; k < cells_of(degree, width); k++)
        mpz_init(out->cell[k]);
done:
    return st;
}

static void dense_destroy(dense *g)
{
    for (size_t k = 0; g->cell != NULL && k < cells_of(g->degree, g->width); k++)
        mpz_clear(g->cell[k]);
    free(g->cell);
    *g = (dense){0};
}

/* What places of g's terms are taken relative to, and the common steps of their distances. */
typedef struct lattice {
    size_t low_x, step_x, width;
    size_t low_y, step_y, degree;
} lattice;

static lattice find_lattice(const clmodp_zxy *g, const clm_norms *norms)
{
    lattice l = {.low_x = SIZE_MAX, .low_y = norms->row[0].j};
    size_t top = 0;

    for (size_t k = 0; k < norms->rows; k++) {
        l.low_x = clm_size_min(l.low_x, norms->row[k].low);
        top = clm_size_max(top, norms->row[k].top);
        l.step_y = clm_size_gcd(l.step_y, norms->row[k].j - l.low_y);
    }
    for (size_t k = 0; k < clmodp_zxy_terms(g); k++) {
        size_t i, j;

        clmodp_zxy_term(g, k, &i, &j);
        l.step_x = clm_size_gcd(l.step_x, i - l.low_x);
    }
    l.step_x = clm_size_max(l.step_x, 1);
    l.step_y = clm_size_max(l.step_y, 1);
    l.width = (top - l.low_x) / l.step_x + 1;
    l.degree = (norms->degree - l.low_y) / l.step_y;
    return l;
}

/* The terms of g at their places. */
static void fill(dense *out, const clmodp_zxy *g, const lattice *l)
{
    for (size_t k = 0; k < clmodp_zxy_terms(g); k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(g, k, &i, &j);

        mpz_set(out->cell[(j - l->low_y) / l->step_y * out->width + (i - l->low_x) / l->step_x],
                c);
    }
}

/* sum += a * b, or -= where it is negative; all rows. */
static void add_product(mpz_t *sum, mpz_t *a, mpz_t *b, size_t width, bool negative)
{
    for (size_t u = 0; u < width; u++)
        for (size_t v = 0; mpz_sgn(a[u]) != 0 && v < width; v++) {
            if (negative)
                mpz_submul(sum[u + v], a[u], b[v]);
            else
                mpz_addmul(sum[u + v], a[u], b[v]);
        }
}

/* next := the step behind g; its cells are 0 before. */
static void square_roots(dense *next, const dense *g)
{
    for (size_t k = 0; k <= g->degree; k++) {
        mpz_t *row = next->cell + k * next->width;

        for (size_t i = k; i <= clm_size_min(2 * k, g->degree); i++) {
            mpz_t *a = g->cell + i * g->width, *b = g->cell + (2 * k - i) * g->width;

            add_product(row, a, b, g->width, i % 2 != 0);
            if (i > k) /* the pair the other way around */
                add_product(row, a, b, g->width, i % 2 != 0);
        }
    }
}

/* Limbs of its longest coefficient. */
static size_t longest(const dense *g)
{
    size_t limbs = 0;

    for (size_t k = 0; k < cells_of(g->degree, g->width); k++)
        limbs = clm_size_max(limbs, mpz_size(g->cell[k]));
    return limbs;
}

/* Products of limbs that a step takes, at most. */
static double step_cost(const dense *g)
{
    const double rows = (double)g->degree + 1.0, width = (double)g->width;
    const double limbs = (double)longest(g);

    return rows * rows / 2.0 * width * width * (limbs * limbs + CLM_GRAEFFE_PRODUCT);
}

static clmodp_status measure(clm_error *error, clm_norms *out, const dense *g)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_norms){.degree = g->degree};
    NEW(error, out->row, g->degree + 1);
    for (size_t j = 0; j <= g->degree; j++) {
        clm_norm row = {.j = j};

        for (size_t i = 0; i < g->width; i++) {
            mpz_srcptr c = g->cell[j * g->width + i];

            if (mpz_sgn(c) == 0)
                continue;
            row.low = row.terms == 0 ? i : row.low;
            row.top = i;
            row.terms++;
            row.norm = clm_scaled_add(row.norm, clm_scaled_from(c));
        }
        out->terms += row.terms;
        if (row.terms > 0)
            out->row[out->rows++] = row;
    }
done:
    return st;
}

/* Whether another step could make `power` log2(M) less by something that counts. */
static bool is_loose(const dense *g, unsigned steps, size_t power)
{
    const double most =
        (double)g->degree + 0.5 * log2((double)g->width * ((double)g->degree + 1.0));
    const double excess = ldexp(most, -(int)steps);
    const double bits = ldexp(64.0 * (double)(longest(g) - 1), -(int)steps);

    return (double)power * excess >= 0.25 && excess >= 0x1p-10 * bits;
}

clmodp_status clm_graeffe_create(clm_error *error, clm_graeffe *out, const clmodp_zxy *g,
                                 const clm_norms *norms, size_t power, double budget)
{
    clmodp_status st = CLMODP_OK;
    const lattice l = find_lattice(g, norms);
    dense now = {0}, next = {0};

    *out = (clm_graeffe){0};
    if (l.width > MOST_CELLS || l.degree > MOST_CELLS || cells_of(l.degree, l.width) > MOST_CELLS)
        return clm_norms_create(error, &out->norms, g);
    TRY(dense_create(error, &now, l.degree, l.width));
    fill(&now, g, &l);
    while (out->steps < STEPS && is_loose(&now, out->steps, power)) {
        budget -= step_cost(&now);
        if (budget < 0.0 || cells_of(now.degree, 2 * now.width - 1) > MOST_CELLS)
            break;
        TRY(dense_create(error, &next, now.degree, 2 * now.width - 1));
        square_roots(&next, &now);
        dense_destroy(&now);
        now = next;
        next = (dense){0};
        out->steps++;
    }
    TRY(measure(error, &out->norms, &now));
done:
    dense_destroy(&next);
    dense_destroy(&now);
    if (st != CLMODP_OK)
        clm_graeffe_destroy(out);
    return st;
}

void clm_graeffe_destroy(clm_graeffe *graeffe)
{
    clm_norms_destroy(&graeffe->norms);
    *graeffe = (clm_graeffe){0};
}
