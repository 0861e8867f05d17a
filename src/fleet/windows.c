/* Windows by measured speed. */
#include "fleet/windows.h"

/* Units a second, or next to nothing if it has done none. */
static double speed_of(const clm_taker *taker)
{
    if (taker->gone)
        return 0.0;
    return taker->units == 0 ? 1e-9 : (double)taker->units / (taker->seconds + 1e-9);
}

/* Whose part ends at the end. */
static size_t last_taker(const clm_taker *takers, size_t count)
{
    size_t last = 0;

    for (size_t k = 0; k < count; k++)
        last = takers[k].gone ? last : k;
    return last;
}

/* The window of an output between two parts of the whole. */
static clm_bounds window_of(const clm_bounds *own, double from, double to)
{
    const double width = (double)(own->degree - own->valuation + 1);
    const uint64_t first = (uint64_t)(from * width), end = (uint64_t)(to * width);
    clm_bounds window = *own;

    if (own->zero || first >= end)
        return (clm_bounds){.zero = true, .height_name = own->height_name};
    window.valuation = own->valuation + first;
    window.degree = own->valuation + end - 1;
    return window;
}

void clm_windows_divide(clm_window *windows, const clm_taker *takers, size_t count,
                        const clm_engine *engine, const clm_bounds *each, size_t outputs)
{
    const size_t last = last_taker(takers, count);
    double all = 0.0, before = 0.0;

    for (size_t k = 0; k < count; k++)
        all += engine->lifts_windows ? speed_of(&takers[k]) : k == last;
    for (size_t k = 0; k < count; k++) {
        clm_window *w = &windows[k];
        const double from = before / all;

        before += engine->lifts_windows ? speed_of(&takers[k]) : k == last;
        *w = (clm_window){.coefficients = 0};
        for (size_t n = 0; n < outputs; n++) {
            w->each[n] = window_of(&each[n], from, k >= last ? 1.0 : before / all);
            if (!w->each[n].zero)
                w->coefficients += w->each[n].degree - w->each[n].valuation + 1;
        }
    }
}
