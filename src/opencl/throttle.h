/* How much work may be enqueued ahead of the device.
 *
 * A launch returns long before it has run. So that whoever cancels is heard, and progress is what
 * is done, the host waits for the oldest units of work (queue.h) while more than CLM_AHEAD_SECONDS
 * of work are predicted to be under way. */
#ifndef CLM_DEVICE_THROTTLE_H
#define CLM_DEVICE_THROTTLE_H

#include "opencl/context.h"

/* A unit of work is about to be enqueued: a loop calls this before each.
 *
 * In:     seconds   that it should take, positive; units of one label are corrected together
 *         fraction  of the call that is done when all that is enqueued by now is
 * Progress is told the fraction that is done indeed.
 * Errors: CANCELLED, DEVICE */
clmodp_status clm_throttle_unit(clmodp_context *ctx, double seconds, double fraction);

/* The same for a loop that also serves calls which return before the device begins, and so must
 * not wait for it: for these nothing is done (clm_call.share).
 *
 * In:     words     of 32 bits that the next launches move
 *         fraction  of the loop that is done when all that is enqueued by now is */
clmodp_status clm_throttle_step(clmodp_context *ctx, double words, double fraction);

#endif
