/* Times of stages in reports. */
#ifndef BENCH_STAGES_H
#define BENCH_STAGES_H

#include <clmodp/resultant.h>

#include "engines/engine.h"

/* Seconds of one stage, the host's and the device's; 0 if the engine has it not. */
double stages_seconds(const clmodp_resultant_report *report, clm_stage stage);

#endif
