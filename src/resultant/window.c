/* Read images of R modulo x^m - s^m. */
#include "resultant/window.h"

void clm_window_unwrap(const clm_plan *plan, uint32_t *residues, size_t first, size_t count)
{
    const size_t m = plan->points;
    const size_t begin = (size_t)(plan->bounds.valuation % m);
    const uint64_t turns = plan->bounds.valuation / m;
    const bool wraps = begin + plan->width > m;

    if (turns == 0 && !wraps)
        return;
    for (size_t n = first; n < first + count; n++) {
        fp_field field = plan->info[n].field;
        uint32_t *image = residues + n * m;
        u32 turn = fp_pow(plan->info[n].shift_inverse, (u32)m, field);
        u32 before = fp_pow(turn, (u32)turns, field);
        u32 after = fp_mul(before, turn, field);

        for (size_t k = 0; k < plan->width; k++) {
            const size_t i = begin + k;

            if (i < m)
                image[i] = fp_mul(image[i], before, field);
            else
                image[i - m] = fp_mul(image[i - m], after, field);
        }
    }
}

bool clm_window_is_clean(const clm_plan *plan, const uint32_t *residues, size_t first,
                         size_t count, size_t *prime, size_t *index)
{
    const size_t m = plan->points;
    const size_t begin = (size_t)((plan->bounds.valuation + plan->width) % m);

    for (size_t n = first; n < first + count; n++)
        for (size_t k = 0; k < m - plan->width; k++) {
            *prime = n;
            *index = (begin + k) % m;
            if (residues[n * m + *index] != 0)
                return false;
        }
    return true;
}

bool clm_window_ends(const clm_plan *plan, const uint32_t *image, uint64_t *valuation,
                     uint64_t *degree)
{
    bool any = false;

    for (size_t k = 0; k < plan->width; k++) {
        const uint64_t i = plan->bounds.valuation + k;

        if (image[i % plan->points] == 0)
            continue;
        if (!any)
            *valuation = i;
        *degree = i;
        any = true;
    }
    return any;
}
