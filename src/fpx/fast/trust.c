/* Products, quotients and cofactors of long polynomials that are known in closed form. */
#include "fpx/fast/trust.h"

#include <string.h>

#include "base/memory.h"
#include "base/size.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/half_gcd.h"
#include "fpx/fast/modulus.h"
#include "fpx/fast/multiply.h"
#include "fpx/fast/spectra.h"
#include "fpx/fast/tree.h"
#include "fpx/fast/tree_trust.h"
#include "fpx/batch/ntt_trust.h"

/* With F = c (1 + x + ... + x^(LONG - 1)) and G = 1 + x + ... + x^(SHORT - 1) the coefficients of
 * F G count pairs, and F G + c divided by G leaves c. F is longer than twice what the host
 * inverts. */
enum { LONG = 1100, SHORT = 50, ALL = LONG + SHORT - 1 };

/* Polynomials of a remainder sequence whose quotients are all x + c, those of Fibonacci:
 * P_(n+1) = (x + c) P_n + P_(n-1) with P_0 = 0, P_1 = 1. They have no common factors, and
 * P_n P_n - P_(n-1) P_(n+1) = (-1)^(n+1). The base case is short for them. */
enum { FIBONACCI = 201, BASE = 24 };

/* The first has the roots of unity, the second needs three other primes. */
static const u32 primes[] = {2013265921, 2147483629};

typedef struct trial {
    clmodp_context *ctx;
    u32 p, c;
    u32 words[ALL];
    clm_buffer f, g, product, rest, left;
} trial;

static clmodp_status wrong(const trial *t, const char *what)
{
    return clm_trust_wrong(t->ctx, what, "long polynomials");
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

/* Whether the buffer's first words are these. */
static clmodp_status are_these(trial *t, const clm_buffer *buffer, const u32 *words, size_t count,
                               const char *what)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_buffer_read(t->ctx, buffer, 0, t->words, count * sizeof *t->words));
    if (memcmp(t->words, words, count * sizeof *words) != 0)
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

static clmodp_status prepare(trial *t)
{
    clmodp_status st = CLMODP_OK;

    TRY(fill(t, &t->f, t->c, LONG));
    TRY(fill(t, &t->g, 1, SHORT));
done:
    return st;
}

static clmodp_status compare(trial *t)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_buffer_read(t->ctx, &t->product, 0, t->words, sizeof t->words));
    for (size_t k = 0; k < ALL; k++)
        if (t->words[k] != coefficient(t, k))
            TRY(wrong(t, "product"));
done:
    return st;
}

static clmodp_status multiply(trial *t)
{
    clmodp_status st = CLMODP_OK;

    TRY(prepare(t));
    TRY(clm_fast_multiply(t->ctx, &t->product, (clm_poly){&t->f, LONG}, (clm_poly){&t->g, SHORT},
                          t->p));
    TRY(compare(t));
done:
    return st;
}

/* The same as if it were a long product. */
static clmodp_status multiply_long(trial *t)
{
    clmodp_status st = CLMODP_OK;
    clm_ring_plan plan = clm_fast_multiply_plan(t->ctx, LONG, SHORT, t->p);
    clm_ring ring = {.p = 0};
    clm_spectra f = {.rows = 0}, g = {.rows = 0};

    plan.whole = false;
    TRY(prepare(t));
    TRY(clm_ring_create(t->ctx, &ring, &plan, t->p));
    TRY(clm_spectra_create(t->ctx, &ring, &f, 1));
    TRY(clm_spectra_create(t->ctx, &ring, &g, 1));
    TRY(clm_spectra_forward(t->ctx, &ring, &f, (clm_run){.words = &t->f, .count = LONG}));
    TRY(clm_spectra_forward(t->ctx, &ring, &g, (clm_run){.words = &t->g, .count = SHORT}));
    TRY(clm_spectra_multiply(t->ctx, &ring, &f, &f, &g, 1));
    TRY(clm_spectra_backward(t->ctx, &ring, (clm_run){.words = &t->product, .count = ALL}, 0, &f));
    TRY(compare(t));
done:
    clm_spectra_destroy(t->ctx, &g);
    clm_spectra_destroy(t->ctx, &f);
    clm_ring_destroy(t->ctx, &ring);
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

/* next := (x + c) now + last, in the place of last; now has `count` coefficients. */
static void advance(const trial *t, u32 *last, const u32 *now, size_t count)
{
    for (size_t k = 0; k <= count; k++) {
        const uint64_t low = k < count ? (uint64_t)now[k] * t->c % t->p : 0;

        last[k] = (u32)((low + (k > 0 ? now[k - 1] : 0) + last[k]) % t->p);
    }
}

/* u = (-1)^n P_(n-1), v = (-1)^(n+1) P_n for a = P_(n+1), b = P_n, n = FIBONACCI; the resultant
 * is 1. */
static clmodp_status gcd(trial *t)
{
    clmodp_status st = CLMODP_OK;
    u32 before[FIBONACCI + 2] = {0}, last[FIBONACCI + 2] = {0}, now[FIBONACCI + 2] = {1};
    u32 resultant = 0;
    clm_fast_gcd_result out = {.g = &t->product, .u = &t->rest, .v = &t->left,
                               .resultant = &resultant};
    u32 *const p[3] = {before, last, now};
    size_t n = 1;

    for (; n <= FIBONACCI; n++) { /* p[0], p[1], p[2] := P_(n-1), P_n, P_(n+1) */
        memcpy(p[0], p[1], sizeof before);
        memcpy(p[1], p[2], sizeof before);
        memcpy(p[2], p[0], sizeof before);
        advance(t, p[2], p[1], n);
    }
    TRY(clm_buffer_write(t->ctx, &t->f, 0, now, (FIBONACCI + 1) * sizeof *now));
    TRY(clm_buffer_write(t->ctx, &t->g, 0, last, FIBONACCI * sizeof *last));
    TRY(clm_fast_gcd(t->ctx, &out, (clm_poly){&t->f, FIBONACCI + 1}, (clm_poly){&t->g, FIBONACCI},
                     t->p, BASE));
    if (out.g_count != 1 || out.u_count != FIBONACCI - 1 || out.v_count != FIBONACCI)
        TRY(wrong(t, "common divisor"));
    if (resultant != 1)
        TRY(wrong(t, "resultant"));
    TRY(are(t, &t->product, 1, 1, "common divisor"));
    TRY(clm_buffer_read(t->ctx, &t->rest, 0, now, out.u_count * sizeof *now));
    for (size_t k = 0; k < out.u_count; k++)
        if (now[k] != (before[k] == 0 ? 0 : t->p - before[k]))
            TRY(wrong(t, "cofactor"));
    TRY(are_these(t, &t->left, last, out.v_count, "cofactor"));
done:
    return st;
}

typedef clmodp_status (*operation)(trial *t);
static const operation of_multiply = multiply, of_long = multiply_long, of_divide = divide,
                       of_gcd = gcd;

static clmodp_status check(clmodp_context *ctx, const void *subject)
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
        clm_buffer_destroy(ctx, &t->left);
        clm_buffer_destroy(ctx, &t->rest);
        clm_buffer_destroy(ctx, &t->product);
        clm_buffer_destroy(ctx, &t->g);
        clm_buffer_destroy(ctx, &t->f);
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
static const char *const long_names[] = {"fpx/fast/spectra.cl", "fpx/batch/roots.cl",
                                         "fpx/batch/ntt.cl"};
static const clm_kernel_files long_files = {long_names, 3};
static const clm_trust trust_long = {"a known product of longer polynomials is right", &long_files,
                                     check, &of_long, false};
static const clm_trust trust_multiply = {"a known product of long polynomials is right",
                                         &multiply_files, check, &of_multiply, false};
static const clm_trust trust_divide = {"a known quotient of long polynomials is right",
                                       &divide_files, check, &of_divide, false};
static const clm_trust trust_gcd = {"a known half-GCD of polynomials is right", &gcd_files, check,
                                    &of_gcd, false};

static size_t add(const clm_trust **needs, size_t count, const clm_trust *fact)
{
    for (size_t k = 0; k < count; k++)
        if (needs[k] == fact)
            return count;
    needs[count] = fact;
    return count + 1;
}

/* What products modulo x^N - 1 rest on. */
static size_t add_ring(const clm_trust **needs, size_t count, const clm_ring_plan *ring)
{
    const clm_ntt_plan plan = clm_ring_passes(ring);

    if (ring->whole)
        return add(needs, count, &trust_multiply);
    count = add(needs, count, &trust_long);
    for (size_t pass = 0; pass < plan.passes; pass++)
        count = add(needs, count, &clm_ntt_trust[plan.radix[pass]]);
    return count;
}

size_t clm_fast_multiply_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                               size_t n, size_t m, u32 p)
{
    const clm_ring_plan plan = clm_fast_multiply_plan(ctx, n, m, p);

    return add_ring(needs, count, &plan);
}

size_t clm_fast_divide_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                             size_t n, size_t m, u32 p)
{
    clm_ring_plan plans[CLM_FAST_DIVIDE_RINGS];
    const size_t rings = clm_fast_divide_rings(ctx, plans, n, m, p);

    count = add(needs, count, &trust_divide);
    for (size_t k = 0; k < rings; k++)
        count = add_ring(needs, count, &plans[k]);
    return count;
}

size_t clm_fast_gcd_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                          size_t n, size_t m, u32 p)
{
    count = add(needs, count, &trust_gcd);
    if (n == m || n / 2 > m)
        count = clm_fast_divide_needs(ctx, needs, count, n, m, p);
    for (size_t k = m; k > CLM_FAST_GCD_LEAST_BASE; k = clm_div_up(k, 2)) {
        count = clm_fast_multiply_needs(ctx, needs, count, k, k / 2 + 1, p);
        count = clm_fast_multiply_needs(ctx, needs, count, k / 2 + 1, k / 2 + 1, p);
    }
    return count;
}

size_t clm_fast_modulus_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                              size_t n, u32 p)
{
    clm_ring_plan plans[CLM_FAST_MODULUS_RINGS];
    const size_t rings = clm_fast_modulus_rings(ctx, plans, n, p);

    count = add(needs, count, &trust_divide);
    for (size_t k = 0; k < rings; k++)
        count = add_ring(needs, count, &plans[k]);
    return count;
}

size_t clm_tree_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count, size_t n,
                      size_t m, u32 p)
{
    clm_ring_plan plans[CLM_TREE_RINGS];
    const size_t rings = clm_tree_rings(ctx, plans, n, m, p);

    count = add(needs, count, &clm_tree_trust);
    count = add(needs, count, &trust_divide);
    for (size_t k = 0; k < rings; k++)
        count = add_ring(needs, count, &plans[k]);
    return count;
}
