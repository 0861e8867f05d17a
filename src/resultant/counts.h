/* Counts of runs in a report. */
#ifndef CLM_RESULTANT_COUNTS_H
#define CLM_RESULTANT_COUNTS_H

#include <clmodp/resultant.h>

#include "engines/counts.h"

/* Add them to a report. */
void clm_counts_report(clmodp_resultant_report *report, const clm_counts *counts);

#endif
