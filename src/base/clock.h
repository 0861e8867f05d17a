/* Wall-clock time for stage timings. */
#ifndef CLM_BASE_CLOCK_H
#define CLM_BASE_CLOCK_H

#include "base/error.h"

/* Seconds on a monotonic clock with an arbitrary origin. */
CLM_LAB_API double clm_clock_seconds(void);

#endif
