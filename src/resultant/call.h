/* What public entries share. */
#ifndef CLM_RESULTANT_CALL_H
#define CLM_RESULTANT_CALL_H

#include "resultant/task.h"

/* A report before anything is known. */
#define CLM_REPORT_START ((clmodp_resultant_report){.height_bound_name = "", .lift_name = ""})

/* Errors: INVALID (neither 0, which stands for Z, nor a prime below 2^31) */
clmodp_status clm_call_check_modulus(clm_error *error, uint32_t modulus);

/* *known := the caller's options, or the defaults. Errors: INVALID (not there, or not together) */
clmodp_status clm_call_read(clm_error *error, clmodp_resultant_options *known,
                            const clmodp_resultant_options *options);

/* How to compute with them on this context. */
clm_compute_options clm_call_options(const clmodp_context *context,
                                     const clmodp_resultant_options *known);

#endif
