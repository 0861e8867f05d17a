/* Look at the space that is left for compilers. */
#include "device/disk.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "portable/portable.h"

/* PoCL 3.1 writes 2 MiB for the kernels of one program. */
#define LITTLE_SPACE ((uint64_t)8 << 20)

#define FOLDER_SIZE 1024

/* statvfs of the folder or, where it does not exist yet, of the nearest one above it. */
static bool look_above(struct statvfs *status, const char *folder)
{
    char above[FOLDER_SIZE];

    (void)snprintf(above, sizeof above, "%s", folder);
    while (statvfs(above, status) != 0) {
        char *end = strrchr(above, '/');

        if (errno != ENOENT || end == NULL || end == above)
            return false;
        *end = '\0';
    }
    return true;
}

/* Append a line about a folder if there is little space. */
static void look_at(char *out, size_t size, size_t *used, const char *folder, const char *remedy)
{
    struct statvfs status;
    uint64_t left;
    int length;

    if (!look_above(&status, folder))
        return;
    left = (uint64_t)status.f_bavail * status.f_frsize;
    if (left >= LITTLE_SPACE && (status.f_files == 0 || status.f_favail > 0))
        return;
    length = snprintf(out + *used, size - *used,
                      "\nthe disk of %.300s, where the compiler may write, is nearly full: "
                      "%llu KiB are left%s; free some space, or set %s to another folder",
                      folder, (unsigned long long)left >> 10,
                      status.f_files > 0 && status.f_favail == 0 ? ", and no files" : "",
                      remedy);
    if (length > 0)
        *used += (size_t)length < size - *used ? (size_t)length : size - *used - 1;
}

/* Append a line about the length that this process's files may have, if that is little. */
static void look_at_limit(char *out, size_t size, size_t *used)
{
    struct rlimit limit;
    int length;

    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= LITTLE_SPACE)
        return;
    length = snprintf(out + *used, size - *used,
                      "\nfiles of this process may have %llu bytes at most (ulimit -f), which is "
                      "little for a compiler",
                      (unsigned long long)limit.rlim_cur);
    if (length > 0)
        *used += (size_t)length < size - *used ? (size_t)length : size - *used - 1;
}

void clm_disk_explain(char *out, size_t size)
{
    static const struct {
        const char *variable, *below, *otherwise;
        const char *remedy; /* the variable that names another folder instead */
        bool last;          /* no others are looked at if this one is set */
    } places[] = {
        {"TMPDIR", "", "/tmp", "TMPDIR", false},
        {"POCL_CACHE_DIR", "", NULL, "POCL_CACHE_DIR", true},
        {"XDG_CACHE_HOME", "", NULL, "XDG_CACHE_HOME", true},
        {"HOME", "/.cache", NULL, "XDG_CACHE_HOME", true},
    };
    char folder[FOLDER_SIZE];
    size_t used = 0;
    bool done = false;

    *out = '\0';
    look_at_limit(out, size, &used);
    for (size_t i = 0; i < sizeof places / sizeof *places && !done; i++) {
        const char *value = clm_environment(places[i].variable);
        const bool set = value != NULL && *value != '\0';

        if (!set)
            value = places[i].otherwise;
        if (value == NULL ||
            snprintf(folder, sizeof folder, "%s%s", value, places[i].below) >= (int)sizeof folder)
            continue;
        look_at(out, size, &used, folder, places[i].remedy);
        done = set && places[i].last;
    }
}
