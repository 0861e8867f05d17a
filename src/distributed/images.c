/* Images of units: memory layout and serialisation. */
#include "distributed/plan.h"

#include "core/memory.h"
#include "distributed/bytes.h"

static const char magic[8] = "clmodpI";

/* Bytes around the words: magic, version, digest of the plan, unit, four counters, digest. */
#define FRAME (sizeof magic + 4 + CLMODP_PLAN_DIGEST + 8 + 4 * 8 + CLMODP_PLAN_DIGEST)

size_t clm_images_words(const clmodp_plan *plan, uint64_t unit)
{
    return clm_plan_unit(plan, unit).count * plan->task.count * plan->width;
}

size_t clm_images_bytes(const clmodp_plan *plan, uint64_t unit)
{
    return FRAME + clm_images_words(plan, unit) * plan->word_bytes;
}

clmodp_status clm_images_new(clm_error *error, clmodp_images **out, const clmodp_plan *plan,
                             uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    clmodp_images *images = NULL;

    NEW(error, images, 1);
    memcpy(images->plan, plan->digest, sizeof images->plan);
    images->unit = unit;
    images->primes = clm_plan_unit(plan, unit);
    images->count = clm_images_words(plan, unit);
    images->word_bytes = plan->word_bytes;
    images->words = clm_allocate(images->count, images->word_bytes);
    if (images->words == NULL) {
        st = clm_out_of_memory(error, images->count, images->word_bytes);
        goto done;
    }
    *out = images;
    images = NULL;
done:
    clmodp_images_destroy(images);
    return st;
}

void clmodp_images_destroy(clmodp_images *images)
{
    if (images != NULL)
        free(images->words);
    free(images);
}

uint64_t clmodp_images_unit(const clmodp_images *images)
{
    return images->unit;
}

size_t clmodp_images_size(const clmodp_images *images)
{
    return FRAME + images->count * images->word_bytes;
}

void clmodp_images_write(const clmodp_images *images, void *bytes)
{
    clm_writer w = {.out = bytes};
    const clm_counts *counts = &images->counts;
    unsigned char digest[CLMODP_PLAN_DIGEST];

    clm_write_bytes(&w, magic, sizeof magic);
    clm_write_number(&w, CLMODP_PLAN_VERSION, 4);
    clm_write_bytes(&w, images->plan, sizeof images->plan);
    clm_write_number(&w, images->unit, 8);
    clm_write_number(&w, counts->chunks, 8);
    clm_write_number(&w, counts->evaluations, 8);
    clm_write_number(&w, counts->unlucky, 8);
    clm_write_number(&w, counts->fallback, 8);
    clm_write_words(&w, images->words, images->count, images->word_bytes);
    clm_digest(digest, bytes, w.size);
    clm_write_bytes(&w, digest, sizeof digest);
}

static bool are_residues(const clmodp_images *images, const clmodp_plan *plan)
{
    bool all = true;

    for (size_t n = 0; n < plan->task.count; n++)
        for (size_t k = 0; k < images->primes.count && all; k++) {
            const void *image = clm_unit_image(images, plan, n, k);
            const clm_prime_words words = {image, images->word_bytes};
            const uint64_t prime = plan->prime[images->primes.first + k];

            for (size_t i = 0; i < plan->width; i++)
                all = all && clm_prime_word(words, i) < prime;
        }
    return all;
}

/* Reads the unit, if the bytes begin like images of the plan and have their size. */
static clmodp_status read_head(clm_error *error, clm_reader *r, uint64_t *unit,
                               const clmodp_plan *plan, size_t size)
{
    clmodp_status st = CLMODP_OK;
    const unsigned char *text = clm_read_bytes(r, sizeof magic), *of;

    if (text == NULL || memcmp(text, magic, sizeof magic) != 0)
        FAIL(error, CLMODP_DAMAGED, "these %zu bytes are not images of clmodp", size);
    if (clm_read_number(r, 4, UINT32_MAX) != CLMODP_PLAN_VERSION)
        FAIL(error, CLMODP_DAMAGED, "these images were written by another version of clmodp");
    of = clm_read_bytes(r, CLMODP_PLAN_DIGEST);
    if (of == NULL || memcmp(of, plan->digest, CLMODP_PLAN_DIGEST) != 0)
        FAIL(error, CLMODP_DAMAGED, "these images belong to another plan");
    *unit = clm_read_number(r, 8, UINT64_MAX);
    if (r->failed || *unit >= plan->units || size != clm_images_bytes(plan, *unit))
        FAIL(error, CLMODP_DAMAGED, "these %zu bytes are not the images of a unit: they were cut "
             "or changed", size);
done:
    return st;
}

static clmodp_status read_images(clm_error *error, clmodp_images **out, const clmodp_plan *plan,
                                 const void *bytes, size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_reader r = {.in = bytes, .left = size};
    clmodp_images *images = NULL;
    uint64_t unit = 0;

    TRY(read_head(error, &r, &unit, plan, size));
    if (!clm_digest_ends(bytes, size))
        FAIL(error, CLMODP_DAMAGED, "the images of unit %llu have been changed",
             (unsigned long long)unit);
    TRY(clm_images_new(error, &images, plan, unit));
    images->counts.chunks = clm_read_number(&r, 8, UINT64_MAX);
    images->counts.evaluations = clm_read_number(&r, 8, UINT64_MAX);
    images->counts.unlucky = clm_read_number(&r, 8, UINT64_MAX);
    images->counts.fallback = clm_read_number(&r, 8, UINT64_MAX);
    clm_read_words(&r, images->words, images->count, images->word_bytes);
    if (r.failed || !are_residues(images, plan))
        FAIL(error, CLMODP_DAMAGED, "the images of unit %llu are not residues modulo its primes",
             (unsigned long long)unit);
    *out = images;
    images = NULL;
done:
    clmodp_images_destroy(images);
    return st;
}

clmodp_status clmodp_images_read(clmodp_context *context, clmodp_images **images,
                                 const clmodp_plan *plan, const void *bytes, size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = context != NULL ? &context->error : NULL;

    if (error != NULL)
        clm_error_clear(error);
    REQUIRE(error, images != NULL);
    *images = NULL;
    REQUIRE(error, plan != NULL);
    REQUIRE(error, bytes != NULL || size == 0);
    TRY(read_images(error, images, plan, bytes, size));
done:
    return error != NULL ? clm_error_complete(error, st) : st;
}
