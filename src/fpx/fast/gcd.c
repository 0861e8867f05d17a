/* Euclid's algorithm by half-GCDs, each of which halves the degrees. */
#include "fpx/fast/gcd.h"

#include <limits.h>
#include <math.h>

#include "core/memory.h"
#include "core/size.h"
#include "opencl/context.h"
#include "fpx/batch/move.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/half_gcd.h"
#include "fpx/schoolbook/schoolbook.h"

/* The greatest base on a CPU; used as long as no device is open. */
#define MOST_BASE ((size_t)512)

/* The cost of a base case. All other compute units wait for it; the host does not, since it
 * assumes the degree of the result. */
static clm_amounts half_gcd_base_cost(const clmodp_context *ctx, double degree)
{
    const double units = clm_device_units(ctx);

    return (clm_amounts){.of = {[CLM_OP_HALF_GCD_STEP] = degree * units,
                                [CLM_OP_HALF_GCD_PAIR] = degree * degree * units,
                                [CLM_OP_LAUNCH] = 1.0}};
}

/* The time of transforms and products of matrices relative to single ones: a launch has several,
 * and two products use each loaded value (clmodp tune half-gcd). */
#define TOGETHER 0.6

/* The rings to apply and to multiply matrices of degree k / 2. */
typedef struct matrix_rings {
    clm_ring_plan apply, multiply;
} matrix_rings;

static matrix_rings rings_for(const clmodp_context *ctx, size_t k, u32 p)
{
    return (matrix_rings){clm_ring_plan_for(ctx, k + k / 2 + 1, (double)k, p),
                          clm_ring_plan_for(ctx, k + 1, (double)k, p)};
}

/* The cost of an application and a product, of `rows` rows. */
static clm_amounts matrix_product_cost(const clmodp_context *ctx, const matrix_rings *of,
                                       double rows)
{
    const clm_amounts applied = clm_ring_cost(ctx, &of->apply, 6.0, 4.0, 2.0);
    const clm_amounts multiplied =
        clm_ring_cost(ctx, &of->multiply, 4.0 + 2.0 * rows, 4.0 * rows, 2.0 * rows);
    clm_amounts all = {.of = {0}};

    clm_amounts_add(&all, &applied, TOGETHER);
    clm_amounts_add(&all, &multiplied, rows > 0.0 ? TOGETHER : 0.0);
    all.of[CLM_OP_LAUNCH] = /* several polynomials per launch */
        clm_ring_launches(&of->apply, 2.0) + clm_ring_launches(&of->multiply, 2.0) + 2.0;
    return all;
}

/* A gcd to predict. Step d has a half-GCD in degree m / 2^d. */
typedef struct gcd_query {
    const clmodp_context *ctx;
    size_t n, m;
    u32 p;
    double rows; /* of products for cofactors */
    matrix_rings rings[sizeof(size_t) * CHAR_BIT];
    size_t known; /* rings so far */
} gcd_query;

/* The cost with base cases of degree `base` at most. `half` is the cost of a step's half-GCD, from
 * the last step on: twice the degree takes two and a product. */
static clm_amounts gcd_cost_with(gcd_query *q, size_t base)
{
    const clmodp_context *ctx = q->ctx;
    clm_amounts all = {.of = {0}}, half, one;
    size_t d = 0;

    if (q->n == q->m || q->n / 2 > q->m)
        all = clm_fast_divide_cost(ctx, q->n, q->m, q->p);
    while (q->m >> d > base)
        d++;
    for (; q->known <= d; q->known++)
        q->rings[q->known] = rings_for(ctx, q->m >> q->known, q->p);
    half = half_gcd_base_cost(ctx, (double)(q->m >> d));
    for (;; d--) {
        one = matrix_product_cost(ctx, &q->rings[d], q->rows);
        one.of[CLM_OP_LAUNCH] += 1.0;
        one.of[CLM_OP_WAIT] += 1.0;
        clm_amounts_add(&one, &half, 1.0);
        clm_amounts_add(&all, &one, 1.0);
        if (d == 0)
            return all;
        if (q->m >> d > base) {
            one = matrix_product_cost(ctx, &q->rings[d], 2.0);
            clm_amounts_add(&one, &half, 2.0);
            half = one;
        }
    }
}

/* Tries shorter base cases until they take longer. */
static size_t cheapest_base(gcd_query *q)
{
    const clmodp_context *ctx = q->ctx;
    const size_t most = ctx->queue != NULL ? clm_half_gcd_most_base(ctx) : MOST_BASE;
    size_t best = CLM_FAST_GCD_LEAST_BASE;
    double least = INFINITY;

    while (best < q->m && 2 * best <= most)
        best *= 2;
    for (size_t base = best; base >= CLM_FAST_GCD_LEAST_BASE; base /= 2) {
        const clm_amounts all = gcd_cost_with(q, base);
        const double ns = clm_device_elapsed(ctx, &all);

        if (ns > least)
            break;
        least = ns;
        best = base;
    }
    return best;
}

size_t clm_fast_gcd_base(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    gcd_query q = {.ctx = ctx, .n = n, .m = m, .p = p};

    return cheapest_base(&q);
}

clm_amounts clm_fast_gcd_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p,
                              bool cofactors, size_t base)
{
    gcd_query q = {.ctx = ctx, .n = n, .m = m, .p = p};

    if (base == 0)
        base = cheapest_base(&q);
    q.rows = cofactors ? 1.0 : 0.0;
    return gcd_cost_with(&q, base);
}

double clm_fast_gcd_least(const clmodp_context *ctx, size_t m)
{
    const double *ns = ctx->costs.ns, degree = (double)m;

    return degree * (ns[CLM_OP_HALF_GCD_STEP] +
                     2.0 * sqrt(ns[CLM_OP_HALF_GCD_PAIR] * ns[CLM_OP_LAUNCH])) +
           ns[CLM_OP_WAIT];
}

/* A bound on steps: each, or each two, halve the degree. */
#define MOST_STEPS 64

typedef struct gcd_state {
    clm_half_gcd half;
    clm_buffer pairs[2]; /* a from word 0 on, b from `second` on; used alternately */
    unsigned now;
    size_t second, a_count, b_count;
    size_t below; /* zeros below the coefficients of both */
    bool cofactors;
    clm_matrix steps[MOST_STEPS]; /* made so far; only the first one without cofactors */
    size_t count;
} gcd_state;

static clmodp_status gcd_begin(gcd_state *e, clmodp_context *ctx, clm_poly a, clm_poly b, u32 p,
                               size_t base, bool traced)
{
    clmodp_status st = CLMODP_OK;

    e->second = e->a_count = e->below + a.count;
    e->b_count = e->below + b.count;
    if (base == 0)
        base = clm_fast_gcd_base(ctx, a.count, b.count, p);
    TRY(clm_half_gcd_begin(&e->half, ctx, e->a_count - 1, p, base, traced));
    for (int k = 0; k < 2; k++)
        TRY(clm_buffer_create(ctx, &e->pairs[k], clm_size_times(2, e->second), sizeof(u32)));
    if (e->below > 0)
        TRY(clm_buffer_fill(ctx, &e->pairs[0], 0, clm_size_times(2, e->second)));
    TRY(clm_move_poly(ctx, &e->pairs[0], e->below, a));
    TRY(clm_move_poly(ctx, &e->pairs[0], e->second + e->below, b));
done:
    return st;
}

static void gcd_end(gcd_state *e, clmodp_context *ctx)
{
    for (size_t k = 0; k < MOST_STEPS; k++)
        clm_matrix_destroy(ctx, &e->steps[k]);
    for (int k = 0; k < 2; k++)
        clm_buffer_destroy(ctx, &e->pairs[k]);
    if (e->half.ctx != NULL)
        clm_half_gcd_end(&e->half);
}

/* Makes a half-GCD of degree k and applies it. Down to degree 0 the matrix's degree is arbitrary,
 * so guesses would be useless. */
static clmodp_status gcd_halve(gcd_state *e, clmodp_context *ctx, clm_matrix *m, clm_pair pair,
                               size_t k)
{
    clmodp_status st = CLMODP_OK;
    const bool guesses = e->half.guesses;
    const clm_buffer *next = &e->pairs[1 - e->now];
    const size_t top = e->half.top;
    bool right = true;

    if (k == pair.a_count - 1)
        e->half.guesses = false;
    do {
        TRY(clm_half_gcd_matrix(&e->half, m, pair, k));
        TRY(clm_matrix_apply(ctx, &e->half.rings, next, e->second, m, pair, 0));
        e->a_count = pair.a_count - m->degree;
        TRY(clm_half_gcd_count(&e->half, &e->b_count, next, e->second, e->a_count - 1));
        TRY(clm_half_gcd_check(&e->half, &right));
        if (!right)
            TRY(clm_half_gcd_back(&e->half, top));
        e->half.guesses = guesses && right;
    } while (!right);
done:
    return st;
}

static clmodp_status gcd_divide(gcd_state *e, clm_matrix *m, clm_pair pair)
{
    clmodp_status st = CLMODP_OK;
    const clm_buffer *next = &e->pairs[1 - e->now];
    const bool guesses = e->half.guesses;

    e->half.guesses = false;
    TRY(clm_half_gcd_divide(&e->half, next, e->second, m, pair, 0));
    e->a_count = pair.b_count;
    TRY(clm_half_gcd_count(&e->half, &e->b_count, next, e->second, e->a_count - 1));
    e->half.guesses = guesses;
done:
    return st;
}

/* Halves the degrees, or less if a quotient's degree is greater; makes all steps at once for a
 * base case. */
static clmodp_status gcd_step(gcd_state *e, clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = e->a_count - 1, gap = e->a_count - e->b_count;
    const size_t k = n <= e->half.base ? n : n / 2;
    const clm_pair pair = {&e->pairs[e->now], 0, e->second, e->a_count, e->b_count};
    clm_matrix *m;

    REQUIRE(&ctx->error, e->count < MOST_STEPS);
    m = &e->steps[e->count];
    if (gap == 0 || gap > k)
        TRY(gcd_divide(e, m, pair));
    else
        TRY(gcd_halve(e, ctx, m, pair, k));
    e->count += e->cofactors;
    e->now = 1 - e->now;
done:
    return st;
}

/* steps[0] := the first row of the product of all steps. */
static clmodp_status join_steps(gcd_state *e, clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    clm_matrix row = {.stride = 0};

    e->steps[e->count - 1].rows = 1;
    for (; e->count > 1; e->count--) {
        clm_matrix *last = &e->steps[e->count - 1], *before = last - 1;
        const clm_matrix none = *before;

        TRY(clm_matrix_multiply(ctx, &e->half.rings, &row, last, before));
        *before = row;
        row = none;
    }
done:
    clm_matrix_destroy(ctx, &row);
    return st;
}

/* out := the row's element `column` times the factor. */
static clmodp_status give_cofactor(gcd_state *e, clmodp_context *ctx, const clm_buffer *out,
                                   size_t *count, size_t column, const clm_buffer *factor)
{
    clmodp_status st = CLMODP_OK;
    const clm_matrix *row = &e->steps[0];
    const size_t from = column * row->stride;

    TRY(clm_half_gcd_count(&e->half, count, &row->words, from, row->degree + 1));
    TRY(clm_schoolbook_scale(ctx, out, &row->words, from, *count, factor, e->half.field));
done:
    return st;
}

static clmodp_status gcd_finish(gcd_state *e, clmodp_context *ctx, clm_fast_gcd_result *out)
{
    clmodp_status st = CLMODP_OK;
    const clm_buffer *rest = &e->pairs[e->now];
    clm_buffer factor = {0};

    out->g_count = e->a_count;
    TRY(clm_buffer_create(ctx, &factor, 1, sizeof(u32)));
    TRY(clm_schoolbook_inverse(ctx, &factor, rest, e->a_count - 1, e->half.field));
    TRY(clm_schoolbook_scale(ctx, out->g, rest, 0, e->a_count, &factor, e->half.field));
    e->half.guesses = false;
    if (e->cofactors) {
        TRY(join_steps(e, ctx));
        if (out->u != NULL)
            TRY(give_cofactor(e, ctx, out->u, &out->u_count, 0, &factor));
        if (out->v != NULL)
            TRY(give_cofactor(e, ctx, out->v, &out->v_count, 1, &factor));
    }
done:
    clm_buffer_destroy(ctx, &factor); /* pending launches retain it */
    return st;
}

/* Makes the half-GCD that ends at the wanted remainder; t is in the last column of its second row.
 * It may go beyond the middle of the sequence after both polynomials are multiplied by a power of
 * x, as the remainders then are. */
clmodp_status clm_fast_ratrecon(clmodp_context *ctx, const clm_buffer *r, const clm_buffer *t,
                                size_t counts[2], clm_poly a, clm_poly b, size_t k, u32 p)
{
    clmodp_status st = CLMODP_OK;
    const size_t degree = a.count - 1 - k;
    clm_buffer factor = {0};
    gcd_state *e = NULL;
    clm_matrix *m;
    size_t from;

    NEW(&ctx->error, e, 1);
    m = &e->steps[0];
    e->below = degree > k ? degree - k : 0;
    TRY(gcd_begin(e, ctx, a, b, p, clm_fast_gcd_base(ctx, 2 * degree + 1, 2 * degree, p), false));
    TRY(gcd_halve(e, ctx, m, (clm_pair){&e->pairs[0], 0, e->second, e->a_count, e->b_count},
                  degree));
    from = 3 * m->stride;
    counts[0] = e->b_count > e->below ? e->b_count - e->below : 0;
    counts[1] = m->degree + 1;
    TRY(clm_buffer_create(ctx, &factor, 1, sizeof(u32)));
    TRY(clm_schoolbook_inverse(ctx, &factor, &m->words, from + m->degree, e->half.field));
    TRY(clm_schoolbook_scale(ctx, t, &m->words, from, counts[1], &factor, e->half.field));
    if (counts[0] > 0)
        TRY(clm_schoolbook_scale(ctx, r, &e->pairs[1], e->second + e->below, counts[0], &factor,
                                 e->half.field));
done:
    clm_buffer_destroy(ctx, &factor); /* pending launches retain it */
    if (e != NULL)
        gcd_end(e, ctx);
    free(e);
    return st;
}

clmodp_status clm_fast_gcd(clmodp_context *ctx, clm_fast_gcd_result *out, clm_poly a, clm_poly b,
                           u32 p, size_t base)
{
    clmodp_status st = CLMODP_OK;
    gcd_state *e = NULL;

    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    REQUIRE(&ctx->error, b.count > 0 && a.count >= b.count && p % 2 == 1);
    NEW(&ctx->error, e, 1);
    e->cofactors = out->u != NULL || out->v != NULL;
    TRY(gcd_begin(e, ctx, a, b, p, base, out->resultant != NULL));
    while (e->b_count > 0)
        TRY(gcd_step(e, ctx));
    TRY(gcd_finish(e, ctx, out));
    if (out->resultant != NULL)
        TRY(clm_gcd_trace_resultant(ctx, &e->half.trace, out->resultant, a.count - 1, b.count - 1,
                                    e->half.field));
done:
    if (e != NULL)
        gcd_end(e, ctx);
    free(e);
    return st;
}
