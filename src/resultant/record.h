/* What a call does, noted as it goes, and told in a report. */
#ifndef CLM_RESULTANT_RECORD_H
#define CLM_RESULTANT_RECORD_H

#include <clmodp/resultant.h>

#include "engines/engine.h"

typedef struct clm_record {
    clmodp_resultant_report report; /* but for what follows from the rest */
    const clm_engine *engine;       /* NULL: nothing had to be computed */
    clm_times times;
    double began;
} clm_record;

void clm_record_begin(clm_record *record);

/* Add the counts of a run, or of lifting. */
void clm_record_counts(clm_record *record, const clm_counts *counts);

/* Fill the caller's report, which has a size; or none, if it is NULL. */
void clm_record_end(clm_record *record, clmodp_resultant_report *report);

#endif
