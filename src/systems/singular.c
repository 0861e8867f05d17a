/* In coordinates x + a z, y + b z in which one equation p has a constant leading coefficient by z,
 * p and q + u r have a common zero above (x, y) if and only if their resultant t_u vanishes there.
 * The equations p, q and r have one if t_u vanishes for all u: as a polynomial in u it has at most
 * the degree n of p in z, so that any n + 1 numbers u suffice. The common zeros of the first two
 * t_u are separated as solutions of a system in two unknowns, where other polynomials are exactly
 * 0 or not. If they have a common factor, such as where p and q + u r have one for some u, other
 * coordinates and u are tried. Of all complex roots z of an eliminant, one remains that no
 * equation excludes there. */
#include "systems/singular.h"

#include <stdlib.h>

#include <clmodp/gcd.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "roots/complex.h"
#include "systems/coordinates.h"
#include "systems/eliminant.h"
#include "systems/regular.h"
#include "systems/solutions.h"

/* Changes of coordinates that are tried, no conic through all of them, and the most bits to tell
 * the z above a point apart. */
enum { MOST_SHEARS = 16, MOST_BITS = 1 << 14 };

/* A projection of the solutions. */
typedef struct projection {
    clm_candidates *of;
    clmodp_context *context;
    long a, b;
    clmodp_mpoly *f[CLM_UNKNOWNS]; /* in the new coordinates */
    long u;                        /* the first one */
    clmodp_zxy **t;                /* t_u, ..., t_(u+n) */
    size_t count;                  /* n + 1 */
    clm_solutions points;          /* common zeros of the first two */
    clmodp_complex_roots *z;
    bool *excluded;                /* for each of its eliminant's complex roots z */
    bool separates;                /* no point has two z */
} projection;

static void destroy(projection *p)
{
    for (size_t k = 0; k < CLM_UNKNOWNS; k++)
        clmodp_mpoly_destroy(p->f[k]);
    for (size_t k = 0; k < p->count && p->t != NULL; k++)
        clmodp_zxy_destroy(p->t[k]);
    free(p->t);
    free(p->excluded);
    clm_solutions_clear(&p->points);
    clmodp_complex_roots_destroy(p->z);
}

/* Sets *first to the equation of the least degree whose leading coefficient in z is constant;
 * CLM_UNKNOWNS: none. */
static clmodp_status change_coordinates(projection *p, size_t *first)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &p->context->error;

    *first = CLM_UNKNOWNS;
    for (size_t k = 0; k < CLM_UNKNOWNS; k++) {
        long degree;

        TRY(clmodp_mpoly_create(&p->f[k], CLM_UNKNOWNS));
        TRY(clmodp_mpoly_set(p->f[k], p->of->system->f[k]));
        TRY(clm_mpoly_shear(error, p->f[k], 0, 2, p->a));
        TRY(clm_mpoly_shear(error, p->f[k], 1, 2, p->b));
        degree = clmodp_mpoly_degree(p->f[k], 2);
        if (degree == clmodp_mpoly_total_degree(p->f[k]) &&
            (*first == CLM_UNKNOWNS || degree < clmodp_mpoly_degree(p->f[*first], 2)))
            *first = k;
    }
done:
    return st;
}

/* Computes all t_u. */
static clmodp_status eliminate_z(projection *p, size_t first)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &p->context->error;
    const clmodp_mpoly *const q = p->f[first == 0 ? 1 : 0], *const r = p->f[first == 2 ? 1 : 2];
    clmodp_mpoly *sum = NULL, *t = NULL;

    TRY(clmodp_mpoly_create(&sum, CLM_UNKNOWNS));
    TRY(clmodp_mpoly_create(&t, CLM_UNKNOWNS));
    NEW(error, p->t, (size_t)clmodp_mpoly_degree(p->f[first], 2) + 1);
    for (size_t k = 0; k <= (size_t)clmodp_mpoly_degree(p->f[first], 2); k++) {
        TRY(clmodp_zxy_create(&p->t[p->count++]));
        TRY(clm_mpoly_add_multiple(error, sum, q, p->u + (long)k, r));
        TRY(clm_eliminate(p->context, t, p->f[first], sum, 2, &p->of->system->how));
        TRY(clmodp_mpoly_get_zxy(p->t[k], t, 0, 1));
    }
done:
    clmodp_mpoly_destroy(t);
    clmodp_mpoly_destroy(sum);
    return st;
}

/* Sets x to the coordinate number `coordinate` < 2 of a point, by at least so many bits. */
static clmodp_status get_coordinate(projection *p, clm_disc *x, const clm_solution *point,
                                    unsigned coordinate, size_t bits)
{
    clmodp_status st = CLMODP_OK;
    clm_box box;

    clm_box_init(&box);
    TRY(clm_solution_find(p->context, &box, &p->points, point, coordinate, bits, false));
    clm_disc_set_box(x, &box, bits);
done:
    clm_box_clear(&box);
    return st;
}

/* Sets *meets: whether the new coordinates of a candidate, by so many bits, may be those of a
 * point. */
static clmodp_status compare(projection *p, bool *meets, const clm_candidate *one,
                             const clm_disc *point, size_t bits)
{
    clmodp_status st = CLMODP_OK;
    const long factor[2] = {p->a, p->b};
    clm_disc x, z, s;

    clm_disc_init(&x);
    clm_disc_init(&z);
    clm_disc_init(&s);
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        TRY(clmodp_roots_refine(p->context, p->of->roots[i], one->root[i], bits));
    clm_root_disc(&z, p->of->roots[2], one->root[2], bits);
    *meets = true;
    for (size_t i = 0; i < 2 && *meets; i++) {
        clm_root_disc(&x, p->of->roots[i], one->root[i], bits);
        clm_disc_set_integer(&s, factor[i]);
        clm_disc_mul(&s, &s, &z, bits);
        clm_disc_sub(&x, &x, &s, bits);
        clm_disc_sub(&x, &x, &point[i], bits);
        *meets = !clm_disc_excludes_zero(&x);
    }
done:
    clm_disc_clear(&s);
    clm_disc_clear(&z);
    clm_disc_clear(&x);
    return st;
}

/* Sets *near: whether an unproved candidate may belong to the point. */
static clmodp_status is_near(projection *p, bool *near, const clm_disc *point, size_t bits)
{
    clmodp_status st = CLMODP_OK;

    *near = false;
    for (size_t k = 0; k < p->of->count && !*near; k++)
        if (!p->of->list[k].proved)
            TRY(compare(p, near, &p->of->list[k], point, bits));
done:
    return st;
}

/* Marks the z that are excluded above a point. Sets *left to the number of others, and *z to one
 * of them. */
static clmodp_status exclude(projection *p, size_t *left, size_t *z, const clm_disc *point,
                             size_t bits)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &p->context->error;
    clm_ball_powers power[CLM_UNKNOWNS] = {{0}, {0}, {0}};
    const clm_ball_powers *const at[CLM_UNKNOWNS] = {&power[0], &power[1], &power[2]};
    long degree = 0;
    clm_box box;
    clm_disc x;

    clm_box_init(&box);
    clm_disc_init(&x);
    for (size_t k = 0; k < CLM_UNKNOWNS; k++)
        if (clmodp_mpoly_total_degree(p->f[k]) > degree)
            degree = clmodp_mpoly_total_degree(p->f[k]);
    for (size_t i = 0; i < 2; i++)
        TRY(clm_ball_powers_create(error, &power[i], &point[i], degree, bits));
    *left = 0;
    for (size_t k = 0; k < clmodp_complex_roots_count(p->z); k++) {
        if (p->excluded[k])
            continue;
        TRY(clmodp_complex_roots_refine(p->context, p->z, k, bits));
        clm_complex_roots_get(&box, p->z, k);
        clm_disc_set_box(&x, &box, bits);
        TRY(clm_ball_powers_create(error, &power[2], &x, degree, bits));
        for (size_t i = 0; i < CLM_UNKNOWNS && !p->excluded[k]; i++) {
            clm_ball_value(&x, p->f[i], CLM_UNKNOWNS, at, bits);
            p->excluded[k] = clm_disc_excludes_zero(&x);
        }
        clm_ball_powers_clear(&power[2]);
        if (!p->excluded[k]) {
            *z = k;
            ++*left;
        }
    }
done:
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        clm_ball_powers_clear(&power[i]);
    clm_disc_clear(&x);
    clm_box_clear(&box);
    return st;
}

/* Finds the candidate of a solution with z above a point, and marks it as proved. */
static clmodp_status match(projection *p, const clm_solution *one, size_t z)
{
    clmodp_status st = CLMODP_OK;
    clm_disc point[2];
    size_t found = 0, last = 0;

    clm_disc_init(&point[0]);
    clm_disc_init(&point[1]);
    for (size_t bits = CLM_LEAST_BITS; found != 1; bits *= 2) {
        for (unsigned i = 0; i < 2; i++)
            TRY(get_coordinate(p, &point[i], one, i, bits));
        found = 0;
        for (size_t k = 0; k < p->of->count; k++) {
            bool meets = p->of->list[k].root[2] == z;

            if (meets)
                TRY(compare(p, &meets, &p->of->list[k], point, bits));
            if (meets) {
                last = k;
                found++;
            }
        }
        if (found == 0)
            FAIL(&p->context->error, CLMODP_CORRUPT, "a solution has no coordinates among the "
                 "roots of resultants; " CLM_WRONG_VALUE);
    }
    p->of->list[last].proved = true;
done:
    clm_disc_clear(&point[1]);
    clm_disc_clear(&point[0]);
    return st;
}

/* Proves the candidate of a point, if the point is the projection of one. */
static clmodp_status prove(projection *p, const clm_solution *one)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = clmodp_complex_roots_count(p->z);
    size_t left = 0, z = 0;
    bool zero = true;
    clm_disc point[2];
    clm_box box;

    clm_box_init(&box);
    clm_disc_init(&point[0]);
    clm_disc_init(&point[1]);
    for (size_t k = 0; k < count; k++)
        p->excluded[k] = false;
    for (size_t bits = CLM_LEAST_BITS; zero && left != 1; bits *= 2) {
        const bool first = bits == CLM_LEAST_BITS;

        if (bits > MOST_BITS) {
            p->separates = false;
            break;
        }
        for (unsigned i = 0; i < 2; i++)
            TRY(get_coordinate(p, &point[i], one, i, bits));
        if (first)
            TRY(is_near(p, &zero, point, bits));
        for (size_t k = 2; k < p->count && first && zero; k++)
            TRY(clm_projection_vanishes(p->context, &zero, &p->points.at.projection, one->root,
                                        p->t[k]));
        if (zero)
            TRY(exclude(p, &left, &z, point, bits));
        if (zero && left == 0)
            FAIL(&p->context->error, CLMODP_CORRUPT, "resultants have a common zero that belongs "
                 "to no solution; " CLM_WRONG_VALUE);
    }
    if (left == 1) {
        clm_complex_roots_get(&box, p->z, z);
        if (clm_box_is_real(&box)) /* real roots come first */
            TRY(match(p, one, z));
    }
done:
    clm_disc_clear(&point[1]);
    clm_disc_clear(&point[0]);
    clm_box_clear(&box);
    return st;
}

static clmodp_status use_points(void *argument, const clm_system *system)
{
    clmodp_status st = CLMODP_OK;
    projection *p = argument;
    const size_t count = clmodp_roots_count(p->points.at.projection.roots);

    NEW(&system->context->error, p->points.solution, count);
    for (size_t root = 0; root < count && p->separates; root++)
        TRY(prove(p, clm_solutions_append(&p->points, root)));
done:
    return st;
}

/* Proves candidates in coordinates x + a z, y + b z. *done: false if these or u do not suit. */
static clmodp_status prove_in(clm_candidates *c, bool *done, long a, long b, long u)
{
    clmodp_status st = CLMODP_OK;
    projection p = {.of = c, .context = c->context, .a = a, .b = b, .u = u,
                    .separates = true};
    clmodp_solve_options options;
    clm_system system = {.context = c->context, .options = &options};
    size_t first;

    clmodp_solve_options_init(&options);
    options.resultants = &c->system->how;
    options.components = 1;
    *done = false;
    TRY(change_coordinates(&p, &first));
    if (first == CLM_UNKNOWNS)
        goto done;
    TRY(eliminate_z(&p, first));
    if (clmodp_zxy_terms(p.t[0]) == 0 && clmodp_zxy_terms(p.t[1]) == 0)
        goto done;
    TRY(clmodp_complex_roots_find(c->context, &p.z, c->system->eliminants[2], NULL));
    NEW(&c->context->error, p.excluded, clmodp_complex_roots_count(p.z));
    system.f = p.t[0];
    system.g = p.t[1];
    TRY(clm_separate(&p.points.at, &system, use_points, &p));
    *done = p.separates && p.points.at.component == NULL;
done:
    destroy(&p);
    return st;
}

clmodp_status clm_singular_prove(clm_candidates *c)
{
    clmodp_status st = CLMODP_OK;
    bool done = false;

    for (long k = 0; k < MOST_SHEARS && !done; k++)
        TRY(prove_in(c, &done, k, (k * k + k) % 17, k + 1));
    if (!done)
        FAIL(&c->context->error, CLMODP_LIMIT, "none of %d projections separates the solutions",
             MOST_SHEARS);
done:
    return st;
}
