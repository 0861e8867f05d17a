/* The inside of the images of a unit. */
#ifndef CLM_DISTRIBUTED_IMAGES_H
#define CLM_DISTRIBUTED_IMAGES_H

#include "distributed/plan.h"

struct clmodp_images {
    unsigned char plan[CLMODP_PLAN_DIGEST]; /* whose unit they are of */
    uint64_t unit;
    clm_prime_range primes;
    clm_counts counts; /* of the run that made them, without times */
    size_t count;      /* words[output][prime][i], as in engines/images.h */
    size_t word_bytes;
    void *words;
};

/* Words of a unit's images. */
size_t clm_images_words(const clmodp_plan *plan, uint64_t unit);

/* Bytes of them as they are written. */
size_t clm_images_bytes(const clmodp_plan *plan, uint64_t unit);

/* Images without values yet. Errors: HOST_MEMORY */
clmodp_status clm_images_new(clm_error *error, clmodp_images **images, const clmodp_plan *plan,
                             uint64_t unit);

/* The image of an output modulo prime k of the unit. */
static inline void *clm_unit_image(const clmodp_images *images, const clmodp_plan *plan,
                                   size_t output, size_t k)
{
    return (char *)images->words + (output * images->primes.count + k) *
                                       plan->width * images->word_bytes;
}

#endif
