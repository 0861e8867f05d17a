/* The known-answer test of a device. */
#include "resultant/selftest.h"

#include <stdio.h>

#include "device/identity.h"
#include "resultant/compute.h"
#include "resultant/modular.h"
#include "resultant/programs.h"

#define MERSENNE_61 ((UINT64_C(1) << 61) - 1)
#define MERSENNE_31 ((UINT32_C(1) << 31) - 1) /* beyond EUCLID_PRIME_MAX */
#define NARROW 1000000007

enum { SCHUR_FACT_SIZE = 64 };

/* sum of a(i,j) x^i y^j over i <= dx and j = 0, step, 2 step ... <= dy with
 * a(i,j) = (-1)^(i+j) * (7i + 3j + 1)^9 - 5: several limbs, both signs, no structure. */
typedef struct shape {
    size_t dx, dy, step;
} shape;

typedef struct known_answer {
    shape f, g;
    clm_compute_options options;
    uint64_t value[CLM_MOST_RESULTS][2]; /* of R, s_10, s_11 at 2 and at -3, modulo 2^61 - 1 or
                                            the given prime */
} known_answer;

/* The answers are determinants of Sylvester's rows over the integers modulo 2^61 - 1, by
 * elimination in another language (tests/selftest_answers.py). */
static const known_answer known_answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.pipeline.way = CLM_EVALUATE_SUMS, .lift.way = CLM_LIFT_POSITIONAL},
     {{UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)}}},
    {{3, 5, 1}, {2, 4, 1},
     {.pipeline.way = CLM_EVALUATE_SPLIT, .lift.way = CLM_LIFT_MIXED_RADIX},
     {{UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)}}},
    {{3, 5, 1}, {2, 4, 1}, {.pipeline.redo_all = true},
     {{UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)}}},
    /* A gap in the degree sequence; a number of points that four does not divide. */
    {{2, 6, 2}, {3, 3, 1}, {.pipeline.way = CLM_EVALUATE_SPLIT},
     {{UINT64_C(1754111827630458903), UINT64_C(1601000209197469126)}}},
    /* 35 points: the radices that are sums of products. */
    {{3, 6, 1}, {2, 7, 1}, {.pipeline.way = CLM_EVALUATE_SUMS},
     {{UINT64_C(1657598622738822712), UINT64_C(524731422703287487)}}},
    {{3, 6, 1}, {2, 7, 1}, {.subresultant = true},
     {{UINT64_C(1657598622738822712), UINT64_C(524731422703287487)},
      {UINT64_C(1858744199892396744), UINT64_C(1374614903809128062)},
      {UINT64_C(924679796124767894), UINT64_C(356872409318322221)}}},
    {{2, 6, 2}, {3, 3, 1}, {.subresultant = true, .pipeline.redo_all = true},
     {{UINT64_C(1754111827630458903), UINT64_C(1601000209197469126)},
      {UINT64_C(1666961053571596009), UINT64_C(1646779137776106632)},
      {UINT64_C(699112654492289045), UINT64_C(2193710650930334855)}}},
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

/* Modulo 2^31 - 1, at 42 points. */
static const known_answer known_wide[] = {
    {{3, 5, 1}, {2, 4, 1}, {.subresultant = true},
     {{UINT64_C(54959350), UINT64_C(2052640144)},
      {UINT64_C(1712554296), UINT64_C(1806394152)},
      {UINT64_C(412531348), UINT64_C(197968654)}}},
};

/* Modulo 10^9 + 7, at 24 points, and at more than one work-group takes. */
static const known_answer known_progression[] = {
    {{3, 5, 1}, {2, 4, 1}, {.subresultant = true},
     {{UINT64_C(589735129), UINT64_C(951800656)},
      {UINT64_C(557328491), UINT64_C(943245786)},
      {UINT64_C(440446246), UINT64_C(582339059)}}},
    {{700, 3, 1}, {701, 3, 1}, {0}, {{UINT64_C(334742620), UINT64_C(325482070)}}},
};

/* r(x) modulo a prime. */
static uint64_t value_at(const clmodp_zx *r, long x, uint64_t prime)
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
    result = mpz_fdiv_ui(value, prime);
    mpz_clear(c);
    mpz_clear(value);
    return result;
}

/* p: 0 over Z. */
static clmodp_status check_answer(clmodp_context *ctx, const known_answer *known, uint32_t p)
{
    clm_modular_options modular = {.points = p == MERSENNE_31 ? CLM_POINTS_COSET
                                                               : CLM_POINTS_PROGRESSION};
    const uint64_t prime = p != 0 ? p : MERSENNE_61;
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_report report = {0};
    clm_random random = {0};
    clmodp_zxy *f = NULL, *g = NULL;
    clmodp_zx *results[CLM_MOST_RESULTS] = {NULL};
    const size_t count = known->options.subresultant ? CLM_MOST_RESULTS : 1;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    for (size_t n = 0; n < count; n++)
        TRY(clmodp_zx_create(&results[n]));
    TRY(fill(f, known->f));
    TRY(fill(g, known->g));
    modular.compute.subresultant = known->options.subresultant;
    if (p == 0)
        TRY(clm_resultant_compute(ctx, results, &report, f, g, &random, &known->options));
    else
        TRY(clm_modular_compute(ctx, results, &report, f, g, p, &random, &modular));
    for (size_t n = 0; n < count; n++)
        if (value_at(results[n], 2, prime) != known->value[n][0] ||
            value_at(results[n], -3, prime) != known->value[n][1])
            FAIL(&ctx->error, CLMODP_CORRUPT,
                 "the device \"%s\" (driver %s) computes a known resultant wrongly: "
                 CLM_WRONG_VALUE,
                 ctx->device.name, ctx->device.driver);
done:
    for (size_t n = 0; n < count; n++)
        clmodp_zx_destroy(results[n]);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

/* Answers that belong together, and the fact that they are right. */
typedef struct known_set {
    uint32_t part; /* of CLM_TRUST_* */
    const char *fact;
    const known_answer *answers;
    size_t count;
    uint32_t p;
} known_set;

static const known_set known_sets[] = {
    {CLM_TRUST_EUCLID, "known answers are right", known_answers,
     sizeof known_answers / sizeof *known_answers, 0},
    {CLM_TRUST_WIDE, "known answers modulo great primes are right", known_wide,
     sizeof known_wide / sizeof *known_wide, MERSENNE_31},
    {CLM_TRUST_PROGRESSION, "known answers at points in progression are right", known_progression,
     sizeof known_progression / sizeof *known_progression, NARROW},
};

static clmodp_status check_answers(clmodp_context *ctx, const known_set *known)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < known->count; k++)
        TRY(check_answer(ctx, &known->answers[k], known->p));
done:
    return st;
}

/* Whether a part is trusted already, or is remembered to have passed: then it is from now on. */
static bool is_known(clmodp_context *ctx, uint32_t part, const char *fact)
{
    if ((ctx->kept->trusted & part) == 0 && clm_fact_recall(ctx, fact, &clm_programs_all))
        ctx->kept->trusted |= part;
    return (ctx->kept->trusted & part) != 0;
}

static clmodp_status ensure(clmodp_context *ctx, const known_set *known)
{
    clmodp_status st = CLMODP_OK;

    if (is_known(ctx, known->part, known->fact))
        return CLMODP_OK;
    TRY(check_answers(ctx, known));
    clm_fact_remember(ctx, known->fact, &clm_programs_all);
    ctx->kept->trusted |= known->part;
done:
    return st;
}

static void schur_fact(char fact[SCHUR_FACT_SIZE], clm_residue_kind kind)
{
    (void)snprintf(fact, SCHUR_FACT_SIZE, "known answers of the Schur engine are right: %s",
                   clm_residue_type_of(kind)->name);
}

/* All points by the Schur algorithm, then all by Euclid. */
static clmodp_status ensure_schur(clmodp_context *ctx, clm_residue_kind kind)
{
    const clm_compute_options engine = {.engine = CLMODP_ENGINE_SCHUR, .residues = kind};
    char fact[SCHUR_FACT_SIZE];
    known_answer answers[] = {known_answers[0], known_answers[0]};
    const known_set known = {(uint32_t)CLM_TRUST_SCHUR << kind, fact, answers,
                             sizeof answers / sizeof *answers, 0};

    answers[0].options = answers[1].options = engine;
    answers[1].options.pipeline.redo_all = true;
    schur_fact(fact, kind);
    return ensure(ctx, &known);
}

clmodp_status clm_selftest_ensure(clmodp_context *ctx, uint32_t parts)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context test; /* all of the memory, and nobody asked: it is not the caller's work */

    clm_context_begin(&test, ctx, 0, false);
    clm_programs_declare(&test);
    for (size_t k = 0; k < sizeof known_sets / sizeof *known_sets; k++)
        if ((parts & known_sets[k].part) != 0)
            TRY(ensure(&test, &known_sets[k]));
    for (int kind = 0; kind < CLM_RESIDUE_KINDS; kind++)
        if ((parts & (uint32_t)CLM_TRUST_SCHUR << kind) != 0)
            TRY(ensure_schur(&test, (clm_residue_kind)kind));
done:
    ctx->error = test.error; /* its memory is not the caller's */
    return st;
}

bool clm_selftest_known(clmodp_context *ctx, uint32_t parts)
{
    char fact[SCHUR_FACT_SIZE];
    bool known = true;

    for (size_t k = 0; k < sizeof known_sets / sizeof *known_sets && known; k++)
        if ((parts & known_sets[k].part) != 0)
            known = is_known(ctx, known_sets[k].part, known_sets[k].fact);
    for (int kind = 0; kind < CLM_RESIDUE_KINDS && known; kind++) {
        const uint32_t part = (uint32_t)CLM_TRUST_SCHUR << kind;

        schur_fact(fact, (clm_residue_kind)kind);
        known = (parts & part) == 0 || is_known(ctx, part, fact);
    }
    return known;
}
