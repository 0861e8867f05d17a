/* Find an order of the inputs that the Schur algorithm can do. */
#include "engines/schur/order.h"

#include <stdlib.h>

#include "arith/field.h"
#include "arith/prime.h"
#include "base/memory.h"

enum {
    MOST_MATRICES = 4,
    TRIALS = 2 /* a point is special by chance less than once in 2^15 for all sizes that fit */
};

/* The first row from `first` on that is not zero, counted from there. */
static size_t lowest(const clm_row_layout *layout, size_t first)
{
    size_t low = 0;

    while (layout->row[first + low].length == 0)
        low++;
    return low;
}

/* The matrices to try, in this order; returns how many. */
static size_t list_matrices(schur_matrix matrices[MOST_MATRICES], const clm_row_layout *layout)
{
    const size_t f_low = lowest(layout, 0), g_low = lowest(layout, layout->p + 1);
    const bool exchange = layout->p > layout->q; /* full iterations go with p^2 */
    size_t count = 0;

    matrices[count++] = clm_schur_matrix(layout->p, layout->q, 0, 0, exchange);
    matrices[count++] = clm_schur_matrix(layout->p, layout->q, 0, 0, !exchange);
    if ((f_low == 0) != (g_low == 0)) {
        matrices[count++] = clm_schur_matrix(layout->p, layout->q, f_low, g_low, exchange);
        matrices[count++] = clm_schur_matrix(layout->p, layout->q, f_low, g_low, !exchange);
    }
    return count;
}

/* Mark the matrices that fail at a random point modulo a random prime. */
static clmodp_status try_point(clm_error *error, bool failed[MOST_MATRICES],
                               const schur_matrix *matrices, size_t count,
                               const clm_row_layout *layout, clm_random *random, u32 *values)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t top = (UINT64_C(1) << 31) - clm_random_below(random, UINT64_C(1) << 30);
    uint64_t prime = 0;
    fp_field field;

    (void)clm_primes_down(&prime, 1, top, 2); /* there is one */
    field = clm_field((uint32_t)prime);
    clm_row_layout_values(values, layout, (u32)clm_random_below(random, prime), field);
    for (size_t k = 0; k < count; k++) {
        bool regular;

        if (failed[k])
            continue;
        TRY(clm_schur_regular(error, &regular, field, values + matrices[k].f_row, matrices[k].p,
                              values + matrices[k].g_row, matrices[k].q));
        failed[k] = !regular;
    }
done:
    return st;
}

clmodp_status clm_schur_order(clm_error *error, schur_matrix *matrix, bool *regular,
                              const clm_row_layout *layout, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    schur_matrix matrices[MOST_MATRICES];
    bool failed[MOST_MATRICES] = {false};
    const size_t count = list_matrices(matrices, layout);
    u32 *values = NULL;
    size_t best = 0;

    NEW(error, values, layout->count);
    for (int trial = 0; trial < TRIALS; trial++)
        TRY(try_point(error, failed, matrices, count, layout, random, values));
    while (best < count && failed[best])
        best++;
    *regular = best < count;
    *matrix = *regular ? matrices[best] : clm_schur_matrix(layout->p, layout->q, 0, 0, false);
done:
    free(values);
    return st;
}
