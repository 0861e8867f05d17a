/* Maximum flows, for the largest anti-chains of weighted graphs. */
#ifndef CLM_MODELS_FLOW_H
#define CLM_MODELS_FLOW_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

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
