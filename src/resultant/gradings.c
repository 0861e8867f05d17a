/* Gradings form a lattice. A difference of exponents restricts it to those of weight 0, which one
 * step of elimination finds: they have a rank that is the same or less by one. */
#include "resultant/gradings.h"

#include <string.h>

#include "resultant/factors.h"

enum { MOST = CLMODP_MOST_VARIABLES };

/* Weights are below this bound in absolute value; gradings with greater ones are given up. */
#define MOST_WEIGHT ((int64_t)1 << 24)

void clm_gradings_add(clm_gradings *g, size_t i)
{
    g->of[g->count++] = (clm_grading){.determines = MOST};
    g->of[g->count - 1].w[i] = 1;
}

/* Sets a := (a * s - b * t) / common divisor; 0 if a number is too large. */
static void combine(clm_grading *a, clm_int128 s, const clm_grading *b, clm_int128 t)
{
    const clm_int128 common = clm_int128_gcd(s, t);
    clm_int128 w[CLM_GRADED], divisor = 0;

    for (size_t i = 0; i < CLM_GRADED; i++) {
        w[i] = a->w[i] * (s / common) - b->w[i] * (t / common);
        divisor = clm_int128_gcd(divisor, w[i]);
    }
    for (size_t i = 0; i < CLM_GRADED; i++) {
        if (divisor != 0)
            w[i] /= divisor;
        if (w[i] >= MOST_WEIGHT || w[i] <= -MOST_WEIGHT)
            memset(w, 0, sizeof w);
    }
    for (size_t i = 0; i < CLM_GRADED; i++)
        a->w[i] = (int64_t)w[i];
}

void clm_gradings_restrict(clm_gradings *g, const int64_t *difference)
{
    clm_int128 weight[CLM_GRADED];
    size_t pivot = g->count;

    for (size_t k = 0; k < g->count; k++) {
        weight[k] = 0;
        for (size_t i = 0; i < CLM_GRADED; i++)
            weight[k] += (clm_int128)g->of[k].w[i] * difference[i];
        if (weight[k] != 0)
            pivot = k;
    }
    if (pivot == g->count)
        return;
    for (size_t k = 0; k < pivot; k++)
        if (weight[k] != 0)
            combine(&g->of[k], weight[pivot], &g->of[pivot], weight[k]);
    g->of[pivot] = g->of[--g->count];
}

/* Selects the variable with the highest exponent that a grading determines; MOST: none. */
static size_t choose_determined(const clm_grading *g, const int64_t *highest)
{
    size_t best = MOST;

    for (size_t i = 0; i < MOST; i++)
        if (g->w[i] != 0 && (best == MOST || highest[i] > highest[best]))
            best = i;
    return best;
}

void clm_gradings_assign(clm_gradings *g, const int64_t *highest)
{
    for (size_t k = 0; k < g->count; k++) {
        const clm_grading *by = &g->of[k];
        const size_t i = choose_determined(by, highest);

        g->of[k].determines = i;
        for (size_t l = 0; l < g->count && i < MOST; l++)
            if (l != k && g->of[l].w[i] != 0)
                combine(&g->of[l], by->w[i], by, g->of[l].w[i]);
    }
}

const clm_grading *clm_grading_of(const clm_gradings *g, size_t i)
{
    for (size_t k = 0; k < g->count; k++)
        if (g->of[k].determines == i && g->of[k].w[i] != 0)
            return &g->of[k];
    return NULL;
}
