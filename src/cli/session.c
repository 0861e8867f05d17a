/* Make a context as the options say. */
#include "cli/session.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/clock.h"
#include "cli/driver_probe.h"
#include "cli/environment.h"
#include "cli/notice.h"

static int make_context(clmodp_context **context, const settings *wanted, failure *why)
{
    clmodp_context_options options;
    char message[2048] = "";
    clmodp_status st;

    clmodp_context_options_init(&options);
    options.device = wanted->machine != NULL ||
                             (wanted->device == NULL && wanted->engine == CLMODP_ENGINE_HOST)
                         ? "host" /* whatever the environment names */
                         : wanted->device;
    options.max_memory = wanted->max_memory;
    options.threads = wanted->threads;
    st = clmodp_context_create(context, &options, message, sizeof message);
    return st == CLMODP_OK ? LEAVE_FINE : cli_fail_status(why, st, message);
}

int cli_session_open(session *s, const settings *wanted, failure *why)
{
    const double began = cli_clock();
    int leave;

    if (s->context != NULL)
        return LEAVE_FINE;
    cli_environment_prepare();
    leave = make_context(&s->context, wanted, why);
    if (leave == LEAVE_FINE)
        cli_notice_watch(s->context);
    s->wanted = wanted;
    s->seconds = cli_clock() - began;
    return leave;
}

/* The library is about to open a device: try its driver with another context first. Where there is
 * no device the library finds that out itself. */
static int on_opening(void *user)
{
    session *s = user;
    const double began = cli_clock();
    clmodp_context *other = NULL;
    int leave = make_context(&other, s->wanted, &s->refused);

    if (leave == LEAVE_FINE && strcmp(clmodp_context_device(other)->kind, "host") != 0)
        leave = cli_trial(other, s->wanted, &s->refused);
    clmodp_context_destroy(other);
    s->refused.leave = leave;
    s->seconds += cli_clock() - began;
    return leave != LEAVE_FINE;
}

/* Whether a device is open from the beginning. */
static bool names_device(const settings *wanted)
{
    const char *name = wanted->device != NULL ? wanted->device : getenv("CLMODP_DEVICE");

    return name != NULL && *name != '\0' && strcasecmp(name, "host") != 0;
}

int cli_session_try(session *s, const settings *wanted, failure *why)
{
    int leave = cli_session_open(s, wanted, why);
    const double began = cli_clock();

    if (leave != LEAVE_FINE || s->tried)
        return leave;
    if (wanted->engine == CLMODP_ENGINE_AUTO && !names_device(wanted))
        clmodp_context_set_opening(s->context, on_opening, s);
    else if (wanted->engine != CLMODP_ENGINE_HOST)
        leave = cli_trial(s->context, wanted, why);
    s->seconds += cli_clock() - began;
    s->tried = leave == LEAVE_FINE;
    return leave;
}

void cli_session_close(session *s)
{
    clmodp_context_destroy(s->context);
    *s = (session){0};
}
