/* Lay out the inputs as polynomials in x, row by row. */
#include "resultant/rows.h"

#include <stdlib.h>

#include "base/memory.h"

#define MAX_COEFFICIENTS ((uint64_t)1 << 31)

/* Add the rows of one polynomial, from row `first` on, to the lengths. */
static void measure_rows(clm_row_layout *layout, const clmodp_zxy *f, size_t first)
{
    size_t terms = clmodp_zxy_terms(f);

    for (size_t k = 0; k < terms; k++) {
        size_t i, j;

        clmodp_zxy_term(f, k, &i, &j);
        /* Terms come sorted by j, then i: the last of a row has its degree. */
        layout->row[first + j].length = (uint32_t)(i + 1);
    }
}

static void place_coefficients(clm_row_layout *layout, const clmodp_zxy *f, size_t first)
{
    size_t terms = clmodp_zxy_terms(f);

    for (size_t k = 0; k < terms; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);

        layout->coefficients[layout->row[first + j].offset + i] = c;
    }
}

clmodp_status clm_row_layout_create(clm_error *error, clm_row_layout *out, const clmodp_zxy *f,
                                    const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    clm_row_layout layout = {0};
    uint64_t total = 0;

    layout.p = (size_t)clmodp_zxy_degree_y(f);
    layout.q = (size_t)clmodp_zxy_degree_y(g);
    layout.count = layout.p + layout.q + 2;
    NEW(error, layout.row, layout.count);
    measure_rows(&layout, f, 0);
    measure_rows(&layout, g, layout.p + 1);

    for (size_t r = 0; r < layout.count; r++) {
        uint32_t length = layout.row[r].length;

        layout.row[r].offset = (uint32_t)total;
        total += length;
        if (length > layout.longest)
            layout.longest = length;
        if (total >= MAX_COEFFICIENTS)
            FAIL(error, CLMODP_LIMIT,
                 "the inputs have 2^31 coefficients or more when written densely in x; "
                 "lower their degrees");
    }
    layout.residues = (size_t)total;
    NEW(error, layout.coefficients, layout.residues);
    place_coefficients(&layout, f, 0);
    place_coefficients(&layout, g, layout.p + 1);
    *out = layout;
    layout = (clm_row_layout){0};
done:
    clm_row_layout_destroy(&layout);
    return st;
}

void clm_row_layout_destroy(clm_row_layout *layout)
{
    free(layout->row);
    free(layout->coefficients);
    *layout = (clm_row_layout){0};
}
