/* Runs of a case study over sizes and threads, and their evaluation. */
#ifndef CLM_STUDIES_SWEEP_H
#define CLM_STUDIES_SWEEP_H

#include "lab/studies/study.h"

/* Ranges of the parameters. */
typedef struct study_range {
    size_t from, to; /* sizes, doubled */
    size_t T_from, T_to;
    size_t Z_from, Z_to;
    size_t m;    /* 0 if the study has no m */
    size_t runs; /* of each point; the fastest counts */
} study_range;

typedef struct study_point {
    study_question question;
    double predicted; /* seconds */
    double measured;  /* device seconds from the events of its queue */
    clmodp_tmm_term term;
} study_point;

/* A claim, with predicted and measured values. */
typedef struct study_finding {
    study_claim claim;
    double predicted, measured; /* knee: a factor; slope; winner: time of form 0 over 1; bend: n */
    bool known;                 /* there are enough points */
    bool holds;                 /* see study_find */
} study_finding;

typedef struct study_result {
    study_point *points; /* by form, then by Z, n and T */
    size_t count;
    study_finding findings[STUDY_CLAIMS];
    size_t finding_count;
} study_result;

/* Returns the default range of a study. */
study_range study_default_range(const study *of);

/* Fills the findings from the points: knees, slopes, winners and bends of the curves. Knees and
 * bends hold within a factor 2, slopes within 0.15, a winner if it is the same. */
void study_find(study_result *result, const study *of);

/* Predicts all points, then measures them, except points predicted to take over 10 seconds or more
 * local memory than the device has. Results are checked. study_result_clear releases the result,
 * also after failures. Errors: LIMIT (no points remain), CORRUPT, UNSUPPORTED (no events), and
 * errors of the computation */
clmodp_status study_sweep(clmodp_context *ctx, study_result *result, const study *of,
                          const study_range *range, const clmodp_calibration *machine);

void study_result_clear(study_result *result);

#endif
