/* Find the rows of a polynomial and the sums of their coefficients' absolute values. */
#include "bounds/norms.h"

#include "core/memory.h"

clmodp_status clm_norms_create(clm_error *error, clm_norms *out, const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    clm_norms norms = {.terms = clmodp_zxy_terms(f)};
    size_t i, j, last = 0;

    REQUIRE(error, norms.terms > 0);
    for (size_t k = 0; k < norms.terms; k++) {
        clmodp_zxy_term(f, k, &i, &j);
        norms.rows += k == 0 || j != last;
        last = j;
    }
    NEW(error, norms.row, norms.rows);
    norms.degree = last;
    norms.rows = 0;
    for (size_t k = 0; k < norms.terms; k++) {
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);
        clm_norm *row;

        if (k == 0 || j != norms.row[norms.rows - 1].j)
            norms.row[norms.rows++] = (clm_norm){.j = j, .first = k, .low = i};
        row = &norms.row[norms.rows - 1];
        row->top = i;
        row->terms++;
        row->norm = clm_scaled_add(row->norm, clm_scaled_from(c));
    }
    *out = norms;
done:
    return st;
}

void clm_norms_destroy(clm_norms *norms)
{
    free(norms->row);
    *norms = (clm_norms){0};
}

clm_scaled clm_norm_weighted(const clm_norm *row, int64_t weight)
{
    int64_t shift = weight * (int64_t)row->j;
    int64_t whole = shift / CLM_WEIGHT_UNIT, part = shift % CLM_WEIGHT_UNIT;

    return clm_scaled_normal(row->norm.m * exp2((double)part / CLM_WEIGHT_UNIT),
                             row->norm.e + whole);
}
