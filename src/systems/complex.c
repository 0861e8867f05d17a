/* All complex solutions. A root t of the projection belongs to each of them. Each x is known as a
 * root of the resultant in y, so that equal and real x are recognised; a y as one of the resultant
 * in x only if it may be rational or have a part that is 0. */
#include "systems/solutions.h"

#include <stdlib.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "roots/rational.h"
#include "roots/roots.h"

/* The list keeps one solution of a pair of conjugates: the first of its coordinates that is not
 * real has a positive imaginary part. */
struct clmodp_complex_solutions {
    clm_solutions list;
    size_t reals;
};

void clmodp_complex_solutions_destroy(clmodp_complex_solutions *solutions)
{
    if (solutions == NULL)
        return;
    clm_solutions_clear(&solutions->list);
    free(solutions);
}

/* ---- coordinates as roots of resultants ---- */

/* Counts the roots whose boxes meet a box, and sets *root to one of them. */
static size_t count_near(size_t *root, const clmodp_complex_roots *roots, const clm_box *box)
{
    size_t count = 0;
    clm_box other;

    clm_box_init(&other);
    for (size_t k = 0; k < clmodp_complex_roots_count(roots); k++) {
        clm_complex_roots_get(&other, roots, k);
        if (clm_box_apart(box, &other))
            continue;
        *root = k;
        count++;
    }
    clm_box_clear(&other);
    return count;
}

/* Sets *root to the root that a coordinate is. */
static clmodp_status find_root(clmodp_context *context, size_t *root,
                               const clm_solutions *s, const clm_solution *one,
                               unsigned coordinate, const clmodp_complex_roots *roots)
{
    clmodp_status st = CLMODP_OK;
    size_t count = 0;
    clm_box box;

    clm_box_init(&box);
    for (uint64_t bits = CLM_LEAST_BITS; count != 1; bits *= 2) {
        TRY(clm_solution_find(context, &box, s, one, coordinate, bits, false));
        count = count_near(root, roots, &box);
        if (count == 0)
            FAIL(&context->error, CLMODP_CORRUPT, "the resultant has no root at a solution; "
                 CLM_WRONG_VALUE);
    }
done:
    clm_box_clear(&box);
    return st;
}

/* Returns whether a y, not known exactly, may be in Q(i), or have a part that is 0 without being
 * known as such. */
static bool is_special(const clm_box *box)
{
    const bool real = clm_box_is_real(box);
    bool special, zero;
    mpz_t p, q;

    mpz_inits(p, q, NULL);
    special = clm_likely_fraction(p, q, box->re[0], box->re[1], box->d);
    zero = mpz_sgn(p) == 0;
    if (!real && clm_likely_fraction(p, q, box->im[0], box->im[1], box->d))
        zero = zero || mpz_sgn(p) == 0;
    else
        special = special && real;
    mpz_clears(p, q, NULL);
    return special || zero;
}

/* Finds the coordinates above a root. */
static clmodp_status place(const clm_system *system, clm_solutions *s, clm_solution *one)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *context = system->context;
    clmodp_zx *r = NULL;

    if (s->at.projection.shear != 0)
        TRY(find_root(context, &one->x, s, one, 0, s->at.unsheared.complex));
    if (!one->found)
        TRY(clm_solution_find(context, &one->box, s, one, 1, CLM_LEAST_BITS, false));
    if (clm_box_is_point(&one->box) || !is_special(&one->box))
        return CLMODP_OK;
    if (s->y == NULL) {
        TRY(clmodp_zx_create(&r));
        TRY(clm_projection_eliminate_x(system, r, clm_separation_columns(&s->at)));
        TRY(clmodp_complex_roots_find(context, &s->y, r, NULL));
    }
    TRY(find_root(context, &one->y, s, one, 1, s->y));
    clm_complex_roots_get(&one->box, s->y, one->y);
done:
    clmodp_zx_destroy(r);
    return st;
}

/* Exchanges a solution for its conjugate, if the latter is to be kept. */
static void choose_conjugate(const clm_solutions *s, clm_solution *one)
{
    const clmodp_complex_roots *t = s->at.projection.complex;
    const clmodp_complex_roots *x = clm_separation_columns(&s->at)->complex;
    const size_t reals = clm_complex_roots_reals(x);

    if (one->root < clm_complex_roots_reals(t) ||
        (one->x < reals ? mpz_sgn(one->box.im[0]) >= 0 : (one->x - reals) % 2 == 0))
        return;
    one->root = clm_complex_roots_conjugate(t, one->root);
    one->x = clm_complex_roots_conjugate(x, one->x);
    if (one->y != CLM_NO_ROOT)
        one->y = clm_complex_roots_conjugate(s->y, one->y);
    clm_box_reflect(&one->box);
}

/* ---- all solutions ---- */

/* Removes factors of the projection whose roots belong to solutions on the component. */
static clmodp_status remove_component(clmodp_context *context, clm_separation *at)
{
    clmodp_status st = CLMODP_OK;
    clm_projection *p = &at->projection;
    bool zero;

    for (size_t i = 0; i < p->factors.count;) {
        TRY(clm_projection_vanishes(context, &zero, p, i, at->component));
        if (zero)
            clm_projection_remove(p, i);
        else
            i++;
    }
done:
    return st;
}

/* Finds the solutions of a separated system. */
static clmodp_status find_solutions(void *argument, const clm_system *system)
{
    clmodp_status st = CLMODP_OK;
    clmodp_complex_solutions *out = argument;
    clm_solutions *s = &out->list;
    clm_projection *p = &s->at.projection, *columns = &s->at.unsheared;
    clmodp_context *context = system->context;
    size_t count;

    if (s->at.component != NULL)
        TRY(remove_component(context, &s->at));
    TRY(clm_complex_roots_of(context, &p->complex, &p->factors, CLM_ROOT_BITS));
    if (p->shear != 0)
        TRY(clm_complex_roots_of(context, &columns->complex, &columns->factors, 0));
    out->reals = clm_complex_roots_reals(p->complex);
    count = clmodp_complex_roots_count(p->complex);
    NEW(&context->error, s->solution, count);
    for (size_t root = 0; root < count; root += root < out->reals ? 1 : 2)
        (void)clm_solutions_append(s, root);
    TRY(clm_solutions_try(context, s));
    for (size_t k = 0; k < s->count; k++) {
        TRY(place(system, s, &s->solution[k]));
        choose_conjugate(s, &s->solution[k]);
    }
    TRY(clm_solutions_sort(context, s, s->solution, out->reals));
    TRY(clm_solutions_sort(context, s, s->solution + out->reals, s->count - out->reals));
done:
    return st;
}

/* ---- calls ---- */

clmodp_status clmodp_complex_solve(clmodp_context *context, clmodp_complex_solutions **solutions,
                                   const clmodp_zxy *f, const clmodp_zxy *g,
                                   const clmodp_solve_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_system system = {.context = context, .f = f, .g = g, .options = options,
                         .complex = true};
    clmodp_complex_solutions *s = NULL;

    if (context == NULL || solutions == NULL)
        return CLMODP_INVALID;
    *solutions = NULL;
    clm_error_clear(&context->error);
    NEW(&context->error, s, 1);
    TRY(clm_separate(&s->list.at, &system, find_solutions, s));
    *solutions = s;
    s = NULL;
done:
    clmodp_complex_solutions_destroy(s);
    return clm_error_complete(&context->error, st);
}

const clmodp_zxy *clmodp_complex_solutions_component(const clmodp_complex_solutions *solutions)
{
    return solutions->list.at.component;
}

size_t clmodp_complex_solutions_count(const clmodp_complex_solutions *solutions)
{
    return 2 * solutions->list.count - solutions->reals;
}

/* Returns the solution whose number is k, or that of its conjugate. */
static clm_solution *find_solution(const clmodp_complex_solutions *s, size_t k)
{
    return &s->list.solution[k < s->reals ? k : s->reals + (k - s->reals) / 2];
}

unsigned long clmodp_complex_solutions_multiplicity(const clmodp_complex_solutions *solutions,
                                                    size_t k)
{
    return clmodp_complex_roots_multiplicity(solutions->list.at.projection.complex,
                                             find_solution(solutions, k)->root);
}

/* Sets the box to that of a coordinate of solution k. */
static void get_box(clm_box *box, const clmodp_complex_solutions *s, size_t k,
                    unsigned coordinate)
{
    clm_solution_get(box, &s->list, find_solution(s, k), coordinate);
    if (k >= s->reals && (k - s->reals) % 2 != 0)
        clm_box_reflect(box);
}

void clmodp_complex_solutions_box(mpz_t real_low, mpz_t real_high, mpz_t imaginary_low,
                                  mpz_t imaginary_high, mpz_t denominator,
                                  const clmodp_complex_solutions *solutions, size_t k,
                                  unsigned coordinate)
{
    clm_box box;

    clm_box_init(&box);
    get_box(&box, solutions, k, coordinate);
    clm_box_get(real_low, real_high, imaginary_low, imaginary_high, denominator, &box);
    clm_box_clear(&box);
}

clmodp_status clmodp_complex_solutions_refine(clmodp_context *context,
                                              clmodp_complex_solutions *solutions, size_t k,
                                              uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    START(context, &context->error);
    REQUIRE(&context->error, k < clmodp_complex_solutions_count(solutions) && bits > 0);
    TRY(clm_roots_check_precision(&context->error, bits));
    TRY(clm_solution_refine(context, &solutions->list, find_solution(solutions, k), bits));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_complex_solutions_to_text(char **text,
                                               const clmodp_complex_solutions *solutions,
                                               size_t k, unsigned coordinate, size_t digits)
{
    clmodp_status st;
    clm_box box;

    *text = NULL;
    if (k >= clmodp_complex_solutions_count(solutions) || coordinate > 1)
        return CLMODP_INVALID;
    clm_box_init(&box);
    get_box(&box, solutions, k, coordinate);
    st = clm_box_to_text(text, &box, digits);
    clm_box_clear(&box);
    return st;
}
