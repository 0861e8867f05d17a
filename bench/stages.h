/* Times of stages in reports of resultants. */
#ifndef BENCH_STAGES_H
#define BENCH_STAGES_H

#include <clmodp/resultant.h>

#include "engines/engine.h"

/* Returns the seconds of one stage on host and device; 0 if the engine does not have it. */
double stages_seconds(const clmodp_resultant_report *report, clm_stage stage);

#endif
