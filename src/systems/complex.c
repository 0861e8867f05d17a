/* All complex solutions. A root t of the projection belongs to each of them. Both coordinates are
 * rational functions of t, and roots of the resultant in the other variable. Each x is known as
 * such a root, so that equal and real x are recognised; a y only if it may be rational or have a
 * part that is 0. */
#include <stdlib.h>

#include <clmodp/systems.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "opencl/queue.h"
#include "roots/complex.h"
#include "roots/rational.h"
#include "roots/roots.h"
#include "systems/separation.h"

/* Bits of y at first, and more of a root than of what is computed from it. */
#define LEAST_BITS ((uint64_t)64)
/* A fraction in an interval is not there by chance, but for a probability of 2^-DOUBT_BITS. */
#define DOUBT_BITS 16
#define NONE SIZE_MAX

/* A real solution, or one of a pair of conjugates: the one whose first coordinate that is not real
 * has a positive imaginary part. */
typedef struct solution {
    size_t root; /* t */
    size_t x;    /* a root of the resultant in y */
    size_t y;    /* a root of the resultant in x; NONE: y is known by the box alone */
    clm_box box; /* of y */
} solution;

struct clmodp_complex_solutions {
    clm_separation at;
    clmodp_complex_roots *t;
    clmodp_complex_roots *x; /* of the resultant in y, if they are not t */
    clmodp_complex_roots *y; /* of the resultant in x; NULL: not needed */
    solution *solution;
    size_t boxes, reals;
};

void clmodp_complex_solutions_destroy(clmodp_complex_solutions *solutions)
{
    if (solutions == NULL)
        return;
    for (size_t k = 0; k < solutions->boxes; k++)
        clm_box_clear(&solutions->solution[k].box);
    free(solutions->solution);
    clmodp_complex_roots_destroy(solutions->y);
    clmodp_complex_roots_destroy(solutions->x);
    clmodp_complex_roots_destroy(solutions->t);
    clm_separation_destroy(&solutions->at);
    free(solutions);
}

/* Returns the roots of which the x of each solution is one. */
static clmodp_complex_roots *columns(const clmodp_complex_solutions *s)
{
    return s->x != NULL ? s->x : s->t;
}

/* ---- coordinates by t ---- */

/* Sets a disc to x or y, from so many bits of t. Returns whether there is one. */
static bool enclose(clm_disc *z, const clmodp_complex_solutions *s, const solution *one,
                    unsigned coordinate, const clm_disc *t, size_t bits)
{
    const size_t factor = clm_complex_roots_factor(s->t, one->root);
    clm_disc shear;

    if (!clm_projection_enclose_y(z, &s->at.projection, factor, t, bits))
        return false;
    if (coordinate == 0) {
        clm_disc_init(&shear);
        mpz_set_si(shear.re, s->at.projection.shear);
        clm_disc_mul(z, z, &shear, bits);
        clm_disc_sub(z, t, z, bits);
        clm_disc_clear(&shear);
    }
    return true;
}

static bool is_real(const clmodp_complex_solutions *s, const solution *one)
{
    return one->root < clm_complex_roots_reals(s->t);
}

/* Sets the box to one of x or y. Absolute: not wider than 2^-bits; otherwise as
 * clm_box_is_narrow. */
static clmodp_status find_box(clmodp_context *context, clm_box *box,
                              const clmodp_complex_solutions *s, const solution *one,
                              unsigned coordinate, uint64_t bits, bool relative)
{
    clmodp_status st = CLMODP_OK;
    bool found = false;
    clm_disc t, z;

    clm_disc_init(&t);
    clm_disc_init(&z);
    for (uint64_t width = bits; !found; width *= 2) {
        TRY(clmodp_complex_roots_refine(context, s->t, one->root, width));
        clm_complex_roots_get(box, s->t, one->root);
        clm_disc_set_box(&t, box, width + LEAST_BITS);
        if (!enclose(&z, s, one, coordinate, &t, width + LEAST_BITS))
            continue;
        clm_disc_trim(&z);
        clm_box_set_disc(box, &z, is_real(s, one), false);
        found = relative ? clm_box_is_narrow(box, bits)
                         : clm_disc_is_accurate(&z, (long)bits, false);
    }
done:
    clm_disc_clear(&z);
    clm_disc_clear(&t);
    return st;
}

/* Narrows the box of y, which is no root, to so many bits. */
static clmodp_status refine_y(clmodp_context *context, const clmodp_complex_solutions *s,
                              solution *one, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;
    clm_box next;

    clm_box_init(&next);
    if (!clm_box_is_narrow(&one->box, bits)) {
        TRY(find_box(context, &next, s, one, 1, bits, true));
        if (clm_box_is_point(&next))
            clm_box_swap(&one->box, &next);
        else
            clm_box_intersect(&one->box, &next);
    }
done:
    clm_box_clear(&next);
    return st;
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
                               const clmodp_complex_solutions *s, const solution *one,
                               unsigned coordinate, const clmodp_complex_roots *roots)
{
    clmodp_status st = CLMODP_OK;
    size_t count = 0;
    clm_box box;

    clm_box_init(&box);
    for (uint64_t bits = LEAST_BITS; count != 1; bits *= 2) {
        TRY(find_box(context, &box, s, one, coordinate, bits, false));
        count = count_near(root, roots, &box);
        if (count == 0)
            FAIL(&context->error, CLMODP_CORRUPT, "the resultant has no root at a solution; "
                 CLM_WRONG_VALUE);
    }
done:
    clm_box_clear(&box);
    return st;
}

/* Returns whether an interval that is not a point contains a fraction of small terms, 0 always. */
static bool is_plain(const mpz_t *ends, mpz_srcptr d, bool *zero)
{
    mpz_t p, q, width;
    bool plain = true;

    *zero = mpz_sgn(ends[0]) * mpz_sgn(ends[1]) <= 0;
    mpz_inits(p, q, width, NULL);
    mpz_sub(width, ends[1], ends[0]);
    if (!*zero) {
        clm_simplest_fraction(p, q, ends[0], ends[1], d);
        mpz_mul(width, width, q);
        mpz_mul(width, width, q);
        mpz_mul_2exp(width, width, DOUBT_BITS);
        plain = mpz_cmp(width, d) <= 0;
    }
    mpz_clears(p, q, width, NULL);
    return plain;
}

/* Returns whether y may be in Q(i), or have a part that is 0 without being known as such. */
static bool is_special(const clm_box *box)
{
    const bool real = clm_box_is_real(box);
    bool re_zero, im_zero = false;
    const bool re_plain = is_plain(box->re, box->d, &re_zero);
    const bool im_plain = real || is_plain(box->im, box->d, &im_zero);

    return !clm_box_is_point(box) && (re_zero || im_zero || (re_plain && im_plain));
}

/* Finds the coordinates above a root. */
static clmodp_status place(const clm_system *system, clmodp_complex_solutions *s, solution *one)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *context = system->context;
    clmodp_zx *r = NULL;

    one->x = one->root;
    one->y = NONE;
    if (s->x != NULL)
        TRY(find_root(context, &one->x, s, one, 0, s->x));
    TRY(find_box(context, &one->box, s, one, 1, LEAST_BITS, false));
    if (!is_special(&one->box))
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
static void choose_conjugate(const clmodp_complex_solutions *s, solution *one)
{
    const clmodp_complex_roots *x = columns(s);
    const size_t reals = clm_complex_roots_reals(x);
    const bool real = one->x < reals;

    if (is_real(s, one) || (real ? mpz_sgn(one->box.im[0]) >= 0 : (one->x - reals) % 2 == 0))
        return;
    one->root = clm_complex_roots_conjugate(s->t, one->root);
    one->x = clm_complex_roots_conjugate(x, one->x);
    if (one->y != NONE)
        one->y = clm_complex_roots_conjugate(s->y, one->y);
    clm_box_reflect(&one->box);
}

/* ---- all solutions ---- */

static clmodp_status refine(clmodp_context *context, const clmodp_complex_solutions *s,
                            solution *one, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    if (one->y == NONE)
        return refine_y(context, s, one, bits);
    TRY(clmodp_complex_roots_refine(context, s->y, one->y, bits));
    clm_complex_roots_get(&one->box, s->y, one->y);
done:
    return st;
}

static int by_order(const void *a, const void *b)
{
    const solution *left = a, *right = b;
    const bool real = clm_box_is_real(&left->box);

    if (left->x != right->x)
        return left->x < right->x ? -1 : 1;
    if (real != clm_box_is_real(&right->box))
        return real ? -1 : 1;
    return clm_box_order(&left->box, &right->box);
}

/* Sorts solutions, and refines y until boxes with the same x are disjoint. */
static clmodp_status sort(clmodp_context *context, const clmodp_complex_solutions *s,
                          solution *first, size_t count)
{
    clmodp_status st = CLMODP_OK;

    if (count > 0)
        qsort(first, count, sizeof *first, by_order);
    for (size_t k = 0; k < count; k++)
        for (size_t j = k; j-- > 0 && first[j].x == first[k].x;)
            for (uint64_t bits = LEAST_BITS; !clm_box_apart(&first[j].box, &first[k].box);
                 bits *= 2) {
                TRY(refine(context, s, &first[j], bits));
                TRY(refine(context, s, &first[k], bits));
            }
    if (count > 0)
        qsort(first, count, sizeof *first, by_order);
done:
    return st;
}

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
    clmodp_complex_solutions *s = argument;
    clmodp_context *context = system->context;
    size_t count;

    if (s->at.component != NULL)
        TRY(remove_component(context, &s->at));
    TRY(clm_complex_roots_of(context, &s->t, &s->at.projection.factors, 0));
    if (s->at.projection.shear != 0)
        TRY(clm_complex_roots_of(context, &s->x, &s->at.unsheared.factors, 0));
    s->reals = clm_complex_roots_reals(s->t);
    count = s->reals + (clmodp_complex_roots_count(s->t) - s->reals) / 2;
    NEW(&context->error, s->solution, count);
    for (; s->boxes < count; s->boxes++)
        clm_box_init(&s->solution[s->boxes].box);
    for (size_t k = 0; k < count; k++) {
        s->solution[k].root = k < s->reals ? k : s->reals + 2 * (k - s->reals);
        TRY(clm_progress(context, 0));
        TRY(place(system, s, &s->solution[k]));
        choose_conjugate(s, &s->solution[k]);
    }
    TRY(sort(context, s, s->solution, s->reals));
    TRY(sort(context, s, s->solution + s->reals, count - s->reals));
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
    TRY(clm_separate(&s->at, &system, find_solutions, s));
    *solutions = s;
    s = NULL;
done:
    clmodp_complex_solutions_destroy(s);
    return clm_error_complete(&context->error, st);
}

const clmodp_zxy *clmodp_complex_solutions_component(const clmodp_complex_solutions *solutions)
{
    return solutions->at.component;
}

size_t clmodp_complex_solutions_count(const clmodp_complex_solutions *solutions)
{
    return 2 * solutions->boxes - solutions->reals;
}

/* Returns the solution whose number is k, or that of its conjugate. */
static solution *find_solution(const clmodp_complex_solutions *s, size_t k)
{
    return &s->solution[k < s->reals ? k : s->reals + (k - s->reals) / 2];
}

unsigned long clmodp_complex_solutions_multiplicity(const clmodp_complex_solutions *solutions,
                                                    size_t k)
{
    return clmodp_complex_roots_multiplicity(solutions->t, find_solution(solutions, k)->root);
}

/* Sets the box to that of a coordinate of solution k. */
static void get_box(clm_box *box, const clmodp_complex_solutions *s, size_t k,
                    unsigned coordinate)
{
    const solution *one = find_solution(s, k);

    if (coordinate == 0)
        clm_complex_roots_get(box, columns(s), one->x);
    else if (one->y != NONE)
        clm_complex_roots_get(box, s->y, one->y);
    else
        clm_box_set(box, &one->box);
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
    solution *one;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, k < clmodp_complex_solutions_count(solutions) && bits > 0);
    TRY(clm_roots_check_precision(&context->error, bits));
    one = find_solution(solutions, k);
    TRY(clmodp_complex_roots_refine(context, columns(solutions), one->x, bits));
    TRY(refine(context, solutions, one, bits));
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
