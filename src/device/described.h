/* Predictions for machines that are somewhere else. */
#ifndef CLM_DEVICE_DESCRIBED_H
#define CLM_DEVICE_DESCRIBED_H

#include <clmodp/calibration.h>

#include "device/context.h"

/* Give a context that was lent the device, rates and threads of a machine. It can predict then,
 * and must not compute.
 * Errors: INVALID (a kind that there is not, no unit or thread, figures that cannot be measured)
 */
clmodp_status clm_context_describe(clmodp_context *lent, const clmodp_machine *machine);

#endif
