/* Resultants over F_p: degrees as written, one prime, no lifting. */
#include "resultant/modular.h"

#include "arith/prime.h"
#include "cl/euclid_shape.h"
#include "device/memory.h"
#include "resultant/certified.h"
#include "resultant/check.h"
#include "resultant/compute.h"
#include "resultant/content.h"
#include "resultant/selftest.h"
#include "resultant/stage_clock.h"
#include "zxy/modulo.h"

/* One call: the arguments of clm_modular_compute. */
typedef struct call {
    clmodp_context *ctx;
    clmodp_resultant_report *report;
    uint32_t p;
    clm_random *random;
    const clm_modular_options *options;
} call;

/* How many terms from the first to the last. */
static uint64_t width_of(const clmodp_zx *r)
{
    const long degree = clmodp_zx_degree(r);
    uint64_t width = 0;
    mpz_t c;

    mpz_init(c);
    for (long i = 0; i <= degree && width == 0; i++) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        if (mpz_sgn(c) != 0)
            width = (uint64_t)(degree - i) + 1;
    }
    mpz_clear(c);
    return width;
}

/* r := res_y(f, g) over Z, modulo p. */
static clmodp_status over_integers(const call *c, clmodp_zx *r, const clmodp_zxy *f,
                                   const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    clm_compute_options options = c->options->compute;

    options.mode = CLMODP_MODE_CERTIFIED;
    TRY(clm_resultant_compute(c->ctx, r, c->report, f, g, c->random, &options));
    TRY(clm_zx_modulo(&c->ctx->error, r, r, c->p));
done:
    return st;
}

/* The known-answer tests that the plan asks for, under the context's cap. */
static clmodp_status trust_device(const call *c, const clm_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = c->ctx;
    const bool wide = c->p > EUCLID_PRIME_MAX;
    const uint64_t cap = ctx->max_memory;

    if (c->options->test_cap == 0 || (!wide && !plan->progression))
        return CLMODP_OK;
    ctx->max_memory = c->options->test_cap;
    if (wide)
        TRY(clm_selftest_ensure_wide(ctx));
    if (plan->progression)
        TRY(clm_selftest_ensure_progression(ctx));
done:
    ctx->max_memory = cap;
    clm_memory_reset_peak(ctx);
    return st;
}

/* r := res_y(f, g) modulo p at points modulo p, or over Z if there are none. */
static clmodp_status at_points(const call *c, clmodp_zx *r, const clmodp_zxy *f,
                               const clmodp_zxy *g, const clm_bounds *bounds)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &c->ctx->error;
    double began = clm_clock_seconds();
    clm_row_layout layout = {0};
    clm_plan plan = {0};
    clm_job job = {.r = r, .report = c->report, .bounds = bounds, .f = f, .g = g,
                   .layout = &layout, .random = c->random, .options = &c->options->compute};

    TRY(clm_row_layout_create(error, &layout, f, g));
    if (!c->options->lift)
        TRY(clm_prime_plan_create(error, &plan, bounds, c->p, &layout, c->options->points,
                                  c->random));
    clm_stage_end(c->report, CLMODP_STAGE_PLAN, &began);
    if (plan.points == 0) {
        TRY(over_integers(c, r, f, g));
        goto done;
    }
    TRY(trust_device(c, &plan));
    TRY(clm_certified_modulo(c->ctx, &job, &plan));
    c->report->necessary_pairs = width_of(r);
done:
    clm_plan_destroy(&plan);
    clm_row_layout_destroy(&layout);
    return st;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* Bounds of lead^e times the resultant that the content restores. */
static void report_bounds(const call *c, const clm_bounds *bounds, const clm_content *content,
                          const clmodp_zx *lead, uint64_t e)
{
    clm_bounds whole = *bounds;
    uint64_t degree = (uint64_t)clmodp_zx_degree(lead);

    clm_content_restore_bounds(&whole, content);
    c->report->degree_bound = plus(whole.degree, e * degree);
    c->report->valuation_bound = plus(whole.valuation, e * (degree + 1 - width_of(lead)));
    c->report->width_bound = bounds->degree - bounds->valuation + 1;
    c->report->height_bound_name = "";
    c->report->height_bits = 0;
    for (uint32_t most = c->p - 1; most != 0; most >>= 1)
        c->report->height_bits++;
}

/* r := lead^e res_y(f, g) for f, g over F_p of positive degrees in y. */
static clmodp_status of_images(const call *c, clmodp_zx *r, const clmodp_zxy *f,
                               const clmodp_zxy *g, const clmodp_zx *lead, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &c->ctx->error;
    double began = clm_clock_seconds();
    clm_bounds bounds = {0};
    clm_content content;
    clmodp_zxy *f1 = NULL, *g1 = NULL;
    clmodp_zx *result = NULL;

    clm_content_init(&content);
    content.modulus = c->p;
    TRY(clmodp_zxy_create(&f1));
    TRY(clmodp_zxy_create(&g1));
    TRY(clmodp_zx_create(&result));
    TRY(clm_content_remove(error, &content, f1, g1, f, g));
    TRY(clm_bounds_exponents(error, &bounds, f1, g1));
    clm_stage_end(c->report, CLMODP_STAGE_PLAN, &began);
    if (!bounds.zero) {
        TRY(clm_chunks_check_rows(c->ctx, (uint64_t)clmodp_zxy_degree_y(f1) +
                                              (uint64_t)clmodp_zxy_degree_y(g1) + 2));
        TRY(at_points(c, result, f1, g1, &bounds));
        report_bounds(c, &bounds, &content, lead, e);
        began = clm_clock_seconds();
        TRY(clm_content_restore(error, result, &content));
        if (e > 0)
            TRY(clm_zx_multiply_powers_modulo(error, result, lead, e, result, 1, c->p));
        clm_stage_end(c->report, CLMODP_STAGE_LIFT, &began);
    }
    TRY(clmodp_zx_set(r, result));
done:
    clm_content_clear(&content);
    clmodp_zx_destroy(result);
    clmodp_zxy_destroy(g1);
    clmodp_zxy_destroy(f1);
    return st;
}

/* r := lead^e a^n mod p, a the polynomial free of y. */
static clmodp_status of_constant(const call *c, clmodp_zx *r, const clmodp_zxy *a, size_t n,
                                 const clmodp_zx *lead, size_t e)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *row = NULL;

    TRY(clmodp_zx_create(&row));
    TRY(clm_zxy_row(&c->ctx->error, row, a, 0));
    TRY(clm_zx_multiply_powers_modulo(&c->ctx->error, r, lead, e, row, n, c->p));
done:
    clmodp_zx_destroy(row);
    return st;
}

/* r := the resultant of formal degrees p and q, not both 0, of images f and g with coefficients
 * in [0, p). */
static clmodp_status of_formal_degrees(const call *c, clmodp_zx *r, const clmodp_zxy *f,
                                       size_t p, const clmodp_zxy *g, size_t q)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &c->ctx->error;
    /* A zero polynomial has lost p + 1; with q = 0 there is no row of f in the matrix at all. */
    size_t lost_f = q == 0 ? 0 : p - (size_t)clmodp_zxy_degree_y(f);
    size_t lost_g = p == 0 ? 0 : q - (size_t)clmodp_zxy_degree_y(g);
    clmodp_zx *lead = NULL;

    TRY(clmodp_zx_create(&lead));
    if ((lost_f > 0 && lost_g > 0) || lost_f > p || lost_g > q) {
        TRY(clmodp_zx_set(r, lead));
        goto done;
    }
    TRY(clm_zxy_row(error, lead, lost_f > 0 ? g : f, lost_f > 0 ? q : p));
    if (lost_g == q)
        TRY(of_constant(c, r, g, p, lead, q == 0 ? 0 : lost_g));
    else if (lost_f == p)
        TRY(of_constant(c, r, f, q, lead, lost_f));
    else
        TRY(of_images(c, r, f, g, lead, lost_f + lost_g));
    if (lost_f % 2 != 0 && q % 2 != 0)
        TRY(clm_zx_negate_modulo(error, r, c->p));
done:
    clmodp_zx_destroy(lead);
    return st;
}

clmodp_status clm_modular_check(clm_error *error, uint32_t modulus)
{
    if (modulus == 0 || (modulus <= INT32_MAX && clm_is_prime_u32(modulus)))
        return CLMODP_OK;
    return clm_fail(error, CLMODP_INVALID, "the modulus %u is not a prime below 2^31", modulus);
}

clmodp_status clm_modular_compute(clmodp_context *ctx, clmodp_zx *r,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_zxy *g, uint32_t p, clm_random *random,
                                  const clm_modular_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    double began = clm_clock_seconds();
    const call c = {ctx, report, p, random, options};
    clmodp_zxy *of_f = NULL, *of_g = NULL;
    clmodp_zx *result = NULL;
    bool agrees;

    clm_memory_reset_peak(ctx);
    TRY(clmodp_zxy_create(&of_f));
    TRY(clmodp_zxy_create(&of_g));
    TRY(clmodp_zx_create(&result));
    TRY(clm_zxy_modulo(error, of_f, f, p));
    TRY(clm_zxy_modulo(error, of_g, g, p));
    clm_stage_end(report, CLMODP_STAGE_REDUCE, &began);
    TRY(of_formal_degrees(&c, result, of_f, (size_t)clmodp_zxy_degree_y(f), of_g,
                          (size_t)clmodp_zxy_degree_y(g)));
    began = clm_clock_seconds();
    TRY(clm_check_modulo(error, &agrees, result, f, g, p, random));
    clm_stage_end(report, CLMODP_STAGE_CHECK, &began);
    if (!agrees)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo %u at a random point: the device or its memory failed; "
             "try again, or another device or driver",
             p);
    TRY(clmodp_zx_set(r, result));
done:
    report->memory_bytes = ctx->memory_peak;
    clmodp_zx_destroy(result);
    clmodp_zxy_destroy(of_g);
    clmodp_zxy_destroy(of_f);
    return st;
}
