/* Find the degree sequence at a random point. */
#include "engines/euclid/degree_sequence.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"

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

clmodp_status clm_degree_sequence(clm_error *error, clm_degrees *out,
                                  const clm_row_layout *layout, fp_field field,
                                  clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    size_t p = layout->p, q = layout->q;
    u32 *values = NULL;

    *out = (clm_degrees){0};
    NEW(error, values, p + q + 2);
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
        u32 x = (u32)clm_random_below(random, field.p);

        clm_row_layout_values(values, layout, x, field);
        if (values[p] == 0 || values[p + 1 + q] == 0)
            continue;
        TRY(clm_degrees_find(error, out, field, (clm_dense){values, p},
                             (clm_dense){values + p + 1, q}));
        goto done;
    }
    TRY(generic_degrees(error, out, p, q));
done:
    out->divided = layout->by_powers;
    free(values);
    return st;
}
