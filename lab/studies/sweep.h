/* A study's runs over sizes and threads, and what follows from them. */
#ifndef CLM_STUDIES_SWEEP_H
#define CLM_STUDIES_SWEEP_H

#include "lab/studies/study.h"

/* What to run. */
typedef struct study_range {
    size_t from, to; /* sizes, doubled */
    uint32_t T_from, T_to;
    size_t Z_from, Z_to;
    size_t m;      /* 0: the study has none */
    uint32_t runs; /* of each, of which the fastest counts */
} study_range;

typedef struct study_point {
    study_question asked;
    double predicted; /* seconds */
    double measured;  /* seconds of the device, by its events */
    clmodp_tmm_term term;
} study_point;

/* A claim, as predicted and as found. */
typedef struct study_finding {
    study_claim claim;
    double predicted, measured; /* knee: a factor; slope; winner: time of form 0 over form 1;
                                   bend: n */
    bool known;                 /* there are points enough */
    bool holds;                 /* study_find says when */
} study_finding;

typedef struct study_result {
    study_point *points; /* form by form, and in it by Z, n, and T */
    size_t count;
    study_finding findings[STUDY_CLAIMS];
    size_t finding_count;
} study_result;

/* The study's own range. */
study_range study_usual(const study *of);

/* Fills the findings from the points: knees, slopes, winners and bends of the curves. Knees and
 * bends hold within a factor 2, slopes within 0.15, a winner if it is the same. */
void study_find(study_result *result, const study *of);

/* Predict all, then measure all but what should take more than 10 seconds, or more local memory
 * than the device has; results are checked. Released with study_result_clear, after failures, too.
 * Errors: LIMIT (nothing is left), CORRUPT, UNSUPPORTED (no events), and those of computing */
clmodp_status study_sweep(clmodp_context *ctx, study_result *result, const study *of,
                          const study_range *range, const clmodp_calibration *machine);

void study_result_clear(study_result *result);

#endif
