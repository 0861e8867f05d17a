/* clmodp plan: what a resultant or a discriminant would cost, without computing it. */
#include "cli/machine.h"
#include "cli/operands.h"
#include "cli/plan.h"
#include "cli/plan_output.h"
#include "cli/session.h"
#include "cli/usage.h"
#include "cli/watch.h"

int cli_plan_make(clmodp_plan **plan, clmodp_context *context, const problem *p,
                  const settings *s, failure *why)
{
    const clmodp_problem asked = cli_problem_asked(p);
    clmodp_resultant_options resultant;
    clmodp_plan_options options;
    clmodp_status st;
    machine_file machine;
    watched w;

    cli_settings_options(&resultant, s);
    clmodp_plan_options_init(&options);
    options.resultant = &resultant;
    options.unit_primes = s->unit_primes;
    options.unit_seconds = s->unit_seconds;
    if (s->machine != NULL) {
        const int leave = cli_machine_read(&machine, s->machine, why);

        if (leave != LEAVE_FINE)
            return leave;
        if (s->threads > 0)
            machine.machine.threads = s->threads;
        options.machine = &machine.machine;
    }
    cli_watch_begin(&w, context, 0);
    st = clmodp_plan_create(context, plan, &asked, &options);
    cli_watch_end(&w);
    if (st == CLMODP_UNSUPPORTED || (st == CLMODP_INVALID && s->machine != NULL))
        return cli_fail(why, LEAVE_USAGE, "%s", clmodp_context_message(context));
    return st == CLMODP_OK ? LEAVE_FINE
                           : cli_fail_status(why, st, clmodp_context_message(context));
}

/* Whether one polynomial or two are asked for, with options that go with them.
 * Errors: LEAVE_USAGE, which has been shown */
static int check(const settings *s, const char *name)
{
    failure why;

    if (cli_settings_check_residues(s, &why) != LEAVE_FINE)
        return cli_usage_error(name, "%s", why.text);
    if (s->operand_count < 1 || s->operand_count > 2)
        return cli_usage_error(name, "expected one polynomial or two, got %zu",
                               s->operand_count);
    if (s->subresultant && s->operand_count == 1)
        return cli_usage_error(name, "--subresultant is for two polynomials");
    if (s->machine != NULL && s->device != NULL)
        return cli_usage_error(name, "--machine describes a device: no --device goes with it");
    return cli_operands_check(s, name);
}

/* A plan of the operands, and what is done with it. */
static int make_and_use(const char *folder, const settings *s, cli_plan_use *use, failure *why)
{
    problem p = {0};
    session device = {0};
    clmodp_plan *plan = NULL;
    int leave = cli_operands_read(&p, s, why);

    if (leave == LEAVE_FINE)
        leave = cli_session_open(&device, s, why);
    if (leave == LEAVE_FINE)
        leave = cli_plan_make(&plan, device.context, &p, s, why);
    if (leave == LEAVE_FINE)
        leave = use(device.context, plan, folder, &p, s, why);
    if (leave != LEAVE_FINE)
        (void)cli_failure_show(why);
    clmodp_plan_destroy(plan);
    cli_session_close(&device);
    cli_problem_clear(&p);
    return leave;
}

int cli_plan_run(const command *of, bool in_folder, char **arguments, cli_plan_use *use)
{
    settings s;
    failure why;
    const char *folder = NULL;
    int leave;

    if (cli_settings_read(&s, arguments, of, &why) != LEAVE_FINE)
        return cli_usage_error(of->name, "%s", why.text);
    if (s.help)
        return cli_print_help(of->name);
    if (in_folder) {
        if (s.operand_count < 2 || *s.operands[0] == '\0')
            return cli_usage_error(of->name, "expected a folder and one polynomial or two");
        folder = *s.operands++;
        s.operand_count--;
    }
    leave = check(&s, of->name);
    return leave == LEAVE_FINE ? make_and_use(folder, &s, use, &why) : leave;
}

static int describe(clmodp_context *context, const clmodp_plan *plan, const char *folder,
                    const problem *p, const settings *s, failure *why)
{
    clmodp_plan_info info = {.size = sizeof info};
    const clmodp_status st = clmodp_plan_describe(plan, &info);

    (void)context;
    (void)folder;
    return st == CLMODP_OK ? cli_plan_print(s->format, p, &info, why)
                           : cli_fail_status(why, st, NULL);
}

static int run(char **arguments)
{
    return cli_plan_run(&cli_command_plan, false, arguments, describe);
}

const command cli_command_plan = {
    .name = "plan",
    .summary = "what a resultant or discriminant would cost",
    .help = {"Usage: clmodp plan [OPTION...] F G     for the resultant of F and G\n"
            "       clmodp plan [OPTION...] F       for the discriminant of F\n"
            "\n"
            "Plan a computation, print what it would take, and compute nothing: bounds on the\n"
            "result, primes and points, and the units, ranges of primes, that it can be\n"
            "divided into. No device is opened unless one is named. Times are predicted for\n"
            "the device that is named, as it was calibrated, else for PoCL on as many\n"
            "processors as there are, by rates that were measured elsewhere; or for a machine\n"
            "that is described by a file. They leave out compiling, reading and printing.\n"
            "\n",
            "Expressions and the other options are those of clmodp resultant:\n"
            "  --eliminate VAR    --engine NAME    --lift HOW     --subresultant 1\n"
            "  --residues TYPE    --threads N      --max-answer SIZE  --max-memory SIZE\n"
            "\n"
            "Options:\n"
            "  --unit-primes N    primes of a unit\n"
            "  --unit-seconds S   or as many as should take S seconds; default: 1, or less so\n"
            "                     that there are sixteen units of at least 0.1\n"
            "  --device SPEC      the device; see clmodp help devices\n"
            "  --machine FILE     the machine, as clmodp calibrate --format machine wrote it\n"
            "                     there: choices and times are those of its device and host;\n"
            "                     --threads N stands for the host's\n"
            "  --format json      one JSON object\n"
            "  --help             this text\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 input or arguments not understood, 3 no device.\n",
            "\n"
            "Example: clmodp plan 'y^9 + x*y + 1' 'y^8 - x^3'\n"},
    .options = OPTION_ANSWER | OPTION_DEVICE | OPTION_ELIMINATE | OPTION_ENGINE | OPTION_LAYOUT |
               OPTION_LIFT | OPTION_MACHINE | OPTION_MEMORY | OPTION_RESIDUES |
               OPTION_SUBRESULTANT | OPTION_THREADS | OPTION_UNIT_PRIMES | OPTION_UNIT_SECONDS,
    .run = run,
};
