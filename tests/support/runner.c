/* The main function of all test programs (support/runner.h).
 *
 * Tests of a device must use it: if CLMODP_TEST_LAUNCHES is set, a test fails if it launched no
 * kernel, whichever engine was selected. The program's own clEnqueueNDRangeKernel replaces the
 * loader's and counts successful launches. The count is checked when the tests end, unless one
 * failed before, the engine is left open, so that the host may compute everything
 * (CLMODP_TEST_ENGINE), or the test is skipped (context_launches_nothing). */
#include "support/runner.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <dlfcn.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

typedef cl_int(CL_API_CALL *enqueue_function)(cl_command_queue, cl_kernel, cl_uint, const size_t *,
                                              const size_t *, const size_t *, cl_uint,
                                              const cl_event *, cl_event *);

static enqueue_function next; /* the loader's; NULL in programs without OpenCL */
static atomic_ulong launches;
static pid_t tester; /* child processes forked by a test are not checked */

static bool must_launch(void)
{
    const char *engine = getenv("CLMODP_TEST_ENGINE");

    return getpid() == tester && getenv("CLMODP_TEST_LAUNCHES") != NULL &&
           (engine == NULL || strcmp(engine, "auto") != 0);
}

static void check_launches(void)
{
    if (!must_launch() || atomic_load(&launches) > 0)
        return;
    (void)fflush(stdout);
    (void)fprintf(stderr, "this test of a device has launched no kernel\n");
    _exit(1);
}

__attribute__((constructor)) static void begin(void)
{
    *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
    tester = getpid();
    if (atexit(check_launches) != 0)
        abort();
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                          cl_uint dimensions, const size_t *offset,
                                          const size_t *global, const size_t *local,
                                          cl_uint count, const cl_event *before, cl_event *event)
{
    const cl_int code =
        next(queue, kernel, dimensions, offset, global, local, count, before, event);

    if (code == CL_SUCCESS)
        atomic_fetch_add(&launches, 1);
    return code;
}

static test_file *files;
const char *runner_program, *runner_argument;

void runner_add(test_file *file)
{
    file->next = files;
    files = file;
}

/* Returns whether the file's name is `name`, without folders and ".c". */
static bool is_called(const test_file *file, const char *name)
{
    const char *slash = strrchr(file->path, '/'), *last = slash != NULL ? slash + 1 : file->path;
    const size_t length = strlen(name);

    return strncmp(last, name, length) == 0 && strcmp(last + length, ".c") == 0;
}

int main(int count, char **arguments)
{
    const bool alone = files != NULL && files->next == NULL;

    runner_program = count > 0 ? arguments[0] : "";
    runner_argument = count > 2 ? arguments[2] : NULL;
    for (const test_file *file = files; file != NULL; file = file->next)
        if (alone || (count > 1 && is_called(file, arguments[1])))
            return file->run();
    (void)fprintf(stderr, "usage: %s FILE [ARGUMENT]; there are:\n", runner_program);
    for (const test_file *file = files; file != NULL; file = file->next)
        (void)fprintf(stderr, "    %s\n", file->path);
    return 2;
}
