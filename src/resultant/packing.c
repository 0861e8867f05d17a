/* Packs problems in several variables into problems in two.
 *
 * 1. Exponents of x_i and y in f and g are l_i + h_i y + step_i u_i and y; the least, l_i, and the
 *    shear, h_i, give a power of x_i in the result (factors.h).
 * 2. A grading w has w . (u, y) = W_f in all terms of f, W_g in those of g. Rows and columns of
 *    the Sylvester matrix have weights, so the resultant has weight q W_f + p W_g - p q w_y, for
 *    degrees p, q in y, and a variable with w_i != 0 may be 1.
 * 3. Bounds for polynomials in x_i and y give D_i possible u_i in the result; D_i is increased to
 *    cover f and g. x_i becomes x^(weight_i), the product of the D_k before. The largest is last,
 *    as mostly no term has the highest exponents of all variables.
 * 4. The exponents (y, u) of f, and of g, differ by vectors of a lattice. If c . u = 0 modulo m
 *    for all its vectors without y, weights are increased to c modulo m, so that exponents of x
 *    differ by multiples of m, up to a shear.
 *
 * f and g keep their terms and degrees in y. Exponents of the result are affine functions of the
 * digits of an exponent of x. */
#include "resultant/packing.h"

#include <stdlib.h>
#include <string.h>

#include "bounds/bounds.h"
#include "core/memory.h"
#include "core/size.h"
#include "polynomials/mpoly.h"
#include "polynomials/zxy.h"
#include "resultant/factors.h"
#include "resultant/gradings.h"
#include "resultant/lattice.h"

typedef clm_int128 int128;

enum { MOST = CLMODP_MOST_VARIABLES, PARTS = CLM_PACKING_PARTS };

/* Exponents of x for which a congruence is worth its search. */
#define WORTH_CONGRUENCE 256

/* A variable other than y. */
typedef struct axis {
    int64_t shear;     /* times the exponent of y is subtracted first */
    int64_t least[2];  /* l in f and in g */
    int64_t step;      /* 0: no other exponent */
    int64_t low, high; /* of the result */
    int64_t most;      /* largest u in f and g */
    const clm_grading *grading; /* that determines it; NULL: none */
} axis;

/* Parts of a result: rows of f and of g, and the factor of w_y that is subtracted. */
typedef struct outcome {
    int64_t rows[2], columns;
} outcome;

typedef struct shape {
    const clmodp_mpoly *input[2]; /* f and g, both f for a discriminant */
    clmodp_operation operation;
    uint32_t k; /* the greatest index of S_k */
    size_t y;
    int64_t degree[2]; /* in y */
    bool regular;      /* with a result, and not 0 */
    outcome part[PARTS]; /* of c_0, c_1 and c_2 */
    axis axis[MOST];
    clm_gradings gradings; /* the last weight is that of y */
} shape;

/* Returns the exponent of x_i after the shear. */
static int64_t sheared_exponent(const shape *s, const uint32_t *e, size_t i)
{
    return (int64_t)e[i] - s->axis[i].shear * (int64_t)e[s->y];
}

static int64_t exponent_of(const shape *s, const uint32_t *e, int which, size_t i)
{
    const axis *a = &s->axis[i];

    return a->step == 0 ? 0 : (sheared_exponent(s, e, i) - a->least[which]) / a->step;
}

static void find_parts(shape *s)
{
    const int64_t p = s->degree[0], q = s->degree[1], k = s->k;

    if (s->operation == CLMODP_OPERATION_DISCRIMINANT)
        s->part[0] = (outcome){{2 * p - 2, 0}, p * (p - 1)};
    else
        s->part[0] = (outcome){{q, p}, p * q};
    s->part[1] = (outcome){{1, 1}, 0};
    s->part[2] = (outcome){{0, 0}, -1};
    s->regular = p >= k && q >= k && (p + q > 2 * k || k == 0);
    if (s->operation == CLMODP_OPERATION_DISCRIMINANT)
        s->regular = p >= 1;
}

/* Finds the largest step of x_i after a shear, a small one. */
static void find_step(shape *s, size_t i)
{
    axis *const a = &s->axis[i];
    clm_plane_lattice l = {0};

    for (int which = 0; which < 2; which++)
        for (size_t k = 1; k < s->input[which]->length; k++) {
            const uint32_t *e = clm_mpoly_exponents(s->input[which], k);
            const uint32_t *first = clm_mpoly_exponents(s->input[which], 0);
            const int64_t x = (int64_t)e[i] - (int64_t)first[i];
            const int64_t y = (int64_t)e[s->y] - (int64_t)first[s->y];

            a->step = (int64_t)clm_size_gcd((size_t)a->step, (size_t)(x < 0 ? -x : x));
            if (l.s != 1)
                clm_plane_lattice_add(&l, y < 0 ? -x : x, y < 0 ? -y : y);
        }
    if (!s->regular || l.t == 0 || l.s <= a->step || l.s >= CLM_MOST_EXPONENT)
        return;
    l.h += l.h < 0 ? l.s : 0;
    for (int64_t h = (int64_t)l.h; h >= (int64_t)(l.h - l.s); h -= (int64_t)l.s)
        if (h % l.t == 0) {
            a->shear = h / l.t;
            a->step = (int64_t)l.s;
        }
}

static void find_axes(shape *s)
{
    for (size_t i = 0; i < s->input[0]->variables; i++) {
        axis *a = &s->axis[i];

        if (i != s->y)
            find_step(s, i);
        for (int which = 0; which < 2; which++) {
            const clmodp_mpoly *f = s->input[which];
            int64_t low = INT64_MAX, high = 0;

            for (size_t k = 0; k < f->length; k++) {
                const int64_t e = sheared_exponent(s, clm_mpoly_exponents(f, k), i);

                low = e < low ? e : low;
                high = k == 0 || e > high ? e : high;
            }
            if (f->length == 0)
                continue;
            a->least[which] = low;
            if (a->step > 0 && (high - low) / a->step > a->most)
                a->most = (high - low) / a->step;
        }
    }
}

/* ---- gradings ---- */

static int128 weight_of(const shape *s, const clm_grading *g, int which)
{
    const uint32_t *e = clm_mpoly_exponents(s->input[which], 0);
    int128 sum = (int128)g->w[MOST] * e[s->y];

    for (size_t i = 0; i < s->input[which]->variables; i++)
        sum += (int128)g->w[i] * exponent_of(s, e, which, i);
    return sum;
}

static int128 result_weight(const shape *s, const clm_grading *g, const outcome *of)
{
    return of->rows[0] * weight_of(s, g, 0) + of->rows[1] * weight_of(s, g, 1) -
           (int128)of->columns * g->w[MOST];
}

/* Sets u and, last, y to the differences between exponents in term k and in the first term. */
static void set_difference(int64_t *difference, const shape *s, int which, size_t k)
{
    const uint32_t *e = clm_mpoly_exponents(s->input[which], k);
    const uint32_t *first = clm_mpoly_exponents(s->input[which], 0);

    memset(difference, 0, (MOST + 1) * sizeof *difference);
    for (size_t i = 0; i < s->input[which]->variables; i++)
        difference[i] = exponent_of(s, e, which, i) - exponent_of(s, first, which, i);
    difference[MOST] = (int64_t)e[s->y] - (int64_t)first[s->y];
}

static void find_gradings(shape *s)
{
    int64_t highest[MOST];

    for (size_t i = 0; i < MOST; i++)
        highest[i] = s->axis[i].high;
    for (size_t i = 0; i <= MOST; i++)
        if (i == MOST || s->axis[i].step > 0)
            clm_gradings_add(&s->gradings, i);
    for (int which = 0; which < 2; which++)
        for (size_t k = 1; k < s->input[which]->length && s->gradings.count > 0; k++) {
            int64_t difference[MOST + 1];

            set_difference(difference, s, which, k);
            clm_gradings_restrict(&s->gradings, difference);
        }
    clm_gradings_assign(&s->gradings, highest);
    for (size_t i = 0; i < MOST; i++)
        s->axis[i].grading = clm_grading_of(&s->gradings, i);
}

/* ---- bounds ---- */

/* Sets f to an input as a polynomial in x_i and y. */
static clmodp_status project(clmodp_zxy *f, const shape *s, int which, size_t i)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_mpoly *from = s->input[which];

    TRY(clm_zxy_resize(f, from->length));
    for (size_t k = 0; k < from->length; k++) {
        f->term[k].i = (uint32_t)exponent_of(s, clm_mpoly_exponents(from, k), which, i);
        f->term[k].j = clm_mpoly_exponents(from, k)[s->y];
        mpz_set_ui(f->term[k].c, 1);
    }
    clm_zxy_combine(f);
done:
    return st;
}

/* Bounds the quotient by the leading coefficient. */
static void divide_bounds(clm_bounds *bounds, const clmodp_zxy *f)
{
    const uint64_t top = f->term[f->length - 1].i; /* sorted by y, then x */
    size_t k = f->length - 1;

    while (k > 0 && f->term[k - 1].j == f->term[k].j)
        k--;
    bounds->degree -= clm_size_min(bounds->degree, top);
    bounds->valuation -= clm_size_min(bounds->valuation, f->term[k].i);
}

static clmodp_status bound_axis(clm_error *error, shape *s, size_t i, clmodp_zxy *f, clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds bounds = {0}, minors;

    if (project(f, s, 0, i) != CLMODP_OK || project(g, s, 1, i) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "no memory to bound the result");
    if (s->operation == CLMODP_OPERATION_DISCRIMINANT)
        clmodp_zxy_derivative_y(g);
    TRY(clm_bounds_subresultant(error, &bounds, f, g, 0, false, NULL));
    if (s->operation == CLMODP_OPERATION_DISCRIMINANT)
        divide_bounds(&bounds, f);
    for (uint32_t k = s->operation == CLMODP_OPERATION_SUBRESULTANTS ? 1 : s->k;
         k > 0 && k <= s->k; k++) {
        TRY(clm_bounds_subresultant(error, &minors, f, g, k, false, NULL));
        clm_bounds_join(&bounds, &minors);
    }
    if (bounds.degree >= CLM_MOST_EXPONENT)
        FAIL(error, CLMODP_LIMIT, "the result's degree in variable %zu, counted from 0, may reach "
             "%llu, but must be below 2^31", i, (unsigned long long)bounds.degree);
    s->axis[i].low = (int64_t)bounds.valuation;
    s->axis[i].high = (int64_t)bounds.degree;
done:
    return st;
}

static clmodp_status find_bounds(clm_error *error, shape *s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *f = NULL, *g = NULL;

    if (clmodp_zxy_create(&f) != CLMODP_OK || clmodp_zxy_create(&g) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    for (size_t i = 0; i < s->input[0]->variables; i++)
        if (s->axis[i].step > 0)
            TRY(bound_axis(error, s, i, f, g));
done:
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

/* ---- the packing ---- */

/* Tells whether x_i has a digit. */
static bool has_digit(const shape *s, size_t i)
{
    return s->axis[i].step > 0 && s->axis[i].grading == NULL;
}

/* Finds c with the same sum of c_i u_i modulo the returned number in all terms of f without y, and
 * of g, apart from a multiple of the exponent of y; and x_first with c = 1. 1: there is none. */
static int64_t find_congruence(int64_t *c, size_t *first, const shape *s)
{
    size_t column[MOST] = {0};
    int64_t of_column[MOST] = {0}, modulus;
    clm_lattice lattice = {.size = 1};

    for (size_t i = 0; i < MOST; i++)
        column[i] = has_digit(s, i) ? lattice.size++ : 0;
    for (int which = 0; which < 2; which++)
        for (size_t k = 1; k < s->input[which]->length; k++) {
            int64_t difference[MOST + 1], vector[MOST] = {0};

            set_difference(difference, s, which, k);
            for (size_t i = 0; i < MOST; i++)
                vector[column[i]] = difference[i];
            vector[0] = difference[MOST];
            clm_lattice_add(&lattice, vector);
        }
    modulus = clm_lattice_congruence(of_column, first, &lattice);
    for (size_t i = 0; i < MOST; i++)
        c[i] = of_column[column[i]];
    for (size_t i = 0; i < MOST && modulus > 1; i++)
        if (column[i] == *first) {
            *first = i;
            break;
        }
    return modulus;
}

/* Digits and their congruence. */
typedef struct digits {
    int64_t radix[MOST], c[MOST], modulus;
    size_t first; /* MOST: the one with the smallest radix */
    int128 end; /* of exponents of x */
} digits;

/* Returns the variable with the smallest radix and no place yet; MOST: none. */
static size_t next_digit(const shape *s, const digits *d, const bool *placed)
{
    size_t best = MOST;

    if (d->first < MOST && !placed[d->first])
        return d->first;
    for (size_t i = MOST; i-- > 0;)
        if (has_digit(s, i) && !placed[i] && (best == MOST || d->radix[i] < d->radix[best]))
            best = i;
    return best;
}

/* Places the digits: place[i] is that of x_i, with a weight of c_i modulo the modulus. Returns
 * false if an exponent reaches 2^31. */
static bool place_digits(clmodp_packing *out, digits *d, const shape *s, size_t *place)
{
    bool placed[MOST] = {false};
    int128 weight = 1, highest = 0;

    out->digits = out->offset = 0;
    for (size_t i; (i = next_digit(s, d, placed)) < MOST; placed[i] = true) {
        weight += (int64_t)((d->c[i] - weight % d->modulus + d->modulus) % d->modulus);
        place[i] = (size_t)out->digits++;
        out->weight[place[i]] = (int64_t)weight;
        out->radix[place[i]] = d->radix[i];
        out->offset += s->axis[i].low * (int64_t)weight;
        highest += s->axis[i].high * weight;
        weight *= d->radix[i];
        d->end = weight > highest ? weight : highest + 1;
        if (weight > (int128)CLM_MOST_EXPONENT || highest >= (int128)CLM_MOST_EXPONENT)
            return false;
    }
    return true;
}

/* Chooses digits. If exponents satisfy a congruence, those of x do, too, so that the problem in x
 * and y has a shear, and needs fewer points by the factor of the modulus (factors.h). */
static clmodp_status choose_digits(clm_error *error, clmodp_packing *out, const shape *s,
                                   size_t *place)
{
    digits plain = {.modulus = 1, .first = MOST}, sparse;
    bool fits;

    for (size_t i = 0; i < MOST; i++) {
        const int64_t window = s->axis[i].high - s->axis[i].low;

        plain.radix[i] = 1 + (window > s->axis[i].most ? window : s->axis[i].most);
    }
    sparse = plain;
    fits = place_digits(out, &plain, s, place);
    if (s->regular && plain.end > WORTH_CONGRUENCE)
        sparse.modulus = find_congruence(sparse.c, &sparse.first, s);
    if (sparse.modulus > 1 && place_digits(out, &sparse, s, place) &&
        (!fits || sparse.end / sparse.modulus < plain.end))
        return CLMODP_OK;
    if (sparse.modulus > 1)
        fits = place_digits(out, &plain, s, place);
    if (!fits)
        return clm_fail(error, CLMODP_LIMIT,
                        "the remaining variables are packed into one, with exponents up to %.3g, "
                        "but exponents must be below 2^31: lower the degrees, or insert numbers "
                        "for variables", (double)(plain.end - 1));
    return CLMODP_OK;
}

static bool store(int64_t *out, int128 number)
{
    *out = (int64_t)number;
    return number < CLM_PACKING_MOST_NUMBER && number > -CLM_PACKING_MOST_NUMBER;
}

/* Describes the exponent of x_i: u_i = low_i + digit or (W - sum of w_l u_l) / w_i. Returns false
 * if a number is too large. */
static bool describe_axis(clmodp_packing *out, const shape *s, size_t i, const size_t *place)
{
    const axis *a = &s->axis[i];
    const clm_grading *g = a->grading;
    const int64_t w = g == NULL ? 1 : g->w[i], sign = w < 0 ? -1 : 1;
    bool fits = true;

    out->of[i].divisor = sign * w;
    for (size_t k = 0; k < PARTS && i != s->y; k++) {
        const outcome *of = &s->part[k];
        int128 constant = (int128)of->rows[0] * a->least[0] + (int128)of->rows[1] * a->least[1] +
                          (int128)of->columns * a->shear;

        if (constant >= (int128)CLM_MOST_EXPONENT)
            return false;
        constant *= sign * w;
        if (g == NULL)
            constant += k > 0 ? 0 : (int128)a->step * a->low;
        else
            constant += sign * a->step * result_weight(s, g, of);
        for (size_t l = 0; l < MOST && g != NULL && k == 0; l++)
            if (l != i && g->w[l] != 0)
                constant -= (int128)sign * a->step * g->w[l] * s->axis[l].low;
        fits &= store(&out->of[i].constant[k], constant);
    }
    if (g == NULL && a->step > 0)
        out->of[i].factor[place[i]] = a->step;
    for (size_t l = 0; l < MOST && g != NULL; l++)
        if (l != i && g->w[l] != 0)
            fits &= store(&out->of[i].factor[place[l]], -(int128)sign * a->step * g->w[l]);
    return fits;
}

static clmodp_status pack(clm_error *error, clmodp_zxy *f, const clmodp_packing *packing,
                          const shape *s, int which, const size_t *place)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_mpoly *from = s->input[which];

    if (clm_zxy_resize(f, from->length) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "no memory for %zu terms", from->length);
    for (size_t k = 0; k < from->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(from, k);
        int64_t x = 0;

        for (size_t i = 0; i < from->variables; i++)
            if (has_digit(s, i))
                x += exponent_of(s, e, which, i) * packing->weight[place[i]];
        f->term[k].i = (uint32_t)x;
        f->term[k].j = e[s->y];
        mpz_set(f->term[k].c, clm_mpoly_coefficient(from, k));
    }
    clm_zxy_combine(f);
done:
    return st;
}

clmodp_status clm_packing_make(clm_error *error, clmodp_packing **packing, clmodp_zxy *f_packed,
                               clmodp_zxy *g_packed, clmodp_operation operation, unsigned k,
                               const clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable)
{
    clmodp_status st = CLMODP_OK;
    const bool alone = operation == CLMODP_OPERATION_DISCRIMINANT;
    shape s = {.input = {f, alone ? f : g}, .operation = operation, .y = variable,
               .k = operation == CLMODP_OPERATION_SUBRESULTANT ||
                            operation == CLMODP_OPERATION_SUBRESULTANTS
                        ? k
                        : 0};
    size_t place[MOST] = {0};
    clmodp_packing *out = NULL;

    *packing = NULL;
    REQUIRE(error, (unsigned)operation <= CLMODP_OPERATION_SUBRESULTANTS);
    REQUIRE(error, f != NULL && s.input[1] != NULL && variable < f->variables &&
                       f->variables == s.input[1]->variables);
    for (int which = 0; which < 2; which++)
        s.degree[which] = clmodp_mpoly_degree(s.input[which], variable);
    NEW(error, out, 1);
    out->variables = (int64_t)f->variables;
    out->eliminated = (int64_t)variable;
    find_parts(&s);
    find_axes(&s);
    if (s.regular) {
        TRY(find_bounds(error, &s));
        find_gradings(&s);
    }
    TRY(choose_digits(error, out, &s, place));
    for (size_t i = 0; i < f->variables; i++)
        if (!describe_axis(out, &s, i, place))
            FAIL(error, CLMODP_LIMIT, "the result's degree in variable %zu, counted from 0, may "
                 "reach 2^31", i);
    TRY(pack(error, f_packed, out, &s, 0, place));
    if (!alone)
        TRY(pack(error, g_packed, out, &s, 1, place));
    *packing = out;
    out = NULL;
done:
    free(out);
    return st;
}

clmodp_status clmodp_packing_create(clmodp_packing **packing, clmodp_zxy *f_packed,
                                    clmodp_zxy *g_packed, clmodp_operation operation, unsigned k,
                                    const clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable,
                                    char *message, size_t size)
{
    clm_error error;
    clmodp_status st;

    clm_error_clear(&error);
    st = clm_error_complete(&error, clm_packing_make(&error, packing, f_packed, g_packed,
                                                     operation, k, f, g, variable));
    clm_error_tell(&error, message, size);
    return st;
}

size_t clmodp_packing_variables(const clmodp_packing *packing)
{
    return (size_t)packing->digits + (packing->eliminated < packing->variables);
}

void clmodp_packing_destroy(clmodp_packing *packing)
{
    free(packing);
}
