/* clmodp plan: what a resultant or a discriminant would cost, without computing it. */
#include "cli/command.h"
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

static int describe(const problem *p, const settings *s, failure *why)
{
    session device = {0};
    clmodp_plan *plan = NULL;
    clmodp_plan_info info = {.size = sizeof info};
    int leave = cli_session_open(&device, s, why);

    if (leave == LEAVE_FINE)
        leave = cli_plan_make(&plan, device.context, p, s, why);
    if (leave == LEAVE_FINE) {
        const clmodp_status st = clmodp_plan_describe(plan, &info);

        leave = st == CLMODP_OK ? cli_plan_print(s->format, p, &info, why)
                                : cli_fail_status(why, st, NULL);
    }
    clmodp_plan_destroy(plan);
    cli_session_close(&device);
    return leave;
}

int cli_plan_check(const settings *s, const char *name)
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

static int run(char **arguments)
{
    settings s;
    failure why;
    problem p = {0};
    int leave;

    if (cli_settings_read(&s, arguments, &cli_command_plan, &why) != LEAVE_FINE)
        return cli_usage_error("plan", "%s", why.text);
    if (s.help)
        return cli_print_help("plan");
    leave = cli_plan_check(&s, "plan");
    if (leave != LEAVE_FINE)
        return leave;
    leave = cli_operands_read(&p, &s, &why);
    if (leave == LEAVE_FINE) {
        leave = describe(&p, &s, &why);
        if (leave != LEAVE_FINE)
            (void)cli_failure_show(&why);
    }
    cli_problem_clear(&p);
    return leave;
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
