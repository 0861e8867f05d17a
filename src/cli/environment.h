/* The environment expected by drivers, the path of the executable, and a clock. */
#ifndef CLI_ENVIRONMENT_H
#define CLI_ENVIRONMENT_H

#include <stdbool.h>
#include <time.h>

#include "portable/portable.h"

/* Prepares the environment before OpenCL is opened. If the cache home, $XDG_CACHE_HOME or
 * $HOME/.cache, is not writable, sets XDG_CACHE_HOME for this process to $CLMODP_CACHE_DIR, or
 * else to a private folder clmodp-UID in $TMPDIR or /tmp. Services, containers and the user nobody
 * often have no home; PoCL (3.1, and later sources) then offers no device, creates relative
 * folders, or shares /tmp/pocl with all users. A relative XDG_CACHE_HOME, which is invalid but
 * used by PoCL, is replaced by $HOME/.cache. Without a usable folder nothing changes.
 *
 * Sets a missing or empty PATH to the system's default: PoCL 3.1 looks there for the linker, and
 * ends the process without it. Removes an empty POCL_CACHE_DIR, which ends the process, too. */
void cli_environment_prepare(void);

/* Keeps a pointer to argv[0], for systems that do not tell the path of the executable. */
void cli_note_program(const char *invoked);

/* Finds a path of the executable. Returns false if the system does not tell one. */
bool cli_program_path(char path[PATH_MAX]);

/* Pins PoCL's threads to different cores in contexts created later, unless POCL_AFFINITY is set.
 * Linux may leave all on one core for a while, which would distort measurements. */
void cli_pin_pocl_threads(void);

/* Returns the seconds since some fixed moment. */
static inline double cli_clock(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
