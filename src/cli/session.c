/* Creates a context from the program's options, and has its driver checked first. */
#include "cli/session.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/driver_check.h"
#include "cli/environment.h"
#include "cli/progress.h"

/* Checks the driver, unless the device is known to compute correctly. Errors: see
 * cli_driver_check */
static int probe_driver(clmodp_context *context, const settings *how, failure *why)
{
    clmodp_resultant_options options;
    clmodp_self_test_state state;
    clmodp_status st;

    cli_settings_options(&options, how);
    st = clmodp_device_check_state(context, &state, &options);
    if (st == CLMODP_NO_DEVICE)
        return cli_check_status(why, st, clmodp_context_message(context));
    return st == CLMODP_OK && state == CLMODP_SELF_TEST_DUE
               ? cli_driver_check(clmodp_context_device(context), how, why)
               : EXIT_OK; /* wrong options are reported when they are used */
}

static int make_context(clmodp_context **context, const settings *wanted, failure *why)
{
    clmodp_context_options options;
    char message[2048] = "";
    clmodp_status st;

    clmodp_context_options_init(&options);
    options.device = wanted->machine != NULL ||
                             (wanted->device == NULL && wanted->engine == CLMODP_ENGINE_HOST)
                         ? "host" /* whichever device the environment names */
                         : wanted->device;
    options.max_memory = wanted->max_memory;
    options.threads = wanted->threads;
    st = clmodp_context_create(context, &options, message, sizeof message);
    return cli_check_status(why, st, message);
}

int cli_session_open(session *s, const settings *wanted, failure *why)
{
    const double began = cli_clock();
    int code;

    if (s->context != NULL)
        return EXIT_OK;
    if (cli_fleet_wanted(wanted))
        return cli_fail_usage(why, "--device %s: expected one device; only resultants, "
                              "subresultants, discriminants, determinants and solve use several",
                              wanted->device);
    cli_environment_prepare();
    code = make_context(&s->context, wanted, why);
    if (code == EXIT_OK)
        cli_progress_note_watch(s->context);
    s->wanted = wanted;
    s->seconds = cli_clock() - began;
    return code;
}

/* Probes the driver, with another context, before the library opens a device. The library reports
 * a missing device itself. */
static int on_device_init(void *user)
{
    session *s = user;
    const double began = cli_clock();
    clmodp_context *other = NULL;
    int code = make_context(&other, s->wanted, &s->refused);

    if (code == EXIT_OK && strcmp(clmodp_context_device(other)->kind, "host") != 0) {
        code = probe_driver(other, s->wanted, &s->refused);
        s->on_pocl = cli_is_pocl(clmodp_context_device(other));
    }
    clmodp_context_destroy(other);
    s->refused.code = code;
    s->seconds += cli_clock() - began;
    return code != EXIT_OK;
}

/* Returns whether a device is named, and thus opened from the beginning. */
static bool names_device(const settings *wanted)
{
    const char *name = wanted->device != NULL ? wanted->device : getenv("CLMODP_DEVICE");

    return name != NULL && *name != '\0' && strcasecmp(name, "host") != 0;
}

int cli_session_open_tested(session *s, const settings *wanted, failure *why)
{
    int code = cli_session_open(s, wanted, why);
    const double began = cli_clock();

    if (code != EXIT_OK || s->tried)
        return code;
    if (wanted->engine == CLMODP_ENGINE_AUTO && !names_device(wanted))
        clmodp_context_set_device_init(s->context, on_device_init, s);
    else if (wanted->engine != CLMODP_ENGINE_HOST) {
        code = probe_driver(s->context, wanted, why);
        s->on_pocl = code == EXIT_OK && cli_is_pocl(clmodp_context_device(s->context));
    }
    s->seconds += cli_clock() - began;
    s->tried = code == EXIT_OK;
    return code;
}

int cli_session_check(const session *s, clmodp_status st, failure *why)
{
    if (st == CLMODP_OK)
        return EXIT_OK;
    if (cli_interrupted())
        return cli_fail(why, EXIT_FAILED, "interrupted");
    if (s->refused.code != EXIT_OK)
        return (*why = s->refused).code;
    return cli_check_status(why, st, clmodp_context_message(s->context));
}

/* PoCL takes 5 ms to release programs. Those of other drivers are released, since the library then
 * caches them. */
void cli_session_close(session *s)
{
    if (!s->on_pocl || getenv("CLMODP_RELEASE") != NULL)
        clmodp_context_destroy(s->context);
    *s = (session){0};
}
