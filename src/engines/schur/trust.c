/* The Schur engine's known answers. */
#include "engines/schur/trust.h"

#include "engines/known_answers.h"
#include "engines/schur/engine.h"

static const char *const names[] = {
    "engines/schur/schur.cl",   "engines/schur/compact.cl", "engines/schur/euclid_points.cl",
    "engines/schur/mrc.cl",  "fpx/vandermonde.cl",       "multimodular/reduce_words.cl",
};
static const clm_kernel_files files = {names, sizeof names / sizeof *names};

#define ANSWERS(type)                                                                       \
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

static const clm_known_set known[CLM_RESIDUE_KINDS] = {
    {&clm_schur_engine, answers[0], 2, 0},
    {&clm_schur_engine, answers[1], 2, 0},
    {&clm_schur_engine, answers[2], 2, 0},
    {&clm_schur_engine, answers[3], 2, 0},
};

#define FACT(type) "known answers of the Schur engine are right: " type

const clm_trust clm_schur_trust[CLM_RESIDUE_KINDS] = {
    [CLM_RESIDUE_MONTGOMERY31] = {FACT("montgomery31"), &files, clm_known_answers_check,
                                  &known[CLM_RESIDUE_MONTGOMERY31], false},
    [CLM_RESIDUE_FLOAT24] = {FACT("float24"), &files, clm_known_answers_check,
                             &known[CLM_RESIDUE_FLOAT24], false},
    [CLM_RESIDUE_DOUBLE31] = {FACT("double31"), &files, clm_known_answers_check,
                              &known[CLM_RESIDUE_DOUBLE31], false},
    [CLM_RESIDUE_DOUBLE50] = {FACT("double50"), &files, clm_known_answers_check,
                              &known[CLM_RESIDUE_DOUBLE50], false},
};
