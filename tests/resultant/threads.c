/* Tests of contexts in several threads, from the first OpenCL call of the process on. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/skip.h"

#define THREADS 3
#define ROUNDS 3

/* Input and output of one thread, checked by the main thread. */
typedef struct work {
    pthread_t thread;
    pthread_barrier_t *start;
    const clmodp_zxy *f, *g;
    clmodp_zx *r;
    clmodp_status status;
    char message[512];
} work;

static void *compute(void *argument)
{
    work *w = argument;
    const char *engine = getenv("CLMODP_TEST_ENGINE");
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    if (engine == NULL || strcmp(engine, "auto") != 0)
        options.engine = CLMODP_ENGINE_EUCLID;
    pthread_barrier_wait(w->start);
    for (int round = 0; round < ROUNDS && w->status == CLMODP_OK; round++) {
        clmodp_context *context = NULL;

        w->status = clmodp_context_create(&context, NULL, w->message, sizeof w->message);
        if (w->status != CLMODP_OK)
            break;
        w->status = clmodp_resultant(context, w->r, NULL, w->f, w->g, &options);
        snprintf(w->message, sizeof w->message, "%s", clmodp_context_message(context));
        clmodp_context_destroy(context);
    }
    return NULL;
}

/* Tests the default driver in a child, so that threads make the first OpenCL call here. */
static bool driver_confuses_kernels(void)
{
    int status = 0;
    const pid_t child = fork();

    if (child == 0) {
        clmodp_context *context = NULL;

        if (clmodp_context_create(&context, NULL, NULL, 0) != CLMODP_OK)
            _exit(0);
        _exit(context_skips_threads(context));
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1 && context_launches_nothing();
}

static void contexts_of_different_threads_are_independent(void **state)
{
    clmodp_zxy *f, *g;
    pthread_barrier_t start;
    work works[THREADS];

    (void)state;
    SKIP_UNLESS(!driver_confuses_kernels(), CONTEXT_SKIPS_THREADS);
    f = random_dense(4, 9, 100, 1);
    g = random_dense(5, 8, 90, 2);
    assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (size_t i = 0; i < THREADS; i++) {
        works[i] = (work){.start = &start, .f = f, .g = g, .r = zx_new()};
        assert_int_equal(pthread_create(&works[i].thread, NULL, compute, &works[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(works[i].thread, NULL), 0);
    for (size_t i = 0; i < THREADS; i++) {
        if (works[i].status != CLMODP_OK)
            fail_msg("thread %zu: %s", i, works[i].message);
        assert_true(clmodp_zx_degree(works[i].r) > 0);
        assert_true(clmodp_zx_equal(works[i].r, works[0].r));
    }
    for (size_t i = 0; i < THREADS; i++)
        clmodp_zx_destroy(works[i].r);
    pthread_barrier_destroy(&start);
    DESTROY(g, f);
}

TESTS(cmocka_unit_test(contexts_of_different_threads_are_independent));
