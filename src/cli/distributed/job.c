/* Make, work at and finish folders of jobs. */
#include "cli/distributed/job.h"

#include "cli/distributed/job_note.h"
#include "cli/solve.h"
#include "cli/text.h"
#include "cli/usage.h"
#include "cli/watch.h"

int cli_job_run(const command *of, char **arguments,
                int (*work)(const settings *s, failure *why))
{
    settings s;
    failure why;

    if (cli_settings_read(&s, arguments, of, &why) != EXIT_OK)
        return cli_usage_error(of->name, "%s", why.text);
    if (s.help)
        return cli_print_help(of->name);
    if (s.operand_count != 1 || *s.operands[0] == '\0')
        return cli_usage_error(of->name, "expected a folder");
    s.engine = CLMODP_ENGINE_AUTO; /* the plan names one, whatever the environment says */
    return work(&s, &why) == EXIT_OK ? EXIT_OK : cli_failure_show(&why);
}

int cli_job_make(clmodp_context *context, const char *folder, const clmodp_plan *plan,
                 const problem *p, failure *why)
{
    text_buffer note = {0};
    clmodp_status st;
    int code;

    cli_job_note_put(&note, p);
    if (note.failed)
        return cli_fail(why, EXIT_FAILED, "out of memory");
    st = clmodp_job_create(context, folder, plan, note.bytes, note.length);
    code = st == CLMODP_OK ? EXIT_OK
                           : cli_fail_status(why, st, clmodp_context_message(context));
    cli_text_clear(&note);
    return code;
}

int cli_job_work(session *device, const char *folder, const clmodp_job_options *options,
                 const char *interrupted, failure *why)
{
    const clmodp_status st = clmodp_job_work(device->context, NULL, folder, options);

    if (st == CLMODP_OK)
        return EXIT_OK;
    if (cli_interrupted())
        return cli_fail(why, EXIT_FAILED, "%s", interrupted);
    if (device->refused.code != EXIT_OK)
        return (*why = device->refused).code;
    return cli_fail_status(why, st, clmodp_context_message(device->context));
}

int cli_job_lift(answer *a, bool *damaged, clmodp_context *context, const char *folder,
                 const problem *p, failure *why)
{
    clmodp_problem asked;
    clmodp_status st = cli_answer_begin(a, &asked, p);

    if (st != CLMODP_OK)
        return cli_fail_status(why, st, NULL);
    st = clmodp_job_finish(context, asked.r, p->subresultant ? asked.s : NULL, asked.report,
                           folder);
    if (damaged != NULL)
        *damaged = st == CLMODP_DAMAGED;
    if (st != CLMODP_OK && cli_interrupted())
        return cli_fail(why, EXIT_FAILED, "interrupted");
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(context));
    st = cli_answer_finish(a, p);
    return st == CLMODP_OK ? EXIT_OK : cli_fail_status(why, st, NULL);
}
