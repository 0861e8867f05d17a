/* Tests with workers killed, or stopped for longer than their lease, at each call that changes a
 * folder, and at random moments. Finished units remain, and other workers do the rest. */
#include "support/job.h"

#include <signal.h>
#include <stdarg.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/parallel.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

/* Calls until one kills or stops the process; 0: none does. */
static long calls_left;
static int deadly = SIGKILL;

static void may_die(void)
{
    if (calls_left > 0 && --calls_left == 0)
        (void)kill(getpid(), deadly);
}

/* Replaces a system function by the linker; the process may die before and after the call. */
#define DEADLY(type, name, parameters, arguments) \
    type __real_##name parameters;                \
    type __wrap_##name parameters;                \
    type __wrap_##name parameters                 \
    {                                             \
        type result;                              \
                                                  \
        may_die();                                \
        result = __real_##name arguments;         \
        may_die();                                \
        return result;                            \
    }

DEADLY(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
DEADLY(int, linkat, (int a, const char *from, int b, const char *to, int flags),
       (a, from, b, to, flags))
DEADLY(int, unlinkat, (int folder, const char *name, int flags), (folder, name, flags))
DEADLY(int, fsync, (int fd), (fd))
DEADLY(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size))
DEADLY(int, mkdirat, (int folder, const char *name, mode_t mode), (folder, name, mode))
DEADLY(int, utimensat, (int folder, const char *name, const struct timespec *times, int flags),
       (folder, name, times, flags))

/* Number of pauses that make computing slower. */
static int naps;

static int nap(void *user, double fraction)
{
    const struct timespec pause = {.tv_nsec = 500 * 1000 * 1000};
    int *left = user;

    (void)fraction;
    if (*left > 0) {
        (void)nanosleep(&pause, NULL);
        --*left;
    }
    return 0;
}

/* Starts a process that works until a given call, or until no unit is left. */
static pid_t begin_work(const test_job *j, long calls, int signal, double lease)
{
    const clmodp_job_options options = {.size = sizeof options, .lease = lease};
    const pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        clmodp_context *context = host_context();
        clmodp_status st;

        calls_left = calls;
        deadly = signal;
        clmodp_context_set_progress(context, nap, &naps);
        st = clmodp_job_create(context, j->folder, j->plan, NULL, 0);
        if (st == CLMODP_OK)
            st = clmodp_job_work(context, NULL, j->folder, &options);
        calls_left = 0;
        _exit(st == CLMODP_OK ? 0 : 1);
    }
    return child;
}

/* Runs a process that is killed at a call or after some time, or ends by itself. Returns whether
 * it was killed. */
static bool work_in_process(const test_job *j, long calls, long microseconds)
{
    const pid_t child = begin_work(j, calls, SIGKILL, 60.0);
    int status;

    if (microseconds > 0) {
        (void)usleep((useconds_t)microseconds);
        (void)kill(child, SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

static uint64_t done(clmodp_context *context, const test_job *j)
{
    clmodp_job_state state = {.size = sizeof state};

    return clmodp_job_look(context, &state, j->folder) == CLMODP_OK ? state.done : 0;
}

/* A worker is killed at each call, the creation of the folder included; another worker does the
 * rest at once. Short runs try every few calls, which still differ in their places in units. */
static void any_call_may_be_the_last(void **state)
{
    clmodp_context *context = host_context();
    bool killed = true;

    (void)state;
    for (long calls = 1; killed; calls += long_tests() ? 1 : small_tests() ? 51 : 17) {
        uint64_t before;
        test_job j;

        test_job_begin(&j, context, 3);
        killed = work_in_process(&j, calls, 0);
        before = done(context, &j);
        assert_false(work_in_process(&j, 0, 0));
        assert_true(done(context, &j) == j.units && before <= j.units);
        expect_result(context, &j);
        test_job_end(&j);
    }
    clmodp_context_destroy(context);
}

/* A worker is stopped until its lease ends and other workers have done all units. When it
 * continues, it does no harm and does not fail. */
static void any_call_may_be_late(void **state)
{
    const clmodp_job_options options = {.size = sizeof options, .lease = 0.1, .wait = 1};
    clmodp_context *context = host_context();
    bool stopped = true;

    (void)state;
    for (long calls = 1; stopped; calls += long_tests() ? 1 : small_tests() ? 97 : 37) {
        int status;
        test_job j;
        pid_t child;

        test_job_begin(&j, context, 13);
        child = begin_work(&j, calls, SIGSTOP, options.lease);
        assert_int_equal(waitpid(child, &status, WUNTRACED), child);
        stopped = WIFSTOPPED(status);
        assert_int_equal(clmodp_job_create(context, j.folder, j.plan, NULL, 0), CLMODP_OK);
        assert_int_equal(clmodp_job_work(context, NULL, j.folder, &options), CLMODP_OK);
        expect_result(context, &j);
        if (stopped) {
            assert_int_equal(kill(child, SIGCONT), 0);
            assert_int_equal(waitpid(child, &status, 0), child);
        }
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        assert_int_equal(done(context, &j), j.units);
        expect_result(context, &j);
        test_job_end(&j);
    }
    clmodp_context_destroy(context);
}

/* A worker keeps a unit that takes longer than the lease. */
static void long_units_are_kept(void **state)
{
    const double lease = 0.8;
    const double began = clm_clock_seconds();
    const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
    clmodp_context *context = host_context();
    double lasted = 0.0;
    int status;
    test_job j;
    pid_t child;

    (void)state;
    naps = 4;
    test_job_begin_large(&j, context, 14, 14, UINT32_MAX);
    assert_int_equal(j.units, 1);
    child = begin_work(&j, 0, SIGKILL, lease);
    while (waitpid(child, &status, WNOHANG) == 0) {
        clmodp_job_claim **claims;
        size_t count = 0;
        uint64_t units;

        (void)nanosleep(&pause, NULL);
        if (clmodp_job_claims(context, &claims, &count, j.folder) != CLMODP_OK || count == 0)
            continue; /* no claim yet, or no longer */
        assert_int_equal(claims[0]->process, child);
        assert_int_equal(claims[0]->state, CLMODP_CLAIM_HELD);
        clmodp_job_claims_free(claims);
        assert_int_equal(clmodp_job_work(context, &units, j.folder, NULL), CLMODP_OK);
        assert_int_equal(units, 0);
        lasted = clm_clock_seconds() - began;
    }
    naps = 0;
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(lasted > 2.0 * lease);
    expect_result(context, &j);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* Many workers of a job die at random moments; no finished unit is lost. */
static void any_moment_may_be_the_last(void **state)
{
    clmodp_context *context = host_context();
    clm_random random = {4};
    test_job j;

    (void)state;
    test_job_begin(&j, context, 11);
    for (uint64_t turn = 0; turn < (long_tests() ? 200 : random_cases(20)); turn++) {
        const uint64_t before = done(context, &j);

        (void)work_in_process(&j, 0, 200 + (long)clm_random_below(&random, 3000));
        assert_true(done(context, &j) >= before);
    }
    assert_false(work_in_process(&j, 0, 0));
    expect_result(context, &j);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* After a killed submit the folder either has its problem or can be used for another one. */
static void any_call_of_a_submit_may_be_the_last(void **state)
{
    clmodp_context *context = host_context();
    test_job j, other;
    int status = -1;

    (void)state;
    test_job_begin(&j, context, 15);
    test_job_begin_large(&other, context, 16, 2, 1);
    for (long calls = 1; status != 0; calls += small_tests() ? 7 : 1) {
        const pid_t child = fork();
        clmodp_status st;
        void *note;
        size_t size;

        assert_true(child >= 0);
        if (child == 0) {
            clmodp_context *own = host_context();

            calls_left = calls;
            st = clmodp_job_create(own, j.folder, other.plan, "another", 7);
            calls_left = 0;
            _exit(st == CLMODP_OK ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        st = clmodp_job_create(context, j.folder, j.plan, "one", 3);
        assert_true(st == CLMODP_OK || st == CLMODP_INVALID);
        assert_true(WIFSIGNALED(status) || st == CLMODP_INVALID);
        assert_int_equal(clmodp_job_note(context, &note, &size, j.folder), CLMODP_OK);
        assert_int_equal(size, st == CLMODP_OK ? 3 : 7);
        clmodp_job_note_free(note);
        assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_OK);
        if (st == CLMODP_OK)
            expect_result(context, &j);
        test_job_empty(&j);
    }
    test_job_end(&other);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(any_call_may_be_the_last),
    cmocka_unit_test(any_call_of_a_submit_may_be_the_last),
    cmocka_unit_test(any_call_may_be_late),
    cmocka_unit_test(any_moment_may_be_the_last),
    cmocka_unit_test(long_units_are_kept));
