/* Self-tests of schoolbook arithmetic, by known closed forms. */
#include "fpx/schoolbook/schoolbook.h"

#include <string.h>

#include "arith/prime.h"
#include "core/size.h"

/* With F = 1 + x + ... + x^(LONG - 1) and G = 1 + x + ... + x^(SHORT - 1) the coefficients of F G
 * count pairs, F G + 1 divided by G leaves 1, and G divides F if and only if SHORT divides LONG.
 * With COPRIME coefficients, prime to LONG, the resultant is 1 [Apostol 1970]. FACTOR makes
 * products large. */
enum { LONG = 150, SHORT = 50, COPRIME = 49, ALL = LONG + SHORT - 1, MOST = ALL + 1 };
#define PRIME 2147483629u
#define FACTOR 1987654321u

typedef struct trial {
    clmodp_context *ctx;
    fp_field field;
    clm_buffer a, b, out;
} trial;

static u32 times_modulo(uint64_t a, uint64_t b)
{
    return (u32)(a * b % PRIME);
}

/* Coefficient k of F G. */
static u32 pair_count(size_t k)
{
    return (u32)clm_size_min(clm_size_min(k + 1, SHORT), ALL - k);
}

/* A shape that divides the test into many parts. */
static clm_schoolbook_shape small_shape(clm_schoolbook_shape usual)
{
    return (clm_schoolbook_shape){.s = 7, .group = usual.group, .span = 1};
}

#define SUBJECT "polynomials"

static clmodp_status load_words(trial *t, const clm_buffer *to, const u32 *words, size_t count)
{
    return clm_buffer_write(t->ctx, to, 0, words, count * sizeof *words);
}

static clmodp_status check_product(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load_words(t, &t->a, words, LONG));
    TRY(load_words(t, &t->b, words, SHORT));
    TRY(clm_schoolbook_multiply(t->ctx, &t->out, (clm_poly){&t->a, LONG}, (clm_poly){&t->b, SHORT},
                                t->field, small_shape(clm_multiply_shape(t->ctx, SHORT, 1))));
    for (size_t k = 0; k < ALL; k++)
        words[k] = times_modulo(times_modulo(FACTOR, FACTOR), pair_count(k));
    TRY(clm_self_test_compare(t->ctx, &t->out, words, ALL, "product", SUBJECT));
done:
    return st;
}

static clmodp_status check_quotient(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    u32 divisor[SHORT];

    for (size_t k = 0; k < ALL; k++)
        words[k] = times_modulo(FACTOR, pair_count(k) + (k == 0));
    for (size_t k = 0; k < SHORT; k++)
        divisor[k] = 1;
    TRY(load_words(t, &t->a, words, ALL));
    TRY(load_words(t, &t->b, divisor, SHORT));
    TRY(clm_schoolbook_divide(t->ctx, &t->out, (clm_poly){&t->a, ALL}, (clm_poly){&t->b, SHORT},
                              t->field, small_shape(clm_divide_shape(t->ctx, SHORT, 1))));
    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(clm_self_test_compare(t->ctx, &t->out, words, LONG, "quotient", SUBJECT));
    memset(words + 1, 0, (SHORT - 2) * sizeof *words);
    TRY(clm_self_test_compare(t->ctx, &t->a, words, SHORT - 1, "remainder", SUBJECT));
done:
    return st;
}

/* gcd(F, G + x^SHORT F) = gcd(F, G) = G, after a first step with a great drop of degrees. */
static clmodp_status check_gcd(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    size_t count;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load_words(t, &t->a, words, LONG));
    for (size_t k = 0; k < MOST; k++)
        words[k] = k < SHORT ? 1 : FACTOR;
    TRY(load_words(t, &t->b, words, MOST));
    TRY(clm_schoolbook_gcd(t->ctx, &t->out, &count, (clm_poly){&t->a, LONG},
                           (clm_poly){&t->b, MOST}, t->field,
                           small_shape(clm_gcd_shape(t->ctx, MOST, 1)), NULL));
    if (count != SHORT)
        TRY(clm_self_test_fail(t->ctx, "greatest common divisor", SUBJECT));
    TRY(clm_self_test_compare(t->ctx, &t->out, words, SHORT, "greatest common divisor", SUBJECT));
done:
    return st;
}

/* R(c F, G) = c^deg G. */
static clmodp_status check_resultant(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    clm_gcd_trace trace = {0};
    size_t count;
    u32 found, expected = 1;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load_words(t, &t->a, words, LONG));
    for (size_t k = 0; k < COPRIME; k++)
        words[k] = 1;
    TRY(load_words(t, &t->b, words, COPRIME));
    TRY(clm_gcd_trace_create(t->ctx, &trace, LONG - 1));
    TRY(clm_schoolbook_gcd(t->ctx, &t->out, &count, (clm_poly){&t->a, LONG},
                           (clm_poly){&t->b, COPRIME}, t->field,
                           small_shape(clm_gcd_shape(t->ctx, LONG, 1)), &trace));
    TRY(clm_gcd_trace_resultant(t->ctx, &trace, &found, LONG - 1, COPRIME - 1, t->field));
    for (size_t k = 0; k < COPRIME - 1; k++)
        expected = times_modulo(expected, FACTOR);
    if (found != expected)
        TRY(clm_self_test_fail(t->ctx, "resultant", SUBJECT));
done:
    clm_gcd_trace_destroy(t->ctx, &trace);
    return st;
}

typedef clmodp_status (*trial_check)(trial *t, u32 *words);
static const trial_check of_multiply = check_product, of_divide = check_quotient,
                         of_gcd = check_gcd, of_resultant = check_resultant;

static clmodp_status check_operation(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    trial t = {.ctx = ctx, .field = clm_field(PRIME)};
    u32 words[MOST];

    TRY(clm_buffer_create(ctx, &t.a, MOST, sizeof *words));
    TRY(clm_buffer_create(ctx, &t.b, MOST, sizeof *words));
    TRY(clm_buffer_create(ctx, &t.out, MOST, sizeof *words));
    TRY((*(const trial_check *)subject)(&t, words));
done:
    clm_buffers_destroy(ctx, &t.out, &t.b, &t.a);
    return st;
}

static const clm_kernel_files
    multiply_files = CLM_KERNEL_FILES("fpx/schoolbook/multiply.cl"),
    divide_files = CLM_KERNEL_FILES("fpx/schoolbook/divide.cl", "fpx/schoolbook/scale.cl",
                                    "fpx/batch/move.cl"),
    gcd_files = CLM_KERNEL_FILES("fpx/schoolbook/gcd.cl", "fpx/schoolbook/scale.cl",
                                 "fpx/batch/move.cl");

#define SELF_TEST(result, files, check) \
    {"a known " result " of polynomials is correct", &files, check_operation, &check, false}

const clm_self_test clm_schoolbook_multiply_self_test =
    SELF_TEST("product", multiply_files, of_multiply);
const clm_self_test clm_schoolbook_divide_self_test =
    SELF_TEST("quotient", divide_files, of_divide);
const clm_self_test clm_schoolbook_gcd_self_test = SELF_TEST("gcd", gcd_files, of_gcd);
const clm_self_test clm_schoolbook_resultant_self_test =
    SELF_TEST("resultant", gcd_files, of_resultant);
