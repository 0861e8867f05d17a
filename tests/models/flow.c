/* Tests of maximum-weight antichains against a search of all sets of vertices. */
#include "lab/models/models.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/random.h"
#include "support/assertions.h"

enum { MOST_VERTICES = 9, MOST_ARCS = 40 };

typedef struct graph {
    size_t vertices, arcs;
    clm_arc arc[MOST_ARCS];
    uint64_t weight[MOST_VERTICES];
} graph;

static uint64_t answer(const graph *g)
{
    const clm_weighted_graph weighted = {.vertices = g->vertices, .arcs = g->arcs, .arc = g->arc,
                                         .weight = g->weight};
    uint64_t weight;

    assert_int_equal(clm_largest_antichain(NULL, &weight, &weighted), CLMODP_OK);
    return weight;
}

/* Sets bit w of reach[v] if w can be reached from v. Arcs lead to higher numbers. */
static void close(const graph *g, unsigned reach[MOST_VERTICES])
{
    for (size_t v = g->vertices; v-- > 0;) {
        reach[v] = 0;
        for (size_t k = 0; k < g->arcs; k++)
            if (g->arc[k].from == v)
                reach[v] |= 1u << g->arc[k].to | reach[g->arc[k].to];
    }
}

static uint64_t largest_by_trial(const graph *g)
{
    unsigned reach[MOST_VERTICES];
    uint64_t most = 0;

    close(g, reach);
    for (unsigned set = 0; set < 1u << g->vertices; set++) {
        uint64_t weight = 0;
        bool apart = true;

        for (size_t v = 0; v < g->vertices; v++)
            if ((set >> v & 1) != 0) {
                weight += g->weight[v];
                apart = apart && (reach[v] & set) == 0;
            }
        if (apart && weight > most)
            most = weight;
    }
    return most;
}

static void random_graphs(void **state)
{
    clm_random random = {20};

    (void)state;
    for (int trial = 0; trial < 3000; trial++) {
        graph g = {.vertices = clm_random_below(&random, MOST_VERTICES + 1)};
        const uint64_t density = clm_random_below(&random, 100);

        for (size_t v = 0; v < g.vertices; v++) {
            g.weight[v] = clm_random_below(&random, 7);
            for (size_t w = v + 1; w < g.vertices; w++)
                if (clm_random_below(&random, 100) < density)
                    g.arc[g.arcs++] = (clm_arc){v, w};
        }
        assert_true(answer(&g) == largest_by_trial(&g));
    }
}

static void nothing_and_one_vertex(void **state)
{
    graph g = {.vertices = 0};

    (void)state;
    assert_true(answer(&g) == 0);
    g.vertices = 1;
    g.weight[0] = UINT64_C(1) << 53;
    assert_true(answer(&g) == UINT64_C(1) << 53);
}

/* A path passes through a vertex lighter than its neighbours. */
static void light_vertices_join_paths(void **state)
{
    graph g = {.vertices = 3, .arcs = 2, .arc = {{0, 1}, {1, 2}}, .weight = {5, 1, 4}};

    (void)state;
    assert_true(answer(&g) == 5);
}

/* A long chain: recursion must not be deep, and the time not quadratic. */
static void long_chains(void **state)
{
    enum { LENGTH = 200000 };
    clm_arc *arc = calloc(LENGTH, sizeof *arc);
    uint64_t *weight = calloc(LENGTH, sizeof *weight), most;
    clm_weighted_graph g = {.vertices = LENGTH, .arcs = LENGTH - 1, .arc = arc, .weight = weight};

    (void)state;
    assert_true(arc != NULL && weight != NULL);
    for (size_t v = 0; v < LENGTH; v++) {
        weight[v] = 1 + (v * 7919) % 1000;
        arc[v] = (clm_arc){v, v + 1};
    }
    assert_int_equal(clm_largest_antichain(NULL, &most, &g), CLMODP_OK);
    assert_true(most == 1000);
    free(arc);
    free(weight);
}

TESTS(
    cmocka_unit_test(random_graphs),
    cmocka_unit_test(nothing_and_one_vertex),
    cmocka_unit_test(light_vertices_join_paths),
    cmocka_unit_test(long_chains));
