/* Who lifts which coefficients. */
#ifndef CLM_FLEET_WINDOWS_H
#define CLM_FLEET_WINDOWS_H

#include "engines/engine.h"
#include "fleet/unit_queue.h"

/* To an engine, bounds of the outputs, narrower than those of the plan. */
typedef struct clm_window {
    clm_bounds each[CLM_MOST_OUTPUTS];
    uint64_t coefficients; /* of all outputs together */
} clm_window;

/* A window for each taker, in their order: as much of each output as its speed was with units.
 * Those that are gone have none, and where the engine lifts no windows one has all. Pre: one is
 * left. */
void clm_windows_divide(clm_window *windows, const clm_taker *takers, size_t count,
                        const clm_engine *engine, const clm_bounds *each, size_t outputs);

#endif
