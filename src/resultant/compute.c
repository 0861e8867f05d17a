/* The modular scheme from polynomials to polynomial. */
#include "resultant/compute.h"

#include <math.h>

#include "cl/euclid_shape.h"
#include "device/memory.h"
#include "resultant/certified.h"
#include "resultant/check.h"
#include "resultant/content.h"
#include "resultant/probable.h"
#include "resultant/stage_clock.h"

/* No seed of 64 bits makes an event less likely than this, if it can happen at all. */
#define LEAST_ERROR 0x1p-64

/* The bounds of the whole resultant, from those of the polynomials without contents. */
static void report_bounds(clmodp_resultant_report *report, const clm_bounds *bounds,
                          const clm_content *content)
{
    clm_bounds whole = *bounds;

    clm_content_restore_bounds(&whole, content);
    report->degree_bound = whole.degree;
    report->valuation_bound = whole.valuation;
    report->height_bits = whole.height_bits;
    report->height_bound_name = bounds->height_name;
    report->width_bound = bounds->degree - bounds->valuation + 1;
}

/* The chance that a candidate, which has passed one check by chance, passes that of the whole
 * resultant as well. It exceeds the bound on the height by less than one prime and a sign. */
static double check_error(const clm_bounds *bounds, const clm_content *content)
{
    clm_bounds whole = *bounds;

    whole.height_bits += 64;
    clm_content_restore_bounds(&whole, content);
    return clm_check_error(whole.degree, whole.height_bits);
}

/* How many pairs a resultant with these coefficients asks for: a point for each from the
 * first to the last, and primes whose product exceeds twice the greatest. */
static uint64_t necessary_pairs(const clmodp_zx *r)
{
    const double prime_bits = log2(EUCLID_PRIME_MAX);
    const long degree = clmodp_zx_degree(r);
    long valuation = degree;
    double height = 0.0;
    mpz_t c;

    if (degree < 0)
        return 0;
    mpz_init(c);
    for (long i = degree; i >= 0; i--) {
        long exponent;
        double bits;

        clmodp_zx_get_coeff(c, r, (size_t)i);
        if (mpz_sgn(c) == 0)
            continue;
        bits = log2(fabs(mpz_get_d_2exp(&exponent, c))) + (double)exponent;
        height = fmax(height, bits);
        valuation = i;
    }
    mpz_clear(c);
    return (uint64_t)(degree - valuation + 1) * ((uint64_t)((height + 1.0) / prime_bits) + 1);
}

/* r := res_y(f, g) from the resultant without contents; CORRUPT unless it agrees with them. */
static clmodp_status restore(clm_error *error, clmodp_zx *r, clmodp_resultant_report *report,
                             const clm_content *content, const clmodp_zxy *f,
                             const clmodp_zxy *g, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    bool agrees;

    TRY(clm_content_restore(error, r, content));
    clm_stage_end(report, CLMODP_STAGE_LIFT, &began);
    TRY(clm_check_fresh_prime(error, &agrees, r, f, g, random));
    clm_stage_end(report, CLMODP_STAGE_CHECK, &began);
    if (!agrees)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo a random prime at a random point: the device or its "
             "memory failed; try again, or another device or driver");
done:
    return st;
}

/* The number of coefficients in y of both. */
static uint64_t row_count(const clmodp_zxy *f, const clmodp_zxy *g)
{
    return (uint64_t)clmodp_zxy_degree_y(f) + (uint64_t)clmodp_zxy_degree_y(g) + 2;
}

clmodp_status clm_resultant_compute(clmodp_context *ctx, clmodp_zx *r,
                                    clmodp_resultant_report *report, const clmodp_zxy *f,
                                    const clmodp_zxy *g, clm_random *random,
                                    const clm_compute_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    double began = clm_clock_seconds();
    clm_row_layout layout = {0};
    clm_bounds bounds = {0};
    clm_content content;
    clmodp_zxy *f1 = NULL, *g1 = NULL;
    clmodp_zx *result = NULL;

    clm_memory_reset_peak(ctx);
    clm_content_init(&content);
    TRY(clmodp_zxy_create(&f1));
    TRY(clmodp_zxy_create(&g1));
    TRY(clmodp_zx_create(&result));
    TRY(clm_content_remove(error, &content, f1, g1, f, g));
    TRY(clm_bounds_compute(error, &bounds, f1, g1));
    if (!bounds.zero) {
        clm_job job = {.r = result, .report = report, .bounds = &bounds, .f = f1, .g = g1,
                       .layout = &layout, .random = random, .options = options};

        TRY(clm_chunks_check_rows(ctx, row_count(f1, g1)));
        TRY(clm_row_layout_create(error, &layout, f1, g1));
        report_bounds(report, &bounds, &content);
        clm_stage_end(report, CLMODP_STAGE_PLAN, &began);
        if (options->mode == CLMODP_MODE_PROBABLE)
            TRY(clm_probable(ctx, &job));
        else
            TRY(clm_certified(ctx, &job));
        report->necessary_pairs = necessary_pairs(result);
        TRY(restore(error, result, report, &content, f, g, random));
        if (report->error_probability > 0.0)
            report->error_probability =
                fmax(report->error_probability * check_error(&bounds, &content), LEAST_ERROR);
    }
    TRY(clmodp_zx_set(r, result));
done:
    report->memory_bytes = ctx->memory_peak;
    clm_row_layout_destroy(&layout);
    clm_content_clear(&content);
    clmodp_zx_destroy(result);
    clmodp_zxy_destroy(g1);
    clmodp_zxy_destroy(f1);
    return st;
}
