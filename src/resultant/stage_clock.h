/* Book the time of a stage. */
#ifndef CLM_RESULTANT_STAGE_CLOCK_H
#define CLM_RESULTANT_STAGE_CLOCK_H

#include <clmodp/resultant.h>

#include "base/clock.h"

/* Add the time since *began to seconds[stage]; the next stage begins now. */
static inline void clm_stage_end(double *seconds, clmodp_stage stage, double *began)
{
    const double now = clm_clock_seconds();

    seconds[stage] += now - *began;
    *began = now;
}

#endif
