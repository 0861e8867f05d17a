/* How kernels are spelled: with assembly where the driver is known to take it (clm_tuning), or
 * plainly, once they were seen to fail with it. */
#ifndef CLM_DEVICE_SPELLING_H
#define CLM_DEVICE_SPELLING_H

#include "device/context.h"

/* The assembly that kernels of this context have now. */
clm_assembly clm_spelling(const clmodp_context *ctx);

/* Spell plainly if the cache remembers that kernels with assembly fail with this device and
 * driver. */
void clm_spelling_recall(clmodp_context *ctx);

/* Kernels failed: spell plainly from now on, and forget what was shown. False if they had no
 * assembly, so that it is not to blame. */
bool clm_spelling_drop(clmodp_context *ctx);

/* What became of the kernels, spelled plainly. OK: that is remembered; else assembly was not to
 * blame, and is back. */
void clm_spelling_judge(clmodp_context *ctx, clmodp_status plain);

#endif
