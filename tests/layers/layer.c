/* The loader's interface to a layer: its version and name, and its table of calls.
 *
 * Every layer lets one process at a time build a program, so that tests can share a cache of PoCL.
 * Before version 6.0 PoCL removes an existing compiled program before it renames its own to this
 * name (pocl_write_file). If two processes compile the same program, the second removal fails, and
 * a third process may find the file gone before reading it. Kernels compiled later, for sizes of
 * groups, are only renamed. */
#include "layers/layer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static cl_icd_dispatch below;
const cl_icd_dispatch *next = &below;
static const cl_icd_dispatch *driver;

/* Returns a hash of the program's text, the same in all processes (FNV-1a). */
static unsigned text_number(cl_program program)
{
    unsigned number = 2166136261u;
    size_t size = 0;
    char *text = NULL;

    if (driver->clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) == CL_SUCCESS &&
        (text = calloc(size + 1, 1)) != NULL &&
        driver->clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text, NULL) == CL_SUCCESS)
        for (const char *place = text; *place != '\0'; place++)
            number = (number ^ (unsigned char)*place) * 16777619u;
    free(text);
    return number;
}

/* Locks a program's text in PoCL's cache; returns a negative number if there is no lock. */
static int lock_text(cl_program program)
{
    const char *cache = getenv("POCL_CACHE_DIR");
    char path[4096];
    int fd = -1;

    if (cache != NULL && cache[0] != '\0') {
        (void)snprintf(path, sizeof path, "%s/lock-%u", cache, text_number(program) % 256);
        fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    }
    if (fd >= 0)
        (void)flock(fd, LOCK_EX);
    return fd;
}

/* Returns whether a build log has warnings, apart from Intel's about kernels that it does not
 * vectorise. */
static int has_warnings(const char *log)
{
    static const char word[] = "warning:", allowed[] = "warning: kernel \"";
    const char *found = strstr(log, word);

    while (found != NULL && strncmp(found, allowed, sizeof allowed - 1) == 0)
        found = strstr(found + 1, word);
    return found != NULL;
}

/* Aborts if the build log has warnings. PoCL only counts them, on standard error. */
static void refuse_warnings(cl_program program, cl_device_id device)
{
    char log[1 << 16] = "";

    if (driver->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log,
                                      NULL) == CL_SUCCESS &&
        has_warnings(log)) {
        (void)fprintf(stderr, "%s\n", log);
        abort();
    }
}

static cl_int CL_API_CALL build_alone(cl_program program, cl_uint count,
                                      const cl_device_id *devices, const char *options,
                                      void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
    const int lock = lock_text(program);
    const cl_int code =
        driver->clBuildProgram(program, count, devices, options, notify, user);

    if (lock >= 0)
        (void)close(lock);
    if (code == CL_SUCCESS && count > 0)
        refuse_warnings(program, devices[0]);
    return code;
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value,
                                                      size_t *needed)
{
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const int is_version = what == CL_LAYER_API_VERSION;
    const void *answer = is_version ? (const void *)&version : layer_name;
    const size_t length = is_version ? sizeof version : strlen(layer_name) + 1;

    if (!is_version && what != CL_LAYER_NAME)
        return CL_INVALID_VALUE;
    if (value != NULL && size < length)
        return CL_INVALID_VALUE;
    if (value != NULL)
        memcpy(value, answer, length);
    if (needed != NULL)
        *needed = length;
    return CL_SUCCESS;
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *target,
                                                   cl_uint *entries_made,
                                                   const cl_icd_dispatch **made)
{
    static cl_icd_dispatch table;
    const size_t known = sizeof table / sizeof(void *);
    const size_t copied = entries < known ? entries : known;

    if (target == NULL || entries_made == NULL || made == NULL)
        return CL_INVALID_VALUE;
    memcpy(&below, target, copied * sizeof(void *));
    driver = target;
    below.clBuildProgram = build_alone;
    table = below;
    layer_fill(&table);
    *entries_made = (cl_uint)copied;
    *made = &table;
    return CL_SUCCESS;
}
