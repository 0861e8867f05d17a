/* Simulated completion times of the work units of a plan: the queue that assigns units to contexts
 * is called by hypothetical consumers, at simulated times. */
#ifndef TESTS_PROBLEMS_UNIT_TIMES_H
#define TESTS_PROBLEMS_UNIT_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct unit_times {
    uint64_t units;        /* equal ones, except the last */
    double seconds;        /* of a unit, by a consumer of speed 1 */
    double last_seconds;
    const double *starts;  /* time of each consumer's first request */
    const double *speeds;
    size_t consumers;
    uint64_t at_once;      /* limit of units for one request; 0: one */
    bool by_speed;         /* by the rule of clm_unit_take; else each request gets one, as in job
                            * folders */
} unit_times;

/* Returns the seconds until all units are done; negative if memory is exhausted. taken[k]: the
 * number of units that consumer k completed first; NULL: not needed. */
double unit_times_simulate(const unit_times *t, uint64_t *taken);

#endif
