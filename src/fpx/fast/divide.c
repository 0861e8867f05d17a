/* The quotient's reversal is that of the dividend over that of the divisor, as power series. */
#include "fpx/fast/divide.h"

#include "base/size.h"
#include "device/kernel.h"
#include "fpx/fast/multiply.h"
#include "fpx/fast/newton.h"
#include "fpx/move.h"

typedef struct division {
    clmodp_context *ctx;
    const clm_buffer *quotient, *remainder;
    clm_poly a, b;
    u32 p;
    size_t count; /* of the quotient */
    clm_buffer reversed, inverse, product;
} division;

/* to := the `count` leading coefficients of a, the leading one first. */
static clmodp_status reverse(const division *d, const clm_buffer *to, clm_poly a, size_t count)
{
    return clm_move(d->ctx, to, a.words,
                           (move_piece){.from = (u32)a.count - 1, .count = (u32)count,
                                          .reversed = true});
}

static clmodp_status make_quotient(division *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = d->count, known = clm_size_min(count, d->b.count);
    const clm_poly dividend = {&d->reversed, count}, inverse = {&d->inverse, count};

    TRY(reverse(d, &d->reversed, d->b, known));
    TRY(clm_newton_inverse(d->ctx, &d->inverse, count, (clm_poly){&d->reversed, known}, d->p));
    TRY(reverse(d, &d->reversed, d->a, count));
    TRY(clm_fast_multiply(d->ctx, &d->product, dividend, inverse, d->p));
    TRY(reverse(d, d->quotient, (clm_poly){&d->product, count}, count));
done:
    return st;
}

static clmodp_status make_remainder(division *d)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t count = d->b.count - 1;

    if (count == 0)
        goto done;
    TRY(clm_fast_multiply(d->ctx, &d->product, (clm_poly){d->quotient, d->count}, d->b, d->p));
    TRY(clm_kernel_get(d->ctx, &kernel, "fpx/fast/newton.cl", "newton_subtract"));
    TRY(clm_launch(d->ctx, kernel, count, 0, ARG_OUT(d->remainder, count, u32),
                   ARG_IN(d->a.words, count, u32), ARG_IN(&d->product, count, u32),
                   ARG_U32(count), ARG_U32(d->p)));
done:
    return st;
}

clmodp_status clm_fast_divide(clmodp_context *ctx, const clm_buffer *quotient,
                              const clm_buffer *remainder, clm_poly a, clm_poly b, u32 p)
{
    clmodp_status st = CLMODP_OK;
    division d = {.ctx = ctx, .quotient = quotient, .remainder = remainder, .a = a, .b = b,
                  .p = p};
    size_t most;

    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    REQUIRE(&ctx->error, b.count > 0 && a.count >= b.count);
    d.count = a.count - b.count + 1;
    REQUIRE(&ctx->error, clm_buffer_holds(quotient, d.count, sizeof(u32)));
    most = clm_size_max(2 * d.count, a.count);
    TRY(clm_buffer_create(ctx, &d.reversed, d.count, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &d.inverse, d.count, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &d.product, most, sizeof(u32)));
    TRY(make_quotient(&d));
    if (remainder != NULL)
        TRY(make_remainder(&d));
done:
    clm_buffer_destroy(ctx, &d.product); /* OpenCL keeps them until the launches have run */
    clm_buffer_destroy(ctx, &d.inverse);
    clm_buffer_destroy(ctx, &d.reversed);
    return st;
}

clm_amounts clm_fast_divide_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    const size_t count = n - m + 1;
    const clm_newton_steps steps = clm_newton_steps_to(count);
    clm_amounts all = clm_fast_multiply_cost(ctx, count, count, p, false), one;

    one = clm_fast_multiply_cost(ctx, count, m, p, false);
    clm_amounts_add(&all, &one, 1.0);
    for (size_t k = 0; k + 1 < steps.count; k++) {
        const size_t whole = steps.precision[k], half = steps.precision[k + 1];

        one = clm_fast_multiply_cost(ctx, clm_size_min(whole, m), half, p, false);
        clm_amounts_add(&all, &one, 1.0);
        one = clm_fast_multiply_cost(ctx, half, whole - half, p, false);
        clm_amounts_add(&all, &one, 1.0);
        all.of[CLM_OP_LAUNCH] += 2.0;
    }
    all.of[CLM_OP_LAUNCH] += 4.0;
    all.of[CLM_OP_WAIT] += 1.0;
    return all;
}
