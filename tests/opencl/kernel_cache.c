/* Tests the cache of compiled kernels: they are stored, found again, and never used when the file
 * might be damaged or another user's. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "opencl/kernel.h"
#include "support/context.h"
#include "support/scratch.h"

static scratch sources, cache;

static const char kernel_text[] = "__kernel void answer(__global uint *a) { a[0] = 42; }\n";

static int set_up(void **state)
{
    (void)state;
    clmodp_context_destroy(context_open_in(NULL, "")); /* drivers load, which caches note */
    scratch_make(&sources);
    scratch_make(&cache);
    scratch_put(&sources, "answer.cl", kernel_text);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scratch_remove(&sources);
    scratch_remove(&cache);
    return 0;
}

/* Compiles or loads the kernel in a new context, and runs it. */
static void run_kernel(const char *cache_dir)
{
    clmodp_context *ctx = context_open_in(sources.path, cache_dir);
    const clm_kernel *kernel;
    clm_buffer buffer = {0};
    uint32_t answer = 0;

    ctx->tuning.binaries = true;
    assert_int_equal(clm_kernel_get(ctx, &kernel, "answer.cl", "answer"), CLMODP_OK);
    assert_int_equal(clm_buffer_create(ctx, &buffer, 1, 4), CLMODP_OK);
    assert_int_equal(clm_launch(ctx, kernel, 1, 1, ARG_OUT(&buffer, 1, uint32_t)), CLMODP_OK);
    assert_int_equal(clm_buffer_read(ctx, &buffer, 0, &answer, 4), CLMODP_OK);
    assert_int_equal(answer, 42);
    clm_buffer_destroy(ctx, &buffer);
    clmodp_context_destroy(ctx);
}

/* Returns the number of files in the cache; *path is the last one's. */
static size_t count_files(char path[SCRATCH_PATH])
{
    DIR *directory = opendir(cache.path);
    const struct dirent *entry;
    size_t count = 0;

    assert_non_null(directory);
    while ((entry = readdir(directory)) != NULL)
        if (entry->d_name[0] != '.') {
            scratch_name(&cache, path, entry->d_name);
            count++;
        }
    (void)closedir(directory);
    return count;
}

/* Returns the path of the only file in the cache. */
static void only_file(char path[SCRATCH_PATH])
{
    assert_int_equal(count_files(path), 1);
}

static ino_t inode(const char *path)
{
    struct stat status;

    assert_int_equal(lstat(path, &status), 0);
    return status.st_ino;
}

static void a_binary_is_kept_and_found(void **state)
{
    char path[SCRATCH_PATH];
    struct stat status;
    ino_t first;

    (void)state;
    run_kernel(cache.path);
    only_file(path);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    first = inode(path);
    run_kernel(cache.path);
    only_file(path);
    assert_int_equal(inode(path), first); /* a rebuild would have replaced it */

    scratch_put(&sources, "answer.cl", "__kernel void answer(__global uint *a) { *a = 42; }\n");
    run_kernel(cache.path);
    assert_int_equal(count_files(path), 2);
}

static const clm_kernel_files three = CLM_KERNEL_FILES("answer.cl", "other.cl", "broken.cl");

/* Opens a context whose files are compiled at the same time, each as a program. */
static clmodp_context *open_parallel(const char *cache_dir)
{
    clmodp_context *ctx = context_open_in(sources.path, cache_dir);

    ctx->tuning.binaries = ctx->tuning.parallel_builds = true;
    ctx->threads = 3;
    ctx->kept->together = &three;
    return ctx;
}

static void files_are_built_at_the_same_time(void **state)
{
    clmodp_context *ctx = open_parallel(cache.path);
    const clm_kernel *kernel;
    char path[SCRATCH_PATH];

    (void)state;
    scratch_put(&sources, "broken.cl", "kernel void none(global uint *a) { a[0] = missing; }\n");
    assert_int_equal(clm_kernel_get(ctx, &kernel, "answer.cl", "answer"), CLMODP_NO_KERNEL);
    assert_non_null(strstr(clmodp_context_message(ctx), "other.cl"));
    assert_int_equal(ctx->kept->builds, 0);
    scratch_put(&sources, "other.cl", "kernel void other(global uint *a) { a[0] = 43; }\n");
    assert_int_equal(clm_kernel_get(ctx, &kernel, "answer.cl", "answer"), CLMODP_OK);
    assert_int_equal(ctx->kept->builds, 2);
    assert_int_equal(clm_kernel_get(ctx, &kernel, "other.cl", "other"), CLMODP_OK);
    assert_int_equal(ctx->kept->builds, 2);
    assert_int_equal(clm_kernel_get(ctx, &kernel, "broken.cl", "none"), CLMODP_BUILD);
    assert_non_null(strstr(clmodp_context_message(ctx), "cannot build the kernels"));
    clmodp_context_destroy(ctx);
    assert_int_equal(count_files(path), 2);

    ctx = open_parallel(cache.path); /* loads one program, and leaves the other */
    assert_int_equal(clm_kernel_get(ctx, &kernel, "other.cl", "other"), CLMODP_OK);
    assert_int_equal(ctx->kept->builds, 1);
    clmodp_context_destroy(ctx);

    ctx = open_parallel(cache.path); /* finds one of two in the cache */
    scratch_put(&sources, "other.cl", "kernel void other(global uint *a) { a[0] = 44; }\n");
    assert_int_equal(clm_kernel_get(ctx, &kernel, "other.cl", "other"), CLMODP_OK);
    assert_int_equal(ctx->kept->builds, 2);
    clmodp_context_destroy(ctx);
    assert_int_equal(count_files(path), 3);
}

static void a_missing_directory_is_made_for_the_owner(void **state)
{
    char deep[SCRATCH_PATH], shallow[SCRATCH_PATH];
    struct stat status;

    (void)state;
    scratch_name(&cache, shallow, "a");
    scratch_name(&cache, deep, "a/b");
    run_kernel(deep);
    assert_int_equal(stat(shallow, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    assert_int_equal(stat(deep, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
}

/* Functions that spoil the file at `path`. */
static void truncate_half(const char *path)
{
    struct stat status;

    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(truncate(path, status.st_size / 2), 0);
}

static void truncate_header(const char *path)
{
    assert_int_equal(truncate(path, 10), 0);
}

static void truncate_all(const char *path)
{
    assert_int_equal(truncate(path, 0), 0);
}

static void lengthen(const char *path)
{
    FILE *file = fopen(path, "ab");

    assert_non_null(file);
    assert_int_equal(fputc('x', file), 'x');
    assert_int_equal(fclose(file), 0);
}

static void flip(const char *path, long offset, int whence)
{
    FILE *file = fopen(path, "r+b");
    int byte;

    assert_non_null(file);
    assert_int_equal(fseek(file, offset, whence), 0);
    byte = fgetc(file);
    assert_int_equal(fseek(file, offset, whence), 0);
    assert_true(fputc(byte ^ 1, file) != EOF);
    assert_int_equal(fclose(file), 0);
}

static void flip_magic(const char *path)
{
    flip(path, 0, SEEK_SET);
}

static void flip_key_size(const char *path)
{
    flip(path, 8, SEEK_SET);
}

static void flip_size(const char *path)
{
    flip(path, 16, SEEK_SET);
}

static void flip_size_greatly(const char *path)
{
    flip(path, 23, SEEK_SET);
}

static void flip_hash(const char *path)
{
    flip(path, 24, SEEK_SET);
}

static void flip_key(const char *path)
{
    flip(path, 40, SEEK_SET);
}

static void flip_last(const char *path)
{
    flip(path, -1, SEEK_END);
}

static void let_all_write(const char *path)
{
    assert_int_equal(chmod(path, 0602), 0);
}

static void let_group_write(const char *path)
{
    assert_int_equal(chmod(path, 0620), 0);
}

static void replace_by_link(const char *path)
{
    char elsewhere[SCRATCH_PATH];

    scratch_name(&sources, elsewhere, "moved");
    (void)unlink(elsewhere);
    assert_int_equal(rename(path, elsewhere), 0);
    assert_int_equal(symlink(elsewhere, path), 0);
}

static void replace_by_pipe(const char *path)
{
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
}

static void give_away(const char *path)
{
    assert_int_equal(chown(path, 65534, 65534), 0);
}

static void a_spoiled_file_is_replaced(void **state)
{
    const struct {
        const char *name;
        void (*spoil)(const char *path);
        bool root;
    } ways[] = {
        {"half", truncate_half, false},        {"header", truncate_header, false},
        {"empty", truncate_all, false},        {"longer", lengthen, false},
        {"magic", flip_magic, false},          {"size", flip_size, false},
        {"size, high", flip_size_greatly, false}, {"hash", flip_hash, false},
        {"key's size", flip_key_size, false},  {"key", flip_key, false},
        {"payload", flip_last, false},         {"world-writable", let_all_write, false},
        {"group-writable", let_group_write, false}, {"link", replace_by_link, false},
        {"pipe", replace_by_pipe, false},      {"foreign", give_away, true},
    };
    char path[SCRATCH_PATH];

    (void)state;
    run_kernel(cache.path);
    only_file(path);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ino_t spoiled;

        if (ways[i].root && geteuid() != 0)
            continue;
        ways[i].spoil(path);
        spoiled = inode(path);
        run_kernel(cache.path);
        only_file(path);
        if (inode(path) == spoiled)
            fail_msg("%s: the file was taken or left as it was", ways[i].name);
        spoiled = inode(path);
        run_kernel(cache.path);
        if (inode(path) != spoiled)
            fail_msg("%s: the new file was not taken", ways[i].name);
    }
}

static void a_file_under_a_wrong_name_is_not_taken(void **state)
{
    char path[SCRATCH_PATH], first[SCRATCH_PATH], second[SCRATCH_PATH];
    ino_t copied;

    (void)state;
    run_kernel(cache.path);
    only_file(first);
    scratch_name(&sources, path, "first");
    assert_int_equal(rename(first, path), 0);
    scratch_put(&sources, "answer.cl", "__kernel void answer(__global uint *a) { *a = 42; }\n");
    run_kernel(cache.path);
    only_file(second);
    assert_int_equal(rename(path, second), 0);
    copied = inode(second);
    run_kernel(cache.path);
    assert_true(inode(second) != copied);
}

static void a_directory_others_can_write_is_not_used(void **state)
{
    char path[SCRATCH_PATH];

    (void)state;
    assert_int_equal(chmod(cache.path, 0777), 0);
    run_kernel(cache.path);
    assert_int_equal(count_files(path), 0);
    assert_int_equal(chmod(cache.path, 0770), 0);
    run_kernel(cache.path);
    assert_int_equal(count_files(path), 0);
    if (geteuid() == 0) {
        assert_int_equal(chmod(cache.path, 0700), 0);
        assert_int_equal(chown(cache.path, 65534, 65534), 0);
        run_kernel(cache.path);
        assert_int_equal(count_files(path), 0);
        assert_int_equal(chown(cache.path, 0, 0), 0);
    }
}

static void a_directory_that_cannot_be_used_is_no_error(void **state)
{
    char path[SCRATCH_PATH];

    (void)state;
    assert_int_equal(chmod(cache.path, 0500), 0);
    run_kernel(cache.path);
    assert_int_equal(chmod(cache.path, 0700), 0);
    scratch_name(&sources, path, "answer.cl/below/a/file");
    run_kernel(path);
    run_kernel("");
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS(
    CASE(a_binary_is_kept_and_found),
    CASE(files_are_built_at_the_same_time),
    CASE(a_missing_directory_is_made_for_the_owner),
    CASE(a_spoiled_file_is_replaced),
    CASE(a_file_under_a_wrong_name_is_not_taken),
    CASE(a_directory_others_can_write_is_not_used),
    CASE(a_directory_that_cannot_be_used_is_no_error));
