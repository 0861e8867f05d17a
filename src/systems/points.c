/* Implements clmodp/systems.h for three equations. The coordinates of solutions are real roots of
 * eliminants; points with such coordinates are excluded by values, or proved to be solutions. */
#include <clmodp/systems.h>

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "systems/eliminant.h"
#include "systems/match.h"
#include "systems/regular.h"
#include "systems/singular.h"

/* Bits of coordinates at first, and the most for proofs by Newton's method. */
enum { FIRST_BITS = 64, MOST_BITS = 1024 };

/* Most points that are not excluded at once. */
enum { MOST_POINTS = 1 << 24 };

struct clmodp_points {
    clmodp_roots *roots[CLM_UNKNOWNS];
    clm_candidate *list;
    size_t count, room;
};

void clmodp_points_destroy(clmodp_points *points)
{
    if (points == NULL)
        return;
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        clmodp_roots_destroy(points->roots[i]);
    free(points->list);
    free(points);
}

size_t clmodp_points_count(const clmodp_points *points)
{
    return points->count;
}

unsigned long clmodp_points_multiplicity(const clmodp_points *points, size_t k)
{
    return points->list[k].multiplicity;
}

clmodp_roots *clmodp_points_coordinate(const clmodp_points *points, size_t *root, size_t k,
                                       size_t coordinate)
{
    *root = points->list[k].root[coordinate];
    return points->roots[coordinate];
}

/* ---- candidates ---- */

/* Powers of all real roots of the eliminants (of the last one up to the first), and coefficients
 * of the equations by powers of the last variable. */
typedef struct tables {
    clm_ball_powers *power[CLM_UNKNOWNS];
    clm_disc *row[CLM_UNKNOWNS];
    size_t rows[CLM_UNKNOWNS];
} tables;

static void destroy_tables(tables *t, const clmodp_points *points)
{
    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        for (size_t k = 0; t->power[i] != NULL && k < clmodp_roots_count(points->roots[i]); k++)
            clm_ball_powers_clear(&t->power[i][k]);
        free(t->power[i]);
        for (size_t k = 0; k < t->rows[i]; k++)
            clm_disc_clear(&t->row[i][k]);
        free(t->row[i]);
    }
}

static clmodp_status create_tables(clmodp_context *context, tables *t, const clmodp_points *points,
                                   const clmodp_mpoly *const *f)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    clm_disc x;

    clm_disc_init(&x);
    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        const size_t count = clmodp_roots_count(points->roots[i]);

        NEW(error, t->row[i], (size_t)clmodp_mpoly_degree(f[i], 2) + 1);
        for (; t->rows[i] < (size_t)clmodp_mpoly_degree(f[i], 2) + 1; t->rows[i]++)
            clm_disc_init(&t->row[i][t->rows[i]]);
        NEW(error, t->power[i], count);
        for (size_t k = 0; k < count; k++) {
            TRY(clmodp_roots_refine(context, points->roots[i], k, FIRST_BITS));
            clm_root_disc(&x, points->roots[i], k, FIRST_BITS);
            TRY(clm_ball_powers_create(error, &t->power[i][k], &x, i < 2 ? clm_degree_in(f, i) : 1,
                                       FIRST_BITS));
        }
    }
done:
    clm_disc_clear(&x);
    return st;
}

/* Returns whether a polynomial in the last variable, with these coefficients, may vanish. */
static bool may_vanish(clm_disc *v, const clm_disc *row, size_t rows, const clm_disc *z)
{
    clm_disc_set(v, &row[rows - 1]);
    for (size_t k = rows - 1; k-- > 0;) {
        clm_disc_mul(v, v, z, FIRST_BITS);
        clm_disc_add(v, v, &row[k], FIRST_BITS);
    }
    return !clm_disc_excludes_zero(v);
}

static clmodp_status append(clm_error *error, clmodp_points *points, size_t i, size_t j, size_t k)
{
    clmodp_status st = CLMODP_OK;

    if (points->count == MOST_POINTS)
        FAIL(error, CLMODP_LIMIT, "more than %d points may be solutions", MOST_POINTS);
    GROW(error, points->list, points->room, points->count + 1);
    points->list[points->count++] = (clm_candidate){.root = {i, j, k}};
done:
    return st;
}

/* Lists the points with roots of the eliminants as coordinates that are not excluded at once. */
static clmodp_status list_candidates(clmodp_context *context, clmodp_points *points,
                                     const clmodp_mpoly *const *f)
{
    clmodp_status st = CLMODP_OK;
    size_t count[CLM_UNKNOWNS];
    tables t = {0};
    clm_disc v;

    clm_disc_init(&v);
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        count[i] = clmodp_roots_count(points->roots[i]);
    TRY(create_tables(context, &t, points, f));
    for (size_t i = 0; i < count[0]; i++)
        for (size_t j = 0; j < count[1]; j++) {
            TRY(clm_progress(context, 0));
            for (size_t n = 0; n < CLM_UNKNOWNS; n++)
                clm_ball_row(t.row[n], f[n], &t.power[0][i], &t.power[1][j], FIRST_BITS);
            for (size_t k = 0; k < count[2]; k++) {
                const clm_disc *z = &t.power[2][k].power[1];
                bool may = true;

                for (size_t n = 0; n < CLM_UNKNOWNS && may; n++)
                    may = may_vanish(&v, t.row[n], t.rows[n], z);
                if (may)
                    TRY(append(&context->error, points, i, j, k));
            }
        }
done:
    clm_disc_clear(&v);
    destroy_tables(&t, points);
    return st;
}

/* Sets *excluded if the coordinates, by so many bits, are no solution. */
static clmodp_status exclude(clmodp_context *context, bool *excluded, const clmodp_points *points,
                             const clm_candidate *one, const clmodp_mpoly *const *f, size_t bits)
{
    clmodp_status st;
    clm_disc x[CLM_UNKNOWNS];

    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        clm_disc_init(&x[i]);
        clm_root_disc(&x[i], points->roots[i], one->root[i], bits);
    }
    st = clm_ball_exclude(&context->error, excluded, f, x, bits);
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        clm_disc_clear(&x[i]);
    return st;
}

/* Excludes or proves a candidate, or neither. */
static clmodp_status examine(clmodp_context *context, bool *excluded, clmodp_points *points,
                             clm_candidate *one, const clmodp_mpoly *const *f)
{
    clmodp_status st = CLMODP_OK;

    *excluded = false;
    for (size_t bits = FIRST_BITS; bits <= MOST_BITS && !one->proved && !*excluded; bits *= 2) {
        TRY(clm_progress(context, 0));
        for (size_t i = 0; i < CLM_UNKNOWNS; i++)
            TRY(clmodp_roots_refine(context, points->roots[i], one->root[i], bits));
        TRY(exclude(context, excluded, points, one, f, bits));
        if (!*excluded)
            TRY(clm_is_regular(context, &one->proved, f, points->roots, one->root, bits));
    }
done:
    return st;
}

/* Proves candidates that are among all complex solutions, if these are found. */
static clmodp_status match(const clm_candidates *c, bool *found)
{
    clmodp_status st = CLMODP_OK;
    clmodp_complex_roots *roots[CLM_UNKNOWNS] = {NULL, NULL, NULL};
    clm_matches matches = {0};

    TRY(clm_match_points(c->context, &matches, roots, found, c->system));
    for (size_t k = 0; k < matches.count; k++)
        for (size_t n = 0; n < c->count; n++)
            if (memcmp(matches.list[k].root, c->list[n].root, sizeof c->list[n].root) == 0) {
                c->list[n].proved = true;
                c->list[n].multiplicity = matches.list[k].multiplicity;
            }
done:
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        clmodp_complex_roots_destroy(roots[i]);
    free(matches.list);
    return st;
}

/* Keeps the candidates that are solutions. */
static clmodp_status decide(clmodp_context *context, clmodp_points *points,
                            const clm_three_equations *s)
{
    clmodp_status st = CLMODP_OK;
    clm_candidates rest = {context, s, points->roots, points->list, 0};
    size_t kept = 0, proved = 0;
    bool found = true;

    for (size_t k = 0; k < points->count; k++) {
        bool excluded;

        TRY(examine(context, &excluded, points, &points->list[k], s->f));
        if (!excluded) {
            points->list[k].multiplicity = points->list[k].proved; /* the Jacobian is regular */
            proved += points->list[k].proved;
            points->list[kept++] = points->list[k];
        }
    }
    rest.count = kept;
    if (proved < kept)
        TRY(match(&rest, &found));
    if (!found)
        TRY(clm_singular_prove(&rest));
    points->count = 0;
    for (size_t k = 0; k < kept; k++)
        if (points->list[k].proved)
            points->list[points->count++] = points->list[k];
done:
    return st;
}

/* ---- solutions ---- */

/* Solves a system. There are no solutions if an eliminant has no root. */
static clmodp_status solve(clmodp_context *context, clmodp_points *points,
                           clm_three_equations *s)
{
    clmodp_status st = CLMODP_OK;

    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        TRY(clm_three_equations_eliminate(context, s, i));
        TRY(clmodp_roots_find(context, &points->roots[i], s->eliminants[i], NULL));
        if (clmodp_roots_count(points->roots[i]) == 0)
            return CLMODP_OK;
    }
    TRY(list_candidates(context, points, s->f));
    TRY(decide(context, points, s));
done:
    return st;
}

clmodp_status clmodp_points_find(clmodp_context *context, clmodp_points **points,
                                 const clmodp_mpoly *const *f,
                                 const clmodp_points_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_points *found = NULL;
    clm_three_equations s = {0};

    if (context == NULL || points == NULL)
        return CLMODP_INVALID;
    *points = NULL;
    clm_error_clear(&context->error);
    TRY(clm_three_equations_read(context, &s, f, options));
    NEW(&context->error, found, 1);
    if (!s.none)
        TRY(solve(context, found, &s));
    *points = found;
    found = NULL;
done:
    clm_three_equations_clear(&s);
    clmodp_points_destroy(found);
    return clm_error_complete(&context->error, st);
}
