/* Discriminants from resultants: one exact division by the leading coefficient. */
#include <clmodp/resultant.h>

#include "device/context.h"
#include "zxy/divide.h"

/* lc := the coefficient of y^n in f, a polynomial in x. */
static clmodp_status leading_coefficient(clmodp_zx *lc, const clmodp_zxy *f, size_t n)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = clmodp_zxy_terms(f); k-- > 0;) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);

        if (j < n) /* terms are sorted by j */
            break;
        TRY(clmodp_zx_set_coeff(lc, c, i));
    }
done:
    return st;
}

clmodp_status clmodp_discriminant(clmodp_context *context, clmodp_zx *d,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *derivative = NULL;
    clmodp_zx *result = NULL, *lc = NULL;
    long n;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, d != NULL && f != NULL);
    n = clmodp_zxy_degree_y(f);
    if (n < 1)
        FAIL(&context->error, CLMODP_DOMAIN,
             "a polynomial free of y has no discriminant with respect to y");
    TRY(clmodp_zxy_create(&derivative));
    TRY(clmodp_zx_create(&result));
    TRY(clmodp_zx_create(&lc));
    TRY(clmodp_zxy_set(derivative, f));
    clmodp_zxy_derivative_y(derivative);
    TRY(leading_coefficient(lc, f, (size_t)n));
    TRY(clmodp_resultant(context, result, report, f, derivative, options));
    /* (-1)^{n(n-1)/2}: the sign goes by pairs of degrees. */
    TRY(clm_zx_divide_exact(result, lc, n % 4 >= 2));
    TRY(clmodp_zx_set(d, result));
done:
    clmodp_zx_destroy(lc);
    clmodp_zx_destroy(result);
    clmodp_zxy_destroy(derivative);
    return clm_error_complete(&context->error, st);
}
