/* Code shared by the models: checks of numbers and machines passed by callers, and heaviest
 * antichains of graphs with weighted vertices, by maximum flows. */
#ifndef CLM_MODELS_MODELS_H
#define CLM_MODELS_MODELS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/models.h>

#include "core/error.h"

/* Returns whether x is a finite number of at least `least`. */
static inline bool clm_at_least(double x, double least)
{
    return isfinite(x) && x >= least;
}

/* Errors: INVALID (not a machine of the many-core machine model) */
static inline clmodp_status clm_mmm_check_machine(clm_error *error,
                                                  const clmodp_mmm_machine *machine)
{
    if (machine == NULL)
        return clm_fail(error, CLMODP_INVALID, "no machine given");
    if (!(isfinite(machine->U) && machine->U > 0.0 && isfinite(machine->Z) && machine->Z >= 0.0))
        return clm_fail(error, CLMODP_INVALID, "a machine with U = %g and Z = %g: U must be "
                        "above 0, Z 0 (no limit) or more", machine->U, machine->Z);
    return CLMODP_OK;
}

/* An arc of a graph, from one vertex to another. */
typedef struct clm_arc {
    size_t from, to;
} clm_arc;

/* An acyclic graph with weighted vertices. */
typedef struct clm_weighted_graph {
    size_t vertices, arcs;
    const clm_arc *arc;
    const uint64_t *weight; /* their sum is below 2^63 */
} clm_weighted_graph;

/* Computes the largest weight of a set of vertices none of which can be reached from another.
 *
 * Cost:   a maximum flow over 2 (vertices + 1) nodes [Dinic 1970]
 * Errors: HOST_MEMORY
 * Source: [Dilworth 1950], with weights: the result is the least number of paths that cover each
 *         vertex as often as it weighs. At first each path is one vertex; joining an end to a
 *         reachable beginning saves one path, and these joints are a flow. */
clmodp_status clm_largest_antichain(clm_error *error, uint64_t *weight,
                                    const clm_weighted_graph *graph);

#endif
