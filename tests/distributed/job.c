/* Tests of worker processes sharing a job folder: any number, in any order, with any files. */
#include "support/job.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "distributed/files.h"
#include "support/assertions.h"
#include "support/polynomials.h"

static void one_worker_does_all(void **state)
{
    clmodp_context *context = host_context();
    clmodp_job_options two;
    clmodp_job_state found;
    clmodp_zx *r = zx_new();
    uint64_t units;
    void *note;
    size_t size;
    test_job j;

    (void)state;
    test_job_begin(&j, context, 1);
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "x, y", 4), CLMODP_OK);
    assert_int_equal(clmodp_job_note(context, &note, &size, j.folder), CLMODP_OK);
    assert_true(size == 4 && memcmp(note, "x, y", 4) == 0);
    clmodp_job_note_free(note);
    clmodp_job_options_init(&two);
    two.most_units = 2;
    assert_int_equal(clmodp_job_work(context, &units, j.folder, &two), CLMODP_OK);
    assert_int_equal(units, 2);
    found = job_state(context, &j);
    assert_true(found.units == j.units && found.done == 2 && found.at_work == 0);
    assert_int_equal(clmodp_job_finish(context, r, NULL, NULL, j.folder), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "units are not done"));
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "x, y", 4),
                     CLMODP_OK); /* again */
    work_all(context, &j, j.units - 2);
    work_all(context, &j, 0);
    assert_int_equal(job_state(context, &j).done, j.units);
    expect_result(context, &j);
    clmodp_zx_destroy(r);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

typedef struct worker {
    pthread_t thread;
    const test_job *job;
    uint64_t units;
    clmodp_status status;
} worker;

static void *run_worker(void *argument)
{
    worker *w = argument;
    clmodp_context *context = host_context();
    clmodp_job_options options;

    clmodp_job_options_init(&options);
    options.wait = 1;
    w->status = clmodp_job_work(context, &w->units, w->job->folder, &options);
    clmodp_context_destroy(context);
    return NULL;
}

static void many_workers_do_all(void **state)
{
    clmodp_context *context = host_context();
    worker workers[7];

    (void)state;
    for (size_t count = 1; count <= 7; count += 3) {
        uint64_t units = 0;
        test_job j;

        test_job_submit(&j, context, count);
        for (size_t k = 0; k < count; k++) {
            workers[k] = (worker){.job = &j};
            assert_int_equal(pthread_create(&workers[k].thread, NULL, run_worker, &workers[k]),
                             0);
        }
        for (size_t k = 0; k < count; k++) {
            assert_int_equal(pthread_join(workers[k].thread, NULL), 0);
            assert_int_equal(workers[k].status, CLMODP_OK);
            units += workers[k].units;
        }
        assert_int_equal(units, j.units);
        expect_result(context, &j);
        test_job_end(&j);
    }
    clmodp_context_destroy(context);
}

/* Moves a unit to the claims of a worker process, last touched `age` seconds ago. */
static void claim(const test_job *j, const char *name, long age)
{
    char from[2 * JOB_PATH];
    struct timespec times[2] = {{.tv_nsec = UTIME_NOW}, {0}};

    assert_int_equal(clock_gettime(CLOCK_REALTIME, &times[1]), 0);
    times[1].tv_sec -= age;
    (void)snprintf(from, sizeof from, "%s", job_path(j, "todo/3"));
    assert_int_equal(rename(from, job_path(j, name)), 0);
    assert_int_equal(utimensat(AT_FDCWD, job_path(j, name), times, 0), 0);
}

/* A claim by another machine is valid for the lease; a claim by this machine as long as its
 * process exists. */
static void claims_end(void **state)
{
    clmodp_context *context = host_context();
    char id[CLM_WORKER_ID_SIZE], name[2 * CLM_WORKER_ID_SIZE], *last;
    test_job j;

    (void)state;
    test_job_submit(&j, context, 5);
    claim(&j, "claims/3.60000.12345678-1-2-3-4@far.example", 30);
    work_all(context, &j, j.units - 1); /* the claim is still valid */
    assert_int_equal(job_state(context, &j).at_work, 1);
    assert_int_equal(job_state(context, &j).lost, 0);
    assert_int_equal(unlink(job_path(&j, "claims/3.60000.12345678-1-2-3-4@far.example")), 0);
    work_all(context, &j, 1); /* the unit is in no folder */
    expect_result(context, &j);

    assert_int_equal(unlink(job_path(&j, "images/3")), 0);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder,
                                     &(clmodp_job_options){.size = sizeof(clmodp_job_options),
                                                           .lease = 60, .most_units = 1}),
                     CLMODP_OK);
    assert_int_equal(unlink(job_path(&j, "images/3")), 0);
    fclose(fopen(job_path(&j, "todo/3"), "w"));
    claim(&j, "claims/3.60000.12345678-1-2-3-4@far.example", 100);
    work_all(context, &j, 1); /* the lease is over */
    expect_result(context, &j);

    clm_worker_id(id);
    assert_false(clm_worker_is_gone(id));
    *strchr(id, '@') = '\0';
    *strrchr(id, '-') = '\0'; /* cut the number of the thread */
    last = strrchr(id, '-');
    (void)snprintf(last, 8, "-%d", 17); /* a process with this number began at another time */
    assert_true(clm_worker_is_gone(id));
    assert_int_equal(unlink(job_path(&j, "images/3")), 0);
    fclose(fopen(job_path(&j, "todo/3"), "w"));
    (void)snprintf(name, sizeof name, "claims/3.60000.%s", id);
    claim(&j, name, 0);
    assert_int_equal(job_state(context, &j).lost, 1);
    work_all(context, &j, 1);
    expect_result(context, &j);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* Workers reject folders accessible to others, links, other plans and other files. */
static void folders_are_not_trusted(void **state)
{
    clmodp_context *context = host_context();
    char elsewhere[2 * JOB_PATH];
    test_job j, other;

    (void)state;
    test_job_begin(&j, context, 7);
    test_job_begin(&other, context, 8);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_FILE);
    assert_int_equal(clmodp_job_create(context, "", j.plan, NULL, 0), CLMODP_INVALID);
    assert_int_equal(clmodp_job_create(context, "/proc/no/such", j.plan, NULL, 0), CLMODP_FILE);
    assert_int_equal(mkdir(j.folder, S_IRWXU), 0);
    fclose(fopen(job_path(&j, "thesis.tex"), "w"));
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, NULL, 0), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "thesis.tex"));
    assert_int_equal(unlink(job_path(&j, "thesis.tex")), 0);
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_job_create(context, j.folder, other.plan, NULL, 0), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "another plan"));
    assert_int_equal(chmod(j.folder, 0777), 0);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_FILE);
    assert_non_null(strstr(clmodp_context_message(context), "others can write to"));
    assert_int_equal(chmod(j.folder, 0700), 0);
    (void)snprintf(elsewhere, sizeof elsewhere, "%s/link", j.above);
    assert_int_equal(symlink(j.folder, elsewhere), 0);
    assert_int_equal(clmodp_job_work(context, NULL, elsewhere, NULL), CLMODP_FILE);
    work_all(context, &j, j.units);
    (void)snprintf(elsewhere, sizeof elsewhere, "%s/images", j.above);
    assert_int_equal(rename(job_path(&j, "images/2"), elsewhere), 0);
    assert_int_equal(symlink(elsewhere, job_path(&j, "images/2")), 0);
    assert_int_equal(clmodp_job_finish(context, other.expected, NULL, NULL, j.folder),
                     CLMODP_DAMAGED);
    work_all(context, &j, 1);
    expect_result(context, &j);
    test_job_end(&other);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* Workers reject inner folders that are writable by others, links, or another user's. */
static void inner_folders_are_not_trusted(void **state)
{
    static const char *const names[] = {"todo", "claims", "images"};
    clmodp_context *context = host_context();
    char path[2 * JOB_PATH], elsewhere[2 * JOB_PATH];
    test_job j;

    (void)state;
    test_job_submit(&j, context, 12);
    (void)snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", j.above);
    for (size_t k = 0; k < 3; k++) {
        (void)snprintf(path, sizeof path, "%s", job_path(&j, names[k]));
        for (mode_t mode = 0720; mode != 0; mode = mode == 0720 ? 0702 : 0) {
            assert_int_equal(chmod(path, mode), 0);
            assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_FILE);
            assert_non_null(strstr(clmodp_context_message(context), "others can write to"));
            assert_non_null(strstr(clmodp_context_message(context), names[k]));
        }
        assert_int_equal(chmod(path, 0700), 0);
        assert_int_equal(rename(path, elsewhere), 0);
        assert_int_equal(symlink(elsewhere, path), 0);
        assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_FILE);
        assert_int_equal(clmodp_job_create(context, j.folder, j.plan, NULL, 0), CLMODP_FILE);
        assert_int_equal(unlink(path), 0);
        assert_int_equal(rename(elsewhere, path), 0);
        if (geteuid() == 0 && chown(path, 65534, 65534) == 0) {
            assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_FILE);
            assert_non_null(strstr(clmodp_context_message(context), "belong to the user"));
            assert_int_equal(chown(path, geteuid(), getegid()), 0);
        }
    }
    if (geteuid() != 0) {
        assert_int_equal(clmodp_job_work(context, NULL, "/", NULL), CLMODP_FILE);
        assert_non_null(strstr(clmodp_context_message(context), "belong to the user"));
    }
    work_all(context, &j, j.units);
    expect_result(context, &j);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* On a full disk the unit is returned, and no partial files remain. */
static void full_disks_are_told(void **state)
{
    clmodp_context *context = host_context();
    struct rlimit before, low;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    test_job j;

    (void)state;
    test_job_submit(&j, context, 9);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    low = before;
    low.rlim_cur = 100;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_FILE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_non_null(strstr(clmodp_context_message(context), "cannot write"));
    assert_int_equal(job_state(context, &j).at_work, 0);
    work_all(context, &j, j.units);
    expect_result(context, &j);
    (void)signal(SIGXFSZ, handler);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* In a read-only folder workers fail with a message. */
static void folders_may_be_closed(void **state)
{
    clmodp_context *context = host_context();
    uint64_t units;
    test_job j;

    (void)state;
    test_job_submit(&j, context, 15);
    assert_int_equal(chmod(job_path(&j, "claims"), 0500), 0);
    if (access(job_path(&j, "claims"), W_OK) != 0) { /* root may always write */
        assert_int_equal(clmodp_job_work(context, &units, j.folder, NULL), CLMODP_FILE);
        assert_non_null(strstr(clmodp_context_message(context), "cannot take the unit"));
        assert_int_equal(units, 0);
    }
    assert_int_equal(chmod(job_path(&j, "claims"), 0700), 0);
    work_all(context, &j, j.units);
    expect_result(context, &j);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

static int say_stop(void *user, double fraction)
{
    (void)fraction;
    return ++*(int *)user > 3;
}

static void workers_can_be_cancelled(void **state)
{
    clmodp_context *context = host_context();
    int asked = 0;
    test_job j;

    (void)state;
    test_job_submit(&j, context, 10);
    clmodp_context_set_progress(context, say_stop, &asked);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_CANCELLED);
    clmodp_context_set_progress(context, NULL, NULL);
    assert_int_equal(job_state(context, &j).at_work, 0);
    work_all(context, &j, j.units - job_state(context, &j).done);
    expect_result(context, &j);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(one_worker_does_all),
    cmocka_unit_test(many_workers_do_all),
    cmocka_unit_test(claims_end),
    cmocka_unit_test(folders_are_not_trusted),
    cmocka_unit_test(inner_folders_are_not_trusted),
    cmocka_unit_test(full_disks_are_told),
    cmocka_unit_test(folders_may_be_closed),
    cmocka_unit_test(workers_can_be_cancelled));
