/* Describe and list the OpenCL devices of this machine. */
#include "opencl/devices.h"

#include <ctype.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl_ext.h>

#include "core/memory.h"
#include "opencl/opencl_error.h"

bool clm_is_pocl(const clmodp_device *device, const char *version)
{
    const size_t length = version != NULL ? strlen(version) : 0;

    if (strcmp(device->platform_name, "Portable Computing Language") != 0)
        return false;
    return version == NULL || (strncmp(device->driver, version, length) == 0 &&
                               !isdigit((unsigned char)device->driver[length]));
}

/* pocl_release_dlhandle_cache: 3.1 never counts users of a kernel down to 0, and 6.0 takes one off
 * the kernel that was used. */
bool clm_pocl_confuses_queues(const clmodp_device *device)
{
    return clm_is_pocl(device, "4.0") || clm_is_pocl(device, "5.0");
}

/* cl_intel_device_attribute_query; headers of 2021 have not got it */
#ifndef CL_DEVICE_IP_VERSION_INTEL
#define CL_DEVICE_IP_VERSION_INTEL 0x4250
#endif

#define XE 12 /* the first architecture of this name */

/* The names of a device's extensions, "" where it tells none; released with free(). NULL: no
 * memory. */
static char *list_extensions(cl_device_id id)
{
    size_t bytes = 0;
    char *list;

    if (clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes) != CL_SUCCESS)
        bytes = 0;
    list = clm_allocate(bytes + 1, 1);
    if (list != NULL && bytes > 0 &&
        clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, bytes, list, NULL) != CL_SUCCESS)
        *list = '\0';
    return list;
}

/* Whether a name is among them, between blanks. What vendors number means nothing to drivers of
 * others, or something else. */
static bool is_among(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = list; (at = strstr(at, name)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bool ask_number(cl_uint *out, cl_device_id id, cl_device_info what)
{
    return clGetDeviceInfo(id, what, sizeof *out, out, NULL) == CL_SUCCESS;
}

void clm_family_of_nvidia(clmodp_device *device, cl_uint major, cl_uint minor)
{
    (void)snprintf(device->family, sizeof device->family, "sm_%u%u", (unsigned)major,
                   (unsigned)minor);
}

/* ROCm calls a device by its target, with what is switched on behind it: "gfx90a:sramecc+". */
void clm_family_of_amd(clmodp_device *device)
{
    size_t length = 0;

    if (strncmp(device->name, "gfx", 3) != 0)
        return;
    while (isalnum((unsigned char)device->name[length]) && length < sizeof device->family - 1)
        length++;
    memcpy(device->family, device->name, length);
    device->family[length] = '\0';
}

/* Ten bits of architecture, eight of release, and a stepping. Drivers up to 2022 packed bytes
 * instead, whose upper bits are small, as are those of GPUs before Xe: neither is told. */
void clm_family_of_intel(clmodp_device *device, cl_uint version)
{
    if (version >> 22 >= XE)
        (void)snprintf(device->family, sizeof device->family, "xe_%u.%u",
                       (unsigned)(version >> 22), (unsigned)(version >> 14 & 0xff));
}

cl_int clm_family_ask(clmodp_device *device, cl_device_id id)
{
    cl_uint major, minor;
    char *list;

    if (strcmp(device->kind, "gpu") != 0)
        return CL_SUCCESS;
    list = list_extensions(id);
    if (list == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    if (is_among(list, "cl_nv_device_attribute_query")) {
        if (ask_number(&major, id, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) &&
            ask_number(&minor, id, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV))
            clm_family_of_nvidia(device, major, minor);
    } else if (is_among(list, "cl_amd_device_attribute_query")) {
        clm_family_of_amd(device);
    } else if (is_among(list, "cl_intel_device_attribute_query") &&
               ask_number(&major, id, CL_DEVICE_IP_VERSION_INTEL)) {
        clm_family_of_intel(device, major);
    }
    free(list);
    return CL_SUCCESS;
}

#define LOCAL_PIECE 128

/* Copy `text` into a field without blanks around it, cut to fit. */
static void copy_trimmed(char *field, size_t size, const char *text)
{
    size_t length;

    text += strspn(text, " \t\n");
    length = strlen(text);
    while (length > 0 && strchr(" \t\n", text[length - 1]) != NULL)
        length--;
    if (length > size - 1)
        length = size - 1;
    memcpy(field, text, length);
    field[length] = '\0';
}

/* A text property of a device, or of its platform when `platform` is not NULL. */
static cl_int text_property(char *field, size_t size, cl_platform_id platform,
                            cl_device_id device, cl_uint what)
{
    size_t bytes = 0;
    char *text = NULL;
    cl_int code = platform != NULL ? clGetPlatformInfo(platform, what, 0, NULL, &bytes)
                                   : clGetDeviceInfo(device, what, 0, NULL, &bytes);

    if (code != CL_SUCCESS)
        return code;
    text = clm_allocate(bytes + 1, 1);
    if (text == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    code = platform != NULL ? clGetPlatformInfo(platform, what, bytes, text, NULL)
                            : clGetDeviceInfo(device, what, bytes, text, NULL);
    if (code == CL_SUCCESS)
        copy_trimmed(field, size, text);
    free(text);
    return code;
}

static cl_int read_texts(clmodp_device *out, cl_device_id id)
{
    cl_platform_id platform = NULL;
    cl_int code =
        clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);

    if (code == CL_SUCCESS)
        code = text_property(out->platform_name, sizeof out->platform_name, platform, id,
                             CL_PLATFORM_NAME);
    if (code == CL_SUCCESS)
        code = text_property(out->name, sizeof out->name, NULL, id, CL_DEVICE_NAME);
    if (code == CL_SUCCESS)
        code = text_property(out->vendor, sizeof out->vendor, NULL, id, CL_DEVICE_VENDOR);
    if (code == CL_SUCCESS)
        code = text_property(out->version, sizeof out->version, NULL, id, CL_DEVICE_VERSION);
    if (code == CL_SUCCESS)
        code = text_property(out->driver, sizeof out->driver, NULL, id, CL_DRIVER_VERSION);
    return code;
}

static cl_int read_numbers(clmodp_device *out, cl_device_id id)
{
    const struct {
        cl_device_info what;
        size_t size;
        void *field;
    } numbers[] = {
        {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof out->compute_units, &out->compute_units},
        {CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof out->clock_mhz, &out->clock_mhz},
        {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof out->global_memory, &out->global_memory},
        {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof out->max_allocation, &out->max_allocation},
        {CL_DEVICE_LOCAL_MEM_SIZE, sizeof out->local_memory, &out->local_memory},
        {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof out->max_work_group, &out->max_work_group},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, sizeof out->vector_width, &out->vector_width},
    };
    cl_int code = CL_SUCCESS;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && code == CL_SUCCESS; i++)
        code = clGetDeviceInfo(id, numbers[i].what, numbers[i].size, numbers[i].field, NULL);
    return code;
}

/* NVIDIA's driver counts a byte of local memory for every kernel, and refuses launches that leave
 * no room for it; memory is handed out in pieces of 128 bytes. */
static void leave_room(clmodp_device *out)
{
    if (strstr(out->platform_name, "NVIDIA") != NULL && out->local_memory > LOCAL_PIECE)
        out->local_memory -= LOCAL_PIECE;
}

static cl_int read_kind(clmodp_device *out, cl_device_id id)
{
    cl_device_type type = 0;
    cl_int code = clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    const char *kind = type & CL_DEVICE_TYPE_GPU           ? "gpu"
                       : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                       : type & CL_DEVICE_TYPE_CPU         ? "cpu"
                                                           : "other";

    (void)snprintf(out->kind, sizeof out->kind, "%s", kind);
    return code;
}

/* What the library needs of a device; *reason stays NULL if all is there. */
static cl_int check_usable(const char **reason, const clmodp_device *device, cl_device_id id)
{
    const struct {
        cl_device_info what;
        const char *reason;
    } flags[] = {
        {CL_DEVICE_AVAILABLE, "the device is not available"},
        {CL_DEVICE_COMPILER_AVAILABLE, "the driver has no compiler"},
        {CL_DEVICE_ENDIAN_LITTLE, "the device is not little-endian"},
    };
    char profile[32] = "", c_version[64] = "";
    int major = 0, minor = 0;
    cl_int code = CL_SUCCESS;

    for (size_t i = 0; i < sizeof flags / sizeof *flags && code == CL_SUCCESS; i++) {
        cl_bool flag = CL_FALSE;

        code = clGetDeviceInfo(id, flags[i].what, sizeof flag, &flag, NULL);
        if (!flag && *reason == NULL)
            *reason = flags[i].reason;
    }
    if (code == CL_SUCCESS)
        code = text_property(profile, sizeof profile, NULL, id, CL_DEVICE_PROFILE);
    if (code == CL_SUCCESS)
        code = text_property(c_version, sizeof c_version, NULL, id,
                             CL_DEVICE_OPENCL_C_VERSION);
    if (code != CL_SUCCESS || *reason != NULL)
        return code;

    if (strcmp(profile, "FULL_PROFILE") != 0)
        *reason = "it has only the embedded profile of OpenCL";
    else if (sscanf(c_version, "OpenCL C %d.%d", &major, &minor) != 2 ||
             major * 10 + minor < 12)
        *reason = "its compiler is older than OpenCL C 1.2";
    else if (device->max_work_group < 1 || device->compute_units < 1)
        *reason = "it reports no room for work-items";
    return code;
}

clmodp_status clm_device_describe(clm_error *error, clmodp_device *out, cl_device_id id,
                                  uint32_t platform, uint32_t index)
{
    const char *reason = NULL;
    cl_int code;

    memset(out, 0, sizeof *out);
    out->size = sizeof *out;
    out->platform = platform;
    out->index = index;
    code = read_kind(out, id);
    if (code == CL_SUCCESS)
        code = read_texts(out, id);
    if (code == CL_SUCCESS)
        code = read_numbers(out, id);
    if (code == CL_SUCCESS) {
        leave_room(out);
        code = clm_family_ask(out, id);
    }
    if (code == CL_SUCCESS)
        code = check_usable(&reason, out, id);
    if (code == CL_OUT_OF_HOST_MEMORY)
        return clm_opencl_fail(error, code, "clGetDeviceInfo");
    if (code != CL_SUCCESS)
        (void)snprintf(out->unusable, sizeof out->unusable,
                       "asking for its properties failed with %s", clm_opencl_symbol(code));
    else if (reason != NULL)
        (void)snprintf(out->unusable, sizeof out->unusable, "%s", reason);
    return CLMODP_OK;
}

/* Append the devices of one platform. */
static clmodp_status append_platform(clm_error *error, clm_device_entry **list, size_t *count,
                                     cl_platform_id platform, uint32_t platform_index)
{
    clmodp_status st = CLMODP_OK;
    cl_device_id *ids = NULL;
    clm_device_entry *grown;
    cl_uint found = 0;
    cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &found);

    if (code != CL_SUCCESS || found == 0)
        goto done;
    NEW(error, ids, found);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, found, ids, NULL) != CL_SUCCESS)
        goto done;
    grown = clm_reallocate(*list, *count + found, sizeof **list);
    if (grown == NULL)
        TRY(clm_out_of_memory(error, *count + found, sizeof **list));
    *list = grown;
    for (cl_uint i = 0; i < found; i++, ++*count) {
        grown[*count].id = ids[i];
        TRY(clm_device_describe(error, &grown[*count].info, ids[i], platform_index, i));
    }
done:
    free(ids);
    return st;
}

static clmodp_status find_devices(clm_error *error, clm_device_entry **out, size_t *count)
{
    clmodp_status st = CLMODP_OK;
    cl_platform_id *platforms = NULL;
    cl_uint found = 0;
    cl_int code = clGetPlatformIDs(0, NULL, &found);

    *out = NULL;
    *count = 0;
    if (code == CL_PLATFORM_NOT_FOUND_KHR || (code == CL_SUCCESS && found == 0))
        goto done; /* the loader's ways to say that no driver is installed */
    if (code != CL_SUCCESS)
        TRY(clm_opencl_fail(error, code, "clGetPlatformIDs"));
    NEW(error, platforms, found);
    TRY_CL(error, clGetPlatformIDs, found, platforms, NULL);
    for (cl_uint i = 0; i < found; i++)
        TRY(append_platform(error, out, count, platforms[i], i));
done:
    free(platforms);
    if (st != CLMODP_OK) {
        free(*out);
        *out = NULL;
        *count = 0;
    }
    return st;
}

clmodp_status clm_devices_all(clm_error *error, clm_device_entry **out, size_t *count)
{
    /* Drivers set their devices up when they are first asked for them, and PoCL 3.1 does so
     * in every thread that asks before the first is through: that one finds no device, or
     * one without properties. So threads that open contexts ask one after the other. */
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
    clmodp_status st;

    (void)pthread_mutex_lock(&turn);
    st = find_devices(error, out, count);
    (void)pthread_mutex_unlock(&turn);
    return st;
}

clmodp_status clmodp_device_list(clmodp_device ***devices, size_t *count, char *message,
                                 size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {0};
    clm_device_entry *entries = NULL;
    clmodp_device **list = NULL, *all = NULL;
    size_t found = 0;

    REQUIRE(&error, devices != NULL && count != NULL);
    *devices = NULL;
    *count = 0;
    TRY(clm_devices_all(&error, &entries, &found));
    if (found == 0)
        goto done;
    NEW(&error, all, found);
    NEW(&error, list, found);
    for (size_t i = 0; i < found; i++) {
        all[i] = entries[i].info;
        list[i] = &all[i];
    }
    *devices = list;
    *count = found;
    all = NULL; /* list[0] has it */
done:
    free(all);
    free(entries);
    clm_error_tell(&error, message, message_size);
    return st;
}

void clmodp_device_list_free(clmodp_device **devices)
{
    if (devices == NULL)
        return;
    free(devices[0]); /* one block has them all */
    free(devices);
}
