/* Find the degree sequence at a random point. */
#include "engines/euclid/degree_sequence.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/size.h"
#include "fpx/powers_host.h"

#define MOST_DRAWS 16

/* Degrees p, q, then one less at a time: what generic inputs have. */
static clmodp_status generic_degrees(clm_error *error, clm_degrees *out, size_t p, size_t q)
{
    clmodp_status st = CLMODP_OK;
    size_t least = clm_size_min(p, q);

    NEW(error, out->degree, least + 2);
    out->degree[0] = (uint32_t)p;
    out->degree[1] = (uint32_t)q;
    for (size_t k = 0; k < least; k++)
        out->degree[2 + k] = (uint32_t)(least - 1 - k);
    out->count = least + 2;
done:
    return st;
}

/* The degrees of f and g with these rows at a point, by a first division by powers of y: the
 * longer one is never written out. */
static clmodp_status divided_degrees(clm_error *error, clm_degrees *out,
                                     const clm_row_layout *layout, const u32 *values,
                                     fp_field field)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = clm_size_min(layout->p, layout->q), rows = layout->count;
    const size_t terms = rows - (m + 1);
    const bool f_longer = layout->p >= layout->q;
    const clm_mont64 wide = clm_mont64_of(field.p);
    clm_degrees rest = {0};
    uint64_t *row = NULL, *remainder, *term, *divisor;
    u32 *shorter = NULL, *last;
    size_t k = m;

    NEW(error, row, rows + 5 * m); /* with the remainder, and where it is computed */
    NEW(error, shorter, 2 * m + 1);
    remainder = row + rows;
    term = f_longer ? row : row + (m + 1);
    divisor = f_longer ? row + terms : row;
    last = shorter + m + 1;
    for (size_t i = 0; i < rows; i++)
        row[i] = clm_mont64_to(fp_from(values[i], field), &wide);
    clm_powers_divide_host(remainder, &layout->powers, term, terms, divisor, m, remainder + m,
                           &wide);
    memcpy(shorter, values + (divisor - row), (m + 1) * sizeof *shorter);
    for (size_t i = 0; i < m; i++)
        last[i] = fp_to((u32)clm_mont64_from(remainder[i], &wide), field);
    while (k > 0 && last[k - 1] == 0)
        k--;
    NEW(error, out->degree, m + 2);
    out->degree[out->count++] = (uint32_t)layout->p;
    out->degree[out->count++] = (uint32_t)layout->q;
    out->common_factor = k == 0;
    if (k > 0) {
        TRY(clm_degrees_find(error, &rest, field, (clm_dense){shorter, m},
                             (clm_dense){last, k - 1}));
        for (size_t i = 1; i < rest.count; i++)
            out->degree[out->count++] = rest.degree[i];
        out->common_factor = rest.common_factor;
    }
done:
    clm_degrees_destroy(&rest);
    free(shorter);
    free(row);
    return st;
}

clmodp_status clm_degree_sequence(clm_error *error, clm_degrees *out,
                                  const clm_row_layout *layout, fp_field field,
                                  clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const size_t p = layout->p, q = layout->q, rows = layout->count;
    const size_t f_rows = !layout->by_powers ? p + 1 : p >= q ? rows - (q + 1) : p + 1;
    u32 *values = NULL;

    *out = (clm_degrees){.divided = layout->by_powers};
    NEW(error, values, rows);
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
        u32 x = (u32)clm_random_below(random, field.p);

        clm_row_layout_values(values, layout, x, field);
        if (values[f_rows - 1] == 0 || values[rows - 1] == 0)
            continue;
        if (layout->by_powers)
            TRY(divided_degrees(error, out, layout, values, field));
        else
            TRY(clm_degrees_find(error, out, field, (clm_dense){values, p},
                                 (clm_dense){values + f_rows, q}));
        goto done;
    }
    TRY(generic_degrees(error, out, p, q));
done:
    free(values);
    return st;
}
