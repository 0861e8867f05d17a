/* Powers of polynomials modulo a polynomial: clmodp_fpx_powmod. */
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/api/call.h"
#include "fpx/api/choice.h"
#include "fpx/api/short.h"
#include "fpx/batch/move.h"
#include "fpx/fast/divide.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/power.h"
#include "fpx/host/product.h"

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

/* Selects where to compute with a precomputed inverse of m. If m has degree 1, or for SCHOOLBOOK,
 * divisions take no inverse, and *method is SCHOOLBOOK. */
static clmodp_status choose_power(clm_fpx_call *call, clm_fpx_method *method, const clm_value *m,
                                  const mpz_t e)
{
    clmodp_status st = CLMODP_OK;

    *method = (clm_fpx_method){.algorithm = CLMODP_FPX_SCHOOLBOOK};
    if (m->count <= 2 || call->options.algorithm == CLMODP_FPX_SCHOOLBOOK)
        goto done;
    TRY(clm_fpx_choose_sizes(call, method, CLM_FPX_POWER, m->count - 1,
                             mpz_sizeinbase(e, 2) + mpz_popcount(e), 3 * m->count));
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

/* A power on the host: each step multiplies it by a polynomial modulo m. Arrays have words of the
 * prime's size. */
typedef struct host_power {
    const clm_fpx_call *call;
    const clm_value *m, *by;
    clm_value *power;
    size_t known; /* coefficients of the inverse; 0: none, and `inverse` is NULL */
    void *inverse, *product, *quotient;
} host_power;

static clmodp_status run_inverse(void *user, clm_error *error, const clm_poller *watch)
{
    const host_power *t = user;
    const clm_fpx_call *call = t->call;
    const size_t threads = call->context->threads;

    if (call->field.p != 0)
        return clm_wide_divisor_inverse(error, t->inverse, t->known, clm_value_wide(t->m),
                                        &call->field, threads, watch);
    return clm_host_divisor_inverse(error, t->inverse, t->known, clm_value_host(t->m),
                                    &call->modulus, threads, watch);
}

/* power := power by mod m. */
static clmodp_status run_step(void *user, clm_error *error, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const host_power *t = user;
    const clm_modulus *const p = &t->call->modulus;
    const clm_mont64 *const f = &t->call->field;
    clm_value *const power = t->power;
    const size_t degree = t->m->count - 1, all = power->count + t->by->count - 1;
    const size_t threads = t->call->context->threads;

    if (power->count == 0)
        goto done;
    if (power->wide != NULL) {
        TRY(clm_wide_product(error, t->product, clm_value_wide(power), clm_value_wide(t->by), 0,
                             all, f, threads, watch));
        if (all > degree)
            TRY(clm_wide_divide(error, t->quotient, power->wide,
                                (clm_wide_poly){t->product, all}, clm_value_wide(t->m),
                                t->inverse, f, threads, watch));
        else
            memcpy(power->wide, t->product, all * sizeof *power->wide);
        power->count = clm_wide_count(power->wide, clm_size_min(all, degree));
    } else {
        TRY(clm_host_product(error, t->product, clm_value_host(power), clm_value_host(t->by), 0,
                             all, p, threads, watch));
        TRY(clm_host_divide_with(error, t->quotient, power->words,
                                 (clm_host_poly){t->product, all}, clm_value_host(t->m),
                                 t->inverse, p, threads, watch));
        power->count = clm_host_count(power->words, clm_size_min(all, degree));
    }
done:
    return st;
}

/* Returns the coefficients of the inverse of m, of this degree, for the divisions of a power of a
 * base of `count` coefficients; 0 if there is at most one, which takes less time without it. */
static size_t inverse_needed(const mpz_t e, size_t count, size_t degree)
{
    size_t power = count, most = 1, divisions = 0;

    for (size_t k = mpz_sizeinbase(e, 2) - 1; k-- > 0;)
        for (int by_base = 0; by_base <= mpz_tstbit(e, k); by_base++) {
            const size_t all = power + (by_base ? count : power) - 1;

            power = clm_size_min(all, degree);
            if (all > degree) {
                most = clm_size_max(most, all - degree - 1);
                divisions++;
            }
        }
    return divisions > 1 ? most : 0;
}

/* *power := base^e mod m on the host, predicted to take `nanoseconds`. */
static clmodp_status power_on_host(clm_fpx_call *call, clm_value *power, clm_value *base,
                                   const mpz_t e, clm_value *m, double nanoseconds)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const size_t digits = mpz_sizeinbase(e, 2), degree = m->count - 1;
    const double each = nanoseconds / (double)digits;
    host_power t = {.call = call, .m = m, .power = power,
                    .known = inverse_needed(e, base->count, degree)};
    char *all = NULL;
    size_t word;

    TRY(clm_value_to_host(ctx, m));
    TRY(clm_value_to_host(ctx, base));
    TRY(clm_value_on_host(ctx, power, degree, call->field.p != 0));
    word = clm_value_word_bytes(power);
    if (t.known > 0 && power->wide == NULL && m->count <= CLM_POWER_MOST &&
        call->modulus.p != 2) {
        NEW(&ctx->error, all, CLM_POWER_WORDS(m->count) * word);
        TRY(clm_power_by_rows(call, power->words, clm_value_host(base), e, clm_value_host(m),
                              clm_modulus_inverse(m->words[degree], &call->modulus),
                              &call->modulus, (uint32_t *)(void *)all));
        TRY(clm_value_trim(ctx, power));
        goto done;
    }
    NEW(&ctx->error, all, clm_size_times(4 * degree, word));
    t.inverse = t.known > 0 ? all : NULL;
    t.product = all + degree * word;
    t.quotient = all + 3 * degree * word;
    power->count = base->count;
    memcpy(clm_value_words(power), clm_value_words(base), base->count * word);
    if (t.known > 0)
        TRY(clm_fpx_on_host(call, each, run_inverse, &t));
    for (size_t k = digits - 1; k-- > 0;) {
        TRY(power_progress(call, digits, k + 1));
        t.by = power;
        TRY(clm_fpx_on_host(call, each, run_step, &t));
        t.by = base;
        if (mpz_tstbit(e, k))
            TRY(clm_fpx_on_host(call, each, run_step, &t));
    }
    TRY(clm_value_trim(ctx, power));
done:
    free(all);
    return st;
}

/* *power := base^e mod m by products and divisions, for any e. */
static clmodp_status power_by_divisions(clm_fpx_call *call, clm_value *power, clm_value *base,
                                        const mpz_t e, clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_value one = {0}, quotient = {0};
    const size_t digits = mpz_sizeinbase(e, 2);

    TRY(clm_value_on_host(ctx, &one, 1, call->field.p != 0));
    if (one.wide != NULL)
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
    clm_fpx_method method = {.algorithm = CLMODP_FPX_SCHOOLBOOK};

    TRY(clm_value_divide(call, &quotient, &base, a, m));
    if (base.count > 0 && mpz_cmp_ui(e, 1) > 0)
        TRY(choose_power(call, &method, m, e));
    if (method.algorithm == CLMODP_FPX_FAST)
        TRY(power_with_inverse(call, power, &base, e, m));
    else if (method.algorithm == CLMODP_FPX_HOST)
        TRY(power_on_host(call, power, &base, e, m, method.host_ns));
    else
        TRY(power_by_divisions(call, power, &base, e, m));
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

    if (clm_short_powmod(power, report, a, e, m, options))
        return CLMODP_OK;
    TRY(clm_fpx_begin(&call, power, a, m, options, report));
    REQUIRE(&call.context->error, e != NULL && mpz_sgn(e) >= 0);
    TRY(power_modulo(&call, &call.made[0], a->value, e, m->value));
    clm_fpx_swap(power, &call.made[0]);
done:
    return clm_fpx_end(&call, st);
}
