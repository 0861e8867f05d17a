/* The device that a run of the program computes on, opened when it is first needed. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <stdbool.h>

#include <clmodp/clmodp.h>

#include "cli/failure.h"
#include "cli/settings.h"

typedef struct session {
    clmodp_context *context; /* NULL: not opened yet */
    bool tried;              /* it is known not to crash, or cannot be known */
    double seconds;          /* opening and trying took */
} session;

/* Open the device that the settings ask for, unless it is open.
 * Errors: LEAVE_NO_DEVICE, LEAVE_FAILED */
int cli_session_open(session *s, const settings *wanted, failure *why);

/* The same, and try a driver that is to compute and is not known to work (cli_trial). Errors: also
 * those */
int cli_session_try(session *s, const settings *wanted, failure *why);

void cli_session_close(session *s);

#endif
