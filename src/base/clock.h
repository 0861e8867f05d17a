/* Wall-clock time for stage timings. */
#ifndef CLM_BASE_CLOCK_H
#define CLM_BASE_CLOCK_H

/* Seconds on a monotonic clock with an arbitrary origin. */
double clm_clock_seconds(void);

#endif
