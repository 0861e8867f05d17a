/* Interpolate at a geometric progression. */
#include "engines/euclid/progression.h"

#include <stddef.h>

#include "fpx/vandermonde.h"

/* clm_vandermonde reads no more than the field. */
_Static_assert(sizeof(prime_info) == sizeof(clm_residue_prime) &&
                   offsetof(prime_info, field) == offsetof(clm_residue_prime, field),
               "a prime_info will do for a residue_prime");

/* words[k] := first * ratio^k, or words[k] times that. */
static void powers(uint32_t *words, size_t count, u32 first, u32 ratio, fp_field field, bool times)
{
    for (size_t k = 0; k < count; k++) {
        words[k] = times ? fp_mul(words[k], first, field) : first;
        first = fp_mul(first, ratio, field);
    }
}

clmodp_status clm_progression_interpolate(clmodp_context *ctx, const clm_buffer *coefficients,
                                          const clm_buffer *values, size_t result,
                                          const clm_buffer *points, const clm_buffer *scratch,
                                          uint32_t *words, const clm_euclid_plan *plan,
                                          const clm_lanes *lanes, double progress)
{
    clmodp_status st = CLMODP_OK;
    const prime_info *info = plan->info;
    const fp_field field = info->field;
    const size_t bytes = plan->base.points * sizeof *words;
    /* x^-lowered at the first point, and from each to the next; root has the order p - 1. */
    const u32 exponent = (u32)(plan->lowered % (field.p - 1));
    const u32 first = fp_pow(info->shift_inverse, exponent, field);
    const u32 ratio = fp_pow(info->root, field.p - 1 - exponent, field);

    if (exponent != 0 || result > 0) {
        TRY(clm_buffer_read(ctx, values, result * lanes->lanes * sizeof *words, words, bytes));
        powers(words, plan->base.points, first, ratio, field, true);
        TRY(clm_buffer_write(ctx, values, 0, words, bytes));
    }
    powers(words, plan->base.points, info->shift, info->root, field, false);
    TRY(clm_buffer_write(ctx, points, 0, words, bytes));
    TRY(clm_vandermonde(ctx, CLM_RESIDUE_MONTGOMERY31, coefficients, points, values, scratch,
                        &lanes->info, 1, plan->base.points, lanes->lanes, progress));
done:
    return st;
}
