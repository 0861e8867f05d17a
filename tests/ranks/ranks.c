/* Tests that ranks give the same result as one context, also if some of them fail. Ranks are
 * threads here, each with a context; messages are exchanged as over a network. */
#include <pthread.h>
#include <string.h>

#include "opencl/context.h"
#include "ranks/messages.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/ranks.h"
#include "support/small.h"
#include "support/solved.h"

static const clmodp_context_options no_device = {.size = sizeof no_device, .device = "host"};

/* Begins a job with enough work for all ranks; end with end_all. */
static void begin_long(job *j, work *w, uint32_t ranks, const clmodp_context_options *others)
{
    job_start(j, ranks, others);
    work_begin(w, j->context[0], random_dense(20, 24, 300, 1), random_dense(23, 20, 300, 2),
               CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 2);
}

static void end_all(job *j, work *w)
{
    work_end(w);
    job_stop(j);
}

/* Takes the device from rank 0. */
static void take_device(job *j)
{
    clmodp_context_destroy(j->context[0]);
    assert_int_equal(clmodp_context_create(&j->context[0], &no_device, NULL, 0), CLMODP_OK);
}

static clmodp_status solve(job *j, work *w)
{
    return clmodp_ranks_compute(j->context[0], transport_of(j->all, 0), &w->problem, &w->how,
                                j->member);
}

static void expect(job *j, work *w)
{
    if (solve(j, w) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(j->context[0]));
    assert_string_equal(clmodp_context_message(j->context[0]), "");
    work_expect(w, j->member, j->ranks);
}

static void ranks_are_one_call(void **state)
{
    clm_random random = {12};
    job j;

    (void)state;
    for (uint32_t ranks = 1; ranks <= MOST_RANKS; ranks++) {
        job_start(&j, ranks, NULL);
        if (context_skips_threads(j.context[0]) && ranks > 1) {
            job_stop(&j);
            break;
        }
        for (unsigned turn = 0; turn < random_cases(24); turn++) {
            work w;

            work_begin_random(&w, j.context[0], &random, turn);
            expect(&j, &w);
            for (uint32_t k = 0; k < ranks; k++)
                assert_true(j.member[k].status == CLMODP_OK ||
                            j.member[k].status == CLMODP_CANCELLED); /* not needed */
            work_end(&w);
        }
        job_stop(&j);
        for (uint32_t k = 1; k < ranks; k++)
            assert_int_equal(j.served[k], CLMODP_OK);
    }
}

/* If all ranks take part, the images of each prime are sent to all, once. */
static void images_are_exchanged(void **state)
{
    size_t least = 0;
    job j;
    work w;

    (void)state;
    begin_long(&j, &w, 2, NULL);
    for (int turn = 0; turn == 0 || (j.member[1].primes == 0 && turn < 20); turn++) {
        least = transports_exchanged(j.all);
        expect(&j, &w);
        least = transports_exchanged(j.all) - least;
    }
    assert_true(j.member[0].primes > 0 && j.member[1].primes > 0);
    assert_true(j.member[0].coefficients > 0 && j.member[1].coefficients > 0);
    assert_int_equal(least, 4 * w.report.width_bound * w.report.primes);
    end_all(&j, &w);
}

static void on_line(void *user, clmodp_log_kind kind, const char *line)
{
    if (kind == CLMODP_LOG_NOTE && strstr(line, "was excluded") != NULL)
        ++*(int *)user;
}

/* Ranks without a device do nothing; rank 0 computes all. */
static void failing_ranks_are_left_out(void **state)
{
    int noted = 0, failed = 0;
    job j;
    work w;

    (void)state;
    begin_long(&j, &w, 3, &no_device);
    clmodp_context_set_log(j.context[0], on_line, &noted);
    for (int turn = 0; turn < 20 && failed < 2; turn++) {
        noted = failed = 0;
        expect(&j, &w);
        for (uint32_t k = 1; k < 3; k++) {
            failed += j.member[k].status == CLMODP_NO_DEVICE && j.member[k].message[0] != '\0';
            assert_int_equal(j.member[k].primes, 0);
        }
    }
    assert_int_equal(failed, 2);
    assert_int_equal(noted, 2);
    end_all(&j, &w);
}

/* Rank 0 has no device: the others compute and reconstruct everything. */
static void rank_0_is_left_out(void **state)
{
    clmodp_context *device = context_open(NULL);
    job j;
    work w;

    (void)state;
    job_start(&j, 3, NULL);
    take_device(&j);
    work_begin(&w, device, random_dense(8, 9, 100, 1), random_dense(9, 8, 100, 2),
               CLMODP_OPERATION_SUBRESULTANT, CLMODP_ENGINE_EUCLID, 2);
    expect(&j, &w);
    assert_int_equal(j.member[0].status, CLMODP_NO_DEVICE);
    assert_int_equal(j.member[0].primes + j.member[0].coefficients, 0);
    end_all(&j, &w);
    clmodp_context_destroy(device);
}

/* Holds rank 1 while the progress is between 0.2 and 0.9. */
static int hold(void *user, double fraction)
{
    job *j = user;

    transports_hold(j->all, fraction > 0.2 && fraction < 0.9);
    return 0;
}

/* A rank hangs at a unit until it is stopped; rank 0 computes the unit, and all reconstruct. */
static void hanging_ranks_are_not_waited_for(void **state)
{
    uint64_t straggler_count = 0;
    job j;
    work w;

    (void)state;
    begin_long(&j, &w, 2, NULL);
    for (int turn = 0; turn < 20 && straggler_count == 0; turn++) {
        clmodp_context_set_progress(j.context[0], hold, &j);
        expect(&j, &w);
        clmodp_context_set_progress(j.context[0], NULL, NULL);
        transports_hold(j.all, 0);
        straggler_count = j.member[1].straggler_count;
    }
    assert_true(straggler_count > 0);
    assert_int_equal(j.member[1].status, CLMODP_OK);
    expect(&j, &w); /* the next problem works */
    end_all(&j, &w);
}

static void all_fail(void **state)
{
    clmodp_zx *before = zx_linear(3, 7);
    clmodp_context *device = context_open(NULL);
    job j;
    work w;

    (void)state;
    job_start(&j, 2, &no_device);
    take_device(&j);
    work_begin(&w, device, random_dense(3, 4, 60, 1), random_dense(4, 3, 60, 2),
               CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 2);
    assert_int_equal(solve(&j, &w), CLMODP_NO_DEVICE);
    assert_string_not_equal(clmodp_context_message(j.context[0]), "");
    assert_true(clmodp_zx_equal(w.r, before));
    clmodp_zx_destroy(before);
    end_all(&j, &w);
    clmodp_context_destroy(device);
}

typedef struct asked {
    pthread_t thread;
    int left; /* calls before it cancels */
} asked;

static int on_progress(void *user, double fraction)
{
    asked *a = user;

    assert_true(pthread_equal(a->thread, pthread_self()));
    assert_true(fraction >= 0.0 && fraction <= 1.0);
    return a->left-- == 0;
}

/* Cancelling is possible at any moment, and the next problem is solved as usual. */
static void ranks_can_be_cancelled(void **state)
{
    clmodp_zx *before = zx_linear(3, 7);
    clmodp_status st = CLMODP_CANCELLED;
    job j;
    work w;

    (void)state;
    job_start(&j, 3, NULL);
    work_begin(&w, j.context[0], random_dense(12, 14, 90, 1), random_dense(13, 12, 90, 2),
               CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 2);
    for (int left = 0; st == CLMODP_CANCELLED && left < 1000; left++) {
        asked a = {.thread = pthread_self(), .left = left};

        clmodp_context_set_progress(j.context[0], on_progress, &a);
        st = solve(&j, &w);
        clmodp_context_set_progress(j.context[0], NULL, NULL);
        assert_true(st == CLMODP_CANCELLED || st == CLMODP_OK);
        assert_true(clmodp_zx_equal(w.r, st == CLMODP_OK ? w.expected : before));
    }
    assert_int_equal(st, CLMODP_OK);
    clmodp_zx_destroy(before);
    end_all(&j, &w);
}

static void wrong_calls_are_refused(void **state)
{
    clmodp_context *context = context_open(NULL);
    transports *all = transports_create(2);
    clmodp_transport *first = transport_of(all, 0), *second = transport_of(all, 1), wrong = *first;
    work w;

    (void)state;
    work_begin(&w, context, random_dense(2, 3, 30, 1), random_dense(3, 2, 30, 2),
               CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 2);
    assert_int_equal(clmodp_ranks_compute(NULL, first, &w.problem, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_ranks_compute(context, NULL, &w.problem, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_ranks_compute(context, second, &w.problem, NULL, NULL),
                     CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "rank 1 must serve"));
    assert_int_equal(clmodp_ranks_serve(NULL, second, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_ranks_serve(context, first, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_ranks_dismiss(second), CLMODP_INVALID);
    assert_int_equal(clmodp_ranks_run_tasks(first, NULL, NULL, 0), CLMODP_INVALID);
    assert_int_equal(
        clmodp_ranks_run_tasks(second, &(clmodp_tasks){.size = sizeof(clmodp_tasks)}, NULL, 0),
        CLMODP_INVALID);
    wrong.size = 0;
    assert_int_equal(clmodp_ranks_compute(context, &wrong, &w.problem, NULL, NULL),
                     CLMODP_INVALID);
    wrong = *first;
    wrong.exchange = NULL;
    assert_int_equal(clmodp_ranks_compute(context, &wrong, &w.problem, NULL, NULL),
                     CLMODP_INVALID);
    wrong = *first;
    wrong.ranks = 0;
    assert_int_equal(clmodp_ranks_compute(context, &wrong, &w.problem, NULL, NULL),
                     CLMODP_INVALID);
    w.options.max_result = 1;
    assert_int_equal(clmodp_ranks_compute(context, first, &w.problem, &w.how, NULL),
                     CLMODP_LIMIT);
    w.problem.modulus = 7;
    assert_int_equal(clmodp_ranks_compute(context, first, &w.problem, NULL, NULL),
                     CLMODP_UNSUPPORTED);
    assert_int_equal(transports_messages(all), 0);
    work_end(&w);
    transports_destroy(all);
    clmodp_context_destroy(context);
}

/* Invalid messages of rank 0 end a rank's service, with an error message. */
static void noise_is_refused(void **state)
{
    static const unsigned char noises[][9] = {{255}, {8}, {9, 1}, {10}};
    clmodp_context *context = context_open(NULL);

    (void)state;
    for (size_t k = 0; k < sizeof noises / sizeof *noises; k++) {
        transports *all = transports_create(2);
        clmodp_transport *first = transport_of(all, 0);

        assert_int_equal(first->send(first->user, 1, noises[k], sizeof noises[k]), CLMODP_OK);
        assert_int_equal(clmodp_ranks_serve(context, transport_of(all, 1), NULL), CLMODP_CORRUPT);
        assert_string_not_equal(clmodp_context_message(context), "");
        transports_destroy(all);
    }
    clmodp_context_destroy(context);
}

/* Sends a message of a kind and `size` more bytes from rank 0 to rank 1. */
static void send_bytes(const clmodp_transport *first, clm_message_kind kind,
                       const unsigned char *bytes, size_t size)
{
    unsigned char *message = malloc(size + 1);

    message[0] = (unsigned char)kind;
    memcpy(message + 1, bytes, size);
    assert_int_equal(first->send(first->user, 1, message, size + 1), CLMODP_OK);
    free(message);
}

/* If windows of all ranks are empty, no image has words to be exchanged. */
static void empty_windows_are_survived(void **state)
{
    enum { WINDOW = 1 + 8 + 8 };
    clmodp_context *context = context_open(NULL);
    transports *all = transports_create(2);
    const clmodp_transport *first = transport_of(all, 0);
    clmodp_plan_info info = {.size = sizeof info};
    unsigned char *bytes, *shares;
    clmodp_plan *plan;
    size_t owners;
    work w;

    (void)state;
    work_begin(&w, context, random_dense(2, 3, 30, 1), random_dense(3, 2, 30, 2),
               CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_HOST, 1);
    assert_int_equal(clmodp_plan_create(context, &plan, &w.problem, &w.how), CLMODP_OK);
    assert_int_equal(clmodp_plan_describe(plan, &info), CLMODP_OK);
    bytes = malloc(clmodp_plan_size(plan));
    clmodp_plan_write(plan, bytes);
    owners = 4 * (size_t)info.units; /* rank 0 owns all units */
    shares = calloc(1, owners + 2 * WINDOW);
    shares[owners] = shares[owners + WINDOW] = 1; /* no coefficients */
    send_bytes(first, CLM_MESSAGE_PLAN, bytes, clmodp_plan_size(plan));
    send_bytes(first, CLM_MESSAGE_SHARE, shares, owners + 2 * WINDOW);
    send_bytes(first, CLM_MESSAGE_DISMISS, shares, 0);
    assert_int_equal(clmodp_ranks_serve(context, transport_of(all, 1), NULL), CLMODP_OK);
    free(shares);
    free(bytes);
    clmodp_plan_destroy(plan);
    work_end(&w);
    transports_destroy(all);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(ranks_are_one_call),
    cmocka_unit_test(images_are_exchanged),
    cmocka_unit_test(failing_ranks_are_left_out),
    cmocka_unit_test(rank_0_is_left_out),
    cmocka_unit_test(hanging_ranks_are_not_waited_for),
    cmocka_unit_test(all_fail),
    cmocka_unit_test(ranks_can_be_cancelled),
    cmocka_unit_test(wrong_calls_are_refused),
    cmocka_unit_test(noise_is_refused),
    cmocka_unit_test(empty_windows_are_survived));
