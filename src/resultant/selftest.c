/* The known-answer test of a device. */
#include "resultant/selftest.h"

#include "device/identity.h"
#include "resultant/compute.h"

#define FACT "known answers are right"
#define MERSENNE_61 ((UINT64_C(1) << 61) - 1)

/* sum of a(i,j) x^i y^j over i <= dx and j = 0, step, 2 step ... <= dy with
 * a(i,j) = (-1)^(i+j) * (7i + 3j + 1)^9 - 5: several limbs, both signs, no structure. */
typedef struct shape {
    size_t dx, dy, step;
} shape;

typedef struct known_answer {
    shape f, g;
    clm_compute_options options;
    uint64_t at_2, at_minus_3; /* R(2) and R(-3) modulo 2^61 - 1 */
} known_answer;

/* The answers are determinants of Sylvester matrices over the integers modulo 2^61 - 1, by
 * elimination in another language (tests/selftest_answers.py). */
static const known_answer known_answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.pipeline.way = CLM_EVALUATE_SUMS, .lift.way = CLM_LIFT_POSITIONAL},
     UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)},
    {{3, 5, 1}, {2, 4, 1},
     {.pipeline.way = CLM_EVALUATE_SPLIT, .lift.way = CLM_LIFT_MIXED_RADIX},
     UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)},
    {{3, 5, 1}, {2, 4, 1}, {.pipeline.redo_all = true},
     UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)},
    /* A gap in the degree sequence; a number of points that four does not divide. */
    {{2, 6, 2}, {3, 3, 1}, {.pipeline.way = CLM_EVALUATE_SPLIT},
     UINT64_C(1754111827630458903), UINT64_C(1601000209197469126)},
    /* 35 points: the radices that are sums of products. */
    {{3, 6, 1}, {2, 7, 1}, {.pipeline.way = CLM_EVALUATE_SUMS},
     UINT64_C(1657598622738822712), UINT64_C(524731422703287487)},
};

static clmodp_status fill(clmodp_zxy *f, shape s)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= s.dy; j += s.step)
        for (size_t i = 0; i <= s.dx; i++) {
            mpz_ui_pow_ui(c, 7 * i + 3 * j + 1, 9);
            if ((i + j) % 2 != 0)
                mpz_neg(c, c);
            mpz_sub_ui(c, c, 5);
            TRY(clmodp_zxy_set_coeff(f, c, i, j));
        }
done:
    mpz_clear(c);
    return st;
}

/* r(x) modulo 2^61 - 1. */
static uint64_t value_at(const clmodp_zx *r, long x)
{
    uint64_t result;
    mpz_t value, c;

    mpz_init(value);
    mpz_init(c);
    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        mpz_mul_si(value, value, x);
        mpz_add(value, value, c);
    }
    result = mpz_fdiv_ui(value, MERSENNE_61);
    mpz_clear(c);
    mpz_clear(value);
    return result;
}

static clmodp_status check_answer(clmodp_context *ctx, const known_answer *known)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_report report = {0};
    clm_random random = {0};
    clmodp_zxy *f = NULL, *g = NULL;
    clmodp_zx *r = NULL;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    TRY(clmodp_zx_create(&r));
    TRY(fill(f, known->f));
    TRY(fill(g, known->g));
    TRY(clm_resultant_compute(ctx, r, &report, f, g, &random, &known->options));
    if (value_at(r, 2) != known->at_2 || value_at(r, -3) != known->at_minus_3)
        FAIL(&ctx->error, CLMODP_CORRUPT,
             "the device \"%s\" (driver %s) computes a known resultant wrongly; update the "
             "driver or choose another device",
             ctx->device.name, ctx->device.driver);
done:
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

clmodp_status clm_selftest_ensure(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    clmodp_progress progress = ctx->progress;

    if (ctx->trusted)
        return CLMODP_OK;
    ctx->progress = NULL; /* its fractions are not those of the caller's work */
    if (!clm_fact_recall(ctx, FACT)) {
        for (size_t k = 0; k < sizeof known_answers / sizeof *known_answers; k++)
            TRY(check_answer(ctx, &known_answers[k]));
        clm_fact_remember(ctx, FACT);
    }
    ctx->trusted = true;
done:
    ctx->progress = progress;
    return st;
}
