/* Tests the limits of the cache: its size, its lock, and limits of the process. */
#include <limits.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/parallel.h"
#include "opencl/cache.h"
#include "support/assertions.h"
#include "support/scratch.h"

static scratch cache;

static int set_up(void **state)
{
    (void)state;
    scratch_make(&cache);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scratch_remove(&cache);
    return 0;
}

/* Writes a file last used so many seconds ago. */
static void put_old(const char *name, size_t size, time_t age)
{
    static const char zeros[4096];
    char path[SCRATCH_PATH];
    struct timespec used[2];

    scratch_write(&cache, name, zeros, size);
    scratch_name(&cache, path, name);
    clock_gettime(CLOCK_REALTIME, &used[0]);
    used[0].tv_sec -= age;
    used[1] = used[0];
    assert_int_equal(utimensat(AT_FDCWD, path, used, 0), 0);
}

static bool is_there(const char *name)
{
    char path[SCRATCH_PATH];

    scratch_name(&cache, path, name);
    return access(path, F_OK) == 0;
}

/* Names of the form used by the cache. */
#define OWN(digit) "0123456789abcdef0123456789abcde" digit

static void least_recently_used_files_are_removed(void **state)
{
    int fd;

    (void)state;
    put_old(OWN("0"), 1000, 500);
    put_old(OWN("1"), 1000, 4000000);
    put_old(OWN("2"), 1000, 900);
    put_old(OWN("3"), 1000, 700);
    put_old("something else", 4000, 5000000);
    put_old("lock", 0, 5000000);
    put_old("new-0123", 10, 5000000);
    put_old("new-4567", 10, 5);
    fd = clm_cache_open(cache.path, false);
    assert_true(fd >= 0);
    clm_cache_trim(fd, OWN("1"), 4000);
    assert_true(is_there(OWN("0")) && is_there(OWN("1")) && is_there(OWN("2")) &&
                is_there(OWN("3")));
    assert_false(is_there("new-0123"));
    clm_cache_trim(fd, OWN("1"), 2999); /* removes two, but keeps `1`, the oldest */
    assert_true(is_there(OWN("0")) && is_there(OWN("1")));
    assert_false(is_there(OWN("2")) || is_there(OWN("3")));
    clm_cache_trim(fd, OWN("0"), 0);
    assert_true(is_there(OWN("0")));
    assert_false(is_there(OWN("1")));
    assert_true(is_there("something else") && is_there("lock") && is_there("new-4567"));
    close(fd);
}

/* Writing payloads beyond the limit removes the least recently used ones. */
static void a_cache_is_bounded(void **state)
{
    const size_t size = (size_t)(CLM_CACHE_MOST / 4);
    char *data = calloc(size, 1), name[8];
    clm_cache_key key[5];
    unsigned char *found;
    size_t count;
    char command[SCRATCH_PATH];

    (void)state;
    assert_non_null(data);
    for (size_t k = 0; k < 5; k++) {
        (void)snprintf(name, sizeof name, "key %zu", k);
        assert_true(clm_cache_key_make(&key[k], (const char *const[]){name}, 1));
    }
    for (size_t k = 0; k < 3; k++)
        assert_true(clm_cache_write(cache.path, &key[k], data, size));
    /* All are long unused; then the first is read. */
    (void)snprintf(command, sizeof command, "cd %s && touch -d @1000 *", cache.path);
    assert_int_equal(system(command), 0);
    found = clm_cache_read(cache.path, &key[0], &count);
    assert_non_null(found);
    free(found);
    for (size_t k = 3; k < 5; k++)
        assert_true(clm_cache_write(cache.path, &key[k], data, size));
    for (size_t k = 0; k < 5; k++) {
        found = clm_cache_read(cache.path, &key[k], &count);
        assert_int_equal(found != NULL, k == 0 || k > 2);
        free(found);
    }
    assert_false(clm_cache_write(cache.path, &key[0], data, (size_t)CLM_CACHE_MOST));
    for (size_t k = 0; k < 5; k++)
        clm_cache_key_destroy(&key[k]);
    free(data);
}

/* Cancels the wait at the last of so many calls. */
static clmodp_status count_down(void *user)
{
    int *left = user;

    return --*left <= 0 ? CLMODP_CANCELLED : CLMODP_OK;
}

static clm_cache_lock take(const char *directory, double patience)
{
    int left = INT_MAX;
    clm_cache_lock lock;

    assert_int_equal(clm_cache_lock_take(&lock, directory, patience,
                                         &(clm_lock_poller){count_down, &left}),
                     CLMODP_OK);
    return lock;
}

static double seconds_to_take(clm_cache_lock *lock, double patience)
{
    const double began = clm_clock_seconds();

    *lock = take(cache.path, patience);
    return clm_clock_seconds() - began;
}

static void a_lock_excludes_other_holders(void **state)
{
    clm_cache_lock first, second;

    (void)state;
    assert_true(seconds_to_take(&first, 9) < 9);
    assert_true(first.fd >= 0);
    assert_true(seconds_to_take(&second, 0.2) >= 0.2); /* and then continues without the lock */
    assert_int_equal(second.fd, -1);
    clm_cache_lock_release(&second);
    clm_cache_lock_release(&first);
    clm_cache_lock_release(&first);
    (void)seconds_to_take(&second, 9);
    assert_true(second.fd >= 0);
    clm_cache_lock_release(&second);
}

static void waiting_can_be_cancelled(void **state)
{
    clm_cache_lock first = take(cache.path, 9), second;
    const double began = clm_clock_seconds();
    int left = 3;

    (void)state;
    assert_true(first.fd >= 0);
    assert_int_equal(clm_cache_lock_take(&second, cache.path, 1000,
                                         &(clm_lock_poller){count_down, &left}),
                     CLMODP_CANCELLED);
    assert_int_equal(left, 0);
    assert_int_equal(second.fd, -1);
    assert_true(clm_clock_seconds() - began < 500);
    clm_cache_lock_release(&first);
}

static void a_lock_ends_with_its_holder(void **state)
{
    clm_cache_lock lock;
    int ready[2], status;
    char byte;
    pid_t child;

    (void)state;
    assert_int_equal(pipe(ready), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        lock = take(cache.path, 9);
        (void)!write(ready[1], "x", 1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    (void)seconds_to_take(&lock, 0.1);
    assert_int_equal(lock.fd, -1);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    (void)seconds_to_take(&lock, 9);
    assert_true(lock.fd >= 0);
    clm_cache_lock_release(&lock);
    close(ready[0]);
    close(ready[1]);
}

static void unwritable_folders_have_no_locks(void **state)
{
    static const char *const places[] = {NULL, "", "/proc/none"};
    clm_cache_lock lock;

    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        lock = take(places[i], 1000);
        assert_int_equal(lock.fd, -1);
        clm_cache_lock_release(&lock);
    }
}

/* Runs in a child process: 0 if the cache stores nothing, and no signal ends the process. */
static int write_limited(int resource, rlim_t most)
{
    struct rlimit limit;
    static const char data[100000];
    clm_cache_lock lock;
    clm_cache_key key;
    bool kept;

    if (getrlimit(resource, &limit) != 0)
        return 2;
    limit.rlim_cur = most;
    if (setrlimit(resource, &limit) != 0 ||
        !clm_cache_key_make(&key, (const char *const[]){"limited"}, 1))
        return 2;
    lock = take(cache.path, 1);
    clm_cache_lock_release(&lock);
    kept =
        clm_cache_write(cache.path, &key, data, sizeof data) || clm_cache_is_writable(cache.path);
    clm_cache_key_destroy(&key);
    return kept;
}

static void limits_of_the_process_are_kept(void **state)
{
    static const struct {
        int resource;
        rlim_t most;
    } limits[] = {{RLIMIT_FSIZE, 0}, {RLIMIT_NOFILE, 3}};

    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const pid_t child = fork();
        int status;

        assert_true(child >= 0);
        if (child == 0)
            _exit(write_limited(limits[i].resource, limits[i].most));
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS(
    CASE(least_recently_used_files_are_removed),
    CASE(a_cache_is_bounded),
    CASE(a_lock_excludes_other_holders),
    CASE(waiting_can_be_cancelled),
    CASE(a_lock_ends_with_its_holder),
    CASE(unwritable_folders_have_no_locks),
    CASE(limits_of_the_process_are_kept));
