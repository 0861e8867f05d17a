/* Self-tests by products, quotients and cofactors of long polynomials with known closed forms. */
#include "fpx/fast/self_test.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/batch/ntt.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/spectra.h"
#include "fpx/fast/tree.h"

/* The value of c (1 + x + ... + x^(POINTS - 1)) at z = 2, 3, ... is c (z^POINTS - 1) / (z - 1).
 * The tree has two levels above the leaves. */
enum { POINTS = 250 };

/* The first has the roots of unity, the second needs three other primes. */
static const u32 tree_primes[] = {2013265921, 2147483629};

typedef struct tree_trial {
    clmodp_context *ctx;
    clm_modulus m;
    u32 c, points[POINTS], values[POINTS];
    clm_tree tree;
    clm_buffer a, out;
} tree_trial;

#define MANY_POINTS "a polynomial with many points"

static void prepare_points(tree_trial *t, u32 p)
{
    t->m = clm_modulus_of(p);
    t->c = p - 12345;
    for (u32 k = 0; k < POINTS; k++) {
        const u32 z = k + 2, power = clm_modulus_power(z, POINTS, &t->m);
        const u32 sum = clm_modulus_mul(clm_modulus_sub(power, 1, &t->m),
                                        clm_modulus_inverse(z - 1, &t->m), &t->m);

        t->points[k] = z;
        t->values[k] = clm_modulus_mul(t->c, sum, &t->m);
    }
}

static clmodp_status check_values(tree_trial *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = t->ctx;

    TRY(clm_tree_create(ctx, &t->tree, t->points, POINTS, t->m.p));
    TRY(clm_buffer_create(ctx, &t->a, POINTS, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->out, t->tree.plan.points, sizeof(u32)));
    TRY(clm_buffer_fill(ctx, &t->a, t->c, POINTS));
    TRY(clm_tree_evaluate(&t->tree, &t->out, (clm_poly){&t->a, POINTS}));
    TRY(clm_self_test_compare(ctx, &t->out, t->values, POINTS, "value", MANY_POINTS));
done:
    clm_buffers_destroy(ctx, &t->out, &t->a);
    clm_tree_destroy(&t->tree);
    return st;
}

static clmodp_status check_interpolation(tree_trial *t)
{
    clmodp_status st = CLMODP_OK;
    size_t twice;

    TRY(clm_fast_interpolate(t->ctx, &t->out, &twice, t->points, t->values, POINTS, &t->m));
    if (twice < POINTS)
        TRY(clm_self_test_fail(t->ctx, "slope", MANY_POINTS));
    for (size_t k = 0; k < POINTS; k++)
        t->values[k] = t->c;
    TRY(clm_self_test_compare(t->ctx, &t->out, t->values, POINTS, "coefficient", MANY_POINTS));
done:
    clm_buffer_destroy(t->ctx, &t->out);
    return st;
}

static clmodp_status check_tree(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    tree_trial t = {.ctx = ctx};

    (void)subject;
    for (size_t k = 0; k < sizeof tree_primes / sizeof *tree_primes; k++) {
        prepare_points(&t, tree_primes[k]);
        TRY(check_values(&t));
        TRY(check_interpolation(&t));
    }
done:
    return st;
}

static const clm_kernel_files tree_files =
    CLM_KERNEL_FILES("fpx/fast/tree.cl", "fpx/fast/spectra.cl", "fpx/batch/roots.cl",
                     "fpx/fast/spectra_whole.cl", "fpx/fast/newton.cl", "fpx/batch/move.cl");
static const clm_self_test self_test_tree = {"known values of a polynomial are correct",
                                             &tree_files, check_tree, NULL, false};

/* With F = c (1 + x + ... + x^(LONG - 1)) and G = 1 + x + ... + x^(SHORT - 1) the coefficients of
 * F G count pairs, and F G + c divided by G leaves c. F is longer than twice the host's part of
 * the inversion. */
enum { LONG = 1100, SHORT = 50, ALL = LONG + SHORT - 1 };

/* Polynomials of a remainder sequence with all quotients x + c, the Fibonacci polynomials: P_(n+1)
 * = (x + c) P_n + P_(n-1) with P_0 = 0, P_1 = 1. They are coprime, and P_n P_n - P_(n-1) P_(n+1) =
 * (-1)^(n+1). The base case is short for them. */
enum { FIBONACCI = 201, BASE = 24 };

static const u32 primes[] = {2013265921, 2147483629};

typedef struct trial {
    clmodp_context *ctx;
    u32 p, c;
    u32 words[ALL];
    clm_buffer f, g, product, rest, left;
} trial;

static clmodp_status long_wrong(const trial *t, const char *result)
{
    return clm_self_test_fail(t->ctx, result, "long polynomials");
}

static clmodp_status compare_words(const trial *t, const clm_buffer *buffer, const u32 *expected,
                                   size_t count, const char *result)
{
    return clm_self_test_compare(t->ctx, buffer, expected, count, result, "long polynomials");
}

static u32 known_coefficient(const trial *t, size_t k)
{
    const uint64_t pairs = clm_size_min(clm_size_min(k + 1, SHORT), ALL - k);

    return (u32)(pairs * t->c % t->p);
}

static clmodp_status prepare_operands(trial *t)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_buffer_fill(t->ctx, &t->f, t->c, LONG));
    TRY(clm_buffer_fill(t->ctx, &t->g, 1, SHORT));
done:
    return st;
}

static clmodp_status compare_product(trial *t)
{
    for (size_t k = 0; k < ALL; k++)
        t->words[k] = known_coefficient(t, k);
    return compare_words(t, &t->product, t->words, ALL, "product");
}

static clmodp_status check_product(trial *t)
{
    clmodp_status st = CLMODP_OK;

    TRY(prepare_operands(t));
    TRY(clm_fast_multiply(t->ctx, &t->product, (clm_poly){&t->f, LONG}, (clm_poly){&t->g, SHORT},
                          t->p));
    TRY(compare_product(t));
done:
    return st;
}

/* Checks the same product with the passes of a longer one. */
static clmodp_status check_long_product(trial *t)
{
    clmodp_status st = CLMODP_OK;
    clm_ring_plan plan = clm_fast_multiply_plan(t->ctx, LONG, SHORT, t->p);
    clm_ring ring = {.p = 0};
    clm_spectra f = {.rows = 0}, g = {.rows = 0};

    plan.whole = false;
    TRY(prepare_operands(t));
    TRY(clm_ring_create(t->ctx, &ring, &plan, t->p));
    TRY(clm_spectra_create(t->ctx, &ring, &f, 1));
    TRY(clm_spectra_create(t->ctx, &ring, &g, 1));
    TRY(clm_spectra_forward(t->ctx, &ring, &f, (clm_poly_rows){.words = &t->f, .count = LONG}));
    TRY(clm_spectra_forward(t->ctx, &ring, &g, (clm_poly_rows){.words = &t->g, .count = SHORT}));
    TRY(clm_spectra_multiply(t->ctx, &ring, &f, &f, &g));
    TRY(clm_spectra_backward(t->ctx, &ring, (clm_poly_rows){.words = &t->product, .count = ALL}, 0,
                             &f));
    TRY(compare_product(t));
done:
    clm_spectra_destroy(t->ctx, &g);
    clm_spectra_destroy(t->ctx, &f);
    clm_ring_destroy(t->ctx, &ring);
    return st;
}

static clmodp_status check_quotient(trial *t)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < ALL; k++)
        t->words[k] = known_coefficient(t, k);
    t->words[0] = (u32)((2 * (uint64_t)t->c) % t->p);
    TRY(clm_buffer_write(t->ctx, &t->product, 0, t->words, sizeof t->words));
    TRY(clm_buffer_fill(t->ctx, &t->g, 1, SHORT));
    TRY(clm_fast_divide(t->ctx, &t->f, &t->rest, (clm_poly){&t->product, ALL},
                        (clm_poly){&t->g, SHORT}, t->p));
    for (size_t k = 0; k < LONG; k++)
        t->words[k] = t->c;
    TRY(compare_words(t, &t->f, t->words, LONG, "quotient"));
    memset(t->words + 1, 0, (SHORT - 2) * sizeof *t->words);
    TRY(compare_words(t, &t->rest, t->words, SHORT - 1, "remainder"));
done:
    return st;
}

/* next := (x + c) now + last, stored in `last`; now has `count` coefficients. */
static void next_fibonacci(const trial *t, u32 *last, const u32 *now, size_t count)
{
    for (size_t k = 0; k <= count; k++) {
        const uint64_t low = k < count ? (uint64_t)now[k] * t->c % t->p : 0;

        last[k] = (u32)((low + (k > 0 ? now[k - 1] : 0) + last[k]) % t->p);
    }
}

/* u = (-1)^n P_(n-1), v = (-1)^(n+1) P_n for a = P_(n+1), b = P_n, n = FIBONACCI; the resultant
 * is 1. */
static clmodp_status check_half_gcd(trial *t)
{
    clmodp_status st = CLMODP_OK;
    u32 before[FIBONACCI + 2] = {0}, last[FIBONACCI + 2] = {0}, now[FIBONACCI + 2] = {1};
    const u32 one = 1;
    u32 resultant = 0;
    clm_fast_gcd_result out = {.g = &t->product, .u = &t->rest, .v = &t->left,
                               .resultant = &resultant};
    u32 *const p[3] = {before, last, now};
    size_t n = 1;

    for (; n <= FIBONACCI; n++) { /* p[0], p[1], p[2] := P_(n-1), P_n, P_(n+1) */
        memcpy(p[0], p[1], sizeof before);
        memcpy(p[1], p[2], sizeof before);
        memcpy(p[2], p[0], sizeof before);
        next_fibonacci(t, p[2], p[1], n);
    }
    TRY(clm_buffer_write(t->ctx, &t->f, 0, now, (FIBONACCI + 1) * sizeof *now));
    TRY(clm_buffer_write(t->ctx, &t->g, 0, last, FIBONACCI * sizeof *last));
    TRY(clm_fast_gcd(t->ctx, &out, (clm_poly){&t->f, FIBONACCI + 1}, (clm_poly){&t->g, FIBONACCI},
                     t->p, BASE));
    if (out.g_count != 1 || out.u_count != FIBONACCI - 1 || out.v_count != FIBONACCI)
        TRY(long_wrong(t, "common divisor"));
    if (resultant != 1)
        TRY(long_wrong(t, "resultant"));
    TRY(compare_words(t, &t->product, &one, 1, "common divisor"));
    for (size_t k = 0; k < out.u_count; k++)
        now[k] = before[k] == 0 ? 0 : t->p - before[k];
    TRY(compare_words(t, &t->rest, now, out.u_count, "cofactor"));
    TRY(compare_words(t, &t->left, last, out.v_count, "cofactor"));
done:
    return st;
}

typedef clmodp_status (*operation)(trial *t);
static const operation of_multiply = check_product, of_long = check_long_product,
                       of_divide = check_quotient, of_gcd = check_half_gcd;

static clmodp_status check_operation(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    trial *t = NULL;

    NEW(&ctx->error, t, 1);
    t->ctx = ctx;
    TRY(clm_buffer_create(ctx, &t->f, LONG, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->g, FIBONACCI, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->product, ALL, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->rest, FIBONACCI, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->left, FIBONACCI + 1, sizeof(u32)));
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++) {
        t->p = primes[k];
        t->c = t->p - 12345;
        TRY((*(const operation *)subject)(t));
    }
done:
    if (t != NULL) {
        clm_buffers_destroy(ctx, &t->left, &t->rest, &t->product, &t->g, &t->f);
    }
    free(t);
    return st;
}

static const char *const names[] = {"fpx/fast/spectra.cl", "fpx/batch/roots.cl",
                                    "fpx/fast/spectra_whole.cl",
                                    "fpx/fast/newton.cl", "fpx/batch/move.cl",
                                    "fpx/fast/half_gcd.cl", "fpx/schoolbook/scale.cl"};
static const clm_kernel_files multiply_files = {names, 3}, divide_files = {names, 5},
                              gcd_files = {names, 7};
static const clm_kernel_files long_files =
    CLM_KERNEL_FILES("fpx/fast/spectra.cl", "fpx/batch/roots.cl", "fpx/batch/ntt.cl");
static const clm_self_test self_test_long = {"a known product of longer polynomials is correct",
                                     &long_files, check_operation, &of_long, false};
static const clm_self_test self_test_multiply = {"a known product of long polynomials is correct",
                                         &multiply_files, check_operation, &of_multiply,
                                         false};
static const clm_self_test self_test_divide = {"a known quotient of long polynomials is correct",
                                       &divide_files, check_operation, &of_divide, false};
static const clm_self_test self_test_gcd = {"a known half-GCD of polynomials is correct",
                                            &gcd_files, check_operation, &of_gcd, false};

static size_t add_need(const clm_self_test **needs, size_t count, const clm_self_test *test)
{
    for (size_t k = 0; k < count; k++)
        if (needs[k] == test)
            return count;
    needs[count] = test;
    return count + 1;
}

/* Adds the self-tests required for products modulo x^N - 1. */
static size_t add_ring_needs(const clm_self_test **needs, size_t count, const clm_ring_plan *ring)
{
    const clm_ntt_plan plan = clm_ring_passes(ring);

    if (ring->whole)
        return add_need(needs, count, &self_test_multiply);
    count = add_need(needs, count, &self_test_long);
    for (size_t pass = 0; pass < plan.passes; pass++)
        count = add_need(needs, count, &clm_ntt_self_tests[plan.radix[pass]]);
    return count;
}

/* Adds the self-tests required for divisions with products in these rings. */
static size_t add_divide_needs(const clm_self_test **needs, size_t count,
                               const clm_ring_plan *plans, size_t rings)
{
    count = add_need(needs, count, &self_test_divide);
    for (size_t k = 0; k < rings; k++)
        count = add_ring_needs(needs, count, &plans[k]);
    return count;
}

size_t clm_fast_multiply_needs(const clmodp_context *ctx, const clm_self_test **needs,
                               size_t count, size_t n, size_t m, u32 p)
{
    const clm_ring_plan plan = clm_fast_multiply_plan(ctx, n, m, p);

    return add_ring_needs(needs, count, &plan);
}

size_t clm_fast_divide_needs(const clmodp_context *ctx, const clm_self_test **needs, size_t count,
                             size_t n, size_t m, u32 p)
{
    clm_ring_plan plans[CLM_FAST_DIVIDE_RINGS];
    const size_t rings = clm_fast_divide_rings(ctx, plans, n, m, p);

    return add_divide_needs(needs, count, plans, rings);
}

size_t clm_fast_gcd_needs(const clmodp_context *ctx, const clm_self_test **needs, size_t count,
                          size_t n, size_t m, u32 p)
{
    count = add_need(needs, count, &self_test_gcd);
    if (n == m || n / 2 > m)
        count = clm_fast_divide_needs(ctx, needs, count, n, m, p);
    for (size_t k = m; k > CLM_FAST_GCD_LEAST_BASE; k = clm_div_up(k, 2)) {
        count = clm_fast_multiply_needs(ctx, needs, count, k, k / 2 + 1, p);
        count = clm_fast_multiply_needs(ctx, needs, count, k / 2 + 1, k / 2 + 1, p);
    }
    return count;
}

size_t clm_fast_modulus_needs(const clmodp_context *ctx, const clm_self_test **needs, size_t count,
                              size_t n, u32 p)
{
    clm_ring_plan plans[CLM_FAST_MODULUS_RINGS];
    const size_t rings = clm_fast_modulus_rings(ctx, plans, n, p);

    return add_divide_needs(needs, count, plans, rings);
}

size_t clm_tree_needs(const clmodp_context *ctx, const clm_self_test **needs, size_t count,
                      size_t n, size_t m, u32 p)
{
    clm_ring_plan plans[CLM_TREE_RINGS];
    const size_t rings = clm_tree_rings(ctx, plans, n, m, p);

    count = add_need(needs, count, &self_test_tree);
    return add_divide_needs(needs, count, plans, rings);
}
