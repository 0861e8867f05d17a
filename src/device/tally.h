/* Contexts whose kernels count what they do (cl/arith/tally.h), for tests.
 *
 * Where clm_overrides.tally is set, programs are built with CLM_TALLY, in an OpenCL C that has
 * variables of programs, and a launch has counters for each of its work-items, is waited for, and
 * adds them up. There only kernels that take counters can be launched. */
#ifndef CLM_DEVICE_TALLY_H
#define CLM_DEVICE_TALLY_H

#include "cost/amounts.h"
#include "device/buffer.h"

/* The version of OpenCL C, and what follows it among the compiler's options. */
const char *clm_tally_options(const clmodp_context *ctx);

/* Counters for so many work-items, all 0. Errors: as of clm_buffer_create and launches */
clmodp_status clm_tally_begin(clmodp_context *ctx, clm_buffer *counters, size_t items);

/* Add what they have come to, for a launch of so many work-items in groups, to overrides.tally.
 * Synchronous. */
clmodp_status clm_tally_end(clmodp_context *ctx, const clm_buffer *counters, size_t items,
                            size_t group);

#endif
