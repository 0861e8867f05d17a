/* Scans over the run of a work-item, and sorts over the bits of a pass. */
#include "device/trust.h"
#include "fpx/batch/move.h"
#include "primitives/cost.h"
#include "primitives/sort_trust.h"
#include "tune/subject.h"

static const clm_sort_order order = {CLM_SORT_UNSIGNED, false, sizeof(u32), 0, 0, 32};

/* n random words, and room for as many. */
static clmodp_status create(clm_tune_work *w, const clm_trust *fact)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_trust_ensure(w->ctx, &fact, 1));
    TRY(clm_tune_random(w->ctx, &w->a, w->n, UINT32_MAX, 1));
    TRY(clm_buffer_create(w->ctx, &w->out, w->n, sizeof(u32)));
    w->count = w->n;
done:
    return st;
}

/* ---- scans ---- */

static clm_scan_shape scan_shape_of(const clmodp_context *ctx, uint32_t run)
{
    clm_scan_shape shape = clm_scan_default(ctx);

    shape.run = run;
    return shape;
}

static size_t scan_parameters(const clmodp_context *ctx, size_t n, uint32_t s[CLM_TUNE_MOST])
{
    (void)n;
    return clm_tune_powers(s, 2, (uint32_t)clm_scan_most_run(ctx));
}

static uint32_t scan_chosen(const clmodp_context *ctx, size_t n)
{
    return (uint32_t)clm_scan_choose(ctx, n, sizeof(u32)).run;
}

static double scan_predicted(const clmodp_context *ctx, size_t n, uint32_t s)
{
    const clm_amounts all = clm_scan_cost(ctx, n, sizeof(u32), scan_shape_of(ctx, s));

    return clm_tune_elapsed(ctx, &all);
}

static clmodp_status scan_create(clm_tune_work *w)
{
    return create(w, &clm_scan_trust_words);
}

static clmodp_status scan_run(clm_tune_work *w, uint32_t s)
{
    return clm_scan(w->ctx, (clm_scan_range){&w->out, 0}, (clm_scan_range){&w->a, 0}, w->n,
                    sizeof(u32), false, scan_shape_of(w->ctx, s));
}

const clm_tune_subject clm_tune_scan = {
    .name = "scan",
    .from = 1 << 14,
    .to = 1 << 24,
    .parameters = scan_parameters,
    .chosen = scan_chosen,
    .predicted = scan_predicted,
    .create = scan_create,
    .run = scan_run,
};

/* ---- sorts ---- */

static clm_sort_shape sort_shape_of(const clmodp_context *ctx, clm_sort_form form, uint32_t bits)
{
    clm_sort_shape shape = clm_sort_default(ctx, form, &order);

    shape.bits = bits;
    return shape;
}

static size_t parameters_of(const clmodp_context *ctx, clm_sort_form form,
                            uint32_t s[CLM_TUNE_MOST])
{
    const uint32_t most = clm_sort_most_bits(ctx, form, &order);

    for (uint32_t bits = 1; bits <= most; bits++)
        s[bits - 1] = bits;
    return most;
}

static double sort_predicted(const clmodp_context *ctx, clm_sort_form form, size_t n, uint32_t s)
{
    const clm_amounts all = clm_sort_cost(ctx, n, &order, sort_shape_of(ctx, form, s));

    return clm_tune_elapsed(ctx, &all);
}

static clmodp_status sort_create(clm_tune_work *w, clm_sort_form form)
{
    return create(w, clm_sort_trust(form, &order));
}

static clmodp_status sort_restore(clm_tune_work *w)
{
    return clm_move_poly(w->ctx, &w->out, 0, (clm_poly){&w->a, w->n});
}

static clmodp_status sort_run(clm_tune_work *w, clm_sort_form form, uint32_t s)
{
    return clm_sort(w->ctx, (clm_scan_range){&w->out, 0}, (clm_scan_range){&(clm_buffer){0}, 0},
                    w->n, &order, sort_shape_of(w->ctx, form, s));
}

/* Both forms in the same words. */
#define SORT_SUBJECT(stem, form_of)                                                              \
    static size_t stem##_parameters(const clmodp_context *ctx, size_t n,                         \
                                    uint32_t s[CLM_TUNE_MOST])                                   \
    {                                                                                            \
        (void)n;                                                                                 \
        return parameters_of(ctx, form_of(ctx), s);                                              \
    }                                                                                            \
    static uint32_t stem##_chosen(const clmodp_context *ctx, size_t n)                           \
    {                                                                                            \
        return clm_sort_choose(ctx, n, form_of(ctx), &order).bits;                               \
    }                                                                                            \
    static double stem##_predicted(const clmodp_context *ctx, size_t n, uint32_t s)              \
    {                                                                                            \
        return sort_predicted(ctx, form_of(ctx), n, s);                                          \
    }                                                                                            \
    static clmodp_status stem##_create(clm_tune_work *w)                                         \
    {                                                                                            \
        return sort_create(w, form_of(w->ctx));                                                  \
    }                                                                                            \
    static clmodp_status stem##_run(clm_tune_work *w, uint32_t s)                                \
    {                                                                                            \
        return sort_run(w, form_of(w->ctx), s);                                                  \
    }

#define SPLITS_FORM(ctx) CLM_SORT_SPLITS
SORT_SUBJECT(best, clm_sort_best_form)
SORT_SUBJECT(splits, SPLITS_FORM)

const clm_tune_subject clm_tune_radix_sort = {
    .name = "radix-sort",
    .from = 1 << 14,
    .to = 1 << 24,
    .parameters = best_parameters,
    .chosen = best_chosen,
    .predicted = best_predicted,
    .create = best_create,
    .restore = sort_restore,
    .run = best_run,
};
const clm_tune_subject clm_tune_splits = {
    .name = "splits",
    .from = 1 << 14,
    .to = 1 << 22,
    .parameters = splits_parameters,
    .chosen = splits_chosen,
    .predicted = splits_predicted,
    .create = splits_create,
    .restore = sort_restore,
    .run = splits_run,
};
