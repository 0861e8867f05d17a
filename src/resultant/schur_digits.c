/* Digits on the device, stripe by stripe; Horner's rule on the host. */
#include "resultant/schur_digits.h"

#include <string.h>

#include "base/size.h"
#include "engines/schur/horner.h"
#include "engines/schur/stairs.h"
#include "resultant/stage_clock.h"
#include "zxy/numbers.h"

typedef struct digits {
    clmodp_context *ctx;
    clmodp_resultant_report *report;
    const clm_schur_plan *plan;
    size_t word; /* bytes */
    double began;

    clm_stairs stairs;
    clm_horner *horner;
    size_t columns;              /* of a stripe */
    clm_buffer residues, digits; /* of a stripe, on the device */
    clm_staging words;           /* the same on the host */
    clm_numbers values;
} digits;

/* Values a stripe: what the tuned stripe holds, as far as memory allows. */
static size_t stripe_columns(const digits *d)
{
    const clmodp_context *ctx = d->ctx;
    const uint64_t column = 3 * (uint64_t)d->plan->primes * d->word, left = clm_memory_left(ctx);
    const uint64_t room = ctx->tuning.stripe_bytes < left ? ctx->tuning.stripe_bytes : left;
    const uint64_t columns = room / column;

    return columns < 1 ? 1 : clm_size_min((size_t)columns, d->plan->width);
}

/* The columns first ... first + count - 1 of the images, to the device and back as digits. */
static clmodp_status convert(digits *d, const clm_staging *images, size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t row = count * d->word, bytes = d->plan->primes * row;

    for (size_t n = 0; n < d->plan->primes; n++)
        memcpy((char *)d->words.data + n * row,
               (const char *)images->data + (n * d->plan->width + first) * d->word, row);
    TRY(clm_buffer_write(d->ctx, &d->residues, 0, d->words.data, bytes));
    TRY(clm_stairs_digits(d->ctx, &d->digits, &d->residues, &d->stairs, count));
    TRY(clm_buffer_read(d->ctx, &d->digits, 0, d->words.data, bytes));
done:
    clm_stage_end(d->report->stage_seconds, CLMODP_STAGE_DIGITS, &d->began);
    return st;
}

static clmodp_status create(digits *d)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = d->ctx;
    const clm_schur_plan *plan = d->plan;
    size_t words;

    TRY(clm_stairs_create(ctx, &d->stairs, plan->kind, plan->prime, plan->primes));
    TRY(clm_horner_create(&ctx->error, &d->horner, d->stairs.primes, plan->primes, true));
    d->columns = stripe_columns(d);
    words = plan->primes * d->columns;
    TRY(clm_buffer_create(ctx, &d->residues, words, d->word));
    TRY(clm_buffer_create(ctx, &d->digits, words, d->word));
    TRY(clm_staging_create(ctx, &d->words, words, d->word));
    TRY(clm_numbers_create(&ctx->error, &d->values, plan->width));
done:
    return st;
}

static void destroy(digits *d)
{
    clm_numbers_destroy(&d->values);
    clm_staging_destroy(d->ctx, &d->words);
    clm_buffer_destroy(d->ctx, &d->digits);
    clm_buffer_destroy(d->ctx, &d->residues);
    clm_horner_destroy(d->horner);
    clm_stairs_destroy(d->ctx, &d->stairs);
}

clmodp_status clm_schur_digits(clmodp_context *ctx, clmodp_zx *r,
                               clmodp_resultant_report *report, const clm_schur_plan *plan,
                               const clm_staging *images)
{
    clmodp_status st = CLMODP_OK;
    digits d = {.ctx = ctx, .report = report, .plan = plan,
                .word = clm_residue_type_of(plan->kind)->word_bytes,
                .began = clm_clock_seconds()};

    TRY(create(&d));
    for (size_t first = 0; first < plan->width; first += d.columns) {
        const size_t count = clm_size_min(d.columns, plan->width - first);

        TRY(convert(&d, images, first, count));
        TRY(clm_horner_run(ctx, d.horner, d.values.pointer + first, count, d.words.data, d.word,
                           1.0));
        clm_stage_end(report->stage_seconds, CLMODP_STAGE_LIFT, &d.began);
    }
    report->lift_name = "horner";
    TRY(clm_numbers_move(r, &d.values, plan->width, plan->bounds.valuation));
done:
    clm_stage_end(report->stage_seconds, CLMODP_STAGE_LIFT, &d.began);
    destroy(&d);
    return st;
}
