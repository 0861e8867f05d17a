/* How much work may be enqueued ahead of the device.
 *
 * A launch returns long before it has run. So that whoever cancels is heard, and progress is what
 * is done, the host waits for the oldest units of work while more than CLM_AHEAD_SECONDS of work
 * are predicted to be under way. What units took corrects the predictions for those that follow;
 * it is seen by the host's clock, so that any queue will do. */
#ifndef CLM_DEVICE_PACE_H
#define CLM_DEVICE_PACE_H

#include "device/context.h"

/* Work under way at a time, as far as units are shorter; and where nothing has shown yet what
 * predictions are worth here, or the last unit took more than twice as long as it should. */
#define CLM_AHEAD_SECONDS 0.2
#define CLM_UNSURE_SECONDS 0.02

/* A unit of work is about to be enqueued: a loop calls this before each.
 *
 * In:     seconds   that it should take, positive; units of one label are corrected together
 *         fraction  of the call that is done when all that is enqueued by now is
 * Progress is told the fraction that is done indeed.
 * Errors: CANCELLED, DEVICE */
clmodp_status clm_pace_unit(clmodp_context *ctx, double seconds, double fraction);

/* All that was enqueued is done, as was seen now. For queue.c. */
void clm_pace_synced(clm_queue *queue, double now);

#endif
