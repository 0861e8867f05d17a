/* Largest antichain of a weighted graph, by Dinic's algorithm on a network between paths. */
#include "lab/models/models.h"

#include <stdbool.h>
#include <string.h>

#include "core/memory.h"

#define NONE SIZE_MAX

enum { SOURCE, SINK, FIRST_NODE };

/* An edge of the network; edges e and e ^ 1 are opposite directions. */
typedef struct edge {
    size_t to, next;   /* next edge of the same node, NONE at the end */
    uint64_t capacity; /* that remains */
} edge;

typedef struct network {
    size_t nodes, edges;
    edge *edge;
    size_t *first;   /* first edge of each node */
    size_t *current; /* first edge of each node not yet used up by the blocking flow */
    size_t *level;   /* distance from the source in edges; NONE: unreachable */
    size_t *queue;   /* nodes to visit, or the edges of a path */
} network;

/* Nodes of a vertex as the end and as the beginning of a path. */
static size_t end_of(size_t vertex)
{
    return FIRST_NODE + 2 * vertex;
}

static size_t begin_of(size_t vertex)
{
    return end_of(vertex) + 1;
}

static void connect(network *n, size_t from, size_t to, uint64_t capacity)
{
    n->edge[n->edges] = (edge){.to = to, .next = n->first[from], .capacity = capacity};
    n->first[from] = n->edges++;
    n->edge[n->edges] = (edge){.to = from, .next = n->first[to], .capacity = 0};
    n->first[to] = n->edges++;
}

static clmodp_status create(clm_error *error, network *n, const clm_weighted_graph *graph)
{
    clmodp_status st = CLMODP_OK;

    n->nodes = FIRST_NODE + 2 * graph->vertices;
    NEW(error, n->edge, 2 * (3 * graph->vertices + graph->arcs));
    NEW(error, n->first, n->nodes);
    NEW(error, n->current, n->nodes);
    NEW(error, n->level, n->nodes);
    NEW(error, n->queue, n->nodes);
    memset(n->first, 0xff, n->nodes * sizeof *n->first); /* NONE */
    for (size_t v = 0; v < graph->vertices; v++) {
        connect(n, SOURCE, end_of(v), graph->weight[v]);
        connect(n, begin_of(v), SINK, graph->weight[v]);
        connect(n, begin_of(v), end_of(v), UINT64_MAX / 2); /* one more path through v */
    }
    for (size_t k = 0; k < graph->arcs; k++)
        connect(n, end_of(graph->arc[k].from), begin_of(graph->arc[k].to), UINT64_MAX / 2);
done:
    return st;
}

static void destroy(network *n)
{
    free(n->edge);
    free(n->first);
    free(n->current);
    free(n->level);
    free(n->queue);
}

/* Sets levels by breadth-first search. Returns whether the sink is reachable. */
static bool set_levels(network *n)
{
    size_t begin = 0, end = 0;

    memset(n->level, 0xff, n->nodes * sizeof *n->level); /* NONE */
    n->level[SOURCE] = 0;
    n->queue[end++] = SOURCE;
    while (begin < end) {
        const size_t node = n->queue[begin++];

        for (size_t e = n->first[node]; e != NONE; e = n->edge[e].next) {
            const size_t to = n->edge[e].to;

            if (n->edge[e].capacity > 0 && n->level[to] == NONE) {
                n->level[to] = n->level[node] + 1;
                n->queue[end++] = to;
            }
        }
    }
    return n->level[SINK] != NONE;
}

/* Finds a path to the sink along rising levels, as edges in n->queue. Returns its length, or 0. */
static size_t find_path(network *n)
{
    size_t length = 0, node = SOURCE;

    while (node != SINK) {
        size_t *e = &n->current[node];

        while (*e != NONE && (n->edge[*e].capacity == 0 ||
                              n->level[n->edge[*e].to] != n->level[node] + 1))
            *e = n->edge[*e].next;
        if (*e != NONE) {
            n->queue[length++] = *e;
            node = n->edge[*e].to;
        } else if (length == 0) {
            return 0;
        } else { /* a dead end: advances past its edge for good */
            node = n->edge[n->queue[--length] ^ 1].to;
            n->current[node] = n->edge[n->current[node]].next;
        }
    }
    return length;
}

/* Adds as much flow as the path of this length allows. Returns the amount. */
static uint64_t push(network *n, size_t length)
{
    uint64_t most = UINT64_MAX;

    for (size_t k = 0; k < length; k++)
        if (n->edge[n->queue[k]].capacity < most)
            most = n->edge[n->queue[k]].capacity;
    for (size_t k = 0; k < length; k++) {
        n->edge[n->queue[k]].capacity -= most;
        n->edge[n->queue[k] ^ 1].capacity += most;
    }
    return most;
}

static uint64_t most_flow(network *n)
{
    uint64_t flow = 0;
    size_t length;

    while (set_levels(n)) {
        memcpy(n->current, n->first, n->nodes * sizeof *n->first);
        while ((length = find_path(n)) > 0)
            flow += push(n, length);
    }
    return flow;
}

clmodp_status clm_largest_antichain(clm_error *error, uint64_t *weight,
                                    const clm_weighted_graph *graph)
{
    clmodp_status st = CLMODP_OK;
    network n = {0};
    uint64_t all = 0;

    if (graph->vertices > SIZE_MAX / 16 || graph->arcs > SIZE_MAX / 16)
        FAIL(error, CLMODP_HOST_MEMORY, "a graph of %zu vertices and %zu arcs does not fit in "
             "memory", graph->vertices, graph->arcs);
    TRY(create(error, &n, graph));
    for (size_t v = 0; v < graph->vertices; v++)
        all += graph->weight[v];
    *weight = all - most_flow(&n);
done:
    destroy(&n);
    return st;
}
