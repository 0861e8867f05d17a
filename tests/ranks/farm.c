/* Tasks by ranks. */
#include <string.h>
#include <time.h>

#include "support/context.h"
#include "support/ranks.h"

/* Squares of numbers, some of which take long; one can be a failure. */
typedef struct squares {
    uint64_t next, taken, end, fails_at;
    clmodp_status failure;
} squares;

static clmodp_status next_number(void *user, void **task, size_t *size)
{
    squares *s = user;

    *task = NULL;
    if (s->next == s->end)
        return CLMODP_OK;
    *task = malloc(sizeof s->next);
    assert_non_null(*task);
    memcpy(*task, &s->next, sizeof s->next);
    *size = sizeof s->next;
    assert_true(s->next++ - s->taken < 4 * MOST_RANKS); /* no more wait */
    return CLMODP_OK;
}

static clmodp_status square(void *user, const void *task, size_t size, void **result,
                            size_t *result_size)
{
    const squares *s = user; /* what does not change */
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

/* Results come in order; what fails ends all, and the next tasks are done as if nothing was. */
static void tasks_are_done(void **state)
{
    squares s = {.fails_at = UINT64_MAX, .failure = CLMODP_LIMIT};
    const clmodp_tasks tasks = {.size = sizeof tasks, .user = &s, .next = next_number,
                                .work = square, .take = take_square};
    char message[200];

    (void)state;
    for (uint32_t ranks = 2; ranks <= MOST_RANKS; ranks++) {
        static const uint64_t counts[] = {0, 1, 2, 7, 100};
        job j;

        job_start_with(&j, ranks, NULL, &tasks);
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            s.next = s.taken = 0;
            s.end = counts[k];
            assert_int_equal(clmodp_ranks_farm(transport_of(j.all, 0), &tasks, message,
                                               sizeof message), CLMODP_OK);
            assert_int_equal(s.taken, s.end);
        }
        job_stop(&j);
        s.fails_at = 37;
        job_start_with(&j, ranks, NULL, &tasks);
        s.next = s.taken = 0;
        assert_int_equal(clmodp_ranks_farm(transport_of(j.all, 0), &tasks, message,
                                           sizeof message), CLMODP_LIMIT);
        assert_true(s.taken <= 37 && *message != '\0');
        job_stop(&j);
        s.fails_at = UINT64_MAX;
        job_start(&j, ranks, NULL);
        s.next = s.taken = 0;
        assert_int_equal(clmodp_ranks_farm(transport_of(j.all, 0), &tasks, message,
                                           sizeof message), CLMODP_INVALID);
        assert_non_null(strstr(message, "does none"));
        job_stop(&j);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_are_done),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
