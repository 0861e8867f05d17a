/* Solves the assignment problem by shortest augmenting paths, one for each row. */
#include "bounds/assignment.h"

#include <stdlib.h>

#include "core/memory.h"

#define FAR INT64_MAX

/* Rows and columns are counted from 1; column 0 is the root of the current path. The costs are
 * minus the weights, and all costs less the potentials are at least 0. */
typedef struct matching {
    const int64_t *weight;
    size_t n;
    int64_t *u, *v;   /* potentials of the costs */
    int64_t *near;    /* of each column: the least distance from the tree */
    size_t *row_of;   /* of each column: its row, 0: none */
    size_t *previous; /* of each column: the one before it on the path */
    bool *seen;
} matching;

/* Returns the column nearest to the tree; FAR distance: none can be reached. */
static size_t extend(matching *m, size_t column, int64_t *distance)
{
    const size_t i = m->row_of[column];
    size_t nearest = 0;

    *distance = FAR;
    for (size_t j = 1; j <= m->n; j++) {
        const int64_t weight = m->weight[(i - 1) * m->n + j - 1];

        if (m->seen[j])
            continue;
        if (weight != CLM_NO_WEIGHT && -weight - m->u[i] - m->v[j] < m->near[j]) {
            m->near[j] = -weight - m->u[i] - m->v[j];
            m->previous[j] = column;
        }
        if (m->near[j] < *distance) {
            *distance = m->near[j];
            nearest = j;
        }
    }
    return nearest;
}

/* Shifts the potentials of the tree by the distance to the next column. */
static void shift(matching *m, int64_t distance)
{
    for (size_t j = 0; j <= m->n && distance != 0; j++) {
        if (m->seen[j]) {
            m->u[m->row_of[j]] += distance;
            m->v[j] -= distance;
        } else if (m->near[j] != FAR) {
            m->near[j] -= distance;
        }
    }
}

/* Gives row i a column. Returns false if the rows up to i cannot all have one. */
static bool augment(matching *m, size_t i)
{
    size_t column = 0;

    m->row_of[0] = i;
    for (size_t j = 0; j <= m->n; j++) {
        m->near[j] = FAR;
        m->seen[j] = false;
    }
    do {
        int64_t distance;
        size_t next;

        m->seen[column] = true;
        next = extend(m, column, &distance);
        if (distance == FAR)
            return false;
        shift(m, distance);
        column = next;
    } while (m->row_of[column] != 0);
    for (; column != 0; column = m->previous[column])
        m->row_of[column] = m->row_of[m->previous[column]];
    return true;
}

/* Gives row i the least potential, and a free column of least cost if there is one. Returns
 * whether it has one. */
static bool start_row(matching *m, size_t i)
{
    const int64_t *weight = m->weight + (i - 1) * m->n;
    int64_t most = CLM_NO_WEIGHT;

    for (size_t j = 0; j < m->n; j++)
        most = weight[j] > most ? weight[j] : most;
    m->u[i] = most != CLM_NO_WEIGHT ? -most : 0;
    for (size_t j = 1; j <= m->n && most != CLM_NO_WEIGHT; j++)
        if (weight[j - 1] == most && m->row_of[j] == 0) {
            m->row_of[j] = i;
            return true;
        }
    return false;
}

clmodp_status clm_assignment_create(clm_error *error, clm_assignment *out, const int64_t *weight,
                                    size_t n)
{
    clmodp_status st = CLMODP_OK;
    matching m = {.weight = weight, .n = n};

    *out = (clm_assignment){.possible = true};
    NEW(error, m.u, n + 1);
    NEW(error, m.v, n + 1);
    NEW(error, m.near, n + 1);
    NEW(error, m.row_of, n + 1);
    NEW(error, m.previous, n + 1);
    NEW(error, m.seen, n + 1);
    for (size_t i = 1; i <= n && out->possible; i++)
        out->possible = start_row(&m, i) || augment(&m, i);
    if (!out->possible)
        goto done;
    NEW(error, out->potential, 2 * n);
    for (size_t i = 0; i < n; i++) {
        out->potential[i] = -m.u[i + 1];
        out->potential[n + i] = -m.v[i + 1];
        out->sum += out->potential[i] + out->potential[n + i];
    }
done:
    free(m.seen);
    free(m.previous);
    free(m.row_of);
    free(m.near);
    free(m.v);
    free(m.u);
    return st;
}

void clm_assignment_destroy(clm_assignment *assignment)
{
    free(assignment->potential);
    *assignment = (clm_assignment){0};
}
