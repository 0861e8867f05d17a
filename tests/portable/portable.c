/* Tests functions that depend on the system, for the variants of this build. */
#include "portable/portable.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/assertions.h"
#include "support/scratch.h"
#include "support/skip.h"


static void amounts(void **state)
{
    (void)state;
    assert_true(clm_processors() >= 1);
    assert_true(clm_physical_memory() >= (uint64_t)1 << 24);
}

static void environment(void **state)
{
    (void)state;
    assert_int_equal(setenv("CLM_TEST_PORTABLE", "here", 1), 0);
    assert_string_equal(clm_getenv_safe("CLM_TEST_PORTABLE"), "here");
    assert_int_equal(unsetenv("CLM_TEST_PORTABLE"), 0);
    assert_null(clm_getenv_safe("CLM_TEST_PORTABLE"));
}

static void random_bytes(void **state)
{
    unsigned char first[32] = {0}, second[32] = {0};

    (void)state;
    assert_true(clm_random_bytes(first, sizeof first));
    assert_true(clm_random_bytes(second, sizeof second));
    assert_memory_not_equal(first, second, sizeof first);
}

/* Returns whether the path leads to this program's file. */
static bool is_this_program(const char *path)
{
    struct stat found, expected;

    assert_int_equal(stat(runner_program, &expected), 0);
    return stat(path, &found) == 0 && found.st_ino == expected.st_ino &&
           found.st_dev == expected.st_dev;
}

static void own_file(void **state)
{
    char path[PATH_MAX];

    (void)state;
    assert_true(clm_program_path(path, runner_program));
    assert_int_equal(path[0], '/');
    assert_true(is_this_program(path));
    if (clm_module_path(path)) /* linked into this program */
        assert_true(is_this_program(path));
}

/* Finds the program as a shell does; some systems report it directly. */
static void own_file_in_path(void **state)
{
    char folder[PATH_MAX], list[PATH_MAX + 16], path[PATH_MAX];
    const char *before = getenv("PATH");
    char *kept = before != NULL ? strdup(before) : NULL, *slash;

    (void)state;
    assert_non_null(realpath(runner_program, folder));
    slash = strrchr(folder, '/');
    *slash = '\0';
    (void)snprintf(list, sizeof list, "/nowhere::%s:/bin", folder);
    assert_int_equal(setenv("PATH", list, 1), 0);
    assert_true(clm_program_path(path, slash + 1));
    assert_true(is_this_program(path));
    if (kept != NULL)
        assert_int_equal(setenv("PATH", kept, 1), 0);
    free(kept);
}

static void nameless_file(void **state)
{
    const int fd = clm_anonymous_file("clm-test");
    struct stat status;
    char back[3] = "";

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &status), 0);
    assert_int_equal(status.st_nlink, 0);
    assert_true((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
    assert_int_equal(write(fd, "ab", 2), 2);
    assert_int_equal(pread(fd, back, 2, 0), 2);
    assert_string_equal(back, "ab");
    assert_int_equal(close(fd), 0);
}

/* Returns the state of a file's lock as seen by another process. */
static clm_lock_state others_lock(const char *path)
{
    const pid_t child = fork();
    int status = 0;

    assert_true(child >= 0);
    if (child == 0)
        _exit((int)clm_lock_file(open(path, O_RDWR)));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return (clm_lock_state)WEXITSTATUS(status);
}

static void lock(void **state)
{
    scratch folder;
    char path[SCRATCH_PATH];
    int fd;

    (void)state;
    scratch_make(&folder);
    scratch_put(&folder, "lock", "");
    scratch_name(&folder, path, "lock");
    fd = open(path, O_RDWR);
    assert_true(fd >= 0);
    assert_int_equal(others_lock(path), CLM_LOCK_TAKEN); /* and released at its end */
    assert_int_equal(clm_lock_file(fd), CLM_LOCK_TAKEN);
    assert_int_equal(others_lock(path), CLM_LOCK_BUSY);
    assert_int_equal(close(fd), 0);
    assert_int_equal(others_lock(path), CLM_LOCK_TAKEN);
    assert_int_equal(clm_lock_file(-1), CLM_LOCK_NONE);
    scratch_remove(&folder);
}

static void entries(void **state)
{
    scratch folder;
    DIR *list;
    struct dirent *entry;
    size_t plain = 0;

    (void)state;
    scratch_make(&folder);
    scratch_put(&folder, "file", "");
    list = opendir(folder.path);
    assert_non_null(list);
    while ((entry = readdir(list)) != NULL) {
        const bool is_file = strcmp(entry->d_name, "file") == 0;
        const clm_entry_kind told = clm_entry_is_regular(entry);

        plain += is_file;
        assert_true(told == CLM_ENTRY_UNKNOWN ||
                    told == (is_file ? CLM_ENTRY_FILE : CLM_ENTRY_NONE));
    }
    assert_int_equal(closedir(list), 0);
    assert_int_equal(plain, 1);
    scratch_remove(&folder);
}

static void *number_of_thread(void *out)
{
    *(unsigned long *)out = clm_thread_number();
    return NULL;
}

static void threads(void **state)
{
    const unsigned long own = clm_thread_number();
    unsigned long others = own;
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, number_of_thread, &others), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(own != others);
    assert_true(own == clm_thread_number());
}

static void processes(void **state)
{
    char place[64] = "?";
    const unsigned long own = (unsigned long)getpid();
    const pid_t child = fork();

    (void)state;
    assert_true(child >= 0);
    if (child == 0)
        _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    clm_process_scope(place, sizeof place);
    assert_true(strspn(place, "0123456789abcdef-") == strlen(place));
    assert_true(clm_process_start_time(own) != 0);
    assert_true(clm_process_start_time((unsigned long)child) == 0);
    if (place[0] != '\0') /* else times are not stable */
        assert_true(clm_process_start_time(own) == clm_process_start_time(own));
}

static volatile sig_atomic_t child_signals;

static void count_signal(int number)
{
    (void)number;
    child_signals++;
}

/* Returns the status of a command of the shell. */
static int run_command(const char *command, char words[64])
{
    char name[] = "sh", option[] = "-c", text[128];
    char *const arguments[] = {name, option, text, NULL};
    const int output = clm_anonymous_file("clm-test");
    int status = -1;

    (void)snprintf(text, sizeof text, "%s", command);
    assert_true(output >= 0);
    assert_int_equal(write(output, "before ", 7), 7);
    assert_true(clm_run_program(&status, "/bin/sh", arguments, output));
    clm_read_end(output, 3, words, 64);
    assert_int_equal(close(output), 0);
    return status;
}

static void programs(void **state)
{
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    struct sigaction before;
    char words[64];
    char *const none[] = {words, NULL};
    int status;

    (void)state;
    status = run_command("echo one; echo two >&2; cat; exit 7", words);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    assert_string_equal(words, "ore one\ntwo");
    assert_int_equal(sigaction(SIGPIPE, &ignored, &before), 0);
    status = run_command("kill -PIPE $$", words);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
    assert_int_equal(sigaction(SIGPIPE, &before, NULL), 0);
    assert_false(clm_run_program(&status, "/nowhere/program", none, STDOUT_FILENO));
}

static void unseen_programs(void **state)
{
    const struct sigaction counted = {.sa_handler = count_signal};
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    struct sigaction before;
    sigset_t blocked;
    char words[64];
    int status;

    (void)state;
#ifndef CLM_HAS_CLONE
    SKIP_UNLESS(false, "this build starts programs by fork, which the caller sees");
#endif
    assert_int_equal(sigaction(SIGCHLD, &counted, &before), 0);
    status = run_command("exit 7", words);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    assert_int_equal(child_signals, 0);
    assert_int_equal(sigaction(SIGCHLD, &ignored, NULL), 0);
    status = run_command("kill -ABRT $$", words);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_int_equal(sigaction(SIGCHLD, &before, NULL), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &blocked), 0);
    assert_false(sigismember(&blocked, SIGINT));
}

static void *run_in_thread(void *out)
{
    char words[64];

    *(int *)out = run_command("exit 7", words);
    return NULL;
}

static void programs_of_threads(void **state)
{
    pthread_t threads[8];
    int statuses[8];

    (void)state;
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_in_thread, &statuses[i]), 0);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(WIFEXITED(statuses[i]) && WEXITSTATUS(statuses[i]) == 7);
    }
}

TESTS(
    cmocka_unit_test(programs),      cmocka_unit_test(unseen_programs),
    cmocka_unit_test(programs_of_threads),
    cmocka_unit_test(amounts),       cmocka_unit_test(environment),
    cmocka_unit_test(random_bytes),  cmocka_unit_test(own_file),
    cmocka_unit_test(own_file_in_path), cmocka_unit_test(nameless_file),
    cmocka_unit_test(lock),          cmocka_unit_test(threads),
    cmocka_unit_test(processes),     cmocka_unit_test(entries));
