/* When units of a plan would be done by takers that are not there: the queue that hands units to
 * contexts, asked at the times of a simulation. */
#ifndef TESTS_PROBLEMS_UNIT_TIMES_H
#define TESTS_PROBLEMS_UNIT_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct unit_times {
    uint64_t units;        /* all alike, but for the last one: */
    double seconds;        /* of each, by a taker of speed 1 */
    double last_seconds;
    const double *starts;  /* when each taker asks first */
    const double *speeds;
    size_t takers;
    uint64_t at_once;      /* units that a taker may get; 0: one */
    bool by_speed;         /* by the rule of clm_unit_take; else whoever asks gets one, as in the
                              folder of a job */
} unit_times;

/* Seconds until all units are done. taken[k]: how many taker k was done with first; NULL: not
 * wanted. A negative number if there is no memory. */
double unit_times_simulate(const unit_times *t, uint64_t *taken);

#endif
