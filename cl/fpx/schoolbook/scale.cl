/* Multiplies polynomials by constants, and inverts leading coefficients.
 *
 *     schoolbook_scale_inverse   computes 1 / a leading coefficient, once
 *     schoolbook_scale_by        multiplies all coefficients by it */
#include "../../arith/lanes.h"

/* inverse[0] = 1 / a[last] in Montgomery form; one work-item. */
kernel void schoolbook_scale_inverse(global u32 *inverse, global const u32 *a, fp_field f,
                                     u32 last COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    if (get_global_id(0) == 0)
        STORED(inverse[0]) = fp_inv(fp_to(LOADED(a[last]), f), f);
}

/* out[i] = a[first + i] * factor, i < count. factor: in Montgomery form. */
kernel void schoolbook_scale_by(global u32 *out, global const u32 *a, global const u32 *factor,
                                fp_field f, u32 first, u32 count COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 i = get_global_id(0);

    if (i < count)
        STORED(out[i]) = fp_mul(LOADED(a[first + i]), LOADED(factor[0]), f);
}
