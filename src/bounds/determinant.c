/* Bounds determinants of matrices of polynomials: exponents by tropical determinants, heights by
 * Hadamard's inequality. */
#include <math.h>
#include <stdlib.h>

#include "bounds/assignment.h"
#include "bounds/bounds.h"
#include "core/memory.h"

/* Sets *most to the greatest sum of the entries' top exponents or, if `lower`, of the negated
 * lowest ones; *possible: some product of entries is not 0. */
static clmodp_status tropical(clm_error *error, bool *possible, int64_t *most, int64_t *weight,
                              const clm_norms *norms, size_t n, bool lower)
{
    clmodp_status st = CLMODP_OK;
    clm_assignment best = {0};

    for (size_t k = 0; k < n * n; k++)
        weight[k] = CLM_NO_WEIGHT;
    for (size_t k = 0; k < norms->rows; k++) {
        const clm_norm *entry = &norms->row[k];

        weight[entry->j] = lower ? -(int64_t)entry->low : (int64_t)entry->top;
    }
    TRY(clm_assignment_create(error, &best, weight, n));
    *possible = best.possible;
    *most = best.sum;
done:
    clm_assignment_destroy(&best);
    return st;
}

/* Errors of the norms' sums and of logarithms, in bits of a row and of all. */
#define ROW_ERROR 0x1p-16
#define RELATIVE_ERROR 0x1p-30

/* Returns log2 of the product of the rows' 2-norms or, by columns, of the columns'. The entries'
 * norms bound their absolute values on the unit circle. square: n numbers, 0 before and after */
static double hadamard(clm_scaled *square, const clm_norms *norms, size_t n, bool columns)
{
    double bits = 0.0;

    for (size_t k = 0; k < norms->rows; k++) {
        const clm_norm *entry = &norms->row[k];
        clm_scaled *sum = &square[columns ? entry->j % n : entry->j / n];

        *sum = clm_scaled_add(*sum, clm_scaled_mul(entry->norm, entry->norm));
    }
    for (size_t k = 0; k < n; k++) {
        bits += 0.5 * clm_scaled_log2(square[k]) + ROW_ERROR;
        square[k] = (clm_scaled){0.0, 0};
    }
    return bits + RELATIVE_ERROR * fabs(bits);
}

clmodp_status clm_bounds_determinant(clm_error *error, clm_bounds *out, const clmodp_zxy *a,
                                     size_t n, bool with_height)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds bounds = {.height_name = ""};
    clm_norms norms = {0};
    clm_scaled *square = NULL;
    int64_t *weight = NULL, high = 0, low = 0;
    bool possible = false;

    *out = (clm_bounds){.zero = true, .height_name = ""};
    if (clmodp_zxy_terms(a) == 0)
        return CLMODP_OK;
    TRY(clm_norms_create(error, &norms, a));
    NEW(error, weight, n * n);
    TRY(tropical(error, &possible, &high, weight, &norms, n, false));
    if (!possible)
        goto done;
    TRY(tropical(error, &possible, &low, weight, &norms, n, true));
    bounds.degree = (uint64_t)high;
    bounds.valuation = (uint64_t)-low;
    if (with_height) {
        double rows, columns;

        NEW(error, square, n);
        rows = hadamard(square, &norms, n, false);
        columns = hadamard(square, &norms, n, true);
        bounds.height_name = rows <= columns ? "rows" : "columns";
        bounds.height_bits = (uint64_t)fmax(fmin(rows, columns), 0.0) + 1;
    }
    *out = bounds;
done:
    free(square);
    free(weight);
    clm_norms_destroy(&norms);
    return st;
}
