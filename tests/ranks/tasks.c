/* Tests of the task pool: tasks computed by ranks and threads, with results in order. */
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "support/context.h"
#include "support/ranks.h"

/* Squares of numbers as tasks; some take long, and one can fail. */
typedef struct squares {
    uint64_t next, taken, end, fails_at;
    clmodp_status failure;
    uint32_t threads;    /* of rank 0 */
    uint64_t pauses;     /* calls that return no number if they need not wait */
    uint64_t waited;     /* calls that had to wait */
    atomic_uint done[MOST_RANKS]; /* by each thread of rank 0; the last one: by other ranks */
} squares;

static clmodp_status next_number(void *user, int wait, void **task, size_t *size, int *ended)
{
    squares *s = user;

    *task = NULL;
    *ended = s->next == s->end;
    if (*ended)
        return CLMODP_OK;
    if (!wait && s->pauses > 0) {
        s->pauses--;
        return CLMODP_OK;
    }
    s->waited += wait != 0;
    assert_true(wait == 0 || s->next == s->taken); /* waits only without other work */
    *task = malloc(sizeof s->next);
    assert_non_null(*task);
    memcpy(*task, &s->next, sizeof s->next);
    *size = sizeof s->next;
    assert_true(s->next++ - s->taken < 4 * (2 * MOST_RANKS)); /* bounds the waiting results */
    return CLMODP_OK;
}

static clmodp_status square(squares *s, const void *task, size_t size, void **result,
                            size_t *result_size)
{
    const struct timespec pause = {.tv_nsec = 3000000L};
    uint64_t n;

    if (size != sizeof n)
        return CLMODP_INVALID;
    memcpy(&n, task, sizeof n);
    if (n == s->fails_at)
        return s->failure;
    if (n % 5 == 0)
        (void)nanosleep(&pause, NULL);
    *result_size = n % 3 == 0 ? 0 : sizeof n;
    *result = *result_size == 0 ? NULL : malloc(sizeof n);
    n *= n;
    if (*result != NULL)
        memcpy(*result, &n, sizeof n);
    return CLMODP_OK;
}

static clmodp_status square_here(void *user, uint32_t thread, const void *task, size_t size,
                                 void **result, size_t *result_size)
{
    squares *s = user;

    if (thread >= s->threads)
        return CLMODP_INVALID;
    atomic_fetch_add(&s->done[thread], 1);
    return square(s, task, size, result, result_size);
}

static clmodp_status square_there(void *user, uint32_t thread, const void *task, size_t size,
                                  void **result, size_t *result_size)
{
    squares *s = user;

    if (thread != 0)
        return CLMODP_INVALID;
    atomic_fetch_add(&s->done[MOST_RANKS - 1], 1);
    return square(s, task, size, result, result_size);
}

static clmodp_status take_square(void *user, const void *result, size_t size)
{
    squares *s = user;
    uint64_t n = 0;

    if (size > 0)
        memcpy(&n, result, sizeof n);
    assert_int_equal(size, s->taken % 3 == 0 ? 0 : sizeof n);
    assert_int_equal(n, size == 0 ? 0 : s->taken * s->taken);
    s->taken++;
    return CLMODP_OK;
}

static clmodp_tasks tasks_of(squares *s)
{
    return (clmodp_tasks){.size = sizeof(clmodp_tasks), .user = s, .threads = s->threads,
                          .next = next_number, .work = square_here, .take = take_square};
}

/* Checks that all numbers are squared, in order. */
static void expect_squares(const clmodp_transport *transport, squares *s)
{
    static const uint64_t counts[] = {0, 1, 2, 7, 100};
    const clmodp_tasks tasks = tasks_of(s);
    char message[200];

    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        unsigned done = 0;

        s->next = s->taken = s->waited = 0;
        s->end = counts[k];
        s->pauses = 5;
        for (size_t n = 0; n < MOST_RANKS; n++)
            atomic_store(&s->done[n], 0);
        assert_int_equal(clmodp_ranks_run_tasks(transport, &tasks, message, sizeof message),
                         CLMODP_OK);
        assert_string_equal(message, "");
        assert_int_equal(s->taken, s->end);
        assert_true((s->waited > 0) == (s->end > 0));
        for (size_t n = 0; n < MOST_RANKS; n++) {
            assert_true(s->end < 100 || (n >= s->threads && n < MOST_RANKS - 1) ||
                        atomic_load(&s->done[n]) > 0 || (n >= s->threads && transport == NULL));
            done += atomic_load(&s->done[n]);
        }
        assert_int_equal(done, s->end);
    }
}

/* Lets the 38th task fail, and checks that this ends all. */
static void expect_failure(const clmodp_transport *transport, squares *s)
{
    const clmodp_tasks tasks = tasks_of(s);
    char message[200];

    s->fails_at = 37;
    s->next = s->taken = 0;
    s->end = 100;
    assert_int_equal(clmodp_ranks_run_tasks(transport, &tasks, message, sizeof message),
                     CLMODP_LIMIT);
    assert_true(s->taken <= 37 && *message != '\0');
    s->fails_at = UINT64_MAX;
}

/* Results are in order; a failure ends all tasks, and later tasks work again. */
static void tasks_are_done(void **state)
{
    (void)state;
    for (uint32_t ranks = 2; ranks <= MOST_RANKS; ranks++)
        for (uint32_t threads = 0; threads <= 1; threads++) {
            squares s = {.fails_at = UINT64_MAX, .failure = CLMODP_LIMIT, .threads = threads};
            const clmodp_tasks others = {.size = sizeof others, .user = &s,
                                         .work = square_there};
            job j;

            job_start_with(&j, ranks, NULL, &others);
            expect_squares(transport_of(j.all, 0), &s);
            expect_failure(transport_of(j.all, 0), &s);
            expect_squares(transport_of(j.all, 0), &s);
            job_stop(&j);
        }
}

static void threads_alone_do_tasks(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads < MOST_RANKS; threads++) {
        squares s = {.fails_at = UINT64_MAX, .failure = CLMODP_LIMIT, .threads = threads};

        expect_squares(NULL, &s);
        expect_failure(NULL, &s);
        expect_squares(NULL, &s);
    }
}

static void refuses_tasks_without_work_or_transport(void **state)
{
    squares s = {.end = 3, .fails_at = UINT64_MAX};
    clmodp_tasks tasks = tasks_of(&s);
    char message[200];
    job j;

    (void)state;
    assert_int_equal(clmodp_ranks_run_tasks(NULL, &tasks, message, sizeof message),
                     CLMODP_INVALID);
    tasks.threads = 1;
    tasks.work = NULL;
    assert_int_equal(clmodp_ranks_run_tasks(NULL, &tasks, message, sizeof message),
                     CLMODP_INVALID);
    tasks.threads = 0;
    job_start(&j, 2, NULL);
    assert_int_equal(
        clmodp_ranks_run_tasks(transport_of(j.all, 0), &tasks, message, sizeof message),
        CLMODP_INVALID);
    assert_non_null(strstr(message, "has no work function"));
    job_stop(&j);
    assert_int_equal(s.taken, 0);
}

TESTS(cmocka_unit_test(tasks_are_done), cmocka_unit_test(threads_alone_do_tasks),
      cmocka_unit_test(refuses_tasks_without_work_or_transport));
