/* Tests waits for conditions with a time limit. */
#include "core/parallel.h"

#include <math.h>

#include "support/assertions.h"

#define SHORT 0.02 /* seconds */
#define LONG 60.0  /* longer than any wait here */

typedef struct shared {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool there;
} shared;

static void begin(shared *s)
{
    pthread_mutex_init(&s->lock, NULL);
    clm_condition_create(&s->changed);
    s->there = false;
}

static void end(shared *s)
{
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
}

static void *change(void *user)
{
    shared *s = user;

    pthread_mutex_lock(&s->lock); /* while the test waits */
    s->there = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void time_comes(void **state)
{
    shared s;
    double when;

    (void)state;
    begin(&s);
    pthread_mutex_lock(&s.lock);
    when = clm_clock_seconds() + SHORT;
    while (clm_condition_wait(&s.changed, &s.lock, when)) /* spurious wake-ups */
        continue;
    assert_true(clm_clock_seconds() >= when - 1e-6);
    assert_true(clm_clock_seconds() < when + LONG);
    when = clm_clock_seconds() - SHORT;
    while (clm_condition_wait(&s.changed, &s.lock, when))
        continue;
    pthread_mutex_unlock(&s.lock);
    end(&s);
}

/* Another thread signals before the time limit, or without a limit. */
static void change_comes(void **state)
{
    const double waits[] = {LONG, INFINITY};

    (void)state;
    for (size_t k = 0; k < sizeof waits / sizeof *waits; k++) {
        const double began = clm_clock_seconds();
        pthread_t thread;
        shared s;

        begin(&s);
        pthread_mutex_lock(&s.lock);
        assert_int_equal(pthread_create(&thread, NULL, change, &s), 0);
        while (!s.there)
            assert_true(clm_condition_wait(&s.changed, &s.lock, began + waits[k]));
        pthread_mutex_unlock(&s.lock);
        pthread_join(thread, NULL);
        end(&s);
    }
}

TESTS(
    cmocka_unit_test(time_comes),
    cmocka_unit_test(change_comes));
