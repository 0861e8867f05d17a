/* Discriminants from resultants: one exact division by the leading coefficient. */
#include <clmodp/resultant.h>

#include "base/options.h"
#include "device/context.h"
#include "resultant/call.h"
#include "zxy/divide.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

/* (-1)^{n(n-1)/2}: the sign goes by pairs of degrees. */
static bool is_negative(long n)
{
    return n % 4 >= 2;
}

/* r := res_y(f, df/dy), lc := the leading coefficient of f in y. Pre: f is not free of y */
static clmodp_status with_derivative(clmodp_context *context, clmodp_zx *r, clmodp_zx *lc,
                                     clmodp_resultant_report *report, const clmodp_zxy *f,
                                     const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *derivative = NULL;

    TRY(clmodp_zxy_create(&derivative));
    TRY(clmodp_zxy_set(derivative, f));
    clmodp_zxy_derivative_y(derivative);
    TRY(clm_zxy_row(&context->error, lc, f, (size_t)clmodp_zxy_degree_y(f)));
    TRY(clmodp_resultant(context, r, report, f, derivative, options));
done:
    clmodp_zxy_destroy(derivative);
    return st;
}

static clmodp_status over_integers(clmodp_context *context, clmodp_zx *d, clmodp_zx *lc,
                                   clmodp_resultant_report *report, const clmodp_zxy *f,
                                   const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;

    TRY(with_derivative(context, d, lc, report, f, options));
    TRY(clm_zx_divide_exact(d, lc, is_negative(clmodp_zxy_degree_y(f))));
done:
    return st;
}

/* The discriminant D_n of degree n is a polynomial in the coefficients f_j, so that its image
 * modulo p is that of the images; and D_n(f) = f_{n-1}^2 D_{n-1}(f) where f_n vanishes, which is
 * +- f_{n-1} res_y(f, df/dy), f being of degree n - 1 then. D_1 = 1. */
static clmodp_status over_field(clmodp_context *context, clmodp_zx *d, clmodp_zx *lc,
                                clmodp_resultant_report *report, const clmodp_zxy *f, uint32_t p,
                                const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    const long n = clmodp_zxy_degree_y(f);
    clmodp_zxy *image = NULL;
    long m;

    TRY(clmodp_zxy_create(&image));
    TRY(clm_zxy_modulo(error, image, f, p));
    m = clmodp_zxy_degree_y(image);
    if (n == 1 || m < n - 1) { /* the resultant of polynomials free of y is 1, or 0 */
        clmodp_zxy_destroy(image);
        image = NULL;
        TRY(clmodp_zxy_create(&image));
        TRY(clmodp_zxy_set_coeff_si(image, n == 1, 0, 0));
        TRY(clmodp_resultant(context, d, report, image, image, options));
        goto done;
    }
    TRY(with_derivative(context, d, lc, report, image, options));
    if (m == n)
        TRY(clm_zx_divide_modulo(error, d, lc, p));
    else
        TRY(clm_zx_multiply_powers_modulo(error, d, d, 1, lc, 1, p));
    if (is_negative(m))
        TRY(clm_zx_negate_modulo(error, d, p));
done:
    clmodp_zxy_destroy(image);
    return st;
}

clmodp_status clmodp_discriminant(clmodp_context *context, clmodp_zx *d,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options known;
    clmodp_zx *result = NULL, *lc = NULL;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, d != NULL && f != NULL);
    clmodp_resultant_options_init(&known);
    TRY(clm_options_read(&context->error, &known, sizeof known, options));
    TRY(clm_call_check_modulus(&context->error, known.modulus));
    if (clmodp_zxy_degree_y(f) < 1)
        FAIL(&context->error, CLMODP_DOMAIN,
             "a polynomial free of y has no discriminant with respect to y");
    TRY(clmodp_zx_create(&result));
    TRY(clmodp_zx_create(&lc));
    if (known.modulus == 0)
        TRY(over_integers(context, result, lc, report, f, options));
    else
        TRY(over_field(context, result, lc, report, f, known.modulus, options));
    clm_zx_swap(d, result);
done:
    clmodp_zx_destroy(lc);
    clmodp_zx_destroy(result);
    return clm_error_complete(&context->error, st);
}
