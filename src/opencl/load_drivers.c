/* The program clmodp-load-drivers. A mere fork of a process with threads cannot load libraries:
 * locks of the dynamic linker and the allocator may be held forever. */
#include "opencl/load_drivers.h"

#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include "portable/portable.h"

enum { MOST_PLATFORMS = 16 };

static void load_all(void)
{
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint count = 0, devices;

    if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS)
        return;
    for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++)
        (void)clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &devices);
}

/* Loads a driver and lists its devices like an OpenCL loader (extension cl_khr_icd). */
static void load_one(const char *library)
{
    void *const handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    void *const symbol = handle != NULL ? dlsym(handle, "clGetExtensionFunctionAddress") : NULL;
    void *(CL_API_CALL *find)(const char *) = NULL;
    clIcdGetPlatformIDsKHR_fn list = NULL;
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint count = 0, devices;
    void *found;

    if (symbol == NULL)
        return;
    memcpy(&find, &symbol, sizeof find); /* C cannot convert it */
    found = find("clIcdGetPlatformIDsKHR");
    memcpy(&list, &found, sizeof list);
    if (list == NULL || list(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS)
        return;
    for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++) {
        const cl_icd_dispatch *calls = *(cl_icd_dispatch *const *)(const void *)platforms[i];

        if (calls != NULL && calls->clGetDeviceIDs != NULL)
            (void)calls->clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &devices);
    }
}

int main(int count, char **arguments)
{
    const struct rlimit no_core = {0, 0};

    clm_end_with_parent(SIGKILL);
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)signal(SIGXFSZ, SIG_IGN); /* a limit on files is no fault of a driver */
    (void)lseek(STDOUT_FILENO, 1, SEEK_SET);
    (void)alarm(CLM_DRIVERS_SECONDS);
    if (count < 2)
        load_all();
    for (int k = 1; k < count; k++) {
        const unsigned char number = (unsigned char)k;

        if (pwrite(STDOUT_FILENO, &number, sizeof number, 0) == (ssize_t)sizeof number)
            load_one(arguments[k]);
    }
    _exit(CLM_DRIVERS_LOADED); /* without the drivers' functions at exit */
}
