/* With i the power series inverse of m's reversal, the quotient of c by m is the upper half of the
 * product of c's upper half and the reversed i. So nothing is reversed but i, once. */
#include "fpx/fast/modulus.h"

#include "base/size.h"
#include "device/shelf.h"
#include "fpx/fast/newton.h"
#include "fpx/batch/move.h"

/* t->inverse := the spectrum of -1 / m's reversal mod x^(degree - 1), reversed. */
static clmodp_status invert(clm_fast_modulus *t, clm_poly m)
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
                            (clm_run){.words = &reversed, .count = count}));
done:
    clm_scratch_destroy(t->ctx, &inverse);
    clm_scratch_destroy(t->ctx, &reversed);
    return st;
}

size_t clm_fast_modulus_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t degree, u32 p)
{
    const clm_newton_steps steps = clm_newton_steps_to(degree - 1);
    size_t rings = 0;

    out[rings++] = clm_ring_plan_for(ctx, 2 * degree - 1, (double)degree, p);
    out[rings++] = clm_ring_plan_for(ctx, degree, (double)degree, p);
    for (size_t k = 0; k + 1 < steps.count; k++)
        out[rings++] = clm_newton_plan(ctx, steps.precision[k], p);
    return rings;
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
    TRY(invert(t, m));
    TRY(clm_spectra_forward(ctx, &t->narrow, &t->m,
                            (clm_run){.words = m.words, .count = m.count}));
done:
    return st;
}

void clm_fast_modulus_destroy(clm_fast_modulus *t)
{
    clmodp_context *ctx = t->ctx;

    if (ctx == NULL)
        return;
    clm_scratch_destroy(ctx, &t->quotient); /* OpenCL keeps them until the launches have run */
    clm_scratch_destroy(ctx, &t->product);
    clm_spectra_destroy(ctx, &t->low);
    clm_spectra_destroy(ctx, &t->m);
    clm_spectra_destroy(ctx, &t->right);
    clm_spectra_destroy(ctx, &t->left);
    clm_spectra_destroy(ctx, &t->inverse);
    clm_ring_destroy(ctx, &t->narrow);
    clm_ring_destroy(ctx, &t->wide);
}

/* t->product := a b */
static clmodp_status multiply(const clm_fast_modulus *t, const clm_buffer *a, const clm_buffer *b)
{
    clmodp_status st = CLMODP_OK;
    const clm_spectra *right = a->mem == b->mem ? &t->left : &t->right;
    const clm_run of_a = {.words = a, .count = t->degree}, of_b = {.words = b, .count = t->degree};
    const clm_run product = {.words = &t->product, .count = 2 * t->degree - 1};

    TRY(clm_spectra_forward(t->ctx, &t->wide, &t->left, of_a));
    if (right == &t->right)
        TRY(clm_spectra_forward(t->ctx, &t->wide, &t->right, of_b));
    TRY(clm_spectra_multiply(t->ctx, &t->wide, &t->left, &t->left, right, 1));
    TRY(clm_spectra_backward(t->ctx, &t->wide, product, 0, &t->left));
done:
    return st;
}

clmodp_status clm_fast_modulus_multiply(const clm_fast_modulus *t, const clm_buffer *out,
                                        const clm_buffer *a, const clm_buffer *b)
{
    clmodp_status st = CLMODP_OK;
    const size_t d = t->degree;
    const clm_run high = {.words = &t->product, .from = d, .count = d - 1};
    const clm_run quotient = {.words = &t->quotient, .count = d - 1};
    const newton_sum_shape s = {.p = t->p, .count = (u32)d, .end = (u32)(2 * d - 1),
                                .fold = (u32)t->narrow.size};

    REQUIRE(&t->ctx->error, clm_buffer_holds(a, d, sizeof(u32)) &&
                                clm_buffer_holds(b, d, sizeof(u32)) &&
                                clm_buffer_holds(out, d, sizeof(u32)));
    TRY(multiply(t, a, b));
    TRY(clm_spectra_forward(t->ctx, &t->wide, &t->left, high));
    TRY(clm_spectra_multiply(t->ctx, &t->wide, &t->left, &t->left, &t->inverse, 1));
    TRY(clm_spectra_backward(t->ctx, &t->wide, quotient, d - 2, &t->left));
    TRY(clm_spectra_forward(t->ctx, &t->narrow, &t->low, quotient));
    TRY(clm_spectra_multiply(t->ctx, &t->narrow, &t->low, &t->low, &t->m, 1));
    TRY(clm_spectra_backward(t->ctx, &t->narrow, (clm_run){.words = out, .count = d}, 0, &t->low));
    TRY(clm_newton_sum(t->ctx, out, &t->product, out, s));
done:
    return st;
}

clm_amounts clm_fast_modulus_cost(const clmodp_context *ctx, size_t degree, size_t squares, u32 p)
{
    static const double forward[] = {2.0, 1.0, 3.0}, products[] = {2.0, 1.0, 2.0};
    clm_ring_plan plans[CLM_FAST_MODULUS_RINGS];
    const size_t rings = clm_fast_modulus_rings(ctx, plans, degree, p);
    clm_amounts all = {.of = {[CLM_OP_LAUNCH] = (double)squares + 8.0, [CLM_OP_WAIT] = 2.0}};

    for (size_t k = 0; k < rings; k++) {
        const size_t kind = clm_size_min(k, 2);
        const clm_amounts one =
            clm_ring_cost(ctx, &plans[k], forward[kind], products[kind], products[kind]);

        clm_amounts_add(&all, &one, kind < 2 ? (double)squares : 1.0);
    }
    return all;
}
