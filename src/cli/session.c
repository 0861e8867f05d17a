/* Open a context as the options say. */
#include "cli/session.h"

#include "cli/clock.h"
#include "cli/environment.h"
#include "cli/trial.h"

int cli_session_open(session *s, const settings *wanted, failure *why)
{
    const double began = cli_clock();
    clmodp_context_options options;
    char message[2048] = "";
    clmodp_status st;

    if (s->context != NULL)
        return LEAVE_FINE;
    cli_environment_prepare();
    clmodp_context_options_init(&options);
    options.device = wanted->device == NULL && wanted->engine == CLMODP_ENGINE_HOST
                         ? "host" /* whatever the environment names */
                         : wanted->device;
    options.max_memory = wanted->max_memory;
    options.threads = wanted->threads;
    st = clmodp_context_create(&s->context, &options, message, sizeof message);
    s->seconds = cli_clock() - began;
    return st == CLMODP_OK ? LEAVE_FINE : cli_fail_status(why, st, message);
}

int cli_session_try(session *s, const settings *wanted, failure *why)
{
    int leave = cli_session_open(s, wanted, why);
    const double began = cli_clock();

    if (leave != LEAVE_FINE || s->tried || wanted->engine == CLMODP_ENGINE_HOST)
        return leave;
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
