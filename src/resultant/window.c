/* Read images of results modulo x^m - s^m. */
#include "resultant/window.h"

/* Multiply the window by `before`, from where it wraps on by `after`. */
static void scale_image(const clm_plan *plan, uint32_t *image, u32 before, u32 after,
                        fp_field field)
{
    const size_t m = plan->points;
    const size_t begin = (size_t)(plan->bounds.valuation % m);

    for (size_t k = 0; k < plan->width; k++) {
        const size_t i = begin + k;

        if (i < m)
            image[i] = fp_mul(image[i], before, field);
        else
            image[i - m] = fp_mul(image[i - m], after, field);
    }
}

void clm_window_unwrap(const clm_plan *plan, uint32_t *residues, size_t first, size_t count)
{
    const size_t m = plan->points;
    const size_t begin = (size_t)(plan->bounds.valuation % m);
    const uint64_t turns = plan->bounds.valuation / m;
    const bool wraps = begin + plan->width > m;

    if (turns == 0 && !wraps)
        return;
    for (size_t prime = first; prime < first + count; prime++) {
        fp_field field = plan->info[prime].field;
        u32 turn = fp_pow(plan->info[prime].shift_inverse, (u32)m, field);
        u32 before = fp_pow(turn, (u32)turns, field);
        u32 after = fp_mul(before, turn, field);

        for (size_t n = 0; n < plan->results; n++)
            scale_image(plan, residues + clm_window_image(plan, n, prime), before, after, field);
    }
}

/* The same for one image; *index: what does not vanish. */
static bool image_is_clean(const clm_plan *plan, const uint32_t *image, size_t *index)
{
    const size_t m = plan->points;
    const size_t begin = (size_t)((plan->bounds.valuation + plan->width) % m);

    for (size_t k = 0; k < m - plan->width; k++) {
        *index = (begin + k) % m;
        if (image[*index] != 0)
            return false;
    }
    return true;
}

bool clm_window_is_clean(const clm_plan *plan, const uint32_t *residues, size_t first,
                         size_t count, size_t *prime, size_t *index)
{
    for (*prime = first; *prime < first + count; ++*prime)
        for (size_t n = 0; n < plan->results; n++)
            if (!image_is_clean(plan, residues + clm_window_image(plan, n, *prime), index))
                return false;
    return true;
}

bool clm_window_ends(const clm_plan *plan, const uint32_t *residues, uint64_t *valuation,
                     uint64_t *degree)
{
    bool any = false;

    for (size_t k = 0; k < plan->width; k++) {
        const uint64_t i = plan->bounds.valuation + k;
        uint32_t terms = 0;

        for (size_t n = 0; n < plan->results; n++)
            terms |= residues[clm_window_image(plan, n, 0) + i % plan->points];
        if (terms == 0)
            continue;
        if (!any)
            *valuation = i;
        *degree = i;
        any = true;
    }
    return any;
}
