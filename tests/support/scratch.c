/* Creates, fills and removes a scratch directory. */
#include "support/scratch.h"

#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/assertions.h"

void scratch_make(scratch *s)
{
    const char *parent = getenv("TMPDIR");

    if (parent == NULL || strlen(parent) > 64)
        parent = "/tmp";
    (void)snprintf(s->path, sizeof s->path, "%s/clmodp-test-XXXXXX", parent);
    assert_non_null(mkdtemp(s->path));
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status;
    (void)type;
    (void)at;
    return remove(path);
}

void folder_remove(const char *path)
{
    assert_int_equal(nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

void scratch_remove(const scratch *s)
{
    folder_remove(s->path);
}

void scratch_name(const scratch *s, char out[SCRATCH_PATH], const char *name)
{
    (void)snprintf(out, SCRATCH_PATH, "%s/%s", s->path, name);
}

void file_write(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void scratch_write(const scratch *s, const char *name, const void *data, size_t size)
{
    char path[SCRATCH_PATH];

    scratch_name(s, path, name);
    file_write(path, data, size);
}

void scratch_put(const scratch *s, const char *name, const char *text)
{
    scratch_write(s, name, text, strlen(text));
}
