/* Polynomials over F_p: memory of coefficients, conversion from and to arrays and texts,
 * comparison, and arithmetic without products. */
#include "fpx/api/polynomial.h"

#include <clmodp/polynomials.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "opencl/queue.h"
#include "polynomials/text.h"
#include "polynomials/zx.h"

/* Words read at a time to find the leading coefficient, mostly the last word. */
#define TRIM_WORDS 1024

void clm_value_destroy(clmodp_context *ctx, clm_value *v)
{
    free(v->words);
    free(v->wide);
    clm_buffer_destroy(ctx, &v->buffer);
    *v = (clm_value){0};
}

clmodp_status clm_value_on_host(clmodp_context *ctx, clm_value *v, size_t count, bool wide)
{
    const size_t bytes = wide ? sizeof *v->wide : sizeof *v->words;
    void *const words = count > 0 ? clm_reallocate(NULL, count, bytes) : NULL;

    if (count > 0 && words == NULL)
        return clm_out_of_memory(&ctx->error, count, bytes);
    if (wide)
        v->wide = words;
    else
        v->words = words;
    v->count = count;
    return CLMODP_OK;
}

clmodp_status clm_value_on_device(clmodp_context *ctx, clm_value *v, size_t count)
{
    clmodp_status st = CLMODP_OK;

    if (count > 0)
        TRY(clm_buffer_create(ctx, &v->buffer, count, sizeof *v->words));
    v->count = count;
done:
    return st;
}

static clmodp_status trim_device(clmodp_context *ctx, clm_value *v)
{
    clmodp_status st = CLMODP_OK;
    uint32_t words[TRIM_WORDS];

    while (v->count > 0) {
        const size_t size = clm_size_min(v->count, TRIM_WORDS), first = v->count - size;
        size_t left;

        TRY(clm_buffer_read(ctx, &v->buffer, first * sizeof *words, words, size * sizeof *words));
        left = clm_host_count(words, size);
        v->count = first + left;
        if (left > 0)
            goto done;
    }
done:
    return st;
}

clmodp_status clm_value_trim(clmodp_context *ctx, clm_value *v)
{
    clmodp_status st = CLMODP_OK;

    if (v->wide != NULL)
        v->count = clm_wide_count(v->wide, v->count);
    else if (v->words != NULL)
        v->count = clm_host_count(v->words, v->count);
    else
        TRY(trim_device(ctx, v));
    if (v->count == 0)
        clm_value_destroy(ctx, v);
done:
    return st;
}

clmodp_status clm_value_to_host(clmodp_context *ctx, clm_value *v)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *words = NULL;

    if (v->count == 0 || v->words != NULL || v->wide != NULL)
        return CLMODP_OK;
    NEW(&ctx->error, words, v->count);
    TRY(clm_buffer_read(ctx, &v->buffer, 0, words, v->count * sizeof *words));
    v->words = words;
    words = NULL;
done:
    free(words);
    return st;
}

clmodp_status clm_value_to_device(clmodp_context *ctx, clm_value *v)
{
    clmodp_status st = CLMODP_OK;

    if (v->count == 0 || v->buffer.mem != NULL)
        return CLMODP_OK;
    TRY(clm_buffer_create(ctx, &v->buffer, v->count, sizeof *v->words));
    TRY(clm_buffer_write(ctx, &v->buffer, 0, v->words, v->count * sizeof *v->words));
done:
    if (st != CLMODP_OK)
        clm_buffer_destroy(ctx, &v->buffer);
    return st;
}

clmodp_status clm_value_copy(clmodp_context *ctx, clm_value *to, clm_value *from, size_t count)
{
    clmodp_status st = CLMODP_OK;

    if (count == 0)
        goto done;
    if (clm_value_words(from) != NULL) {
        TRY(clm_value_on_host(ctx, to, count, from->wide != NULL));
        memcpy(clm_value_words(to), clm_value_words(from), count * clm_value_word_bytes(from));
    } else {
        TRY(clm_value_on_device(ctx, to, count));
        TRY(clm_move_poly(ctx, &to->buffer, 0, (clm_poly){&from->buffer, count}));
    }
    TRY(clm_value_trim(ctx, to));
done:
    return st;
}

clmodp_status clmodp_fpx_create(clmodp_context *context, clmodp_fpx **f, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_fpx *out = NULL;

    if (f != NULL)
        *f = NULL;
    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
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

    if (known == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&known->context->error);
    return clm_fpx_check(&known->context->error, f, a);
}

/* Ends the call with f := *v, unless st is a failure. */
static clmodp_status conclude_call(clmodp_fpx *f, clm_value *v, clmodp_status st)
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
    return conclude_call(f, &v, st);
}

clmodp_status clmodp_fpx_equal(int *equal, const clmodp_fpx *a, const clmodp_fpx *b)
{
    clmodp_status st = CLMODP_OK;

    if (a == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&a->context->error);
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
    return conclude_call(f, &v, st);
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
    return conclude_call(f, &v, st);
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
    return conclude_call(f, &v, st);
}

clmodp_status clmodp_fpx_evaluate(uint64_t *value, const clmodp_fpx *a, uint64_t x)
{
    clmodp_status st = CLMODP_OK;

    if (a == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&a->context->error);
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

    if (f == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&f->context->error);
    REQUIRE(&f->context->error, c != NULL || count == 0);
    TRY(take_words(f, &v, c, count));
done:
    return conclude_call(f, &v, st);
}

clmodp_status clmodp_fpx_upload(clmodp_fpx *f, const uint32_t *c, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;
    clm_value v = {0};

    if (f == NULL)
        return CLMODP_INVALID;
    error = &f->context->error;
    clm_error_clear(error);
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
    return conclude_call(f, &v, st);
}

clmodp_status clmodp_fpx_download_part(const clmodp_fpx *f, uint32_t *c, size_t first,
                                       size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;
    size_t own = 0; /* coefficients available */

    if (f == NULL)
        return CLMODP_INVALID;
    error = &f->context->error;
    clm_error_clear(error);
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

    if (f == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&f->context->error);
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
    return conclude_call(f, &v, st);
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
