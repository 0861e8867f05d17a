/* Digits on the device, stripe by stripe; Horner's rule on the host. */
#include "engines/schur/digits.h"

#include <string.h>

#include "base/size.h"
#include "engines/schur/horner.h"
#include "engines/schur/plan.h"
#include "engines/schur/mrc.h"
#include "zxy/numbers.h"

typedef struct digits {
    clmodp_context *ctx;
    const clm_images *images;
    size_t word; /* bytes */
    clm_counts counts;
    clm_stage_clock clock;

    clm_mrc mrc;
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
    const uint64_t column = 3 * (uint64_t)d->images->primes * d->word, left = clm_memory_left(ctx);
    const uint64_t room = ctx->tuning.stripe_bytes < left ? ctx->tuning.stripe_bytes : left;
    const uint64_t columns = room / column;

    return columns < 1 ? 1 : clm_size_min((size_t)columns, d->images->width);
}

/* The columns first ... first + count - 1 of the images, to the device and back as digits. */
static clmodp_status convert(digits *d, size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t row = count * d->word, bytes = d->images->primes * row;

    clm_stage_next(d->ctx, &d->clock, &d->counts.times, CLM_STAGE_DIGITS);
    for (size_t n = 0; n < d->images->primes; n++)
        memcpy((char *)d->words.data + n * row,
               (const char *)clm_image(d->images, 0, n) + first * d->word, row);
    TRY(clm_buffer_write(d->ctx, &d->residues, 0, d->words.data, bytes));
    TRY(clm_mrc_digits(d->ctx, &d->digits, &d->residues, &d->mrc, count));
    TRY(clm_buffer_read(d->ctx, &d->digits, 0, d->words.data, bytes));
done:
    clm_stage_next(d->ctx, &d->clock, &d->counts.times, CLM_STAGE_LIFT);
    return st;
}

static clmodp_status create(digits *d, const clm_schur_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = d->ctx;
    const size_t primes = plan->base.primes;
    size_t words;

    TRY(clm_mrc_create(ctx, &d->mrc, plan->base.options.residues, plan->prime, primes));
    TRY(clm_horner_create(&ctx->error, &d->horner, d->mrc.primes, primes, true));
    d->columns = stripe_columns(d);
    words = primes * d->columns;
    TRY(clm_buffer_create(ctx, &d->residues, words, d->word));
    TRY(clm_buffer_create(ctx, &d->digits, words, d->word));
    TRY(clm_staging_create(ctx, &d->words, words, d->word));
    TRY(clm_numbers_create(&ctx->error, &d->values, plan->base.width));
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
    clm_mrc_destroy(d->ctx, &d->mrc);
}

clmodp_status clm_schur_digits(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                               clm_lifting *lifting)
{
    clmodp_status st = CLMODP_OK;
    digits d = {.ctx = ctx, .images = images, .word = images->word_bytes};

    clm_stage_start(ctx, &d.clock, CLM_STAGE_DIGITS);
    TRY(create(&d, clm_schur_plan_of(plan)));
    for (size_t first = 0; first < plan->width; first += d.columns) {
        const size_t count = clm_size_min(d.columns, plan->width - first);

        TRY(convert(&d, first, count));
        TRY(clm_horner_run(ctx, d.horner, d.values.pointer + first, count, d.words.data, d.word,
                           1.0));
    }
    lifting->method = "horner";
    TRY(clm_numbers_move(lifting->results[0], &d.values, 0, plan->width, images->first_exponent));
    clm_stage_stop(ctx, &d.clock, &d.counts.times);
    lifting->counts = d.counts;
done:
    destroy(&d);
    return st;
}
