/* An OpenCL layer measuring kernels and calls: commands by the device's clock, calls by the
 * caller's. Every queue is given profiling; when the process ends, two tables are written to the
 * file PROFILE_LAYER_FILE, or to stderr. bench/kernels inserts it above a driver. Commands must
 * come from one thread; other calls may come from several, and then their times are added. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "layers/layer.h"

#define NAME_BYTES 64
#define MOST_LINES 512
#define MOST_WAITING 65536

const char layer_name[] = "clmodp profile";

/* Time, calls and items counted under one name. */
typedef struct line {
    char name[NAME_BYTES];
    double seconds;
    unsigned long long count, items;
} line;

typedef struct lines {
    line of[MOST_LINES];
    size_t count;
} lines;

/* Commands whose times are not known yet. */
typedef struct command {
    cl_event event;
    line *line;
} command;

static lines commands, calls;
static command waiting[MOST_WAITING];
static size_t waiting_count;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the line of a name, or the last line if the table is full. */
static line *line_of(lines *t, const char *name)
{
    size_t k = 0;

    while (k < t->count && strcmp(t->of[k].name, name) != 0)
        k++;
    if (k == MOST_LINES)
        return &t->of[MOST_LINES - 1];
    if (k == t->count) {
        (void)snprintf(t->of[k].name, NAME_BYTES, "%s", name);
        t->count++;
    }
    return &t->of[k];
}

static void called(const char *name, double began)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    line *l;

    (void)pthread_mutex_lock(&lock);
    l = line_of(&calls, name);
    l->seconds += now() - began;
    l->count++;
    (void)pthread_mutex_unlock(&lock);
}

/* Waits for all commands, and adds their times. */
static void drain(void)
{
    for (size_t k = 0; k < waiting_count; k++) {
        cl_ulong began = 0, ended = 0;
        const cl_event event = waiting[k].event;

        (void)next->clWaitForEvents(1, &event);
        if (next->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof began, &began,
                                          NULL) == CL_SUCCESS &&
            next->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended,
                                          NULL) == CL_SUCCESS && ended >= began)
            waiting[k].line->seconds += 1e-9 * (double)(ended - began);
        (void)next->clReleaseEvent(event);
    }
    waiting_count = 0;
}

/* Records an enqueued command of `items` work-items or bytes. `own`: the caller has not requested
 * its event. */
static void enqueued(const char *name, cl_event *event, int own, size_t items)
{
    line *l = line_of(&commands, name);

    l->count++;
    l->items += items;
    if (waiting_count == MOST_WAITING)
        drain();
    if (!own)
        (void)next->clRetainEvent(*event);
    waiting[waiting_count++] = (command){*event, l};
}

static cl_command_queue CL_API_CALL
my_clCreateCommandQueue(cl_context context, cl_device_id device,
                        cl_command_queue_properties properties, cl_int *code)
{
    return next->clCreateCommandQueue(context, device, properties | CL_QUEUE_PROFILING_ENABLE,
                                      code);
}

static cl_int CL_API_CALL my_clReleaseCommandQueue(cl_command_queue queue)
{
    drain();
    return next->clReleaseCommandQueue(queue);
}

static cl_int CL_API_CALL my_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                                    cl_uint dimensions, const size_t *offset,
                                                    const size_t *global, const size_t *local,
                                                    cl_uint count, const cl_event *before,
                                                    cl_event *event)
{
    char name[NAME_BYTES] = "?";
    cl_event mine = NULL, *to = event != NULL ? event : &mine;
    size_t items = 1;
    double began;
    cl_int code;

    (void)next->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    for (cl_uint k = 0; k < dimensions; k++)
        items *= global[k];
    began = now();
    code = next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                        before, to);
    called("clEnqueueNDRangeKernel", began);
    if (code == CL_SUCCESS)
        enqueued(name, to, event == NULL, items);
    return code;
}

/* Defines a transfer. The parameter `event` is the caller's; the argument `to` is always set. */
#define TRANSFER(function, label, command, parameters, arguments)       \
    static cl_int CL_API_CALL my_##function parameters                  \
    {                                                                   \
        const double began = now();                                     \
        cl_event mine = NULL, *to = event != NULL ? event : &mine;      \
        const cl_int code = next->function arguments;                   \
                                                                        \
        called(label, began);                                           \
        if (code == CL_SUCCESS)                                         \
            enqueued(command, to, event == NULL, bytes);                \
        return code;                                                    \
    }

TRANSFER(clEnqueueWriteBuffer, waits ? "clEnqueueWriteBuffer, waiting" : "clEnqueueWriteBuffer",
         "(write)",
         (cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t offset, size_t bytes,
          const void *source, cl_uint count, const cl_event *before, cl_event *event),
         (queue, buffer, waits, offset, bytes, source, count, before, to))

TRANSFER(clEnqueueReadBuffer, waits ? "clEnqueueReadBuffer, waiting" : "clEnqueueReadBuffer",
         "(read)",
         (cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t offset, size_t bytes,
          void *target, cl_uint count, const cl_event *before, cl_event *event),
         (queue, buffer, waits, offset, bytes, target, count, before, to))

TRANSFER(clEnqueueFillBuffer, "clEnqueueFillBuffer", "(fill)",
         (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_bytes,
          size_t offset, size_t bytes, cl_uint count, const cl_event *before, cl_event *event),
         (queue, buffer, pattern, pattern_bytes, offset, bytes, count, before, to))

/* Defines a call measured by the caller's clock only. */
#define TIMED(type, function, parameters, arguments)    \
    static type CL_API_CALL my_##function parameters    \
    {                                                   \
        const double began = now();                     \
        const type result = next->function arguments;   \
                                                        \
        called(#function, began);                       \
        return result;                                  \
    }

TIMED(cl_mem, clCreateBuffer,
      (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *code),
      (context, flags, size, host, code))

TIMED(cl_int, clReleaseMemObject, (cl_mem mem), (mem))

TIMED(cl_int, clSetKernelArg, (cl_kernel kernel, cl_uint k, size_t size, const void *value),
      (kernel, k, size, value))

TIMED(cl_int, clFinish, (cl_command_queue queue), (queue))

TIMED(cl_int, clFlush, (cl_command_queue queue), (queue))

TIMED(cl_int, clWaitForEvents, (cl_uint count, const cl_event *events), (count, events))

TIMED(cl_int, clGetEventInfo,
      (cl_event event, cl_event_info what, size_t size, void *value, size_t *needed),
      (event, what, size, value, needed))

TIMED(cl_int, clBuildProgram,
      (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
       void(CL_CALLBACK *notify)(cl_program, void *), void *user),
      (program, count, devices, options, notify, user))

static int by_seconds(const void *a, const void *b)
{
    const double x = ((const line *)a)->seconds, y = ((const line *)b)->seconds;

    return (x < y) - (x > y);
}

static void show(FILE *file, lines *t, const char *head)
{
    double all = 0;

    qsort(t->of, t->count, sizeof *t->of, by_seconds);
    for (size_t k = 0; k < t->count; k++)
        all += t->of[k].seconds;
    (void)fprintf(file, "%-34s %10s %9s %7s %14s\n", head, "ms", "times", "%", "items, bytes");
    for (size_t k = 0; k < t->count; k++)
        (void)fprintf(file, "%-34s %10.3f %9llu %7.2f %14llu\n", t->of[k].name,
                      1e3 * t->of[k].seconds, t->of[k].count,
                      100 * t->of[k].seconds / (all > 0 ? all : 1), t->of[k].items);
    (void)fprintf(file, "%-34s %10.3f\n\n", "all", 1e3 * all);
}

static __attribute__((destructor)) void report(void)
{
    const char *name = getenv("PROFILE_LAYER_FILE");
    FILE *file = name != NULL ? fopen(name, "w") : stderr;

    if (file == NULL || next == NULL)
        return;
    show(file, &commands, "commands, by the device's clock");
    show(file, &calls, "calls, by the caller's clock");
    if (file != stderr)
        (void)fclose(file);
}

#define ENTRY(function) table->function = my_##function

void layer_fill(cl_icd_dispatch *table)
{
    ENTRY(clCreateCommandQueue);
    ENTRY(clReleaseCommandQueue);
    ENTRY(clEnqueueNDRangeKernel);
    ENTRY(clEnqueueWriteBuffer);
    ENTRY(clEnqueueReadBuffer);
    ENTRY(clEnqueueFillBuffer);
    ENTRY(clCreateBuffer);
    ENTRY(clReleaseMemObject);
    ENTRY(clSetKernelArg);
    ENTRY(clFinish);
    ENTRY(clFlush);
    ENTRY(clWaitForEvents);
    ENTRY(clGetEventInfo);
    ENTRY(clBuildProgram);
}
