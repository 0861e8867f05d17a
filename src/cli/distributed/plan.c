/* Makes plans from arguments, for this machine or for one described in a file. */
#include "cli/distributed/job.h"

#include "cli/formats/machine.h"
#include "cli/matrix.h"
#include "cli/operands.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/progress.h"

/* Makes a plan, to be released, for a machine or, with NULL, for this one.
 * Errors: EXIT_FAILED, EXIT_USAGE */
static int make_plan(clmodp_plan **plan, clmodp_context *context, const problem *p,
                     const clmodp_machine *machine, const settings *s, failure *why)
{
    clmodp_zxy *const any[1] = {NULL}; /* stands for all coefficients of a chain */
    clmodp_problem asked = cli_problem_asked(p);
    clmodp_resultant_options resultant;
    clmodp_plan_options options;
    clmodp_status st;
    watched w;

    if (p->chain && !p->principal)
        asked.chain = any;
    cli_settings_options(&resultant, s);
    clmodp_plan_options_init(&options);
    options.resultant = &resultant;
    options.unit_primes = s->unit_primes;
    options.unit_seconds = s->unit_seconds;
    options.machine = machine;
    cli_progress_begin(&w, context, 0);
    st = clmodp_plan_create(context, plan, &asked, &options);
    cli_progress_end(&w);
    if (st == CLMODP_UNSUPPORTED || (st == CLMODP_INVALID && machine != NULL))
        return cli_fail(why, EXIT_USAGE, "%s", clmodp_context_message(context));
    return cli_check_status(why, st, clmodp_context_message(context));
}

static int check_plan_of_matrix(const settings *s, failure *why)
{
    if (s->operand_count != 1)
        return cli_fail_operands(s, "one matrix", why);
    if (s->eliminate != NULL || s->minimal != NULL || s->subresultant != 0 || s->chain ||
        s->system != FOREIGN_AUTO)
        return cli_fail_usage(why, "--det is for a matrix: omit --chain, --eliminate, --from, "
                                   "--minimal-polynomial and --subresultant");
    return EXIT_OK;
}

/* Checks the number of operands, one or two, and options that conflict. Errors: EXIT_USAGE */
static int check_plan_arguments(const settings *s, failure *why)
{
    CHECK(cli_settings_check_engine(s, why));
    if (s->matrix)
        CHECK(check_plan_of_matrix(s, why));
    if (s->operand_count < 1 || s->operand_count > 2)
        return cli_fail_operands(s, "one or two polynomials", why);
    if ((s->subresultant != 0 || s->chain) && s->operand_count == 1 &&
        !cli_operands_may_hold_more(s, 0))
        return cli_fail_usage(why, "%s is for two polynomials",
                              s->chain ? "--chain" : "--subresultant");
    if (s->subresultant != 0 && s->chain)
        return cli_fail_usage(why, "--subresultant and --chain exclude each other");
    if (s->principal && !s->chain)
        return cli_fail_usage(why, "--principal requires --chain");
    if (s->machine != NULL && s->device != NULL)
        return cli_fail_usage(why, "--machine and --device exclude each other");
    return cli_operands_check(s, why);
}

static int read_machine(machine_file *out, const settings *s, failure *why)
{
    if (s->machine != NULL)
        CHECK(cli_machine_read(out, s->machine, why));
    if (s->threads > 0)
        out->machine.threads = s->threads;
    return EXIT_OK;
}

static int make_and_use(const char *folder, const problem *p, const settings *s,
                        cli_plan_use *use, failure *why)
{
    session device = {0};
    machine_file file = {.machine = {0}};
    clmodp_plan *plan = NULL;
    const clmodp_machine *machine = s->machine != NULL ? &file.machine : NULL;
    int code;

    CHECK_DONE(read_machine(&file, s, why));
    CHECK_DONE(cli_session_open(&device, s, why));
    CHECK_DONE(make_plan(&plan, device.context, p, machine, s, why));
    CHECK_DONE(use(&(planned){device.context, plan, machine, folder, p}, s, why));
done:
    clmodp_plan_destroy(plan);
    cli_session_close(&device);
    return code;
}

int cli_plan_run(bool in_folder, settings *s, cli_plan_use *use, failure *why)
{
    problem p = {0};
    const char *folder = NULL;
    int code;

    if (in_folder) {
        if (s->operand_count < 2)
            return cli_fail_operands(s, "a folder, and one or two polynomials or a matrix", why);
        CHECK(cli_job_check_folder(s->operands[0], why));
        folder = *s->operands++;
        s->operand_count--;
    }
    CHECK(check_plan_arguments(s, why));
    code = s->matrix
               ? cli_matrix_read_packed(&p, s, why)
               : cli_operands_read(
                     &p, s, s->operand_count > 1 || s->subresultant != 0 || s->chain ? 2 : 1, 2,
                     why);
    if (code == EXIT_OK)
        code = make_and_use(folder, &p, s, use, why);
    cli_problem_clear(&p);
    return code;
}
