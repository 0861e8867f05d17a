/* The stages of a computation, and the time that each takes. */
#ifndef CLM_ENGINES_STAGE_H
#define CLM_ENGINES_STAGE_H

#include "base/clock.h"

/* In the order in which they run; reports name them. */
typedef enum clm_stage {
    CLM_STAGE_PLAN,
    CLM_STAGE_REDUCE,
    CLM_STAGE_EVALUATE,
    CLM_STAGE_EUCLID,
    CLM_STAGE_SCHUR,
    CLM_STAGE_REDO,
    CLM_STAGE_DIVIDE,
    CLM_STAGE_INTERPOLATE,
    CLM_STAGE_DIGITS,
    CLM_STAGE_LIFT,
    CLM_STAGE_CHECK,
    CLM_STAGE_COUNT
} clm_stage;

#define CLM_STAGES_ALL ((1u << CLM_STAGE_COUNT) - 1)

/* Such as "evaluate". Static. */
const char *clm_stage_name(clm_stage stage);

/* Add the time since *began to seconds[stage]; the next stage begins now. */
static inline void clm_stage_end(double *seconds, clm_stage stage, double *began)
{
    const double now = clm_clock_seconds();

    seconds[stage] += now - *began;
    *began = now;
}

#endif
