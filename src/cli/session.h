/* The OpenCL context of a run of the program, created on first use. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <stdbool.h>

#include <clmodp/clmodp.h>

#include "cli/failure.h"
#include "cli/settings.h"

typedef struct session {
    clmodp_context *context; /* NULL: not created yet */
    bool tried;              /* cli_session_open_tested succeeded */
    bool on_pocl;            /* its device is PoCL's */
    double seconds;          /* of device initialisation and probing */
    const settings *wanted;
    failure refused; /* why a device was not opened during a call; EXIT_OK: no failure */
} session;

/* Creates a context with these settings, unless one exists. Errors: EXIT_NO_DEVICE, EXIT_FAILED */
int cli_session_open(session *s, const settings *wanted, failure *why);

/* Opens the session and has an unknown driver probed: now or, if the engine is open, when the
 * library opens the device; `refused` tells why that failed.
 * Errors: also those of the driver probe */
int cli_session_open_tested(session *s, const settings *wanted, failure *why);

/* Returns EXIT_OK for the status OK of a library call; otherwise fills `why`: interrupted by
 * Ctrl-C, device refused, or the context's message. Errors: EXIT_NO_DEVICE, EXIT_FAILED */
int cli_session_check(const session *s, clmodp_status st, failure *why);

/* Called at the program's end. Releases all if CLMODP_RELEASE is set, for leak checkers. */
void cli_session_close(session *s);

#endif
