/* Eliminants: resultants of all three polynomials (poisson.h) or, where these fail, by two steps
 * of resultants. With a common zero (y, z) above x, resultants in z of one polynomial and
 * combinations of the others vanish at (x, y), and resultants in y of these at x. Other roots of
 * one such resultant belong to points (x, y) above which two combinations vanish at different z. A
 * second resultant, of other combinations, has others, and the gcd of both has none in general. */
#include "systems/eliminant.h"

#include <math.h>

#include <clmodp/elimination.h>
#include <clmodp/gcd.h>

#include "bounds/bounds.h"
#include "core/size.h"
#include "opencl/context.h"
#include "polynomials/mpoly.h"
#include "polynomials/mpoly_divide.h"
#include "systems/coordinates.h"
#include "systems/poisson.h"

/* Coordinates and combinations of equations that are tried. */
enum { MOST_ATTEMPTS = 8 };

/* Products of words that are made without looking for a faster way. */
#define FEW_PRODUCTS 1e8

clmodp_status clm_eliminate(clmodp_context *context, clmodp_mpoly *r, const clmodp_mpoly *f,
                            const clmodp_mpoly *g, size_t variable,
                            const clmodp_resultant_options *how)
{
    if (clmodp_mpoly_degree(f, variable) <= 0)
        return clmodp_mpoly_set(r, f);
    if (clmodp_mpoly_degree(g, variable) <= 0)
        return clmodp_mpoly_set(r, g);
    return clmodp_mpoly_resultant(context, r, NULL, f, g, variable, 0, how);
}

/* An attempt: polynomials f in x, and in y and z, which are eliminated; t without z; r in x. */
typedef struct attempt {
    clmodp_context *context;
    const clmodp_resultant_options *how;
    size_t x, y, z;
    clmodp_mpoly *f[CLM_UNKNOWNS], *t[CLM_UNKNOWNS], *r[2], *common, *scratch;
} attempt;

static clmodp_status create(attempt *a)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly **const all[] = {&a->f[0], &a->f[1], &a->f[2], &a->t[0], &a->t[1],
                                  &a->t[2], &a->r[0], &a->r[1], &a->common, &a->scratch};

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (clmodp_mpoly_create(all[k], CLM_UNKNOWNS) != CLMODP_OK)
            FAIL(&a->context->error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
done:
    return st;
}

static void destroy(attempt *a)
{
    for (size_t k = 0; k < CLM_UNKNOWNS; k++) {
        clmodp_mpoly_destroy(a->f[k]);
        clmodp_mpoly_destroy(a->t[k]);
    }
    clmodp_mpoly_destroy(a->r[0]);
    clmodp_mpoly_destroy(a->r[1]);
    clmodp_mpoly_destroy(a->common);
    clmodp_mpoly_destroy(a->scratch);
}

/* Chooses coordinates and combinations of the equations: at first those given, then the order of
 * y and z is changed, then y + s z replaces y and combinations replace two equations. */
static clmodp_status prepare(attempt *a, const clmodp_mpoly *const *f, size_t number)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &a->context->error;
    const size_t swapped = a->y;

    if (number == 1) {
        a->y = a->z;
        a->z = swapped;
    }
    for (size_t k = 0; k < CLM_UNKNOWNS; k++)
        TRY(clmodp_mpoly_set(a->f[k], f[k]));
    for (size_t k = 0; k < 2 && number > 1; k++) {
        TRY(clm_mpoly_add_multiple(error, a->scratch, a->f[k], (long)number, a->f[k + 1]));
        clmodp_mpoly_swap(a->f[k], a->scratch);
    }
    for (size_t k = 0; k < CLM_UNKNOWNS && number > 1; k++)
        TRY(clm_mpoly_shear(error, a->f[k], a->y, a->z, (long)number - 1));
done:
    return st;
}

/* Eliminates z from three pairs of combinations of the equations. */
static clmodp_status eliminate_z(attempt *a)
{
    clmodp_status st = CLMODP_OK;
    size_t first = CLM_UNKNOWNS;

    for (size_t k = 0; k < CLM_UNKNOWNS; k++) {
        const long degree = clmodp_mpoly_degree(a->f[k], a->z);

        if (degree > 0 &&
            (first == CLM_UNKNOWNS || degree < clmodp_mpoly_degree(a->f[first], a->z)))
            first = k;
    }
    for (size_t k = 0; k < CLM_UNKNOWNS && first == CLM_UNKNOWNS; k++)
        TRY(clmodp_mpoly_set(a->t[k], a->f[k]));
    if (first < CLM_UNKNOWNS) {
        const clmodp_mpoly *const second = a->f[first == 0 ? 1 : 0];
        const clmodp_mpoly *const third = a->f[first == 2 ? 1 : 2];

        TRY(clm_mpoly_add_multiple(&a->context->error, a->scratch, second, 1, third));
        TRY(clm_eliminate(a->context, a->t[0], a->f[first], second, a->z, a->how));
        TRY(clm_eliminate(a->context, a->t[1], a->f[first], third, a->z, a->how));
        TRY(clm_eliminate(a->context, a->t[2], a->f[first], a->scratch, a->z, a->how));
    }
done:
    return st;
}

/* Divides t by the common factor of all. *found: false if it is 0, or y occurs in it. */
static clmodp_status divide_common(attempt *a, bool *found)
{
    clmodp_status st = CLMODP_OK;
    bool divides;

    TRY(clmodp_mpoly_gcd(a->context, a->common, NULL, NULL, a->t[0], a->t[1]));
    TRY(clmodp_mpoly_gcd(a->context, a->common, NULL, NULL, a->common, a->t[2]));
    *found = a->common->length > 0 && clmodp_mpoly_degree(a->common, a->y) == 0;
    for (size_t k = 0; k < CLM_UNKNOWNS && *found; k++)
        TRY(clm_mpoly_divide(a->t[k], &divides, a->t[k], a->common, NULL));
done:
    return st;
}

/* Eliminates y. *found: whether the result, in `common`, is not 0. */
static clmodp_status eliminate_y(attempt *a, bool *found)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < 2; k++)
        TRY(clm_eliminate(a->context, a->r[k], a->t[k], a->t[k + 1], a->y, a->how));
    if (a->r[0]->length == 0 && a->r[1]->length == 0)
        TRY(clm_eliminate(a->context, a->r[0], a->t[0], a->t[2], a->y, a->how));
    TRY(clmodp_mpoly_gcd(a->context, a->r[0], NULL, NULL, a->r[0], a->r[1]));
    TRY(clmodp_mpoly_mul(a->common, a->common, a->r[0]));
    *found = a->common->length > 0;
done:
    return st;
}

/* Returns the number of all power products up to the total degree. */
static double dense_terms(const clmodp_mpoly *f)
{
    const double d = (double)clmodp_mpoly_total_degree(f);

    return (d + 1) * (d + 2) * (d + 3) / 6;
}

/* Returns the gcd of the exponents of a variable in two polynomials, at least 1. */
static double common_exponent(clmodp_mpoly *const t[2], size_t variable)
{
    size_t gcd = 0;

    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < t[i]->length; k++)
            gcd = clm_size_gcd(gcd, clm_mpoly_exponents(t[i], k)[variable]);
    return gcd > 0 ? (double)gcd : 1;
}

/* Predicts the products of words to eliminate y from two t: two resultants and their gcd take
 * about three times as many as a remainder sequence at all points modulo all primes. In terms of
 * powers of x and y the resultants have lower degrees, and powers of them are the results. */
static clmodp_status predict_y(attempt *a, double *products)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *t[2] = {NULL, NULL};
    const double of_x = common_exponent(a->t, a->x), of_y = common_exponent(a->t, a->y);
    const double p = (double)clmodp_mpoly_degree(a->t[0], a->y) / of_y;
    const double q = (double)clmodp_mpoly_degree(a->t[1], a->y) / of_y;
    clm_bounds bounds;

    *products = 0;
    if (p <= 0 || q <= 0)
        goto done;
    for (size_t k = 0; k < 2; k++) {
        TRY(clmodp_zxy_create(&t[k]));
        TRY(clmodp_mpoly_get_zxy(t[k], a->t[k], a->x, a->y));
    }
    TRY(clm_bounds_subresultant(&a->context->error, &bounds, t[0], t[1], 0, true, NULL));
    *products = 3 * 2.5 * p * q *
                ((double)(bounds.degree - bounds.valuation) / (of_x * of_y) + 1) *
                ((double)bounds.height_bits / (31 * of_y) + 1);
done:
    clmodp_zxy_destroy(t[0]);
    clmodp_zxy_destroy(t[1]);
    return st;
}

/* Tries the resultant of all three polynomials: at once if it takes a short time or these have
 * many terms; otherwise it is compared with the second one of two steps, of which the first one is
 * made. */
static clmodp_status eliminate_together(attempt *a, bool *found, clmodp_zx *e,
                                        const clmodp_mpoly *const *f)
{
    clmodp_status st = CLMODP_OK;
    const clm_vector_level level = clm_vector_level_best();
    double terms = 0, most = 0, products = FEW_PRODUCTS;

    for (size_t k = 0; k < CLM_UNKNOWNS; k++) {
        terms += (double)f[k]->length;
        most += dense_terms(f[k]);
    }
    if (terms > most / 2)
        products = INFINITY;
    TRY(clm_poisson_resultant(a->context, e, found, f, a->x, products, level));
    if (*found)
        goto done;
    TRY(prepare(a, f, 0));
    TRY(eliminate_z(a));
    TRY(predict_y(a, &most));
    if (most > products)
        TRY(clm_poisson_resultant(a->context, e, found, f, a->x, most, level));
done:
    return st;
}

clmodp_status clm_eliminant(clmodp_context *context, clmodp_zx *e, const clmodp_mpoly *const *f,
                            size_t variable, const char *name,
                            const clmodp_resultant_options *how)
{
    clmodp_status st = CLMODP_OK;
    attempt a = {.context = context, .how = how, .x = variable, .y = variable == 0 ? 1 : 0,
                 .z = variable == 2 ? 1 : 2};
    bool found;

    TRY(create(&a));
    TRY(eliminate_together(&a, &found, e, f));
    if (found)
        goto done;
    for (size_t number = 0; number < MOST_ATTEMPTS && !found; number++) {
        if (number > 0) {
            TRY(prepare(&a, f, number));
            TRY(eliminate_z(&a));
        }
        TRY(divide_common(&a, &found));
        if (found)
            TRY(eliminate_y(&a, &found));
    }
    if (!found)
        FAIL(&context->error, CLMODP_DOMAIN, "the values of %s in the solutions cannot be found: "
             "there seem to be infinitely many solutions, complex ones included", name);
    for (size_t k = 0; k < a.common->length; k++)
        TRY(clmodp_zx_set_coeff(e, clm_mpoly_coefficient(a.common, k),
                                clm_mpoly_exponents(a.common, k)[variable]));
done:
    destroy(&a);
    return st;
}
