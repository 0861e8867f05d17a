/* Whether opening a device is worth it: what choosers between host and device count for it. */
#ifndef CLM_DEVICE_OPENING_H
#define CLM_DEVICE_OPENING_H

#include "device/context.h"

/* Nanoseconds that opening the device counts for; 0 if it is open. Many calls that it would help a
 * little each are worth it together: it is opened when they have missed as much as opening takes,
 * so that all of them take at most twice what they would if it had been known [the rent-or-buy
 * rule: Karlin, Manasse, Rudolph, Sleator 1988]. */
double clm_opening_counts(const clmodp_context *ctx);

/* So much longer the host takes than the device would, if it were open. */
void clm_opening_missed(const clmodp_context *ctx, double nanoseconds);

/* No device could be opened: not to be tried again for as long. */
void clm_opening_failed(const clmodp_context *ctx);

/* Compute units of the device, or as many as there are threads where it is not open. */
double clm_opening_units(const clmodp_context *ctx);

/* Nanoseconds of such a device for all units' work together, with one thread of the host. */
CLM_LAB_API double clm_opening_elapsed(const clmodp_context *ctx, const clm_amounts *amounts);

#endif
