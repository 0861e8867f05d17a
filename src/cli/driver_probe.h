/* Drivers that may crash, tried where that does no harm. */
#ifndef CLI_DRIVER_PROBE_H
#define CLI_DRIVER_PROBE_H

#include <clmodp/clmodp.h>

#include "cli/failure.h"
#include "cli/settings.h"

/* Unless the device is known to compute rightly, run `clmodp check` for it in a process of its own
 * and wait for its end. What that has compiled and found is in the caches afterwards. Nothing is
 * tried if nothing could be remembered, or if no process can be had: then the first computation
 * does the same in this one.
 * Errors: EXIT_NO_DEVICE (the driver ended the process: how, and its last words), EXIT_FAILED
 *         (it did because a disk is full), and those of the check */
int cli_probe_driver(clmodp_context *context, const settings *how, failure *why);

#endif
