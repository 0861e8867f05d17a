/* Counts of runs in a report. */
#include "resultant/counts.h"

_Static_assert((int)CLM_STAGE_COUNT == (int)CLMODP_STAGE_COUNT &&
                   (int)CLM_STAGE_CHECK == (int)CLMODP_STAGE_CHECK &&
                   (int)CLM_STAGE_SCHUR == (int)CLMODP_STAGE_SCHUR,
               "reports have the stages of the engines");

void clm_counts_report(clmodp_resultant_report *report, const clm_counts *counts)
{
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        report->stage_seconds[stage] += counts->seconds[stage];
    report->chunks += counts->chunks;
    report->pairs += counts->pairs;
    report->flagged += counts->flagged;
    report->schur_solved += counts->solved;
    report->schur_dropped += counts->dropped;
    report->schur_fallback += counts->fallback;
}
