/* Copies the kernel sources, with a change to one of them. */
#include "support/kernel_copy.h"

#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "support/assertions.h"

static struct {
    const scratch *target;
    size_t skipped; /* length of the source folder's path, with a slash */
    const char *changed, *prefix;
} copying;

static int copy_one(const char *path, const struct stat *status, int type, struct FTW *at)
{
    static char text[1 << 16];
    const char *name = path + copying.skipped;
    char made[SCRATCH_PATH];
    size_t length = 0;
    FILE *file;

    (void)status;
    if (at->level == 0)
        return 0;
    if (type == FTW_D) {
        scratch_name(copying.target, made, name);
        return mkdir(made, 0700);
    }
    file = fopen(path, "r");
    assert_non_null(file);
    if (strcmp(name, copying.changed) == 0)
        length = (size_t)snprintf(text, sizeof text, "%s", copying.prefix);
    length += fread(text + length, 1, sizeof text - 1 - length, file);
    text[length] = '\0';
    fclose(file);
    scratch_put(copying.target, name, text);
    return 0;
}

void copy_kernels(const scratch *target, const char *source, const char *changed,
                  const char *prefix)
{
    copying.target = target;
    copying.changed = changed;
    copying.skipped = strlen(source) + 1;
    copying.prefix = prefix;
    assert_int_equal(nftw(source, copy_one, 16, FTW_PHYS), 0);
}
