/* What vanishing leading coefficients do to results: powers, signs, and zeros. */
#include "resultant/formal_degrees.h"

#include "device/context.h"
#include "resultant/compute.h"
#include "resultant/poly_size.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

/* lead^power, which results are to be multiplied by. */
typedef struct factor {
    clmodp_zx *lead;
    size_t power;
} factor;

/* r := factor a_j^n mod p, a_j the coefficient of y^j in a. */
static clmodp_status of_row(clmodp_context *ctx, clmodp_zx *r, const clmodp_zxy *a, size_t j,
                            size_t n, const factor *by, uint32_t p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *row = NULL;

    TRY(clmodp_zx_create(&row));
    TRY(clm_zxy_row(&ctx->error, row, a, j));
    TRY(clm_zx_multiply_powers_modulo(&ctx->error, r, by->lead, by->power, row, n, p));
done:
    clmodp_zx_destroy(row);
    return st;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* Bounds of the results with the factor. */
static void report_factor(clmodp_resultant_report *report, factor *by)
{
    const uint64_t degree = (uint64_t)clmodp_zx_degree(by->lead);
    const uint64_t valuation = degree + 1 - clm_poly_size_of(&by->lead, 1).width;

    report->degree_bound = plus(report->degree_bound, by->power * degree);
    report->valuation_bound = plus(report->valuation_bound, by->power * valuation);
}

/* The results of images that have lost nothing, or of which one has, times the factor. */
static clmodp_status computed(clmodp_context *ctx, const clm_task *task, factor *by)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_compute(ctx, task));
    if (by->power == 0)
        goto done;
    report_factor(&task->record->report, by);
    for (size_t n = 0; n < task->count; n++)
        TRY(clm_zx_multiply_powers_modulo(&ctx->error, task->results[n], by->lead, by->power,
                                          task->results[n], 1, task->modulus));
done:
    return st;
}

/* by->lead := the leading coefficient of what has not lost degree, if either has. */
static clmodp_status find_factor(clm_error *error, factor *by, const clm_task *task,
                                 clm_formal_degrees formal, clm_formal_degrees lost)
{
    clmodp_status st = CLMODP_OK;

    by->power = lost.f + lost.g;
    TRY(clmodp_zx_create(&by->lead));
    if (by->power > 0)
        TRY(clm_zxy_row(error, by->lead, lost.f > 0 ? task->g : task->f,
                        lost.f > 0 ? formal.g : formal.f));
done:
    return st;
}

clmodp_status clm_formal_resultant(clmodp_context *ctx, const clm_task *task,
                                   clm_formal_degrees formal)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = formal.f, n = formal.g;
    /* A zero polynomial has lost m + 1; with n = 0 there is no row of f in the matrix at all. */
    const clm_formal_degrees lost = {
        n == 0 ? 0 : m - (size_t)clmodp_zxy_degree_y(task->f),
        m == 0 ? 0 : n - (size_t)clmodp_zxy_degree_y(task->g)};
    clmodp_zx *const r = task->results[0];
    factor by = {0};

    if ((lost.f > 0 && lost.g > 0) || lost.f > m || lost.g > n) /* zero is what r is */
        goto done;
    TRY(find_factor(&ctx->error, &by, task, formal, lost));
    if (lost.g == n)
        TRY(of_row(ctx, r, task->g, 0, m, &by, task->modulus));
    else if (lost.f == m)
        TRY(of_row(ctx, r, task->f, 0, n, &by, task->modulus));
    else
        TRY(computed(ctx, task, &by));
    if (lost.f % 2 != 0 && n % 2 != 0)
        TRY(clm_zx_negate_modulo(&ctx->error, r, task->modulus));
done:
    clmodp_zx_destroy(by.lead);
    return st;
}

/* s[i] := factor b_1^n b_i mod p for i = 0, 1, b_i the coefficient of y^i in b. */
static clmodp_status of_linear(clmodp_context *ctx, const clm_task *task, const clmodp_zxy *b,
                               size_t n, const factor *by)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *const *s = task->results + 1;
    factor whole = {.power = 1};

    TRY(clmodp_zx_create(&whole.lead));
    TRY(of_row(ctx, whole.lead, b, 1, n, by, task->modulus));
    for (size_t i = 0; i < 2; i++)
        TRY(of_row(ctx, s[i], b, i, 1, &whole, task->modulus));
done:
    clmodp_zx_destroy(whole.lead);
    return st;
}

/* The resultant alone. */
static clmodp_status only_resultant(clmodp_context *ctx, const clm_task *task,
                                    clm_formal_degrees formal)
{
    clm_task first = *task;

    first.count = 1;
    return clm_formal_resultant(ctx, &first, formal);
}

clmodp_status clm_formal_subresultant(clmodp_context *ctx, const clm_task *task,
                                      clm_formal_degrees formal)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = formal.f, n = formal.g;
    const long deg_f = clmodp_zxy_degree_y(task->f), deg_g = clmodp_zxy_degree_y(task->g);
    const clm_formal_degrees lost = {n == 1 ? 0 : m - (deg_f > 1 ? (size_t)deg_f : 1),
                                     m == 1 ? 0 : n - (deg_g > 1 ? (size_t)deg_g : 1)};
    const bool linear_f = n > 1 && m - lost.f == 1, linear_g = m > 1 && n - lost.g == 1;
    factor by = {0};

    if ((lost.f > 0 && lost.g > 0) || linear_f || linear_g)
        TRY(only_resultant(ctx, task, formal));
    if (lost.f > 0 && lost.g > 0) /* S_1 = 0, and zero is what the results are */
        goto done;
    TRY(find_factor(&ctx->error, &by, task, formal, lost));
    if (linear_g)
        TRY(of_linear(ctx, task, task->g, m - 2, &by));
    else if (linear_f)
        TRY(of_linear(ctx, task, task->f, n - 2, &by));
    else
        TRY(computed(ctx, task, &by));
    for (size_t k = 0; k < 3 && lost.f % 2 != 0; k++)
        if (k == 0 ? !linear_f && n % 2 != 0 : n % 2 == 0)
            TRY(clm_zx_negate_modulo(&ctx->error, task->results[k], task->modulus));
done:
    clmodp_zx_destroy(by.lead);
    return st;
}
