/* Plain arithmetic of polynomials over F_p over s. */
#include "arith/field.h"
#include "base/size.h"
#include "fpx/batch/move.h"
#include "fpx/schoolbook/cost.h"
#include "fpx/schoolbook/divide.h"
#include "fpx/schoolbook/gcd.h"
#include "fpx/schoolbook/multiply.h"
#include "tune/subject.h"
#include "fpx/api/choice.h"
#include "fpx/api/trust.h"

#define PRIME 2147483647u

static clmodp_status create(clm_tune_work *w, size_t second, size_t result, int operation)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_trust_ensure(w->ctx, &clm_fpx_trusts[operation], 1));
    TRY(clm_tune_random(w->ctx, &w->a, w->n, PRIME, 1));
    TRY(clm_tune_random(w->ctx, &w->b, second, PRIME, 2));
    TRY(clm_buffer_create(w->ctx, &w->out, result, sizeof(u32)));
    w->count = result;
done:
    return st;
}

/* ---- products ---- */

static size_t multiply_parameters(const clmodp_context *ctx, size_t n, uint32_t s[CLM_TUNE_MOST])
{
    return clm_tune_powers(s, 1, (uint32_t)clm_size_min(n, clm_multiply_most(ctx)));
}

static uint32_t multiply_chosen(const clmodp_context *ctx, size_t n)
{
    return (uint32_t)clm_multiply_default(ctx, n, n).s;
}

static double multiply_predicted(const clmodp_context *ctx, size_t n, uint32_t s)
{
    const clm_amounts all = clm_plain_multiply_cost(ctx, n, n, clm_multiply_shape(ctx, n, s));

    return clm_tune_elapsed(ctx, &all);
}

static clmodp_status multiply_create(clm_tune_work *w)
{
    return create(w, w->n, 2 * w->n - 1, CLM_FPX_MULTIPLY);
}

static clmodp_status multiply_run(clm_tune_work *w, uint32_t s)
{
    return clm_plain_multiply(w->ctx, &w->out, (clm_poly){&w->a, w->n}, (clm_poly){&w->b, w->n},
                              clm_field(PRIME), clm_multiply_shape(w->ctx, w->n, s));
}

const clm_tune_subject clm_tune_multiplication = {
    .name = "multiplication",
    .from = 1 << 10,
    .to = 1 << 14,
    .parameters = multiply_parameters,
    .chosen = multiply_chosen,
    .predicted = multiply_predicted,
    .create = multiply_create,
    .run = multiply_run,
};

/* ---- divisions ---- */

static size_t divide_parameters(const clmodp_context *ctx, size_t n, uint32_t s[CLM_TUNE_MOST])
{
    return clm_tune_powers(s, 1, (uint32_t)clm_size_min(n - n / 2 + 1, clm_divide_most(ctx)));
}

static uint32_t divide_chosen(const clmodp_context *ctx, size_t n)
{
    return (uint32_t)clm_divide_default(ctx, n, n / 2).s;
}

static double divide_predicted(const clmodp_context *ctx, size_t n, uint32_t s)
{
    const clm_amounts all =
        clm_plain_divide_cost(ctx, n, n / 2, clm_divide_shape(ctx, n / 2, s));

    return clm_tune_elapsed(ctx, &all);
}

static clmodp_status divide_create(clm_tune_work *w)
{
    clmodp_status st = CLMODP_OK;

    TRY(create(w, w->n / 2, w->n - w->n / 2 + 1, CLM_FPX_DIVIDE));
    TRY(clm_buffer_create(w->ctx, &w->kept, w->n, sizeof(u32)));
done:
    return st;
}

static clmodp_status divide_restore(clm_tune_work *w)
{
    return clm_move_poly(w->ctx, &w->kept, 0, (clm_poly){&w->a, w->n});
}

static clmodp_status divide_run(clm_tune_work *w, uint32_t s)
{
    return clm_plain_divide(w->ctx, &w->out, (clm_poly){&w->kept, w->n},
                            (clm_poly){&w->b, w->n / 2}, clm_field(PRIME),
                            clm_divide_shape(w->ctx, w->n / 2, s));
}

const clm_tune_subject clm_tune_division = {
    .name = "division",
    .from = 1 << 10,
    .to = 1 << 14,
    .parameters = divide_parameters,
    .chosen = divide_chosen,
    .predicted = divide_predicted,
    .create = divide_create,
    .restore = divide_restore,
    .run = divide_run,
};

/* ---- greatest common divisors ---- */

static size_t gcd_parameters(const clmodp_context *ctx, size_t n, uint32_t s[CLM_TUNE_MOST])
{
    return clm_tune_powers(s, 1, (uint32_t)clm_size_min(n, clm_gcd_most(ctx)));
}

static uint32_t gcd_chosen(const clmodp_context *ctx, size_t n)
{
    return (uint32_t)clm_gcd_default(ctx, n, n).s;
}

static double gcd_predicted(const clmodp_context *ctx, size_t n, uint32_t s)
{
    const clm_amounts all = clm_plain_gcd_cost(ctx, n, n, clm_gcd_shape(ctx, n, s));

    return clm_tune_elapsed(ctx, &all);
}

static clmodp_status gcd_create(clm_tune_work *w)
{
    return create(w, w->n, w->n, CLM_FPX_GCD);
}

static clmodp_status gcd_run(clm_tune_work *w, uint32_t s)
{
    return clm_plain_gcd(w->ctx, &w->out, &w->count, (clm_poly){&w->a, w->n},
                         (clm_poly){&w->b, w->n}, clm_field(PRIME),
                         clm_gcd_shape(w->ctx, w->n, s), NULL);
}

const clm_tune_subject clm_tune_gcd = {
    .name = "gcd",
    .from = 1 << 10,
    .to = 1 << 16,
    .parameters = gcd_parameters,
    .chosen = gcd_chosen,
    .predicted = gcd_predicted,
    .create = gcd_create,
    .run = gcd_run,
};
