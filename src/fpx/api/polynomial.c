/* Polynomials over F_p: conversion from and to arrays, comparison, and arithmetic without
 * products. */
#include "fpx/api/polynomial.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"

clmodp_status clmodp_fpx_create(clmodp_context *context, clmodp_fpx **f, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_fpx *out = NULL;

    if (f != NULL)
        *f = NULL;
    START(context, &context->error);
    REQUIRE(&context->error, f != NULL);
    if (p >> 62 != 0 || !clm_is_prime_u64(p))
        FAIL(&context->error, CLMODP_INVALID, "%llu is not a prime below 2^62",
             (unsigned long long)p);
    NEW(&context->error, out, 1);
    NEW(&context->error, out->value, 1);
    out->context = context;
    if (p > INT32_MAX)
        out->field = clm_mont64_of(p);
    else
        out->modulus = clm_modulus_of((uint32_t)p);
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

uint64_t clmodp_fpx_modulus(const clmodp_fpx *f)
{
    return clm_fpx_prime(f);
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

    if (f == NULL || a == NULL)
        FAIL(error, CLMODP_INVALID, "a polynomial is NULL that the call needs");
    if (a->context != f->context)
        FAIL(error, CLMODP_INVALID, "polynomials belong to different contexts");
    if (clm_fpx_prime(a) != clm_fpx_prime(f))
        FAIL(error, CLMODP_INVALID, "polynomials are modulo different primes, %llu and %llu",
             (unsigned long long)clm_fpx_prime(f), (unsigned long long)clm_fpx_prime(a));
done:
    return st;
}

clmodp_status clm_fpx_check_words(clm_error *error, const clm_mont64 *f)
{
    return f->p == 0 ? CLMODP_OK
                     : clm_fail(error, CLMODP_INVALID,
                                "residues modulo %llu need words of 64 bits",
                                (unsigned long long)f->p);
}

void clm_fpx_swap(clmodp_fpx *f, clm_value *v)
{
    const clm_value was = *f->value;

    *f->value = *v;
    *v = was;
}

/* Begins a call without options on f and another polynomial. Errors: INVALID */
static clmodp_status begin_call(const clmodp_fpx *f, const clmodp_fpx *a)
{
    const clmodp_fpx *const known = f != NULL ? f : a;

    START(known, &known->context->error);
    return clm_fpx_check(&known->context->error, f, a);
}

clmodp_status clm_fpx_conclude(clmodp_fpx *f, clm_value *v, clmodp_status st)
{
    if (f == NULL)
        return st;
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

    TRY(begin_call(f, a));
    TRY(clm_value_copy(f->context, &v, a->value, clm_size_min(count, a->value->count)));
done:
    return clm_fpx_conclude(f, &v, st);
}

clmodp_status clmodp_fpx_equal(int *equal, const clmodp_fpx *a, const clmodp_fpx *b)
{
    clmodp_status st = CLMODP_OK;

    START(a, &a->context->error);
    REQUIRE(&a->context->error, equal != NULL);
    TRY(clm_fpx_check(&a->context->error, a, b));
    *equal = a->value->count == b->value->count;
    if (*equal && a->value->count > 0) {
        TRY(clm_value_to_host(a->context, a->value));
        TRY(clm_value_to_host(a->context, b->value));
        *equal = memcmp(clm_value_words(a->value), clm_value_words(b->value),
                        a->value->count * clm_value_word_bytes(a->value)) == 0;
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
    size_t count, bytes;

    TRY(begin_call(f, a));
    if (a->value->count <= down)
        goto done;
    count = a->value->count - down;
    if (up > CLMODP_FPX_MOST_COEFFICIENTS - count)
        FAIL(&f->context->error, CLMODP_LIMIT, "a product of x^%ld has too many coefficients", by);
    TRY(clm_value_to_host(f->context, a->value));
    TRY(clm_value_on_host(f->context, &v, count + up, f->field.p != 0));
    bytes = clm_value_word_bytes(&v);
    memset(clm_value_words(&v), 0, up * bytes);
    memcpy((char *)clm_value_words(&v) + up * bytes,
           (const char *)clm_value_words(a->value) + down * bytes, count * bytes);
done:
    return clm_fpx_conclude(f, &v, st);
}

/* to[i] := a[i] + sign b[i], i < count, with zeros behind either polynomial. */
static void add_signed(uint32_t *to, size_t count, clm_host_poly a, clm_host_poly b, int sign,
                       const clm_modulus *m)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t x = i < a.count ? a.c[i] : 0, y = i < b.count ? b.c[i] : 0;
        const uint32_t sum = x + (sign < 0 ? m->p - y : y); /* below 2 p */

        to[i] = sum >= m->p ? sum - m->p : sum;
    }
}

/* add_signed for primes from 2^31 on. */
static void add_signed_wide(uint64_t *to, size_t count, clm_wide_poly a, clm_wide_poly b, int sign,
                            const clm_mont64 *f)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t x = i < a.count ? a.c[i] : 0, y = i < b.count ? b.c[i] : 0;

        to[i] = sign < 0 ? clm_mont64_sub(x, y, f) : clm_mont64_add(x, y, f);
    }
}

static clmodp_status signed_sum(clmodp_fpx *f, const clmodp_fpx *a, const clmodp_fpx *b, int sign)
{
    clmodp_status st = CLMODP_OK;
    const bool wide = f != NULL && f->field.p != 0;
    clm_value v = {0};

    TRY(begin_call(f, a));
    TRY(clm_fpx_check(&f->context->error, f, b));
    TRY(clm_value_to_host(f->context, a->value));
    TRY(clm_value_to_host(f->context, b->value));
    TRY(clm_value_on_host(f->context, &v, clm_size_max(a->value->count, b->value->count), wide));
    if (wide)
        add_signed_wide(v.wide, v.count, clm_value_wide(a->value), clm_value_wide(b->value), sign,
                        &f->field);
    else
        add_signed(v.words, v.count, clm_value_host(a->value), clm_value_host(b->value), sign,
                   &f->modulus);
    TRY(clm_value_trim(f->context, &v));
done:
    return clm_fpx_conclude(f, &v, st);
}

clmodp_status clmodp_fpx_add(clmodp_fpx *f, const clmodp_fpx *a, const clmodp_fpx *b)
{
    return signed_sum(f, a, b, 1);
}

clmodp_status clmodp_fpx_sub(clmodp_fpx *f, const clmodp_fpx *a, const clmodp_fpx *b)
{
    return signed_sum(f, a, b, -1);
}

clmodp_status clmodp_fpx_derivative(clmodp_fpx *f, const clmodp_fpx *a)
{
    clmodp_status st = CLMODP_OK;
    clm_value v = {0};

    TRY(begin_call(f, a));
    if (a->value->count < 2)
        goto done;
    TRY(clm_value_to_host(f->context, a->value));
    TRY(clm_value_on_host(f->context, &v, a->value->count - 1, f->field.p != 0));
    if (v.wide == NULL)
        clm_host_derivative(v.words, a->value->words, v.count, &f->modulus);
    else
        for (size_t i = 0; i < v.count; i++)
            v.wide[i] = clm_mont64_mul(clm_mont64_to(i + 1, &f->field), a->value->wide[i + 1],
                                       &f->field);
    TRY(clm_value_trim(f->context, &v));
done:
    return clm_fpx_conclude(f, &v, st);
}

clmodp_status clmodp_fpx_evaluate(uint64_t *value, const clmodp_fpx *a, uint64_t x)
{
    clmodp_status st = CLMODP_OK;

    START(a, &a->context->error);
    REQUIRE(&a->context->error, value != NULL);
    if (x >= clm_fpx_prime(a))
        FAIL(&a->context->error, CLMODP_INVALID, "the point %llu is not below the prime %llu",
             (unsigned long long)x, (unsigned long long)clm_fpx_prime(a));
    TRY(clm_value_to_host(a->context, a->value));
    *value = a->field.p != 0
                 ? clm_wide_value(clm_value_wide(a->value), x, &a->field)
                 : clm_host_value(clm_value_host(a->value), (uint32_t)x, &a->modulus);
done:
    return clm_error_complete(&a->context->error, st);
}

/* *v, all zero before := words, checked, modulo any prime. */
static clmodp_status take_words(clmodp_fpx *f, clm_value *v, const uint64_t *c, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const bool wide = f->field.p != 0;
    const uint64_t p = clm_fpx_prime(f);

    if (count > CLMODP_FPX_MOST_COEFFICIENTS)
        FAIL(&f->context->error, CLMODP_LIMIT, "%zu coefficients are too many", count);
    count = clm_wide_count(c, count);
    TRY(clm_value_on_host(f->context, v, count, wide));
    for (size_t i = 0; i < count; i++) {
        const uint64_t word = c[i];

        if (word >= p)
            FAIL(&f->context->error, CLMODP_INVALID,
                 "coefficient %zu is %llu, not below the prime %llu", i, (unsigned long long)word,
                 (unsigned long long)p);
        if (wide)
            v->wide[i] = word;
        else
            v->words[i] = (uint32_t)word;
    }
    TRY(clm_value_trim(f->context, v));
done:
    return st;
}

clmodp_status clmodp_fpx_upload_u64(clmodp_fpx *f, const uint64_t *c, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_value v = {0};

    START(f, &f->context->error);
    REQUIRE(&f->context->error, c != NULL || count == 0);
    TRY(take_words(f, &v, c, count));
done:
    return clm_fpx_conclude(f, &v, st);
}

clmodp_status clmodp_fpx_upload(clmodp_fpx *f, const uint32_t *c, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;
    clm_value v = {0};

    START(f, &f->context->error);
    error = &f->context->error;
    REQUIRE(error, c != NULL || count == 0);
    TRY(clm_fpx_check_words(error, &f->field));
    if (count > CLMODP_FPX_MOST_COEFFICIENTS)
        FAIL(error, CLMODP_LIMIT, "%zu coefficients are too many", count);
    count = clm_host_count(c, count);
    TRY(clm_value_on_host(f->context, &v, count, false));
    if (count > 0)
        memcpy(v.words, c, count * sizeof *c);
    /* Checks the copy, since another thread may change the array meanwhile. */
    for (size_t i = 0; i < count; i++)
        if (v.words[i] >= f->modulus.p)
            FAIL(error, CLMODP_INVALID, "coefficient %zu is %lu, not below the prime %lu", i,
                 (unsigned long)v.words[i], (unsigned long)f->modulus.p);
    TRY(clm_value_trim(f->context, &v));
done:
    return clm_fpx_conclude(f, &v, st);
}

clmodp_status clmodp_fpx_download_part(const clmodp_fpx *f, uint32_t *c, size_t first,
                                       size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;
    size_t own = 0; /* coefficients available */

    START(f, &f->context->error);
    error = &f->context->error;
    REQUIRE(error, c != NULL || count == 0);
    TRY(clm_fpx_check_words(error, &f->field));
    if (first < f->value->count)
        own = f->value->count - first < count ? f->value->count - first : count;
    if (own > 0 && f->value->words != NULL)
        memcpy(c, f->value->words + first, own * sizeof *c);
    else if (own > 0)
        TRY(clm_buffer_read(f->context, &f->value->buffer, first * sizeof *c, c, own * sizeof *c));
    for (size_t i = own; i < count; i++)
        c[i] = 0;
done:
    return clm_error_complete(error, st);
}

clmodp_status clmodp_fpx_download_u64(const clmodp_fpx *f, uint64_t *c, size_t first,
                                      size_t count)
{
    clmodp_status st = CLMODP_OK;
    size_t own = 0;

    START(f, &f->context->error);
    REQUIRE(&f->context->error, c != NULL || count == 0);
    if (first < f->value->count)
        own = clm_size_min(f->value->count - first, count);
    TRY(clm_value_to_host(f->context, f->value));
    for (size_t i = 0; i < count; i++)
        c[i] = i < own ? clm_value_word(f->value, first + i) : 0;
done:
    return clm_error_complete(&f->context->error, st);
}

clmodp_status clmodp_fpx_download(const clmodp_fpx *f, uint32_t *c, size_t count)
{
    if (f == NULL || f->value->count <= count)
        return clmodp_fpx_download_part(f, c, 0, count);
    return clm_fail(&f->context->error, CLMODP_INVALID,
                    "%zu coefficients do not fit an array of %zu", f->value->count, count);
}
