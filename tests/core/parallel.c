/* Tests parallel loops: every item runs once, for all numbers of items and threads. */
#include "core/parallel.h"

#include <stdlib.h>
#include <string.h>

#include "support/assertions.h"

enum { MOST = 600 };

/* Observations of the items. */
typedef struct seen {
    atomic_uint times[MOST];     /* runs of an item */
    atomic_uint at_once[MOST];   /* threads with this number at work */
    atomic_bool shared;          /* two threads had one number, or a number is too large */
    size_t threads, fails;       /* the first item to fail, with all later ones; MOST: none */
    clm_poller *watch;
    atomic_uint asked;
    unsigned stop;               /* cancels at this call; 0: never */
} seen;

static clmodp_status work(void *argument, size_t index, size_t thread)
{
    seen *s = argument;
    volatile unsigned turns = 0;

    if (thread >= s->threads || atomic_fetch_add(&s->at_once[thread], 1) > 0)
        atomic_store(&s->shared, true);
    while (turns < 2000) /* some microseconds */
        turns = turns + 1;
    atomic_fetch_add(&s->times[index], 1);
    atomic_fetch_sub(&s->at_once[thread], 1);
    return index >= s->fails ? CLMODP_LIMIT : CLMODP_OK;
}

static seen *fresh(size_t threads)
{
    seen *s = calloc(1, sizeof *s);

    assert_non_null(s);
    s->threads = threads;
    s->fails = MOST;
    return s;
}

static clmodp_status ask(void *user)
{
    seen *s = user;

    return atomic_fetch_add(&s->asked, 1) + 1 == s->stop ? CLMODP_CANCELLED : CLMODP_OK;
}

static const size_t numbers[] = {0, 1, 2, 3, 5, 16, 64, MOST};
#define NUMBERS (sizeof numbers / sizeof *numbers)

static void check_all(size_t count, size_t threads, bool watched)
{
    seen *s = fresh(threads > 0 ? threads : 1);
    clm_poller watch = {.ask = ask, .user = s};

    assert_int_equal(watched ? clm_parallel_watched(count, threads, work, s, &watch)
                             : clm_parallel_for(count, threads, work, s), CLMODP_OK);
    for (size_t k = 0; k < MOST; k++)
        assert_int_equal(atomic_load(&s->times[k]), k < count);
    assert_false(atomic_load(&s->shared));
    if (watched)
        assert_true(atomic_load(&s->asked) >= 1);
    free(s);
}

static void every_item_is_done_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < NUMBERS; i++)
        for (size_t k = 0; k < 7; k++)
            for (int watched = 0; watched < 2; watched++)
                check_all(numbers[i], numbers[k], watched);
}

/* After a failure only items already taken by other threads start. */
static void failures_end_it(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 16; threads *= 2) {
        seen *s = fresh(threads);
        size_t done = 0;

        s->fails = 40;
        assert_int_equal(clm_parallel_for(MOST, threads, work, s), CLMODP_LIMIT);
        for (size_t k = 0; k < MOST; k++)
            done += atomic_load(&s->times[k]);
        assert_uint_in_range(done, 41, 40 + threads);
        free(s);
    }
}

static void answers_stop_it(void **state)
{
    seen *s = fresh(4);
    clm_poller watch = {.ask = ask, .user = s};

    (void)state;
    s->stop = 1;
    assert_int_equal(clm_parallel_watched(MOST, 4, work, s, &watch), CLMODP_CANCELLED);
    assert_true(clm_poller_stopped(&watch));
    free(s);
}

/* Sizes around the pieces that threads take. */
static void rows_are_copied_with_zeros_behind(void **state)
{
    static const size_t shapes[][3] = {{1, 1, 1}, {3, 5, 7}, {4, 4, 4}, {300, 1000, 1024},
                                       {2, 131072, 131080}, {7, 0, 3}, {0, 3, 3}};

    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (size_t threads = 1; threads < 4; threads++) {
            const size_t rows = shapes[k][0], words = shapes[k][1], stride = shapes[k][2];
            uint32_t *from = calloc(rows * (words + 2) + 1, sizeof *from);
            uint32_t *to = malloc((rows * stride + 1) * sizeof *to);
            clm_error error = {0};

            assert_true(from != NULL && to != NULL);
            memset(to, 0xaa, (rows * stride + 1) * sizeof *to);
            for (size_t i = 0; i < rows * (words + 2); i++)
                from[i] = (uint32_t)(i + 1);
            assert_int_equal(clm_copy_rows(&error, &(clm_rows_copy){
                                               .to = to, .from = from, .to_stride = stride,
                                               .from_stride = words + 2, .words = words,
                                               .rows = rows}, threads), CLMODP_OK);
            for (size_t i = 0; i < rows * stride; i++) {
                const size_t at = i % stride, row = i / stride;

                assert_int_equal(to[i], at < words ? row * (words + 2) + at + 1 : 0);
            }
            assert_int_equal(to[rows * stride], 0xaaaaaaaau);
            free(to);
            free(from);
        }
}

TESTS(
    cmocka_unit_test(every_item_is_done_once),
    cmocka_unit_test(failures_end_it),
    cmocka_unit_test(answers_stop_it),
    cmocka_unit_test(rows_are_copied_with_zeros_behind));
