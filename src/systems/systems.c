/* Implements clmodp/systems.h. A projection separates the solutions, and intervals of coordinates
 * follow from its roots t: y by a subresultant, and x as a root of the resultant in y, so that
 * equal x are recognised. */
#include <clmodp/systems.h>

#include <stdlib.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "opencl/queue.h"
#include "polynomials/zxy.h"
#include "roots/decimal.h"
#include "roots/rational.h"
#include "systems/component.h"
#include "systems/projection.h"

/* Most projections to try. Each pair of solutions excludes one. */
#define MOST_PROJECTIONS 64

/* Bits of a coordinate. */
#define LEAST_BITS 32
#define MOST_BITS (((uint64_t)1 << 28) - 4 * LEAST_BITS)

typedef struct solution {
    size_t root;     /* of the projection */
    size_t column;   /* its x, a root of the resultant in y */
    mpq_t low, high; /* the ends of y */
} solution;

struct clmodp_solutions {
    clm_projection projection;
    clm_projection unsheared; /* for x; empty if the projection itself is unsheared */
    clmodp_zxy *component;    /* NULL: none */
    solution *solution;
    size_t count;
};

/* An interval of a root, with an enclosure of it. */
typedef struct place {
    mpz_t low, high, denominator;
    clm_enclosure t;
} place;

static void place_init(place *at)
{
    mpz_inits(at->low, at->high, at->denominator, NULL);
    clm_enclosure_init(&at->t);
}

static void place_clear(place *at)
{
    mpz_clears(at->low, at->high, at->denominator, NULL);
    clm_enclosure_clear(&at->t);
}

/* Refines a root, and sets the place. */
static clmodp_status place_refine(clmodp_context *context, place *at, clmodp_roots *roots,
                                  size_t root, long bits)
{
    const clmodp_status st = clmodp_roots_refine(context, roots, root, (uint64_t)bits);

    if (st == CLMODP_OK) {
        clmodp_roots_interval(at->low, at->high, at->denominator, roots, root);
        clm_enclosure_set_interval(&at->t, at->low, at->high, at->denominator,
                                   bits + LEAST_BITS);
    }
    return st;
}

static bool place_is_exact(const place *at)
{
    return mpz_cmp(at->low, at->high) == 0;
}

/* Returns the roots of the resultant in y; the x of each solution is one of them. */
static clmodp_roots *columns(const clmodp_solutions *s)
{
    return s->projection.shear == 0 ? s->projection.roots : s->unsheared.roots;
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
    clmodp_zxy_destroy(solutions->component);
    clm_projection_destroy(&solutions->projection);
    clm_projection_destroy(&solutions->unsheared);
    free(solutions);
}

size_t clmodp_solutions_count(const clmodp_solutions *solutions)
{
    return solutions->count;
}

unsigned long clmodp_solutions_multiplicity(const clmodp_solutions *solutions, size_t k)
{
    return clmodp_roots_multiplicity(solutions->projection.roots, solutions->solution[k].root);
}

/* Returns whether y has no ends so far. */
static bool is_unknown(const solution *one)
{
    return mpq_cmp(one->low, one->high) > 0;
}

/* Sets y to an enclosure of the y of a solution, accurate to so many bits, relative ones unless y
 * is unknown so far, and `at` to the place of its t. */
static clmodp_status enclose(clmodp_context *context, clm_enclosure *y, place *at,
                             clmodp_solutions *s, const solution *one, long bits)
{
    clmodp_status st = CLMODP_OK;
    bool accurate = false;

    for (long width = bits; !accurate; width *= 2) {
        TRY(clm_progress(context, 0));
        TRY(place_refine(context, at, s->projection.roots, one->root, width));
        accurate = clm_projection_enclose_y(y, &s->projection, one->root, &at->t,
                                            width + LEAST_BITS) &&
                   clm_enclosure_is_accurate(y, bits, !is_unknown(one));
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
    clmodp_roots *roots = s->projection.roots;
    clmodp_zx *difference = NULL;
    int of_first = 0;

    TRY(clmodp_zx_create(&difference));
    TRY(clm_projection_compare(&context->error, difference, &s->projection, one->root, c, d));
    TRY(clmodp_roots_sign(context, sign, roots, one->root, difference));
    TRY(clmodp_roots_sign(context, &of_first, roots, one->root,
                          clm_projection_top(&s->projection, one->root)->first));
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

/* Narrows y to so many bits. */
static clmodp_status refine_y(clmodp_context *context, clmodp_solutions *s, solution *one,
                              long bits)
{
    clmodp_status st = CLMODP_OK;
    const bool unknown = is_unknown(one);
    clm_enclosure y;
    mpq_t low, high;
    place at;

    clm_enclosure_init(&y);
    mpq_inits(low, high, NULL);
    place_init(&at);
    if (mpq_equal(one->low, one->high))
        goto done;
    TRY(enclose(context, &y, &at, s, one, bits));
    if (place_is_exact(&at)) {
        clm_projection_find_y(low, &s->projection, one->root, at.low, at.denominator);
        set_y(one, low);
        goto done;
    }
    clm_enclosure_get_ends(low, high, &y);
    if (unknown || mpq_cmp(low, one->low) > 0)
        mpq_swap(low, one->low);
    if (unknown || mpq_cmp(high, one->high) < 0)
        mpq_swap(high, one->high);
    if (unknown && !mpq_equal(one->low, one->high))
        TRY(recognise_y(context, s, one));
done:
    place_clear(&at);
    mpq_clears(low, high, NULL);
    clm_enclosure_clear(&y);
    return st;
}

/* Counts the roots of the columns that an enclosure contains, from root *first on. */
static clmodp_status count_columns(clmodp_context *context, size_t *first, size_t *count,
                                   clmodp_roots *roots, const clm_enclosure *x)
{
    clmodp_status st = CLMODP_OK;
    int is_root = 0;
    mpq_t low, high;

    mpq_inits(low, high, NULL);
    clm_enclosure_get_ends(low, high, x);
    TRY(clmodp_roots_below(context, first, NULL, roots, mpq_numref(low), mpq_denref(low)));
    TRY(clmodp_roots_below(context, count, &is_root, roots, mpq_numref(high), mpq_denref(high)));
    *count += (size_t)(is_root != 0) - *first;
done:
    mpq_clears(low, high, NULL);
    return st;
}

/* Sets x to an enclosure of x = t - s y from so many bits of t and y. */
static clmodp_status enclose_x(clmodp_context *context, clm_enclosure *x, clmodp_solutions *s,
                               solution *one, long bits)
{
    clmodp_status st = CLMODP_OK;
    clm_enclosure shear;
    place at;

    clm_enclosure_init(&shear);
    place_init(&at);
    mpz_set_si(shear.middle, -s->projection.shear);
    TRY(refine_y(context, s, one, bits));
    get_y(at.low, at.high, at.denominator, one);
    clm_enclosure_set_interval(x, at.low, at.high, at.denominator, bits + LEAST_BITS);
    clm_enclosure_mul(x, &shear, bits + LEAST_BITS);
    TRY(place_refine(context, &at, s->projection.roots, one->root, bits));
    clm_enclosure_add(x, &at.t, bits + LEAST_BITS);
done:
    place_clear(&at);
    clm_enclosure_clear(&shear);
    return st;
}

/* Finds the root of the columns that is x. */
static clmodp_status find_column(clmodp_context *context, clmodp_solutions *s, solution *one)
{
    clmodp_status st = CLMODP_OK;
    size_t count = 0;
    clm_enclosure x;

    clm_enclosure_init(&x);
    for (long bits = LEAST_BITS; s->projection.shear != 0 && count != 1; bits *= 2) {
        TRY(enclose_x(context, &x, s, one, bits));
        TRY(count_columns(context, &one->column, &count, columns(s), &x));
        if (count == 0)
            FAIL(&context->error, CLMODP_CORRUPT, "the resultant has no root at a solution; "
                 CLM_WRONG_VALUE);
    }
done:
    clm_enclosure_clear(&x);
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

/* Finds the coordinates above the roots of the projection. */
static clmodp_status find_solutions(clmodp_context *context, clmodp_solutions *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = clmodp_roots_count(s->projection.roots);

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
    TRY(sort(context, s));
done:
    return st;
}

/* Returns shears of changing signs and growing size. */
static long shear_number(size_t k)
{
    const long size = (long)(k * k + 1) / 2;

    return k % 2 == 0 ? -size : size;
}

/* Finds a projection that separates the solutions, unless there is a common factor. */
static clmodp_status project(const clm_system *system, clmodp_solutions *s)
{
    clmodp_status st = CLMODP_OK;
    bool separates = false;

    TRY(clm_projection_make(&s->projection, &separates, system, 0));
    if (!separates && !s->projection.common) {
        s->unsheared = s->projection;
        s->projection = (clm_projection){0};
    }
    for (size_t k = 1; k < MOST_PROJECTIONS && !separates && !s->projection.common; k++) {
        clm_projection_destroy(&s->projection);
        TRY(clm_projection_make(&s->projection, &separates, system, shear_number(k)));
    }
    if (!separates && !s->projection.common)
        FAIL(&system->context->error, CLMODP_LIMIT, "none of %d projections separates the "
             "solutions", MOST_PROJECTIONS);
done:
    return st;
}

/* Returns whether f is a constant other than 0. */
static bool is_constant(const clmodp_zxy *f)
{
    return clmodp_zxy_degree_x(f) == 0 && clmodp_zxy_degree_y(f) == 0;
}

/* Finds the common zeros if there is no common factor; else sets s->projection.common. */
static clmodp_status find_zeros(const clm_system *system, clmodp_solutions *s)
{
    clmodp_status st = CLMODP_OK;

    if (is_constant(system->f) || is_constant(system->g))
        return CLMODP_OK;
    TRY(project(system, s));
    if (!s->projection.common)
        TRY(find_solutions(system->context, s));
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
            st = clm_projection_vanishes(context, &zero, &s->projection, one->root, s->component);
        if (st != CLMODP_OK || zero)
            solution_clear(one);
        else
            s->solution[s->count++] = *one;
    }
    return st;
}

/* Finds the solutions beside a common component. */
static clmodp_status find_beside(const clm_system *system, clmodp_solutions *s)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &system->context->error;
    clm_system rest = *system;
    clmodp_zxy *a = NULL, *b = NULL;

    clm_projection_destroy(&s->projection);
    clm_projection_destroy(&s->unsheared);
    TRY(clmodp_zxy_create(&a));
    TRY(clmodp_zxy_create(&b));
    TRY(clmodp_zxy_create(&s->component));
    TRY(clm_component_split(error, s->component, a, b, system->f, system->g));
    if (!rest.options->components)
        TRY(clm_component_refuse(error, s->component, rest.options->x, rest.options->y));
    rest.f = a;
    rest.g = b;
    TRY(find_zeros(&rest, s));
    TRY(remove_component(system->context, s));
done:
    clmodp_zxy_destroy(b);
    clmodp_zxy_destroy(a);
    return st;
}

static clmodp_status solve(const clm_system *system, clmodp_solutions *s)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &system->context->error;

    REQUIRE(error, system->f != NULL && system->g != NULL);
    if (system->options->resultants->mode != CLMODP_MODE_CERTIFIED)
        FAIL(error, CLMODP_INVALID, "solutions need proved resultants: mode CERTIFIED");
    if (is_constant(system->f) || is_constant(system->g))
        return CLMODP_OK;
    if (clmodp_zxy_terms(system->f) == 0 || clmodp_zxy_terms(system->g) == 0)
        FAIL(error, CLMODP_DOMAIN, "a polynomial is 0, so all zeros of the other one are "
             "solutions");
    TRY(find_zeros(system, s));
    if (s->projection.common)
        TRY(find_beside(system, s));
done:
    return st;
}

clmodp_status clmodp_solve(clmodp_context *context, clmodp_solutions **solutions,
                           const clmodp_zxy *f, const clmodp_zxy *g,
                           const clmodp_solve_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_solve_options read;
    clmodp_resultant_options how;
    clmodp_solutions *s = NULL;

    if (context == NULL || solutions == NULL)
        return CLMODP_INVALID;
    *solutions = NULL;
    clm_error_clear(&context->error);
    clmodp_solve_options_init(&read);
    TRY(clm_options_read(&context->error, "clmodp_solve_options", &read, sizeof read, options));
    clmodp_resultant_options_init(&how);
    TRY(clm_options_read(&context->error, "clmodp_resultant_options", &how, sizeof how,
                         read.resultants));
    NEW(&context->error, s, 1);
    read.resultants = &how;
    TRY(solve(&(clm_system){context, f, g, &read}, s));
    *solutions = s;
    s = NULL;
done:
    clmodp_solutions_destroy(s);
    return clm_error_complete(&context->error, st);
}

const clmodp_zxy *clmodp_solutions_component(const clmodp_solutions *solutions)
{
    return solutions->component;
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
