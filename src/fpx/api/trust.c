/* Products, quotients, greatest common divisors and resultants that are known in closed form. */
#include "fpx/api/trust.h"

#include "arith/field.h"
#include "base/size.h"
#include "fpx/schoolbook/divide.h"
#include "fpx/schoolbook/gcd.h"
#include "fpx/schoolbook/multiply.h"
#include "fpx/api/choice.h"

/* With F = 1 + x + ... + x^(LONG - 1) and G = 1 + x + ... + x^(SHORT - 1) the coefficients of F G
 * count pairs, F G + 1 divided by G leaves 1, and G divides F if and only if SHORT divides LONG.
 * With COPRIME coefficients, none of whose divisors divides LONG, the resultant is 1 [Apostol
 * 1970]. Times FACTOR, so that products are not small. */
enum { LONG = 150, SHORT = 50, COPRIME = 49, ALL = LONG + SHORT - 1, MOST = ALL + 1 };
#define PRIME 2147483629u
#define FACTOR 1987654321u

typedef struct trial {
    clmodp_context *ctx;
    fp_field field;
    clm_buffer a, b, out;
} trial;

static u32 times(uint64_t a, uint64_t b)
{
    return (u32)(a * b % PRIME);
}

/* Coefficient k of F G. */
static u32 pairs(size_t k)
{
    return (u32)clm_size_min(clm_size_min(k + 1, SHORT), ALL - k);
}

/* A shape that cuts the trial in many parts. */
static clm_plain_shape small(clm_plain_shape usual)
{
    return (clm_plain_shape){.s = 7, .group = usual.group, .span = 1};
}

static clmodp_status wrong(const trial *t, const char *what)
{
    return clm_trust_wrong(t->ctx, what, "polynomials");
}

static clmodp_status load(trial *t, const clm_buffer *to, const u32 *words, size_t count)
{
    return clm_buffer_write(t->ctx, to, 0, words, count * sizeof *words);
}

static clmodp_status multiply(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load(t, &t->a, words, LONG));
    TRY(load(t, &t->b, words, SHORT));
    TRY(clm_plain_multiply(t->ctx, &t->out, (clm_poly){&t->a, LONG}, (clm_poly){&t->b, SHORT},
                           t->field, small(clm_multiply_shape(t->ctx, SHORT, 1))));
    TRY(clm_buffer_read(t->ctx, &t->out, 0, words, ALL * sizeof *words));
    for (size_t k = 0; k < ALL; k++)
        if (words[k] != times(times(FACTOR, FACTOR), pairs(k)))
            TRY(wrong(t, "product"));
done:
    return st;
}

static clmodp_status divide(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    u32 divisor[SHORT];

    for (size_t k = 0; k < ALL; k++)
        words[k] = times(FACTOR, pairs(k) + (k == 0));
    for (size_t k = 0; k < SHORT; k++)
        divisor[k] = 1;
    TRY(load(t, &t->a, words, ALL));
    TRY(load(t, &t->b, divisor, SHORT));
    TRY(clm_plain_divide(t->ctx, &t->out, (clm_poly){&t->a, ALL}, (clm_poly){&t->b, SHORT},
                         t->field, small(clm_divide_shape(t->ctx, SHORT, 1))));
    TRY(clm_buffer_read(t->ctx, &t->out, 0, words, LONG * sizeof *words));
    for (size_t k = 0; k < LONG; k++)
        if (words[k] != FACTOR)
            TRY(wrong(t, "quotient"));
    TRY(clm_buffer_read(t->ctx, &t->a, 0, words, (SHORT - 1) * sizeof *words));
    for (size_t k = 0; k < SHORT - 1; k++)
        if (words[k] != (k == 0 ? FACTOR : 0))
            TRY(wrong(t, "remainder"));
done:
    return st;
}

/* gcd(F, G + x^SHORT F) = gcd(F, G) = G, after a first step that takes degrees down by much. */
static clmodp_status gcd(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    size_t count;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load(t, &t->a, words, LONG));
    for (size_t k = 0; k < MOST; k++)
        words[k] = k < SHORT ? 1 : FACTOR;
    TRY(load(t, &t->b, words, MOST));
    TRY(clm_plain_gcd(t->ctx, &t->out, &count, (clm_poly){&t->a, LONG}, (clm_poly){&t->b, MOST},
                      t->field, small(clm_gcd_shape(t->ctx, MOST, 1)), NULL));
    if (count != SHORT)
        TRY(wrong(t, "greatest common divisor"));
    TRY(clm_buffer_read(t->ctx, &t->out, 0, words, SHORT * sizeof *words));
    for (size_t k = 0; k < SHORT; k++)
        if (words[k] != 1)
            TRY(wrong(t, "greatest common divisor"));
done:
    return st;
}

/* R(c F, G) = c^deg G. */
static clmodp_status resultant(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    clm_gcd_trace trace = {0};
    size_t count;
    u32 found, expected = 1;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load(t, &t->a, words, LONG));
    for (size_t k = 0; k < COPRIME; k++)
        words[k] = 1;
    TRY(load(t, &t->b, words, COPRIME));
    TRY(clm_gcd_trace_create(t->ctx, &trace, LONG - 1));
    TRY(clm_plain_gcd(t->ctx, &t->out, &count, (clm_poly){&t->a, LONG}, (clm_poly){&t->b, COPRIME},
                      t->field, small(clm_gcd_shape(t->ctx, LONG, 1)), &trace));
    TRY(clm_gcd_trace_resultant(t->ctx, &trace, &found, LONG - 1, COPRIME - 1, t->field));
    for (size_t k = 0; k < COPRIME - 1; k++)
        expected = times(expected, FACTOR);
    if (found != expected)
        TRY(wrong(t, "resultant"));
done:
    clm_gcd_trace_destroy(t->ctx, &trace);
    return st;
}

static clmodp_status (*const trials[])(trial *t, u32 *words) = {
    [CLM_FPX_MULTIPLY] = multiply, [CLM_FPX_DIVIDE] = divide, [CLM_FPX_GCD] = gcd,
    [CLM_FPX_RESULTANT] = resultant};

static clmodp_status check(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    trial t = {.ctx = ctx, .field = clm_field(PRIME)};
    u32 words[MOST];

    TRY(clm_buffer_create(ctx, &t.a, MOST, sizeof *words));
    TRY(clm_buffer_create(ctx, &t.b, MOST, sizeof *words));
    TRY(clm_buffer_create(ctx, &t.out, MOST, sizeof *words));
    TRY(trials[*(const clm_fpx_operation *)subject](&t, words));
done:
    clm_buffer_destroy(ctx, &t.out);
    clm_buffer_destroy(ctx, &t.b);
    clm_buffer_destroy(ctx, &t.a);
    return st;
}

static const clm_fpx_operation operations[] = {CLM_FPX_MULTIPLY, CLM_FPX_DIVIDE, CLM_FPX_GCD,
                                               CLM_FPX_RESULTANT};
static const char *const names[] = {"fpx/schoolbook/multiply.cl", "fpx/schoolbook/divide.cl",
                                    "fpx/schoolbook/gcd.cl"};
static const char *const scale[] = {"fpx/schoolbook/divide.cl", "fpx/schoolbook/scale.cl",
                                    "fpx/batch/move.cl"};
static const char *const sweeps[] = {"fpx/schoolbook/gcd.cl", "fpx/schoolbook/scale.cl",
                                     "fpx/batch/move.cl"};
static const clm_kernel_files multiply_files = {names, 1}, divide_files = {scale, 3},
                              gcd_files = {sweeps, 3};

static const clm_trust trust_multiply = {"a known product of polynomials is right",
                                         &multiply_files, check, &operations[0], false};
static const clm_trust trust_divide = {"a known quotient of polynomials is right", &divide_files,
                                       check, &operations[1], false};
static const clm_trust trust_gcd = {"a known gcd of polynomials is right", &gcd_files, check,
                                    &operations[2], false};
static const clm_trust trust_resultant = {"a known resultant of polynomials is right", &gcd_files,
                                          check, &operations[3], false};

const clm_trust *const clm_fpx_trusts[] = {
    [CLM_FPX_MULTIPLY] = &trust_multiply,
    [CLM_FPX_DIVIDE] = &trust_divide,
    [CLM_FPX_GCD] = &trust_gcd,
    [CLM_FPX_RESULTANT] = &trust_resultant,
};
