/* What public entries share. */
#ifndef CLM_RESULTANT_CALL_H
#define CLM_RESULTANT_CALL_H

#include "resultant/task.h"

/* *options := the caller's options, or the defaults. Errors: INVALID (no such value),
 * UNSUPPORTED (values that exclude each other) */
clmodp_status clm_call_read(clm_error *error, clmodp_resultant_options *options,
                            const clmodp_resultant_options *given);

/* How to compute with them on this context. */
clm_compute_options clm_call_options(const clmodp_context *context,
                                     const clmodp_resultant_options *options);

#endif
