/* Counts of runs added up, and the list of stages. */
#include "resultant/record.h"

#include "base/options.h"
#include "resultant/choice.h"

_Static_assert(CLM_STAGE_COUNT <= CLMODP_MOST_STAGES, "reports have no room for all stages");

void clm_record_begin(clm_record *record)
{
    *record = (clm_record){.report = {.height_bound_name = "", .lift_name = ""},
                           .began = clm_clock_seconds()};
}

void clm_record_counts(clm_record *record, const clm_counts *counts)
{
    clmodp_resultant_report *report = &record->report;

    clm_times_add(&record->times, &counts->times);
    report->chunks += counts->chunks;
    report->evaluations += counts->evaluations;
    report->unlucky += counts->unlucky;
    report->fallback += counts->fallback;
}

static void list_stages(clm_record *record)
{
    clmodp_resultant_report *report = &record->report;
    const clm_times *times = &record->times;

    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        if ((record->engine->stages >> stage & 1) != 0)
            report->stages[report->stage_count++] =
                (clmodp_stage){.name = clm_stage_name((clm_stage)stage),
                               .host_seconds = times->host[stage],
                               .device_seconds = times->untold ? -1 : times->device[stage]};
}

void clm_record_end(clm_record *record, clmodp_resultant_report *report)
{
    if (record->engine != NULL) {
        record->report.engine = clm_engine_number(record->engine);
        list_stages(record);
    }
    record->report.seconds = clm_clock_seconds() - record->began;
    clm_report_write(report, &record->report, sizeof record->report);
}
