/* CRT reconstruction of the Schur engine: tables and launches of cl/engines/schur/mrc.cl, Horner's
 * scheme, and both applied to images, stripe by stripe. */
#include "engines/schur/mrc.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "cl/engines/schur/mrc_shape.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "engines/schur/plan.h"
#include "multimodular/crt_tree.h"
#include "polynomials/zx.h"

/* ---- digits on the device ---- */

#define COUNT_LIMIT ((size_t)1 << 27)

enum { COLUMNS = 8 }; /* values of a work-group, if values are many */

static clm_kernel_key mrc_kernel(const clm_mrc *mrc, const char *name)
{
    return clm_kernel_with("engines/schur/mrc.cl", name, CLM_MRC_DEFINITIONS,
                           clm_residue_type_of(mrc->kind)->definitions, mrc->columns, mrc->local);
}

typedef struct entry {
    uint64_t prime;
    uint32_t row;
} entry;

static int compare_entries(const void *a, const void *b)
{
    uint64_t p = ((const entry *)a)->prime, q = ((const entry *)b)->prime;

    return (p > q) - (p < q);
}

/* Sorts the primes, with the indices of their rows. */
static clmodp_status sort_primes(clmodp_context *ctx, entry *entries, const clm_mrc *mrc,
                                 const uint64_t *primes)
{
    clmodp_status st = CLMODP_OK;
    uint64_t most = clm_residue_type_of(mrc->kind)->prime_max;

    for (size_t i = 0; i < mrc->count; i++)
        entries[i] = (entry){primes[i], (uint32_t)i};
    qsort(entries, mrc->count, sizeof *entries, compare_entries);
    REQUIRE(&ctx->error, entries[0].prime > 2 && entries[mrc->count - 1].prime <= most);
    for (size_t i = 0; i < mrc->count; i++) {
        bool odd = entries[i].prime % 2 != 0;
        bool once = i == 0 || entries[i].prime != entries[i - 1].prime;

        REQUIRE(&ctx->error, odd && once);
    }
done:
    return st;
}

static clmodp_status send_tables(clmodp_context *ctx, clm_mrc *mrc, const entry *entries)
{
    clmodp_status st = CLMODP_OK;
    size_t count = mrc->count;
    clm_staging info = {0}, order = {0};

    TRY(clm_staging_create(ctx, &info, count, sizeof(clm_residue_prime)));
    TRY(clm_staging_create(ctx, &order, count, sizeof(u32)));
    for (size_t i = 0; i < count; i++) {
        mrc->primes[i] = entries[i].prime;
        ((clm_residue_prime *)info.data)[i] =
            clm_residue_prime_of(mrc->kind, entries[i].prime, 0);
        ((u32 *)order.data)[i] = entries[i].row;
    }
    TRY(clm_tables_add(ctx, &mrc->tables, &mrc->info, info.data, count,
                       sizeof(clm_residue_prime)));
    TRY(clm_tables_add(ctx, &mrc->tables, &mrc->order, order.data, count, sizeof(u32)));
    TRY(clm_tables_create(ctx, &mrc->tables));
    TRY(clm_tables_send(ctx, &mrc->tables));
done:
    clm_staging_destroy(ctx, &order);
    clm_staging_destroy(ctx, &info);
    return st;
}

clmodp_status clm_mrc_create(clmodp_context *ctx, clm_mrc *out, clm_residue_kind kind,
                             const uint64_t *primes, size_t count)
{
    clmodp_status st = CLMODP_OK;
    entry *entries = NULL;

    *out = (clm_mrc){.kind = kind, .count = count};
    REQUIRE(&ctx->error, count >= 1);
    if (count >= COUNT_LIMIT)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu primes for mixed radix digits; fewer than %zu are"
             " possible", count, COUNT_LIMIT);
    NEW(&ctx->error, entries, count);
    NEW(&ctx->error, out->primes, count);
    TRY(sort_primes(ctx, entries, out, primes));
    TRY(send_tables(ctx, out, entries));
    TRY(clm_buffer_create(ctx, &out->factors, 2 * count, clm_residue_type_of(kind)->word_bytes));
done:
    free(entries);
    if (st != CLMODP_OK)
        clm_mrc_destroy(ctx, out);
    return st;
}

void clm_mrc_destroy(clmodp_context *ctx, clm_mrc *mrc)
{
    clm_buffers_destroy(ctx, &mrc->info, &mrc->order);
    clm_tables_destroy(ctx, &mrc->tables);
    clm_buffer_destroy(ctx, &mrc->factors);
    free(mrc->primes);
    *mrc = (clm_mrc){0};
}

/* Returns the bytes of a work-group's digits. */
static size_t digit_bytes(const clm_mrc *mrc)
{
    return mrc->columns * mrc->count * clm_residue_type_of(mrc->kind)->word_bytes;
}

/* Chooses how many of the `columns` values a work-group takes, and computes the factors with this
 * program. A shorter last chunk is not worth another program. */
static clmodp_status choose_columns(clmodp_context *ctx, clm_mrc *mrc, size_t columns)
{
    clmodp_status st = CLMODP_OK;
    mrc_shape s = {.primes = (u32)mrc->count};
    const size_t word = clm_residue_type_of(mrc->kind)->word_bytes;

    mrc->columns = columns >= COLUMNS * (size_t)ctx->device.compute_units ? COLUMNS : 1;
    mrc->local = digit_bytes(mrc) <= ctx->device.local_memory;
    TRY(clm_run(ctx, mrc_kernel(mrc, "mrc_constants"), mrc->count, 0,
                ARG_OUT_OF(&mrc->factors, 2 * mrc->count, word),
                ARG_IN(&mrc->info, mrc->count, clm_residue_prime), ARG_STRUCT(s)));
done:
    if (st != CLMODP_OK)
        mrc->columns = 0;
    return st;
}

clmodp_status clm_mrc_digits(clmodp_context *ctx, const clm_buffer *digits,
                             const clm_buffer *residues, clm_mrc *mrc, size_t columns)
{
    clmodp_status st = CLMODP_OK;
    size_t bytes = clm_residue_type_of(mrc->kind)->word_bytes, words, groups;
    mrc_shape s = {.primes = (u32)mrc->count, .columns = (u32)columns};

    REQUIRE(&ctx->error, columns <= UINT32_MAX && mrc->count < COUNT_LIMIT);
    REQUIRE(&ctx->error, clm_size_mul(&words, mrc->count, columns));
    if (columns == 0)
        return CLMODP_OK;
    if (mrc->columns == 0)
        TRY(choose_columns(ctx, mrc, columns));
    groups = clm_div_up(columns, mrc->columns);
    TRY(clm_run(ctx, mrc_kernel(mrc, "mrc_digits"), groups * ctx->tuning.group, 0,
                ARG_INOUT_OF(digits, words, bytes), ARG_IN_OF(residues, words, bytes),
                ARG_IN(&mrc->info, mrc->count, clm_residue_prime),
                ARG_IN_OF(&mrc->factors, 2 * mrc->count, bytes),
                ARG_IN(&mrc->order, mrc->count, u32), ARG_STRUCT(s),
                ARG_LOCAL(mrc->local ? digit_bytes(mrc) : bytes)));
done:
    return st;
}

/* Horner's scheme for mixed radix digits, on limbs.
 *
 * Digits are grouped, as many as fit a limb, with the product of their primes as one radix. These
 * are the digits of a product tree, with Horner's scheme at its leaves and
 *
 *     v = v_low + P_low v_high
 *
 * above, P_low being the product of the radices of the lower half; so most of the work on long
 * numbers is GMP's multiplication. */

struct clm_horner {
    uint64_t *primes;
    size_t count;
    size_t *first; /* digit of each group, and `count` after the last */
    clm_product_tree *tree;
};

static bool in_range(const uint64_t *primes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (primes[i] < 2 || primes[i] >> 63 != 0)
            return false;
    return true;
}

/* Forms groups of digits, with their radices; returns their number. */
static size_t form_groups(clm_horner *h, uint64_t *radix)
{
    size_t groups = 0;

    for (size_t i = 0; i < h->count; i++) {
        uint64_t product;

        if (i > 0 && !__builtin_mul_overflow(radix[groups - 1], h->primes[i], &product)) {
            radix[groups - 1] = product;
        } else {
            h->first[groups] = i;
            radix[groups++] = h->primes[i];
        }
    }
    h->first[groups] = h->count;
    return groups;
}

clmodp_status clm_horner_create(clm_error *error, clm_horner **out, const uint64_t *primes,
                                size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_horner *h = NULL;
    uint64_t *radix = NULL;

    REQUIRE(error, count >= 1);
    if (count >= COUNT_LIMIT)
        FAIL(error, CLMODP_LIMIT, "%zu digits an integer; fewer than %zu are possible", count,
             COUNT_LIMIT);
    REQUIRE(error, in_range(primes, count));
    NEW(error, h, 1);
    h->count = count;
    NEW(error, h->primes, count);
    memcpy(h->primes, primes, count * sizeof *primes);
    NEW(error, h->first, count + 1);
    NEW(error, radix, count);
    TRY(clm_product_tree_create_words(error, &h->tree, NULL, radix, form_groups(h, radix), 1,
                                      NULL));
    *out = h;
    h = NULL;
done:
    free(radix);
    clm_horner_destroy(h);
    return st;
}

void clm_horner_destroy(clm_horner *horner)
{
    if (horner == NULL)
        return;
    clm_product_tree_destroy(horner->tree);
    free(horner->first);
    free(horner->primes);
    free(horner);
}

typedef struct horner_run {
    const clm_horner *horner;
    const unsigned char *digits;
    size_t word_bytes;
} horner_run;

/* Returns the number represented by the digits of one group, below its radix. */
static mp_limb_t group_value(const horner_run *r, const void *digits, size_t group)
{
    const clm_horner *h = r->horner;
    mp_limb_t v = 0;

    for (size_t i = h->first[group + 1]; i-- > h->first[group];)
        v = v * h->primes[i] + (r->word_bytes == sizeof(uint64_t)
                                    ? ((const uint64_t *)digits)[i]
                                    : ((const uint32_t *)digits)[i]);
    return v;
}

/* Sets out to the value of a leaf's digits. */
static void leaf_value(const void *source, size_t node, size_t column, mp_limb_t *out)
{
    const horner_run *r = source;
    const clm_product_tree *tree = r->horner->tree;
    const clm_tree_node *leaf = &tree->nodes[node];
    const void *digits = r->digits + column * r->horner->count * r->word_bytes;
    mp_size_t limbs = 1;

    mpn_zero(out, (mp_size_t)leaf->limbs + 1);
    for (size_t g = leaf->first + leaf->digits; g-- > leaf->first;) {
        mp_limb_t carry = mpn_mul_1(out, out, limbs, tree->digit[g]);

        carry += mpn_add_1(out, out, limbs, group_value(r, digits, g));
        if (carry != 0)
            out[limbs++] = carry;
    }
}

clmodp_status clm_horner_run(clmodp_context *ctx, const clm_horner *horner,
                             mpz_ptr const *values, size_t count, const void *digits,
                             size_t word_bytes, double progress)
{
    clmodp_status st = CLMODP_OK;
    const horner_run r = {horner, digits, word_bytes};
    const clm_crt_blocks leaves = {.depth = SIZE_MAX, .mixed = true, .value = leaf_value,
                                   .source = &r};
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, progress);
    size_t bytes;

    REQUIRE(&ctx->error, word_bytes == sizeof(uint32_t) || word_bytes == sizeof(uint64_t));
    if (!clm_size_mul(&bytes, horner->count * word_bytes, count))
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu value%s of %zu digit%s do not fit the memory",
             count, CLM_S(count), horner->count, CLM_S(horner->count));
    TRY(clm_progress(ctx, progress));
    TRY(clm_crt_combine(&ctx->error, horner->tree, &leaves, values, count, ctx->threads, &watch));
done:
    return st;
}

/* ---- CRT reconstruction from images ---- */

/* A conversion of images to digits, and of these to integers. */
typedef struct digit_run {
    clmodp_context *ctx;
    const clm_images *images;
    size_t word; /* bytes */
    clm_counts counts;
    clm_stage_clock clock;

    clm_mrc mrc;
    clm_horner *horner;
    size_t columns;              /* of a stripe */
    clm_buffer residues, digits; /* of a stripe, on the device */
    clm_staging words;           /* residues, then digits, of a stripe on the host */
    clm_numbers values;
} digit_run;

/* Returns the values of a stripe: of the tuned one, limited by memory. */
static size_t stripe_columns(const digit_run *d)
{
    const clmodp_context *ctx = d->ctx;
    const uint64_t column = 3 * (uint64_t)d->images->primes * d->word, left = clm_memory_left(ctx);
    const uint64_t room = ctx->tuning.stripe_bytes < left ? ctx->tuning.stripe_bytes : left;
    const uint64_t columns = room / column;

    return columns < 1 ? 1 : clm_size_min((size_t)columns, d->images->width);
}

/* Converts columns first ... first + count - 1 of the images to digits on the device. */
static clmodp_status convert_stripe(digit_run *d, size_t first, size_t count)
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
    clm_stage_next(d->ctx, &d->clock, &d->counts.times, CLM_STAGE_CRT);
    return st;
}

static clmodp_status create_digits(digit_run *d, const clm_schur_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = d->ctx;
    const size_t primes = plan->base.primes;
    size_t words;

    TRY(clm_mrc_create(ctx, &d->mrc, plan->base.options.residues, plan->prime, primes));
    TRY(clm_horner_create(&ctx->error, &d->horner, d->mrc.primes, primes));
    d->columns = stripe_columns(d);
    words = primes * d->columns;
    TRY(clm_buffer_create(ctx, &d->residues, words, d->word));
    TRY(clm_buffer_create(ctx, &d->digits, words, d->word));
    TRY(clm_staging_create(ctx, &d->words, words, d->word));
    TRY(clm_numbers_create(&ctx->error, &d->values, plan->base.width));
done:
    return st;
}

static void destroy_digits(digit_run *d)
{
    clm_numbers_destroy(&d->values);
    clm_staging_destroy(d->ctx, &d->words);
    clm_buffers_destroy(d->ctx, &d->digits, &d->residues);
    clm_horner_destroy(d->horner);
    clm_mrc_destroy(d->ctx, &d->mrc);
}

clmodp_status clm_schur_digits(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                               clm_reconstruction *reconstruction)
{
    clmodp_status st = CLMODP_OK;
    digit_run d = {.ctx = ctx, .images = images, .word = images->word_bytes};

    clm_stage_start(ctx, &d.clock, CLM_STAGE_DIGITS);
    TRY(create_digits(&d, clm_schur_plan_of(plan)));
    for (size_t first = 0; first < plan->width; first += d.columns) {
        const size_t count = clm_size_min(d.columns, plan->width - first);

        TRY(convert_stripe(&d, first, count));
        TRY(clm_horner_run(ctx, d.horner, d.values.pointer + first, count, d.words.data, d.word,
                           1.0));
    }
    reconstruction->method = "horner";
    TRY(clm_numbers_move(reconstruction->results[0], &d.values, 0, plan->width,
                         images->first_exponent));
    clm_stage_stop(ctx, &d.clock, &d.counts.times);
    reconstruction->counts = d.counts;
done:
    destroy_digits(&d);
    return st;
}
