/* Tests of a device must use one: a test that this file is linked into fails if it launched no
 * kernel, whichever engine it thought it had.
 *
 * The test's own clEnqueueNDRangeKernel stands before the loader's and counts what succeeds; the
 * count is looked at when the test ends, unless it failed before. Not where the engine is left
 * open, since the host may then compute all (CLMODP_TEST_ENGINE), nor where the test is skipped
 * (context_launches_nothing). */
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

static enqueue_function next; /* the loader's */
static atomic_ulong launches;
static pid_t tester; /* children that a test forks are not asked */

static void look(void)
{
    const char *engine = getenv("CLMODP_TEST_ENGINE");
    const bool open = (engine != NULL && strcmp(engine, "auto") == 0) ||
                      getenv("CLMODP_TEST_LAUNCHES_NOTHING") != NULL;

    if (getpid() != tester || open || atomic_load(&launches) > 0)
        return;
    (void)fflush(stdout);
    (void)fprintf(stderr, "a test of a device that launches nothing\n");
    _exit(1);
}

__attribute__((constructor)) static void begin(void)
{
    *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
    tester = getpid();
    if (next == NULL || atexit(look) != 0)
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
