/* Describes, lists and selects the OpenCL devices of this machine. */
#include "opencl/devices.h"

#include <ctype.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <CL/cl_ext.h>

#include "core/memory.h"
#include "opencl/cache.h"
#include "opencl/drivers.h"
#include "opencl/opencl_error.h"
#include "opencl/registered_drivers.h"

bool clm_is_pocl(const clmodp_device *device, const char *version)
{
    const size_t length = version != NULL ? strlen(version) : 0;

    if (strcmp(device->platform_name, "Portable Computing Language") != 0)
        return false;
    return version == NULL || (strncmp(device->driver, version, length) == 0 &&
                               !isdigit((unsigned char)device->driver[length]));
}

/* The fault is in pocl_release_dlhandle_cache. Version 3.1 never counts users of a kernel down to
 * 0, and 6.0 decrements the count of the right kernel. */
bool clm_driver_mixes_queues(const clmodp_device *device)
{
    return clm_is_pocl(device, "4.0") || clm_is_pocl(device, "5.0");
}

/* cl_intel_device_attribute_query; missing from headers of 2021 */
#ifndef CL_DEVICE_IP_VERSION_INTEL
#define CL_DEVICE_IP_VERSION_INTEL 0x4250
#endif

#define XE 12 /* the first architecture called Xe */

/* Returns a device's extensions, "" if unknown, to be released with free(); NULL without
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

/* Tells whether a name occurs in the list, between spaces. Vendors' query numbers are undefined,
 * or mean something else, in other vendors' drivers. */
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

/* ROCm names a device by its target followed by enabled features: "gfx90a:sramecc+". */
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

/* The version has ten bits of architecture, eight of release, and a stepping. Drivers up to 2022
 * packed bytes instead, with small upper bits, like GPUs before Xe; both leave the family "". */
void clm_family_of_intel(clmodp_device *device, cl_uint version)
{
    if (version >> 22 >= XE)
        (void)snprintf(device->family, sizeof device->family, "xe_%u.%u",
                       (unsigned)(version >> 22), (unsigned)(version >> 14 & 0xff));
}

/* Fills device->family: "sm_90" for NVIDIA's compute capability 9.0; "gfx90a" for AMD's target;
 * "xe_12.55" for Intel's architecture and release. It stays "" if the driver does not report it,
 * or the device is no GPU. Pre: its name and kind are known, and family is "". Errors:
 * CL_OUT_OF_HOST_MEMORY */
static cl_int clm_family_ask(clmodp_device *device, cl_device_id id)
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

/* Copies `text` into a field, trimmed and cut to fit. */
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

/* Reads a text property of a device, or of its platform if `platform` is not NULL. */
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

/* NVIDIA's driver counts a byte of local memory for every kernel and refuses launches that leave
 * no room for it. Local memory is allocated in units of 128 bytes. */
static void reserve_local(clmodp_device *out)
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

/* Checks the library's requirements; *reason stays NULL if the device meets all. */
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
        *reason = "it reports no compute units or an empty work-group";
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
        reserve_local(out);
        code = clm_family_ask(out, id);
    }
    if (code == CL_SUCCESS)
        code = check_usable(&reason, out, id);
    if (code == CL_OUT_OF_HOST_MEMORY)
        return clm_opencl_fail(error, code, "clGetDeviceInfo");
    if (code != CL_SUCCESS)
        (void)snprintf(out->unusable, sizeof out->unusable,
                       "its properties cannot be read: %s", clm_opencl_symbol(code));
    else if (reason != NULL)
        (void)snprintf(out->unusable, sizeof out->unusable, "%s", reason);
    return CLMODP_OK;
}

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
        goto done; /* the loader's replies if no driver is installed */
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

clmodp_status clm_devices_all(clm_error *error, clm_device_entry **out, size_t *count,
                              const char *cache_dir, bool loaded)
{
    /* Serialises queries. PoCL 3.1 sets up devices in every thread that queries before the first
     * has finished; such a thread finds no device, or one without properties. */
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
    clmodp_status st = CLMODP_OK;

    *out = NULL;
    *count = 0;
    (void)pthread_mutex_lock(&turn);
    if (!loaded)
        st = clm_drivers_try(error, cache_dir);
    if (st == CLMODP_OK)
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
    char *cache_dir = NULL;
    size_t found = 0;

    REQUIRE(&error, devices != NULL && count != NULL);
    *devices = NULL;
    *count = 0;
    TRY(clm_cache_directory(&error, &cache_dir, NULL));
    TRY(clm_devices_all(&error, &entries, &found, cache_dir, false));
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
    all = NULL; /* owned by list[0] */
done:
    free(all);
    free(entries);
    free(cache_dir);
    clm_error_tell(&error, message, message_size);
    return st;
}

void clmodp_device_list_free(clmodp_device **devices)
{
    if (devices == NULL)
        return;
    free(devices[0]); /* one block holds all devices */
    free(devices);
}

/* The forms of a device specification. */
enum form { KIND, NUMBER, PAIR, TEXT };

typedef struct request {
    enum form form;
    const char *text;
    unsigned long number, device;
} request;

/* Parses decimal digits up to `end`; *end = NULL if `text` does not begin with a digit. */
static unsigned long parse_digits(const char *text, const char **end)
{
    char *stop = NULL;
    unsigned long value;

    *end = NULL;
    if (!isdigit((unsigned char)*text))
        return 0;
    value = strtoul(text, &stop, 10);
    *end = stop;
    return value;
}

static request parse_request(const char *spec)
{
    static const char *const kinds[] = {"gpu", "cpu", "accelerator"};
    request r = {TEXT, spec, 0, 0};
    const char *end;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcasecmp(spec, kinds[i]) == 0)
            return (request){KIND, kinds[i], 0, 0};
    r.number = parse_digits(spec, &end);
    if (end != NULL && *end == '\0')
        r.form = NUMBER;
    else if (end != NULL && *end == '.') {
        r.device = parse_digits(end + 1, &end);
        if (end != NULL && *end == '\0')
            r.form = PAIR;
    }
    return r;
}

/* Tells whether a text contains a part, ignoring case. */
static bool text_contains(const char *text, const char *part)
{
    const size_t length = strlen(part);

    for (; *text != '\0'; text++)
        if (strncasecmp(text, part, length) == 0)
            return true;
    return length == 0;
}

static bool device_fits(const request *r, const clmodp_device *device, size_t position)
{
    switch (r->form) {
    case KIND: return strcmp(device->kind, r->text) == 0;
    case NUMBER: return position == r->number;
    case PAIR: return device->platform == r->number && device->index == r->device;
    case TEXT: break;
    }
    return text_contains(device->name, r->text) || text_contains(device->vendor, r->text) ||
           text_contains(device->platform_name, r->text);
}

/* Tells whether device a is better than b, an earlier one in the list. Drivers for one processor
 * differ in preferred vector width; one that prefers single integers, to vectorise work-items
 * itself, must take apart the kernels' explicit vectors. */
static bool is_better_device(const clmodp_device *a, const clmodp_device *b)
{
    if (strcmp(a->kind, "cpu") != 0)
        return false;
    if (a->vector_width != b->vector_width)
        return a->vector_width > b->vector_width;
    return a->compute_units > b->compute_units;
}

/* Returns the best usable device of a kind, or the first match of another request; or NULL. */
static const clm_device_entry *best_device(const clm_device_entry *list, size_t count,
                                           const char *spec)
{
    const request r = parse_request(spec);
    const clm_device_entry *best = NULL;

    for (size_t i = 0; i < count; i++)
        if (list[i].info.unusable[0] == '\0' && device_fits(&r, &list[i].info, i) &&
            (best == NULL || (r.form == KIND && is_better_device(&list[i].info, &best->info))))
            best = &list[i];
    return best;
}

const clm_device_entry *clm_device_choose(const clm_device_entry *list, size_t count,
                                          const char *spec)
{
    static const char *const preferred[] = {"gpu", "accelerator", "cpu"};
    const clm_device_entry *chosen = NULL;

    if (spec != NULL)
        return best_device(list, count, spec);
    for (size_t i = 0; chosen == NULL && i < sizeof preferred / sizeof *preferred; i++)
        chosen = best_device(list, count, preferred[i]);
    return chosen;
}

/* Returns NO_DEVICE with the devices and the reasons why each is unsuitable. */
static clmodp_status list_devices(clm_error *error, const clm_device_entry *list, size_t count,
                                  const char *spec)
{
    char lines[1024] = "";
    size_t used = 0;

    if (count == 0)
        return clm_drivers_explain(error);
    for (size_t i = 0; i < count && used < sizeof lines; i++) {
        const clmodp_device *d = &list[i].info;
        const bool usable = d->unusable[0] == '\0';

        used += (size_t)snprintf(lines + used, sizeof lines - used, "\n  %zu: %s (%s)%s%s", i,
                                 d->name, d->kind, usable ? "" : ": ", d->unusable);
    }
    if (spec == NULL)
        return clm_fail(error, CLMODP_NO_DEVICE, "no OpenCL device is usable:%s", lines);
    return clm_fail(error, CLMODP_NO_DEVICE,
                    "no usable OpenCL device matches \"%.100s\"; available devices:%s", spec,
                    lines);
}

clmodp_status clm_device_select(clm_error *error, clm_device_entry *out, const char *spec,
                                const char *cache_dir)
{
    clmodp_status st = CLMODP_OK;
    clm_device_entry *list = NULL;
    const clm_device_entry *chosen = NULL;
    size_t count = 0;

    TRY(clm_devices_all(error, &list, &count, cache_dir, false));
    chosen = clm_device_choose(list, count, spec);
    if (chosen == NULL)
        TRY(list_devices(error, list, count, spec));
    *out = *chosen;
done:
    free(list);
    return st;
}

/* Tells whether the device's doubles meet the assumptions of the residue types' proofs. */
static cl_int ask_doubles(bool *usable, const clmodp_context *ctx)
{
    const cl_device_fp_config wanted = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST;
    cl_device_fp_config doubles = 0; /* remains 0 without cl_khr_fp64 */
    cl_int code = clGetDeviceInfo(ctx->cl_device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles,
                                  &doubles, NULL);

    *usable = (doubles & wanted) == wanted;
    return code;
}

clmodp_status clm_residue_require(clmodp_context *ctx, clm_residue_kind kind)
{
    clmodp_status st = CLMODP_OK;
    bool doubles;
    cl_int code;

    if (!clm_residue_type_of(kind)->needs_fp64)
        goto done;
    code = ask_doubles(&doubles, ctx);
    if (code != CL_SUCCESS)
        TRY(clm_opencl_fail(&ctx->error, code, "clGetDeviceInfo"));
    if (!doubles)
        FAIL(&ctx->error, CLMODP_NO_DEVICE,
             "residues of type %s need double precision (cl_khr_fp64), which %s does not have; "
             "choose type %s or %s", clm_residue_type_of(kind)->name, ctx->device.name,
             clm_residue_type_of(CLM_RESIDUE_MONTGOMERY31)->name,
             clm_residue_type_of(CLM_RESIDUE_FLOAT24)->name);
done:
    return st;
}
