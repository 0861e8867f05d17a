/* Powers of polynomials modulo a polynomial: clmodp_fpx_powmod. */
#include "fpx/api/call.h"
#include "fpx/api/choice.h"
#include "fpx/batch/batch.h"
#include "fpx/fast/divide.h"

/* *v := *v by mod m; `by` may be v. */
static clmodp_status multiply_modulo(clm_fpx_call *call, clm_value *v, clm_value *by,
                                     clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
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

/* *keeps := whether to compute on the device with a precomputed inverse of m. */
static clmodp_status choose_power(clm_fpx_call *call, bool *keeps, const clm_value *m,
                                  const mpz_t e)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_algorithm wanted = call->options.algorithm;
    clm_fpx_method way;

    *keeps = false;
    if (call->field.p != 0 || m->count <= 2 || wanted == CLMODP_FPX_HOST ||
        wanted == CLMODP_FPX_SCHOOLBOOK)
        goto done;
    TRY(clm_fpx_choose_sizes(call, &way, CLM_FPX_POWER, m->count - 1,
                             mpz_sizeinbase(e, 2) + mpz_popcount(e), 3 * m->count));
    *keeps = way.algorithm == CLMODP_FPX_FAST;
done:
    return st;
}

/* Reports the fraction of the exponent's digits done. */
static clmodp_status power_progress(clm_fpx_call *call, size_t digits, size_t left)
{
    return clm_progress(call->context, (double)(digits - left) / (double)digits);
}

/* *power := base^e mod m for e > 0, from the exponent's highest digit on, so that all products
 * except squares are by the base. */
static clmodp_status power_with_inverse(clm_fpx_call *call, clm_value *power, clm_value *base,
                                        const mpz_t e, clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const size_t digits = mpz_sizeinbase(e, 2), degree = m->count - 1;
    clm_fast_modulus modulus = {.ctx = NULL};
    clm_buffer words = {0};

    TRY(clm_value_to_device(ctx, m));
    TRY(clm_value_to_device(ctx, base));
    TRY(clm_fast_modulus_create(ctx, &modulus, clm_value_device(m), call->modulus.p));
    TRY(clm_buffer_create(ctx, &words, degree, sizeof(u32)));
    TRY(clm_value_on_device(ctx, power, degree));
    TRY(clm_buffer_fill(ctx, &words, 0, degree));
    TRY(clm_move_poly(ctx, &words, 0, clm_value_device(base)));
    TRY(clm_move_poly(ctx, &power->buffer, 0, (clm_poly){&words, degree}));
    for (size_t k = digits - 1; k-- > 0;) {
        TRY(power_progress(call, digits, k + 1));
        TRY(clm_fast_modulus_multiply(&modulus, &power->buffer, &power->buffer, &power->buffer));
        if (mpz_tstbit(e, k))
            TRY(clm_fast_modulus_multiply(&modulus, &power->buffer, &power->buffer, &words));
    }
    TRY(clm_value_trim(ctx, power));
done:
    clm_buffer_destroy(ctx, &words);
    clm_fast_modulus_destroy(&modulus);
    return st;
}

/* The same by products and divisions, for any e. */
static clmodp_status power_by_divisions(clm_fpx_call *call, clm_value *power, clm_value *base,
                                        const mpz_t e, clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_value one = {0}, quotient = {0};
    const size_t digits = mpz_sizeinbase(e, 2);

    TRY((call->field.p != 0 ? clm_value_in_wide : clm_value_on_host)(ctx, &one, 1));
    if (call->field.p != 0)
        one.wide[0] = 1;
    else
        one.words[0] = 1;
    TRY(clm_value_divide(call, &quotient, power, &one, m));
    for (size_t k = digits; mpz_sgn(e) > 0 && k-- > 0;) {
        TRY(power_progress(call, digits, k + 1));
        TRY(multiply_modulo(call, power, power, m));
        if (mpz_tstbit(e, k))
            TRY(multiply_modulo(call, power, base, m));
    }
done:
    clm_value_destroy(ctx, &quotient);
    clm_value_destroy(ctx, &one);
    return st;
}

static clmodp_status power_modulo(clm_fpx_call *call, clm_value *power, clm_value *a,
                                  const mpz_t e, clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clm_value base = {0}, quotient = {0};
    bool keeps = false;

    TRY(clm_value_divide(call, &quotient, &base, a, m));
    if (base.count > 0 && mpz_cmp_ui(e, 1) > 0)
        TRY(choose_power(call, &keeps, m, e));
    TRY((keeps ? power_with_inverse : power_by_divisions)(call, power, &base, e, m));
done:
    clm_value_destroy(call->context, &quotient);
    clm_value_destroy(call->context, &base);
    return st;
}

clmodp_status clmodp_fpx_powmod(clmodp_fpx *power, clmodp_fpx_report *report, const clmodp_fpx *a,
                                const mpz_t e, const clmodp_fpx *m,
                                const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, power, a, m, options, report));
    REQUIRE(&call.context->error, e != NULL && mpz_sgn(e) >= 0);
    TRY(power_modulo(&call, &call.made[0], a->value, e, m->value));
    clm_fpx_swap(power, &call.made[0]);
done:
    return clm_fpx_end(&call, st);
}
