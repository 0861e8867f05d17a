/* What has to be computed when contents are out and bounds are known. */
#ifndef CLM_RESULTANT_JOB_H
#define CLM_RESULTANT_JOB_H

#include "multimodular/lift.h"
#include "resultant/pipeline.h"

/* How to compute it; results never depend on more than the mode. */
typedef struct clm_compute_options {
    clmodp_mode mode;
    clm_lift_options lift;
    clm_pipeline_options pipeline;
} clm_compute_options;

/* What to compute. */
typedef struct clm_job {
    clmodp_zx *r; /* the result; zero to begin with */
    clmodp_resultant_report *report;
    const clm_bounds *bounds; /* not those of zero */
    const clmodp_zxy *f, *g;
    const clm_row_layout *layout; /* of these */
    clm_random *random;
    const clm_compute_options *options;
} clm_job;

#endif
