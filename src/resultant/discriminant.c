/* Discriminants by one exact division by the leading coefficient. */
#include "resultant/discriminant.h"

#include "device/context.h"
#include "resultant/driver.h"
#include "zxy/divide.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

/* (-1)^{n(n-1)/2}: the sign goes by pairs of degrees. */
static bool is_negative(long n)
{
    return n % 4 >= 2;
}

/* r := res_y(f, df/dy). Pre: f is not free of y */
static clmodp_status with_derivative(clmodp_context *ctx, clmodp_zx *r, const clm_task *task,
                                     const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *derivative = NULL;
    clm_task own = *task;

    TRY(clmodp_zxy_create(&derivative));
    TRY(clmodp_zxy_set(derivative, f));
    clmodp_zxy_derivative_y(derivative);
    own.f = f;
    own.g = derivative;
    own.results = &r;
    own.count = 1;
    TRY(clm_drive(ctx, &own));
done:
    clmodp_zxy_destroy(derivative);
    return st;
}

clmodp_status clm_discriminant_finish(clm_error *error, clmodp_zx *d, const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    const long n = clmodp_zxy_degree_y(f);
    clmodp_zx *lc = NULL;

    TRY(clmodp_zx_create(&lc));
    TRY(clm_zxy_row(error, lc, f, (size_t)n));
    TRY(clm_zx_divide_exact(d, lc, is_negative(n)));
done:
    clmodp_zx_destroy(lc);
    return st;
}

/* The discriminant D_n of degree n is a polynomial in the coefficients f_j, so that its image
 * modulo p is that of the images; and D_n(f) = f_{n-1}^2 D_{n-1}(f) where f_n vanishes, which is
 * +- f_{n-1} res_y(f, df/dy), f being of degree n - 1 then. D_1 = 1. */
static clmodp_status over_field(clmodp_context *ctx, clmodp_zx *d, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    const uint32_t p = task->modulus;
    const long n = clmodp_zxy_degree_y(task->f);
    clmodp_zxy *image = NULL;
    clmodp_zx *lc = NULL;
    long m;

    TRY(clmodp_zx_create(&lc));
    TRY(clmodp_zxy_create(&image));
    TRY(clm_zxy_modulo(error, image, task->f, p));
    m = clmodp_zxy_degree_y(image);
    if (n == 1 || m < n - 1) {
        TRY(clm_zx_set_constant(d, n == 1));
        goto done;
    }
    TRY(with_derivative(ctx, d, task, image));
    TRY(clm_zxy_row(error, lc, image, (size_t)m));
    if (m == n)
        TRY(clm_zx_divide_modulo(error, d, lc, p));
    else
        TRY(clm_zx_multiply_powers_modulo(error, d, d, 1, lc, 1, p));
    if (is_negative(m))
        TRY(clm_zx_negate_modulo(error, d, p));
done:
    clmodp_zxy_destroy(image);
    clmodp_zx_destroy(lc);
    return st;
}

clmodp_status clm_discriminant(clmodp_context *ctx, clmodp_zx *d, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *result = NULL;

    TRY(clmodp_zx_create(&result));
    if (task->modulus == 0) {
        TRY(with_derivative(ctx, result, task, task->f));
        TRY(clm_discriminant_finish(&ctx->error, result, task->f));
    } else {
        TRY(over_field(ctx, result, task));
    }
    clm_zx_swap(d, result);
done:
    clmodp_zx_destroy(result);
    return st;
}
