/* Explains failed builds of programs: the compiler's log, and disks or files without room. */
#include "opencl/build_failure.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "core/memory.h"
#include "opencl/opencl_error.h"
#include "opencl/source.h"
#include "portable/portable.h"

/* PoCL 3.1 writes 2 MiB for the kernels of one program. */
#define LITTLE_SPACE ((uint64_t)8 << 20)

#define FOLDER_SIZE 1024

/* Calls statvfs for the folder or, if it does not exist yet, for its nearest existing ancestor. */
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

/* Appends a line if the disk of a folder is nearly full. */
static void look_at_disk(char *out, size_t size, size_t *used, const char *folder,
                         const char *remedy)
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
                      status.f_files > 0 && status.f_favail == 0 ? ", and no files" : "", remedy);
    if (length > 0)
        *used += (size_t)length < size - *used ? (size_t)length : size - *used - 1;
}

/* Appends a line if this process may only write short files. */
static void look_at_file_limit(char *out, size_t size, size_t *used)
{
    struct rlimit limit;
    int length;

    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= LITTLE_SPACE)
        return;
    length = snprintf(out + *used, size - *used,
                      "\nfiles of this process may have %llu bytes at most (ulimit -f), which is "
                      "little for a compiler", (unsigned long long)limit.rlim_cur);
    if (length > 0)
        *used += (size_t)length < size - *used ? (size_t)length : size - *used - 1;
}

static void explain_disks(char *out, size_t size)
{
    static const struct {
        const char *variable, *below, *otherwise;
        const char *remedy; /* the variable that selects another folder */
        bool last;          /* if set, later folders are not examined */
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
    look_at_file_limit(out, size, &used);
    for (size_t i = 0; i < sizeof places / sizeof *places && !done; i++) {
        const char *value = clm_getenv_safe(places[i].variable);
        const bool set = value != NULL && *value != '\0';

        if (!set)
            value = places[i].otherwise;
        if (value == NULL ||
            snprintf(folder, sizeof folder, "%s%s", value, places[i].below) >= (int)sizeof folder)
            continue;
        look_at_disk(out, size, &used, folder, places[i].remedy);
        done = set && places[i].last;
    }
}

/* Returns the compiler's log, "" if there is none, to be released with free(). */
static clmodp_status read_log(clmodp_context *ctx, char **out, cl_program program)
{
    clmodp_status st = CLMODP_OK;
    size_t size = 0;

    TRY_CL(&ctx->error, clGetProgramBuildInfo, program, ctx->cl_device, CL_PROGRAM_BUILD_LOG, 0,
           NULL, &size);
    NEW(&ctx->error, *out, size + 1);
    TRY_CL(&ctx->error, clGetProgramBuildInfo, program, ctx->cl_device, CL_PROGRAM_BUILD_LOG,
           size, *out, NULL);
done:
    return st;
}

static bool is_blank(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return *text == '\0';
}

clmodp_status clm_build_fail(clmodp_context *ctx, bool *silent, cl_program program,
                             const char *source, const char *options)
{
    clmodp_status st = CLMODP_OK;
    char *said = NULL, *log = NULL, disks[800];

    *silent = false;
    TRY(read_log(ctx, &said, program));
    TRY(clm_source_log(&ctx->error, &log, source, said));
    *silent = is_blank(log);
    explain_disks(disks, sizeof disks);
    FAIL(&ctx->error, CLMODP_BUILD, "%s (%s, driver %s) cannot build the kernels with %s:%s\n%s",
         ctx->device.name, ctx->device.platform_name, ctx->device.driver, options, disks,
         *silent ? "(the compiler gave no reason)" : log);
done:
    free(log);
    free(said);
    return st;
}
