/* Resultants and first subresultants over F_p: degrees as written, one prime, no lifting. */
#include "resultant/modular.h"

#include <limits.h>

#include "arith/prime.h"
#include "cl/euclid_shape.h"
#include "device/memory.h"
#include "resultant/certified.h"
#include "resultant/check.h"
#include "resultant/compute.h"
#include "resultant/content.h"
#include "resultant/selftest.h"
#include "resultant/schur_engine.h"
#include "resultant/stage_clock.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

/* One call: the arguments of clm_modular_compute. */
typedef struct call {
    clmodp_context *ctx;
    clmodp_resultant_report *report;
    uint32_t p;
    clm_random *random;
    const clm_modular_options *options;
} call;

/* How many exponents there are from the least to the greatest. */
static uint64_t width_of(clmodp_zx *const *results, size_t count)
{
    long degree = -1, valuation = LONG_MAX;
    mpz_t c;

    mpz_init(c);
    for (size_t n = 0; n < count; n++)
        for (long i = clmodp_zx_degree(results[n]); i >= 0; i--) {
            clmodp_zx_get_coeff(c, results[n], (size_t)i);
            if (mpz_sgn(c) == 0)
                continue;
            degree = i > degree ? i : degree;
            valuation = i < valuation ? i : valuation;
        }
    mpz_clear(c);
    return degree < 0 ? 0 : (uint64_t)(degree - valuation) + 1;
}

/* The results over Z, modulo p. */
static clmodp_status over_integers(const call *c, const clm_job *job)
{
    clmodp_status st = CLMODP_OK;
    clm_compute_options options = c->options->compute;

    options.mode = CLMODP_MODE_CERTIFIED;
    options.subresultant = job->count > 1;
    TRY(clm_resultant_compute(c->ctx, job->results, c->report, job->f, job->g, c->random,
                              &options));
    for (size_t n = 0; n < job->count; n++)
        TRY(clm_zx_modulo(&c->ctx->error, job->results[n], job->results[n], c->p));
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

/* The results modulo p at points modulo p, by the default engine; *enough: there are such points
 * as it wants. */
static clmodp_status by_euclid(const call *c, const clm_job *job, bool *enough)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_plan plan = {0};

    TRY(clm_prime_plan_create(&c->ctx->error, &plan, job->bounds, job->count, c->p, job->layout,
                              c->options->points, c->random));
    clm_stage_end(c->report, CLMODP_STAGE_PLAN, &began);
    *enough = plan.points > 0;
    if (*enough) {
        TRY(trust_device(c, &plan));
        TRY(clm_certified_modulo(c->ctx, job, &plan));
    }
done:
    clm_plan_destroy(&plan);
    return st;
}

/* The results modulo p at points modulo p, or over Z if there are none. */
static clmodp_status at_points(const call *c, clm_job *job)
{
    clmodp_status st = CLMODP_OK;
    clm_row_layout layout = {0};
    bool enough = false;

    job->layout = &layout;
    TRY(clm_row_layout_create(&c->ctx->error, &layout, job->f, job->g));
    if (!c->options->lift && job->options->engine == CLMODP_ENGINE_SCHUR)
        TRY(clm_schur_engine_modulo(c->ctx, job, c->p, &enough));
    else if (!c->options->lift)
        TRY(by_euclid(c, job, &enough));
    if (enough)
        c->report->necessary_pairs = width_of(job->results, job->count);
    else
        TRY(over_integers(c, job));
done:
    clm_row_layout_destroy(&layout);
    return st;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* What images have, without contents. */
typedef struct images {
    clm_content content[CLM_MOST_RESULTS];
    clmodp_zx *results[CLM_MOST_RESULTS];
    size_t count;
    clm_bounds bounds; /* of all of them */
    clmodp_zxy *f, *g;
} images;

static void images_destroy(images *i)
{
    for (size_t n = 0; n < i->count; n++) {
        clm_content_clear(&i->content[n]);
        clmodp_zx_destroy(i->results[n]);
    }
    clmodp_zxy_destroy(i->g);
    clmodp_zxy_destroy(i->f);
}

/* Contents out of f and g over F_p, and bounds of what is left. */
static clmodp_status simplify(const call *c, images *i, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &c->ctx->error;
    clm_bounds minors;

    for (size_t n = 0; n < i->count; n++) {
        clm_content_init(&i->content[n]);
        i->content[n].modulus = c->p;
    }
    TRY(clmodp_zxy_create(&i->f));
    TRY(clmodp_zxy_create(&i->g));
    for (size_t n = 0; n < i->count; n++)
        TRY(clmodp_zx_create(&i->results[n]));
    if (i->count == 1)
        TRY(clm_content_remove(error, i->content, i->f, i->g, f, g));
    else
        TRY(clm_content_remove_minors(error, i->content, i->f, i->g, f, g));
    TRY(clm_bounds_exponents(error, &i->bounds, i->f, i->g));
    if (i->count > 1) {
        TRY(clm_bounds_subresultant(error, &minors, i->f, i->g, false));
        clm_bounds_join(&i->bounds, &minors);
    }
done:
    return st;
}

/* Bounds of lead^e times the results that the contents restore. */
static void report_bounds(const call *c, const images *i, clmodp_zx *lead, uint64_t e)
{
    clm_bounds whole = {.zero = true};
    uint64_t degree = (uint64_t)clmodp_zx_degree(lead);

    for (size_t n = 0; n < i->count; n++) {
        clm_bounds one = i->bounds;

        clm_content_restore_bounds(&one, &i->content[n]);
        clm_bounds_join(&whole, &one);
    }
    c->report->degree_bound = plus(whole.degree, e * degree);
    c->report->valuation_bound =
        plus(whole.valuation, e * (degree + 1 - width_of(&lead, 1)));
    c->report->width_bound = i->bounds.degree - i->bounds.valuation + 1;
    c->report->height_bound_name = "";
    c->report->height_bits = 0;
    for (uint32_t most = c->p - 1; most != 0; most >>= 1)
        c->report->height_bits++;
}

/* results[n] := lead^e times results of f, g over F_p of positive degrees in y: R, or with a count
 * of 3, and degrees that are not both 1, R and S_1. */
static clmodp_status of_images(const call *c, clmodp_zx *const *results, size_t count,
                               const clmodp_zxy *f, const clmodp_zxy *g, clmodp_zx *lead,
                               uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &c->ctx->error;
    double began = clm_clock_seconds();
    images i = {.count = count};
    clm_job job = {.results = i.results, .count = count, .report = c->report,
                   .bounds = &i.bounds, .random = c->random, .options = &c->options->compute};

    TRY(simplify(c, &i, f, g));
    clm_stage_end(c->report, CLMODP_STAGE_PLAN, &began);
    if (!i.bounds.zero) {
        TRY(clm_chunks_check_rows(c->ctx, (uint64_t)clmodp_zxy_degree_y(i.f) +
                                              (uint64_t)clmodp_zxy_degree_y(i.g) + 2));
        job.f = i.f;
        job.g = i.g;
        TRY(at_points(c, &job));
        report_bounds(c, &i, lead, e);
        began = clm_clock_seconds();
        for (size_t n = 0; n < count; n++) {
            TRY(clm_content_restore(error, i.results[n], &i.content[n]));
            if (e > 0)
                TRY(clm_zx_multiply_powers_modulo(error, i.results[n], lead, e, i.results[n], 1,
                                                  c->p));
        }
        clm_stage_end(c->report, CLMODP_STAGE_LIFT, &began);
    }
    for (size_t n = 0; n < count; n++)
        clm_zx_swap(results[n], i.results[n]);
done:
    images_destroy(&i);
    return st;
}

/* r := lead^e a_j^n mod p, a_j the coefficient of y^j in a. */
static clmodp_status of_row(const call *c, clmodp_zx *r, const clmodp_zxy *a, size_t j, size_t n,
                            const clmodp_zx *lead, size_t e)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *row = NULL;

    TRY(clmodp_zx_create(&row));
    TRY(clm_zxy_row(&c->ctx->error, row, a, j));
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
        TRY(of_row(c, r, g, 0, p, lead, q == 0 ? 0 : lost_g));
    else if (lost_f == p)
        TRY(of_row(c, r, f, 0, q, lead, lost_f));
    else
        TRY(of_images(c, &r, 1, f, g, lead, lost_f + lost_g));
    if (lost_f % 2 != 0 && q % 2 != 0)
        TRY(clm_zx_negate_modulo(error, r, c->p));
done:
    clmodp_zx_destroy(lead);
    return st;
}

/* s[i] := lead^e b_1^n b_i mod p for i = 0, 1, b_i the coefficient of y^i in b. */
static clmodp_status of_linear(const call *c, clmodp_zx *const *s, const clmodp_zxy *b, size_t n,
                               const clmodp_zx *lead, size_t e)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *factor = NULL;

    TRY(clmodp_zx_create(&factor));
    TRY(of_row(c, factor, b, 1, n, lead, e));
    for (size_t i = 0; i < 2; i++)
        TRY(of_row(c, s[i], b, i, 1, factor, 1));
done:
    clmodp_zx_destroy(factor);
    return st;
}

/* R, s_10 and s_11 of formal degrees p and q, at least 1 and not both 1: the rules of
 * cl/euclid_formal.cl with whole polynomials in the place of values. */
static clmodp_status with_minors(const call *c, clmodp_zx *const *results, const clmodp_zxy *f,
                                 size_t p, const clmodp_zxy *g, size_t q)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &c->ctx->error;
    const long deg_f = clmodp_zxy_degree_y(f), deg_g = clmodp_zxy_degree_y(g);
    const size_t lost_f = q == 1 ? 0 : p - (deg_f > 1 ? (size_t)deg_f : 1);
    const size_t lost_g = p == 1 ? 0 : q - (deg_g > 1 ? (size_t)deg_g : 1);
    const bool linear_f = q > 1 && p - lost_f == 1, linear_g = p > 1 && q - lost_g == 1;
    clmodp_zx *lead = NULL;

    TRY(clmodp_zx_create(&lead));
    if ((lost_f > 0 && lost_g > 0) || linear_f || linear_g)
        TRY(of_formal_degrees(c, results[0], f, p, g, q));
    if (lost_f > 0 && lost_g > 0) /* S_1 = 0, and zero is what the results are */
        goto done;
    TRY(clm_zxy_row(error, lead, lost_f > 0 ? g : f, lost_f > 0 ? q : p));
    if (linear_g)
        TRY(of_linear(c, results + 1, g, p - 2, lead, lost_g));
    else if (linear_f)
        TRY(of_linear(c, results + 1, f, q - 2, lead, lost_f));
    else
        TRY(of_images(c, results, 3, f, g, lead, lost_f + lost_g));
    for (size_t n = 0; n < 3 && lost_f % 2 != 0; n++)
        if (n == 0 ? !linear_f && q % 2 != 0 : q % 2 == 0)
            TRY(clm_zx_negate_modulo(error, results[n], c->p));
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

clmodp_status clm_modular_compute(clmodp_context *ctx, clmodp_zx *const *results,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_zxy *g, uint32_t p, clm_random *random,
                                  const clm_modular_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    double began = clm_clock_seconds();
    const call c = {ctx, report, p, random, options};
    const size_t count = options->compute.subresultant ? CLM_MOST_RESULTS : 1;
    const size_t deg_f = (size_t)clmodp_zxy_degree_y(f), deg_g = (size_t)clmodp_zxy_degree_y(g);
    clmodp_zxy *of_f = NULL, *of_g = NULL;
    clmodp_zx *found[CLM_MOST_RESULTS] = {NULL};
    bool agrees;

    clm_memory_reset_peak(ctx);
    TRY(clmodp_zxy_create(&of_f));
    TRY(clmodp_zxy_create(&of_g));
    for (size_t n = 0; n < count; n++)
        TRY(clmodp_zx_create(&found[n]));
    TRY(clm_zxy_modulo(error, of_f, f, p));
    TRY(clm_zxy_modulo(error, of_g, g, p));
    clm_stage_end(report, CLMODP_STAGE_REDUCE, &began);
    if (count > 1)
        TRY(with_minors(&c, found, of_f, deg_f, of_g, deg_g));
    else
        TRY(of_formal_degrees(&c, found[0], of_f, deg_f, of_g, deg_g));
    began = clm_clock_seconds();
    TRY(clm_check_modulo(error, &agrees, found, count, f, g, p, random));
    clm_stage_end(report, CLMODP_STAGE_CHECK, &began);
    if (!agrees)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo %u at a random point: the device or its memory failed; "
             "try again, or another device or driver",
             p);
    for (size_t n = 0; n < count; n++)
        clm_zx_swap(results[n], found[n]);
done:
    report->memory_bytes = ctx->memory_peak;
    for (size_t n = 0; n < count; n++)
        clmodp_zx_destroy(found[n]);
    clmodp_zxy_destroy(of_g);
    clmodp_zxy_destroy(of_f);
    return st;
}
