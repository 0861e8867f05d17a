/* The default engine's known answers. */
#include "engines/euclid/trust.h"

#include "engines/euclid/engine.h"
#include "engines/euclid/programs.h"
#include "engines/known_answers.h"

#define MERSENNE_31 ((UINT32_C(1) << 31) - 1) /* beyond EUCLID_PRIME_MAX */
#define NARROW 1000000007

static const clm_known_answer answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.way = CLM_EVALUATE_SUMS, .lift = {.way = CLM_LIFT_POSITIONAL}},
     {{UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)}}},
    {{3, 5, 1}, {2, 4, 1}, {.way = CLM_EVALUATE_SPLIT, .lift = {.way = CLM_LIFT_MIXED_RADIX}},
     {{UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)}}},
    {{3, 5, 1}, {2, 4, 1}, {.redo_all = true},
     {{UINT64_C(1849058026620851802), UINT64_C(1717920081105235610)}}},
    /* A gap in the degree sequence; a number of points that four does not divide. */
    {{2, 6, 2}, {3, 3, 1}, {.way = CLM_EVALUATE_SPLIT},
     {{UINT64_C(1754111827630458903), UINT64_C(1601000209197469126)}}},
    /* 35 points: the radices that are sums of products. */
    {{3, 6, 1}, {2, 7, 1}, {.way = CLM_EVALUATE_SUMS},
     {{UINT64_C(1657598622738822712), UINT64_C(524731422703287487)}}},
    {{3, 6, 1}, {2, 7, 1}, {.points = CLM_POINTS_AUTO},
     {{UINT64_C(1657598622738822712), UINT64_C(524731422703287487)},
      {UINT64_C(1858744199892396744), UINT64_C(1374614903809128062)},
      {UINT64_C(924679796124767894), UINT64_C(356872409318322221)}}},
    {{3, 6, 1}, {2, 7, 1}, {.way = CLM_EVALUATE_SHARED},
     {{UINT64_C(1657598622738822712), UINT64_C(524731422703287487)},
      {UINT64_C(1858744199892396744), UINT64_C(1374614903809128062)},
      {UINT64_C(924679796124767894), UINT64_C(356872409318322221)}}},
    {{2, 6, 2}, {3, 3, 1}, {.redo_all = true},
     {{UINT64_C(1754111827630458903), UINT64_C(1601000209197469126)},
      {UINT64_C(1666961053571596009), UINT64_C(1646779137776106632)},
      {UINT64_C(699112654492289045), UINT64_C(2193710650930334855)}}},
};

/* Modulo 2^31 - 1, at 42 points. */
static const clm_known_answer wide_answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.points = CLM_POINTS_COSET},
     {{UINT64_C(54959350), UINT64_C(2052640144)},
      {UINT64_C(1712554296), UINT64_C(1806394152)},
      {UINT64_C(412531348), UINT64_C(197968654)}}},
};

/* Modulo 10^9 + 7, at 24 points, and at more than one work-group takes. */
static const clm_known_answer progression_answers[] = {
    {{3, 5, 1}, {2, 4, 1}, {.points = CLM_POINTS_PROGRESSION},
     {{UINT64_C(589735129), UINT64_C(951800656)},
      {UINT64_C(557328491), UINT64_C(943245786)},
      {UINT64_C(440446246), UINT64_C(582339059)}}},
    {{700, 3, 1}, {701, 3, 1}, {.points = CLM_POINTS_PROGRESSION},
     {{UINT64_C(334742620), UINT64_C(325482070)}}},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const clm_known_set known = {&clm_euclid_engine, answers, COUNT(answers), 0};
static const clm_known_set known_wide = {&clm_euclid_engine, wide_answers, COUNT(wide_answers),
                                         MERSENNE_31};
static const clm_known_set known_progression = {&clm_euclid_engine, progression_answers,
                                                COUNT(progression_answers), NARROW};

const clm_trust clm_euclid_trust = {"known answers are right", &clm_euclid_files,
                                    clm_known_answers_check, &known};
const clm_trust clm_euclid_wide_trust = {"known answers modulo great primes are right",
                                         &clm_euclid_files, clm_known_answers_check, &known_wide};
const clm_trust clm_euclid_progression_trust = {"known answers at points in progression are right",
                                                &clm_euclid_progression_files,
                                                clm_known_answers_check, &known_progression};
