/* The context that a run of the program computes with, made when it is first needed. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <stdbool.h>

#include <clmodp/clmodp.h>

#include "cli/failure.h"
#include "cli/settings.h"

typedef struct session {
    clmodp_context *context; /* NULL: not made yet */
    bool tried;              /* its driver is known not to crash, or cannot be known */
    double seconds;          /* opening and trying took */
    const settings *wanted;
    failure refused; /* why a device was not opened in the middle of a call; EXIT_OK: it was */
} session;

/* Make a context as the settings ask for, unless there is one.
 * Errors: EXIT_NO_DEVICE, EXIT_FAILED */
int cli_session_open(session *s, const settings *wanted, failure *why);

/* The same, and see that a driver that is not known to work is tried before it
 * computes: now or, where the engine is left open, when the library asks for the device; then
 * `refused` tells why that failed. Errors: also those of the trial */
int cli_session_try(session *s, const settings *wanted, failure *why);

/* Fill `why` from a call of the library with the session's context that failed: by Ctrl-C, since
 * its device was refused, or as the context tells. Errors: EXIT_NO_DEVICE, EXIT_FAILED */
int cli_session_fail(const session *s, clmodp_status st, failure *why);

void cli_session_close(session *s);

#endif
