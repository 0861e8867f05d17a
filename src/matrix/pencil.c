/* Characteristic polynomials and determinants of pencils: determinants with a further variable. */
#include "core/memory.h"
#include "matrix/matrix.h"
#include "opencl/context.h"
#include "polynomials/mpoly.h"

/* Sets f / d := sign f / d + t g / e, t the variable of this number; g = NULL: 1. */
static clmodp_status add_multiple(clmodp_mpoly *f, mpz_t d, int sign, const clmodp_mpoly *g,
                                  mpz_srcptr e, size_t variable)
{
    clmodp_status st = CLMODP_OK;
    const size_t none[CLMODP_MOST_VARIABLES] = {0};
    size_t t[CLMODP_MOST_VARIABLES] = {0};
    clmodp_mpoly *left = NULL, *right = NULL;
    mpz_t common, factor;

    mpz_init(common);
    mpz_init(factor);
    TRY(clmodp_mpoly_create(&left, f->variables));
    TRY(clmodp_mpoly_create(&right, f->variables));
    mpz_lcm(common, d, e);
    mpz_divexact(factor, common, d);
    if (sign < 0)
        mpz_neg(factor, factor);
    TRY(clmodp_mpoly_set_terms(left, factor, none, 1));
    TRY(clmodp_mpoly_mul(left, left, f));
    mpz_divexact(factor, common, e);
    t[variable] = 1;
    TRY(clmodp_mpoly_set_terms(right, factor, t, 1));
    if (g != NULL)
        TRY(clmodp_mpoly_mul(right, right, g));
    TRY(clmodp_mpoly_add(f, left, right));
    mpz_swap(d, common);
done:
    clmodp_mpoly_destroy(left);
    clmodp_mpoly_destroy(right);
    mpz_clear(common);
    mpz_clear(factor);
    return st;
}

/* Sets *out to the matrix sign a + t b, b = NULL: the identity. */
static clmodp_status make_pencil(clmodp_matrix **out, const clmodp_matrix *a, int sign,
                                 const clmodp_matrix *b, size_t variable)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = a->columns;
    clmodp_mpoly *f = NULL;
    mpz_t d, e;

    mpz_init(d);
    mpz_init(e);
    TRY(clmodp_matrix_create(out, a->rows, n, a->variables));
    TRY(clmodp_mpoly_create(&f, a->variables));
    for (size_t k = 0; k < a->rows * n; k++) {
        const clmodp_mpoly *g = b != NULL ? clmodp_matrix_entry(e, b, k / n, k % n) : NULL;

        TRY(clmodp_mpoly_set(f, clmodp_matrix_entry(d, a, k / n, k % n)));
        if (b == NULL)
            mpz_set_ui(e, 1);
        if (b != NULL ? g->length > 0 : k / n == k % n)
            TRY(add_multiple(f, d, sign, g, e, variable));
        else if (sign < 0)
            clm_mpoly_negate(f);
        TRY(clmodp_matrix_set(*out, k / n, k % n, f, d));
    }
done:
    clmodp_mpoly_destroy(f);
    mpz_clear(d);
    mpz_clear(e);
    return st;
}

clmodp_status clmodp_matrix_characteristic(clmodp_matrix **out, const clmodp_matrix *a,
                                           size_t variable)
{
    clmodp_status st;

    *out = NULL;
    if (variable >= a->variables)
        return CLMODP_INVALID;
    st = make_pencil(out, a, -1, NULL, variable);
    if (st != CLMODP_OK) {
        clmodp_matrix_destroy(*out);
        *out = NULL;
    }
    return st;
}

static clmodp_status compute(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                             clmodp_resultant_report *report, const clmodp_matrix *a, int sign,
                             const clmodp_matrix *b, size_t variable, uint64_t modulus,
                             const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    clmodp_matrix *pencil = NULL;

    clm_error_clear(error);
    REQUIRE(error, a != NULL && variable < a->variables);
    REQUIRE(error, b == NULL || (b->rows == a->rows && b->columns == a->columns &&
                                 b->variables == a->variables));
    st = make_pencil(&pencil, a, sign, b, variable);
    if (st == CLMODP_LIMIT)
        FAIL(error, st, "an exponent of an entry reaches 2^31");
    TRY(st);
    st = clmodp_determinant(context, r, denominator, report, pencil, modulus, options);
done:
    clmodp_matrix_destroy(pencil);
    return clm_error_complete(error, st);
}

clmodp_status clmodp_matrix_charpoly(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                                     clmodp_resultant_report *report, const clmodp_matrix *a,
                                     size_t variable, uint64_t modulus,
                                     const clmodp_resultant_options *options)
{
    if (context == NULL)
        return CLMODP_INVALID;
    return compute(context, r, denominator, report, a, -1, NULL, variable, modulus, options);
}

clmodp_status clmodp_matrix_pencil(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                                   clmodp_resultant_report *report, const clmodp_matrix *a,
                                   const clmodp_matrix *b, size_t variable, uint64_t modulus,
                                   const clmodp_resultant_options *options)
{
    if (context == NULL)
        return CLMODP_INVALID;
    if (b == NULL)
        return clm_fail(&context->error, CLMODP_INVALID, "the second matrix is NULL");
    return compute(context, r, denominator, report, a, 1, b, variable, modulus, options);
}
