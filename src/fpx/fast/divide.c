/* Quotients, series inverses and residues by Newton's iteration. */
#include "fpx/fast/divide.h"

#include "cl/fpx/fast/newton_shape.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "fpx/batch/move.h"
#include "fpx/fast/spectra.h"
#include "fpx/host/arithmetic.h"

/* Newton's iteration: from -1 / a mod x^k to twice the precision,
 *
 *     g  ->  g + x^k g e mod x^(2k),     a g = -1 + x^k e mod x^(2k)
 *
 * a g is needed from x^k to x^(2k - 1), and g e below x^k. Modulo x^N - 1 with N = 2k all others
 * of a g wrap around to known ones, and g e has none. So one transform of g serves both. */

/* The host inverts this many coefficients in the time of a launch or two. */
#define HOST_MOST ((size_t)512)

/* Precisions of the iteration, from the last one down to the one computed by the host. */
typedef struct newton_steps {
    size_t precision[CLM_NEWTON_RINGS];
    size_t count;
} newton_steps;

static newton_steps steps_to(size_t precision)
{
    newton_steps steps = {.precision = {precision}, .count = 1};

    for (; precision > HOST_MOST; steps.precision[steps.count++] = precision)
        precision = clm_div_up(precision, 2);
    return steps;
}

/* The ring of a step to a precision, N at least this, and of the last step of a quotient. */
static clm_ring_plan step_plan(const clmodp_context *ctx, size_t precision, u32 p)
{
    return clm_ring_plan_for(ctx, precision, (double)clm_div_up(precision, 2), p);
}

size_t clm_newton_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t count, u32 p)
{
    const newton_steps steps = steps_to(count);

    for (size_t k = 0; k + 1 < steps.count; k++)
        out[k] = step_plan(ctx, steps.precision[k], p);
    return steps.count - 1;
}

/* Adds the cost of `times` computations in a ring, each of some transforms forward, and of
 * `products` products of values, which are transformed back. */
static void add_ring_cost(clm_amounts *all, const clmodp_context *ctx, const clm_ring_plan *ring,
                          double forward, double products, double times)
{
    const clm_amounts one = clm_ring_cost(ctx, ring, forward, products, products);

    clm_amounts_add(all, &one, times);
}

clm_amounts clm_newton_cost(const clmodp_context *ctx, size_t count, u32 p)
{
    clm_ring_plan plans[CLM_NEWTON_RINGS];
    const size_t rings = clm_newton_rings(ctx, plans, count, p);
    clm_amounts all = {.of = {0.0}};

    for (size_t k = 0; k < rings; k++)
        add_ring_cost(&all, ctx, &plans[k], 3.0, 2.0, 1.0);
    return all;
}

typedef struct newton_iteration {
    clmodp_context *ctx;
    const clm_buffer *inverse;
    clm_poly a;
    u32 p;
    clm_buffer error;
} newton_iteration;

/* Computes the first coefficients on the host. */
static clmodp_status newton_begin(newton_iteration *t, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_modulus modulus = clm_modulus_of(t->p);
    const size_t known = clm_size_min(count, t->a.count);
    u32 words[HOST_MOST], inverse[HOST_MOST];

    TRY(clm_buffer_read(t->ctx, t->a.words, 0, words, known * sizeof *words));
    REQUIRE(&t->ctx->error, words[0] != 0);
    for (size_t k = 0; k < known; k++)
        words[k] = words[k] == 0 ? 0 : t->p - words[k];
    TRY(clm_host_series_inverse(&t->ctx->error, inverse, count, (clm_host_poly){words, known},
                                &modulus, 1, NULL));
    TRY(clm_buffer_write(t->ctx, t->inverse, 0, inverse, count * sizeof *inverse));
done:
    return st;
}

/* Makes the step from precision `half` to `whole` <= 2 `half`. */
static clmodp_status newton_step(newton_iteration *t, size_t half, size_t whole)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = t->ctx;
    const clm_ring_plan plan = step_plan(ctx, whole, t->p);
    const size_t more = whole - half;
    const clm_poly_rows g = {.words = t->inverse, .count = half};
    const clm_poly_rows a = {.words = t->a.words, .count = clm_size_min(whole, t->a.count)};
    const clm_poly_rows error = {.words = &t->error, .count = more};
    const clm_poly_rows next = {.words = t->inverse, .from = half, .count = more};
    clm_spectra of_g = {.rows = 0}, of_a = {.rows = 0};
    clm_ring ring = {.p = 0};

    TRY(clm_ring_create(ctx, &ring, &plan, t->p));
    TRY(clm_spectra_create(ctx, &ring, &of_g, 1));
    TRY(clm_spectra_create(ctx, &ring, &of_a, 1));
    TRY(clm_spectra_forward(ctx, &ring, &of_g, g));
    TRY(clm_spectra_product(ctx, &ring, error, half, &of_a, a, &of_g));
    TRY(clm_spectra_product(ctx, &ring, next, 0, &of_a, error, &of_g));
done:
    clm_spectra_destroy(ctx, &of_a); /* Pending launches retain the buffers. */
    clm_spectra_destroy(ctx, &of_g);
    clm_ring_destroy(ctx, &ring);
    return st;
}

clmodp_status clm_newton_inverse(clmodp_context *ctx, const clm_buffer *inverse, size_t count,
                                 clm_poly a, u32 p)
{
    clmodp_status st = CLMODP_OK;
    newton_iteration t = {.ctx = ctx, .inverse = inverse, .a = a, .p = p};
    const newton_steps steps = steps_to(count);

    TRY(clm_poly_check(ctx, a));
    REQUIRE(&ctx->error, a.count > 0 && count > 0);
    REQUIRE(&ctx->error, clm_buffer_holds(inverse, count, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &t.error, clm_div_up(count, 2), sizeof(u32)));
    TRY(newton_begin(&t, steps.precision[steps.count - 1]));
    for (size_t k = steps.count - 1; k-- > 0;)
        TRY(newton_step(&t, steps.precision[k + 1], steps.precision[k]));
done:
    clm_scratch_destroy(ctx, &t.error);
    return st;
}

/* Computes the sum of a and b described by the shape; asynchronous. Errors: those of launches */
static clmodp_status add_newton_sum(clmodp_context *ctx, const clm_buffer *out,
                                    const clm_buffer *a, const clm_buffer *b, newton_sum_shape s)
{
    return clm_run(ctx, KERNEL("fpx/fast/newton.cl", "newton_sum"), s.count, 0,
                   ARG_OUT(out, s.count, u32), ARG_IN(a, s.end, u32), ARG_IN(b, s.count, u32),
                   ARG_STRUCT(s));
}

/* The reversed quotient is the reversed dividend over the reversed divisor, as power series. With
 * g = -1 / b to half of the precision h, q0 = g a is its negative to this precision, and with a +
 * b q0 = x^h e, q0 + x^h g e is its negative to the full precision. */

typedef struct division {
    clmodp_context *ctx;
    const clm_buffer *quotient, *remainder;
    clm_poly a, b;
    u32 p;
    size_t count, half; /* coefficients of the quotient; those known first */
    clm_buffer of_a, of_b, inverse, series, error;
    clm_ring ring;
    clm_spectra left, right;
} division;

/* Precision of the inverse. */
static size_t half_precision(size_t count)
{
    return clm_div_up(count, 2);
}

/* The ring that determines the remainder, N at least m - 1. */
static clm_ring_plan remainder_plan(const clmodp_context *ctx, size_t count, size_t m, u32 p)
{
    const size_t least = clm_size_max(m - 1, 1);

    return clm_ring_plan_for(ctx, least, (double)clm_size_min(count, m), p);
}

/* to := the `count` leading coefficients of a, the leading one first. */
static clmodp_status reverse_words(const division *d, const clm_buffer *to, clm_poly a,
                                   size_t count)
{
    return clm_move(d->ctx, to, a.words,
                    (move_piece){.from = (u32)a.count - 1, .count = (u32)count,
                                 .reversed = true});
}

/* Replaces the ring and its spectra by those of another plan. */
static clmodp_status enter_ring(division *d, clm_ring_plan plan)
{
    clmodp_status st = CLMODP_OK;

    clm_spectra_destroy(d->ctx, &d->right); /* pending launches retain them */
    clm_spectra_destroy(d->ctx, &d->left);
    clm_ring_destroy(d->ctx, &d->ring);
    TRY(clm_ring_create(d->ctx, &d->ring, &plan, d->p));
    TRY(clm_spectra_create(d->ctx, &d->ring, &d->left, 1));
    TRY(clm_spectra_create(d->ctx, &d->ring, &d->right, 1));
done:
    return st;
}

/* to := x times the right spectrum's polynomial, which is kept. */
static clmodp_status multiply_series(division *d, clm_poly_rows to, clm_poly_rows x)
{
    return clm_spectra_product(d->ctx, &d->ring, to, 0, &d->left, x, &d->right);
}

/* Extends the series from half of its length to all of it. */
static clmodp_status finish_series(division *d, size_t known)
{
    clmodp_status st = CLMODP_OK;
    const size_t more = d->count - d->half;
    const clm_poly_rows first = {.words = &d->series, .count = d->half};
    const clm_poly_rows rest = {.words = &d->series, .from = d->half, .count = more};
    const clm_poly_rows error = {.words = &d->error, .count = more};
    const newton_sum_shape s = {.p = d->p, .count = (u32)more, .from = (u32)d->half,
                                .end = (u32)d->count, .step = (u32)d->count};
    clm_spectra of_b = {.rows = 0};

    if (more == 0)
        goto done;
    TRY(clm_spectra_create(d->ctx, &d->ring, &of_b, 1));
    TRY(clm_spectra_forward(d->ctx, &d->ring, &of_b,
                            (clm_poly_rows){.words = &d->of_b, .count = known}));
    TRY(clm_spectra_product(d->ctx, &d->ring, error, d->half, &d->left, first, &of_b));
    TRY(add_newton_sum(d->ctx, &d->error, &d->of_a, &d->error, s));
    TRY(multiply_series(d, rest, error));
done:
    clm_spectra_destroy(d->ctx, &of_b);
    return st;
}

static clmodp_status make_quotient(division *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = clm_size_min(d->count, d->b.count);
    const clm_poly_rows first = {.words = &d->series, .count = d->half};

    TRY(reverse_words(d, &d->of_b, d->b, known));
    TRY(clm_newton_inverse(d->ctx, &d->inverse, d->half, (clm_poly){&d->of_b, known}, d->p));
    TRY(reverse_words(d, &d->of_a, d->a, d->count));
    TRY(enter_ring(d, step_plan(d->ctx, d->count, d->p)));
    TRY(clm_spectra_forward(d->ctx, &d->ring, &d->right,
                            (clm_poly_rows){.words = &d->inverse, .count = d->half}));
    TRY(multiply_series(d, first, (clm_poly_rows){.words = &d->of_a, .count = d->half}));
    TRY(finish_series(d, known));
    TRY(clm_move(d->ctx, d->quotient, &d->series,
                 (move_piece){.from = (u32)d->count - 1, .count = (u32)d->count,
                              .reversed = true, .negated = true, .p = d->p}));
done:
    return st;
}

static clmodp_status make_remainder(division *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = d->b.count - 1;
    newton_sum_shape s = {.p = d->p, .count = (u32)count, .end = (u32)d->a.count, .negated = true};
    const clm_poly_rows product = {.words = d->remainder, .count = count};

    if (count == 0)
        goto done;
    TRY(enter_ring(d, remainder_plan(d->ctx, d->count, d->b.count, d->p)));
    s.step = (u32)d->ring.size;
    TRY(clm_spectra_forward(d->ctx, &d->ring, &d->right,
                            (clm_poly_rows){.words = d->b.words, .count = d->b.count}));
    TRY(multiply_series(d, product, (clm_poly_rows){.words = d->quotient, .count = d->count}));
    TRY(add_newton_sum(d->ctx, d->remainder, d->a.words, d->remainder, s));
done:
    return st;
}

clmodp_status clm_fast_divide(clmodp_context *ctx, const clm_buffer *quotient,
                              const clm_buffer *remainder, clm_poly a, clm_poly b, u32 p)
{
    clmodp_status st = CLMODP_OK;
    division d = {.ctx = ctx, .quotient = quotient, .remainder = remainder, .a = a, .b = b,
                  .p = p};

    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    REQUIRE(&ctx->error, b.count > 0 && a.count >= b.count);
    d.count = a.count - b.count + 1;
    d.half = half_precision(d.count);
    REQUIRE(&ctx->error, clm_buffer_holds(quotient, d.count, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &d.of_a, d.count, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &d.of_b, d.count, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &d.inverse, d.half, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &d.series, d.count, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &d.error, d.half, sizeof(u32)));
    TRY(make_quotient(&d));
    if (remainder != NULL)
        TRY(make_remainder(&d));
done:
    clm_spectra_destroy(ctx, &d.right);
    clm_spectra_destroy(ctx, &d.left);
    clm_ring_destroy(ctx, &d.ring);
    clm_scratches_destroy(ctx, &d.error, &d.series, &d.inverse, &d.of_b, &d.of_a);
    return st;
}

size_t clm_fast_divide_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t n, size_t m,
                             u32 p)
{
    const size_t count = n - m + 1;

    out[0] = step_plan(ctx, count, p);
    out[1] = remainder_plan(ctx, count, m, p);
    return 2 + clm_newton_rings(ctx, out + 2, half_precision(count), p);
}

clm_amounts clm_fast_divide_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    const size_t count = n - m + 1;
    const clm_ring_plan last = step_plan(ctx, count, p), rest = remainder_plan(ctx, count, m, p);
    clm_amounts all = clm_newton_cost(ctx, half_precision(count), p);

    add_ring_cost(&all, ctx, &last, 5.0, 3.0, 1.0);
    add_ring_cost(&all, ctx, &rest, 2.0, 1.0, 1.0);
    all.of[CLM_OP_LAUNCH] += 5.0;
    all.of[CLM_OP_WAIT] += 2.0;
    return all;
}

double clm_fast_divide_least(const clmodp_context *ctx, size_t n, size_t m)
{
    const newton_steps steps = steps_to(half_precision(n - m + 1));
    const double launches = 20.0 + 7.0 * ((double)steps.count - 1.0);

    return launches * ctx->costs.ns[CLM_OP_LAUNCH] + 2.0 * ctx->costs.ns[CLM_OP_WAIT];
}

/* With i the power series inverse of the reversed m, the quotient of c by m is the upper half of
 * the product of c's upper half and the reversed i. So only i is reversed, once. */

/* t->inverse := the spectrum of -1 / (reversed m) mod x^(degree - 1), reversed. */
static clmodp_status invert_modulus(clm_fast_modulus *t, clm_poly m)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = t->degree - 1;
    clm_buffer reversed = {0}, inverse = {0};

    TRY(clm_scratch_create(t->ctx, &reversed, count, sizeof(u32)));
    TRY(clm_scratch_create(t->ctx, &inverse, count, sizeof(u32)));
    TRY(clm_move(t->ctx, &reversed, m.words,
                 (move_piece){.from = (u32)t->degree, .count = (u32)count, .reversed = true}));
    TRY(clm_newton_inverse(t->ctx, &inverse, count, (clm_poly){&reversed, count}, t->p));
    TRY(clm_move(t->ctx, &reversed, &inverse,
                 (move_piece){.from = (u32)count - 1, .count = (u32)count, .reversed = true}));
    TRY(clm_spectra_forward(t->ctx, &t->wide, &t->inverse,
                            (clm_poly_rows){.words = &reversed, .count = count}));
done:
    clm_scratches_destroy(t->ctx, &inverse, &reversed);
    return st;
}

size_t clm_fast_modulus_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t degree, u32 p)
{
    out[0] = clm_ring_plan_for(ctx, 2 * degree - 1, (double)degree, p);
    out[1] = clm_ring_plan_for(ctx, degree, (double)degree, p);
    return 2 + clm_newton_rings(ctx, out + 2, degree - 1, p);
}

clmodp_status clm_fast_modulus_create(clmodp_context *ctx, clm_fast_modulus *t, clm_poly m, u32 p)
{
    clmodp_status st = CLMODP_OK;
    clm_ring_plan plans[CLM_FAST_MODULUS_RINGS];
    size_t degree;

    *t = (clm_fast_modulus){.ctx = ctx, .p = p};
    TRY(clm_poly_check(ctx, m));
    REQUIRE(&ctx->error, m.count > 2);
    t->degree = degree = m.count - 1;
    (void)clm_fast_modulus_rings(ctx, plans, degree, p);
    TRY(clm_ring_create(ctx, &t->wide, &plans[0], p));
    TRY(clm_ring_create(ctx, &t->narrow, &plans[1], p));
    TRY(clm_spectra_create(ctx, &t->wide, &t->inverse, 1));
    TRY(clm_spectra_create(ctx, &t->wide, &t->left, 1));
    TRY(clm_spectra_create(ctx, &t->wide, &t->right, 1));
    TRY(clm_spectra_create(ctx, &t->narrow, &t->m, 1));
    TRY(clm_spectra_create(ctx, &t->narrow, &t->low, 1));
    TRY(clm_scratch_create(ctx, &t->product, 2 * degree - 1, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &t->quotient, degree - 1, sizeof(u32)));
    TRY(invert_modulus(t, m));
    TRY(clm_spectra_forward(ctx, &t->narrow, &t->m,
                            (clm_poly_rows){.words = m.words, .count = m.count}));
done:
    return st;
}

void clm_fast_modulus_destroy(clm_fast_modulus *t)
{
    clmodp_context *ctx = t->ctx;

    if (ctx == NULL)
        return;
    /* Pending launches retain the buffers. */
    clm_scratches_destroy(ctx, &t->quotient, &t->product);
    clm_spectra_destroy(ctx, &t->low);
    clm_spectra_destroy(ctx, &t->m);
    clm_spectra_destroy(ctx, &t->right);
    clm_spectra_destroy(ctx, &t->left);
    clm_spectra_destroy(ctx, &t->inverse);
    clm_ring_destroy(ctx, &t->narrow);
    clm_ring_destroy(ctx, &t->wide);
}

/* t->product := a b */
static clmodp_status multiply_residues(const clm_fast_modulus *t, const clm_buffer *a,
                                       const clm_buffer *b)
{
    clmodp_status st = CLMODP_OK;
    const clm_spectra *right = a->mem == b->mem ? &t->left : &t->right;
    const clm_poly_rows of_a = {.words = a, .count = t->degree},
                        of_b = {.words = b, .count = t->degree};
    const clm_poly_rows product = {.words = &t->product, .count = 2 * t->degree - 1};

    if (right == &t->right)
        TRY(clm_spectra_forward(t->ctx, &t->wide, &t->right, of_b));
    TRY(clm_spectra_product(t->ctx, &t->wide, product, 0, &t->left, of_a, right));
done:
    return st;
}

clmodp_status clm_fast_modulus_multiply(const clm_fast_modulus *t, const clm_buffer *out,
                                        const clm_buffer *a, const clm_buffer *b)
{
    clmodp_status st = CLMODP_OK;
    const size_t d = t->degree;
    const clm_poly_rows high = {.words = &t->product, .from = d, .count = d - 1};
    const clm_poly_rows quotient = {.words = &t->quotient, .count = d - 1};
    const newton_sum_shape s = {.p = t->p, .count = (u32)d, .end = (u32)(2 * d - 1),
                                .step = (u32)t->narrow.size};

    REQUIRE(&t->ctx->error, clm_buffer_holds(a, d, sizeof(u32)) &&
                                clm_buffer_holds(b, d, sizeof(u32)) &&
                                clm_buffer_holds(out, d, sizeof(u32)));
    TRY(multiply_residues(t, a, b));
    TRY(clm_spectra_product(t->ctx, &t->wide, quotient, d - 2, &t->left, high, &t->inverse));
    TRY(clm_spectra_product(t->ctx, &t->narrow, (clm_poly_rows){.words = out, .count = d}, 0,
                            &t->low, quotient, &t->m));
    TRY(add_newton_sum(t->ctx, out, &t->product, out, s));
done:
    return st;
}

clm_amounts clm_fast_modulus_cost(const clmodp_context *ctx, size_t degree, size_t squares, u32 p)
{
    clm_ring_plan plans[CLM_FAST_MODULUS_RINGS];
    const double times = (double)squares;
    clm_amounts all = clm_newton_cost(ctx, degree - 1, p);

    (void)clm_fast_modulus_rings(ctx, plans, degree, p);
    add_ring_cost(&all, ctx, &plans[0], 2.0, 2.0, times);
    add_ring_cost(&all, ctx, &plans[1], 1.0, 1.0, times);
    all.of[CLM_OP_LAUNCH] += times + 8.0;
    all.of[CLM_OP_WAIT] += 2.0;
    return all;
}
