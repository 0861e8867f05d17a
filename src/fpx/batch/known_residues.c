/* Powers of two with quadratic exponents: no two sequences are alike, and none is regular. */
#include "fpx/batch/known_residues.h"

const size_t clm_known_length[CLM_KNOWN_MOST_RADIX + 1] = {
    [2] = 10, [3] = 12, [4] = 16, [5] = 25, [6] = 36, [7] = 49, [8] = 64, [9] = 81};

u32 clm_known_residue(size_t n, size_t i, fp_field f)
{
    return fp_pow(fp_add(f.one, f.one, f), (u32)(7 * i * i + 5 * i + n), f);
}

u32 clm_known_value(size_t n, size_t length, u32 x, fp_field f)
{
    u32 value = 0;

    for (size_t i = length; i-- > 0;)
        value = fp_add(fp_mul(value, x, f), clm_known_residue(n, i, f), f);
    return value;
}
