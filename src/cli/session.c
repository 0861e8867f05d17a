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
    return st == CLMODP_OK ? EXIT_OK : cli_fail_status(why, st, message);
}

int cli_session_open(session *s, const settings *wanted, failure *why)
{
    const double began = cli_clock();
    int code;

    if (s->context != NULL)
        return EXIT_OK;
    cli_environment_prepare();
    code = make_context(&s->context, wanted, why);
    if (code == EXIT_OK)
        cli_notice_watch(s->context);
    s->wanted = wanted;
    s->seconds = cli_clock() - began;
    return code;
}

/* The library is about to open a device: try its driver with another context first. Where there is
 * no device the library finds that out itself. */
static int on_opening(void *user)
{
    session *s = user;
    const double began = cli_clock();
    clmodp_context *other = NULL;
    int code = make_context(&other, s->wanted, &s->refused);

    if (code == EXIT_OK && strcmp(clmodp_context_device(other)->kind, "host") != 0)
        code = cli_probe_driver(other, s->wanted, &s->refused);
    clmodp_context_destroy(other);
    s->refused.code = code;
    s->seconds += cli_clock() - began;
    return code != EXIT_OK;
}

/* Whether a device is open from the beginning. */
static bool names_device(const settings *wanted)
{
    const char *name = wanted->device != NULL ? wanted->device : getenv("CLMODP_DEVICE");

    return name != NULL && *name != '\0' && strcasecmp(name, "host") != 0;
}

int cli_session_try(session *s, const settings *wanted, failure *why)
{
    int code = cli_session_open(s, wanted, why);
    const double began = cli_clock();

    if (code != EXIT_OK || s->tried)
        return code;
    if (wanted->engine == CLMODP_ENGINE_AUTO && !names_device(wanted))
        clmodp_context_set_opening(s->context, on_opening, s);
    else if (wanted->engine != CLMODP_ENGINE_HOST)
        code = cli_probe_driver(s->context, wanted, why);
    s->seconds += cli_clock() - began;
    s->tried = code == EXIT_OK;
    return code;
}

void cli_session_close(session *s)
{
    clmodp_context_destroy(s->context);
    *s = (session){0};
}
