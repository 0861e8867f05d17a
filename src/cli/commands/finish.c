/* clmodp finish: the result of a folder whose units are done. */
#include <time.h>

#include "cli/destination.h"
#include "cli/distributed/job.h"
#include "cli/formats/dialect.h"
#include "cli/formats/output.h"
#include "cli/problem.h"
#include "cli/settings.h"
#include "cli/watch.h"

#define PAUSE_NANOSECONDS 200000000L

/* As long as --wait wants it, and nobody interrupts. */
static int wait_for_units(clmodp_context *context, const settings *s, failure *why)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
    clmodp_job_state state;

    clmodp_job_state_init(&state);
    while (s->wait) {
        const clmodp_status st = clmodp_job_look(context, &state, s->operands[0]);

        if (st != CLMODP_OK)
            return cli_fail_status(why, st, clmodp_context_message(context));
        if (state.done >= state.units)
            break;
        if (cli_interrupted())
            return cli_fail(why, EXIT_FAILED, "interrupted");
        (void)nanosleep(&pause, NULL);
    }
    return EXIT_OK;
}

static int read_note(problem *p, clmodp_context *context, const settings *s, failure *why)
{
    void *note = NULL;
    size_t size;
    const clmodp_status st = clmodp_job_note(context, &note, &size, s->operands[0]);
    int code = st == CLMODP_OK ? cli_job_note_read(p, note, size, why)
                               : cli_fail_status(why, st, clmodp_context_message(context));

    clmodp_job_note_free(note);
    p->reported = s->stats;
    if (code == EXIT_OK)
        code = cli_reserved_check(s->format, p->kept, why);
    if (code == EXIT_OK && p->subresultant)
        code = cli_reserved_check(s->format, p->eliminated, why);
    return code;
}

static int run_finish(settings *s, failure *why)
{
    const printer to = cli_printer_standard();
    session device = {0};
    problem p = {0};
    answer a = {0};
    watched w;
    int code;

    CHECK(cli_job_begin(s, why));
    CHECK_DONE(cli_destination_open(s->output, why));
    CHECK_DONE(cli_session_try(&device, s, why));
    cli_watch_begin(&w, device.context, 0);
    code = wait_for_units(device.context, s, why);
    if (code == EXIT_OK)
        code = read_note(&p, device.context, s, why);
    if (code == EXIT_OK)
        code = cli_job_lift(&a, NULL, &device, s->operands[0], &p, why);
    cli_watch_end(&w);
    CHECK_DONE(code);
    CHECK_DONE(cli_print_answer(&to, &a, &p, &device, s, 0, why));
    CHECK_DONE(cli_output_finish(why));
done:
    cli_answer_clear(&a);
    cli_problem_clear(&p);
    cli_session_close(&device);
    return code;
}

const command cli_command_finish = {
    .name = "finish",
    .summary = "the result from a folder whose units are done",
    .help = {"Usage: clmodp finish [OPTION...] DIR\n"
            "\n"
            "Print the result of the folder DIR, which clmodp submit made, once workers have\n"
            "done its units: lifted to integers and checked. The folder stays as it is, but for\n"
            "what lies in the place of images and is none: that is set aside there, and the next\n"
            "worker computes the unit again.\n"
            "\n"
            "Options:\n"
            "  --wait            until workers have done all units\n"
            "  --format FORMAT   expr (the default), json, coeffs, maple, singular, msolve, sage\n"
            "                    or latex, as for clmodp resultant\n"
            "  --output FILE     write to FILE, which is whole in the end or as it was\n"
            "  --stats           what was done, on stderr; with json also in the object\n"
            "  --device SPEC     the device that lifts; see clmodp help devices\n"
            "  --max-memory SIZE the most bytes for buffers of device and host, such as 512M\n"
            "  --threads N       threads of the host; default: one a processor\n"
            "  --quiet           nothing on stderr but errors, and --stats\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0 done, 1 failed (also: units are not done), 2 wrong arguments, 3 no\n"
            "device.\n"},
    .options = OPTION_DEVICE | OPTION_FORMAT | OPTION_MEMORY | OPTION_OUTPUT | OPTION_QUIET |
               OPTION_STATS | OPTION_THREADS | OPTION_WAIT,
    .run = run_finish,
};
