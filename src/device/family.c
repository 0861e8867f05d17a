/* Ask drivers for it, by extensions of their vendors. */
#include "device/family.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl_ext.h>

#include "base/memory.h"

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

static bool ask(cl_uint *out, cl_device_id id, cl_device_info what)
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
        if (ask(&major, id, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) &&
            ask(&minor, id, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV))
            clm_family_of_nvidia(device, major, minor);
    } else if (is_among(list, "cl_amd_device_attribute_query")) {
        clm_family_of_amd(device);
    } else if (is_among(list, "cl_intel_device_attribute_query") &&
               ask(&major, id, CL_DEVICE_IP_VERSION_INTEL)) {
        clm_family_of_intel(device, major);
    }
    free(list);
    return CL_SUCCESS;
}
