/* The default engine: its table of functions, and its known-answer tests with their kernels. */
#include "engines/euclid/engine.h"

#include "cl/fpx/batch/euclid_shape.h"
#include "engines/engine.h"
#include "engines/euclid/plan.h"
#include "engines/known_answers.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/interpolate.h"
#include "fpx/batch/ntt.h"
#include "multimodular/crt.h"

/* One program: stages common to all resultants, and CRT reconstruction. */
#define FILES                                                                                  \
    "multimodular/reduce.cl", "fpx/batch/evaluate.cl", "fpx/batch/roots.cl",                   \
        "fpx/batch/butterfly.cl", "fpx/batch/transform.cl", "fpx/batch/evaluate_shared.cl",    \
        "fpx/batch/euclid.cl", "fpx/batch/euclid_formal.cl", "fpx/batch/divide.cl",            \
        "fpx/batch/interpolate.cl", "multimodular/mixed_radix.cl", "multimodular/positional.cl"

const clm_kernel_files clm_euclid_files = CLM_KERNEL_FILES(FILES);
static const clm_kernel_files
    geometric_files = CLM_KERNEL_FILES(FILES, "fpx/batch/vandermonde.cl"),
    sparse_files = CLM_KERNEL_FILES(FILES, "fpx/batch/sparse.cl"),
    powers_files = CLM_KERNEL_FILES(FILES, "fpx/batch/powers.cl"),
    blocks_files = CLM_KERNEL_FILES(FILES, "fpx/batch/euclid_blocks.cl"),
    cosets_files = CLM_KERNEL_FILES(FILES, "fpx/batch/cosets.cl"),
    determinant_files = CLM_KERNEL_FILES(FILES, "fpx/batch/determinant.cl",
                                         "fpx/batch/determinant_pivots.cl");

void clm_euclid_programs_declare(clmodp_context *ctx)
{
    ctx->kept->together = &clm_euclid_files;
}

#define MERSENNE_31 ((UINT32_C(1) << 31) - 1) /* beyond EUCLID_PRIME_MAX */
#define ORDINARY 1000000007

/* The stages common to all resultants, at 16 points. Other radices (fpx/batch/ntt.h) and CRT
 * reconstruction on the device (multimodular/crt.h) have own tests. */
#define PLAIN .method = CLM_EVALUATE_SUMS, .crt = {.method = CLM_CRT_TREE}

static const clm_known_answer basic_answers[] = {
    {{2, 4, 1}, {2, 3, 1}, {PLAIN},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)},
      {UINT64_C(883647925493630587), UINT64_C(824991787475922395)},
      {UINT64_C(1636661912788841412), UINT64_C(1608423884861323371)}}},
    {{2, 4, 1}, {2, 3, 1}, {PLAIN, .fallback_all = true},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)}}},
    /* A gap in the degree sequence. */
    {{2, 5, 5}, {2, 2, 1}, {PLAIN},
     {{UINT64_C(1632142721973162255), UINT64_C(1312137785284396143)}}},
    {{2, 5, 5}, {2, 2, 1}, {PLAIN, .fallback_all = true},
     {{UINT64_C(1632142721973162255), UINT64_C(1312137785284396143)},
      {UINT64_C(1465838205691937957), UINT64_C(897710770642286745)},
      {UINT64_C(1302073843119688576), UINT64_C(2226545859831947494)}}},
};

/* The two methods for split rows: at 16 points, and at 9, not divisible by four. */
#define SPLIT .method = CLM_EVALUATE_SPLIT, .crt = {.method = CLM_CRT_TREE}

static const clm_known_answer butterfly_answers[] = {
    {{2, 4, 1}, {2, 3, 1}, {SPLIT},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)}}},
};
static const clm_known_answer transform_answers[] = {
    {{3, 2, 1}, {2, 1, 1}, {SPLIT},
     {{UINT64_C(1953333202848358837), UINT64_C(1405002679361829366)}}},
};

/* Rows with few coefficients; 16 of them are in one of 16 sums. */
static const clm_known_answer sparse_answers[] = {
    {{241, 4, 0}, {209, 2, 0},
     {.method = CLM_EVALUATE_SPARSE, .crt = {.method = CLM_CRT_TREE}},
     {{UINT64_C(1500207775116643581), UINT64_C(856233263964272832)},
      {UINT64_C(2008762835620683230), UINT64_C(749208951504258265)},
      {UINT64_C(958506661606427585), UINT64_C(277123550094568927)}}},
};

/* Primes sharing tiles. */
static const clm_known_answer shared_answers[] = {
    {{2, 4, 1}, {2, 3, 1}, {.method = CLM_EVALUATE_SHARED, .crt = {.method = CLM_CRT_TREE}},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)},
      {UINT64_C(883647925493630587), UINT64_C(824991787475922395)},
      {UINT64_C(1636661912788841412), UINT64_C(1608423884861323371)}}},
};

/* Blocks of 2 and of 7 steps, with a tile for each prime and with shared tiles. */
static const clm_known_answer blocks_answers[] = {
    {{2, 4, 1}, {2, 3, 1}, {PLAIN, .blocks = {.steps = 2, .order = 4}},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)},
      {UINT64_C(883647925493630587), UINT64_C(824991787475922395)},
      {UINT64_C(1636661912788841412), UINT64_C(1608423884861323371)}}},
    {{1, 15, 1}, {1, 14, 1},
     {.method = CLM_EVALUATE_SHARED, .crt = {.method = CLM_CRT_TREE},
      .blocks = {.steps = 7, .order = 16}},
     {{UINT64_C(2069854697363201133), UINT64_C(1347403039792289675)}}},
};

/* Points in two and in three cosets, of 8 and of 6. */
static const clm_known_answer cosets_answers[] = {
    {{2, 4, 1}, {2, 3, 1}, {PLAIN, .cosets = 2},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)},
      {UINT64_C(883647925493630587), UINT64_C(824991787475922395)},
      {UINT64_C(1636661912788841412), UINT64_C(1608423884861323371)}}},
    {{2, 4, 1}, {2, 3, 1}, {PLAIN, .cosets = 3},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)}}},
};

/* A first division by powers of y, with unshared and shared tiles, and expanded; and by a divisor
 * whose degree is not compiled in. */
#define LONG {1, 160, 80}, {0, 3, 1}

static const clm_known_answer powers_answers[] = {
    {LONG, {PLAIN},
     {{UINT64_C(2033980755400185612), UINT64_C(528860196917468476)},
      {UINT64_C(1853206193638192688), UINT64_C(886776832143031651)},
      {UINT64_C(1303731290430578643), UINT64_C(333312787860383847)}}},
    {LONG, {.method = CLM_EVALUATE_SHARED, .crt = {.method = CLM_CRT_TREE}},
     {{UINT64_C(2033980755400185612), UINT64_C(528860196917468476)}}},
    {{1, 200, 100}, {0, 5, 1}, {PLAIN},
     {{UINT64_C(96521783067919894), UINT64_C(1522372303525604436)}}},
    {LONG, {PLAIN, .fallback_all = true},
     {{UINT64_C(2033980755400185612), UINT64_C(528860196917468476)}}},
};

/* Modulo 2^31 - 1, at 42 points. */
static const clm_known_answer large_answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.points = CLM_POINTS_COSET},
     {{UINT64_C(54959350), UINT64_C(2052640144)},
      {UINT64_C(1712554296), UINT64_C(1806394152)},
      {UINT64_C(412531348), UINT64_C(197968654)}}},
};

/* Modulo 10^9 + 7, at 24 points, and at more points than a work-group takes. */
static const clm_known_answer geometric_answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.points = CLM_POINTS_GEOMETRIC},
     {{UINT64_C(589735129), UINT64_C(951800656)},
      {UINT64_C(557328491), UINT64_C(943245786)},
      {UINT64_C(440446246), UINT64_C(582339059)}}},
    {{700, 3, 1}, {701, 3, 1}, {.points = CLM_POINTS_GEOMETRIC},
     {{UINT64_C(334742620), UINT64_C(325482070)}}},
};

/* Matrices in blocks of which the last is not full: without pivots, with pivots, and in shared
 * tiles. */
static const clm_known_answer determinant_answers[] = {
    {{2, 99, 1}, {0, 10, 1}, {PLAIN},
     {{UINT64_C(1123092995084622163), UINT64_C(311567965505794415)}}},
    {{2, 35, 1}, {0, 6, 0}, {PLAIN, .fallback_all = true},
     {{UINT64_C(1284865572217923061), UINT64_C(29324378774090108)}}},
    {{2, 80, 1}, {0, 9, 1}, {.method = CLM_EVALUATE_SHARED, .crt = {.method = CLM_CRT_TREE}},
     {{UINT64_C(2113542674860159261), UINT64_C(887507469864157643)}}},
};
static const clm_known_answer large_determinant_answers[] = {
    {{2, 99, 1}, {0, 10, 1}, {.points = CLM_POINTS_COSET},
     {{UINT64_C(2129346834), UINT64_C(621230801)}}},
};

#define MATRICES(answers, modulus, matrices) \
    {&clm_euclid_engine, answers, sizeof(answers) / sizeof *(answers), modulus, matrices}
#define SET(answers, modulus) MATRICES(answers, modulus, false)

static const clm_known_set known[CLM_EUCLID_TESTS] = {
    [CLM_EUCLID_BASIC] = SET(basic_answers, 0),
    [CLM_EUCLID_BUTTERFLY] = SET(butterfly_answers, 0),
    [CLM_EUCLID_TRANSFORM] = SET(transform_answers, 0),
    [CLM_EUCLID_SPARSE] = SET(sparse_answers, 0),
    [CLM_EUCLID_SHARED] = SET(shared_answers, 0),
    [CLM_EUCLID_BLOCKS] = SET(blocks_answers, 0),
    [CLM_EUCLID_COSETS] = SET(cosets_answers, 0),
    [CLM_EUCLID_POWERS] = SET(powers_answers, 0),
    [CLM_EUCLID_LARGE] = SET(large_answers, MERSENNE_31),
    [CLM_EUCLID_GEOMETRIC] = SET(geometric_answers, ORDINARY),
    [CLM_EUCLID_DETERMINANT] = MATRICES(determinant_answers, 0, true),
    [CLM_EUCLID_LARGE_DETERMINANT] = MATRICES(large_determinant_answers, MERSENNE_31, true),
};

#define TEST(number, how, files, extends)                                            \
    [number] = {"known resultants" how " are correct", &files, clm_known_answers_check, \
                &known[number], extends}

const clm_self_test clm_euclid_tests[CLM_EUCLID_TESTS] = {
    TEST(CLM_EUCLID_BASIC, "", clm_euclid_files, true),
    TEST(CLM_EUCLID_BUTTERFLY, " by butterflies", clm_euclid_files, true),
    TEST(CLM_EUCLID_TRANSFORM, " by transforms", clm_euclid_files, true),
    TEST(CLM_EUCLID_SPARSE, " from sparse rows", sparse_files, true),
    TEST(CLM_EUCLID_SHARED, " in shared tiles", clm_euclid_files, true),
    TEST(CLM_EUCLID_BLOCKS, " with steps in blocks", blocks_files, true),
    TEST(CLM_EUCLID_COSETS, " at points in cosets", cosets_files, true),
    TEST(CLM_EUCLID_POWERS, " by powers of y", powers_files, true),
    TEST(CLM_EUCLID_LARGE, " modulo large primes", clm_euclid_files, true),
    TEST(CLM_EUCLID_GEOMETRIC, " at geometric points", geometric_files, false),
    TEST(CLM_EUCLID_DETERMINANT, " of matrices", determinant_files, true),
    TEST(CLM_EUCLID_LARGE_DETERMINANT, " of matrices modulo large primes", determinant_files,
         true),
};

/* Opens the device; every device supports words of 32 bits. */
static clmodp_status euclid_require(clmodp_context *ctx, const clm_engine_options *options)
{
    (void)options;
    return clm_context_open(ctx);
}

static size_t euclid_needs(const clm_self_test **needs, const clm_engine_options *options)
{
    (void)options;
    needs[0] = &clm_euclid_tests[CLM_EUCLID_BASIC];
    return 1;
}

static uint64_t euclid_prime_max(const clm_engine_options *options)
{
    (void)options;
    return EUCLID_PRIME_MAX;
}

static size_t euclid_all_needs(const clm_self_test **needs, const clm_engine_options *options)
{
    size_t count = 0;

    (void)options;
    for (int test = 0; test < CLM_EUCLID_TESTS; test++)
        needs[count++] = &clm_euclid_tests[test];
    for (u32 radix = 2; radix <= CLM_NTT_MOST_RADIX; radix++) {
        needs[count++] = &clm_interpolate_self_tests[radix];
        needs[count++] = &clm_ntt_self_tests[radix];
    }
    for (clm_crt_method method = 0; method < CLM_CRT_METHODS; method++)
        if (clm_crt_self_tests[method].check != NULL)
            needs[count++] = &clm_crt_self_tests[method];
    return count;
}

static clmodp_status euclid_plan_complete(clmodp_context *ctx, clm_plan *plan,
                                          const clm_request *request)
{
    const clmodp_status st = clm_euclid_plan_complete(ctx, plan, request);

    if (st == CLMODP_OK && plan->primes > 0)
        clm_euclid_programs_declare(ctx); /* also for the tests required by the plan */
    return st;
}

static clmodp_status euclid_executor_create(clmodp_context *ctx, clm_executor **out,
                                            const clm_plan *plan, size_t most_primes,
                                            uint64_t seed)
{
    clm_euclid_programs_declare(ctx);
    return clm_euclid_executor_create(ctx, out, plan, most_primes, seed);
}

const clm_engine clm_euclid_engine = {
    .name = "euclid",
    .option = "EUCLID",
    .determinants = true,
    .uses_device = true,
    .compact_rows = true,
    .probes = true,
    .merges = true,
    .reconstructs_windows = true,
    .crt_methods = (1u << CLM_CRT_METHODS) - 1,
    .stages = CLM_STAGES_ALL & ~(1u << CLM_STAGE_SCHUR | 1u << CLM_STAGE_DIGITS),
    .tests = clm_euclid_tests,
    .plan_bytes = sizeof(clm_euclid_plan),
    .require = euclid_require,
    .needs = euclid_needs,
    .all_needs = euclid_all_needs,
    .prime_max = euclid_prime_max,
    .check_rows = clm_plan_check_rows,
    .check_degrees = clm_steps_check,
    .cost = clm_euclid_cost,
    .plan_complete = euclid_plan_complete,
    .plan_clear = clm_euclid_plan_clear,
    .executor_create = euclid_executor_create,
    .executor_run = clm_euclid_executor_run,
    .executor_clear = clm_euclid_executor_clear,
    .crt = clm_reconstruct_images,
};
