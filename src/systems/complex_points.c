/* Implements clmodp/systems.h for all complex solutions of three equations. */
#include <clmodp/systems.h>

#include <stdlib.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "roots/complex.h"
#include "systems/match.h"

/* Of a pair of conjugates the list has the one that comes first. */
struct clmodp_complex_points {
    clmodp_complex_roots *roots[CLM_UNKNOWNS];
    clm_matches matches;
    size_t reals;
};

void clmodp_complex_points_destroy(clmodp_complex_points *points)
{
    if (points == NULL)
        return;
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        clmodp_complex_roots_destroy(points->roots[i]);
    free(points->matches.list);
    free(points);
}

static bool is_real(const clmodp_complex_points *points, const clm_match *one)
{
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        if (one->root[i] >= clm_complex_roots_reals(points->roots[i]))
            return false;
    return true;
}

static void conjugate(const clmodp_complex_points *points, clm_match *one)
{
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        one->root[i] = clm_complex_roots_conjugate(points->roots[i], one->root[i]);
}

/* Chooses the conjugate whose first coordinate that is not real has a positive imaginary part. */
static void choose_conjugate(const clmodp_complex_points *points, clm_match *one)
{
    for (size_t i = 0; i < CLM_UNKNOWNS; i++) {
        const size_t reals = clm_complex_roots_reals(points->roots[i]);

        if (one->root[i] >= reals) {
            if ((one->root[i] - reals) % 2 != 0)
                conjugate(points, one);
            return;
        }
    }
}

static int by_roots(const void *a, const void *b)
{
    const clm_match *const one = a, *const other = b;

    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        if (one->root[i] != other->root[i])
            return one->root[i] < other->root[i] ? -1 : 1;
    return 0;
}

/* Moves the real solutions to the front, and sorts both parts. */
static void sort(clmodp_complex_points *points)
{
    clm_match *const list = points->matches.list;
    const size_t count = points->matches.count;

    for (size_t k = 0; k < count; k++) {
        const clm_match one = list[k];

        if (is_real(points, &one)) {
            list[k] = list[points->reals];
            list[points->reals++] = one;
        } else {
            choose_conjugate(points, &list[k]);
        }
    }
    if (count > 0) {
        qsort(list, points->reals, sizeof *list, by_roots);
        qsort(list + points->reals, count - points->reals, sizeof *list, by_roots);
    }
}

clmodp_status clmodp_complex_points_find(clmodp_context *context, clmodp_complex_points **points,
                                         const clmodp_mpoly *const *f,
                                         const clmodp_points_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_complex_points *s = NULL;
    clm_three_equations system = {0};
    bool found = true;

    if (context == NULL || points == NULL)
        return CLMODP_INVALID;
    *points = NULL;
    clm_error_clear(&context->error);
    TRY(clm_three_equations_read(context, &system, f, options));
    NEW(&context->error, s, 1);
    for (size_t i = 0; i < CLM_UNKNOWNS && !system.none; i++)
        TRY(clm_three_equations_eliminate(context, &system, i));
    if (!system.none)
        TRY(clm_match_points(context, &s->matches, s->roots, &found, &system));
    if (!found)
        FAIL(&context->error, CLMODP_DOMAIN, "the complex solutions cannot be told apart: the "
             "terms of highest degree of the equations have a common factor, or there are too "
             "many solutions; the real ones may still be found");
    sort(s);
    *points = s;
    s = NULL;
done:
    clm_three_equations_clear(&system);
    clmodp_complex_points_destroy(s);
    return clm_error_complete(&context->error, st);
}

size_t clmodp_complex_points_count(const clmodp_complex_points *points)
{
    return 2 * points->matches.count - points->reals;
}

/* Returns the solution whose number is k, or that of its conjugate. */
static const clm_match *find_match(const clmodp_complex_points *points, size_t k)
{
    return &points->matches
                .list[k < points->reals ? k : points->reals + (k - points->reals) / 2];
}

unsigned long clmodp_complex_points_multiplicity(const clmodp_complex_points *points, size_t k)
{
    return find_match(points, k)->multiplicity;
}

clmodp_complex_roots *clmodp_complex_points_coordinate(const clmodp_complex_points *points,
                                                       size_t *root, size_t k, size_t coordinate)
{
    clmodp_complex_roots *const roots = points->roots[coordinate];

    *root = find_match(points, k)->root[coordinate];
    if (k >= points->reals && (k - points->reals) % 2 != 0)
        *root = clm_complex_roots_conjugate(roots, *root);
    return roots;
}
