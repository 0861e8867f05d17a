/* clmodp plan: what a resultant or a discriminant would cost, without computing it. */
#include "cli/commands/plan.h"
#include "cli/commands/plan_output.h"
#include "cli/formats/machine.h"
#include "cli/operands.h"
#include "cli/session.h"
#include "cli/usage.h"
#include "cli/watch.h"

int cli_plan_make(clmodp_plan **plan, clmodp_context *context, const problem *p,
                  const clmodp_machine *machine, const settings *s, failure *why)
{
    const clmodp_problem asked = cli_problem_asked(p);
    clmodp_resultant_options resultant;
    clmodp_plan_options options;
    clmodp_status st;
    watched w;

    cli_settings_options(&resultant, s);
    clmodp_plan_options_init(&options);
    options.resultant = &resultant;
    options.unit_primes = s->unit_primes;
    options.unit_seconds = s->unit_seconds;
    options.machine = machine;
    cli_watch_begin(&w, context, 0);
    st = clmodp_plan_create(context, plan, &asked, &options);
    cli_watch_end(&w);
    if (st == CLMODP_UNSUPPORTED || (st == CLMODP_INVALID && machine != NULL))
        return cli_fail(why, EXIT_USAGE, "%s", clmodp_context_message(context));
    return st == CLMODP_OK ? EXIT_OK
                           : cli_fail_status(why, st, clmodp_context_message(context));
}

/* Whether one polynomial or two are asked for, with options that go with them.
 * Errors: EXIT_USAGE, which has been shown */
static int check_plan_arguments(const settings *s, const char *name)
{
    failure why;

    if (cli_settings_check_residues(s, &why) != EXIT_OK)
        return cli_usage_error(name, "%s", why.text);
    if (s->operand_count < 1 || s->operand_count > 2)
        return cli_usage_error(name, "expected one polynomial or two, got %zu",
                               s->operand_count);
    if (s->subresultant && s->operand_count == 1 && !cli_operands_may_hold_more(s, 0))
        return cli_usage_error(name, "--subresultant is for two polynomials");
    if (s->machine != NULL && s->device != NULL)
        return cli_usage_error(name, "--machine describes a device: no --device goes with it");
    return cli_operands_check(s, name);
}

/* The machine of the settings, if there is one, with their threads. */
static int read_machine(machine_file *out, const settings *s, failure *why)
{
    int code = EXIT_OK;

    if (s->machine != NULL)
        code = cli_machine_read(out, s->machine, why);
    if (code == EXIT_OK && s->threads > 0)
        out->machine.threads = s->threads;
    return code;
}

/* A plan of a problem, and what is done with it. */
static int make_and_use(const char *folder, const problem *p, const settings *s,
                        cli_plan_use *use, failure *why)
{
    session device = {0};
    machine_file file = {.machine = {0}};
    clmodp_plan *plan = NULL;
    const clmodp_machine *machine = s->machine != NULL ? &file.machine : NULL;
    int code = read_machine(&file, s, why);

    if (code == EXIT_OK)
        code = cli_session_open(&device, s, why);
    if (code == EXIT_OK)
        code = cli_plan_make(&plan, device.context, p, machine, s, why);
    if (code == EXIT_OK)
        code = use(&(planned){device.context, plan, machine, folder, p}, s, why);
    if (code != EXIT_OK)
        (void)cli_failure_show(why);
    clmodp_plan_destroy(plan);
    cli_session_close(&device);
    return code;
}

int cli_plan_run(const command *of, bool in_folder, char **arguments, cli_plan_use *use)
{
    settings s;
    problem p = {0};
    failure why;
    const char *folder = NULL;
    int code;

    if (cli_settings_read(&s, arguments, of, &why) != EXIT_OK)
        return cli_usage_error(of->name, "%s", why.text);
    if (s.help)
        return cli_print_help(of->name);
    if (in_folder) {
        if (s.operand_count < 2 || *s.operands[0] == '\0')
            return cli_usage_error(of->name, "expected a folder and one polynomial or two");
        folder = *s.operands++;
        s.operand_count--;
    }
    code = check_plan_arguments(&s, of->name);
    if (code != EXIT_OK)
        return code;
    code = cli_operands_read(&p, &s, s.operand_count > 1 || s.subresultant ? 2 : 1, 2,
                             &why); /* it explains itself what fails */
    if (code == EXIT_OK)
        code = make_and_use(folder, &p, &s, use, &why);
    cli_problem_clear(&p);
    return code;
}

/* Stages are predicted for the engine that they are closed forms of. */
static bool has_stages(const clmodp_plan_info *info)
{
    return info->units > 0 && info->engine == CLMODP_ENGINE_EUCLID;
}

static int describe_plan(const planned *made, const settings *s, failure *why)
{
    clmodp_plan_info info = {.size = sizeof info};
    clmodp_prediction predicted = {.size = sizeof predicted};
    clmodp_status st = clmodp_plan_describe(made->plan, &info);

    if (st == CLMODP_OK && has_stages(&info))
        st = clmodp_plan_predict(made->context, &predicted, made->plan, made->machine);
    return st == CLMODP_OK
               ? cli_plan_print(s->format, made->problem, &info, &predicted, why)
               : cli_fail_status(why, st, clmodp_context_message(made->context));
}

static int run_plan(char **arguments)
{
    return cli_plan_run(&cli_command_plan, false, arguments, describe_plan);
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
            "that is described by a file. They leave out compiling, reading and printing, and\n"
            "those of units what comes before and after them; stages have all of it.\n"
            "\n",
            "Expressions and the other options are those of clmodp resultant:\n"
            "  --eliminate VAR    --engine NAME    --lift HOW     --subresultant 1\n"
            "  --residues TYPE    --threads N      --max-answer SIZE  --max-memory SIZE\n"
            "  --from SYSTEM\n"
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
            "  --quiet            nothing on stderr but errors\n"
            "  --help             this text\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 input or arguments not understood, 3 no device.\n",
            "\n"
            "Example: clmodp plan 'y^9 + x*y + 1' 'y^8 - x^3'\n"},
    .options = OPTION_ANSWER | OPTION_DEVICE | OPTION_ELIMINATE | OPTION_ENGINE | OPTION_FROM |
               OPTION_LAYOUT | OPTION_LIFT | OPTION_MACHINE | OPTION_MEMORY | OPTION_QUIET |
               OPTION_RESIDUES | OPTION_SUBRESULTANT | OPTION_THREADS | OPTION_UNIT_PRIMES |
               OPTION_UNIT_SECONDS,
    .run = run_plan,
};
