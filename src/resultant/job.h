/* What has to be computed when contents are out and bounds are known. */
#ifndef CLM_RESULTANT_JOB_H
#define CLM_RESULTANT_JOB_H

#include "arith/residue.h"
#include "multimodular/lift.h"
#include "resultant/pipeline.h"

/* How to compute it; results never depend on more than the mode. */
typedef struct clm_compute_options {
    clmodp_mode mode;
    uint64_t max_answer; /* bytes of coefficients; 0: any number */
    bool subresultant; /* S_1 is wanted, too */
    clm_lift_options lift;
    clmodp_engine engine;
    clm_residue_kind residues; /* of engine SCHUR */
    clm_pipeline_options pipeline;
} clm_compute_options;

/* The most results of one job. */
#define CLM_MOST_RESULTS 3

/* What to compute. */
typedef struct clm_job {
    clmodp_zx *const *results; /* R, or R, s_10 and s_11; zero to begin with */
    size_t count;              /* of these: 1 or 3 */
    clmodp_resultant_report *report;
    const clm_bounds *each;    /* bounds of each of them */
    const clm_bounds *bounds;  /* of all of them; not those of zero */
    const clmodp_zxy *f, *g;
    const clm_row_layout *layout; /* of these */
    clm_random *random;
    const clm_compute_options *options;
} clm_job;

#endif
