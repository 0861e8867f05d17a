/* Runs units of a plan on a context; runs a single unit as a public call. */
#include "distributed/runner.h"

#include "opencl/queue.h"

void clm_runner_begin(clm_runner *runner, clmodp_context *context, const clmodp_plan *plan)
{
    *runner = (clm_runner){.context = context, .plan = plan};
    clm_context_lend(&runner->call, context, plan->options.max_memory, true);
}

void clm_runner_poll(clm_runner *runner, clmodp_progress progress, void *user)
{
    runner->call.base.progress = progress;
    runner->call.base.progress_user = user;
}

clmodp_status clm_runner_open(clm_runner *runner)
{
    return clm_plan_open(&runner->call, &runner->engine_plan, runner->plan);
}

clmodp_status clm_runner_run(clm_runner *runner, clm_images *images, clm_counts *counts,
                             clm_prime_range primes)
{
    clmodp_status st = CLMODP_OK;

    if (runner->executor == NULL)
        TRY(clm_executor_create(&runner->call, &runner->executor, runner->engine_plan,
                                clm_plan_unit(runner->plan, 0).count, runner->plan->options.seed));
    *counts = (clm_counts){0};
    TRY(clm_executor_run(runner->executor, images, counts, primes.first, primes.count));
done:
    return st;
}

void clm_runner_reset(clm_runner *runner)
{
    clm_executor_destroy(runner->executor);
    runner->executor = NULL;
    clm_queue_settle(&runner->call);
    clm_pool_clear(&runner->call);
    clm_error_clear(&runner->call.error);
}

void clm_runner_release(clm_runner *runner)
{
    clm_executor_destroy(runner->executor);
    clm_plan_destroy(runner->engine_plan);
    runner->executor = NULL;
    runner->engine_plan = NULL;
}

clmodp_status clm_runner_close(clm_runner *runner, clmodp_status st)
{
    if (runner->context == NULL)
        return st;
    clm_runner_release(runner);
    st = clm_context_take_back(runner->context, &runner->call, st);
    *runner = (clm_runner){0};
    return st;
}

clmodp_status clm_unit_run(clm_runner *runner, clmodp_images **out, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    clmodp_images *images = NULL;
    clm_images made = {0};
    clm_images shape = clm_plan_shape(runner->plan);

    TRY(clm_images_new(&runner->call.error, &images, runner->plan, unit));
    shape.first = images->primes.first;
    shape.primes = images->primes.count;
    if (runner->engine_plan == NULL)
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

    START(context, &context->error);
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
