/* Known-answer tests: recomputes known resultants, first subresultants and determinants. */
#include "engines/known_answers.h"

#include <clmodp/polynomials.h>

#include "engines/engine.h"

#define MERSENNE_61 ((UINT64_C(1) << 61) - 1)

/* The inputs of a known answer, their layout and bounds, and the computed results. */
typedef struct known_case {
    clmodp_zxy *f, *g;
    clmodp_zx *results[CLM_KNOWN_OUTPUTS];
    clm_minors minors;
    size_t outputs;
    clm_bounds each[CLM_KNOWN_OUTPUTS], all;
    clm_row_layout layout;
} known_case;

static clmodp_status fill_known(clmodp_zxy *f, clm_known_shape s)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= s.dy; j += s.step > 0 ? s.step : 1)
        for (size_t i = 0; i <= s.dx; i++) {
            if (s.step == 0 && i % 16 > 1)
                continue;
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

/* Returns r(x) modulo a prime. */
static uint64_t value_at(const clmodp_zx *r, long x, uint64_t prime)
{
    uint64_t result;
    mpz_t value;

    mpz_init(value);
    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        mpz_mul_si(value, value, x);
        mpz_add(value, value, clmodp_zx_coeff(r, (size_t)i));
    }
    result = mpz_fdiv_ui(value, prime);
    mpz_clear(value);
    return result;
}

/* Bounds the determinant of a known matrix by the 1-norms of its rows. */
static clm_bounds bound_determinant(const clmodp_zxy *f, const clm_known_answer *known)
{
    const size_t n = known->g.dy, dx = known->f.dx, terms = n * (dx + 1);
    size_t bits;
    mpz_t greatest;

    mpz_init(greatest);
    clmodp_zxy_get_coeff(greatest, f, dx, n * n - 1);
    bits = mpz_sizeinbase(greatest, 2);
    mpz_clear(greatest);
    for (size_t k = 1; k < terms; k *= 2)
        bits++;
    return (clm_bounds){.degree = n * dx, .height_bits = n * bits, .height_name = "rows"};
}

static clmodp_status known_case_create(clm_error *error, known_case *t, const clm_known_set *set,
                                       const clm_known_answer *known)
{
    clmodp_status st = CLMODP_OK;
    mpz_t zero;

    mpz_init(zero);
    t->minors = (clm_minors){.step = 1, .count = known->value[1][0] != 0 ? 2 : 1};
    t->outputs = clm_minors_outputs(t->minors);
    TRY(clmodp_zxy_create(&t->f));
    TRY(clmodp_zxy_create(&t->g));
    for (size_t n = 0; n < t->outputs; n++)
        TRY(clmodp_zx_create(&t->results[n]));
    TRY(fill_known(t->f, known->f));
    if (set->matrices) {
        for (size_t i = 0; i <= known->f.dx && known->g.step == 0; i++)
            TRY(clmodp_zxy_set_coeff(t->f, zero, i, 0));
        TRY(clm_row_layout_create_matrix(error, &t->layout, t->f, known->g.dy));
        t->each[0] = t->all = bound_determinant(t->f, known);
        goto done;
    }
    TRY(fill_known(t->g, known->g));
    TRY(clm_engine_lay_out(error, &t->layout, set->engine, t->f, t->g));
    TRY(clm_bounds_compute(error, &t->each[0], t->f, t->g, NULL));
    if (t->outputs > 1)
        TRY(clm_bounds_subresultant(error, &t->each[1], t->f, t->g, 1, true, NULL));
    t->each[2] = t->each[1];
    t->all = t->each[0];
    for (size_t n = 1; n < t->outputs; n++)
        clm_bounds_join(&t->all, &t->each[n]);
done:
    mpz_clear(zero);
    return st;
}

static void known_case_destroy(known_case *t)
{
    clm_row_layout_destroy(&t->layout);
    for (size_t n = 0; n < CLM_KNOWN_OUTPUTS; n++)
        clmodp_zx_destroy(t->results[n]);
    clmodp_zxy_destroy(t->g);
    clmodp_zxy_destroy(t->f);
}

static clmodp_status check_known_answer(clmodp_context *ctx, const clm_known_set *set,
                                        const clm_known_answer *known)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t prime = set->modulus != 0 ? set->modulus : MERSENNE_61;
    clm_random random = {0};
    known_case t = {0};
    clm_request request = {.layout = &t.layout, .bounds = &t.all, .modulus = set->modulus,
                           .options = &known->options, .random = &random};
    clm_reconstruction reconstruction = {.results = t.results, .each = t.each};
    clm_plan *plan = NULL;
    clm_counts counts;

    TRY(known_case_create(&ctx->error, &t, set, known));
    request.minors = t.minors;
    TRY(clm_plan_create(ctx, &plan, set->engine, &request));
    REQUIRE(&ctx->error, plan != NULL);
    TRY(clm_plan_execute(ctx, plan, 0, &reconstruction, &counts));
    for (size_t n = 0; n < t.outputs; n++)
        if (value_at(t.results[n], 2, prime) != known->value[n][0] ||
            value_at(t.results[n], -3, prime) != known->value[n][1])
            FAIL(&ctx->error, CLMODP_CORRUPT,
                 "the device \"%s\" (driver %s) computes a wrong value of a known resultant: "
                 CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver);
    /* The result is right, but only because the fallback recomputed wrong or failed points. */
    if (!known->options.fallback_all && counts.fallback > 0)
        FAIL(&ctx->error, CLMODP_CORRUPT,
             "the device \"%s\" (driver %s) computes wrong remainders in a self-test: "
             CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver);
done:
    clm_plan_destroy(plan);
    known_case_destroy(&t);
    return st;
}

clmodp_status clm_known_answers_check(clmodp_context *ctx, const void *set)
{
    clmodp_status st = CLMODP_OK;
    const clm_known_set *known = set;

    for (size_t k = 0; k < known->count; k++)
        TRY(check_known_answer(ctx, known, &known->answers[k]));
done:
    return st;
}
