/* The rows. Asymptotic as they are, no logarithm falls below 1, so that a formula for large sizes
 * stays one for small ones. Where the paper has large sizes only, a thread for each element is our
 * reading. */
#include "model/papers/tmm_table.h"

#include <math.h>

static double lg(double x)
{
    return x > 2.0 ? log2(x) : 1.0;
}

/* Levels of merges that do not fit the fast memory. */
static double levels(const clmodp_tmm_question *q)
{
    return lg(q->n / q->machine.Z);
}

static clmodp_tmm_amounts reduce(const clmodp_tmm_question *q)
{
    return (clmodp_tmm_amounts){q->n, lg(q->n), q->n / q->machine.C, q->n};
}

static clmodp_tmm_amounts merge(const clmodp_tmm_question *q)
{
    const double depth = lg(q->machine.Z);

    return (clmodp_tmm_amounts){q->n * depth, depth, q->n / q->machine.C, q->n};
}

/* (7): with n / Z searches for boundaries, whose accesses cannot be grouped. */
static clmodp_tmm_amounts blocked_merge(const clmodp_tmm_question *q)
{
    const double searches = q->n / q->machine.Z * lg(q->n);

    return (clmodp_tmm_amounts){q->n * lg(q->machine.Z) + searches, lg(q->n),
                                q->n / q->machine.C + searches, q->n};
}

/* Section V.B has the span lg n lg(n / Z) of merges that search; the table lg Z for lg n. */
static clmodp_tmm_amounts merge_sort(const clmodp_tmm_question *q)
{
    const double depth = q->forms == CLMODP_MMM_CORRECTED ? lg(q->n) : lg(q->machine.Z);

    return (clmodp_tmm_amounts){q->n * lg(q->machine.Z) * levels(q), depth * levels(q),
                                q->n / q->machine.C * levels(q), q->n};
}

/* Of the merges that do not fit, number i compares over i distances that do not fit: the accesses
 * have the square of lg(n / Z). Print has no square there. */
static clmodp_tmm_amounts odd_even_sort(const clmodp_tmm_question *q)
{
    const double depth = lg(q->n) * lg(q->n);
    const double rounds = q->forms == CLMODP_MMM_CORRECTED ? levels(q) * levels(q) : levels(q);

    return (clmodp_tmm_amounts){q->n * depth, depth, q->n / q->machine.C * rounds, q->n};
}

/* The square of the table that stands between two lines is of this span, as those above are. */
static clmodp_tmm_amounts connected_components(const clmodp_tmm_question *q)
{
    const double size = q->m + q->n, depth = lg(q->n);

    return (clmodp_tmm_amounts){size * depth, depth * depth, size / q->machine.C * depth, size};
}

static clmodp_tmm_amounts spanning_tree(const clmodp_tmm_question *q)
{
    const double depth = lg(q->n);

    return (clmodp_tmm_amounts){q->m * depth, depth, q->m * depth, q->m};
}

/* (3): accesses lie anywhere in the reference. */
static clmodp_tmm_amounts suffix_tree(const clmodp_tmm_question *q)
{
    return (clmodp_tmm_amounts){q->n * q->k, q->k, q->n * q->k, q->n};
}

/* (4): a suffix is read in chunks. */
static clmodp_tmm_amounts suffix_array(const clmodp_tmm_question *q)
{
    const double steps = q->k * lg(q->m);

    return (clmodp_tmm_amounts){q->n * steps, steps, q->n * steps / q->machine.C, q->n};
}

/* (6) */
static clmodp_tmm_amounts fft(const clmodp_tmm_question *q)
{
    const double work = q->n * lg(q->n);

    return (clmodp_tmm_amounts){work, lg(q->n), work / q->machine.C, q->n};
}

/* (10) */
static clmodp_tmm_amounts list_ranking(const clmodp_tmm_question *q)
{
    const double work = q->n * lg(q->n);

    return (clmodp_tmm_amounts){work, lg(q->n), work, q->n};
}

/* Section VII: blocks of the matrix fill the fast memory; a thread for each entry. */
static clmodp_tmm_amounts all_pairs(const clmodp_tmm_question *q)
{
    const double work = q->n * q->n * q->n * lg(q->n);

    return (clmodp_tmm_amounts){work, q->n * lg(q->n), work / (sqrt(q->machine.Z) * q->machine.C),
                         q->n * q->n};
}

const clm_tmm_algorithm clm_tmm_algorithms[CLMODP_TMM_ALGORITHMS] = {
    [CLMODP_TMM_REDUCE] = {"reduce", reduce, 0, 0},
    [CLMODP_TMM_SCAN] = {"scan", reduce, 0, 0},
    [CLMODP_TMM_MERGE] = {"merge", merge, 0, 0},
    [CLMODP_TMM_BLOCKED_MERGE] = {"blocked-merge", blocked_merge, 0, 0},
    [CLMODP_TMM_MERGE_SORT] = {"merge-sort", merge_sort, 0, 1},
    [CLMODP_TMM_ODD_EVEN_SORT] = {"odd-even-sort", odd_even_sort, 0, 0},
    [CLMODP_TMM_CONNECTED_COMPONENTS] = {"connected-components", connected_components, CLM_TMM_M,
                                         0},
    [CLMODP_TMM_SPANNING_TREE] = {"spanning-tree", spanning_tree, CLM_TMM_M, 0},
    [CLMODP_TMM_SUFFIX_TREE] = {"suffix-tree", suffix_tree, CLM_TMM_K, 1},
    [CLMODP_TMM_SUFFIX_ARRAY] = {"suffix-array", suffix_array, CLM_TMM_M | CLM_TMM_K, 1},
    [CLMODP_TMM_FFT] = {"fft", fft, 0, 1},
    [CLMODP_TMM_LIST_RANKING] = {"list-ranking", list_ranking, 0, 1},
    [CLMODP_TMM_ALL_PAIRS] = {"all-pairs", all_pairs, 0, 0},
};
