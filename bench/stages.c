/* Looks up times of stages in reports by name. */
#include "bench/stages.h"

#include <math.h>
#include <string.h>

double stages_seconds(const clmodp_resultant_report *report, clm_stage stage)
{
    for (size_t k = 0; k < report->stage_count; k++)
        if (strcmp(report->stages[k].name, clm_stage_name(stage)) == 0)
            return report->stages[k].host_seconds + fmax(report->stages[k].device_seconds, 0);
    return 0;
}
