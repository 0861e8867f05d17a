/* The images of one unit, as a call of its own. */
#include "fleet/runner.h"

clmodp_status clm_unit_run(clm_runner *runner, clmodp_images **out, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    const clm_prepared *p = runner->plan->prepared;
    clmodp_images *images = NULL;
    clm_images made = {0};
    clm_images shape = {.outputs = p->task.count, .pairs = 1, .width = p->width,
                        .word_bytes = p->word_bytes,
                        .first_exponent = p->way.simple.bounds.valuation};

    TRY(clm_images_new(&runner->call.error, &images, runner->plan, unit));
    shape.first = images->primes.first;
    shape.primes = images->primes.count;
    if (runner->of_engine == NULL)
        TRY(clm_runner_open(runner));
    TRY(clm_images_create(&runner->call, &made, &shape));
    TRY(clm_runner_run(runner, &made, &images->counts, images->primes));
    memcpy(images->words, made.words.data, images->count * images->word_bytes);
    images->counts.times = (clm_times){0};
    *out = images;
    images = NULL;
done:
    clm_images_destroy(&runner->call, &made);
    clmodp_images_destroy(images);
    return st;
}

clmodp_status clmodp_plan_run(clmodp_context *context, clmodp_images **images,
                              const clmodp_plan *plan, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    clm_runner runner;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, images != NULL);
    *images = NULL;
    REQUIRE(&context->error, plan != NULL);
    if (unit >= plan->units)
        FAIL(&context->error, CLMODP_INVALID, "there is no unit %llu: the plan has %llu",
             (unsigned long long)unit, (unsigned long long)plan->units);
    clm_runner_begin(&runner, context, plan);
    st = clm_runner_close(&runner, clm_unit_run(&runner, images, unit));
done:
    return clm_error_complete(&context->error, st);
}
