/* What has to be computed when contents are out and bounds are known. */
#ifndef CLM_RESULTANT_JOB_H
#define CLM_RESULTANT_JOB_H

#include <clmodp/resultant.h>

#include "engines/engine.h"

/* How to compute it; results never depend on more than the mode. */
typedef struct clm_compute_options {
    clmodp_mode mode;
    uint64_t max_answer; /* bytes of coefficients; 0: any number */
    bool subresultant; /* S_1 is wanted, too */
    bool lift;         /* modulo a prime: compute over Z, as where there are not enough points */
    const clm_engine *engine; /* NULL: whichever should take less time */
    bool *deferred; /* NULL, or set where a device would compute: then nothing is computed, and the
                       status is CANCELLED without a message */
    clm_engine_options of_engine;
} clm_compute_options;

/* What to compute. */
typedef struct clm_job {
    const clm_engine *engine;
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
