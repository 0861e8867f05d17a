/* Tests with foreign files in a job folder: workers continue, and leave them alone unless they
 * have the name of a result or are remains of workers. */
#include "support/job.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "distributed/files.h"
#include "support/assertions.h"
#include "support/scratch.h"

/* Writes a file in the folder. */
static void put(const test_job *j, const char *name)
{
    file_write(job_path(j, name), "x", 1);
}

/* Workers detect and set aside objects that are not regular files. */
static void workers_set_aside(void **state)
{
    clmodp_context *context = host_context();
    struct stat status;
    test_job j;

    (void)state;
    test_job_submit(&j, context, 8);
    assert_int_equal(mkdir(job_path(&j, "images/1"), S_IRWXU), 0);
    assert_int_equal(symlink("nowhere", job_path(&j, "images/2")), 0);
    assert_int_equal(mkdir(job_path(&j, "claims/3.60000.x"), S_IRWXU), 0);
    assert_int_equal(unlink(job_path(&j, "todo/4")), 0);
    assert_int_equal(mkdir(job_path(&j, "todo/4"), S_IRWXU), 0);
    put(&j, "images/05");
    put(&j, "images/6.more");
    put(&j, "images/99999999999999999999");
    put(&j, "claims/7");
    put(&j, "claims/8.99999999999999999999999.x");
    put(&j, "images/.nfs0000000000000001");
    put(&j, ".nfs000000000000000200000003");
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_OK);
    expect_result(context, &j);
    assert_int_equal(lstat(job_path(&j, "images/1.damaged-1"), &status), 0);
    assert_int_equal(lstat(job_path(&j, "images/2.damaged-1"), &status), 0);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* Makes folders with the names of images while they are computed. */
static int be_in_the_way(void *user, double fraction)
{
    const test_job *j = user;

    (void)fraction;
    for (int unit = 0; unit < 10; unit++) {
        char name[32];

        (void)snprintf(name, sizeof name, "images/%d", unit);
        (void)mkdir(job_path(j, name), S_IRWXU);
    }
    return 0;
}

static void folders_in_the_way_are_set_aside(void **state)
{
    clmodp_context *context = host_context();
    struct stat status;
    uint64_t units;
    test_job j;

    (void)state;
    test_job_submit(&j, context, 9);
    clmodp_context_set_progress(context, be_in_the_way, &j);
    assert_int_equal(clmodp_job_work(context, &units, j.folder, NULL), CLMODP_OK);
    clmodp_context_set_progress(context, NULL, NULL);
    assert_int_equal(units, j.units);
    expect_result(context, &j);
    assert_int_equal(lstat(job_path(&j, "images/0.damaged-1"), &status), 0);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* Partial files of killed workers are removed, on other machines only after a day; others stay. */
static void rests_are_removed(void **state)
{
    static const struct {
        const char *name;
        int hours; /* old */
        bool stays;
    } rests[] = {
        {"images/.3.12345678-1-2-3-4@far.example", 1, true},
        {"images/.4.12345678-1-2-3-4@far.example", 30, false},
        {".plan.12345678-1-2-3-4@far.example", 30, false},
        {"claims/.clock.12345678-1-2-3-4@far.example", 30, false},
        {"images/.nfs000000000000000100000002", 30, true},
        {".hidden.notes", 30, true},
    };
    clmodp_context *context = host_context();
    char id[CLM_WORKER_ID_SIZE], name[2 * CLM_WORKER_ID_SIZE];
    struct stat status;
    test_job j;

    (void)state;
    test_job_submit(&j, context, 11);
    for (size_t k = 0; k < sizeof rests / sizeof *rests; k++) {
        struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_nsec = 0}};

        put(&j, rests[k].name);
        assert_int_equal(stat(job_path(&j, rests[k].name), &status), 0);
        times[1].tv_sec = status.st_mtime - 3600 * rests[k].hours;
        assert_int_equal(utimensat(AT_FDCWD, job_path(&j, rests[k].name), times, 0), 0);
    }
    clm_worker_id(id);
    (void)snprintf(name, sizeof name, "images/.5.%s", id); /* this one, alive */
    put(&j, name);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_OK);
    for (size_t k = 0; k < sizeof rests / sizeof *rests; k++)
        assert_int_equal(stat(job_path(&j, rests[k].name), &status), rests[k].stays ? 0 : -1);
    expect_result(context, &j);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(workers_set_aside),
    cmocka_unit_test(folders_in_the_way_are_set_aside),
    cmocka_unit_test(rests_are_removed));
