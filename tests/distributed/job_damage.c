/* Tests of damaged or foreign files in place of images: they are detected, reported and set aside,
 * and the unit is computed again. Also tests damaged plans. */
#include "support/job.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/scratch.h"
#include "support/small.h"

enum { FILE_SIZE = 1 << 16 };

/* A file of a job, before it is damaged. */
typedef struct target {
    const test_job *job, *other;   /* another plan with finished units */
    char path[2 * JOB_PATH], name[32];
    unsigned char bytes[FILE_SIZE];
    size_t size;
    clm_random *random;
} target;

static size_t read_file(const char *path, unsigned char bytes[FILE_SIZE])
{
    FILE *file = fopen(path, "rb");
    size_t size;

    assert_non_null(file);
    size = fread(bytes, 1, FILE_SIZE, file);
    assert_true(size < FILE_SIZE);
    assert_int_equal(fclose(file), 0);
    return size;
}

/* ---- kinds of damage ---- */

static void change_a_byte(target *t)
{
    const size_t at = clm_random_below(t->random, t->size);

    t->bytes[at] ^= (unsigned char)(1 + clm_random_below(t->random, 255));
    file_write(t->path, t->bytes, t->size);
}

static void cut(target *t)
{
    assert_int_equal(truncate(t->path, (off_t)clm_random_below(t->random, t->size)), 0);
}

static void extend(target *t)
{
    assert_int_equal(
        truncate(t->path, (off_t)(t->size + 1 + clm_random_below(t->random, 1 << 20))), 0);
}

static void clear_a_block(target *t)
{
    const size_t at = clm_random_below(t->random, t->size - 8);
    bool zero = true;

    for (size_t k = at; k < t->size; k++) {
        zero = zero && t->bytes[k] == 0;
        t->bytes[k] = 0;
    }
    t->bytes[t->size - 1] = zero; /* ensures a change */
    file_write(t->path, t->bytes, t->size);
}

/* Copies the images of another unit. */
static void copy_another_unit(target *t)
{
    const char *from = job_path(t->job, strcmp(t->name, "images/1") != 0 ? "images/1"
                                                                         : "images/2");

    file_write(t->path, t->bytes, read_file(from, t->bytes));
}

static void copy_another_job(target *t)
{
    file_write(t->path, t->bytes, read_file(job_path(t->other, t->name), t->bytes));
}

static void make_folder(target *t)
{
    char inside[3 * JOB_PATH];

    assert_int_equal(unlink(t->path), 0);
    assert_int_equal(mkdir(t->path, S_IRWXU), 0);
    (void)snprintf(inside, sizeof inside, "%s/thesis.tex", t->path);
    file_write(inside, t->bytes, t->size);
}

static void make_pipe(target *t)
{
    assert_int_equal(unlink(t->path), 0);
    assert_int_equal(mkfifo(t->path, S_IRUSR | S_IWUSR), 0);
}

/* Replaces the file by a link to valid images. */
static void make_link(target *t)
{
    char elsewhere[2 * JOB_PATH];

    (void)snprintf(elsewhere, sizeof elsewhere, "%s/good", t->job->above);
    assert_int_equal(rename(t->path, elsewhere), 0);
    assert_int_equal(symlink(elsewhere, t->path), 0);
}

static void make_socket(target *t)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    assert_int_equal(unlink(t->path), 0);
    assert_true(fd >= 0 && strlen(t->path) < sizeof address.sun_path);
    memcpy(address.sun_path, t->path, strlen(t->path) + 1);
    assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(close(fd), 0);
}

/* Makes a nonexistent device, if root may, or a read-only pipe. */
static void make_device(target *t)
{
    assert_int_equal(unlink(t->path), 0);
    if (mknod(t->path, S_IFCHR | S_IRUSR, makedev(250, 250)) != 0)
        assert_int_equal(mkfifo(t->path, S_IRUSR), 0);
}

static void make_foreign(target *t)
{
    if (geteuid() != 0 || chown(t->path, 65534, 65534) != 0)
        make_pipe(t);
}

/* ---- expected behaviour ---- */

static void (*const ways[])(target *) = {
    cut, extend, clear_a_block, copy_another_unit, copy_another_job, make_folder, make_pipe,
    make_link, make_socket, make_device, make_foreign,
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Checks that the message names the file and its new name, and that no other file changes. */
static void expect_found(clmodp_context *context, const target *t)
{
    const test_job *j = t->job;
    char aside[3 * JOB_PATH];
    struct stat before, after;
    clmodp_zx *r = zx_new();

    assert_int_equal(lstat(t->path, &before), 0);
    assert_int_equal(clmodp_job_finish(context, r, NULL, NULL, j->folder), CLMODP_DAMAGED);
    assert_non_null(strstr(clmodp_context_message(context), t->name));
    assert_non_null(strstr(clmodp_context_message(context), ".damaged-1"));
    (void)snprintf(aside, sizeof aside, "%s.damaged-1", t->path);
    assert_int_equal(lstat(aside, &after), 0);
    assert_true(before.st_ino == after.st_ino && before.st_size == after.st_size);
    assert_int_equal(lstat(t->path, &after), -1);
    assert_int_equal(job_state(context, j).done, j->units - 1);
    assert_int_equal(clmodp_job_finish(context, r, NULL, NULL, j->folder), CLMODP_INVALID);
    clmodp_zx_destroy(r);
    if (S_ISDIR(before.st_mode)) {
        (void)strncat(aside, "/thesis.tex", sizeof aside - strlen(aside) - 1);
        assert_int_equal(unlink(aside), 0);
        *strrchr(aside, '/') = '\0';
    }
    assert_int_equal(remove(aside), 0);
}

static void images_can_be_anything(void **state)
{
    clmodp_context *context = host_context();
    clm_random random = {5};
    target *t = calloc(1, sizeof *t);
    test_job j, other;
    uint64_t units;

    (void)state;
    assert_non_null(t);
    test_job_begin(&j, context, 6);
    test_job_begin(&other, context, 16);
    for (int k = 0; k < 2; k++) {
        const test_job *one = k == 0 ? &j : &other;

        assert_int_equal(clmodp_job_create(context, one->folder, one->plan, "x", 1), CLMODP_OK);
        assert_int_equal(clmodp_job_work(context, NULL, one->folder, NULL), CLMODP_OK);
    }
    for (uint64_t turn = 0; turn < (long_tests() ? 5000 : random_cases(500)); turn++) {
        *t = (target){.job = &j, .other = &other, .random = &random};
        (void)snprintf(t->name, sizeof t->name, "images/%d",
                       (int)clm_random_below(&random, 10));
        (void)snprintf(t->path, sizeof t->path, "%s", job_path(&j, t->name));
        t->size = read_file(t->path, t->bytes);
        (turn % 2 == 0 ? change_a_byte : ways[turn / 2 % WAYS])(t);
        expect_found(context, t);
        assert_int_equal(clmodp_job_work(context, &units, j.folder, NULL), CLMODP_OK);
        assert_int_equal(units, 1);
        if (turn % 16 < 2)
            expect_result(context, &j);
    }
    expect_result(context, &j);
    test_job_end(&other);
    test_job_end(&j);
    free(t);
    clmodp_context_destroy(context);
}

/* One call detects all damaged files, and files set aside always get new names. */
static void many_at_once(void **state)
{
    clmodp_context *context = host_context();
    clmodp_zx *r = zx_new();
    struct stat status;
    uint64_t units;
    test_job j;

    (void)state;
    test_job_submit(&j, context, 7);
    for (int turn = 0; turn < 3; turn++) {
        assert_int_equal(clmodp_job_work(context, &units, j.folder, NULL), CLMODP_OK);
        assert_int_equal(units, turn == 0 ? j.units : 3);
        for (int unit = 2; unit < 5; unit++) {
            char name[32];

            (void)snprintf(name, sizeof name, "images/%d", unit);
            assert_int_equal(truncate(job_path(&j, name), 40), 0);
        }
        assert_int_equal(clmodp_job_finish(context, r, NULL, NULL, j.folder), CLMODP_DAMAGED);
        assert_non_null(strstr(clmodp_context_message(context), "3 of"));
    }
    assert_int_equal(stat(job_path(&j, "images/4.damaged-3"), &status), 0);
    assert_int_equal(clmodp_job_work(context, &units, j.folder, NULL), CLMODP_OK);
    expect_result(context, &j);
    clmodp_zx_destroy(r);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

/* A damaged plan is rejected, with its note; submitting again supersedes both. */
static void plans_can_be_superseded(void **state)
{
    clmodp_context *context = host_context();
    clm_random random = {9};
    target *t = calloc(1, sizeof *t);
    static unsigned char valid[FILE_SIZE];
    clmodp_zx *r = zx_new();
    test_job j;
    void *note;
    size_t size, valid_size;

    (void)state;
    assert_non_null(t);
    test_job_begin(&j, context, 10);
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "x, y", 4), CLMODP_OK);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_OK);
    for (uint64_t turn = 0; turn < random_cases(96); turn++) {
        *t = (target){.job = &j, .random = &random};
        (void)snprintf(t->path, sizeof t->path, "%s", job_path(&j, "plan"));
        t->size = read_file(t->path, t->bytes);
        memcpy(valid, t->bytes, t->size);
        valid_size = t->size;
        (turn % 3 == 0 ? change_a_byte : turn % 3 == 1 ? cut : extend)(t);
        assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_DAMAGED);
        assert_non_null(strstr(clmodp_context_message(context), "/plan"));
        assert_int_equal(clmodp_job_finish(context, r, NULL, NULL, j.folder), CLMODP_DAMAGED);
        assert_int_equal(clmodp_job_note(context, &note, &size, j.folder), CLMODP_DAMAGED);
        assert_null(note);
        assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "x, y", 4), CLMODP_OK);
        assert_int_equal(job_state(context, &j).done, j.units);
        assert_int_equal(clmodp_job_note(context, &note, &size, j.folder), CLMODP_OK);
        assert_true(size == 4 && memcmp(note, "x, y", 4) == 0);
        clmodp_job_note_free(note);
        file_write(t->path, valid, valid_size);
        assert_int_equal(unlink(job_path(&j, "plan.1")), 0);
    }
    expect_result(context, &j);
    assert_int_equal(unlink(job_path(&j, "plan")), 0);
    assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_FILE);
    clmodp_zx_destroy(r);
    test_job_end(&j);
    free(t);
    clmodp_context_destroy(context);
}

/* Each damaged plan is superseded by another file, up to 16 of them. */
static void plans_are_superseded_in_turn(void **state)
{
    clmodp_context *context = host_context();
    char name[32] = "plan";
    test_job j;

    (void)state;
    test_job_begin(&j, context, 11);
    for (int k = 1; k <= 16; k++) {
        assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "a", 1), CLMODP_OK);
        if (k == 16) {
            assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_OK);
            expect_result(context, &j);
        }
        file_write(job_path(&j, name), "clmodp", 6);
        (void)snprintf(name, sizeof name, "plan.%d", k);
    }
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "a", 1), CLMODP_DAMAGED);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(images_can_be_anything),
    cmocka_unit_test(many_at_once),
    cmocka_unit_test(plans_can_be_superseded),
    cmocka_unit_test(plans_are_superseded_in_turn));
