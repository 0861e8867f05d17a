/* clmodp status: how far a folder is. */
#include <inttypes.h>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/text.h"
#include "cli/usage.h"

static int show(const clmodp_job_state *state, output_format format, failure *why)
{
    text_buffer out = {.to = stdout};
    const uint64_t waiting = state->units > state->done + state->at_work
                                 ? state->units - state->done - state->at_work
                                 : 0;

    if (format == FORMAT_JSON) {
        cli_json_begin(&out);
        cli_text_printf(&out, ", \"units\": %" PRIu64 ", \"done\": %" PRIu64, state->units,
                        state->done);
        cli_text_printf(&out, ", \"at_work\": %" PRIu64 ", \"lost\": %" PRIu64, state->at_work,
                        state->lost);
        cli_text_printf(&out, ", \"waiting\": %" PRIu64 "}\n", waiting);
    } else {
        cli_text_printf(&out, "%" PRIu64 " of %" PRIu64 " units done, %" PRIu64 " at work, %"
                        PRIu64 " waiting\n", state->done, state->units,
                        state->at_work - state->lost, waiting + state->lost);
    }
    if (!cli_text_finish(&out))
        return cli_fail(why, LEAVE_FAILED, "out of memory");
    return cli_output_flush(why);
}

static int look(const settings *s, failure *why)
{
    const settings host = {.device = "host"};
    session here = {0};
    clmodp_job_state state = {.size = sizeof state};
    int leave = cli_session_open(&here, &host, why);

    if (leave == LEAVE_FINE) {
        const clmodp_status st = clmodp_job_look(here.context, &state, s->operands[0]);

        leave = st == CLMODP_OK ? show(&state, s->format, why)
                                : cli_fail_status(why, st, clmodp_context_message(here.context));
    }
    cli_session_close(&here);
    return leave;
}

static int run(char **arguments)
{
    settings s;
    failure why;

    if (cli_settings_read(&s, arguments, &cli_command_status, &why) != LEAVE_FINE)
        return cli_usage_error("status", "%s", why.text);
    if (s.help)
        return cli_print_help("status");
    if (s.operand_count != 1)
        return cli_usage_error("status", "expected a folder");
    return look(&s, &why) == LEAVE_FINE ? LEAVE_FINE : cli_failure_show(&why);
}

const command cli_command_status = {
    .name = "status",
    .summary = "how far the units of a folder are",
    .help = {"Usage: clmodp status [OPTION...] DIR\n"
            "\n"
            "Tell how many units of the folder DIR, which clmodp submit made, are done, at\n"
            "work, and waiting. Units of workers that this machine knows to have died wait.\n"
            "\n"
            "Options:\n"
            "  --format json     one JSON object\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0; 1 if the folder cannot be read; 2 for wrong arguments.\n"},
    .options = OPTION_LAYOUT,
    .run = run,
};
