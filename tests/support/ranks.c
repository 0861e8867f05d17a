/* Starts threads serving as ranks, and stops them. */
#include "support/ranks.h"

#include "opencl/context.h"
#include "support/context.h"

typedef struct server {
    job *job;
    uint32_t rank;
} server;

static void *serve(void *argument)
{
    server *s = argument;
    job *j = s->job;

    j->served[s->rank] = clmodp_ranks_serve(j->context[s->rank], transport_of(j->all, s->rank),
                                            j->tasks);
    free(s);
    return NULL;
}

void job_start_with(job *j, uint32_t ranks, const clmodp_context_options *others,
                    const clmodp_tasks *tasks)
{
    *j = (job){.all = transports_create(ranks), .ranks = ranks, .tasks = tasks};
    for (uint32_t k = 0; k < ranks; k++) {
        server *s = malloc(sizeof *s);

        assert_non_null(s);
        *s = (server){j, k};
        j->member[k].size = sizeof j->member[k];
        if (k > 0 && others != NULL)
            assert_int_equal(clmodp_context_create(&j->context[k], others, NULL, 0), CLMODP_OK);
        else
            j->context[k] = context_open(NULL);
        if (k == 0)
            free(s);
        else
            assert_int_equal(pthread_create(&j->thread[k], NULL, serve, s), 0);
    }
}

void job_start(job *j, uint32_t ranks, const clmodp_context_options *others)
{
    job_start_with(j, ranks, others, NULL);
}

void job_stop(job *j)
{
    transports_fail_after(j->all, 0);
    assert_int_equal(clmodp_ranks_dismiss(transport_of(j->all, 0)), CLMODP_OK);
    for (uint32_t k = 1; k < j->ranks; k++)
        assert_int_equal(pthread_join(j->thread[k], NULL), 0);
    for (uint32_t k = 0; k < j->ranks; k++) {
        assert_int_equal(j->context[k]->memory_now, 0);
        clmodp_context_destroy(j->context[k]);
    }
    transports_destroy(j->all);
}
