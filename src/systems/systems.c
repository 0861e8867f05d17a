/* Implements clmodp/systems.h. A projection separates the solutions, and intervals of coordinates
 * follow from its roots t: y by a subresultant, and x as a root of the resultant in y, so that
 * equal x are recognised. */
#include <clmodp/systems.h>

#include <stdlib.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "opencl/queue.h"
#include "roots/box.h"
#include "roots/decimal.h"
#include "roots/rational.h"
#include "systems/separation.h"

/* Bits of a coordinate. */
#define LEAST_BITS 32
#define MOST_BITS (((uint64_t)1 << 28) - 4 * LEAST_BITS)

typedef struct solution {
    size_t root;     /* of the projection */
    size_t column;   /* its x, a root of the resultant in y */
    mpq_t low, high; /* the ends of y */
} solution;

struct clmodp_solutions {
    clm_separation at;
    solution *solution;
    size_t count;
};

/* An interval of a root, and a disc with it. */
typedef struct place {
    clm_box box;
    clm_disc t;
} place;

static void place_init(place *at)
{
    clm_box_init(&at->box);
    clm_disc_init(&at->t);
}

static void place_clear(place *at)
{
    clm_box_clear(&at->box);
    clm_disc_clear(&at->t);
}

/* Refines a root, and sets the place. */
static clmodp_status place_refine(clmodp_context *context, place *at, clmodp_roots *roots,
                                  size_t root, long bits)
{
    const clmodp_status st = clmodp_roots_refine(context, roots, root, (uint64_t)bits);

    if (st == CLMODP_OK) {
        clmodp_roots_interval(at->box.re[0], at->box.re[1], at->box.d, roots, root);
        clm_disc_set_box(&at->t, &at->box, (size_t)bits + LEAST_BITS);
    }
    return st;
}

/* Returns the roots of the resultant in y; the x of each solution is one of them. */
static clmodp_roots *columns(const clmodp_solutions *s)
{
    return clm_separation_columns(&s->at)->roots;
}

static void solution_clear(solution *one)
{
    mpq_clears(one->low, one->high, NULL);
}

void clmodp_solutions_destroy(clmodp_solutions *solutions)
{
    if (solutions == NULL)
        return;
    for (size_t k = 0; k < solutions->count; k++)
        solution_clear(&solutions->solution[k]);
    free(solutions->solution);
    clm_separation_destroy(&solutions->at);
    free(solutions);
}

size_t clmodp_solutions_count(const clmodp_solutions *solutions)
{
    return solutions->count;
}

unsigned long clmodp_solutions_multiplicity(const clmodp_solutions *solutions, size_t k)
{
    return clmodp_roots_multiplicity(solutions->at.projection.roots, solutions->solution[k].root);
}

/* Returns whether y has no ends so far. */
static bool is_unknown(const solution *one)
{
    return mpq_cmp(one->low, one->high) > 0;
}

/* Sets y to a disc with the y of a solution, accurate to so many bits, relative ones unless y
 * is unknown so far, and `at` to the place of its t. */
static clmodp_status enclose(clmodp_context *context, clm_disc *y, place *at,
                             clmodp_solutions *s, const solution *one, long bits)
{
    clmodp_status st = CLMODP_OK;
    bool accurate = false;

    for (long width = bits; !accurate; width *= 2) {
        TRY(clm_progress(context, 0));
        TRY(place_refine(context, at, s->at.projection.roots, one->root, width));
        accurate = clm_projection_enclose_y(y, &s->at.projection, one->root, &at->t,
                                            (size_t)width + LEAST_BITS) &&
                   clm_disc_is_accurate(y, bits, !is_unknown(one));
    }
done:
    return st;
}

/* Sets the ends of y to a number. */
static void set_y(solution *one, mpq_srcptr y)
{
    mpq_set(one->low, y);
    mpq_set(one->high, y);
}

/* Compares y with a number: y - c/d = -(second d + k c first) / (k d first) for S_k = first y^k +
 * second y^{k-1} + ... */
static clmodp_status compare_y(clmodp_context *context, int *sign, const clmodp_solutions *s,
                               const solution *one, mpz_srcptr c, mpz_srcptr d)
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

/* Sets low / denominator and high / denominator to the ends of y. */
static void get_y(mpz_ptr low, mpz_ptr high, mpz_ptr denominator, const solution *one)
{
    mpz_lcm(denominator, mpq_denref(one->low), mpq_denref(one->high));
    mpz_divexact(low, denominator, mpq_denref(one->low));
    mpz_mul(low, low, mpq_numref(one->low));
    mpz_divexact(high, denominator, mpq_denref(one->high));
    mpz_mul(high, high, mpq_numref(one->high));
}

/* Replaces the ends of y by its value if it is 0, which no relative width can tell, or a fraction
 * whose denominator is small for the width. */
static clmodp_status recognise_y(clmodp_context *context, const clmodp_solutions *s, solution *one)
{
    clmodp_status st = CLMODP_OK;
    int sign = 1;
    mpq_t q, doubt;
    mpz_t low, high, d;

    mpq_inits(q, doubt, NULL);
    mpz_inits(low, high, d, NULL);
    get_y(low, high, d, one);
    clm_simplest_fraction(mpq_numref(q), mpq_denref(q), low, high, d);
    mpq_sub(doubt, one->high, one->low); /* about the probability of such a fraction, times d^-2 */
    mpz_mul(mpq_numref(doubt), mpq_numref(doubt), mpq_denref(q));
    mpz_mul(mpq_numref(doubt), mpq_numref(doubt), mpq_denref(q));
    mpq_mul_2exp(doubt, doubt, LEAST_BITS / 2);
    if (mpq_sgn(q) == 0 || mpq_cmp_ui(doubt, 1, 1) <= 0)
        TRY(compare_y(context, &sign, s, one, mpq_numref(q), mpq_denref(q)));
    if (sign == 0)
        set_y(one, q);
done:
    mpz_clears(low, high, d, NULL);
    mpq_clears(q, doubt, NULL);
    return st;
}

/* Sets low and high to the ends of a disc with a real number. */
static void get_ends(mpq_ptr low, mpq_ptr high, const clm_disc *z)
{
    clm_box box;

    clm_box_init(&box);
    clm_box_set_disc(&box, z, true, false);
    mpz_swap(mpq_numref(low), box.re[0]);
    mpz_swap(mpq_numref(high), box.re[1]);
    mpz_set(mpq_denref(low), box.d);
    mpz_set(mpq_denref(high), box.d);
    mpq_canonicalize(low);
    mpq_canonicalize(high);
    clm_box_clear(&box);
}

/* Narrows y to so many bits. */
static clmodp_status refine_y(clmodp_context *context, clmodp_solutions *s, solution *one,
                              long bits)
{
    clmodp_status st = CLMODP_OK;
    const bool unknown = is_unknown(one);
    clm_disc y;
    mpq_t low, high;
    place at;

    clm_disc_init(&y);
    mpq_inits(low, high, NULL);
    place_init(&at);
    if (mpq_equal(one->low, one->high))
        goto done;
    TRY(enclose(context, &y, &at, s, one, bits));
    if (clm_box_is_point(&at.box)) {
        clm_projection_find_y(low, &s->at.projection, one->root, at.box.re[0],
                              at.box.d);
        set_y(one, low);
        goto done;
    }
    get_ends(low, high, &y);
    if (unknown || mpq_cmp(low, one->low) > 0)
        mpq_swap(low, one->low);
    if (unknown || mpq_cmp(high, one->high) < 0)
        mpq_swap(high, one->high);
    if (unknown && !mpq_equal(one->low, one->high))
        TRY(recognise_y(context, s, one));
done:
    place_clear(&at);
    mpq_clears(low, high, NULL);
    clm_disc_clear(&y);
    return st;
}

/* Counts the roots of the columns that a disc contains, from root *first on. */
static clmodp_status count_columns(clmodp_context *context, size_t *first, size_t *count,
                                   clmodp_roots *roots, const clm_disc *x)
{
    clmodp_status st = CLMODP_OK;
    int is_root = 0;
    mpq_t low, high;

    mpq_inits(low, high, NULL);
    get_ends(low, high, x);
    TRY(clmodp_roots_below(context, first, NULL, roots, mpq_numref(low), mpq_denref(low)));
    TRY(clmodp_roots_below(context, count, &is_root, roots, mpq_numref(high), mpq_denref(high)));
    *count += (size_t)(is_root != 0) - *first;
done:
    mpq_clears(low, high, NULL);
    return st;
}

/* Sets x to a disc with x = t - s y from so many bits of t and y. */
static clmodp_status enclose_x(clmodp_context *context, clm_disc *x, clmodp_solutions *s,
                               solution *one, long bits)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = (size_t)bits + LEAST_BITS;
    clm_disc shear;
    place at;

    clm_disc_init(&shear);
    place_init(&at);
    mpz_set_si(shear.re, -s->at.projection.shear);
    TRY(refine_y(context, s, one, bits));
    get_y(at.box.re[0], at.box.re[1], at.box.d, one);
    clm_disc_set_box(x, &at.box, width);
    clm_disc_mul(x, x, &shear, width);
    TRY(place_refine(context, &at, s->at.projection.roots, one->root, bits));
    clm_disc_add(x, x, &at.t, width);
done:
    place_clear(&at);
    clm_disc_clear(&shear);
    return st;
}

/* Finds the root of the columns that is x. */
static clmodp_status find_column(clmodp_context *context, clmodp_solutions *s, solution *one)
{
    clmodp_status st = CLMODP_OK;
    size_t count = 0;
    clm_disc x;

    clm_disc_init(&x);
    for (long bits = LEAST_BITS; s->at.projection.shear != 0 && count != 1; bits *= 2) {
        TRY(enclose_x(context, &x, s, one, bits));
        TRY(count_columns(context, &one->column, &count, columns(s), &x));
        if (count == 0)
            FAIL(&context->error, CLMODP_CORRUPT, "the resultant has no root at a solution; "
                 CLM_WRONG_VALUE);
    }
done:
    clm_disc_clear(&x);
    return st;
}

static int by_place(const void *a, const void *b)
{
    const solution *left = a, *right = b;

    if (left->column != right->column)
        return left->column < right->column ? -1 : 1;
    return mpq_cmp(left->low, right->low);
}

/* Sorts the solutions, and refines y until intervals above the same x are disjoint. */
static clmodp_status sort(clmodp_context *context, clmodp_solutions *s)
{
    clmodp_status st = CLMODP_OK;
    bool disjoint = false;

    for (long bits = 2 * LEAST_BITS; !disjoint && s->count > 0; bits *= 2) {
        qsort(s->solution, s->count, sizeof *s->solution, by_place);
        disjoint = true;
        for (size_t k = 0; k + 1 < s->count; k++) {
            solution *one = &s->solution[k];

            if (one[0].column != one[1].column || mpq_cmp(one[0].high, one[1].low) < 0)
                continue;
            disjoint = false;
            TRY(refine_y(context, s, &one[0], bits));
            TRY(refine_y(context, s, &one[1], bits));
        }
    }
done:
    return st;
}

/* Removes the solutions on the component. */
static clmodp_status remove_component(clmodp_context *context, clmodp_solutions *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = s->count;
    bool zero = false;

    for (size_t k = s->count = 0; k < count; k++) {
        solution *one = &s->solution[k];

        if (st == CLMODP_OK)
            st = clm_projection_vanishes(context, &zero, &s->at.projection, one->root,
                                         s->at.component);
        if (st != CLMODP_OK || zero)
            solution_clear(one);
        else
            s->solution[s->count++] = *one;
    }
    return st;
}

/* Finds the coordinates above the roots of the projection. */
static clmodp_status find_solutions(void *argument, const clm_system *system)
{
    clmodp_status st = CLMODP_OK;
    clmodp_solutions *s = argument;
    clmodp_context *context = system->context;
    const size_t count = clmodp_roots_count(s->at.projection.roots);

    NEW(&context->error, s->solution, count);
    for (; s->count < count; s->count++) {
        s->solution[s->count].root = s->solution[s->count].column = s->count;
        mpq_inits(s->solution[s->count].low, s->solution[s->count].high, NULL);
        mpq_set_ui(s->solution[s->count].low, 1, 1);
    }
    for (size_t k = 0; k < count; k++) {
        TRY(refine_y(context, s, &s->solution[k], LEAST_BITS));
        TRY(find_column(context, s, &s->solution[k]));
    }
    if (s->at.component != NULL)
        TRY(remove_component(context, s));
    TRY(sort(context, s));
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
    TRY(clm_separate(&s->at, &system, find_solutions, s));
    *solutions = s;
    s = NULL;
done:
    clmodp_solutions_destroy(s);
    return clm_error_complete(&context->error, st);
}

const clmodp_zxy *clmodp_solutions_component(const clmodp_solutions *solutions)
{
    return solutions->at.component;
}

void clmodp_solutions_interval(mpz_t low, mpz_t high, mpz_t denominator,
                               const clmodp_solutions *solutions, size_t k, unsigned coordinate)
{
    const solution *one = &solutions->solution[k];

    if (coordinate == 0)
        clmodp_roots_interval(low, high, denominator, columns(solutions), one->column);
    else
        get_y(low, high, denominator, one);
}

clmodp_status clmodp_solutions_compare(clmodp_context *context, int *sign,
                                       clmodp_solutions *solutions, size_t k, unsigned coordinate,
                                       const mpz_t numerator, const mpz_t denominator)
{
    clmodp_status st = CLMODP_OK;
    const solution *one;
    size_t below;
    int is_root;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, k < solutions->count && coordinate < 2 && mpz_sgn(denominator) > 0);
    one = &solutions->solution[k];
    if (coordinate == 1) {
        TRY(compare_y(context, sign, solutions, one, numerator, denominator));
    } else {
        TRY(clmodp_roots_below(context, &below, &is_root, columns(solutions), numerator,
                               denominator));
        *sign = one->column < below ? -1 : !(one->column == below && is_root);
    }
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_solutions_to_text(char **text, const clmodp_solutions *solutions, size_t k,
                                       unsigned coordinate, size_t digits)
{
    clmodp_status st;
    mpz_t low, high, denominator;

    *text = NULL;
    if (k >= solutions->count || coordinate > 1)
        return CLMODP_INVALID;
    mpz_inits(low, high, denominator, NULL);
    clmodp_solutions_interval(low, high, denominator, solutions, k, coordinate);
    st = clm_interval_to_text(text, low, high, denominator, digits);
    mpz_clears(low, high, denominator, NULL);
    return st;
}

clmodp_status clmodp_solutions_refine(clmodp_context *context, clmodp_solutions *solutions,
                                      size_t k, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, k < solutions->count && bits > 0);
    if (bits >= MOST_BITS)
        FAIL(&context->error, CLMODP_LIMIT, "coordinates have less than 2^28 bits");
    TRY(clmodp_roots_refine(context, columns(solutions), solutions->solution[k].column, bits));
    TRY(refine_y(context, solutions, &solutions->solution[k], (long)bits));
done:
    return clm_error_complete(&context->error, st);
}
