/* The Schur engine: its table of functions, and its known-answer tests. */
#include "engines/schur/engine.h"

#include "engines/known_answers.h"
#include "engines/schur/plan.h"
#include "opencl/devices.h"

static const clm_kernel_files files = CLM_KERNEL_FILES(
    "engines/schur/schur.cl", "engines/schur/compact.cl", "engines/schur/euclid_points.cl",
    "engines/schur/mrc.cl", "fpx/batch/vandermonde.cl", "multimodular/reduce_words.cl");

#define ANSWERS(type)                                                                           \
    {                                                                                       \
        {{3, 5, 1}, {2, 4, 1}, {.residues = (type)},                                        \
         {{UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)}}},                 \
            {{3, 5, 1}, {2, 4, 1}, {.residues = (type), .fallback_all = true},                  \
             {{UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)}}},             \
    }

static const clm_known_answer answers[CLM_RESIDUE_KINDS][2] = {
    [CLM_RESIDUE_MONTGOMERY31] = ANSWERS(CLM_RESIDUE_MONTGOMERY31),
    [CLM_RESIDUE_FLOAT24] = ANSWERS(CLM_RESIDUE_FLOAT24),
    [CLM_RESIDUE_DOUBLE31] = ANSWERS(CLM_RESIDUE_DOUBLE31),
    [CLM_RESIDUE_DOUBLE50] = ANSWERS(CLM_RESIDUE_DOUBLE50),
};

#define SET(type) [type] = {&clm_schur_engine, answers[type], 2, 0, false}

static const clm_known_set known[CLM_RESIDUE_KINDS] = {
    SET(CLM_RESIDUE_MONTGOMERY31), SET(CLM_RESIDUE_FLOAT24), SET(CLM_RESIDUE_DOUBLE31),
    SET(CLM_RESIDUE_DOUBLE50),
};

#define TEST(type, name)                                                              \
    [type] = {"known resultants of engine SCHUR are correct: " name, &files,          \
              clm_known_answers_check, &known[type], false}

const clm_self_test clm_schur_tests[CLM_RESIDUE_KINDS] = {
    TEST(CLM_RESIDUE_MONTGOMERY31, "montgomery31"),
    TEST(CLM_RESIDUE_FLOAT24, "float24"),
    TEST(CLM_RESIDUE_DOUBLE31, "double31"),
    TEST(CLM_RESIDUE_DOUBLE50, "double50"),
};

static clmodp_status schur_require(clmodp_context *ctx, const clm_engine_options *options)
{
    clmodp_status st = clm_context_open(ctx);

    return st == CLMODP_OK ? clm_residue_require(ctx, options->residues) : st;
}

static size_t schur_needs(const clm_self_test **needs, const clm_engine_options *options)
{
    needs[0] = &clm_schur_tests[options->residues];
    return 1;
}

static uint64_t schur_prime_max(const clm_engine_options *options)
{
    return clm_residue_type_of(options->residues)->prime_max;
}

const clm_engine clm_schur_engine = {
    .name = "schur",
    .option = "SCHUR",
    .uses_device = true,
    .only_resultants = true,
    .only_proves = true,
    .chooses_residues = true,
    .crt_methods = 1u << CLM_CRT_AUTO,
    .other_crt = "supports only its own reconstruction; choose method AUTO",
    .stages = CLM_STAGES_ALL & ~(1u << CLM_STAGE_EVALUATE | 1u << CLM_STAGE_EUCLID),
    .plan_bytes = sizeof(clm_schur_plan),
    .require = schur_require,
    .needs = schur_needs,
    .all_needs = schur_needs,
    .prime_max = schur_prime_max,
    .check_rows = clm_plan_check_rows,
    .plan_complete = clm_schur_plan_complete,
    .plan_clear = clm_schur_plan_clear,
    .executor_create = clm_schur_executor_create,
    .executor_run = clm_schur_executor_run,
    .executor_clear = clm_schur_executor_clear,
    .crt = clm_schur_digits,
};
