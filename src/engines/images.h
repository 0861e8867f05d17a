/* The results modulo primes: what every engine makes, in one layout. */
#ifndef CLM_ENGINES_IMAGES_H
#define CLM_ENGINES_IMAGES_H

#include "device/memory.h"

/* words[output][prime - first][pair][i], i < width: the coefficient of x^(first_exponent + i)
 * modulo a prime of the plan, an integer in [0, prime). */
typedef struct clm_images {
    size_t outputs, primes, pairs, width;
    size_t first;      /* of the plan's primes, of which these are some */
    size_t word_bytes; /* 4 or 8 */
    uint64_t first_exponent;
    bool kept;         /* with the staging of the context's device, for later calls */
    clm_staging words;
} clm_images;

/* Room for images of these sizes. Release with clm_images_destroy ({0} is safe).
 *
 * In:     shape  all but the words
 * Errors: LIMIT (too many for this host), DEVICE_MEMORY (over the context's cap), HOST_MEMORY */
clmodp_status clm_images_create(clmodp_context *ctx, clm_images *out, const clm_images *shape);
void clm_images_destroy(clmodp_context *ctx, clm_images *images);

/* The image of an output modulo a prime of the plan that is among them: of the first pair, with
 * those of the others behind it. */
static inline void *clm_image(const clm_images *images, size_t output, size_t prime)
{
    const size_t index = output * images->primes + (prime - images->first);

    return (char *)images->words.data + index * images->pairs * images->width * images->word_bytes;
}

/* The exponents of x of the least and of the greatest term of all outputs modulo prime 0; false if
 * they have none. Pre: it is among them */
bool clm_images_ends(const clm_images *images, uint64_t *valuation, uint64_t *degree);

#endif
