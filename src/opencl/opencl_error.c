/* The table of OpenCL error codes with symbol, status and advice. */
#include "opencl/opencl_error.h"

#include <stddef.h>

#include <CL/cl_ext.h>

#define DRIVER "this is a fault of clmodp or of the OpenCL driver; try another device"
#define RESTART "the OpenCL device is no longer available; restart the program"
#define SMALLER "use a smaller input or lower the cap on memory"

static const struct {
    cl_int code;
    const char *symbol;
    clmodp_status status;
    const char *advice;
} table[] = {
#define ROW(code, status, advice) {code, #code, CLMODP_##status, advice}
    ROW(CL_DEVICE_NOT_FOUND, NO_DEVICE, "install an OpenCL driver for a device of this kind"),
    ROW(CL_DEVICE_NOT_AVAILABLE, DEVICE, "the device is in use or disabled"),
    ROW(CL_COMPILER_NOT_AVAILABLE, DEVICE, "install the driver's compiler"),
    ROW(CL_MEM_OBJECT_ALLOCATION_FAILURE, DEVICE_MEMORY, SMALLER),
    ROW(CL_OUT_OF_RESOURCES, DEVICE, "the device ran out of resources or a kernel crashed; "
                                     SMALLER),
    ROW(CL_OUT_OF_HOST_MEMORY, HOST_MEMORY, "free some memory of the host"),
    ROW(CL_PROFILING_INFO_NOT_AVAILABLE, DEVICE, DRIVER),
    ROW(CL_MEM_COPY_OVERLAP, DEVICE, DRIVER),
    ROW(CL_BUILD_PROGRAM_FAILURE, BUILD, "the device's compiler refused the kernels"),
    ROW(CL_MAP_FAILURE, DEVICE, DRIVER),
    ROW(CL_MISALIGNED_SUB_BUFFER_OFFSET, DEVICE, DRIVER),
    ROW(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, DEVICE, "an earlier command failed"),
    ROW(CL_COMPILE_PROGRAM_FAILURE, BUILD, "the device's compiler refused the kernels"),
    ROW(CL_LINKER_NOT_AVAILABLE, DEVICE, "install the driver's compiler"),
    ROW(CL_LINK_PROGRAM_FAILURE, BUILD, "the device's compiler refused the kernels"),
    ROW(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, DEVICE, DRIVER),
    ROW(CL_INVALID_VALUE, DEVICE, DRIVER),
    ROW(CL_INVALID_DEVICE_TYPE, DEVICE, DRIVER),
    ROW(CL_INVALID_PLATFORM, DEVICE, RESTART),
    ROW(CL_INVALID_DEVICE, DEVICE, RESTART),
    ROW(CL_INVALID_CONTEXT, DEVICE, "the OpenCL context is broken; make a new one"),
    ROW(CL_INVALID_QUEUE_PROPERTIES, DEVICE, DRIVER),
    ROW(CL_INVALID_COMMAND_QUEUE, DEVICE, "the queue is broken, perhaps by an earlier "
                                          "kernel; make a new context"),
    ROW(CL_INVALID_HOST_PTR, DEVICE, DRIVER),
    ROW(CL_INVALID_MEM_OBJECT, DEVICE, DRIVER),
    ROW(CL_INVALID_BINARY, DEVICE, "empty the cache of compiled kernels"),
    ROW(CL_INVALID_BUILD_OPTIONS, BUILD, "the driver does not support OpenCL C 1.2"),
    ROW(CL_INVALID_PROGRAM, DEVICE, DRIVER),
    ROW(CL_INVALID_PROGRAM_EXECUTABLE, DEVICE, DRIVER),
    ROW(CL_INVALID_KERNEL_NAME, NO_KERNEL, "the kernel files are from another version; "
                                           "see CLMODP_KERNEL_PATH"),
    ROW(CL_INVALID_KERNEL_DEFINITION, DEVICE, DRIVER),
    ROW(CL_INVALID_KERNEL, DEVICE, DRIVER),
    ROW(CL_INVALID_ARG_INDEX, DEVICE, DRIVER),
    ROW(CL_INVALID_ARG_VALUE, DEVICE, DRIVER),
    ROW(CL_INVALID_ARG_SIZE, DEVICE, DRIVER),
    ROW(CL_INVALID_KERNEL_ARGS, DEVICE, DRIVER),
    ROW(CL_INVALID_WORK_DIMENSION, DEVICE, DRIVER),
    ROW(CL_INVALID_WORK_GROUP_SIZE, DEVICE, DRIVER),
    ROW(CL_INVALID_WORK_ITEM_SIZE, DEVICE, DRIVER),
    ROW(CL_INVALID_GLOBAL_OFFSET, DEVICE, DRIVER),
    ROW(CL_INVALID_EVENT_WAIT_LIST, DEVICE, DRIVER),
    ROW(CL_INVALID_EVENT, DEVICE, DRIVER),
    ROW(CL_INVALID_OPERATION, DEVICE, DRIVER),
    ROW(CL_INVALID_BUFFER_SIZE, DEVICE_MEMORY, SMALLER),
    ROW(CL_INVALID_GLOBAL_WORK_SIZE, DEVICE, DRIVER),
    ROW(CL_INVALID_PROPERTY, DEVICE, DRIVER),
    ROW(CL_INVALID_COMPILER_OPTIONS, BUILD, "the driver does not support OpenCL C 1.2"),
    ROW(CL_INVALID_LINKER_OPTIONS, BUILD, DRIVER),
    ROW(CL_PLATFORM_NOT_FOUND_KHR, NO_DEVICE, "install an OpenCL driver"),
#undef ROW
};

static const size_t rows = sizeof table / sizeof *table;

const char *clm_opencl_symbol(cl_int code)
{
    for (size_t i = 0; i < rows; i++)
        if (table[i].code == code)
            return table[i].symbol;
    return "unknown OpenCL error";
}

clmodp_status clm_opencl_fail(clm_error *error, cl_int code, const char *call)
{
    for (size_t i = 0; i < rows; i++)
        if (table[i].code == code)
            return clm_fail(error, table[i].status, "%s failed with %s (%d): %s", call,
                            table[i].symbol, (int)code, table[i].advice);
    return clm_fail(error, CLMODP_DEVICE, "%s failed with unknown OpenCL error %d: " DRIVER,
                    call, (int)code);
}
