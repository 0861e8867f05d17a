/* An OpenCL layer that makes any device appear small, and enforces these limits: 32 KiB of local
 * memory, 256 work-items per group, buffers of 64 MiB at most, no doubles, and no 64-bit atomics.
 * The smallest GPUs are like this. The loader inserts it above the driver when OPENCL_LAYERS names
 * it. */
#include <string.h>

#include "layers/layer.h"

#define LOCAL_BYTES 32768
#define GROUP_ITEMS 256
#define BUFFER_BYTES ((cl_ulong)64 << 20)

const char layer_name[] = "clmodp small device";

/* Limits a figure of the driver. */
static void limit_size(void *value, size_t most)
{
    if (*(size_t *)value > most)
        *(size_t *)value = most;
}

static void limit_ulong(void *value, cl_ulong most)
{
    if (*(cl_ulong *)value > most)
        *(cl_ulong *)value = most;
}

/* Overwrites a name by blanks. */
static void forget_extension(char *names, const char *name)
{
    char *place = strstr(names, name);

    if (place != NULL)
        memset(place, ' ', strlen(name));
}

static cl_int CL_API_CALL my_clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size,
                                             void *value, size_t *needed)
{
    const cl_int code = next->clGetDeviceInfo(device, what, size, value, needed);

    if (code != CL_SUCCESS || value == NULL)
        return code;
    switch (what) {
    case CL_DEVICE_LOCAL_MEM_SIZE: limit_ulong(value, LOCAL_BYTES); break;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: limit_ulong(value, BUFFER_BYTES); break;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: limit_size(value, GROUP_ITEMS); break;
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        for (size_t k = 0; k < size / sizeof(size_t); k++)
            limit_size((size_t *)value + k, GROUP_ITEMS);
        break;
    case CL_DEVICE_DOUBLE_FP_CONFIG: *(cl_device_fp_config *)value = 0; break;
    case CL_DEVICE_EXTENSIONS:
        forget_extension(value, "cl_khr_fp64");
        forget_extension(value, "cl_khr_int64_base_atomics");
        forget_extension(value, "cl_khr_int64_extended_atomics");
        break;
    default: break;
    }
    return code;
}

static cl_int CL_API_CALL my_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                      cl_kernel_work_group_info what, size_t size,
                                                      void *value, size_t *needed)
{
    const cl_int code =
        next->clGetKernelWorkGroupInfo(kernel, device, what, size, value, needed);

    if (code == CL_SUCCESS && value != NULL && what == CL_KERNEL_WORK_GROUP_SIZE)
        limit_size(value, GROUP_ITEMS);
    return code;
}

static cl_mem CL_API_CALL my_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                            void *host, cl_int *code)
{
    if (size <= BUFFER_BYTES)
        return next->clCreateBuffer(context, flags, size, host, code);
    if (code != NULL)
        *code = CL_INVALID_BUFFER_SIZE;
    return NULL;
}

/* Local memory of arguments is not checked: the driver has at least as much as this layer reports,
 * and the library adds it up itself. */
static cl_int CL_API_CALL my_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                                    cl_uint dimensions, const size_t *offset,
                                                    const size_t *global, const size_t *local,
                                                    cl_uint count, const cl_event *before,
                                                    cl_event *event)
{
    size_t items = 1;

    for (cl_uint k = 0; k < dimensions && local != NULL; k++)
        items *= local[k];
    if (items > GROUP_ITEMS)
        return CL_INVALID_WORK_GROUP_SIZE;
    return next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                        before, event);
}

void layer_fill(cl_icd_dispatch *table)
{
    table->clGetDeviceInfo = my_clGetDeviceInfo;
    table->clGetKernelWorkGroupInfo = my_clGetKernelWorkGroupInfo;
    table->clCreateBuffer = my_clCreateBuffer;
    table->clEnqueueNDRangeKernel = my_clEnqueueNDRangeKernel;
}
