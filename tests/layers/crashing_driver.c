/* An OpenCL driver without devices. Copies of its file behave by their names: libtrap.so,
 * libexit.so, libslow.so and the second libmeets-*.so end the process in the constructor,
 * libplatforms.so and libdevices.so when asked for these. The file CLMODP_TEST_DRIVER_LOADS lists
 * processes that loaded it. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#define EXPORT __attribute__((visibility("default")))

static cl_icd_dispatch calls;
struct _cl_platform_id {
    const cl_icd_dispatch *calls;
};
static struct _cl_platform_id platform = {&calls};

static bool behaves(const char *behaviour)
{
    Dl_info own;

    return dladdr(&calls, &own) != 0 && strstr(strrchr(own.dli_fname, '/'), behaviour) != NULL;
}

static void note_load(void)
{
    const char *path = getenv("CLMODP_TEST_DRIVER_LOADS");
    const int fd = path != NULL ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;

    if (fd >= 0) {
        (void)dprintf(fd, "%ld\n", (long)getpid());
        (void)close(fd);
    }
}

__attribute__((constructor)) static void load(void)
{
    static const char other[] = "CLMODP_TEST_DRIVER_IS_LOADED";

    note_load();
    if (behaves("libtrap")) {
        (void)fputs("an option is registered twice\n", stderr);
        (void)raise(SIGTRAP);
    } else if (behaves("libexit")) {
        exit(0);
    } else if (behaves("libslow")) {
        (void)raise(SIGALRM);
    } else if (behaves("libmeets")) {
        if (getenv(other) != NULL)
            abort();
        (void)setenv(other, "yes", 1);
    }
}

static cl_int CL_API_CALL list_devices(cl_platform_id id, cl_device_type type, cl_uint entries,
                                       cl_device_id *devices, cl_uint *count)
{
    (void)id, (void)type, (void)entries, (void)devices, (void)count;
    if (behaves("libdevices"))
        abort();
    return CL_DEVICE_NOT_FOUND;
}

static cl_int CL_API_CALL describe(cl_platform_id id, cl_platform_info what, size_t size,
                                   void *value, size_t *needed)
{
    const char *text = what == CL_PLATFORM_EXTENSIONS ? "cl_khr_icd" : "TEST";

    (void)id;
    if (value != NULL && size <= strlen(text))
        return CL_INVALID_VALUE;
    if (value != NULL)
        memcpy(value, text, strlen(text) + 1);
    if (needed != NULL)
        *needed = strlen(text) + 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL list_platforms(cl_uint entries, cl_platform_id *platforms,
                                         cl_uint *count)
{
    if (behaves("libplatforms"))
        abort();
    calls.clGetPlatformInfo = describe;
    calls.clGetDeviceIDs = list_devices;
    if (entries > 0 && platforms != NULL)
        platforms[0] = &platform;
    if (count != NULL)
        *count = 1;
    return CL_SUCCESS;
}

EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    clIcdGetPlatformIDsKHR_fn platforms = list_platforms;
    cl_int(CL_API_CALL *information)(cl_platform_id, cl_platform_info, size_t, void *, size_t *) =
        describe;
    void *found = NULL;

    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
        memcpy(&found, &platforms, sizeof found);
    else if (strcmp(name, "clGetPlatformInfo") == 0)
        memcpy(&found, &information, sizeof found);
    return found;
}
