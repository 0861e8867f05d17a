/* Polynomials over F_p from and to texts: clmodp_fpx_from_text and clmodp_fpx_to_text. */
#include "fpx/api/polynomial.h"

#include "arith/prime.h"
#include "polynomials/text.h"
#include "polynomials/zx.h"

/* *v := numerator / denominator modulo p. */
static clmodp_status reduce_integers(clmodp_fpx *f, clm_value *v, const clmodp_zx *numerator,
                                     const mpz_t denominator)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t p = clm_fpx_prime(f), below = mpz_fdiv_ui(denominator, p);
    const size_t count = (size_t)(clmodp_zx_degree(numerator) + 1);
    const bool wide = f->field.p != 0;
    uint64_t inverse;

    if (below == 0)
        FAIL(&f->context->error, CLMODP_DOMAIN, "the denominator is divisible by the prime %llu",
             (unsigned long long)p);
    inverse = clm_invmod64(below, p);
    if (wide)
        inverse = clm_mont64_to(inverse, &f->field);
    TRY(clm_value_on_host(f->context, v, count, wide));
    for (size_t i = 0; i < count; i++) {
        const uint64_t c = mpz_fdiv_ui(clmodp_zx_coeff(numerator, i), p);

        if (wide)
            v->wide[i] = clm_mont64_mul(c, inverse, &f->field);
        else
            v->words[i] = clm_modulus_mul((uint32_t)c, (uint32_t)inverse, &f->modulus);
    }
    TRY(clm_value_trim(f->context, v));
done:
    return st;
}

clmodp_status clmodp_fpx_from_text(clmodp_fpx *f, const char *text, size_t length, const char *x,
                                   clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx;
    clmodp_text_error own;
    clmodp_text_options options;
    clmodp_zx *numerator = NULL;
    clm_value v = {0};
    mpz_t denominator;

    if (f == NULL)
        return CLMODP_INVALID;
    if (error == NULL)
        error = &own;
    ctx = f->context;
    error->message[0] = '\0';
    clm_error_clear(&ctx->error);
    mpz_init(denominator);
    TRY(clmodp_zx_create(&numerator));
    clmodp_text_options_init(&options);
    options.progress = ctx->call->progress;
    options.user = ctx->call->progress_user;
    st = clmodp_zx_from_text(numerator, denominator, text, length, x, &options, error);
    if (st == CLMODP_CANCELLED)
        FAIL(&ctx->error, st, "%s", error->message);
    if (st != CLMODP_OK && error->message[0] != '\0')
        FAIL(&ctx->error, st, "line %zu, column %zu: %s", error->line, error->column,
             error->message);
    TRY(st);
    TRY(reduce_integers(f, &v, numerator, denominator));
done:
    mpz_clear(denominator);
    clmodp_zx_destroy(numerator);
    return clm_fpx_conclude(f, &v, st);
}

/* Coefficients between two calls of the progress callback. */
#define COEFFICIENTS 4096

/* Reports the second half of clmodp_fpx_to_text. */
static int is_cancelled(void *context, double fraction)
{
    return clm_progress(context, 0.5 + 0.5 * fraction) != CLMODP_OK;
}

clmodp_status clmodp_fpx_to_text(char **text, const clmodp_fpx *f, const char *name)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *integers = NULL;
    mpz_t c;

    if (f == NULL || text == NULL)
        return CLMODP_INVALID;
    *text = NULL;
    clm_error_clear(&f->context->error);
    mpz_init(c);
    if (f->value->count > CLMODP_ZX_MOST_TERMS)
        FAIL(&f->context->error, CLMODP_LIMIT, "a text has at most %zu coefficients, and this "
             "polynomial has %zu", CLMODP_ZX_MOST_TERMS, f->value->count);
    if (name != NULL && !clm_name_valid(name))
        FAIL(&f->context->error, CLMODP_INVALID, CLM_NAME_RULE);
    TRY(clm_value_to_host(f->context, f->value));
    TRY(clmodp_zx_create(&integers));
    for (size_t i = f->value->count; i-- > 0;) {
        if (i % COEFFICIENTS == 0)
            TRY(clm_progress(f->context, 0.5 - 0.5 * (double)i / (double)f->value->count));
        mpz_set_ui(c, clm_value_word(f->value, i));
        TRY(clmodp_zx_set_coeff(integers, c, i));
    }
    TRY(clmodp_zx_to_text_watched(text, integers, name, NULL, is_cancelled, f->context));
done:
    clmodp_zx_destroy(integers);
    mpz_clear(c);
    return clm_error_complete(&f->context->error, st);
}
