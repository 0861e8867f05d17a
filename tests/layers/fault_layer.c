/* An OpenCL layer that makes calls fail or crash, counts references and traffic, and flips bits;
 * see the header. The loader inserts it above the driver when OPENCL_LAYERS names it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "layers/fault_layer.h"
#include "layers/fault_meets.h"
#include "layers/layer.h"

const char layer_name[] = "clmodp fault layer";

/* Defines a call returning its error code. */
#define CODE(function, error, parameters, arguments)                        \
    static cl_int CL_API_CALL my_##function parameters                      \
    {                                                                       \
        return fault_meets(#function) ? (error) : next->function arguments; \
    }

/* Defines a call returning its error code; `count` updates the traffic if the call succeeds. */
#define COUNTED(function, error, parameters, arguments, count) \
    static cl_int CL_API_CALL my_##function parameters         \
    {                                                          \
        layer_traffic *traffic = &fault_control.traffic;       \
        cl_int code;                                           \
                                                               \
        if (fault_meets(#function))                            \
            return (error);                                    \
        code = next->function arguments;                       \
        if (code == CL_SUCCESS) {                              \
            count;                                             \
        }                                                      \
        return code;                                           \
    }

/* Defines a call returning a new handle, with its error code in `code`. */
#define HANDLE(type, function, error, parameters, arguments) \
    static type CL_API_CALL my_##function parameters         \
    {                                                        \
        type made = NULL;                                    \
                                                             \
        if (!fault_meets(#function)) {                       \
            made = next->function arguments;                 \
            fault_control.references += made != NULL;        \
        } else if (code != NULL) {                           \
            *code = (error);                                 \
        }                                                    \
        return made;                                         \
    }

/* Retaining may fail, releasing may not; both change the count of references. */
#define REFERENCES(type, object)                                \
    static cl_int CL_API_CALL my_clRetain##object(type handle)  \
    {                                                           \
        cl_int code;                                            \
                                                                \
        if (fault_meets("clRetain" #object))                    \
            return CL_OUT_OF_RESOURCES;                         \
        code = next->clRetain##object(handle);                  \
        fault_control.references += code == CL_SUCCESS;         \
        return code;                                            \
    }                                                           \
    static cl_int CL_API_CALL my_clRelease##object(type handle) \
    {                                                           \
        const cl_int code = next->clRelease##object(handle);    \
                                                                \
        fault_control.references -= code == CL_SUCCESS;         \
        return code;                                            \
    }

REFERENCES(cl_context, Context)
REFERENCES(cl_command_queue, CommandQueue)
REFERENCES(cl_program, Program)
REFERENCES(cl_kernel, Kernel)

HANDLE(cl_context, clCreateContext, CL_DEVICE_NOT_AVAILABLE,
       (const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
        void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user,
        cl_int *code),
       (properties, count, devices, notify, user, code))
HANDLE(cl_command_queue, clCreateCommandQueue, CL_OUT_OF_RESOURCES,
       (cl_context context, cl_device_id device, cl_command_queue_properties properties,
        cl_int *code),
       (context, device, properties, code))

/* Buffers held by the application; their reference counts do not serve, since drivers add
 * references. */
#define MOST_BUFFERS 256
static struct {
    cl_mem buffer;
    size_t size;
} held[MOST_BUFFERS];

static pthread_mutex_t held_lock = PTHREAD_MUTEX_INITIALIZER;

/* Replaces the first entry of the table with buffer `from` by `to`. Returns its old size. */
static size_t exchange(cl_mem from, cl_mem to, size_t size)
{
    size_t before = 0;

    pthread_mutex_lock(&held_lock);
    for (int i = 0; i < MOST_BUFFERS; i++)
        if (held[i].buffer == from) {
            before = held[i].size;
            held[i].buffer = to;
            held[i].size = size;
            break;
        }
    pthread_mutex_unlock(&held_lock);
    return before;
}

/* Fails like the other calls, or counts the bytes as well. */
static cl_mem CL_API_CALL my_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                            void *host, cl_int *code)
{
    cl_mem made = NULL;

    if (fault_meets("clCreateBuffer")) {
        if (code != NULL)
            *code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return NULL;
    }
    made = next->clCreateBuffer(context, flags, size, host, code);
    if (made == NULL)
        return NULL;
    fault_control.references++;
    (void)exchange(NULL, made, size);
    fault_control.bytes += (long)size;
    if (fault_control.on_buffer != NULL)
        fault_control.on_buffer();
    return made;
}

/* The library never retains a buffer, so a release is the last. */
static cl_int CL_API_CALL my_clReleaseMemObject(cl_mem buffer)
{
    const cl_int code = next->clReleaseMemObject(buffer);

    if (code == CL_SUCCESS) {
        fault_control.references--;
        fault_control.bytes -= (long)exchange(buffer, NULL, 0);
    }
    return code;
}

HANDLE(cl_mem, clCreateSubBuffer, CL_MEM_OBJECT_ALLOCATION_FAILURE,
       (cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *region,
        cl_int *code),
       (buffer, flags, type, region, code))
HANDLE(cl_program, clCreateProgramWithSource, CL_OUT_OF_HOST_MEMORY,
       (cl_context context, cl_uint count, const char **texts, const size_t *lengths,
        cl_int *code),
       (context, count, texts, lengths, code))
HANDLE(cl_program, clCreateProgramWithBinary, CL_INVALID_BINARY,
       (cl_context context, cl_uint count, const cl_device_id *devices, const size_t *lengths,
        const unsigned char **binaries, cl_int *each, cl_int *code),
       (context, count, devices, lengths, binaries, each, code))
HANDLE(cl_kernel, clCreateKernel, CL_OUT_OF_RESOURCES,
       (cl_program program, const char *name, cl_int *code), (program, name, code))

CODE(clGetPlatformIDs, CL_OUT_OF_HOST_MEMORY,
     (cl_uint room, cl_platform_id *platforms, cl_uint *count), (room, platforms, count))
CODE(clGetPlatformInfo, CL_OUT_OF_HOST_MEMORY,
     (cl_platform_id platform, cl_platform_info what, size_t size, void *value, size_t *needed),
     (platform, what, size, value, needed))
CODE(clGetDeviceIDs, CL_OUT_OF_RESOURCES,
     (cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id *devices,
      cl_uint *count),
     (platform, type, room, devices, count))
/* Replaces reported properties of the device by the test's. */
static void report(cl_device_info what, void *value)
{
    if (what == CL_DEVICE_MAX_COMPUTE_UNITS && value != NULL && fault_control.compute_units > 0)
        *(cl_uint *)value = fault_control.compute_units;
    if (what == CL_DEVICE_MAX_MEM_ALLOC_SIZE && value != NULL && fault_control.allocation > 0)
        *(cl_ulong *)value = fault_control.allocation;
}

COUNTED(clGetDeviceInfo, CL_OUT_OF_RESOURCES,
        (cl_device_id device, cl_device_info what, size_t size, void *value, size_t *needed),
        (device, what, size, value, needed), ((void)traffic, report(what, value)))
CODE(clGetCommandQueueInfo, CL_OUT_OF_RESOURCES,
     (cl_command_queue queue, cl_command_queue_info what, size_t size, void *value,
      size_t *needed),
     (queue, what, size, value, needed))
CODE(clBuildProgram, CL_OUT_OF_HOST_MEMORY,
     (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
      void(CL_CALLBACK *notify)(cl_program, void *), void *user),
     (program, count, devices, options, notify, user))
CODE(clGetProgramInfo, CL_OUT_OF_RESOURCES,
     (cl_program program, cl_program_info what, size_t size, void *value, size_t *needed),
     (program, what, size, value, needed))
CODE(clGetProgramBuildInfo, CL_OUT_OF_RESOURCES,
     (cl_program program, cl_device_id device, cl_program_build_info what, size_t size,
      void *value, size_t *needed),
     (program, device, what, size, value, needed))
CODE(clSetKernelArg, CL_OUT_OF_RESOURCES,
     (cl_kernel kernel, cl_uint index, size_t size, const void *value),
     (kernel, index, size, value))
CODE(clGetKernelInfo, CL_OUT_OF_RESOURCES,
     (cl_kernel kernel, cl_kernel_info what, size_t size, void *value, size_t *needed),
     (kernel, what, size, value, needed))
CODE(clGetKernelWorkGroupInfo, CL_OUT_OF_RESOURCES,
     (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size,
      void *value, size_t *needed),
     (kernel, device, what, size, value, needed))
CODE(clGetMemObjectInfo, CL_OUT_OF_RESOURCES,
     (cl_mem memory, cl_mem_info what, size_t size, void *value, size_t *needed),
     (memory, what, size, value, needed))
CODE(clFlush, CL_OUT_OF_RESOURCES, (cl_command_queue queue), (queue))

COUNTED(clFinish, CL_OUT_OF_RESOURCES, (cl_command_queue queue), (queue), traffic->waits++)
COUNTED(clWaitForEvents, CL_OUT_OF_RESOURCES, (cl_uint count, const cl_event *events),
        (count, events), traffic->waits++)
/* Counts an event given to the application, which must release it. */
static void note_event(const cl_event *event)
{
    fault_control.events += event != NULL;
}

static cl_int CL_API_CALL my_clReleaseEvent(cl_event event)
{
    const cl_int code = next->clReleaseEvent(event);

    fault_control.events -= code == CL_SUCCESS;
    return code;
}

COUNTED(clEnqueueBarrierWithWaitList, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_uint count, const cl_event *before, cl_event *event),
        (queue, count, before, event), ((void)traffic, note_event(event)))
COUNTED(clEnqueueMarkerWithWaitList, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_uint count, const cl_event *before, cl_event *event),
        (queue, count, before, event), ((void)traffic, note_event(event)))

/* Fails like the other calls, or reports a failed command. */
static cl_int CL_API_CALL my_clGetEventInfo(cl_event event, cl_event_info what, size_t size,
                                            void *value, size_t *needed)
{
    cl_int code;

    if (fault_meets("clGetEventInfo"))
        return CL_OUT_OF_RESOURCES;
    code = next->clGetEventInfo(event, what, size, value, needed);
    if (code == CL_SUCCESS && what == CL_EVENT_COMMAND_EXECUTION_STATUS &&
        ++fault_control.states == fault_control.fail_state)
        *(cl_int *)value = CL_INVALID_OPERATION;
    return code;
}

static void *CL_API_CALL my_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool wait,
                                              cl_map_flags flags, size_t offset, size_t size,
                                              cl_uint count, const cl_event *before,
                                              cl_event *event, cl_int *code)
{
    if (!fault_meets("clEnqueueMapBuffer"))
        return next->clEnqueueMapBuffer(queue, buffer, wait, flags, offset, size, count, before,
                                        event, code);
    if (code != NULL)
        *code = CL_MAP_FAILURE;
    return NULL;
}

COUNTED(clEnqueueCopyBuffer, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
         size_t size, cl_uint count, const cl_event *before, cl_event *event),
        (queue, from, to, from_offset, to_offset, size, count, before, event),
        (traffic->copies++, note_event(event)))
COUNTED(clEnqueueFillBuffer, CL_MEM_OBJECT_ALLOCATION_FAILURE,
        (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size,
         size_t offset, size_t size, cl_uint count, const cl_event *before, cl_event *event),
        (queue, buffer, pattern, pattern_size, offset, size, count, before, event),
        (traffic->fills++, note_event(event)))
/* Reports a launch, of one dimension, to the test's callback. */
static void note_launch(cl_kernel kernel, size_t items, size_t group)
{
    char name[128] = "";

    fault_control.traffic.launches++;
    if (fault_control.on_launch == NULL)
        return;
    (void)next->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    fault_control.on_launch(name, items, items / group);
}

COUNTED(clEnqueueNDRangeKernel, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
         const size_t *global, const size_t *local, cl_uint count, const cl_event *before,
         cl_event *event),
        (queue, kernel, dimensions, offset, global, local, count, before, event),
        ((void)traffic, note_launch(kernel, *global, *local), note_event(event)))
COUNTED(clEnqueueWriteBuffer, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_mem buffer, cl_bool wait, size_t offset, size_t size,
         const void *data, cl_uint count, const cl_event *before, cl_event *event),
        (queue, buffer, wait, offset, size, data, count, before, event),
        (traffic->writes++, traffic->waits += wait != CL_FALSE, traffic->bytes_up += (long)size,
         note_event(event)))

/* Counts a read; flips a bit in the middle of its data if it is the chosen one and blocking. */
static void note_read(layer_traffic *traffic, cl_bool wait, void *data, size_t size)
{
    traffic->bytes_down += (long)size;
    traffic->waits += wait != CL_FALSE;
    if (++traffic->reads == fault_control.flip_at && wait)
        ((unsigned char *)data)[size / 2] ^= 1;
}

COUNTED(clEnqueueReadBuffer, CL_OUT_OF_RESOURCES,
        (cl_command_queue queue, cl_mem buffer, cl_bool wait, size_t offset, size_t size,
         void *data, cl_uint count, const cl_event *before, cl_event *event),
        (queue, buffer, wait, offset, size, data, count, before, event),
        (note_read(traffic, wait, data, size), note_event(event)))

void layer_fill(cl_icd_dispatch *table)
{
#define ENTRY(function) table->function = my_##function
    ENTRY(clRetainContext), ENTRY(clReleaseContext);
    ENTRY(clRetainCommandQueue), ENTRY(clReleaseCommandQueue);
    ENTRY(clReleaseMemObject);
    ENTRY(clRetainProgram), ENTRY(clReleaseProgram);
    ENTRY(clRetainKernel), ENTRY(clReleaseKernel);
    ENTRY(clCreateContext), ENTRY(clCreateCommandQueue), ENTRY(clCreateBuffer);
    ENTRY(clCreateSubBuffer);
    ENTRY(clCreateProgramWithSource), ENTRY(clCreateProgramWithBinary), ENTRY(clCreateKernel);
    ENTRY(clGetPlatformIDs), ENTRY(clGetPlatformInfo);
    ENTRY(clGetDeviceIDs), ENTRY(clGetDeviceInfo), ENTRY(clGetCommandQueueInfo);
    ENTRY(clBuildProgram), ENTRY(clGetProgramInfo), ENTRY(clGetProgramBuildInfo);
    ENTRY(clSetKernelArg), ENTRY(clGetKernelInfo), ENTRY(clGetKernelWorkGroupInfo);
    ENTRY(clGetMemObjectInfo);
    ENTRY(clEnqueueBarrierWithWaitList), ENTRY(clEnqueueMarkerWithWaitList);
    ENTRY(clReleaseEvent), ENTRY(clGetEventInfo);
    ENTRY(clFlush), ENTRY(clFinish), ENTRY(clWaitForEvents);
    ENTRY(clEnqueueReadBuffer), ENTRY(clEnqueueWriteBuffer), ENTRY(clEnqueueCopyBuffer);
    ENTRY(clEnqueueFillBuffer), ENTRY(clEnqueueNDRangeKernel), ENTRY(clEnqueueMapBuffer);
#undef ENTRY
}
