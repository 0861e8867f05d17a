/* What the models share: checks of the numbers and machines that callers pass, and maximum flows,
 * for the largest anti-chains of weighted graphs. */
#ifndef CLM_MODELS_MODELS_H
#define CLM_MODELS_MODELS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/models.h>

#include "core/error.h"

/* Whether x is a finite number of at least `least`. */
static inline bool clm_at_least(double x, double least)
{
    return isfinite(x) && x >= least;
}

/* Errors: INVALID (not a machine of the many-core machine model) */
static inline clmodp_status clm_mmm_check_machine(clm_error *error,
                                                  const clmodp_mmm_machine *machine)
{
    if (machine == NULL)
        return clm_fail(error, CLMODP_INVALID, "there is no machine given");
    if (!(isfinite(machine->U) && machine->U > 0.0 && isfinite(machine->Z) && machine->Z >= 0.0))
        return clm_fail(error, CLMODP_INVALID, "a machine with U = %g and Z = %g: U must be "
                        "above 0, Z 0 (no limit) or more", machine->U, machine->Z);
    return CLMODP_OK;
}

/* An arc of a graph, from one vertex to another. */
typedef struct clm_arc {
    size_t from, to;
} clm_arc;

/* A graph without circles whose vertices have weights. */
typedef struct clm_weighted_graph {
    size_t vertices, arcs;
    const clm_arc *arc;
    const uint64_t *weight; /* their sum is below 2^63 */
} clm_weighted_graph;

/* The most that vertices weigh none of which can be reached from another.
 *
 * Cost:   that of a maximum flow over 2 (vertices + 1) nodes [Dinic 1970]
 * Errors: HOST_MEMORY
 * Source: [Dilworth 1950], with weights: as many paths as the answer says cover each vertex as
 *         often as it weighs. At first each path is one vertex; joining an end to a beginning
 *         that can be reached from it saves one, and these joints are a flow. */
clmodp_status clm_largest_antichain(clm_error *error, uint64_t *weight,
                                    const clm_weighted_graph *graph);

#endif
