/* Room for images, and what they have. */
#include "engines/images.h"

#include <string.h>

#include "base/size.h"

clmodp_status clm_images_create(clmodp_context *ctx, clm_images *out, const clm_images *shape)
{
    clmodp_status st = CLMODP_OK;
    clm_images images = *shape;
    size_t words;

    images.words = (clm_staging){0};
    if (!clm_size_mul(&words, images.primes, images.width) ||
        !clm_size_mul(&words, words, images.outputs) ||
        !clm_size_mul(&words, words, images.pairs))
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%zu prime%s with %zu coefficient%s are too many for this host", images.primes,
             CLM_S(images.primes), images.width, CLM_S(images.width));
    TRY(images.kept ? clm_staging_create_mapped(ctx, &images.words, words, images.word_bytes)
                    : clm_staging_create(ctx, &images.words, words, images.word_bytes));
    *out = images;
done:
    return st;
}

void clm_images_destroy(clmodp_context *ctx, clm_images *images)
{
    clm_staging_destroy(ctx, &images->words);
}

/* Whether some output has a term there, modulo prime 0. */
static bool is_term(const clm_images *images, size_t i)
{
    static const char zeros[sizeof(uint64_t)];

    for (size_t n = 0; n < images->outputs; n++)
        if (memcmp((const char *)clm_image(images, n, 0) + i * images->word_bytes, zeros,
                   images->word_bytes) != 0)
            return true;
    return false;
}

bool clm_images_ends(const clm_images *images, uint64_t *valuation, uint64_t *degree)
{
    size_t low = 0, high = images->width;

    while (low < high && !is_term(images, low))
        low++;
    while (low < high && !is_term(images, high - 1))
        high--;
    if (low == high)
        return false;
    *valuation = images->first_exponent + low;
    *degree = images->first_exponent + high - 1;
    return true;
}
