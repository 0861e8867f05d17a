/* Versions of PoCL by the names that its devices have. */
#include "device/pocl.h"

#include <ctype.h>
#include <string.h>

bool clm_pocl(const clmodp_device *device, const char *version)
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
    return clm_pocl(device, "4.0") || clm_pocl(device, "5.0");
}
