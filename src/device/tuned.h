/* Tuned parameters that were measured on this device, in the place of the table's. */
#ifndef CLM_DEVICE_TUNED_H
#define CLM_DEVICE_TUNED_H

#include "device/context.h"

/* Whether kernels and launches can have these: lanes that kernels know, tiles of them, groups of
 * no more than `most` work-items, some memory. */
CLM_LAB_API bool clm_tuned_sane(const clm_tuning *tuning, size_t most);

/* Take what the cache has for the device and driver. False if it has nothing that makes sense.
 * Pre: the context's tuning is the table's */
CLM_LAB_API bool clm_tuned_recall(clmodp_context *ctx);

/* Keep parameters for contexts that open the device later. False if they cannot be kept. */
CLM_LAB_API bool clm_tuned_remember(const clmodp_context *ctx, const clm_tuning *tuning);

/* Work with these from now on: what was compiled for other lanes, tiles or groups, and shown of
 * it, is let go, and rates are those that were measured with these, or none. Waits for the device.
 * Pre: tuning is sane */
CLM_LAB_API void clm_tuned_switch(clmodp_context *ctx, const clm_tuning *tuning);

#endif
