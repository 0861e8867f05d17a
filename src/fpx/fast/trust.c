/* Products and quotients of long polynomials that are known in closed form. */
#include "fpx/fast/trust.h"

#include "base/memory.h"
#include "base/size.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/multiply.h"
#include "fpx/fast/newton.h"
#include "fpx/ntt_trust.h"

/* With F = c (1 + x + ... + x^(LONG - 1)) and G = 1 + x + ... + x^(SHORT - 1) the coefficients of
 * F G count pairs, and F G + c divided by G leaves c. F is longer than what the host inverts. */
enum { LONG = 700, SHORT = 50, ALL = LONG + SHORT - 1 };

/* The first has the roots of unity, the second needs three other primes. */
static const u32 primes[] = {2013265921, 2147483629};

typedef struct trial {
    clmodp_context *ctx;
    u32 p, c;
    u32 words[ALL];
    clm_buffer f, g, product, rest;
} trial;

static clmodp_status wrong(const trial *t, const char *what)
{
    return clm_fail(&t->ctx->error, CLMODP_CORRUPT,
                    "the device \"%s\" (driver %s) computes a known %s of long polynomials "
                    "wrongly: " CLM_WRONG_VALUE, t->ctx->device.name, t->ctx->device.driver, what);
}

/* The buffer's first `count` words := v. */
static clmodp_status fill(trial *t, const clm_buffer *buffer, u32 v, size_t count)
{
    return clm_buffer_fill(t->ctx, buffer, v, count);
}

/* Whether the buffer's first `count` words are v. */
static clmodp_status are(trial *t, const clm_buffer *buffer, u32 v, size_t count, const char *what)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_buffer_read(t->ctx, buffer, 0, t->words, count * sizeof *t->words));
    for (size_t k = 0; k < count; k++)
        if (t->words[k] != v)
            TRY(wrong(t, what));
done:
    return st;
}

/* Coefficient k of F G. */
static u32 coefficient(const trial *t, size_t k)
{
    const uint64_t pairs = clm_size_min(clm_size_min(k + 1, SHORT), ALL - k);

    return (u32)(pairs * t->c % t->p);
}

static clmodp_status multiply(trial *t)
{
    clmodp_status st = CLMODP_OK;

    TRY(fill(t, &t->f, t->c, LONG));
    TRY(fill(t, &t->g, 1, SHORT));
    TRY(clm_fast_multiply(t->ctx, &t->product, (clm_poly){&t->f, LONG}, (clm_poly){&t->g, SHORT},
                          t->p));
    TRY(clm_buffer_read(t->ctx, &t->product, 0, t->words, sizeof t->words));
    for (size_t k = 0; k < ALL; k++)
        if (t->words[k] != coefficient(t, k))
            TRY(wrong(t, "product"));
done:
    return st;
}

static clmodp_status divide(trial *t)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < ALL; k++)
        t->words[k] = coefficient(t, k);
    t->words[0] = (u32)((2 * (uint64_t)t->c) % t->p);
    TRY(clm_buffer_write(t->ctx, &t->product, 0, t->words, sizeof t->words));
    TRY(fill(t, &t->g, 1, SHORT));
    TRY(clm_fast_divide(t->ctx, &t->f, &t->rest, (clm_poly){&t->product, ALL},
                        (clm_poly){&t->g, SHORT}, t->p));
    TRY(are(t, &t->f, t->c, LONG, "quotient"));
    TRY(clm_buffer_read(t->ctx, &t->rest, 0, t->words, (SHORT - 1) * sizeof *t->words));
    for (size_t k = 0; k < SHORT - 1; k++)
        if (t->words[k] != (k == 0 ? t->c : 0))
            TRY(wrong(t, "remainder"));
done:
    return st;
}

typedef clmodp_status (*operation)(trial *t);
static const operation of_multiply = multiply, of_divide = divide;

static clmodp_status check(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    trial *t = NULL;

    NEW(&ctx->error, t, 1);
    t->ctx = ctx;
    TRY(clm_buffer_create(ctx, &t->f, LONG, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->g, SHORT, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->product, ALL, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->rest, SHORT, sizeof(u32)));
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++) {
        t->p = primes[k];
        t->c = t->p - 12345;
        TRY((*(const operation *)subject)(t));
    }
done:
    if (t != NULL) {
        clm_buffer_destroy(ctx, &t->rest);
        clm_buffer_destroy(ctx, &t->product);
        clm_buffer_destroy(ctx, &t->g);
        clm_buffer_destroy(ctx, &t->f);
    }
    free(t);
    return st;
}

static const char *const names[] = {"fpx/fast/multiply.cl", "fpx/roots.cl", "fpx/ntt.cl",
                                    "fpx/fast/newton.cl", "fpx/move.cl"};
static const clm_kernel_files multiply_files = {names, 3}, divide_files = {names, 5};
static const clm_trust trust_multiply = {"a known product of long polynomials is right",
                                         &multiply_files, check, &of_multiply, false};
static const clm_trust trust_divide = {"a known quotient of long polynomials is right",
                                       &divide_files, check, &of_divide, false};

static size_t add(const clm_trust **needs, size_t count, const clm_trust *fact)
{
    for (size_t k = 0; k < count; k++)
        if (needs[k] == fact)
            return count;
    needs[count] = fact;
    return count + 1;
}

size_t clm_fast_multiply_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                               size_t n, size_t m, u32 p)
{
    const clm_ntt_plan plan = clm_fast_multiply_plan(ctx, n, m, p);

    count = add(needs, count, &trust_multiply);
    for (size_t pass = 0; pass < plan.passes; pass++)
        count = add(needs, count, &clm_ntt_trust[plan.radix[pass]]);
    return count;
}

size_t clm_fast_divide_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                             size_t n, size_t m, u32 p)
{
    const clm_newton_steps steps = clm_newton_steps_to(n - m + 1);

    count = add(needs, count, &trust_divide);
    count = clm_fast_multiply_needs(ctx, needs, count, n - m + 1, n - m + 1, p);
    count = clm_fast_multiply_needs(ctx, needs, count, n - m + 1, m, p);
    for (size_t k = 0; k + 1 < steps.count; k++) {
        const size_t whole = steps.precision[k], half = steps.precision[k + 1];

        count = clm_fast_multiply_needs(ctx, needs, count, clm_size_min(whole, m), half, p);
        count = clm_fast_multiply_needs(ctx, needs, count, half, whole - half, p);
    }
    return count;
}
