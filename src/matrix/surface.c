/* Implicit equations of rational surfaces.
 *
 * For x = p / q in lowest terms let f = q X - p, and so for y and z. At a point of the surface a
 * combination of the rows of Dixon's matrix of f, g, h vanishes. Hence its greatest minors, of
 * the rank at random points, mostly vanish on the surface, and are multiples of its equation F
 * [KSY94]: of powers of F with factors that depend on base points and on the choice of rows and
 * columns. Minors of two matrices, with the parameters exchanged, and resultants of resultants
 * mostly have no other common factor. Whatever is found is returned only if it vanishes at random
 * points of the surface modulo a prime, and is proved to be irreducible. */
#include <stdlib.h>

#include <clmodp/elimination.h>
#include <clmodp/gcd.h>

#include "core/memory.h"
#include "core/random.h"
#include "matrix/dixon.h"
#include "matrix/irreducible.h"
#include "matrix/point.h"
#include "opencl/context.h"
#include "polynomials/mpoly.h"
#include "resultant/implicit.h"

/* Random points for each test. */
#define POINTS 3

typedef struct surface {
    clmodp_context *context;
    clmodp_resultant_report *report;
    const clmodp_resultant_options *options;
    clmodp_mpoly *f[3], *slope[3][2]; /* and derivatives in the parameters */
    size_t parameter[2], coordinate[3];
    clm_random random;
} surface;

/* Sets d to the derivative of f. */
static clmodp_status derive(clmodp_mpoly *d, const clmodp_mpoly *f, size_t variable)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *made = NULL;

    TRY(clmodp_mpoly_create(&made, f->variables));
    TRY(clmodp_mpoly_set(made, f));
    for (size_t k = 0; k < made->length; k++) {
        uint32_t *const e = clm_mpoly_exponents(made, k) + variable;
        mpz_ptr c = clm_mpoly_coefficient(made, k);

        mpz_mul_ui(c, c, *e);
        *e -= *e > 0;
    }
    clm_mpoly_combine(made);
    clmodp_mpoly_swap(d, made);
done:
    clmodp_mpoly_destroy(made);
    return st;
}

/* Sets a random point of the surface, of parameters and other variables too. */
static void find_point(uint64_t *point, surface *s, const clm_mont64 *field)
{
    for (size_t v = 0; v < s->f[0]->variables; v++)
        point[v] = clm_random_below(&s->random, field->p);
    for (int k = 0; k < 3; k++) { /* f = q x - p has the value -p at 0, and q - p at 1 */
        uint64_t *const x = point + s->coordinate[k], p, q;

        *x = 0;
        p = clm_mont64_neg(clm_value_at(s->f[k], point, field), field);
        *x = field->one;
        q = clm_mont64_add(clm_value_at(s->f[k], point, field), p, field);
        *x = clm_mont64_mul(p, clm_mont64_inv(q, field), field);
    }
}

/* Tells whether x, y and z as functions of the parameters have a Jacobian matrix of rank 2. */
static bool is_surface(surface *s)
{
    const clm_mont64 field = clm_mont64_of(CLM_POINT_PRIME);
    bool found = false;

    for (int n = 0; n < POINTS && !found; n++) {
        uint64_t point[CLMODP_MOST_VARIABLES], slope[3][2];

        find_point(point, s, &field);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 2; i++)
                slope[k][i] = clm_value_at(s->slope[k][i], point, &field);
        for (int k = 0; k < 3; k++) {
            const uint64_t *const a = slope[k], *const b = slope[(k + 1) % 3];

            found |= clm_mont64_mul(a[0], b[1], &field) != clm_mont64_mul(a[1], b[0], &field);
        }
    }
    return found;
}

/* Tells whether f, not 0, vanishes on the surface. */
static bool vanishes(const clmodp_mpoly *f, surface *s)
{
    const clm_mont64 field = clm_mont64_of(CLM_POINT_PRIME);
    bool zero = f->length > 0;

    for (int n = 0; n < POINTS && zero; n++) {
        uint64_t point[CLMODP_MOST_VARIABLES];

        find_point(point, s, &field);
        zero = clm_value_at(f, point, &field) == 0;
    }
    return zero;
}

/* Divides f by repeated factors, and by factors without coordinates. */
static clmodp_status make_square_free(clmodp_mpoly *f, const surface *s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *common = NULL, *slope = NULL;

    TRY(clmodp_mpoly_create(&common, f->variables));
    TRY(clmodp_mpoly_create(&slope, f->variables));
    TRY(clmodp_mpoly_set(common, f));
    for (int k = 0; k < 3; k++) {
        TRY(derive(slope, f, s->coordinate[k]));
        TRY(clmodp_mpoly_gcd(s->context, common, NULL, NULL, common, slope));
    }
    TRY(clmodp_mpoly_gcd(s->context, common, f, NULL, f, common));
done:
    clmodp_mpoly_destroy(slope);
    clmodp_mpoly_destroy(common);
    return st;
}

/* Sets f to a greatest minor of Dixon's matrix that is not 0, or to 0 if there is none. */
static clmodp_status eliminate(clmodp_mpoly *f, surface *s, bool exchanged)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &s->context->error;
    clmodp_matrix *a = NULL;
    size_t *order = NULL, rows, rank;

    TRY(clm_dixon_matrix(s->context, &a, s->f, s->parameter[exchanged], s->parameter[!exchanged]));
    rows = clmodp_matrix_rows(a);
    NEW(error, order, rows + clmodp_matrix_columns(a) + 1);
    TRY(clm_matrix_find_minor(s->context, order, &rank, a, CLM_POINT_PRIME, &s->random));
    TRY(clmodp_matrix_minor(s->context, f, NULL, s->report, a, order, order + rows, rank, 0,
                            s->options));
done:
    free(order);
    clmodp_matrix_destroy(a);
    return st;
}

/* Sets f to a resultant in s of two resultants in t, which have polynomial k in common. */
static clmodp_status eliminate_twice(clmodp_mpoly *f, surface *s, int k)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *r[2] = {NULL};

    for (int i = 0; i < 2; i++) {
        TRY(clmodp_mpoly_create(&r[i], f->variables));
        TRY(clmodp_mpoly_resultant(s->context, r[i], NULL, s->f[k], s->f[(k + 1 + i) % 3],
                                   s->parameter[1], 0, s->options));
        TRY(make_square_free(r[i], s));
    }
    TRY(clmodp_mpoly_resultant(s->context, f, s->report, r[0], r[1], s->parameter[0], 0,
                               s->options));
done:
    clmodp_mpoly_destroy(r[1]);
    clmodp_mpoly_destroy(r[0]);
    return st;
}

/* Sets f to the equation if none of the coordinates is constant. */
static clmodp_status search(clmodp_mpoly *f, surface *s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *multiple = NULL;
    bool proved = false;

    TRY(clmodp_mpoly_create(&multiple, f->variables));
    for (int attempt = 0; attempt < 5 && !proved; attempt++) {
        TRY(attempt < 2 ? eliminate(multiple, s, attempt == 1)
                        : eliminate_twice(multiple, s, attempt - 2));
        if (!vanishes(multiple, s))
            continue;
        TRY(make_square_free(multiple, s));
        TRY(clmodp_mpoly_gcd(s->context, f, NULL, NULL, f, multiple));
        TRY(clm_prove_irreducible(&s->context->error, &proved, f, s->coordinate, 3, &s->random));
        proved = proved && vanishes(f, s);
    }
    if (!proved)
        FAIL(&s->context->error, CLMODP_UNSUPPORTED, "no equation was found for this surface: "
             "multiples of it have further factors");
done:
    clmodp_mpoly_destroy(multiple);
    return st;
}

static clmodp_status check_input(clm_error *error, const surface *s,
                                 const clmodp_mpoly *const *numerator,
                                 const clmodp_mpoly *const *denominator)
{
    clmodp_status st = CLMODP_OK;
    const size_t v = numerator[0] == NULL ? 0 : numerator[0]->variables;
    bool used[CLMODP_MOST_VARIABLES] = {false};

    for (int k = 0; k < 3; k++)
        REQUIRE(error, numerator[k] != NULL && denominator[k] != NULL &&
                           numerator[k]->variables == v && denominator[k]->variables == v);
    for (int k = 0; k < 5; k++) {
        const size_t variable = k < 3 ? s->coordinate[k] : s->parameter[k - 3];

        REQUIRE(error, variable < v && !used[variable]);
        used[variable] = true;
        for (int i = 0; i < 3 && k < 3; i++)
            if (clmodp_mpoly_degree(numerator[i], variable) > 0 ||
                clmodp_mpoly_degree(denominator[i], variable) > 0)
                FAIL(error, CLMODP_INVALID, "a coordinate of the surface occurs in a function");
    }
    for (int k = 0; k < 3; k++)
        if (denominator[k]->length == 0)
            FAIL(error, CLMODP_DOMAIN, "a denominator is 0");
done:
    return st;
}

/* Sets f and the slopes. */
static clmodp_status read_functions(surface *s, const clmodp_mpoly *const *numerator,
                                    const clmodp_mpoly *const *denominator)
{
    clmodp_status st = CLMODP_OK;

    for (int k = 0; k < 3; k++) {
        TRY(clmodp_mpoly_create(&s->f[k], numerator[0]->variables));
        TRY(clm_implicit_coordinate(s->f[k], numerator[k], denominator[k], s->coordinate[k]));
        for (int i = 0; i < 2; i++) {
            TRY(clmodp_mpoly_create(&s->slope[k][i], numerator[0]->variables));
            TRY(derive(s->slope[k][i], s->f[k], s->parameter[i]));
        }
    }
done:
    return st;
}

clmodp_status clmodp_implicit_surface(clmodp_context *context, clmodp_mpoly *f,
                                      clmodp_resultant_report *report,
                                      const clmodp_mpoly *const *numerator,
                                      const clmodp_mpoly *const *denominator,
                                      const size_t *parameter, const size_t *coordinate,
                                      const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    surface s = {.context = context, .report = report, .options = options};
    clmodp_mpoly *found = NULL;
    int constant = 0;

    START(context, &context->error);
    REQUIRE(&context->error, f != NULL && numerator != NULL && denominator != NULL &&
                                 parameter != NULL && coordinate != NULL);
    for (int k = 0; k < 3; k++)
        s.coordinate[k] = coordinate[k];
    for (int i = 0; i < 2; i++)
        s.parameter[i] = parameter[i];
    TRY(check_input(&context->error, &s, numerator, denominator));
    TRY(read_functions(&s, numerator, denominator));
    if (!is_surface(&s))
        FAIL(&context->error, CLMODP_DOMAIN, "the functions depend on each other: this is a curve "
             "or a point, not a surface");
    TRY(clmodp_mpoly_create(&found, s.f[0]->variables));
    while (constant < 3 && (s.slope[constant][0]->length > 0 || s.slope[constant][1]->length > 0))
        constant++;
    if (constant < 3)
        TRY(clmodp_mpoly_set(found, s.f[constant]));
    else
        TRY(search(found, &s));
    if (mpz_sgn(clm_mpoly_coefficient(found, found->length - 1)) < 0)
        clm_mpoly_negate(found);
    clmodp_mpoly_swap(f, found);
done:
    clmodp_mpoly_destroy(found);
    for (int k = 0; k < 3; k++) {
        clmodp_mpoly_destroy(s.f[k]);
        for (int i = 0; i < 2; i++)
            clmodp_mpoly_destroy(s.slope[k][i]);
    }
    return clm_error_complete(&context->error, st);
}
