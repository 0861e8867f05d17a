/* What a run of an engine did, and how long its stages took. */
#ifndef CLM_RESULTANT_COUNTS_H
#define CLM_RESULTANT_COUNTS_H

#include <clmodp/resultant.h>

/* A run returns its own, and nothing else is told; its caller adds up. */
typedef struct clm_counts {
    double seconds[CLMODP_STAGE_COUNT];
    uint64_t chunks;
    uint64_t pairs;   /* (prime, point) pairs evaluated at */
    uint64_t flagged; /* pairs off the common degree sequence */
    uint64_t solved, dropped, fallback; /* pairs of the Schur algorithm, as reports have them */
} clm_counts;

/* Add them to a report. */
void clm_counts_report(clmodp_resultant_report *report, const clm_counts *counts);

#endif
