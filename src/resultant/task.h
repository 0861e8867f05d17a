/* What is asked for, and what of it has to be computed. */
#ifndef CLM_RESULTANT_TASK_H
#define CLM_RESULTANT_TASK_H

#include <clmodp/resultant.h>

#include "engines/engine.h"
#include "resultant/record.h"

/* How to compute it; results never depend on more than the mode. */
typedef struct clm_compute_options {
    clmodp_mode mode;    /* modulo a prime always CERTIFIED */
    uint64_t max_answer; /* bytes of coefficients; 0: any number */
    bool lift;           /* modulo a prime: compute over Z, as where there are not enough points */
    const clm_engine *engine; /* NULL: whichever should take less time */
    bool *deferred; /* NULL, or set where a device would compute, or threads of the host for long:
                       then nothing is computed, and the status is CANCELLED without a message */
    clm_engine_options of_engine;
} clm_compute_options;

/* What is asked for. */
typedef struct clm_task {
    const clmodp_zxy *f, *g;
    uint32_t modulus;          /* a prime below 2^31, or 0: over Z */
    clmodp_zx *const *results; /* R, or R, s_10 and s_11; zero to begin with */
    size_t count;              /* of these: 1 or 3 */
    clm_record *record;
    clm_random *random;
    const clm_compute_options *options;
} clm_task;

/* What has to be computed when contents are out, bounds are known and an engine is chosen. */
typedef struct clm_job {
    clm_task task;              /* with what is left of its arguments */
    const clm_engine *engine;
    const clm_bounds *each;     /* bounds of each result; NULL modulo a prime */
    const clm_bounds *bounds;   /* of all of them; not those of zero */
    const clm_row_layout *layout; /* of f and g */
} clm_job;

#endif
