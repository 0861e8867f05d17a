/* Implements clmodp/systems.h for real solutions. A projection separates them; each x is known as
 * a root of the resultant in y, so that equal x are recognised. */
#include "systems/solutions.h"

#include <stdlib.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "roots/rational.h"
#include "roots/roots.h"

/* Bits of coordinates at first. */
#define FIRST_BITS ((uint64_t)32)

struct clmodp_solutions {
    clm_solutions list;
};

/* Returns the roots of the resultant in y; the x of each solution is one of them. */
static clmodp_roots *columns(const clm_solutions *s)
{
    return clm_separation_columns(&s->at)->roots;
}

void clmodp_solutions_destroy(clmodp_solutions *solutions)
{
    if (solutions == NULL)
        return;
    clm_solutions_clear(&solutions->list);
    free(solutions);
}

size_t clmodp_solutions_count(const clmodp_solutions *solutions)
{
    return solutions->list.count;
}

unsigned long clmodp_solutions_multiplicity(const clmodp_solutions *solutions, size_t k)
{
    return clmodp_roots_multiplicity(solutions->list.at.projection.roots,
                                     solutions->list.solution[k].root);
}

/* Compares y with a number: y - c/d = -(second d + k c first) / (k d first) for S_k = first y^k +
 * second y^{k-1} + ... */
static clmodp_status compare_y(clmodp_context *context, int *sign, const clm_solutions *s,
                               const clm_solution *one, mpz_srcptr c, mpz_srcptr d)
{
    clmodp_status st = CLMODP_OK;
    clmodp_roots *roots = s->at.projection.roots;
    clmodp_zx *difference = NULL;
    int of_first = 0;

    TRY(clmodp_zx_create(&difference));
    TRY(clm_projection_compare(&context->error, difference, &s->at.projection, one->root, c, d));
    TRY(clmodp_roots_sign(context, sign, roots, one->root, difference));
    TRY(clmodp_roots_sign(context, &of_first, roots, one->root,
                          clm_projection_top(&s->at.projection, one->root)->first));
    *sign *= -of_first;
done:
    clmodp_zx_destroy(difference);
    return st;
}

/* Replaces the interval of y by its value if it is 0, which no relative width can tell, or likely
 * to be a fraction. */
static clmodp_status recognise_y(clmodp_context *context, const clm_solutions *s,
                                 clm_solution *one)
{
    clmodp_status st = CLMODP_OK;
    int sign = 1;
    mpz_t p, q;

    mpz_inits(p, q, NULL);
    if (!clm_box_is_point(&one->box) &&
        clm_likely_fraction(p, q, one->box.re[0], one->box.re[1], one->box.d))
        TRY(compare_y(context, &sign, s, one, p, q));
    if (sign == 0)
        clm_box_set_fraction(&one->box, p, q);
done:
    mpz_clears(p, q, NULL);
    return st;
}

/* Finds the root of the columns that is x: the only one in an interval. */
static clmodp_status find_column(clmodp_context *context, const clm_solutions *s,
                                 clm_solution *one)
{
    clmodp_status st = CLMODP_OK;
    size_t end = 0;
    int is_root = 0;
    clm_box x;

    clm_box_init(&x);
    for (uint64_t bits = FIRST_BITS; end != one->x + 1; bits *= 2) {
        TRY(clm_solution_find(context, &x, s, one, 0, bits, false));
        TRY(clmodp_roots_below(context, &one->x, NULL, columns(s), x.re[0], x.d));
        TRY(clmodp_roots_below(context, &end, &is_root, columns(s), x.re[1], x.d));
        end += is_root != 0;
        if (end == one->x)
            FAIL(&context->error, CLMODP_CORRUPT, "the resultant has no root at a solution; "
                 CLM_WRONG_VALUE);
    }
done:
    clm_box_clear(&x);
    return st;
}

/* Finds the coordinates above the roots of the projection that are not on the component. */
static clmodp_status find_solutions(void *argument, const clm_system *system)
{
    clmodp_status st = CLMODP_OK;
    clm_solutions *s = &((clmodp_solutions *)argument)->list;
    clm_projection *p = &s->at.projection;
    clmodp_context *context = system->context;
    const size_t count = clmodp_roots_count(p->roots);

    NEW(&context->error, s->solution, count);
    for (size_t root = 0; root < count; root++) {
        bool on_component = false;
        clm_solution *one;

        if (s->at.component != NULL)
            TRY(clm_projection_vanishes(context, &on_component, p, root, s->at.component));
        if (on_component)
            continue;
        one = clm_solutions_append(s, root);
        TRY(clm_solution_find(context, &one->box, s, one, 1, FIRST_BITS, false));
        TRY(recognise_y(context, s, one));
        if (p->shear != 0)
            TRY(find_column(context, s, one));
    }
    TRY(clm_solutions_sort(context, s, s->solution, s->count));
done:
    return st;
}

clmodp_status clmodp_solve(clmodp_context *context, clmodp_solutions **solutions,
                           const clmodp_zxy *f, const clmodp_zxy *g,
                           const clmodp_solve_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_system system = {.context = context, .f = f, .g = g, .options = options};
    clmodp_solutions *s = NULL;

    if (context == NULL || solutions == NULL)
        return CLMODP_INVALID;
    *solutions = NULL;
    clm_error_clear(&context->error);
    NEW(&context->error, s, 1);
    TRY(clm_separate(&s->list.at, &system, find_solutions, s));
    *solutions = s;
    s = NULL;
done:
    clmodp_solutions_destroy(s);
    return clm_error_complete(&context->error, st);
}

const clmodp_zxy *clmodp_solutions_component(const clmodp_solutions *solutions)
{
    return solutions->list.at.component;
}

void clmodp_solutions_interval(mpz_t low, mpz_t high, mpz_t denominator,
                               const clmodp_solutions *solutions, size_t k, unsigned coordinate)
{
    clm_box box;

    clm_box_init(&box);
    clm_solution_get(&box, &solutions->list, &solutions->list.solution[k], coordinate);
    mpz_swap(low, box.re[0]);
    mpz_swap(high, box.re[1]);
    mpz_swap(denominator, box.d);
    clm_box_clear(&box);
}

clmodp_status clmodp_solutions_compare(clmodp_context *context, int *sign,
                                       clmodp_solutions *solutions, size_t k, unsigned coordinate,
                                       const mpz_t numerator, const mpz_t denominator)
{
    clmodp_status st = CLMODP_OK;
    const clm_solution *one;
    size_t below;
    int is_root;

    START(context, &context->error);
    REQUIRE(&context->error, k < solutions->list.count && coordinate < 2);
    REQUIRE(&context->error, mpz_sgn(denominator) > 0);
    one = &solutions->list.solution[k];
    if (coordinate == 1) {
        TRY(compare_y(context, sign, &solutions->list, one, numerator, denominator));
    } else {
        TRY(clmodp_roots_below(context, &below, &is_root, columns(&solutions->list), numerator,
                               denominator));
        *sign = one->x < below ? -1 : !(one->x == below && is_root);
    }
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_solutions_to_text(char **text, const clmodp_solutions *solutions, size_t k,
                                       unsigned coordinate, size_t digits)
{
    clmodp_status st;
    clm_box box;

    *text = NULL;
    if (k >= solutions->list.count || coordinate > 1)
        return CLMODP_INVALID;
    clm_box_init(&box);
    clm_solution_get(&box, &solutions->list, &solutions->list.solution[k], coordinate);
    st = clm_box_to_text(text, &box, digits);
    clm_box_clear(&box);
    return st;
}

clmodp_status clmodp_solutions_refine(clmodp_context *context, clmodp_solutions *solutions,
                                      size_t k, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    START(context, &context->error);
    REQUIRE(&context->error, k < solutions->list.count && bits > 0);
    TRY(clm_roots_check_precision(&context->error, bits));
    TRY(clm_solution_refine(context, &solutions->list, &solutions->list.solution[k], bits));
done:
    return clm_error_complete(&context->error, st);
}
