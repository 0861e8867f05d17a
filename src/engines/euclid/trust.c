/* The default engine's known answers. */
#include "engines/euclid/trust.h"

#include "engines/euclid/engine.h"
#include "engines/euclid/programs.h"
#include "engines/known_answers.h"

#define MERSENNE_31 ((UINT32_C(1) << 31) - 1) /* beyond EUCLID_PRIME_MAX */
#define ORDINARY 1000000007

/* What every resultant goes through, at 16 points: other radices are shown on their own
 * (fpx/interpolate_trust.h), as is what lifts on the device (multimodular/lift_trust.h). */
#define PLAIN .method = CLM_EVALUATE_SUMS, .lift = {.method = CLM_LIFT_TREE}

static const clm_known_answer answers[] = {
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

/* The two methods for rows that are split: at 16 points, and at 9, which four does not divide. */
#define SPLIT .method = CLM_EVALUATE_SPLIT, .lift = {.method = CLM_LIFT_TREE}

static const clm_known_answer butterfly_answers[] = {
    {{2, 4, 1}, {2, 3, 1}, {SPLIT},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)}}},
};
static const clm_known_answer transform_answers[] = {
    {{3, 2, 1}, {2, 1, 1}, {SPLIT},
     {{UINT64_C(1953333202848358837), UINT64_C(1405002679361829366)}}},
};

/* Primes that share tiles. */
static const clm_known_answer shared_answers[] = {
    {{2, 4, 1}, {2, 3, 1}, {.method = CLM_EVALUATE_SHARED, .lift = {.method = CLM_LIFT_TREE}},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)},
      {UINT64_C(883647925493630587), UINT64_C(824991787475922395)},
      {UINT64_C(1636661912788841412), UINT64_C(1608423884861323371)}}},
};

/* Blocks of 2 and of 7 steps, of primes that have a tile each and of some that share tiles. */
static const clm_known_answer blocks_answers[] = {
    {{2, 4, 1}, {2, 3, 1}, {PLAIN, .blocks = {.steps = 2, .order = 4}},
     {{UINT64_C(808509263734614378), UINT64_C(870407611251560588)},
      {UINT64_C(883647925493630587), UINT64_C(824991787475922395)},
      {UINT64_C(1636661912788841412), UINT64_C(1608423884861323371)}}},
    {{1, 15, 1}, {1, 14, 1},
     {.method = CLM_EVALUATE_SHARED, .lift = {.method = CLM_LIFT_TREE},
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

/* A first division by powers of y, with tiles as they are and shared, and written out; and by a
 * divisor whose degree is not compiled in. */
#define SPARSE {1, 160, 80}, {0, 3, 1}

static const clm_known_answer powers_answers[] = {
    {SPARSE, {PLAIN},
     {{UINT64_C(2033980755400185612), UINT64_C(528860196917468476)},
      {UINT64_C(1853206193638192688), UINT64_C(886776832143031651)},
      {UINT64_C(1303731290430578643), UINT64_C(333312787860383847)}}},
    {SPARSE, {.method = CLM_EVALUATE_SHARED, .lift = {.method = CLM_LIFT_TREE}},
     {{UINT64_C(2033980755400185612), UINT64_C(528860196917468476)}}},
    {{1, 200, 100}, {0, 5, 1}, {PLAIN},
     {{UINT64_C(96521783067919894), UINT64_C(1522372303525604436)}}},
    {SPARSE, {PLAIN, .fallback_all = true},
     {{UINT64_C(2033980755400185612), UINT64_C(528860196917468476)}}},
};

/* Modulo 2^31 - 1, at 42 points. */
static const clm_known_answer large_answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.points = CLM_POINTS_COSET},
     {{UINT64_C(54959350), UINT64_C(2052640144)},
      {UINT64_C(1712554296), UINT64_C(1806394152)},
      {UINT64_C(412531348), UINT64_C(197968654)}}},
};

/* Modulo 10^9 + 7, at 24 points, and at more than one work-group takes. */
static const clm_known_answer geometric_answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.points = CLM_POINTS_GEOMETRIC},
     {{UINT64_C(589735129), UINT64_C(951800656)},
      {UINT64_C(557328491), UINT64_C(943245786)},
      {UINT64_C(440446246), UINT64_C(582339059)}}},
    {{700, 3, 1}, {701, 3, 1}, {.points = CLM_POINTS_GEOMETRIC},
     {{UINT64_C(334742620), UINT64_C(325482070)}}},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const clm_known_set known = {&clm_euclid_engine, answers, COUNT(answers), 0};
static const clm_known_set known_butterfly = {&clm_euclid_engine, butterfly_answers,
                                              COUNT(butterfly_answers), 0};
static const clm_known_set known_transform = {&clm_euclid_engine, transform_answers,
                                              COUNT(transform_answers), 0};
static const clm_known_set known_shared = {&clm_euclid_engine, shared_answers,
                                           COUNT(shared_answers), 0};
static const clm_known_set known_blocks = {&clm_euclid_engine, blocks_answers,
                                           COUNT(blocks_answers), 0};
static const clm_known_set known_cosets = {&clm_euclid_engine, cosets_answers,
                                           COUNT(cosets_answers), 0};
static const clm_known_set known_powers = {&clm_euclid_engine, powers_answers,
                                           COUNT(powers_answers), 0};
static const clm_known_set known_large = {&clm_euclid_engine, large_answers, COUNT(large_answers),
                                          MERSENNE_31};
static const clm_known_set known_geometric = {&clm_euclid_engine, geometric_answers,
                                              COUNT(geometric_answers), ORDINARY};

const clm_trust clm_euclid_trust = {"known answers are right", &clm_euclid_files,
                                    clm_known_answers_check, &known, true};
const clm_trust clm_euclid_butterfly_trust = {"known answers by butterflies are right",
                                              &clm_euclid_files, clm_known_answers_check,
                                              &known_butterfly, true};
const clm_trust clm_euclid_transform_trust = {"known answers by transforms are right",
                                              &clm_euclid_files, clm_known_answers_check,
                                              &known_transform, true};
const clm_trust clm_euclid_shared_trust = {"known answers in shared tiles are right",
                                           &clm_euclid_files, clm_known_answers_check,
                                           &known_shared, true};
const clm_trust clm_euclid_blocks_trust = {"known answers with steps in blocks are right",
                                           &clm_euclid_blocks_files, clm_known_answers_check,
                                           &known_blocks, true};
const clm_trust clm_euclid_cosets_trust = {"known answers at points in cosets are right",
                                           &clm_euclid_cosets_files, clm_known_answers_check,
                                           &known_cosets, true};
const clm_trust clm_euclid_powers_trust = {"known answers by powers of y are right",
                                           &clm_euclid_powers_files, clm_known_answers_check,
                                           &known_powers, true};
const clm_trust clm_euclid_large_trust = {"known answers modulo large primes are right",
                                          &clm_euclid_files, clm_known_answers_check, &known_large,
                                          true};
const clm_trust clm_euclid_geometric_trust = {"known answers at geometric points are right",
                                              &clm_euclid_geometric_files,
                                              clm_known_answers_check, &known_geometric,
                                              false};
