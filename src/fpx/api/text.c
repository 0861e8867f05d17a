/* Polynomials over F_p as text. */
#include <stdlib.h>

#include <clmodp/zx.h>

#include "fpx/api/polynomial.h"
#include "zxy/zx.h"

/* *v := numerator / denominator modulo p. */
static clmodp_status reduce(clmodp_fpx *f, clm_value *v, const clmodp_zx *numerator,
                            const mpz_t denominator)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t p = f->modulus.p, below = (uint32_t)mpz_fdiv_ui(denominator, p);
    uint32_t inverse;

    if (below == 0)
        FAIL(&f->context->error, CLMODP_DOMAIN, "the denominator is divisible by the prime %lu",
             (unsigned long)p);
    inverse = clm_modulus_inverse(below, &f->modulus);
    TRY(clm_value_on_host(f->context, v, (size_t)(clmodp_zx_degree(numerator) + 1)));
    for (size_t i = 0; i < v->count; i++)
        v->words[i] = clm_modulus_mul((uint32_t)mpz_fdiv_ui(clmodp_zx_coeff(numerator, i), p),
                                      inverse, &f->modulus);
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
    st = clm_zx_from_text(numerator, denominator, text, length, x, error, ctx->progress,
                          ctx->progress_user);
    if (st == CLMODP_CANCELLED)
        FAIL(&ctx->error, st, "%s", error->message);
    if (st != CLMODP_OK && error->message[0] != '\0')
        FAIL(&ctx->error, st, "line %zu, column %zu: %s", error->line, error->column,
             error->message);
    TRY(st);
    TRY(reduce(f, &v, numerator, denominator));
    clm_fpx_swap(f, &v);
done:
    clm_value_destroy(f->context, &v);
    mpz_clear(denominator);
    clmodp_zx_destroy(numerator);
    return clm_error_complete(&f->context->error, st);
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
    TRY(clm_value_to_host(f->context, f->value));
    TRY(clmodp_zx_create(&integers));
    for (size_t i = f->value->count; i-- > 0;) {
        mpz_set_ui(c, f->value->words[i]);
        TRY(clmodp_zx_set_coeff(integers, c, i));
    }
    TRY(clmodp_zx_to_text(text, integers, name, NULL));
done:
    clmodp_zx_destroy(integers);
    mpz_clear(c);
    return clm_error_complete(&f->context->error, st);
}
