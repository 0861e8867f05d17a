/* Taylor shifts f(x + c): clmodp_fpx_taylor_shift. */
#include <math.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/api/call.h"
#include "fpx/api/short.h"

/* The most coefficients for which Horner's rule, n^2 / 2 products, is faster than a product. */
#define SHORT 28

/* Predicted nanoseconds for a pair of coefficients of 64 bits; long polynomials take a product. */
#define WIDE_PAIR_NS 2.0

/* w := w(x + c), in place, by Horner's rule. Products by the constant are below 2 p, by its
 * quotient with p [Harvey 2014, 2]; coefficients stay below 2 p, and sums below 4 p. */
static void shift_short(uint32_t *w, size_t n, uint64_t c, const clm_modulus *m)
{
    const uint64_t p = m->p, quotient = c * m->inverse; /* c 2^64 / p, less p at most */

    for (size_t i = 0; i + 1 < n; i++) {
        uint64_t x = w[n - 1];

        for (size_t j = n - 1; j-- > i;) {
            x = w[j] + (c * x - (uint64_t)((clm_u128)quotient * x >> 64) * p);
            w[j] = (uint32_t)(x >= 2 * p ? x - 2 * p : x);
        }
    }
    for (size_t i = 0; i < n; i++)
        w[i] -= w[i] >= m->p ? m->p : 0;
}

/* Tables for a shift by one product. */
typedef struct factors {
    uint32_t *factorial, *inverse; /* k! and 1 / k!, k < n */
} factors;

static void factors_destroy(factors *f)
{
    free(f->inverse);
    free(f->factorial);
}

/* Pre: 0 < n <= p. */
static clmodp_status factors_create(clm_error *error, factors *f, size_t n, const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;

    NEW(error, f->factorial, n);
    NEW(error, f->inverse, n);
    f->factorial[0] = 1 % m->p;
    for (size_t k = 1; k < n; k++)
        f->factorial[k] = clm_modulus_mul(f->factorial[k - 1], (uint32_t)k, m);
    f->inverse[n - 1] = clm_modulus_inverse(f->factorial[n - 1], m);
    for (size_t k = n - 1; k > 0; k--)
        f->inverse[k - 1] = clm_modulus_mul(f->inverse[k], (uint32_t)k, m);
done:
    return st;
}

/* Makes the factors of the product: sum_i a_i i! x^(n-1-i), sum_k c^k / k! x^k. */
static clmodp_status make_factors(clm_fpx_call *call, clm_value *u, clm_value *v,
                                  const uint32_t *w, size_t n, uint32_t c, const factors *f)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const clm_modulus *m = &call->modulus;
    uint32_t power = 1;

    TRY(clm_value_on_host(ctx, u, n, false));
    TRY(clm_value_on_host(ctx, v, n, false));
    for (size_t k = 0; k < n; k++) {
        u->words[n - 1 - k] = clm_modulus_mul(w[k], f->factorial[k], m);
        v->words[k] = clm_modulus_mul(power, f->inverse[k], m);
        power = clm_modulus_mul(power, c, m);
    }
    TRY(clm_value_trim(ctx, u));
    TRY(clm_value_trim(ctx, v));
done:
    return st;
}

/* w := w(x + c) for n <= p: the coefficient of x^j is 1 / j! sum over i >= j of
 * (a_i i!) c^(i-j) / (i-j)!. [Aho, Steiglitz, Ullman 1975] */
static clmodp_status shift_by_product(clm_fpx_call *call, uint32_t *w, size_t n, uint32_t c)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_value u = {0}, v = {0}, product = {0};
    factors f = {NULL, NULL};

    TRY(factors_create(&ctx->error, &f, n, &call->modulus));
    TRY(make_factors(call, &u, &v, w, n, c, &f));
    if (u.count > 0)
        TRY(clm_value_multiply(call, &product, &u, &v));
    TRY(clm_value_to_host(ctx, &product));
    for (size_t k = 0; k < n; k++)
        w[n - 1 - k] =
            clm_modulus_mul(k < product.count ? product.words[k] : 0, f.inverse[n - 1 - k],
                            &call->modulus);
done:
    factors_destroy(&f);
    clm_value_destroy(ctx, &product);
    clm_value_destroy(ctx, &v);
    clm_value_destroy(ctx, &u);
    return st;
}

static clmodp_status shift_block(clm_fpx_call *call, uint32_t *w, size_t n, uint32_t c)
{
    if (n > SHORT)
        return shift_by_product(call, w, n, c);
    shift_short(w, n, c, &call->modulus);
    return CLMODP_OK;
}

/* w := w(x + c) for any n. In F_p (x + c)^p = x^p + c, so the parts x^(p j) A_j of a polynomial,
 * deg A_j < p, become (x^p + c)^j A_j(x + c). Blocks are therefore shifted in x, and then the
 * coefficients at one place in all blocks as a polynomial in x^p. */
static clmodp_status taylor_shift(clm_fpx_call *call, uint32_t *w, size_t n, uint32_t c)
{
    clmodp_status st = CLMODP_OK;
    const size_t p = call->modulus.p, blocks = clm_div_up(n, p);
    uint32_t *column = NULL;

    TRY(clm_progress(call->context, call->context->call->fraction));
    for (size_t at = 0; at < n; at += p)
        TRY(shift_block(call, w + at, clm_size_min(p, n - at), c));
    if (blocks == 1)
        goto done;
    NEW(&call->context->error, column, blocks);
    for (size_t r = 0; r < p; r++) {
        size_t count = 0;

        for (size_t k = r; k < n; k += p)
            column[count++] = w[k];
        TRY(count > p ? taylor_shift(call, column, count, c)
                      : shift_block(call, column, count, c));
        for (size_t k = 0; k < count; k++)
            w[r + k * p] = column[k];
    }
done:
    free(column);
    return st;
}

/* A shift modulo a prime from 2^31 on, in place. */
typedef struct wide_shift {
    const clm_fpx_call *call;
    clm_value *f;
    uint64_t c;
} wide_shift;

static clmodp_status run_shift(void *user, clm_error *error, const clm_poller *watch)
{
    const wide_shift *w = user;

    return clm_wide_shift(error, w->f->wide, w->f->count, w->c, &w->call->field,
                          w->call->context->threads, watch);
}

static clmodp_status shift_wide(clm_fpx_call *call, clm_value *f, uint64_t c)
{
    clmodp_status st = CLMODP_OK;
    const double n = (double)f->count, nanoseconds = WIDE_PAIR_NS * n * fmin(n, 32.0);

    TRY(clm_progress(call->context, call->context->call->fraction));
    TRY(clm_fpx_on_host(call, nanoseconds, run_shift, &(wide_shift){call, f, c}));
done:
    return st;
}

clmodp_status clmodp_fpx_taylor_shift(clmodp_fpx *f, clmodp_fpx_report *report,
                                      const clmodp_fpx *a, uint64_t c,
                                      const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value *out = &call.made[0];

    if (clm_short_shift(f, report, a, c, options))
        return CLMODP_OK;
    TRY(clm_fpx_begin(&call, f, a, a, options, report));
    if (c >= clm_fpx_prime(f))
        FAIL(&call.context->error, CLMODP_INVALID, "%llu is not below the prime %llu",
             (unsigned long long)c, (unsigned long long)clm_fpx_prime(f));
    TRY(clm_value_to_host(call.context, a->value));
    TRY(clm_value_copy(call.context, out, a->value, a->value->count));
    if (out->wide != NULL)
        TRY(shift_wide(&call, out, c));
    else if (out->words != NULL)
        TRY(taylor_shift(&call, out->words, out->count, (uint32_t)c));
    clm_fpx_swap(f, out);
done:
    return clm_fpx_end(&call, st);
}
