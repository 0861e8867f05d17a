/* Book the time of a stage in the report. */
#ifndef CLM_RESULTANT_STAGE_CLOCK_H
#define CLM_RESULTANT_STAGE_CLOCK_H

#include <clmodp/resultant.h>

#include "base/clock.h"

/* Add the time since *began to the stage; the next one begins now. */
static inline void clm_stage_end(clmodp_resultant_report *report, clmodp_stage stage,
                                 double *began)
{
    const double now = clm_clock_seconds();

    report->stage_seconds[stage] += now - *began;
    *began = now;
}

#endif
