/* Tests that several contexts give the same result as one, also if some of them fail. */
#include <pthread.h>
#include <string.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"
#include "support/solved.h"

enum { MOST = 4 };

/* Contexts, and their results. */
typedef struct ships {
    clmodp_context *context[MOST];
    clmodp_fleet_member member[MOST];
    size_t count;
} ships;

static void launch(ships *s, size_t count, const clmodp_context_options *options)
{
    s->count = count;
    for (size_t k = 0; k < count; k++) {
        s->context[k] = context_open(k > 0 ? NULL : options);
        s->member[k].size = sizeof s->member[k];
    }
}

static void sink(ships *s)
{
    for (size_t k = 0; k < s->count; k++) {
        assert_int_equal(s->context[k]->memory_now, 0);
        clmodp_context_destroy(s->context[k]);
    }
}

static void expect(ships *s, work *w)
{
    if (clmodp_fleet_compute(s->context, s->count, &w->problem, &w->how, s->member) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(s->context[0]));
    assert_string_equal(clmodp_context_message(s->context[0]), "");
    work_expect(w, s->member, s->count);
}

static void fleets_are_one_call(void **state)
{
    clm_random random = {11};
    ships s;

    (void)state;
    for (size_t count = 1; count <= MOST; count++) {
        launch(&s, count, NULL);
        if (context_skips_threads(s.context[0]) && count > 1) {
            sink(&s);
            break;
        }
        for (unsigned turn = 0; turn < random_cases(24); turn++) {
            work w;

            work_begin_random(&w, s.context[0], &random, turn);
            expect(&s, &w);
            work_end(&w);
        }
        sink(&s);
    }
}

static void on_line(void *user, clmodp_log_kind kind, const char *line)
{
    if (kind == CLMODP_LOG_NOTE && strstr(line, "was excluded") != NULL)
        ++*(int *)user;
}

/* Returns whether both failing contexts began before the work was done, and checks that they were
 * left out. */
static bool both_are_left_out(size_t degree)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    const clmodp_context_options poor = {.size = sizeof poor, .max_memory = 20000};
    int noted = 0;
    bool asked;
    ships s;
    work w;

    launch(&s, 1, NULL);
    s.count = 3;
    assert_int_equal(clmodp_context_create(&s.context[1], &host, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_context_create(&s.context[2], &poor, NULL, 0), CLMODP_OK);
    s.member[1].size = s.member[2].size = sizeof s.member[1];
    clmodp_context_set_log(s.context[0], on_line, &noted);
    work_begin(&w, s.context[0], random_dense(degree, degree, 300, 1),
               random_dense(degree, degree, 300, 2), CLMODP_OPERATION_RESULTANT,
               CLMODP_ENGINE_EUCLID, 2);
    expect(&s, &w);
    assert_int_equal(s.member[0].status, CLMODP_OK);
    assert_int_equal(s.member[1].primes + s.member[2].primes, 0);
    asked = s.member[1].status != CLMODP_OK && s.member[2].status != CLMODP_OK;
    if (asked) {
        assert_int_equal(s.member[1].status, CLMODP_NO_DEVICE);
        assert_int_equal(s.member[2].status, CLMODP_DEVICE_MEMORY);
        assert_true(s.member[1].message[0] != '\0' && s.member[2].message[0] != '\0');
        assert_int_equal(noted, 2);
    }
    work_end(&w);
    sink(&s);
    return asked;
}

/* Contexts without a device and without memory are left out, and the other does their work. On a
 * busy machine it may finish before they begin, so the work is increased until they begin. */
static void failing_contexts_are_left_out(void **state)
{
    size_t degree = 20;

    (void)state;
    while (!both_are_left_out(degree)) {
        degree += 4;
        assert_true(degree < 80);
    }
}

static void all_fail(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    clmodp_zx *before = zx_linear(3, 7);
    clmodp_context *device = context_open(NULL);
    ships s = {.count = 2};
    work w;

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(clmodp_context_create(&s.context[k], &host, NULL, 0), CLMODP_OK);
        s.member[k].size = sizeof s.member[k];
    }
    work_begin(&w, device, random_dense(3, 4, 60, 1), random_dense(4, 3, 60, 2),
               CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 2);
    assert_int_equal(clmodp_fleet_compute(s.context, 2, &w.problem, &w.how, s.member),
                     CLMODP_NO_DEVICE);
    assert_string_not_equal(clmodp_context_message(s.context[0]), "");
    assert_int_equal(s.member[1].status, CLMODP_NO_DEVICE);
    assert_true(clmodp_zx_equal(w.r, before));
    clmodp_zx_destroy(before);
    work_end(&w);
    sink(&s);
    clmodp_context_destroy(device);
}

/* State of a progress callback, which must be called on one thread only, and can cancel. */
typedef struct asked {
    pthread_t thread;
    double last;
    int left; /* calls before it cancels; negative: never */
    int calls;
} asked;

static int on_progress(void *user, double fraction)
{
    asked *a = user;

    assert_true(pthread_equal(a->thread, pthread_self()));
    assert_true(fraction >= a->last && fraction <= 1.0);
    a->last = fraction;
    a->calls++;
    return a->left >= 0 && a->left-- == 0;
}

static void fleets_can_be_cancelled(void **state)
{
    clmodp_zx *before = zx_linear(3, 7);
    clmodp_status st = CLMODP_CANCELLED;
    ships s;
    work w;

    (void)state;
    launch(&s, 2, NULL);
    work_begin(&w, s.context[0], random_dense(12, 14, 90, 1), random_dense(13, 12, 90, 2),
               CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 2);
    for (int left = 0; st == CLMODP_CANCELLED && left < 1000; left++) {
        asked a = {.thread = pthread_self(), .left = left};

        clmodp_context_set_progress(s.context[0], on_progress, &a);
        st = clmodp_fleet_compute(s.context, 2, &w.problem, &w.how, s.member);
        clmodp_context_set_progress(s.context[0], NULL, NULL);
        assert_true(st == CLMODP_CANCELLED || st == CLMODP_OK);
        assert_true(a.calls > 0);
        assert_true(clmodp_zx_equal(w.r, st == CLMODP_OK ? w.expected : before));
    }
    assert_int_equal(st, CLMODP_OK);
    clmodp_zx_destroy(before);
    work_end(&w);
    sink(&s);
}

static void wrong_calls_are_refused(void **state)
{
    ships s;
    work w;

    (void)state;
    launch(&s, 2, NULL);
    work_begin(&w, s.context[0], random_dense(2, 3, 30, 1), random_dense(3, 2, 30, 2),
               CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 2);
    assert_int_equal(clmodp_fleet_compute(NULL, 1, &w.problem, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fleet_compute(s.context, 0, &w.problem, NULL, NULL), CLMODP_INVALID);
    s.member[0].size = 0;
    assert_int_equal(clmodp_fleet_compute(s.context, 2, &w.problem, NULL, s.member),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_fleet_compute((clmodp_context *const[]){s.context[0], s.context[0]}, 2,
                                          &w.problem, NULL, NULL), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(s.context[0]), "are the same"));
    assert_int_equal(clmodp_fleet_compute((clmodp_context *const[]){s.context[0], NULL}, 2,
                                          &w.problem, NULL, NULL), CLMODP_INVALID);
    w.problem.r = NULL;
    assert_int_equal(clmodp_fleet_compute(s.context, 2, &w.problem, NULL, NULL), CLMODP_INVALID);
    w.problem.modulus = 7;
    assert_int_equal(clmodp_fleet_compute(s.context, 2, &w.problem, NULL, NULL),
                     CLMODP_UNSUPPORTED);
    work_end(&w);
    sink(&s);
}

TESTS(
    cmocka_unit_test(fleets_are_one_call),
    cmocka_unit_test(failing_contexts_are_left_out),
    cmocka_unit_test(all_fail),
    cmocka_unit_test(fleets_can_be_cancelled),
    cmocka_unit_test(wrong_calls_are_refused));
