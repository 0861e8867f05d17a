/* clmodp_fpx_powmod. */
#include "univariate/divide.h"
#include "univariate/multiply.h"

/* *v := *v by mod m, by being *v or another value. */
static clmodp_status multiply_modulo(clm_fpx_call *call, clm_value *v, clm_value *by,
                                     clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    clm_value product = {0}, quotient = {0}, rest = {0};

    TRY(clm_value_multiply(call, &product, v, by));
    TRY(clm_value_divide(call, &quotient, &rest, &product, m));
    clm_value_destroy(ctx, v);
    *v = rest;
    rest = (clm_value){0};
done:
    clm_value_destroy(ctx, &rest);
    clm_value_destroy(ctx, &quotient);
    clm_value_destroy(ctx, &product);
    return st;
}

/* From the exponent's highest digit on, so that all products but squares are by a. */
static clmodp_status power_modulo(clm_fpx_call *call, clm_value *power, clm_value *a,
                                  const mpz_t e, clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    clm_value one = {0}, base = {0}, quotient = {0};
    const size_t digits = mpz_sizeinbase(e, 2);

    TRY(clm_value_on_host(ctx, &one, 1));
    one.words[0] = 1;
    TRY(clm_value_divide(call, &quotient, power, &one, m));
    clm_value_destroy(ctx, &quotient);
    TRY(clm_value_divide(call, &quotient, &base, a, m));
    for (size_t k = digits; mpz_sgn(e) > 0 && k-- > 0;) {
        TRY(clm_progress(ctx, (double)(digits - 1 - k) / (double)digits));
        TRY(multiply_modulo(call, power, power, m));
        if (mpz_tstbit(e, k))
            TRY(multiply_modulo(call, power, &base, m));
    }
done:
    clm_value_destroy(ctx, &quotient);
    clm_value_destroy(ctx, &base);
    clm_value_destroy(ctx, &one);
    return st;
}

clmodp_status clmodp_fpx_powmod(clmodp_fpx *power, const clmodp_fpx *a, const mpz_t e,
                                const clmodp_fpx *m, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value out = {0};

    if (power == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, power, options);
    if (st != CLMODP_OK)
        return st;
    TRY(clm_fpx_check(&call.context.error, power, a));
    TRY(clm_fpx_check(&call.context.error, power, m));
    REQUIRE(&call.context.error, e != NULL && mpz_sgn(e) >= 0);
    TRY(power_modulo(&call, &out, a->value, e, m->value));
    clm_fpx_swap(power, &out);
done:
    clm_value_destroy(&call.context, &out);
    return clm_fpx_end(&call, st);
}
