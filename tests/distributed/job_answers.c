/* Tests of folders on other machines: lost replies, errors of every kind from any call, stale
 * directory listings, and wrong clocks. System functions are replaced by versions with the
 * occasional behaviour of network file systems. */
#include "support/job.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define SKEW 36000 /* seconds by which this machine's clock is ahead */
#define LEASE 0.1  /* of workers that lose their claims */

/* The fault to simulate. */
static struct {
    long calls, bad; /* calls so far, and the number of the failing call; 0: none */
    int error;       /* its errno; 0: the errno of a call repeated after success */
    bool done;       /* the call is executed, only the reply is wrong */
    bool old;        /* directory listings are stale */
    clm_random random;
} nature;

static bool is_bad(void)
{
    return nature.bad > 0 && ++nature.calls == nature.bad;
}

static int answer(int again)
{
    errno = nature.error != 0 ? nature.error : again;
    return -1;
}

/* Finds the system's function; on some systems its name has the width of offsets. */
#define FIND(real, name)                                     \
    if ((real) == NULL) {                                    \
        void *found = dlsym(RTLD_NEXT, name "64");           \
                                                             \
        if (found == NULL)                                   \
            found = dlsym(RTLD_NEXT, name);                  \
        memcpy(&(real), &found, sizeof found);               \
    }

/* Defines a replacement; again: the errno of a call repeated after success, 0 if it succeeds. */
#define REPLACE(type, name, parameters, arguments, again)          \
    type name parameters;                                          \
    type name parameters                                           \
    {                                                              \
        static type(*real) parameters;                             \
        const bool bad = ((again) != 0 || nature.error != 0) && is_bad(); \
                                                                   \
        FIND(real, #name)                                          \
        if (bad && nature.done)                                    \
            (void)real arguments;                                  \
        return bad ? answer(again) : real arguments;               \
    }

REPLACE(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), ENOENT)
REPLACE(int, linkat, (int a, const char *from, int b, const char *to, int flags),
        (a, from, b, to, flags), EEXIST)
REPLACE(int, unlinkat, (int folder, const char *name, int flags), (folder, name, flags), ENOENT)
REPLACE(int, mkdirat, (int folder, const char *name, mode_t mode), (folder, name, mode), EEXIST)
REPLACE(int, fsync, (int fd), (fd), 0)
REPLACE(int, fstat, (int fd, struct stat *status), (fd, status), 0)
REPLACE(int, fstatat, (int folder, const char *name, struct stat *status, int flags),
        (folder, name, status, flags), 0)
REPLACE(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size), 0)
REPLACE(ssize_t, read, (int fd, void *bytes, size_t size), (fd, bytes, size), 0)

/* Closes the file even if the reply is an error. */
int close(int fd)
{
    static int (*real)(int);
    const bool bad = nature.error != 0 && is_bad();

    FIND(real, "close")
    return real(fd) != 0 || !bad ? 0 : answer(EIO);
}

int openat(int folder, const char *name, int flags, ...)
{
    static int (*real)(int, const char *, int, ...);
    const bool makes = (flags & O_EXCL) != 0;
    const bool bad = (makes || nature.error != 0) && is_bad();
    mode_t mode = 0;
    va_list more;
    int fd = -1;

    FIND(real, "openat")
    if (makes) {
        va_start(more, flags);
        mode = va_arg(more, mode_t);
        va_end(more);
    }
    if (!bad || nature.done)
        fd = real(folder, name, flags, mode);
    if (bad && fd >= 0)
        (void)close(fd);
    return bad ? answer(EEXIST) : fd;
}

/* Stale listings lack new files, and have files that no longer exist. */
struct dirent *readdir(DIR *list)
{
    static struct dirent *(*real)(DIR *);
    struct dirent *entry;

    FIND(real, "readdir")
    do
        entry = real(list);
    while (nature.old && entry != NULL && clm_random_below(&nature.random, 3) == 0);
    if (nature.old && entry != NULL && *entry->d_name != '.' &&
        clm_random_below(&nature.random, 4) == 0)
        *entry->d_name = (char)('0' + clm_random_below(&nature.random, 10));
    if (entry != NULL && nature.error != 0 && is_bad()) {
        (void)answer(EIO);
        return NULL;
    }
    return entry;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*real)(clockid_t, struct timespec *);
    int result;

    FIND(real, "clock_gettime")
    result = real(clock, time);
    if (clock == CLOCK_REALTIME)
        time->tv_sec += SKEW;
    return result;
}

/* Takes the current time from this machine's clock, not from the file server. */
int utimensat(int folder, const char *name, const struct timespec times[2], int flags)
{
    static int (*real)(int, const char *, const struct timespec *, int);
    struct timespec now[2];

    FIND(real, "utimensat")
    if (nature.error != 0 && is_bad())
        return answer(EIO);
    if (times == NULL) {
        (void)clock_gettime(CLOCK_REALTIME, now);
        now[1] = now[0];
    }
    return real(folder, name, times != NULL ? times : now, flags);
}

/* ---- */

static bool is_aside(const char *name)
{
    return strstr(name, "damaged") != NULL;
}

/* Checks that no file was set aside as damaged, and the result. */
static void expect_good(clmodp_context *context, const test_job *j)
{
    DIR *list = opendir(job_path(j, "images"));
    const struct dirent *entry;

    assert_non_null(list);
    while ((entry = readdir(list)) != NULL)
        assert_false(is_aside(entry->d_name));
    (void)closedir(list);
    expect_result(context, j);
}

static clmodp_status submit_and_work(clmodp_context *context, const test_job *j)
{
    const clmodp_job_options options = {.size = sizeof options, .lease = LEASE, .wait = 1};
    clmodp_status st = clmodp_job_create(context, j->folder, j->plan, "note", 4);

    if (st == CLMODP_OK)
        st = clmodp_job_work(context, NULL, j->folder, &options);
    return st;
}

/* Each call fails in turn: the failure is reported, and the next worker does the rest. If only the
 * reply is wrong, like that of a repeated call, nothing fails. */
static void any_call_may_fail(void **state)
{
    static const int errors[] = {0, EIO, ESTALE, ENOSPC, EDQUOT};
    clmodp_context *context = host_context();
    test_job j;

    (void)state;
    test_job_begin(&j, context, 21);
    for (size_t k = 0; k < 2 * sizeof errors / sizeof *errors; k++) {
        const int error = errors[k / 2];
        const bool done = k % 2 == 0;
        const long step = long_tests() ? 1 : small_tests() ? 151 : error == 0 ? 5 : 83;
        bool met = error != 0 || done;

        for (long bad = 1; met; bad += step) {
            clmodp_status st;

            nature.calls = 0;
            nature.bad = bad;
            nature.error = error;
            nature.done = done;
            st = submit_and_work(context, &j);
            met = nature.calls >= bad;
            nature.bad = 0;
            if (st != CLMODP_OK && (error == 0 || st != CLMODP_FILE ||
                                    *clmodp_context_message(context) == '\0'))
                fail_msg("call %ld, error %d, done %d: %s", bad, error, done,
                         clmodp_context_message(context));
            if (submit_and_work(context, &j) != CLMODP_OK)
                fail_msg("after call %ld, error %d, done %d: %s", bad, error, done,
                         clmodp_context_message(context));
            expect_good(context, &j);
            test_job_empty(&j);
        }
    }
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* Results can be read again after failures while reading. */
static void results_may_be_read_again(void **state)
{
    clmodp_context *context = host_context();
    clmodp_zx *r = zx_new();
    test_job j;
    bool met = true;

    (void)state;
    test_job_begin(&j, context, 22);
    assert_int_equal(submit_and_work(context, &j), CLMODP_OK);
    for (long bad = 1; met; bad++) {
        clmodp_status st;

        nature.calls = 0;
        nature.bad = bad;
        nature.error = ESTALE;
        nature.done = false;
        st = clmodp_job_finish(context, r, NULL, NULL, j.folder);
        met = nature.calls >= bad;
        nature.bad = 0;
        assert_true(st == CLMODP_FILE || (st == CLMODP_OK && clmodp_zx_equal(r, j.expected)));
        expect_good(context, &j);
    }
    clmodp_zx_destroy(r);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

static void lists_may_be_old(void **state)
{
    clmodp_context *context = host_context();
    test_job j;

    (void)state;
    test_job_begin(&j, context, 23);
    for (uint64_t turn = 0; turn < random_cases(24); turn++) {
        const clmodp_job_options options = {.size = sizeof options, .lease = LEASE};

        assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "note", 4), CLMODP_OK);
        nature.random = (clm_random){turn};
        nature.old = true;
        assert_int_equal(clmodp_job_work(context, NULL, j.folder, &options), CLMODP_OK);
        nature.old = false;
        assert_int_equal(submit_and_work(context, &j), CLMODP_OK);
        expect_good(context, &j);
        test_job_empty(&j);
    }
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* Claims just touched are valid, and expired claims are not, though this machine's clock is ten
 * hours ahead. */
static void clocks_may_differ(void **state)
{
    clmodp_context *context = host_context();
    struct timespec times[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
    char name[2 * JOB_PATH];
    clmodp_job_claim **claims;
    struct stat status;
    uint64_t units;
    size_t count;
    test_job j;

    (void)state;
    test_job_submit(&j, context, 24);
    (void)snprintf(name, sizeof name, "%s", job_path(&j, "claims/1.60000.far"));
    assert_int_equal(rename(job_path(&j, "todo/1"), name), 0);
    assert_int_equal(clmodp_job_work(context, &units, j.folder, NULL), CLMODP_OK);
    assert_int_equal(units, j.units - 1);
    for (int turn = 0; turn < 2; turn++) { /* touched long ago, or by a clock ahead */
        fclose(fopen(name, "w"));
        assert_int_equal(stat(name, &status), 0);
        times[1] = status.st_mtim;
        times[1].tv_sec += turn == 0 ? -100 : 100;
        assert_int_equal(utimensat(AT_FDCWD, name, times, 0), 0);
        assert_int_equal(clmodp_job_claims(context, &claims, &count, j.folder), CLMODP_OK);
        assert_int_equal(count, 1);
        assert_int_equal(claims[0]->state, CLMODP_CLAIM_EXPIRED);
        clmodp_job_claims_free(claims);
    }
    assert_int_equal(clmodp_job_work(context, &units, j.folder, NULL), CLMODP_OK);
    assert_int_equal(units, 1);
    expect_good(context, &j);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(any_call_may_fail),
    cmocka_unit_test(results_may_be_read_again),
    cmocka_unit_test(lists_may_be_old),
    cmocka_unit_test(clocks_may_differ));
