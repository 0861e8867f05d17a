/* clmodp submit: a folder from which workers take their work. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/job.h"
#include "cli/job_note.h"
#include "cli/operands.h"
#include "cli/output.h"
#include "cli/plan.h"
#include "cli/session.h"
#include "cli/text.h"
#include "cli/usage.h"

int cli_job_make(clmodp_context *context, const char *folder, const clmodp_plan *plan,
                 const problem *p, failure *why)
{
    text_buffer note = {0};
    clmodp_status st;
    int leave;

    cli_job_note_put(&note, p);
    if (note.failed)
        return cli_fail(why, LEAVE_FAILED, "out of memory");
    st = clmodp_job_create(context, folder, plan, note.bytes, note.length);
    leave = st == CLMODP_OK ? LEAVE_FINE
                            : cli_fail_status(why, st, clmodp_context_message(context));
    cli_text_clear(&note);
    return leave;
}

static int submit(const char *folder, const problem *p, const settings *s, failure *why)
{
    session device = {0};
    clmodp_plan *plan = NULL;
    clmodp_plan_info info = {.size = sizeof info};
    int leave = cli_session_open(&device, s, why);

    if (leave == LEAVE_FINE)
        leave = cli_plan_make(&plan, device.context, p, s, why);
    if (leave == LEAVE_FINE)
        leave = cli_job_make(device.context, folder, plan, p, why);
    if (leave == LEAVE_FINE && clmodp_plan_describe(plan, &info) == CLMODP_OK) {
        (void)printf("%" PRIu64 " unit%s, %.3g s predicted\n", info.units, CLI_S(info.units),
                     info.seconds);
        leave = cli_output_flush(why);
    }
    clmodp_plan_destroy(plan);
    cli_session_close(&device);
    return leave;
}

static int run(char **arguments)
{
    settings s;
    failure why;
    problem p = {0};
    const char *folder;
    int leave;

    if (cli_settings_read(&s, arguments, &cli_command_submit, &why) != LEAVE_FINE)
        return cli_usage_error("submit", "%s", why.text);
    if (s.help)
        return cli_print_help("submit");
    if (s.operand_count < 2)
        return cli_usage_error("submit", "expected a folder and one polynomial or two");
    folder = s.operands[0];
    s.operands++;
    s.operand_count--;
    leave = cli_plan_check(&s, "submit");
    if (leave != LEAVE_FINE)
        return leave;
    leave = cli_operands_read(&p, &s, &why);
    if (leave == LEAVE_FINE) {
        leave = submit(folder, &p, &s, &why);
        if (leave != LEAVE_FINE)
            (void)cli_failure_show(&why);
    }
    cli_problem_clear(&p);
    return leave;
}

const command cli_command_submit = {
    .name = "submit",
    .summary = "put a computation into a folder, for workers",
    .help = {"Usage: clmodp submit [OPTION...] DIR F G     the resultant of F and G\n"
            "       clmodp submit [OPTION...] DIR F       the discriminant of F\n"
            "\n"
            "Plan a computation as clmodp plan does, and put the plan into the folder DIR,\n"
            "which is made, or is empty, or has the same plan: then nothing that is done is\n"
            "lost. Any number of clmodp worker, on any machine that has the folder, compute\n"
            "its units; clmodp finish prints the result.\n"
            "\n"
            "The folder has to be the user's own, without others who may write there.\n"
            "\n",
            "Options, those of clmodp plan:\n"
            "  --eliminate VAR    --engine NAME    --lift HOW     --subresultant 1\n"
            "  --residues TYPE    --threads N      --max-answer SIZE  --max-memory SIZE\n"
            "  --unit-primes N    --unit-seconds S\n"
            "  --machine FILE     --device SPEC    --help\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 input or arguments not understood, 3 no device.\n",
            "\n"
            "Example: clmodp submit j @f.txt @g.txt && clmodp worker j && clmodp finish j\n"},
    .options = OPTION_ANSWER | OPTION_DEVICE | OPTION_ELIMINATE | OPTION_ENGINE | OPTION_LIFT |
               OPTION_MACHINE | OPTION_MEMORY | OPTION_RESIDUES | OPTION_SUBRESULTANT |
               OPTION_THREADS | OPTION_UNIT_PRIMES | OPTION_UNIT_SECONDS,
    .run = run,
};
