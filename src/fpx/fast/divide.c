/* The quotient's reversal is that of the dividend over that of the divisor, as power series. With
 * g = -1 / b to half of the precision h, q0 = g a is its negative to as much, and with
 * a + b q0 = x^h e it is q0 + x^h g e to all of it. */
#include "fpx/fast/divide.h"

#include "base/size.h"
#include "cl/fpx/fast/newton_shape.h"
#include "device/shelf.h"
#include "fpx/fast/newton.h"
#include "fpx/fast/spectra.h"
#include "fpx/batch/move.h"

typedef struct division {
    clmodp_context *ctx;
    const clm_buffer *quotient, *remainder;
    clm_poly a, b;
    u32 p;
    size_t count, half; /* of the quotient; known first */
    clm_buffer of_a, of_b, inverse, series, error;
    clm_ring ring;
    clm_spectra left, right;
} division;

/* Precision of the inverse. */
static size_t half_of(size_t count)
{
    return clm_div_up(count, 2);
}

/* The quotient's last step is modulo x^N - 1 with N as long as itself. */
static clm_ring_plan quotient_plan(const clmodp_context *ctx, size_t count, u32 p)
{
    return clm_ring_plan_for(ctx, count, (double)half_of(count), p);
}

/* The remainder is known from what it is modulo x^N - 1, N at least m - 1. */
static clm_ring_plan remainder_plan(const clmodp_context *ctx, size_t count, size_t m, u32 p)
{
    const size_t least = clm_size_max(m - 1, 1);

    return clm_ring_plan_for(ctx, least, (double)clm_size_min(count, m), p);
}

/* to := the `count` leading coefficients of a, the leading one first. */
static clmodp_status reverse(const division *d, const clm_buffer *to, clm_poly a, size_t count)
{
    return clm_move(d->ctx, to, a.words,
                    (move_piece){.from = (u32)a.count - 1, .count = (u32)count,
                                 .reversed = true});
}

/* Spectra of the ring, in the place of those of another one. */
static clmodp_status enter(division *d, clm_ring_plan plan)
{
    clmodp_status st = CLMODP_OK;

    clm_spectra_destroy(d->ctx, &d->right); /* OpenCL keeps them until the launches have run */
    clm_spectra_destroy(d->ctx, &d->left);
    clm_ring_destroy(d->ctx, &d->ring);
    TRY(clm_ring_create(d->ctx, &d->ring, &plan, d->p));
    TRY(clm_spectra_create(d->ctx, &d->ring, &d->left, 1));
    TRY(clm_spectra_create(d->ctx, &d->ring, &d->right, 1));
done:
    return st;
}

/* to := coefficients from `low` on of x times what the right spectrum is of, which stays. */
static clmodp_status multiply(division *d, clm_run to, size_t low, clm_run x)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_spectra_forward(d->ctx, &d->ring, &d->left, x));
    TRY(clm_spectra_multiply(d->ctx, &d->ring, &d->left, &d->left, &d->right, 1));
    TRY(clm_spectra_backward(d->ctx, &d->ring, to, low, &d->left));
done:
    return st;
}

/* From half of the series to all of it. */
static clmodp_status finish_series(division *d, size_t known)
{
    clmodp_status st = CLMODP_OK;
    const size_t more = d->count - d->half;
    const clm_run first = {.words = &d->series, .count = d->half};
    const clm_run rest = {.words = &d->series, .from = d->half, .count = more};
    const clm_run error = {.words = &d->error, .count = more};
    const newton_sum_shape s = {.p = d->p, .count = (u32)more, .from = (u32)d->half,
                                .end = (u32)d->count, .fold = (u32)d->count};
    clm_spectra of_b = {.rows = 0};

    if (more == 0)
        goto done;
    TRY(clm_spectra_create(d->ctx, &d->ring, &of_b, 1));
    TRY(clm_spectra_forward(d->ctx, &d->ring, &of_b,
                            (clm_run){.words = &d->of_b, .count = known}));
    TRY(clm_spectra_forward(d->ctx, &d->ring, &d->left, first));
    TRY(clm_spectra_multiply(d->ctx, &d->ring, &d->left, &d->left, &of_b, 1));
    TRY(clm_spectra_backward(d->ctx, &d->ring, error, d->half, &d->left));
    TRY(clm_newton_sum(d->ctx, &d->error, &d->of_a, &d->error, s));
    TRY(multiply(d, rest, 0, error));
done:
    clm_spectra_destroy(d->ctx, &of_b);
    return st;
}

static clmodp_status make_quotient(division *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = clm_size_min(d->count, d->b.count);
    const clm_run first = {.words = &d->series, .count = d->half};

    TRY(reverse(d, &d->of_b, d->b, known));
    TRY(clm_newton_inverse(d->ctx, &d->inverse, d->half, (clm_poly){&d->of_b, known}, d->p));
    TRY(reverse(d, &d->of_a, d->a, d->count));
    TRY(enter(d, quotient_plan(d->ctx, d->count, d->p)));
    TRY(clm_spectra_forward(d->ctx, &d->ring, &d->right,
                            (clm_run){.words = &d->inverse, .count = d->half}));
    TRY(multiply(d, first, 0, (clm_run){.words = &d->of_a, .count = d->half}));
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
    const clm_run product = {.words = d->remainder, .count = count};

    if (count == 0)
        goto done;
    TRY(enter(d, remainder_plan(d->ctx, d->count, d->b.count, d->p)));
    s.fold = (u32)d->ring.size;
    TRY(clm_spectra_forward(d->ctx, &d->ring, &d->right,
                            (clm_run){.words = d->b.words, .count = d->b.count}));
    TRY(multiply(d, product, 0, (clm_run){.words = d->quotient, .count = d->count}));
    TRY(clm_newton_sum(d->ctx, d->remainder, d->a.words, d->remainder, s));
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
    d.half = half_of(d.count);
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
    clm_scratch_destroy(ctx, &d.error);
    clm_scratch_destroy(ctx, &d.series);
    clm_scratch_destroy(ctx, &d.inverse);
    clm_scratch_destroy(ctx, &d.of_b);
    clm_scratch_destroy(ctx, &d.of_a);
    return st;
}

size_t clm_fast_divide_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t n, size_t m,
                             u32 p)
{
    const size_t count = n - m + 1;
    const clm_newton_steps steps = clm_newton_steps_to(half_of(count));
    size_t rings = 0;

    out[rings++] = quotient_plan(ctx, count, p);
    out[rings++] = remainder_plan(ctx, count, m, p);
    for (size_t k = 0; k + 1 < steps.count; k++)
        out[rings++] = clm_newton_plan(ctx, steps.precision[k], p);
    return rings;
}

clm_amounts clm_fast_divide_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    static const double forward[] = {5.0, 2.0, 3.0}, products[] = {3.0, 1.0, 2.0};
    clm_ring_plan plans[CLM_FAST_DIVIDE_RINGS];
    const size_t rings = clm_fast_divide_rings(ctx, plans, n, m, p);
    clm_amounts all = {.of = {[CLM_OP_LAUNCH] = 5.0, [CLM_OP_WAIT] = 2.0}};

    for (size_t k = 0; k < rings; k++) {
        const size_t kind = clm_size_min(k, 2);
        const clm_amounts one =
            clm_ring_cost(ctx, &plans[k], forward[kind], products[kind], products[kind]);

        clm_amounts_add(&all, &one, 1.0);
    }
    return all;
}
