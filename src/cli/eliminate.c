/* Arguments to answer, for one problem; batches go on in batch.c. */
#include "cli/eliminate.h"

#include <string.h>

#include "cli/batch.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/solve.h"
#include "cli/usage.h"

/* Read the one or two operands, compute, print. */
static int run_single(const settings *how, failure *why)
{
    source sources[2] = {{0}, {0}};
    static const char *const names[2] = {"F", "G"};
    const source *second = how->operand_count == 2 ? &sources[1] : NULL;
    problem p = {0};
    session device = {0};
    int leave = LEAVE_FINE;

    for (size_t i = 0; i < how->operand_count && leave == LEAVE_FINE; i++)
        leave = cli_source_open(&sources[i], how->operands[i], names[i], why);
    if (leave == LEAVE_FINE)
        leave = cli_problem_read(&p, &sources[0], second, how, why);
    if (leave != LEAVE_FINE)
        (void)cli_failure_show(why); /* while the text it points to is there */
    cli_source_close(&sources[0]);
    cli_source_close(&sources[1]);

    if (leave == LEAVE_FINE) {
        leave = cli_solve_and_print(&device, &p, how, 0, why);
        if (leave == LEAVE_FINE)
            leave = cli_output_flush(why);
        if (leave != LEAVE_FINE)
            (void)cli_failure_show(why);
    }
    cli_session_close(&device);
    cli_problem_clear(&p);
    return leave;
}

static int check_operands(const settings *s, const char *name, size_t polynomials)
{
    if (s->batch != NULL && s->operand_count > 0)
        return cli_usage_error(name,
                               "--batch takes all input from its file, so there can be no "
                               "expression besides: %s",
                               s->operands[0]);
    if (s->batch == NULL && s->operand_count != polynomials)
        return cli_usage_error(name, "expected %s, got %zu argument%s",
                               polynomials == 1 ? "one polynomial" : "two polynomials",
                               s->operand_count, CLI_S(s->operand_count));
    if (s->operand_count == 2 && strcmp(s->operands[0], "-") == 0 &&
        strcmp(s->operands[1], "-") == 0)
        return cli_usage_error(name, "only one polynomial can come from standard input");
    return LEAVE_FINE;
}

/* What the options ask for goes together. */
static int check_engine(const settings *s, const char *name)
{
    if (s->engine != CLMODP_ENGINE_SCHUR && s->residues != CLMODP_RESIDUES_AUTO)
        return cli_usage_error(name, "--residues goes with --engine schur only");
    if (s->engine == CLMODP_ENGINE_SCHUR && s->mode == CLMODP_MODE_PROBABLE)
        return cli_usage_error(name, "--engine schur proves its results: there is no "
                                     "--mode probable");
    if (s->engine == CLMODP_ENGINE_SCHUR && s->lift != CLMODP_LIFT_AUTO)
        return cli_usage_error(name, "--engine schur has a way of its own instead of --lift");
    if (s->engine == CLMODP_ENGINE_SCHUR && s->subresultant)
        return cli_usage_error(name, "--engine schur has no --subresultant");
    return LEAVE_FINE;
}

int cli_eliminate(char **arguments, const command *which, size_t polynomials)
{
    const char *name = which->name;
    settings s;
    failure why;
    int leave = cli_settings_read(&s, arguments, which, &why);

    if (leave != LEAVE_FINE)
        return cli_usage_error(name, "%s", why.text);
    if (s.help)
        return cli_print_help(name);
    leave = check_operands(&s, name, polynomials);
    if (leave == LEAVE_FINE)
        leave = check_engine(&s, name);
    if (leave != LEAVE_FINE)
        return leave;
    return s.batch != NULL ? cli_batch(&s, polynomials) : run_single(&s, &why);
}
