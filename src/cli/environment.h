/* The process: what drivers expect of its environment, where its program lies, and its clock. */
#ifndef CLI_ENVIRONMENT_H
#define CLI_ENVIRONMENT_H

#include <stdbool.h>
#include <time.h>

#include "portable/portable.h"

/* Before OpenCL is opened: if nothing can be kept in the cache home, $XDG_CACHE_HOME or
 * $HOME/.cache, set XDG_CACHE_HOME for this process to $CLMODP_CACHE_DIR, or else to a private
 * folder clmodp-UID in $TMPDIR or /tmp. Services, containers and the user nobody often have no
 * home; PoCL (3.1, and sources of later ones) then offers no device, makes relative folders
 * wherever it is, or shares /tmp/pocl with everybody. A relative XDG_CACHE_HOME, which counts for
 * nothing, is replaced by $HOME/.cache: PoCL would take it. If no folder is to be had, nothing is
 * changed.
 *
 * Without PATH, or with an empty one, set it to the system's default: PoCL 3.1 looks there for the
 * linker, and ends the process without it. An empty POCL_CACHE_DIR, on which it ends the process
 * too, is taken away. */
void cli_environment_prepare(void);

/* Remember argv[0], for systems that do not tell. It must stay. */
void cli_note_program(const char *invoked);

/* A path that can be executed. False if the system does not tell one. */
bool cli_program_path(char path[PATH_MAX]);

/* Have them on different cores, unless POCL_AFFINITY says otherwise, of contexts to be made: Linux
 * may leave all of them on one for a while, and that would be measured. */
void cli_pin_pocl_threads(void);

/* Seconds since some fixed moment. */
static inline double cli_clock(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
