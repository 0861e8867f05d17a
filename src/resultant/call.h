/* What public entries share. */
#ifndef CLM_RESULTANT_CALL_H
#define CLM_RESULTANT_CALL_H

#include "resultant/job.h"

/* A report before anything is known. */
#define CLM_REPORT_START ((clmodp_resultant_report){.height_bound_name = "", .lift_name = ""})

/* *known := the caller's options, or the defaults. Errors: INVALID (not there, or not together) */
clmodp_status clm_call_read(clm_error *error, clmodp_resultant_options *known,
                            const clmodp_resultant_options *options);

/* How to compute with them on this context. */
clm_compute_options clm_call_options(const clmodp_context *context,
                                     const clmodp_resultant_options *known);

typedef struct clm_pair {
    const clmodp_zxy *f, *g;
} clm_pair;

/* results[0] := res_y(f, g) and, if the compute options ask for the first subresultant, the others
 * s_10 and s_11: trivial ones, too, for resultants.
 *
 * In:     call  a context of clm_context_begin
 * Errors: those of clm_resultant_compute; results are unchanged then */
clmodp_status clm_call_pair(clmodp_context *call, clmodp_zx *const *results,
                            clmodp_resultant_report *report, const clm_pair *pair,
                            const clmodp_resultant_options *known,
                            const clm_compute_options *options);

#endif
