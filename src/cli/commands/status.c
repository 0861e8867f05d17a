/* clmodp status: how far a folder is, and who is at its units. */
#include <inttypes.h>

#include "cli/distributed/job.h"
#include "cli/settings.h"
#include "cli/text.h"

/* What is told. */
typedef struct folder_status {
    clmodp_job_state state;
    clmodp_job_claim **claims;
    size_t count;
} folder_status;

static const char *claim_state_name(clmodp_claim_state state)
{
    return state == CLMODP_CLAIM_HELD      ? "at work"
           : state == CLMODP_CLAIM_EXPIRED ? "lease over" : "worker gone";
}

static void put_status_json(text_buffer *out, const folder_status *f, uint64_t waiting)
{
    const clmodp_job_state *state = &f->state;

    cli_json_begin(out);
    cli_text_printf(out, ", \"units\": %" PRIu64 ", \"done\": %" PRIu64, state->units,
                    state->done);
    cli_text_printf(out, ", \"at_work\": %" PRIu64 ", \"lost\": %" PRIu64, state->at_work,
                    state->lost);
    cli_text_printf(out, ", \"expired\": %" PRIu64 ", \"waiting\": %" PRIu64
                    ", \"claims\": [", state->expired, waiting);
    for (size_t k = 0; k < f->count; k++) {
        const clmodp_job_claim *claim = f->claims[k];

        cli_text_printf(out, "%s{\"unit\": %" PRIu64 ", \"host\": ", k > 0 ? ", " : "",
                        claim->unit);
        cli_json_string(out, claim->host);
        cli_text_printf(out, ", \"process\": %" PRIu64 ", \"age\": %.3f, \"lease\": %.3f",
                        claim->process, claim->age, claim->lease);
        cli_text_printf(out, ", \"state\": \"%s\"}", claim_state_name(claim->state));
    }
    cli_text_string(out, "]}\n");
}

static void put_status_text(text_buffer *out, const folder_status *f, uint64_t waiting)
{
    const clmodp_job_state *state = &f->state;
    const uint64_t left = state->lost + state->expired;

    cli_text_printf(out, "%" PRIu64 " of %" PRIu64 " units done, %" PRIu64 " at work, %"
                    PRIu64 " waiting\n", state->done, state->units, state->at_work - left,
                    waiting + left);
    for (size_t k = 0; k < f->count; k++) {
        const clmodp_job_claim *claim = f->claims[k];

        cli_text_printf(out, "unit %" PRIu64 ": process %" PRIu64 " on %s, seen %.1f s ago of "
                        "%.1f: %s\n", claim->unit, claim->process,
                        *claim->host != '\0' ? claim->host : "an unknown host", claim->age,
                        claim->lease, claim_state_name(claim->state));
    }
}

static int print_status(const folder_status *f, output_format format, failure *why)
{
    text_buffer out = {.to = stdout};
    const uint64_t taken = f->state.done + f->state.at_work;
    const uint64_t waiting = f->state.units > taken ? f->state.units - taken : 0;

    if (format == FORMAT_JSON)
        put_status_json(&out, f, waiting);
    else
        put_status_text(&out, f, waiting);
    return cli_output_text(&out, why);
}

/* Claims, and then what is done: who is at work is counted of the claims that are told, since they
 * change all the time. */
static clmodp_status find_claims(folder_status *f, clmodp_context *context, const char *folder)
{
    clmodp_status st = clmodp_job_claims(context, &f->claims, &f->count, folder);

    if (st == CLMODP_OK)
        st = clmodp_job_look(context, &f->state, folder);
    f->state.at_work = f->count;
    f->state.lost = f->state.expired = 0;
    for (size_t k = 0; k < f->count; k++) {
        f->state.lost += f->claims[k]->state == CLMODP_CLAIM_LOST;
        f->state.expired += f->claims[k]->state == CLMODP_CLAIM_EXPIRED;
    }
    return st;
}

static int run_status(settings *s, failure *why)
{
    const settings host = {.device = "host"};
    session here = {0};
    folder_status f = {.count = 0};
    int code;

    CHECK(cli_job_begin(s, why));
    clmodp_job_state_init(&f.state);
    code = cli_session_open(&here, &host, why);
    if (code == EXIT_OK) {
        const clmodp_status st = find_claims(&f, here.context, s->operands[0]);

        code = st == CLMODP_OK ? print_status(&f, s->format, why)
                               : cli_fail_status(why, st, clmodp_context_message(here.context));
    }
    clmodp_job_claims_free(f.claims);
    cli_session_close(&here);
    return code;
}

const command cli_command_status = {
    .name = "status",
    .summary = "how far the units of a folder are",
    .help = {"Usage: clmodp status [OPTION...] DIR\n"
            "\n"
            "Tell how many units of the folder DIR, which clmodp submit made, are done, at\n"
            "work, and waiting, and who has taken which: the worker's process and host, how\n"
            "long ago it was seen there, by the clock of the file system, and how long that may\n"
            "be, its lease. Units whose lease is over, or whose worker this machine knows to\n"
            "have died, wait for the next worker.\n"
            "\n"
            "Options:\n"
            "  --format json     one JSON object\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0; 1 if the folder cannot be read; 2 for wrong arguments.\n"},
    .options = OPTION_LAYOUT,
    .run = run_status,
};
