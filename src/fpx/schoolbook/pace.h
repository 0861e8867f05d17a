/* Cancelling between the launches of plain algorithms. */
#ifndef CLM_FPX_PLAIN_PACE_H
#define CLM_FPX_PLAIN_PACE_H

#include "device/context.h"

/* Seconds of work after which a loop of launches looks up. */
#define CLM_PLAIN_UNIT_SECONDS 5e-3

/* What a loop of launches is about to enqueue. {0} to begin with. */
typedef struct clm_plain_pace {
    double seconds; /* since the last unit began */
} clm_plain_pace;

/* Seconds that so many operations of a launch should take. */
double clm_plain_seconds(const clmodp_context *ctx, clm_operation operation, double count);

/* A launch of so many operations is next: a unit of work (device/pace.h) begins if the last one is
 * long enough. Errors: CANCELLED, DEVICE */
clmodp_status clm_plain_next(clmodp_context *ctx, clm_plain_pace *pace, clm_operation operation,
                             double count);

#endif
