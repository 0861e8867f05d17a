/* Images of all primes, and what they stand for. */
#include "engines/execute.h"

#include "zxy/numbers.h"

/* The only image of each output is the output. */
static clmodp_status take_images(const clm_images *images, clmodp_zx *const *results)
{
    clmodp_status st = CLMODP_OK;

    for (size_t n = 0; n < images->outputs; n++)
        TRY(clm_numbers_from_words(results[n], clm_image(images, n, 0), images->word_bytes,
                                   images->width, 0, images->width, images->first_exponent));
done:
    return st;
}

clmodp_status clm_plan_execute(clmodp_context *ctx, const clm_plan *plan, uint64_t seed,
                               clm_lifting *lifting, clm_counts *counts)
{
    clmodp_status st = CLMODP_OK;
    clm_worker *worker = NULL;
    clm_images images = {0};

    *counts = (clm_counts){0};
    lifting->counts = (clm_counts){0};
    lifting->primes = plan->primes;
    TRY(clm_plan_images(ctx, &images, plan));
    TRY(clm_worker_create(ctx, &worker, plan, plan->primes, seed));
    TRY(clm_worker_run(worker, &images, counts, 0, plan->primes));
    clm_worker_destroy(worker);
    worker = NULL;
    if (plan->modulus != 0)
        TRY(take_images(&images, lifting->results));
    else
        TRY(clm_plan_lift(ctx, plan, &images, lifting));
done:
    clm_worker_destroy(worker);
    clm_images_destroy(ctx, &images);
    return st;
}
