/* Polynomials over F_p: made, compared and changed without products. */
#include "fpx/api/polynomial.h"

#include <limits.h>
#include <string.h>

#include "arith/prime.h"
#include "base/memory.h"
#include "base/size.h"
#include "fpx/host/multiply.h"
#include "fpx/host/points.h"

clmodp_status clmodp_fpx_create(clmodp_context *context, clmodp_fpx **f, uint32_t p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_fpx *out = NULL;

    if (f != NULL)
        *f = NULL;
    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, f != NULL);
    if (p >= (uint32_t)1 << 31 || !clm_is_prime_u32(p))
        FAIL(&context->error, CLMODP_INVALID, "%lu is no prime below 2^31", (unsigned long)p);
    NEW(&context->error, out, 1);
    NEW(&context->error, out->value, 1);
    out->context = context;
    out->modulus = clm_modulus_of(p);
    *f = out;
done:
    if (st != CLMODP_OK)
        free(out);
    return clm_error_complete(&context->error, st);
}

void clmodp_fpx_destroy(clmodp_fpx *f)
{
    if (f == NULL)
        return;
    clm_value_destroy(f->context, f->value);
    free(f->value);
    free(f);
}

uint32_t clmodp_fpx_modulus(const clmodp_fpx *f)
{
    return f->modulus.p;
}

size_t clmodp_fpx_count(const clmodp_fpx *f)
{
    return f->value->count;
}

long clmodp_fpx_degree(const clmodp_fpx *f)
{
    return (long)f->value->count - 1;
}

clmodp_status clm_fpx_check(clm_error *error, const clmodp_fpx *f, const clmodp_fpx *a)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(error, a != NULL);
    if (a->context != f->context)
        FAIL(error, CLMODP_INVALID, "polynomials belong to different contexts");
    if (a->modulus.p != f->modulus.p)
        FAIL(error, CLMODP_INVALID, "polynomials are modulo different primes, %lu and %lu",
             (unsigned long)f->modulus.p, (unsigned long)a->modulus.p);
done:
    return st;
}

void clm_fpx_swap(clmodp_fpx *f, clm_value *v)
{
    const clm_value was = *f->value;

    *f->value = *v;
    *v = was;
}

/* f := *v, or if st is a failure not; then both ends of a call. */
static clmodp_status conclude(clmodp_fpx *f, clm_value *v, clmodp_status st)
{
    if (st == CLMODP_OK)
        clm_fpx_swap(f, v);
    clm_value_destroy(f->context, v);
    return clm_error_complete(&f->context->error, st);
}

clmodp_status clmodp_fpx_set(clmodp_fpx *f, const clmodp_fpx *a)
{
    return clmodp_fpx_truncate(f, a, SIZE_MAX);
}

clmodp_status clmodp_fpx_truncate(clmodp_fpx *f, const clmodp_fpx *a, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_value v = {0};

    if (f == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&f->context->error);
    TRY(clm_fpx_check(&f->context->error, f, a));
    TRY(clm_value_copy(f->context, &v, a->value, clm_size_min(count, a->value->count)));
done:
    return conclude(f, &v, st);
}

clmodp_status clmodp_fpx_equal(int *equal, const clmodp_fpx *a, const clmodp_fpx *b)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = sizeof(uint32_t);

    if (a == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&a->context->error);
    REQUIRE(&a->context->error, equal != NULL);
    TRY(clm_fpx_check(&a->context->error, a, b));
    *equal = a->value->count == b->value->count;
    if (*equal && a->value->count > 0) {
        TRY(clm_value_to_host(a->context, a->value));
        TRY(clm_value_to_host(a->context, b->value));
        *equal = memcmp(a->value->words, b->value->words, a->value->count * bytes) == 0;
    }
done:
    return clm_error_complete(&a->context->error, st);
}

clmodp_status clmodp_fpx_shift(clmodp_fpx *f, const clmodp_fpx *a, long by)
{
    clmodp_status st = CLMODP_OK;
    const size_t up = by > 0 ? (size_t)by : 0;
    const size_t down = by < 0 ? (size_t)-(unsigned long)by : 0;
    clm_value v = {0};
    size_t count;

    if (f == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&f->context->error);
    TRY(clm_fpx_check(&f->context->error, f, a));
    if (a->value->count <= down)
        goto done;
    count = a->value->count - down;
    if (up > CLMODP_FPX_MOST_COEFFICIENTS - count)
        FAIL(&f->context->error, CLMODP_LIMIT, "a product of x^%ld has too many coefficients", by);
    TRY(clm_value_to_host(f->context, a->value));
    TRY(clm_value_on_host(f->context, &v, count + up));
    memcpy(v.words + up, a->value->words + down, count * sizeof *v.words);
done:
    return conclude(f, &v, st);
}

/* to[i] := a[i] + sign b[i], i < count, where polynomials are 0 behind their coefficients. */
static void add(uint32_t *to, size_t count, clm_host_poly a, clm_host_poly b, int sign,
                const clm_modulus *m)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t x = i < a.count ? a.c[i] : 0, y = i < b.count ? b.c[i] : 0;

        to[i] = clm_modulus_sub(x, sign < 0 ? y : clm_modulus_sub(0, y, m), m);
    }
}

static clmodp_status sum(clmodp_fpx *f, const clmodp_fpx *a, const clmodp_fpx *b, int sign)
{
    clmodp_status st = CLMODP_OK;
    clm_value v = {0};

    if (f == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&f->context->error);
    TRY(clm_fpx_check(&f->context->error, f, a));
    TRY(clm_fpx_check(&f->context->error, f, b));
    TRY(clm_value_to_host(f->context, a->value));
    TRY(clm_value_to_host(f->context, b->value));
    TRY(clm_value_on_host(f->context, &v, clm_size_max(a->value->count, b->value->count)));
    add(v.words, v.count, clm_value_host(a->value), clm_value_host(b->value), sign, &f->modulus);
    TRY(clm_value_trim(f->context, &v));
done:
    return conclude(f, &v, st);
}

clmodp_status clmodp_fpx_add(clmodp_fpx *f, const clmodp_fpx *a, const clmodp_fpx *b)
{
    return sum(f, a, b, 1);
}

clmodp_status clmodp_fpx_sub(clmodp_fpx *f, const clmodp_fpx *a, const clmodp_fpx *b)
{
    return sum(f, a, b, -1);
}

clmodp_status clmodp_fpx_derivative(clmodp_fpx *f, const clmodp_fpx *a)
{
    clmodp_status st = CLMODP_OK;
    clm_value v = {0};

    if (f == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&f->context->error);
    TRY(clm_fpx_check(&f->context->error, f, a));
    if (a->value->count < 2)
        goto done;
    TRY(clm_value_to_host(f->context, a->value));
    TRY(clm_value_on_host(f->context, &v, a->value->count - 1));
    clm_host_derivative(v.words, a->value->words, v.count, &f->modulus);
    TRY(clm_value_trim(f->context, &v));
done:
    return conclude(f, &v, st);
}

clmodp_status clmodp_fpx_evaluate(uint32_t *value, const clmodp_fpx *a, uint32_t x)
{
    clmodp_status st = CLMODP_OK;

    if (a == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&a->context->error);
    REQUIRE(&a->context->error, value != NULL);
    if (x >= a->modulus.p)
        FAIL(&a->context->error, CLMODP_INVALID, "the point %lu is not below the prime %lu",
             (unsigned long)x, (unsigned long)a->modulus.p);
    TRY(clm_value_to_host(a->context, a->value));
    *value = clm_host_value(clm_value_host(a->value), x, &a->modulus);
done:
    return clm_error_complete(&a->context->error, st);
}
