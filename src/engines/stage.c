/* What stages are called. */
#include "engines/stage.h"

const char *clm_stage_name(clm_stage stage)
{
    static const char *const names[CLM_STAGE_COUNT] = {
        [CLM_STAGE_PLAN] = "plan",
        [CLM_STAGE_REDUCE] = "reduce",
        [CLM_STAGE_EVALUATE] = "evaluate",
        [CLM_STAGE_EUCLID] = "euclid",
        [CLM_STAGE_SCHUR] = "schur",
        [CLM_STAGE_REDO] = "redo",
        [CLM_STAGE_DIVIDE] = "divide",
        [CLM_STAGE_INTERPOLATE] = "interpolate",
        [CLM_STAGE_DIGITS] = "digits",
        [CLM_STAGE_LIFT] = "lift",
        [CLM_STAGE_CHECK] = "check",
    };

    return names[stage];
}
