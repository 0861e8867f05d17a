/* A first test of a device's driver in a child process, which a crash of the driver ends. */
#ifndef CLI_DRIVER_CHECK_H
#define CLI_DRIVER_CHECK_H

#include <stdbool.h>
#include <string.h>

#include "cli/failure.h"
#include "cli/settings.h"

static inline bool cli_is_pocl(const clmodp_device *device)
{
    return strcmp(device->platform_name, "Portable Computing Language") == 0;
}

/* Runs `clmodp check` for the device, which leaves compiled programs and results in the caches. If
 * no process can be started, the first computation runs the same tests in this process.
 * Errors: EXIT_NO_DEVICE (the driver ended the process; with the cause and its last output),
 *         EXIT_FAILED (it did because a disk is full), and the errors of the check */
int cli_driver_check(const clmodp_device *device, const settings *how, failure *why);

#endif
