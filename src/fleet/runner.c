/* One worker for all units that a context runs. */
#include "fleet/runner.h"

#include "device/queue.h"
#include "device/shelf.h"

void clm_runner_begin(clm_runner *runner, clmodp_context *context, const clmodp_plan *plan)
{
    *runner = (clm_runner){.context = context, .plan = plan};
    clm_context_begin(&runner->call, context, plan->prepared->options.max_memory, true);
}

clmodp_status clm_runner_open(clm_runner *runner)
{
    return clm_prepared_plan(&runner->call, &runner->of_engine, runner->plan->prepared);
}

clmodp_status clm_runner_run(clm_runner *runner, clm_images *images, clm_counts *counts,
                             clm_prime_range primes)
{
    clmodp_status st = CLMODP_OK;

    if (runner->worker == NULL)
        TRY(clm_worker_create(&runner->call, &runner->worker, runner->of_engine,
                              clm_plan_unit(runner->plan, 0).count,
                              runner->plan->prepared->options.seed));
    *counts = (clm_counts){0};
    TRY(clm_worker_run(runner->worker, images, counts, primes.first, primes.count));
done:
    return st;
}

void clm_runner_reset(clm_runner *runner)
{
    clm_worker_destroy(runner->worker);
    runner->worker = NULL;
    clm_queue_settle(&runner->call);
    clm_shelf_clear(&runner->call);
    clm_error_clear(&runner->call.error);
}

void clm_runner_release(clm_runner *runner)
{
    clm_worker_destroy(runner->worker);
    clm_plan_destroy(runner->of_engine);
    runner->worker = NULL;
    runner->of_engine = NULL;
}

clmodp_status clm_runner_close(clm_runner *runner, clmodp_status st)
{
    if (runner->context == NULL)
        return st;
    clm_runner_release(runner);
    st = clm_context_end(runner->context, &runner->call, st);
    *runner = (clm_runner){0};
    return st;
}
