/* Read an image modulo x^m - s^m. */
#include "engines/euclid/image_layout.h"

#include <string.h>

#include "base/size.h"

static void multiply(uint32_t *image, size_t count, u32 factor, fp_field field)
{
    for (size_t k = 0; k < count; k++)
        image[k] = fp_mul(image[k], factor, field);
}

/* Whether the coefficients from `begin` to `end` vanish. */
static bool are_zero(const uint32_t *coefficients, size_t begin, size_t end, size_t *index)
{
    for (size_t k = begin; k < end; k++)
        if (coefficients[k] != 0) {
            *index = k;
            return false;
        }
    return true;
}

/* Of one coset. */
static bool read_remainder(const clm_euclid_plan *plan, uint32_t *image,
                           const uint32_t *coefficients, size_t prime, size_t *index)
{
    const prime_info *info = &plan->info[prime];
    const size_t m = plan->base.points, width = plan->base.width;
    const uint64_t valuation = plan->base.bounds.valuation - plan->lowered;
    const size_t begin = (size_t)(valuation % m);
    const size_t before = clm_size_min(width, m - begin), after = width - before;
    const uint64_t turns = valuation / m;

    memcpy(image, coefficients + begin, before * sizeof *image);
    memcpy(image + before, coefficients, after * sizeof *image);
    if (turns > 0 || after > 0) {
        const u32 turn = fp_pow(info->shift_inverse, (u32)m, info->field);
        const u32 factor = fp_pow(turn, (u32)turns, info->field);

        if (turns > 0)
            multiply(image, before, factor, info->field);
        multiply(image + before, after, fp_mul(factor, turn, info->field), info->field);
    }
    return are_zero(coefficients, after, begin, index) &&
           are_zero(coefficients, begin + before, m, index);
}

bool clm_image_layout_read(const clm_euclid_plan *plan, uint32_t *image,
                           const uint32_t *coefficients, size_t prime, size_t *index)
{
    const size_t width = plan->base.width;

    if (plan->base.cosets == 1)
        return read_remainder(plan, image, coefficients, prime, index);
    memcpy(image, coefficients, width * sizeof *image);
    return are_zero(coefficients, width, plan->base.points, index);
}
